//! Patterns for files, in the syntax of `.gitignore`, relative to the directory of the configuration.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::Spanned;

use super::error::error_at;
use crate::CommandError;
use crate::source::SourceText;

/// The patterns of a key.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    read: Gitignore,
    pub(super) written: Vec<String>,
}

/// A pattern for a file or directory that does not exist, although one with a similar name does.
pub(crate) struct MisspeltPattern<'c> {
    pub(crate) written: &'c str,
    pub(crate) meant: String,
    /// The path that is meant.
    pub(crate) path: PathBuf,
    /// Whether the names have the same letters in another order, or differ only in `yml` and `yaml`.
    pub(crate) is_certain: bool,
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns {
            read: Gitignore::empty(),
            written: Vec::new(),
        }
    }
}

impl Patterns {
    /// Parses patterns.
    pub(super) fn new(
        source: &SourceText,
        directory: &Path,
        written: &[Spanned<String>],
    ) -> Result<Self, CommandError> {
        let mut patterns = GitignoreBuilder::new(directory);
        // Such a class would match only a file of this name.
        patterns.allow_unclosed_class(false);
        for pattern in written {
            let line = as_in_gitignore(pattern.get_ref());
            patterns.add_line(None, &line).map_err(|error| {
                let help = if pattern.get_ref().contains('[') {
                    "`[` begins a class of characters, which `]` ends; for the character itself, write `[[]`"
                } else {
                    "use the pattern syntax of .gitignore"
                };
                error_at(source, pattern.span(), &error.to_string(), help)
            })?;
        }
        let read = patterns
            .build()
            .map_err(|error| CommandError::new(error.to_string()))?;
        Ok(Patterns {
            read,
            written: written.iter().map(|one| one.get_ref().clone()).collect(),
        })
    }

    /// Whether a pattern matches a file or a directory above it.
    pub(super) fn matches(&self, file: &Path) -> bool {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        absolute.starts_with(self.read.path())
            && self
                .read
                .matched_path_or_any_parents(&absolute, false)
                .is_ignore()
    }

    pub(super) fn misspelt(&self) -> impl Iterator<Item = MisspeltPattern<'_>> {
        let directory = self.read.path();
        self.written
            .iter()
            .filter_map(move |written| misspelt(directory, written))
    }
}

/// Returns a pattern for `.gitignore`, in which `/` at the start stands for the directory, and `./` has no meaning.
fn as_in_gitignore(written: &str) -> String {
    let (not, plain) = match written.strip_prefix('!') {
        Some(plain) => ("!", plain),
        None => ("", written),
    };
    match plain.trim_start_matches("./") {
        below if below == plain && below != "." => written.to_owned(),
        "" | "." => format!("{not}/**"),
        below => format!("{not}/{}", below.trim_start_matches('/')),
    }
}

/// Returns the pattern that is meant by one for a path that does not exist.
fn misspelt<'c>(directory: &Path, written: &'c str) -> Option<MisspeltPattern<'c>> {
    let plain = written.trim_end_matches("**");
    let mut names: Vec<&str> = written.split('/').collect();
    if plain.contains(['*', '?', '[', '!', '\\']) || names.contains(&"..") {
        return None;
    }
    let mut parent = directory.to_owned();
    let is_missing = |name: &&str| {
        let here = parent.join(name);
        let is_missing = !here.exists();
        if !is_missing {
            parent = here;
        }
        is_missing
    };
    let index = names.iter().position(is_missing)?;
    let (name, rest) = names.get(index..)?.split_first()?;
    let others: Vec<String> = std::fs::read_dir(&parent)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let near = crd_core::nearest(name, others.iter().map(String::as_str))?;
    let path = rest
        .iter()
        .filter(|name| !matches!(**name, "" | "**"))
        .fold(parent.join(near), |path, name| path.join(name));
    let is_directory = plain.ends_with('/');
    if !path.exists() || is_directory && !path.is_dir() || is_somewhere(directory, written, name) {
        return None;
    }
    let is_certain = is_slip(name, near);
    *names.get_mut(index)? = near;
    Some(MisspeltPattern {
        written,
        meant: names.join("/"),
        path,
        is_certain,
    })
}

/// Whether a pattern that is only a name matches in some directory below.
fn is_somewhere(directory: &Path, written: &str, name: &str) -> bool {
    let is_only_name = written.strip_suffix('/').unwrap_or(written) == name;
    is_only_name
        && WalkBuilder::new(directory)
            .standard_filters(false)
            .build()
            .flatten()
            .any(|entry| entry.file_name() == name)
}

/// Whether two names are certainly meant to be the same: a name that only misses a letter may be that of a directory to come,
/// as `generated` beside `generate`.
fn is_slip(name: &str, other: &str) -> bool {
    let stem = |name: &'_ str| {
        let stem = name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml"));
        stem.map(str::to_owned)
    };
    have_same_letters(name, other)
        || is_one_letter_within(name, other)
        || stem(name).is_some_and(|own| Some(own) == stem(other))
}

/// Whether two names have the same letters, maybe in another order.
pub(super) fn have_same_letters(name: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    letters(name) == letters(other)
}

/// Whether two names only differ in one letter between other letters: `vender` and `vendor`, but not `zone-a` and `zone-b`.
fn is_one_letter_within(name: &str, other: &str) -> bool {
    let (name, other): (Vec<char>, Vec<char>) = (name.chars().collect(), other.chars().collect());
    let mut different = (0..name.len()).filter(|at| name.get(*at) != other.get(*at));
    let (Some(at), None) = (different.next(), different.next()) else {
        return false;
    };
    let is_letter = |name: &[char], at: usize| name.get(at).is_some_and(|c| c.is_alphabetic());
    let is_within = at > 0 && is_letter(&name, at - 1) && is_letter(&name, at + 1);
    name.len() == other.len() && is_within && is_letter(&name, at) && is_letter(&other, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(directory: &Path, written: &str) -> Patterns {
        let source = SourceText::new(directory.join("crd-gen.toml"), String::new());
        let written = Spanned::new(0..0, written.to_owned());
        Patterns::new(&source, directory, &[written]).unwrap()
    }

    #[test]
    fn a_dot_is_the_directory_of_the_file() {
        for (written, matching, others) in [
            ("./bad.yaml", "bad.yaml", Some("sub/bad.yaml")),
            ("./sub/", "sub/a.yaml", Some("a/sub/b.yaml")),
            ("././/sub/*.yaml", "sub/a.yaml", Some("sub/a/b.yaml")),
            ("./.github/", ".github/a.yaml", Some("github/a.yaml")),
            (".github/", ".github/a.yaml", Some("a.yaml")),
            ("./", "sub/a.yaml", None),
            (".", "a.yaml", None),
            ("sub/", "a/sub/b.yaml", Some("sub.yaml")),
        ] {
            let patterns = patterns(Path::new("/x"), written);
            assert!(patterns.matches(&Path::new("/x").join(matching)), "{written}");
            let others = others.map(|other| Path::new("/x").join(other));
            assert!(!others.is_some_and(|other| patterns.matches(&other)), "{written}");
        }
        assert_eq!(as_in_gitignore("!./keep.yaml"), "!/keep.yaml");
    }

    #[test]
    fn a_misspelt_pattern_has_the_one_that_is_meant() {
        let directory = tempfile::tempdir().unwrap();
        for path in ["sub/deep", "generate", "charts/tset", "test"] {
            std::fs::create_dir_all(directory.path().join(path)).unwrap();
        }
        std::fs::write(directory.path().join("bad.yaml"), "").unwrap();
        for (written, expected) in [
            ("sbu/", Some(("sub/", true))),
            ("./sbu/", Some(("./sub/", true))),
            ("/sbu/**", Some(("/sub/**", true))),
            ("sub/depe", Some(("sub/deep", true))),
            ("bad.yml", Some(("bad.yaml", true))),
            ("generete/", Some(("generate/", true))),
            ("generated/", Some(("generate/", false))),
            // Such a directory is below `charts`, no file is a directory, and the other path does not exist, either.
            ("tset/", None),
            ("bad.yml/", None),
            ("sbu/other.yaml", None),
            ("sub/", None),
            (".", None),
            ("*.yml", None),
        ] {
            let patterns = patterns(directory.path(), written);
            let found = patterns.misspelt().next();
            let found = found.as_ref().map(|one| (one.meant.as_str(), one.is_certain));
            assert_eq!(found, expected, "{written}");
        }
    }
}
