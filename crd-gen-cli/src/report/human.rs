//! The form for people: the source line with the place underlined, as rustc shows it.

use std::fmt::Write as _;

use anstyle::Style;
use crd_core::check::{Elsewhere, Severity};
use crd_core::field::FieldError;
use crd_core::yaml::tree::Span;
use unicode_width::UnicodeWidthChar;

use super::{Finding, severity_word, source_of};
use crate::source::Source;
use crate::terminal::{BOLD, DIM, ERROR, HELP, NOTE, WARNING};

/// What of the server's text is shown before it is cut.
const SERVER_LIMIT: usize = 400;

pub(super) fn render(source: &Source, finding: &Finding, width: usize) -> String {
    let diagnostic = &finding.diagnostic;
    let mut out = String::new();
    headline(
        &mut out,
        diagnostic.severity,
        &format!("[{}]", diagnostic.code),
        &diagnostic.message,
    );
    let mut marks: Vec<Mark> = diagnostic
        .labels
        .iter()
        .map(|(span, text)| Mark {
            span: *span,
            text,
            main: false,
        })
        .collect();
    let main = diagnostic.span.map(|span| Mark {
        span,
        text: &diagnostic.label,
        main: true,
    });
    marks.extend(main);
    let mut gutter = gutter(source, &marks);
    if let Some(elsewhere) = &diagnostic.elsewhere {
        let line = source_of(&elsewhere.file).position(elsewhere.span.start).line;
        gutter = gutter.max(line.to_string().len());
    }
    let style = style(diagnostic.severity);
    excerpt_beside(&mut out, source, &marks, &about(finding), style, width, gutter);
    if let Some(elsewhere) = &diagnostic.elsewhere {
        excerpt_elsewhere(&mut out, elsewhere, gutter, width);
    }
    if !marks.is_empty()
        && (!diagnostic.help.is_empty() || diagnostic.fix.is_some() || diagnostic.server.is_some())
    {
        let _ = writeln!(out, "{:gutter$} {NOTE}|{NOTE:#}", "");
    }
    for help in &diagnostic.help {
        tail(&mut out, gutter, "help", HELP, help);
    }
    if let Some(fix) = &diagnostic.fix {
        tail(
            &mut out,
            gutter,
            "fix",
            HELP,
            &format!("{} (`--fix` does it)", fix.title),
        );
    }
    if let Some(error) = &diagnostic.server {
        tail(
            &mut out,
            gutter,
            diagnostic.stage.introduction(),
            NOTE,
            &shortened(&server_text(error), SERVER_LIMIT),
        );
    }
    out
}

/// The line of a place in another file.
fn excerpt_elsewhere(out: &mut String, elsewhere: &Elsewhere, gutter: usize, width: usize) {
    let source = source_of(&elsewhere.file);
    let place = source.position(elsewhere.span.start);
    let _ = writeln!(out, "{:gutter$} {NOTE}|{NOTE:#}", "");
    let _ = writeln!(
        out,
        "{:gutter$}{NOTE}:::{NOTE:#} {}:{}:{}",
        "", elsewhere.file.name, place.line, place.column
    );
    let window = Window::new(
        &source,
        place.line,
        elsewhere.span,
        width.saturating_sub(gutter + 3),
    );
    let _ = writeln!(out, "{:gutter$} {NOTE}|{NOTE:#}", "");
    let _ = writeln!(out, "{NOTE}{:gutter$} |{NOTE:#} {}", place.line, window.text);
    let _ = writeln!(
        out,
        "{:gutter$} {NOTE}|{NOTE:#} {:indent$}{NOTE}{} {}{NOTE:#}",
        "",
        "",
        "-".repeat(window.length),
        plain(&elsewhere.text),
        indent = window.indent,
    );
}

/// `error[CRD0213]: message`.
pub(crate) fn headline(out: &mut String, severity: Severity, code: &str, message: &str) {
    let style = style(severity);
    let _ = writeln!(
        out,
        "{style}{}{code}{style:#}{BOLD}: {}{BOLD:#}",
        severity_word(severity),
        plain(message)
    );
}

/// A place to underline.
pub(crate) struct Mark<'a> {
    pub(crate) span: Span,
    pub(crate) text: &'a str,
    /// Whether it is the main place, underlined with `^`.
    pub(crate) main: bool,
}

/// The place and the source lines of the marks, the main mark being last.
pub(crate) fn excerpt(
    out: &mut String,
    source: &Source,
    marks: &[Mark],
    about: &str,
    style: Style,
    width: usize,
) {
    excerpt_beside(out, source, marks, about, style, width, gutter(source, marks));
}

/// An excerpt with a margin for line numbers of so many digits.
fn excerpt_beside(
    out: &mut String,
    source: &Source,
    marks: &[Mark],
    about: &str,
    style: Style,
    width: usize,
    gutter: usize,
) {
    let place = marks.last().map(|mark| source.position(mark.span.start));
    let shown = source.shown();
    let place = place.map_or(shown.clone(), |at| format!("{shown}:{}:{}", at.line, at.column));
    let _ = writeln!(out, "{:gutter$}{NOTE}-->{NOTE:#} {place}{DIM}{about}{DIM:#}", "");
    if marks.is_empty() {
        return;
    }
    let _ = writeln!(out, "{:gutter$} {NOTE}|{NOTE:#}", "");
    let mut ordered: Vec<(u32, u32, &Mark)> = marks
        .iter()
        .map(|mark| {
            let at = source.position(mark.span.start);
            (at.line, at.column, mark)
        })
        .collect();
    ordered.sort_by_key(|(line, column, mark)| (*line, !mark.main, *column));
    let mut previous: Option<u32> = None;
    for (line, _, mark) in ordered {
        let window = Window::new(source, line, mark.span, width.saturating_sub(gutter + 3));
        if previous != Some(line) {
            if previous.is_some_and(|previous| line > previous + 1) {
                let _ = writeln!(out, "{NOTE}...{NOTE:#}");
            }
            let _ = writeln!(out, "{NOTE}{line:gutter$} |{NOTE:#} {}", window.text);
            previous = Some(line);
        }
        let (sign, style) = if mark.main { ("^", style) } else { ("-", NOTE) };
        let _ = writeln!(
            out,
            "{:gutter$} {NOTE}|{NOTE:#} {:indent$}{style}{} {}{style:#}",
            "",
            "",
            sign.repeat(window.length),
            plain(mark.text),
            indent = window.indent,
        );
        trim_line_end(out);
    }
}

/// A mark without words leaves a blank before the end of its style.
fn trim_line_end(out: &mut String) {
    if out.ends_with(" \u{1b}[0m\n") {
        out.truncate(out.len() - " \u{1b}[0m\n".len());
        out.push_str("\u{1b}[0m\n");
    }
}

/// The part of a line that is shown, and where the mark is under it.
struct Window {
    text: String,
    indent: usize,
    length: usize,
}

impl Window {
    /// A line longer than `width` is cut around the mark.
    fn new(source: &Source, line: u32, span: Span, width: usize) -> Self {
        let width = width.max(40);
        let text = source.line(line);
        let start = (span.start as usize)
            .saturating_sub(source.line_start(line))
            .min(text.len());
        let end = source.on_first_line(span).end as usize;
        let end = end
            .saturating_sub(source.line_start(line))
            .clamp(start, text.len());
        let shown = |part: &str| part.chars().map(visible).collect::<String>();
        let (before, marked, after) = (
            text.get(..start).unwrap_or_default(),
            text.get(start..end).unwrap_or_default(),
            text.get(end..).unwrap_or_default(),
        );
        // No character is narrower than a sixth of its bytes, so a long line need not be measured.
        let fits = text.len() <= 6 * width && columns(&shown(&text)) <= width;
        // A third of the width is kept for the text before the mark.
        let head = if fits {
            shown(before)
        } else {
            last_columns(before, width / 3)
        };
        let indent = columns(&head);
        let middle = if fits {
            shown(marked)
        } else {
            first_columns(marked, width.saturating_sub(indent + 1))
        };
        let length = columns(&middle).max(1);
        let rest = width.saturating_sub(indent + length);
        let tail = if fits {
            shown(after)
        } else {
            first_columns(after, rest.saturating_sub(1))
        };
        let cut = !fits && (middle.len() < marked.len() || tail.len() < after.len());
        let end = if cut { "…" } else { "" };
        Window {
            text: format!("{head}{middle}{tail}{end}").trim_end().to_owned(),
            indent,
            length,
        }
    }
}

/// The beginning of a text, as far as it is shown in so many columns.
pub(crate) fn first_columns(text: &str, limit: usize) -> String {
    take_columns(text.chars(), limit).concat()
}

/// The end of a text, as far as it is shown in so many columns; with `…` before it unless that is all.
fn last_columns(text: &str, limit: usize) -> String {
    let mut taken = take_columns(text.chars().rev(), limit);
    if taken.len() < text.chars().rev().take(limit + 1).count() {
        taken.push("…".to_owned());
    }
    taken.reverse();
    taken.concat()
}

fn take_columns(characters: impl Iterator<Item = char>, limit: usize) -> Vec<String> {
    let mut used = 0;
    characters
        .map(visible)
        .take_while(|text| {
            used += columns(text);
            used <= limit
        })
        .collect()
}

/// A character as it can be shown: tabs as blanks, controls as a sign.
fn visible(c: char) -> String {
    match c {
        '\t' => "    ".to_owned(),
        c if c.is_control() || is_direction(c) => "\u{fffd}".to_owned(),
        c => c.to_string(),
    }
}

/// Characters that change the direction of text, and could make a line look like another.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// A text on one line, without what would disturb the terminal.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if c.is_control() || is_direction(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// `= help: text`, further lines indented.
pub(crate) fn tail(out: &mut String, gutter: usize, word: &str, style: Style, text: &str) {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let _ = writeln!(
        out,
        "{:gutter$} {NOTE}={NOTE:#} {style}{word}{style:#}: {}",
        "",
        plain(first)
    );
    for line in lines {
        let _ = writeln!(
            out,
            "{:gutter$}   {:indent$}  {}",
            "",
            "",
            plain(line),
            indent = word.len()
        );
    }
}

/// The error as the server's message names it, without what has no place in a line: large values and the
/// compiler's own carets.
pub(crate) fn server_text(cause: &FieldError) -> String {
    let text = if cause.field.segments.is_empty() {
        cause.detail.clone()
    } else {
        cause.to_string()
    };
    let text = text.split("\n |").next().unwrap_or(&text);
    match cause.value.as_deref().filter(|value| value.len() > 60) {
        Some(value) if value.starts_with('{') => text.replacen(value, "{…}", 1),
        Some(value) if value.starts_with('[') => text.replacen(value, "[…]", 1),
        _ => text.to_owned(),
    }
}

/// A text of at most `limit` characters.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => {
            let more = text.get(end..).unwrap_or_default().chars().count();
            format!(
                "{}… ({more} more characters)",
                text.get(..end).unwrap_or_default()
            )
        }
        None => text.to_owned(),
    }
}

/// `   gateways.example.com v1  spec.listeners[]`.
fn about(finding: &Finding) -> String {
    let mut words = vec![finding.name.clone().unwrap_or_default()];
    if let Some(version) = &finding.version {
        words.push(version.clone());
    }
    let crd = words.join(" ");
    let path = &finding.diagnostic.field;
    let field = if path.segments.is_empty() {
        String::new()
    } else {
        path.short().to_string()
    };
    let mut out = String::new();
    for text in [crd.trim(), &field].into_iter().filter(|text| !text.is_empty()) {
        let _ = write!(out, "  {}", plain(&shortened(text, 120)));
    }
    out
}

fn gutter(source: &Source, marks: &[Mark]) -> usize {
    let lines = marks.iter().map(|mark| source.position(mark.span.start).line);
    lines.max().unwrap_or(1).to_string().len()
}

/// The style of a severity.
pub(crate) fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Note => NOTE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, start: u32, end: u32, expected: &str) {
        let source = Source::new("f.yaml".into(), text.to_owned());
        let mark = Mark {
            span: Span { start, end },
            text: "here",
            main: true,
        };
        let mut out = String::new();
        excerpt(&mut out, &source, &[mark], "", Style::new(), 60);
        let shown = anstream::adapter::strip_str(&out).to_string();
        assert_eq!(shown, expected, "\n{shown}");
    }

    #[test]
    fn tabs_wide_characters_and_controls() {
        check(
            "a:\tb\n",
            3,
            4,
            " --> f.yaml:1:4\n  |\n1 | a:    b\n  |       ^ here\n",
        );
        check(
            "漢字: x\n",
            8,
            9,
            " --> f.yaml:1:5\n  |\n1 | 漢字: x\n  |       ^ here\n",
        );
        check(
            "\u{1b}[2J: x\n",
            0,
            4,
            " --> f.yaml:1:1\n  |\n1 | \u{fffd}[2J: x\n  | ^^^^ here\n",
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let text = format!("{}MARK{}", "a".repeat(5000), "b".repeat(5000));
        let source = Source::new("f".into(), text);
        let window = Window::new(
            &source,
            1,
            Span {
                start: 5000,
                end: 5004,
            },
            60,
        );
        assert!(columns(&window.text) <= 60, "{}", window.text);
        let marked: String = window
            .text
            .chars()
            .skip(window.indent)
            .take(window.length)
            .collect();
        assert_eq!(marked, "MARK");
    }
}
