//! Colours, and messages other than the results.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};

/// Options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// When to use colours; `NO_COLOR` is respected.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Print only results, without summary and progress.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print more details, such as the documents that were skipped.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// Use colours if the output is a terminal.
    Auto,
    /// Always use colours.
    Always,
    /// Never use colours.
    Never,
}

/// The number of bytes that are written to standard output at a time.
const PIECE: usize = 1 << 18;

/// The style of errors.
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// The style of warnings.
pub(crate) const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
/// The style of notes and of all that frames source lines.
pub(crate) const NOTE: Style = AnsiColor::BrightBlue.on_default().bold();
/// The style of help.
pub(crate) const HELP: Style = AnsiColor::BrightCyan.on_default().bold();
/// The style of important parts.
pub(crate) const BOLD: Style = Style::new().bold();
/// The style of less important parts.
pub(crate) const DIM: Style = Style::new().dimmed();

/// Returns the maximum width of findings, in columns.
pub(crate) fn width() -> usize {
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    columns.unwrap_or(120).clamp(60, 200)
}

/// The capabilities of the streams, and the verbosity.
#[derive(Debug)]
pub(crate) struct Terminal {
    choice: ColorChoice,
    /// Print only results.
    pub(crate) quiet: bool,
    /// Print more messages.
    pub(crate) verbose: bool,
}

impl Terminal {
    pub(crate) fn new(global: &Global) -> Self {
        let choice = match global.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Terminal {
            choice,
            quiet: global.quiet,
            verbose: global.verbose,
        }
    }

    /// Creates a terminal for background work, which only prints errors.
    pub(crate) fn silent() -> Self {
        Terminal {
            choice: ColorChoice::Never,
            quiet: true,
            verbose: false,
        }
    }

    /// Returns standard output; colours are removed if they are not wanted.
    pub(crate) fn stdout(&self) -> impl Write {
        AutoStream::new(io::stdout(), self.choice).lock()
    }

    /// Returns standard output for much text, which must be flushed.
    pub(crate) fn buffered_stdout(&self) -> Box<dyn Write> {
        let stream = AutoStream::new(io::stdout(), self.choice);
        if stream.current_choice() == ColorChoice::Never {
            Box::new(Unstyled(BufWriter::with_capacity(PIECE, io::stdout().lock())))
        } else {
            Box::new(BufWriter::new(stream.lock()))
        }
    }

    /// Writes a document to standard output, in large pieces: documents of many CRDs have a million lines, each of
    /// which a coloured stream would process.
    pub(crate) fn document(document: &serde_json::Value) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(PIECE, io::stdout().lock());
        serde_json::to_writer_pretty(&mut out, document)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    /// Returns standard error, coloured as [`stdout`](Terminal::stdout) is.
    pub(crate) fn stderr(&self) -> impl Write {
        AutoStream::new(io::stderr(), self.choice).lock()
    }

    /// Whether standard error is a terminal that may show progress.
    pub(crate) fn is_watched(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Prints an error on stderr, with help.
    pub(crate) fn error(&self, message: &str, help: &[String]) {
        self.say("error", ERROR, message);
        for line in help {
            self.say("help", HELP, line);
        }
    }

    /// Prints a warning on stderr.
    pub(crate) fn warning(&self, message: &str) {
        self.say("warning", WARNING, message);
    }

    /// Prints a note on stderr, unless only results are wanted.
    pub(crate) fn note(&self, message: &str) {
        if !self.quiet {
            self.say("note", NOTE, message);
        }
    }

    /// Prints the summary of a run on stderr, unless only results are wanted.
    pub(crate) fn summary(&self, text: &str) {
        if !self.quiet {
            // If stderr is closed, the message is lost.
            drop(self.stderr().write_all(text.as_bytes()));
        }
    }

    fn say(&self, word: &str, style: Style, message: &str) {
        // If stderr is closed, the message is lost.
        drop(writeln!(self.stderr(), "{style}{word}{style:#}: {message}"));
    }
}

/// The first character of a style.
const ESCAPE: u8 = b'\x1b';

/// A stream that leaves out styles, `ESC [ … m`. No style begins in one call and ends in the next.
///
/// It only looks for escape characters. The streams of `anstream` interpret each character, which takes longer than all checks if
/// there are many findings.
struct Unstyled<W>(W);

impl<W: Write> Write for Unstyled<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut rest = text;
        while let Some(at) = memchr::memchr(ESCAPE, rest) {
            let (before, style) = rest.split_at(at);
            self.0.write_all(before)?;
            rest = style.get(style_length(style)..).unwrap_or_default();
        }
        self.0.write_all(rest)?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns the length of the style at the beginning of a text; 1 if there is only an escape character.
fn style_length(text: &[u8]) -> usize {
    let [ESCAPE, b'[', rest @ ..] = text else { return 1 };
    let is_part = |byte: &&u8| byte.is_ascii_digit() || **byte == b';';
    let length = rest.iter().take_while(is_part).count();
    match rest.get(length) {
        Some(b'm') => length + "\x1b[m".len(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_left_out() {
        for (text, expected) in [
            (
                format!("{ERROR}error{ERROR:#}: {BOLD}a{BOLD:#} b\n"),
                "error: a b\n",
            ),
            ("ä\x1b[38;5;1mb\x1b[0m".to_owned(), "äb"),
            ("\x1b[2Jc\x1b".to_owned(), "[2Jc"),
        ] {
            let mut out = Unstyled(Vec::new());
            out.write_all(text.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(out.0).unwrap(), expected, "{text:?}");
        }
    }
}
