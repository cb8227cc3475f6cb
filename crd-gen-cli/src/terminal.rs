//! Colours and what is said beside the results.

use std::io::{BufWriter, IsTerminal, Write};

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
    /// Print results only: no summary, no progress.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print more, such as which documents were skipped.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On terminals.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The style of errors.
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// The style of warnings.
pub(crate) const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
/// The style of notes and of all that frames source lines.
pub(crate) const NOTE: Style = AnsiColor::BrightBlue.on_default().bold();
/// The style of ways out.
pub(crate) const HELP: Style = AnsiColor::BrightCyan.on_default().bold();
/// The style of what matters.
pub(crate) const BOLD: Style = Style::new().bold();
/// The style of what matters less.
pub(crate) const DIM: Style = Style::new().dimmed();

/// How wide findings may be.
pub(crate) fn width() -> usize {
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    columns.unwrap_or(120).clamp(60, 200)
}

/// What the streams can do and how much is to be said.
#[derive(Debug)]
pub(crate) struct Terminal {
    choice: ColorChoice,
    /// Say only what was asked for.
    pub(crate) quiet: bool,
    /// Say more.
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

    /// One for work in the background: only errors are said.
    pub(crate) fn silent() -> Self {
        Terminal {
            choice: ColorChoice::Never,
            quiet: true,
            verbose: false,
        }
    }

    /// Standard output; colours are taken out where they do not belong.
    pub(crate) fn stdout(&self) -> impl Write {
        AutoStream::new(std::io::stdout(), self.choice).lock()
    }

    /// Writes a document to standard output, in large pieces: documents of many CRDs have a million lines, each of which a
    /// coloured stream would look at.
    pub(crate) fn document(document: &serde_json::Value) -> std::io::Result<()> {
        const PIECE: usize = 1 << 18;
        let mut out = BufWriter::with_capacity(PIECE, std::io::stdout().lock());
        serde_json::to_writer_pretty(&mut out, document)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    /// Standard error, coloured as [`stdout`](Terminal::stdout) is.
    pub(crate) fn stderr(&self) -> impl Write {
        AutoStream::new(std::io::stderr(), self.choice).lock()
    }

    /// Whether someone watches standard error.
    pub(crate) fn is_watched(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// Says on stderr why the command could not do its work.
    pub(crate) fn error(&self, message: &str, help: &[String]) {
        self.say("error", ERROR, message);
        for line in help {
            self.say("help", HELP, line);
        }
    }

    /// Says on stderr what is odd.
    pub(crate) fn warning(&self, message: &str) {
        self.say("warning", WARNING, message);
    }

    /// Says on stderr what is worth knowing, unless only results are wanted.
    pub(crate) fn note(&self, message: &str) {
        if !self.quiet {
            self.say("note", NOTE, message);
        }
    }

    /// Writes on stderr what a run comes to, unless only results are wanted.
    pub(crate) fn summary(&self, text: &str) {
        if !self.quiet {
            // Nothing can be done where stderr is closed.
            drop(self.stderr().write_all(text.as_bytes()));
        }
    }

    fn say(&self, word: &str, style: Style, message: &str) {
        // Nothing can be done where stderr is closed.
        drop(writeln!(self.stderr(), "{style}{word}{style:#}: {message}"));
    }
}
