//! The `crd-gen` command: all input and output, all printing, all exit codes.
//!
//! Machine output goes to stdout, everything else to stderr. The exit code is 0 on success without findings, 1 with
//! findings, and 2 if the command was misused or failed.

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
mod foreign;
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

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _};
use crd_core::check::Levels;
use crd_core::check::codes::{UnknownCode, find};
use crd_core::nearest;

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

/// Returns what to write for a name of all codes, such as `all`, as the value of an option of levels or lints.
pub(crate) fn of_all_codes(option: &str, name: &str) -> Option<&'static str> {
    if !is_all(name) && name != Levels::WARNINGS {
        return None;
    }
    Some(match option {
        "select" => "`--profile strict` reports all lints",
        "warn" if name.starts_with("error") => "`--deny warnings` reports warnings as errors",
        "warn" => "all warnings are reported; `--profile strict` also reports all lints",
        "deny" => "write `--deny warnings`: errors of the server are always errors",
        _ => "write `--allow warnings`: errors of the server cannot be allowed",
    })
}

/// Whether a name stands for all codes in other tools.
pub(crate) fn is_all(name: &str) -> bool {
    matches!(
        name,
        "all" | "*" | "everything" | "any" | "error" | "errors" | "warning"
    )
}

/// Returns the suggestion for a code that does not exist.
pub(crate) fn nearest_code(unknown: &UnknownCode) -> String {
    match unknown.nearest {
        _ if find(&unknown.name).is_some() => {
            "`--allow`, `--warn` and `--deny`, and `[levels]`, set the levels of all codes".to_owned()
        }
        Some(entry) => format!("did you mean `{}` ({})?", entry.slug, entry.code),
        None if let Some(entry) = find(&unknown.name.replace(['-', '_', ' '], "")) => {
            format!("did you mean `{}`?", entry.code)
        }
        None if let Some(number) = unknown.name.to_ascii_uppercase().strip_prefix("LNT")
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("did you mean `LNT-{number}`?")
        }
        None => "`crd-gen explain --all` lists all codes".to_owned(),
    }
}

/// Creates the error for a value of an option that is not a code.
pub(crate) fn not_a_code(option: &str, unknown: &UnknownCode) -> CommandError {
    let help = of_all_codes(option, &unknown.name).map_or_else(|| nearest_code(unknown), str::to_owned);
    CommandError::new(unknown.to_string()).help(help)
}

impl From<UnknownCode> for CommandError {
    fn from(unknown: UnknownCode) -> Self {
        CommandError::new(unknown.to_string()).help(nearest_code(&unknown))
    }
}

/// Returns the message of a system error without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Returns the message of a system error about a path, with a similar path if there is none of that name.
pub(crate) fn reason_at(path: &Path, error: &std::io::Error) -> String {
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
    let name = given.get(1).cloned().unwrap_or_default();
    let mut matches = command.try_get_matches_from_mut(given).map_err(|error| {
        let called = name.to_str().and_then(|name| command.find_subcommand(name));
        with_foreign(with_suggestions(error, called, given), called, given)
    })?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Returns the name of a command, if it is one.
fn command_named(name: &str) -> Option<String> {
    let command = Cli::command();
    let found = command.find_subcommand(name)?;
    Some(found.get_name().to_owned())
}

/// Proposes our command or option for one of another tool, instead of a similar one.
fn with_foreign(mut error: clap::Error, called: Option<&clap::Command>, given: &[OsString]) -> clap::Error {
    // The arguments are paths: behind `--`, an option would be the name of a file.
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    let unknown = error
        .get(ContextKind::InvalidArg)
        .or_else(|| error.get(ContextKind::InvalidSubcommand));
    let proposal = match (error.kind(), unknown, called) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown)), Some(called)) => {
            foreign::proposal(called, unknown, given)
        }
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(unknown)), Some(called))
            if called.get_name() == "help" =>
        {
            let ours = Cli::command();
            let names = ours.get_subcommands().map(clap::Command::get_name);
            nearest(unknown, names).map(|near| format!("write `crd-gen help {near}`"))
        }
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(unknown)), None) => {
            let first = given
                .iter()
                .skip(2)
                .find_map(|word| command_named(word.to_str()?));
            let ours = foreign::command(unknown).map(|ours| format!("write `crd-gen {ours}`"));
            ours.or_else(|| Some(format!("write the command first: `crd-gen {} …`", first?)))
        }
        (ErrorKind::UnknownArgument, Some(_), None) => {
            let first = given
                .iter()
                .skip(1)
                .find_map(|word| command_named(word.to_str()?));
            first.map(|first| format!("write options after the command: `crd-gen {first} …`"))
        }
        _ => None,
    };
    if let Some(proposal) = proposal {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        let styled = ContextValue::StyledStrs(vec![proposal.into()]);
        error.insert(ContextKind::Suggested, styled);
    }
    error
}

/// Moves the most similar command in clap's suggestions from the last place to the first, and suggests no `--verbose` for `--version`.
fn with_suggestions(
    mut error: clap::Error,
    called: Option<&clap::Command>,
    given: &[OsString],
) -> clap::Error {
    let is_version =
        error.get(ContextKind::InvalidArg) == Some(&ContextValue::String("--version".to_owned()));
    if is_version && let Some(called) = called {
        error.remove(ContextKind::SuggestedArg);
        let mut names = called.get_arguments().filter_map(clap::Arg::get_long);
        if let Some(near) = names.find(|name| name.ends_with("-version")) {
            error.insert(
                ContextKind::SuggestedArg,
                ContextValue::String(format!("--{near}")),
            );
        }
    }
    if let (Some(ContextValue::String(unknown)), Some(ContextValue::String(similar))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::SuggestedArg),
    ) && !(is_version || is_near(unknown, similar)) | !foreign::is_replacement(similar, unknown, given)
    {
        error.remove(ContextKind::SuggestedArg);
    }
    if let Some(ContextValue::Strings(mut similar)) = error.remove(ContextKind::SuggestedSubcommand) {
        similar.reverse();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(similar));
    }
    error
}

/// Whether an option may be a misspelt or shortened form of another one; clap also suggests options that only share some letters.
fn is_near(unknown: &str, option: &str) -> bool {
    let (unknown, option) = (unknown.trim_start_matches('-'), option.trim_start_matches('-'));
    let option = option.split([' ', '=']).next().unwrap_or_default();
    unknown.contains(option) || option.contains(unknown) || nearest(unknown, [option]).is_some()
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

    #[test]
    fn the_version_of_the_program_is_no_option_of_commands() {
        let error = parse(
            Caller::Shell,
            &words(&["crd-gen", "validate", "--version", "1.34", "x"]),
        )
        .unwrap_err();
        assert!(
            error.to_string().contains("exists: '--kubernetes-version'"),
            "{error}"
        );
        let version = parse(Caller::Shell, &words(&["crd-gen", "--version"])).unwrap_err();
        assert_eq!(version.kind(), ErrorKind::DisplayVersion);
    }

    #[test]
    fn options_of_other_tools_are_translated() {
        for (given, expected) in [
            (
                &["crd-gen", "check", "-o", "json"][..],
                "tip: write `--format json`",
            ),
            (
                &["crd-gen", "validate", "--strict", "a.yaml"],
                "tip: write `--field-validation strict`",
            ),
            (&["crd-gen", "lint", "crds"], "tip: write `crd-gen check`"),
            (
                &["crd-gen", "convert", "--crds", "crds", "a.yaml"],
                "tip: conversions are those of a Rust package",
            ),
        ] {
            let error = parse(Caller::Shell, &words(given)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.matches("tip:").count(), 1, "{error}");
        }
    }

    /// Behind `--`, it would be the name of a file.
    #[test]
    fn an_unknown_option_is_not_proposed_as_an_argument() {
        let given = ["crd-gen", "check", "--nonsense", "crds"];
        let error = parse(Caller::Shell, &words(&given)).unwrap_err().to_string();
        assert!(!error.contains("tip:"), "{error}");
    }

    #[test]
    fn options_that_only_share_letters_are_not_proposed() {
        let parsed = |given: &[&str]| parse(Caller::Shell, &words(given)).unwrap_err().to_string();
        let far = parsed(&["crd-gen", "validate", "--namespaces", "a", "x"]);
        assert!(!far.contains("--manifest-path"), "{far}");
        let near = parsed(&["crd-gen", "check", "--statistic", "x"]);
        assert!(near.contains("--statistics"), "{near}");
    }

    /// The next word would be the value of the option.
    #[test]
    fn options_that_would_take_another_value_are_not_proposed() {
        for (given, is_proposed) in [
            (&["crd-gen", "check", "--deny-nothing", "crds"][..], false),
            (&["crd-gen", "check", "--den", "warnings", "crds"], true),
            (&["crd-gen", "check", "--den=wranings", "crds"], false),
            (&["crd-gen", "validate", "--version", "2", "a.yaml"], false),
            (&["crd-gen", "test", "--coverage", "100", "tests"], true),
            (&["crd-gen", "test", "--coverage", "tests"], false),
        ] {
            let error = parse(Caller::Shell, &words(given)).unwrap_err().to_string();
            assert_eq!(
                error.contains("a similar argument exists"),
                is_proposed,
                "{given:?}: {error}"
            );
        }
    }

    #[test]
    fn a_misspelt_command_after_help() {
        let error = parse(Caller::Shell, &words(&["crd-gen", "help", "chek"]))
            .unwrap_err()
            .to_string();
        assert!(error.contains("write `crd-gen help check`"), "{error}");
    }

    #[test]
    fn the_nearest_command_is_offered_first() {
        let error = parse(Caller::Shell, &words(&["crd-gen", "chek"])).unwrap_err();
        assert!(
            error.to_string().contains("similar subcommands exist: 'check'"),
            "{error}"
        );
    }
}
