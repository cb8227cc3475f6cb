//! The pictures of README.md and of the site: output of the command, as SVG. Each file `docs/pictures/*.md` contains input files and
//! commands, as the transcripts do.
//!
//! `cargo xtask regenerate pictures` writes them; look at them before you commit.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::cli::{Shell, replay};

/// The width of the terminal, in characters.
const COLUMNS: usize = 100;
/// The size of a character, and the space around all of them, in pixels.
pub(super) const WIDTH: f64 = 8.4;
pub(super) const HEIGHT: f64 = 20.0;
pub(super) const MARGIN: f64 = 16.0;

#[test]
fn pictures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    let mut stale = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let source = entry.unwrap().path();
        if source.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        count += 1;
        let mut shown = String::new();
        replay(
            &fs::read_to_string(&source).unwrap(),
            &mut |shell: &Shell<'_>, typed| {
                let output = shell.run(typed, &[("CLICOLOR_FORCE", "1")]);
                // Removed because the time differs on each run.
                let output = output.text.replace(" (… s)", "");
                let _ = write!(shown, "\u{1b}[2m$\u{1b}[0m {typed}\n{output}");
                String::new()
            },
        );
        let picture = source.with_extension("svg");
        let now = drawn(&shown);
        if fs::read_to_string(&picture).is_ok_and(|text| text == now) {
            continue;
        }
        if std::env::var_os("CRD_GEN_UPDATE").is_some() {
            fs::write(&picture, now).unwrap();
        } else {
            stale.push(picture.display().to_string());
        }
    }
    assert!(
        count > 0 && stale.is_empty(),
        "run `cargo xtask regenerate pictures`: {stale:?}"
    );
}

/// The style of characters.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Look {
    is_bold: bool,
    is_dim: bool,
    /// The terminal's colour code, 30 to 37 or 90 to 97.
    color: Option<u8>,
}

impl Look {
    /// Returns the style after a control sequence `ESC [ codes m`.
    fn after(mut self, codes: &str) -> Look {
        for code in codes.split(';') {
            match code.parse().unwrap_or(0) {
                0 => self = Look::default(),
                1 => self.is_bold = true,
                2 => self.is_dim = true,
                color => self.color = Some(color),
            }
        }
        self
    }

    /// Returns the attribute with the classes.
    fn class(self) -> String {
        let bold = self.is_bold.then(|| "b".to_owned());
        let dim = self.is_dim.then(|| "d".to_owned());
        let color = self.color.map(|color| format!("c{color}"));
        let classes: Vec<String> = [bold, dim, color].into_iter().flatten().collect();
        if classes.is_empty() {
            String::new()
        } else {
            format!(" class=\"{}\"", classes.join(" "))
        }
    }
}

/// Splits a text with control sequences into lines, as a terminal with [`COLUMNS`] columns wraps them.
fn lines(text: &str) -> Vec<Vec<(char, Look)>> {
    let mut look = Look::default();
    let mut lines = Vec::new();
    let mut line = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' => {
                let codes: String = rest.by_ref().skip(1).take_while(|c| *c != 'm').collect();
                look = look.after(&codes);
            }
            '\n' => lines.push(std::mem::take(&mut line)),
            c => {
                if line.len() == COLUMNS {
                    lines.push(std::mem::take(&mut line));
                }
                line.push((c, look));
            }
        }
    }
    lines
}

/// Draws a text with control sequences as a picture.
fn drawn(text: &str) -> String {
    let lines = lines(text);
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let size = |count: usize, of_one: f64| f64::from(u32::try_from(count).unwrap()) * of_one;
    let (width, height) = (
        size(columns, WIDTH) + 2.0 * MARGIN,
        size(lines.len(), HEIGHT) + 2.0 * MARGIN,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <style>\n\
         rect {{ fill: #0f1318; stroke: #333c47; }}\n\
         text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6eaee; white-space: pre; }}\n\
         .b {{ font-weight: 700; }}\n\
         .d {{ fill: #9aa5b1; }}\n\
         .c31, .c91 {{ fill: #ff8a80; }}\n\
         .c32, .c92 {{ fill: #8fd694; }}\n\
         .c33, .c93 {{ fill: #ffd479; }}\n\
         .c34, .c94 {{ fill: #79b8ff; }}\n\
         .c36, .c96 {{ fill: #7ee0e6; }}\n\
         </style>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\"/>\n",
        width - 1.0,
        height - 1.0
    );
    for (number, line) in lines.iter().enumerate() {
        if line.is_empty() {
            continue;
        }
        // The length keeps columns aligned with any font.
        let _ = write!(
            out,
            "<text x=\"{MARGIN}\" y=\"{}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">",
            MARGIN + size(number, HEIGHT) + 15.0,
            size(line.len(), WIDTH)
        );
        for part in line.chunk_by(|one, other| one.1 == other.1) {
            let text: String = part.iter().map(|(c, _)| *c).collect();
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            match part.first().map(|(_, look)| look.class()) {
                Some(class) if !class.is_empty() => {
                    let _ = write!(out, "<tspan{class}>{text}</tspan>");
                }
                _ => out.push_str(&text),
            }
        }
        out.push_str("</text>\n");
    }
    out.push_str("</svg>\n");
    out
}
