//! Writes findings for people: the source line with the place underlined, as rustc does.

use crd_core::sort::sort_by_key;
use std::fmt::Write as _;

use anstyle::Style;
use crd_core::check::{FixSafety, Severity, codes};
use crd_core::field::FieldError;
use crd_core::yaml::Position;
use crd_core::yaml::tree::Span;

use super::{Finding, severity_word, source_of};
use crate::source::SourceText;
use crate::terminal::{BOLD, DIM, ERROR, HELP, NOTE, WARNING};
use crate::text::{columns, first_columns, last_columns, plain, shortened, visible};

/// Maximum length of the server's message that is shown.
const SERVER_LIMIT: usize = 400;

pub(super) fn render(source: &SourceText, finding: &Finding, width: usize) -> String {
    let diagnostic = &finding.diagnostic;
    let labels = diagnostic.labels.iter();
    let mut marks: Vec<Mark> = labels
        .map(|(span, text)| Mark {
            span: *span,
            text,
            kind: MarkKind::Other,
        })
        .collect();
    marks.extend(diagnostic.span.map(|span| Mark {
        span,
        text: &diagnostic.label,
        kind: MarkKind::Main,
    }));
    let elsewhere = diagnostic.elsewhere.as_ref();
    let elsewhere = elsewhere.map(|elsewhere| (elsewhere, source_of(&elsewhere.file)));
    let mut drawing = Drawing::beside(source, &marks, width);
    if let Some((elsewhere, source)) = &elsewhere {
        drawing.widen(source, elsewhere.span);
    }
    let code = format!("[{}]", diagnostic.code);
    drawing.headline(diagnostic.severity, &code, &diagnostic.message);
    if diagnostic.code == codes::OBJECT_RULES_SKIPPED {
        // It stands beside the errors of the object, which have the places.
        return drawing.text;
    }
    let style = style(diagnostic.severity);
    drawing.excerpt("-->", source, &marks, &about(finding), style);
    if let Some((elsewhere, source)) = &elsewhere {
        let mark = Mark {
            span: elsewhere.span,
            text: &elsewhere.text,
            kind: MarkKind::Other,
        };
        drawing.edge();
        drawing.excerpt(":::", source, &[mark], "", NOTE);
    }
    let has_footer = !diagnostic.help.is_empty() || diagnostic.fix.is_some() || diagnostic.server.is_some();
    if !marks.is_empty() && has_footer {
        drawing.edge();
    }
    for help in &diagnostic.help {
        drawing.footer("help", HELP, help);
    }
    if let Some(fix) = &diagnostic.fix {
        let option = match fix.safety {
            FixSafety::Certain => "--fix",
            FixSafety::Likely => "--fix --unsafe-fixes",
        };
        drawing.footer("fix", HELP, &format!("{} (`{option}` does it)", fix.title));
    }
    if let Some(error) = &diagnostic.server {
        let text = shortened(&server_text(error), SERVER_LIMIT);
        drawing.footer(diagnostic.stage.introduction(), NOTE, &text);
    }
    drawing.text
}

/// A place to underline.
pub(crate) struct Mark<'a> {
    pub(crate) span: Span,
    pub(crate) text: &'a str,
    pub(crate) kind: MarkKind,
}

/// The way in which a place is underlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MarkKind {
    /// With `^`: the main place of the finding.
    Main,
    /// With `-`: a place that explains it.
    Other,
}

/// A text with source lines, to the right of a margin that is as wide as the largest line number.
pub(crate) struct Drawing {
    pub(crate) text: String,
    margin: usize,
    width: usize,
}

impl Drawing {
    /// Creates an empty drawing, with a margin for the lines of the marks.
    pub(crate) fn beside(source: &SourceText, marks: &[Mark], width: usize) -> Self {
        let mut drawing = Drawing {
            text: String::new(),
            margin: 1,
            width,
        };
        for mark in marks {
            drawing.widen(source, mark.span);
        }
        drawing
    }

    /// Makes room for the number of a line.
    pub(crate) fn widen(&mut self, source: &SourceText, span: Span) {
        let digits = source.position(span.start).line.to_string().len();
        self.margin = self.margin.max(digits);
    }

    /// Writes `error[CRD0213]: message`.
    pub(crate) fn headline(&mut self, severity: Severity, code: &str, message: &str) {
        let (style, word, message) = (style(severity), severity_word(severity), plain(message));
        let _ = writeln!(self.text, "{style}{word}{code}{style:#}{BOLD}: {message}{BOLD:#}");
    }

    /// Writes a line that only has the margin.
    fn edge(&mut self) {
        let _ = writeln!(self.text, "{:1$} {NOTE}|{NOTE:#}", "", self.margin);
    }

    /// Writes the place and the source lines of the marks. The place is that of the last mark.
    pub(crate) fn excerpt(
        &mut self,
        arrow: &str,
        source: &SourceText,
        marks: &[Mark],
        about: &str,
        style: Style,
    ) {
        let margin = self.margin;
        let place = source.place(marks.last().map(|mark| mark.span));
        let _ = writeln!(
            self.text,
            "{:margin$}{NOTE}{arrow}{NOTE:#} {place}{DIM}{about}{DIM:#}",
            ""
        );
        if marks.is_empty() {
            return;
        }
        self.edge();
        let mut ordered: Vec<(Position, &Mark)> = marks
            .iter()
            .map(|mark| (source.position(mark.span.start), mark))
            .collect();
        sort_by_key(&mut ordered, &|(at, mark)| (at.line, mark.kind, at.column));
        let mut previous: Option<u32> = None;
        for (Position { line, .. }, mark) in ordered {
            let window = Window::new(source, line, mark.span, self.width.saturating_sub(margin + 3));
            if previous != Some(line) {
                if previous.is_some_and(|previous| line > previous + 1) {
                    let _ = writeln!(self.text, "{NOTE}...{NOTE:#}");
                }
                let _ = writeln!(self.text, "{NOTE}{line:margin$} |{NOTE:#} {}", window.text);
                previous = Some(line);
            }
            let (sign, style) = match mark.kind {
                MarkKind::Main => ("^", style),
                MarkKind::Other => ("-", NOTE),
            };
            let (line, words) = (sign.repeat(window.length), plain(mark.text));
            let blank = if words.is_empty() { "" } else { " " };
            let _ = writeln!(
                self.text,
                "{:margin$} {NOTE}|{NOTE:#} {:indent$}{style}{line}{blank}{words}{style:#}",
                "",
                "",
                indent = window.indent,
            );
        }
    }

    /// Writes `= help: text`, with further lines indented.
    pub(crate) fn footer(&mut self, word: &str, style: Style, text: &str) {
        let mut lines = text.lines();
        let first = plain(lines.next().unwrap_or_default());
        let margin = self.margin;
        let _ = writeln!(
            self.text,
            "{:margin$} {NOTE}={NOTE:#} {style}{word}{style:#}: {first}",
            ""
        );
        for line in lines {
            let indent = margin + 5 + word.len();
            let _ = writeln!(self.text, "{:indent$}{}", "", plain(line));
        }
    }
}

/// The part of a line that is shown, and the position of the mark under it.
struct Window {
    text: String,
    indent: usize,
    length: usize,
}

impl Window {
    /// Chooses the part of a line: one longer than `width` is cut around the mark.
    fn new(source: &SourceText, line: u32, span: Span, width: usize) -> Self {
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
        let [before, marked, after] = [text.get(..start), text.get(start..end), text.get(end..)];
        let (before, marked) = (before.unwrap_or_default(), marked.unwrap_or_default());
        let after = after.unwrap_or_default();
        // Every character is at least a sixth as wide as its length in bytes, so a long line need not be measured.
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

/// Returns the error as in the server's message, without parts that do not fit into a line: large values and the
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

/// Writes the subject: `   gateways.example.com v1  spec.listeners[]`.
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

/// Returns the style of a severity.
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
        let source = SourceText::new("f.yaml".into(), text.to_owned());
        let mark = Mark {
            span: Span { start, end },
            text: "here",
            kind: MarkKind::Main,
        };
        let mut drawing = Drawing::beside(&source, std::slice::from_ref(&mark), 60);
        drawing.excerpt("-->", &source, &[mark], "", Style::new());
        let shown = anstream::adapter::strip_str(&drawing.text).to_string();
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
        let source = SourceText::new("f".into(), text);
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
