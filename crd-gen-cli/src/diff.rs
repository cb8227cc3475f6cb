//! Unified diffs of texts by lines.

use std::fmt::Write as _;

use crate::terminal::BOLD;
use anstyle::{AnsiColor, Style};

const CONTEXT: usize = 3;
const GONE: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const PLACE: Style = AnsiColor::Cyan.on_default();

/// A run of lines that is the same on both sides, or that one side replaces by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    old: (usize, usize),
    new: (usize, usize),
}

/// The unified diff from `old` to `new`, empty if they are equal; coloured, for streams that take colours.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let changes = changes(&old, &new);
    let mut out = String::new();
    if changes.is_empty() {
        return out;
    }
    let _ = writeln!(out, "{BOLD}--- {name}{BOLD:#}\n{BOLD}+++ {name}{BOLD:#}");
    let mut rest = changes.as_slice();
    while let Some(first) = rest.first() {
        // Changes whose contexts touch share a hunk.
        let mut count = 1;
        while let (Some(here), Some(next)) = (rest.get(count - 1), rest.get(count)) {
            if next.old.0 > here.old.1 + 2 * CONTEXT {
                break;
            }
            count += 1;
        }
        let (hunk, later) = rest.split_at(count);
        let last = hunk.last().unwrap_or(first);
        let before = first.old.0.min(CONTEXT);
        let after = (old.len() - last.old.1).min(CONTEXT);
        let (old_from, new_from) = (first.old.0 - before, first.new.0 - before);
        let (old_to, new_to) = (last.old.1 + after, last.new.1 + after);
        let _ = writeln!(
            out,
            "{PLACE}@@ -{},{} +{},{} @@{PLACE:#}",
            old_from + 1,
            old_to - old_from,
            new_from + 1,
            new_to - new_from
        );
        let mut at = old_from;
        for change in hunk {
            lines(&mut out, ' ', Style::new(), old.get(at..change.old.0));
            lines(&mut out, '-', GONE, old.get(change.old.0..change.old.1));
            lines(&mut out, '+', NEW, new.get(change.new.0..change.new.1));
            at = change.old.1;
        }
        lines(&mut out, ' ', Style::new(), old.get(at..old_to));
        rest = later;
    }
    out
}

fn lines(out: &mut String, sign: char, style: Style, lines: Option<&[&str]>) {
    for line in lines.unwrap_or_default() {
        let _ = writeln!(out, "{style}{sign}{line}{style:#}");
    }
}

/// The changed runs: what is equal at both ends is left out, the middle is matched by its longest common
/// subsequence, unless it is so large that it counts as one change.
fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let same_start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (
        old.get(same_start..).unwrap_or_default(),
        new.get(same_start..).unwrap_or_default(),
    );
    let same_end = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let old_middle = old_rest.get(..old_rest.len() - same_end).unwrap_or_default();
    let new_middle = new_rest.get(..new_rest.len() - same_end).unwrap_or_default();
    if old_middle.is_empty() && new_middle.is_empty() {
        return Vec::new();
    }
    if old_middle.len().saturating_mul(new_middle.len()) > 4_000_000 {
        return vec![Change {
            old: (same_start, same_start + old_middle.len()),
            new: (same_start, same_start + new_middle.len()),
        }];
    }
    let width = new_middle.len() + 1;
    let mut length = vec![0u32; (old_middle.len() + 1) * width];
    let get = |length: &[u32], a: usize, b: usize| length.get(a * width + b).copied().unwrap_or_default();
    for (a, left) in old_middle.iter().enumerate().rev() {
        for (b, right) in new_middle.iter().enumerate().rev() {
            let longest = if left == right {
                get(&length, a + 1, b + 1) + 1
            } else {
                get(&length, a + 1, b).max(get(&length, a, b + 1))
            };
            if let Some(cell) = length.get_mut(a * width + b) {
                *cell = longest;
            }
        }
    }
    let mut changes: Vec<Change> = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old_middle.len() || b < new_middle.len() {
        if a < old_middle.len() && old_middle.get(a) == new_middle.get(b) {
            a += 1;
            b += 1;
            continue;
        }
        let here = (same_start + a, same_start + b);
        let drop_old = b >= new_middle.len()
            || (a < old_middle.len() && get(&length, a + 1, b) >= get(&length, a, b + 1));
        let step = if drop_old { (1, 0) } else { (0, 1) };
        a += step.0;
        b += step.1;
        match changes
            .last_mut()
            .filter(|change| (change.old.1, change.new.1) == here)
        {
            Some(change) => {
                change.old.1 += step.0;
                change.new.1 += step.1;
            }
            None => changes.push(Change {
                old: (here.0, here.0 + step.0),
                new: (here.1, here.1 + step.1),
            }),
        }
    }
    changes
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
        check("a\n", "a\nb\n", "--- f\n+++ f\n@@ -1,1 +1,2 @@\n a\n+b\n");
        check(
            "a\n1\n2\n3\n4\n5\n6\n7\n8\nb\n",
            "x\n1\n2\n3\n4\n5\n6\n7\n8\n",
            "--- f\n+++ f\n@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -7,4 +7,3 @@\n 6\n 7\n 8\n-b\n",
        );
    }
}
