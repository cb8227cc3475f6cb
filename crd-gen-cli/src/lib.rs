//! The `crd-gen` command: all input and output, all printing, all exit codes.
//!
//! Machine output goes to stdout, everything else to stderr. The exit code is 0 on success without findings, 1 with
//! findings, and 2 if the command was misused or failed.

pub mod args;
mod cel;
mod check;
mod choices;
mod codes;
mod command_line;
mod compat;
mod config;
mod convert;
mod cost;
mod crd_test;
mod diff;
mod docs;
mod explain;
mod feature;
mod generate;
mod import;
mod lifecycle;
mod migrate;
mod options;
mod parallel;
mod progress;
mod publish;
#[cfg(test)]
mod reference;
mod report;
mod sample;
mod server;
mod shell;
mod source;
mod sources;
mod terminal;
mod text;
mod validate;
mod watch;
mod write;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use crd_core::check::codes::UnknownCode;

use args::{Cli, Command};
use terminal::Terminal;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandOutcome {
    /// Success without findings.
    Clean,
    /// There are findings.
    Findings,
}

/// The error of a failed command.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The reader has closed the output; there is nothing to report.
    OutputClosed,
    /// The error has already been printed.
    Reported,
    /// A message for stderr, with help.
    Message {
        /// The message.
        message: String,
        /// Suggestions for a fix.
        help: Vec<String>,
    },
}

impl CommandError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        CommandError::Message {
            message: message.into(),
            help: Vec::new(),
        }
    }

    /// Creates the error for a file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        CommandError::new(format!(
            "cannot read `{}`: {}",
            path.display(),
            reason_at(path, error)
        ))
    }

    /// Creates the error for a file that cannot be written.
    pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Self {
        CommandError::new(format!("cannot write `{}`: {}", path.display(), reason(error)))
    }

    /// Prints the error on stderr, unless it has already been printed.
    pub(crate) fn report(&self, terminal: &Terminal) {
        if let CommandError::Message { message, help } = self {
            terminal.error(message, help);
        }
    }

    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        if let CommandError::Message { help, .. } = &mut self {
            help.push(text.into());
        }
        self
    }
}

impl From<std::io::Error> for CommandError {
    /// Treats a broken pipe as closed output: readers such as `head` close the pipe early.
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            CommandError::OutputClosed
        } else {
            CommandError::new(format!("cannot write: {error}"))
        }
    }
}

impl From<UnknownCode> for CommandError {
    fn from(unknown: UnknownCode) -> Self {
        CommandError::new(unknown.to_string()).help(codes::nearest_code(&unknown))
    }
}

/// Returns the message of a system error without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Returns the message of a system error about a path, with a similar path if there is none of that name.
pub(crate) fn reason_at(path: &Path, error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::NotFound
        && let Some(help) = path.to_str().and_then(command_line::value_after_space)
    {
        return format!("{}; {help}", reason(error));
    }
    let near = (error.kind() == std::io::ErrorKind::NotFound).then(|| sources::near_path(path));
    match near.flatten() {
        Some(near) => format!("{}; did you mean `{near}`?", reason(error)),
        None => reason(error),
    }
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let (caller, given) = caller_of(std::env::args_os().collect());
    let cli = match parse(caller, &given) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, not errors; clap knows which stream and code they take.
            let code = u8::from(error.use_stderr()) * 2;
            drop(error.print());
            return ExitCode::from(code);
        }
    };
    let terminal = Terminal::new(&cli.global);
    match run(&cli, &terminal) {
        Ok(CommandOutcome::Clean) | Err(CommandError::OutputClosed) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Findings) => ExitCode::from(1),
        Err(error) => {
            error.report(&terminal);
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    match &cli.command {
        Command::Generate(args) => generate::run(args, terminal),
        Command::Check(args) => check::run(args, terminal),
        Command::Compat(args) => compat::run(args, terminal),
        Command::Validate(args) => validate::run(args, terminal),
        Command::Test(args) => crd_test::run(args, terminal),
        Command::Sample(args) => sample::run(args, terminal),
        Command::Convert(args) => convert::run(args, terminal),
        Command::Import(args) => import::run(args, terminal),
        Command::Migrate(args) => migrate::run(args, terminal),
        Command::Cost(args) => cost::run(args, terminal),
        Command::Cel(args) => cel::run(args, terminal),
        Command::Publish(args) => publish::run(args, terminal),
        Command::Docs(args) => docs::run(args, terminal),
        Command::Explain(args) => explain::run(args, terminal),
        Command::Features(args) => lifecycle::features::run(args, terminal),
        Command::Policies(args) => lifecycle::policies::run(args, terminal),
        Command::Server(args) => server::run(args, terminal),
        Command::Config { command } => config::run(command, terminal),
        Command::Completions { shell } => shell::completions(*shell),
        Command::Man { dir } => shell::man(dir.as_deref()),
    }
}

/// How the command was invoked, which its help shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Caller {
    /// `crd-gen …`.
    Shell,
    /// `cargo crd-gen …`.
    Cargo,
}

/// Returns the caller, and the arguments without the word that `cargo-crd-gen` inserts before them.
fn caller_of(mut given: Vec<OsString>) -> (Caller, Vec<OsString>) {
    if given.get(1).is_some_and(|first| first == "cargo-crd-gen") {
        given.remove(1);
        return (Caller::Cargo, given);
    }
    (Caller::Shell, given)
}

fn parse(caller: Caller, given: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    config::mistakes::declare_commands(command.clone());
    if caller == Caller::Cargo {
        command = command.bin_name("cargo crd-gen");
    }
    let mut matches = command
        .try_get_matches_from_mut(given)
        .map_err(|error| command_line::explain(error, command_line::called(&command, given), given))?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn the_program_for_cargo_says_that_it_calls() {
        let through_cargo = caller_of(words(&["/x/crd-gen", "cargo-crd-gen", "check"]));
        assert_eq!(through_cargo, (Caller::Cargo, words(&["/x/crd-gen", "check"])));
        let alone = caller_of(words(&["crd-gen", "crd-gen"]));
        assert_eq!(alone, (Caller::Shell, words(&["crd-gen", "crd-gen"])));
    }

    #[test]
    fn help_names_the_command_as_it_was_called() {
        for (caller, usage) in [
            (Caller::Shell, "Usage: crd-gen check"),
            (Caller::Cargo, "Usage: cargo crd-gen check"),
        ] {
            let help = parse(caller, &words(&["x", "check", "--help"])).unwrap_err();
            assert!(help.to_string().contains(usage), "{help}");
        }
    }
}
