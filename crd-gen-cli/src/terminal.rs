//! Colours, and messages other than the results.

use std::io::{BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice, StripStream};
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
        AutoStream::new(std::io::stdout(), self.choice).lock()
    }

    /// Returns standard output for much text, which must be flushed.
    pub(crate) fn buffered_stdout(&self) -> Box<dyn Write> {
        let stream = AutoStream::new(std::io::stdout(), self.choice);
        if stream.current_choice() == ColorChoice::Never {
            // Buffered below the stream, which writes each text between two styles on its own.
            let out = BufWriter::with_capacity(PIECE, std::io::stdout().lock());
            Box::new(StripStream::new(Box::new(out) as Box<dyn Write>))
        } else {
            Box::new(BufWriter::new(stream.lock()))
        }
    }

    /// Writes a document to standard output, in large pieces: documents of many CRDs have a million lines, each of
    /// which a coloured stream would process.
    pub(crate) fn document(document: &serde_json::Value) -> std::io::Result<()> {
        let mut out = BufWriter::with_capacity(PIECE, std::io::stdout().lock());
        serde_json::to_writer_pretty(&mut out, document)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    /// Returns standard error, coloured as [`stdout`](Terminal::stdout) is.
    pub(crate) fn stderr(&self) -> impl Write {
        AutoStream::new(std::io::stderr(), self.choice).lock()
    }

    /// Whether standard error is a terminal that may show progress.
    pub(crate) fn is_watched(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
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
