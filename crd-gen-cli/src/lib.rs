//! The `crd-gen` command: all input and output, all printing, all exit codes.
//!
//! Machine output goes to stdout, everything else to stderr. The exit code is 0 when all is well, 1 when
//! something was found, 2 when the command was misused or could not do its work.

pub mod args;
mod cel;
mod check;
mod choices;
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

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, FromArgMatches as _};
use crd_core::check::codes::UnknownCode;

use args::{Cli, Command};
use terminal::Terminal;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandOutcome {
    /// All is well.
    Clean,
    /// Something was found.
    Findings,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The reader of the output has closed it; there is nothing to report.
    OutputClosed,
    /// What is wrong has been printed.
    Reported,
    /// A message for stderr, with help.
    Message {
        /// What is wrong.
        message: String,
        /// What to do.
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

    /// A file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        CommandError::new(format!("cannot read `{}`: {}", path.display(), reason(error)))
    }

    /// A file that cannot be written.
    pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Self {
        CommandError::new(format!("cannot write `{}`: {}", path.display(), reason(error)))
    }

    /// Says on stderr what has not been said yet.
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
    /// Readers such as `head` close the pipe when they have seen enough.
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            CommandError::OutputClosed
        } else {
            CommandError::new(format!("cannot write: {error}"))
        }
    }
}

/// What to do about a code that does not exist.
pub(crate) fn nearest_code(unknown: &UnknownCode) -> String {
    match unknown.nearest {
        Some(entry) => format!("did you mean `{}` ({})?", entry.slug, entry.code),
        None => "`crd-gen explain --all` lists all codes".to_owned(),
    }
}

impl From<UnknownCode> for CommandError {
    fn from(unknown: UnknownCode) -> Self {
        CommandError::new(unknown.to_string()).help(nearest_code(&unknown))
    }
}

/// An error of the system in its words, without the number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let (caller, given) = caller_of(std::env::args_os().collect());
    let cli = match parse(caller, given) {
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

/// How the command was called, which its help repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Caller {
    /// `crd-gen …`.
    Shell,
    /// `cargo crd-gen …`.
    Cargo,
}

/// Who calls, and the arguments without the `crd-gen` that cargo puts before them.
fn caller_of(mut given: Vec<OsString>) -> (Caller, Vec<OsString>) {
    let is_for_cargo = given
        .first()
        .and_then(|program| Path::new(program).file_stem())
        .is_some_and(|stem| stem == "cargo-crd-gen");
    if is_for_cargo && given.get(1).is_some_and(|first| first == "crd-gen") {
        given.remove(1);
        return (Caller::Cargo, given);
    }
    (Caller::Shell, given)
}

fn parse(caller: Caller, given: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    if caller == Caller::Cargo {
        command = command.bin_name("cargo crd-gen");
    }
    let mut matches = command.try_get_matches_from_mut(given).map_err(nearest_first)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// The error with the nearest of the commands that may be meant before the others; clap has it last.
fn nearest_first(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::Strings(mut similar)) = error.remove(ContextKind::SuggestedSubcommand) {
        similar.reverse();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(similar));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn cargo_puts_our_name_before_the_arguments() {
        let through_cargo = caller_of(words(&["/x/cargo-crd-gen", "crd-gen", "check"]));
        assert_eq!(
            through_cargo,
            (Caller::Cargo, words(&["/x/cargo-crd-gen", "check"]))
        );
        let alone = caller_of(words(&["crd-gen", "crd-gen"]));
        assert_eq!(alone, (Caller::Shell, words(&["crd-gen", "crd-gen"])));
    }

    #[test]
    fn help_names_the_command_as_it_was_called() {
        for (caller, usage) in [
            (Caller::Shell, "Usage: crd-gen check"),
            (Caller::Cargo, "Usage: cargo crd-gen check"),
        ] {
            let help = parse(caller, words(&["x", "check", "--help"])).unwrap_err();
            assert!(help.to_string().contains(usage), "{help}");
        }
    }

    #[test]
    fn the_nearest_command_is_offered_first() {
        let error = parse(Caller::Shell, words(&["crd-gen", "chek"])).unwrap_err();
        assert!(
            error.to_string().contains("similar subcommands exist: 'check'"),
            "{error}"
        );
    }
}
