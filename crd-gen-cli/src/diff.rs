//! Unified diffs with colours.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use crd_core::build::unified_diff;

use crate::terminal::BOLD;

const GONE: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const PLACE: Style = AnsiColor::Cyan.on_default();

/// Returns the unified diff from `old` to `new`, empty if they are equal; coloured, for streams that remove colours.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    let mut out = String::new();
    for (index, line) in unified_diff((name, old), (name, new))
        .split_terminator('\n')
        .enumerate()
    {
        let style = match line.as_bytes().first() {
            _ if index < 2 => BOLD,
            Some(b'@') => PLACE,
            Some(b'-') => GONE,
            Some(b'+') => NEW,
            _ => Style::new(),
        };
        let _ = writeln!(out, "{style}{line}{style:#}");
    }
    out
}
