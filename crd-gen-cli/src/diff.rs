//! Unified diffs.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

use crate::terminal::BOLD;

const GONE: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const PLACE: Style = AnsiColor::Cyan.on_default();

/// Returns the unified diff from `old` to `new`, empty if they are equal; coloured, for streams that remove colours.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    let mut out = String::new();
    let diff = TextDiff::from_lines(old, new);
    for hunk in diff.unified_diff().iter_hunks() {
        if out.is_empty() {
            let _ = writeln!(out, "{BOLD}--- {name}{BOLD:#}\n{BOLD}+++ {name}{BOLD:#}");
        }
        let _ = writeln!(out, "{PLACE}{}{PLACE:#}", hunk.header());
        for change in hunk.iter_changes() {
            let (sign, style) = match change.tag() {
                ChangeTag::Equal => (' ', Style::new()),
                ChangeTag::Delete => ('-', GONE),
                ChangeTag::Insert => ('+', NEW),
            };
            let line = change.value().trim_end_matches('\n');
            let _ = writeln!(out, "{style}{sign}{line}{style:#}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expected: &str) {
        let diff = anstream::adapter::strip_str(&unified("f", old, new)).to_string();
        assert_eq!(diff, expected, "\n{diff}");
    }

    #[test]
    fn unified_diffs() {
        check("a\nb\n", "a\nb\n", "");
        check(
            "a\nb\nc\n",
            "a\nx\nc\n",
            "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n",
        );
    }
}
