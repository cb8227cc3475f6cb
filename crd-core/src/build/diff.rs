//! Unified diffs of texts.

use std::fmt::Write as _;
use std::ops::Range;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, DiffOp};

/// Number of unchanged lines before and after a change.
const CONTEXT: usize = 3;

/// Returns the unified diff from the old text to the new one, each with the name of its file; empty if they are equal.
///
/// A line without a newline at the end of a text differs from one with it; both are shown alike.
///
/// Only one algorithm of the crate `similar` is compiled, for one type: its `TextDiff` contains five for several types, 600 kB
/// in the command.
#[doc(hidden)]
pub fn unified_diff((old_name, old): (&str, &str), (new_name, new): (&str, &str)) -> String {
    let mut out = String::new();
    let (old, new): (Vec<&str>, Vec<&str>) = (
        old.split_inclusive('\n').collect(),
        new.split_inclusive('\n').collect(),
    );
    for hunk in hunks(&old, &new) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else {
            continue;
        };
        if out.is_empty() {
            let _ = writeln!(out, "--- {old_name}\n+++ {new_name}");
        }
        let _ = writeln!(
            out,
            "@@ -{} +{} @@",
            lines_of_hunk(first.old_range().start..last.old_range().end),
            lines_of_hunk(first.new_range().start..last.new_range().end),
        );
        for change in hunk
            .iter()
            .flat_map(|operation| operation.iter_changes(&old[..], &new[..]))
        {
            let sign = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            let _ = writeln!(out, "{sign}{}", change.value().trim_end_matches('\n'));
        }
    }
    out
}

fn hunks(old: &[&str], new: &[&str]) -> Vec<Vec<DiffOp>> {
    let mut captured = Compact::new(Replace::new(Capture::new()), old, new);
    // `Capture` has no errors.
    let _ = myers::diff(&mut captured, old, 0..old.len(), new, 0..new.len());
    captured.into_inner().into_inner().into_grouped_ops(CONTEXT)
}

/// The lines of a file in the header of a hunk: `3,2` for two lines from line 3, `3` for one line, `2,0` for none after line 2.
fn lines_of_hunk(lines: Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        count => format!("{},{count}", lines.start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unified_diffs() {
        for (old, new, expected) in [
            ("a\nb\n", "a\nb\n", ""),
            ("", "", ""),
            ("a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
            ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"),
            ("a", "a\n", "@@ -1 +1 @@\n-a\n+a\n"),
            ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
            ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
                "0\n1\n2\n3\n4\n5\n6\n7\n8\n",
                "@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -6,4 +7,3 @@\n 6\n 7\n 8\n-9\n",
            ),
        ] {
            let header = if expected.is_empty() { "" } else { "--- f\n+++ g\n" };
            assert_eq!(
                unified_diff(("f", old), ("g", new)),
                format!("{header}{expected}")
            );
        }
    }
}
