//! The user's Rust files whose lines findings show.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::rust_literal::RustLiteral;
use crate::rust::generate::owners::{PlacedDefault, PlacedText, RustOwner, RustPlace};
use crate::yaml::tree::Span;

/// A Rust file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustFile {
    /// Its path, relative to the current directory if it is below it.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl RustFile {
    /// Returns the file of an owner, with the place of its name; `None` if the file does not exist or has changed since.
    ///
    /// Cargo's file names are relative to the root of the workspace, which is the directory of the package or one above.
    pub fn of(owner: &RustOwner, package: &Path) -> Option<(RustFile, Span)> {
        let place = owner.place.as_ref()?;
        let name = owner.name.rsplit("::").next().unwrap_or_default();
        // The place of a type that a macro generates is that of the macro's call.
        best(place, package, &mut |text, span| {
            let found = span.slice(text).map(|found| found.trim_start_matches("r#"));
            (found == Some(name)).then_some(span)
        })
    }

    /// Returns the file of a note that begins with a place, with the token there, and the rest of the note.
    pub fn of_note<'n>(note: &'n str, package: &Path) -> Option<(RustFile, Span, &'n str)> {
        let (place, message) = note.split_once(": ")?;
        let (rest, column) = place.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        let place = RustPlace {
            file: file.to_owned(),
            line: line.parse().ok()?,
            column: column.parse().ok()?,
        };
        let (file, span) = best(&place, package, &mut |_, span| Some(span))?;
        Some((file, span, message))
    }

    /// Returns the file of a default, with the place of the word `default`; `None` if it is not there.
    pub(super) fn of_default(default: &PlacedDefault, package: &Path) -> Option<(RustFile, Span)> {
        let mut is_found = false;
        let found = best(&default.place, package, &mut |text, span| {
            is_found = span.slice(text) == Some("default");
            is_found.then_some(span)
        });
        found.filter(|_| is_found)
    }

    /// Returns the file of an example, with its place, or that of its first token.
    pub(super) fn of_example(example: &RustPlace, package: &Path) -> Option<(RustFile, Span)> {
        best(example, package, &mut |file, span| {
            let literal = RustLiteral::at(file, span.start as usize);
            Some(literal.map_or(span, |literal| literal.part(&(0..literal.value.len()))))
        })
    }

    /// Returns the file of a text, with the place of a byte range of the text in its literal, or of the constant in the attribute.
    /// `None` for a literal that is not there, because a macro generates it or the file has changed.
    pub(super) fn of_text(
        text: &PlacedText,
        range: &Range<usize>,
        package: &Path,
    ) -> Option<(RustFile, Span)> {
        let mut is_found = text.is_constant;
        let found = best(&text.place, package, &mut |file, span| {
            let literal = RustLiteral::at(file, span.start as usize);
            let literal = literal.filter(|literal| literal.value == text.text)?;
            is_found = true;
            Some(literal.part(range))
        });
        found.filter(|_| is_found)
    }
}

/// Returns the first file with a place at which the function finds what is wanted, and where; otherwise the first file that has the
/// place, with the token there.
fn best(
    place: &RustPlace,
    package: &Path,
    find: &mut dyn FnMut(&str, Span) -> Option<Span>,
) -> Option<(RustFile, Span)> {
    let mut fallback = None;
    for directory in package.ancestors() {
        let path = directory.join(&place.file);
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let Some(token) = token_at(&text, place.line, place.column) else {
            continue;
        };
        let wanted = find(&text, token);
        let path = below_here(&path);
        let file = RustFile { path, text };
        if let Some(span) = wanted {
            return Some((file, span));
        }
        fallback = fallback.or(Some((file, token)));
    }
    fallback
}

/// A path as users know it: relative to the current directory where it is below it.
pub(super) fn below_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).to_owned()
}

/// Returns the span of the name, or the single character, at a line and column, both from 1.
fn token_at(text: &str, line: u32, column: u32) -> Option<Span> {
    let before: usize = text
        .split_inclusive('\n')
        .take(line.checked_sub(1)? as usize)
        .map(str::len)
        .sum();
    let rest = text.get(before..)?.lines().next()?;
    let (offset, first) = rest.char_indices().nth(column.checked_sub(1)? as usize)?;
    let token = rest.get(offset..)?;
    let raw = if token.starts_with("r#") { 2 } else { 0 };
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = token.get(raw..)?;
    let length = raw + name.find(|c: char| !is_name(c)).unwrap_or(name.len());
    let start = before + offset;
    Some(Span::new(start, start + length.max(first.len_utf8())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_and_a_column_of_characters_are_a_place() {
        let text = "é\r\n  é r#type: u8,\n";
        let at = |line, column| token_at(text, line, column).and_then(|span| span.slice(text));
        assert_eq!(at(2, 5), Some("r#type"));
        assert_eq!(at(2, 11), Some(":"));
        assert_eq!(at(1, 1), Some("é"));
        assert_eq!(at(1, 2), None);
        assert_eq!(at(9, 1), None);
        assert_eq!(at(0, 0), None);
    }
}
