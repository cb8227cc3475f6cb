//! Descriptions made of doc comments.

use syn::{Attribute, Meta};

use super::literal::literal;

/// Whether line breaks within a paragraph are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineBreaks {
    /// Lines are joined by spaces, as Markdown renders them.
    Join,
    /// Line breaks are kept: `keep_line_breaks`.
    Keep,
}

/// Returns the doc comment of an item as a description.
///
/// Indentation is removed and the lines of a Markdown paragraph are joined by a space, unless line breaks are kept. Lists, code,
/// tables and headings keep their lines.
pub(crate) fn description(attributes: &[Attribute], breaks: LineBreaks) -> String {
    let mut text = Vec::new();
    for attribute in attributes {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let literal!(Str(line)) = &pair.value
        {
            let line = line.value();
            let lines: Vec<&str> = line.lines().collect();
            if lines.len() > 1 {
                text.extend(block(&lines));
            } else {
                text.push(line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned());
            }
        }
    }
    match breaks {
        LineBreaks::Join => join(&text),
        LineBreaks::Keep => text.join("\n").trim().to_owned(),
    }
}

/// Returns the lines of a `/** … */` comment without their stars and common indentation.
fn block(lines: &[&str]) -> Vec<String> {
    let starred = lines
        .iter()
        .skip(1)
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('*'));
    let stripped: Vec<&str> = lines
        .iter()
        .map(|line| {
            if starred {
                line.trim_start().trim_start_matches('*')
            } else {
                line
            }
        })
        .collect();
    let indent = stripped
        .iter()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    stripped
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let line = if index == 0 {
                line.trim_start()
            } else {
                line.get(indent..).unwrap_or("")
            };
            line.trim_end().to_owned()
        })
        .collect()
}

fn join(lines: &[String]) -> String {
    let mut out = String::new();
    let mut fenced = false;
    let mut joinable = false;
    for line in lines {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        let plain = !fenced && !fence && !line.is_empty() && is_prose(line);
        let joined = plain && joinable;
        if !out.is_empty() {
            out.push(if joined { ' ' } else { '\n' });
        }
        out.push_str(if joined { line.trim_start() } else { line });
        // A line of a list or quote may be continued by prose; a heading, a table row or code may not.
        joinable = !fenced && !fence && !line.is_empty() && may_continue(line);
        if fence {
            fenced = !fenced;
        }
    }
    out.trim().to_owned()
}

/// Whether a line is running text, which continues the line before.
fn is_prose(line: &str) -> bool {
    let start = line.trim_start();
    let numbered = start.trim_start_matches(|c: char| c.is_ascii_digit());
    let list = ["- ", "* ", "+ "].iter().any(|mark| start.starts_with(mark))
        || (numbered.len() < start.len() && (numbered.starts_with(". ") || numbered.starts_with(") ")));
    !list && !start.starts_with(['#', '|', '>', '<']) && !line.starts_with("    ")
}

fn may_continue(line: &str) -> bool {
    !line.trim_start().starts_with(['#', '|']) && !line.starts_with("    ")
}

#[cfg(test)]
mod tests {
    use super::{LineBreaks, description};
    use syn::parse_quote;

    fn check(item: &syn::DeriveInput, expected: &str) {
        assert_eq!(description(&item.attrs, LineBreaks::Join), expected);
    }

    #[test]
    fn kept_lines() {
        let item: syn::DeriveInput = parse_quote! {
            /// One
            ///   two.
            ///
            /// - a
            ///   b
            struct S;
        };
        assert_eq!(
            description(&item.attrs, LineBreaks::Keep),
            "One\n  two.\n\n- a\n  b"
        );
    }

    #[test]
    fn paragraphs() {
        check(
            &parse_quote! {
                /// One line
                /// that goes on.
                ///
                /// Another:
                /// - a
                ///   goes on
                /// - b
                ///
                /// ```
                /// code
                ///   more
                /// ```
                struct S;
            },
            "One line that goes on.\n\nAnother:\n- a goes on\n- b\n\n```\ncode\n  more\n```",
        );
        check(&parse_quote! { struct S; }, "");
        check(&parse_quote! { #[doc = " One.\n   Two."] struct S; }, "One. Two.");
        check(
            &parse_quote! {
                /**
                 * Starred
                 * block.
                 */
                struct S;
            },
            "Starred block.",
        );
    }
}
