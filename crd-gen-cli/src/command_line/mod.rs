//! What to write instead of a wrong command line.

mod arguments;
mod foreign;

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use crd_core::nearest;

use self::arguments::OptionValue;
use crate::args::Cli;
pub(crate) use foreign::value_after_space;

/// Returns the name of a command, if it is one.
fn command_named(name: &str) -> Option<String> {
    let command = Cli::command();
    let found = command.find_subcommand(name)?;
    Some(found.get_name().to_owned())
}

/// Explains an error of the command line: proposes our command or option for one of another tool, or else a similar one.
pub(crate) fn explain(error: clap::Error, called: Option<&clap::Command>, given: &[OsString]) -> clap::Error {
    let error = with_option_as_expression(error, called, given);
    with_foreign(with_suggestions(error, called, given), called, given)
}

/// Names the unknown option that was taken for the expression, in place of the argument after it.
fn with_option_as_expression(
    mut error: clap::Error,
    called: Option<&clap::Command>,
    given: &[OsString],
) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(called) = called
        && let Some(unknown) = arguments::option_as_expression(called, given)
    {
        error.insert(ContextKind::InvalidArg, ContextValue::String(unknown.to_owned()));
        if let Some(near) = arguments::similar_option(called, unknown) {
            error.insert(ContextKind::SuggestedArg, ContextValue::String(near));
        }
    }
    error
}

/// Returns the command that is called: the first word after the options of the program.
pub(crate) fn called<'c>(program: &'c clap::Command, given: &[OsString]) -> Option<&'c clap::Command> {
    let mut words = given.iter().skip(1).filter_map(|word| word.to_str());
    loop {
        let word = words.next()?;
        if !word.starts_with('-') {
            return program.find_subcommand(word);
        }
        if let OptionValue::NextWord = arguments::place_of_value(program, word)? {
            words.next();
        }
    }
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
            arguments::proposal(called, unknown, given)
        }
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(unknown)), Some(called))
            if called.get_name() == "help" =>
        {
            let ours = Cli::command();
            let names = ours.get_subcommands().map(clap::Command::get_name);
            nearest(unknown, names).map(|near| format!("write `crd-gen help {near}`"))
        }
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(unknown)), Some(called))
            if called.get_name() == "config" =>
        {
            Some(match unknown.as_str() {
                "init" | "create" | "new" => {
                    "create a file `crd-gen.toml`; `crd-gen config schema` prints its schema".to_owned()
                }
                _ => "write `crd-gen config show`".to_owned(),
            })
        }
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(unknown)), None) => {
            let first = given
                .iter()
                .skip(2)
                .find_map(|word| command_named(word.to_str()?));
            let ours = foreign::command(unknown).map(|ours| format!("write `crd-gen {ours}`"));
            let is_path = Path::new(unknown).exists();
            let ours = ours.or_else(|| is_path.then(|| format!("write `crd-gen check {unknown}`")));
            ours.or_else(|| Some(format!("write the command first: `crd-gen {} …`", first?)))
        }
        (ErrorKind::UnknownArgument, Some(_), None) => {
            let first = given
                .iter()
                .skip(1)
                .find_map(|word| command_named(word.to_str()?));
            first.map(|first| format!("write options after the command: `crd-gen {first} …`"))
        }
        (ErrorKind::InvalidValue, Some(ContextValue::String(option)), Some(called)) => {
            let value = match error.get(ContextKind::InvalidValue) {
                Some(ContextValue::String(value)) => value.as_str(),
                _ => "",
            };
            value_of_another(called, option, value)
        }
        _ => None,
    };
    if let Some(proposal) = proposal {
        error.remove(ContextKind::SuggestedValue);
        if error.remove(ContextKind::SuggestedArg).is_some() {
            // It shows the suggested option as a required one.
            error.remove(ContextKind::Usage);
        }
        error.remove(ContextKind::SuggestedSubcommand);
        let styled = ContextValue::StyledStrs(vec![proposal.into()]);
        error.insert(ContextKind::Suggested, styled);
    }
    error
}

/// Returns the proposal for a value that is one of another option, whose name may be before it: `--openapi v2` for `--format openapi-v2`.
fn value_of_another(called: &clap::Command, option: &str, value: &str) -> Option<String> {
    let given = option.split([' ', '=', '[']).next()?.strip_prefix("--")?;
    let given_argument = called
        .get_arguments()
        .find(|argument| argument.get_long() == Some(given))?;
    let excluded = called.get_arg_conflicts_with(given_argument);
    called.get_arguments().find_map(|argument| {
        let long = argument.get_long()?;
        let own = value
            .strip_prefix(long)
            .map_or(value, |rest| rest.trim_start_matches('-'));
        let mut values = argument.get_possible_values().into_iter();
        // An option that excludes the given one is about something else, unless the value has its name.
        let is_other = own == value && excluded.iter().any(|other| other.get_long() == Some(long));
        let is_value = given != long
            && !is_other
            && argument.get_action().takes_values()
            && values.any(|known| known.get_name() == own);
        is_value.then(|| format!("write `--{long} {own}`"))
    })
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
    ) {
        let is_meant = is_version || is_near(unknown, similar);
        if !is_meant || !foreign::is_replacement(similar, unknown, given) {
            error.remove(ContextKind::SuggestedArg);
        }
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
    use crate::{Caller, parse};

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    fn error_of(given: &[OsString]) -> clap::Error {
        parse(Caller::Shell, given).unwrap_err()
    }

    #[test]
    fn the_command_follows_options_of_the_program() {
        let program = Cli::command();
        for (line, expected) in [
            ("crd-gen check --output json", Some("check")),
            ("crd-gen --color never -q check --output json", Some("check")),
            ("crd-gen --color=never check", Some("check")),
            ("crd-gen --output json check", None),
            ("crd-gen --color", None),
        ] {
            let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let called = called(&program, &given);
            assert_eq!(called.map(clap::Command::get_name), expected, "{line}");
        }
    }

    #[test]
    fn the_version_of_the_program_is_no_option_of_commands() {
        let error = error_of(&words(&["crd-gen", "validate", "--version", "1.34", "x"]));
        assert!(
            error.to_string().contains("exists: '--kubernetes-version'"),
            "{error}"
        );
        let version = error_of(&words(&["crd-gen", "--version"]));
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
                &["crd-gen", "publish", "--format", "openapi-v2", "crds"],
                "tip: write `--openapi v2`",
            ),
            (
                &["crd-gen", "convert", "--crds", "crds", "a.yaml"],
                "tip: conversions are those of a Rust package",
            ),
        ] {
            let error = error_of(&words(given)).to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.matches("tip:").count(), 1, "{error}");
        }
    }

    /// `--format json` is about the findings, and cannot be used with `--print`.
    #[test]
    fn an_option_that_excludes_the_given_one_is_not_proposed() {
        let given = ["crd-gen", "validate", "--print=json", "a.yaml"];
        let error = error_of(&words(&given)).to_string();
        assert!(!error.contains("tip:"), "{error}");
    }

    /// Behind `--`, it would be the name of a file.
    #[test]
    fn an_unknown_option_is_not_proposed_as_an_argument() {
        let given = ["crd-gen", "check", "--nonsense", "crds"];
        let error = error_of(&words(&given)).to_string();
        assert!(!error.contains("tip:"), "{error}");
    }

    #[test]
    fn options_that_only_share_letters_are_not_proposed() {
        let parsed = |given: &[&str]| error_of(&words(given)).to_string();
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
            (&["crd-gen", "check", "--no-config", "crds"], false),
            (&["crd-gen", "check", "--conifg", "a.toml", "crds"], true),
            (&["crd-gen", "validate", "--strict-kind", "all", "a.yaml"], false),
            (&["crd-gen", "validate", "--strict-kind=all", "a.yaml"], true),
        ] {
            let error = error_of(&words(given)).to_string();
            assert_eq!(
                error.contains("a similar argument exists"),
                is_proposed,
                "{given:?}: {error}"
            );
        }
    }

    #[test]
    fn a_misspelt_command_after_help() {
        let error = error_of(&words(&["crd-gen", "help", "chek"])).to_string();
        assert!(error.contains("write `crd-gen help check`"), "{error}");
    }

    #[test]
    fn the_nearest_command_is_offered_first() {
        let error = error_of(&words(&["crd-gen", "chek"]));
        assert!(
            error.to_string().contains("similar subcommands exist: 'check'"),
            "{error}"
        );
    }
}
