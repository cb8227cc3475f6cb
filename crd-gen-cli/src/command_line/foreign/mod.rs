//! Options of other tools, with ours: `-o json` of kubectl is `--format json`.

mod table;

use std::ffi::OsString;

use clap::CommandFactory as _;
use clap::error::ContextKind;
use crd_core::check::{Level, Levels, LintChoice};
use crd_core::{KubeVersion, nearest};

use crate::args::Cli;
pub(super) use table::NAMED;
use table::{
    ACCEPTED, ALL_VERSIONS, COMMANDS, CONVERSIONS, DIRECTORIES, EXPRESSION, FIRST, FROM_VERSION, IN_PLACE,
    LEVELS, NAMESPACE, OF_CEL, OPTIONS, PRINTED, PUBLISHED, REDIRECTED, SELECTED, SIDES, SKIPPED, VERSION,
};

/// Returns our command for one of another tool.
pub(super) fn command(name: &str) -> Option<&'static str> {
    let row = COMMANDS.iter().find(|(theirs, _)| *theirs == name)?;
    Some(row.1)
}

/// Returns the proposal for an option that a command does not know; `None` if no tool has it.
pub(super) fn option(command: &clap::Command, unknown: &str, given: &[OsString]) -> Option<String> {
    // kubeconform writes one hyphen: only the first letter of `-schema-location` is reported.
    let mut words = given.iter().filter_map(|word| word.to_str());
    let word = words.find(|word| word.starts_with(unknown)).unwrap_or(unknown);
    let name = word.split('=').next().unwrap_or_default();
    let value = value_of(name, given);
    let mut rows = OPTIONS
        .iter()
        .filter(|(theirs, _)| *theirs == name || name.len() > 2 && theirs.strip_prefix('-') == Some(name));
    let has = |option: &str| {
        command
            .get_arguments()
            .any(|argument| argument.get_long() == Some(option))
    };
    rows.find_map(|(_, ours)| {
        if !ours.starts_with('-') {
            let applies = match *ours {
                DIRECTORIES => true,
                CONVERSIONS | IN_PLACE => command.get_name() == "convert",
                SKIPPED | NAMESPACE => command.get_name() == "validate",
                VERSION => {
                    command.get_name() == "validate" && value.is_some_and(|value| value.starts_with('v'))
                }
                FROM_VERSION => {
                    command.get_name() == "convert" && value.is_some_and(|value| value.starts_with('v'))
                }
                ALL_VERSIONS => {
                    let is_version = |value: &str| value.starts_with('v') && !value.contains(['.', '/']);
                    command.get_name() == "migrate" && value.is_some_and(is_version)
                }
                PRINTED => command.get_name() == "convert" && matches!(value, Some("json" | "yaml")),
                PUBLISHED => {
                    command.get_name() == "publish"
                        && (name == "--json" || matches!(value, Some("json" | "yaml")))
                }
                SELECTED => command.get_name() == "test",
                OF_CEL => value
                    .is_some_and(|value| matches!(value.split(['.', '[']).next(), Some("spec" | "status"))),
                NAMED | EXPRESSION => command.get_name() == "cel",
                FIRST => {
                    let is_crd = name.starts_with("--crd") || name == "--schema";
                    command.get_name() == "cel" && (is_crd || given.get(2).is_some_and(|word| word == name))
                }
                LEVELS => has("deny"),
                // The value may be a misspelt format.
                REDIRECTED => {
                    !has("out-dir") && !has("output") && value.is_some_and(|value| value.contains(['.', '/']))
                }
                SIDES | ACCEPTED => command.get_name() == "compat",
                _ => command.get_positionals().next().is_some(),
            };
            return applies.then(|| (*ours).to_owned());
        }
        let option = ours.split(' ').next().unwrap_or_default();
        let argument = command
            .get_arguments()
            .find(|argument| argument.get_long() == option.strip_prefix("--"))?;
        let mut values = argument.get_possible_values();
        let is_complete = option.len() < ours.len();
        let given_value = value;
        let value = value.filter(|_| !is_complete && argument.get_action().takes_values());
        if let (Some(value), false) = (value, values.is_empty()) {
            values.retain(|known| known.get_name() == value);
            if values.is_empty() {
                return None;
            }
        }
        if *ours == "--deny warnings" && given_value.is_some_and(|value| value.starts_with("error")) {
            return Some("remove it: errors always fail the command".to_owned());
        }
        // Pages and schemas are printed without a directory.
        if option == "--out-dir" && value.is_some_and(is_file_name) {
            return Some(REDIRECTED.to_owned());
        }
        let name = option.trim_start_matches('-');
        if value.is_some_and(|value| is_code(name, value) == Some(false)) {
            return None;
        }
        if name == "kubernetes-version" && value.is_some_and(|value| value.parse::<KubeVersion>().is_err()) {
            return None;
        }
        let separator = if argument.is_require_equals_set() {
            '='
        } else {
            ' '
        };
        let value = value
            .map(|value| format!("{separator}{value}"))
            .unwrap_or_default();
        // Both would write.
        let instead = if *ours == "--diff" && given.iter().any(|word| word == "--fix") {
            " instead of `--fix`"
        } else {
            ""
        };
        Some(format!("write `{ours}{value}`{instead}"))
    })
    .or_else(|| with_value_in_name(command, name))
}

/// Whether a path ends with a name that has an extension.
fn is_file_name(path: &str) -> bool {
    std::path::Path::new(path).extension().is_some()
}

/// Returns the proposal for an option whose name ends with its value: `--deny-warnings` is `--deny warnings`.
fn with_value_in_name(command: &clap::Command, name: &str) -> Option<String> {
    command.get_arguments().find_map(|argument| {
        let option = argument.get_long()?;
        let value = name.strip_prefix("--")?.strip_prefix(option)?.strip_prefix('-')?;
        let mut values = argument.get_possible_values().into_iter();
        let is_value = values.any(|known| known.get_name() == value);
        (is_value || is_code(option, value) == Some(true)).then(|| format!("write `--{option} {value}`"))
    })
}

/// Whether an option of codes or lints takes a value; `None` for other options.
fn is_code(option: &str, value: &str) -> Option<bool> {
    let mut levels = Levels::default();
    let result = match option {
        "allow" | "warn" | "deny" => levels.set_named(value, Level::Allow),
        "select" | "ignore" => levels.choose(value, LintChoice::Select),
        _ => return None,
    };
    Some(result.is_ok())
}

/// Whether an option can replace an unknown one: its value is then valid.
pub(super) fn is_replacement(option: &str, unknown: &str, given: &[OsString]) -> bool {
    let option = option.split([' ', '=']).next().unwrap_or_default();
    let replaced = |word: &OsString| {
        let rest = word.to_str().and_then(|word| word.strip_prefix(unknown));
        match rest.filter(|rest| rest.is_empty() || rest.starts_with('=')) {
            Some(rest) => OsString::from(format!("{option}{rest}")),
            None => word.clone(),
        }
    };
    let replaced: Vec<OsString> = given.iter().map(replaced).collect();
    let codes = value_of(option, &replaced).unwrap_or_default().split(',');
    let name = option.trim_start_matches('-');
    if codes.into_iter().any(|code| is_code(name, code) == Some(false)) {
        return false;
    }
    let program = Cli::command();
    let is_apart = given.iter().any(|word| word == unknown);
    let value = value_of(unknown, given).unwrap_or_default();
    let loses_value = |argument: &clap::Arg| {
        let mut values = argument.get_possible_values().into_iter();
        let is_left = is_apart && argument.is_require_equals_set();
        argument.get_long() == Some(name)
            && argument.get_action().takes_values()
            && (unknown.starts_with("--no-") || is_left && values.any(|known| known.get_name() == value))
    };
    let mut arguments = program.get_subcommands().flat_map(clap::Command::get_arguments);
    if arguments.any(loses_value) {
        return false;
    }
    drop(arguments);
    let Err(error) = program.try_get_matches_from(replaced) else {
        return true;
    };
    // Others may have mistakes of their own.
    let about = error.get(ContextKind::InvalidArg);
    !about.is_some_and(|about| about.to_string().starts_with(option))
}

/// Returns the proposal for a word that is no file, behind an option of the running command: the option needs `=` before its value, or
/// another one has the value.
pub(crate) fn value_after_space(word: &str) -> Option<String> {
    value_in(&std::env::args().collect::<Vec<String>>(), word)
}

fn value_in(given: &[String], word: &str) -> Option<String> {
    let program = Cli::command();
    let command = given.iter().find_map(|word| program.find_subcommand(word))?;
    let before = given.iter().position(|other| other == word)?.checked_sub(1)?;
    let name = given.get(before)?.strip_prefix("--")?;
    let with_name = |name: &str| {
        command
            .get_arguments()
            .find(|argument| argument.get_long() == Some(name))
    };
    let argument = with_name(name)?;
    if word.contains(',') && argument.get_action().takes_values() {
        let each = word.split(',').map(|value| format!("--{name} {value}"));
        return Some(format!("write `{}`", each.collect::<Vec<_>>().join(" ")));
    }
    if argument.is_require_equals_set() {
        let values = argument.get_possible_values();
        let names = || values.iter().map(clap::builder::PossibleValue::get_name);
        let meant = if values.is_empty() || names().any(|name| name == word) {
            Some(word)
        } else {
            nearest(word, names())
        };
        let meant = meant.filter(|_| !word.contains(['/', '.']))?;
        return Some(format!("write `--{name}={meant}`"));
    }
    let is_version = !argument.get_action().takes_values() && word.parse::<KubeVersion>().is_ok();
    let (of, other) = match with_name("kubernetes-version") {
        Some(other) => ("the server", other),
        None => ("k8s-openapi's types", with_name("k8s-openapi")?),
    };
    let other = other.get_long().filter(|_| is_version)?;
    Some(format!(
        "`--{name}` has no value; for a version of {of}, write `--{other} {word}`"
    ))
}

/// Returns the value that was given to an option: `json` in `-o json` and `--output=json`.
pub(super) fn value_of<'g>(name: &str, given: &'g [OsString]) -> Option<&'g str> {
    let mut texts = given.iter().filter_map(|word| word.to_str());
    texts
        .find_map(|word| {
            let rest = word.strip_prefix(name)?;
            rest.strip_prefix('=').or_else(|| rest.is_empty().then_some(""))
        })
        .and_then(|written| match written {
            "" => {
                let at = given.iter().position(|word| word.to_str() == Some(name))?;
                given.get(at + 1)?.to_str().filter(|next| !next.starts_with('-'))
            }
            written => Some(written),
        })
}

#[cfg(test)]
pub(super) mod tests {
    use clap::error::ErrorKind;

    use super::table::{FILES, STDIN};
    use super::*;

    /// Returns the words of a command line, the command that was called, and the argument that it does not know.
    pub(in crate::command_line) fn unknown(line: &str) -> Option<(Vec<OsString>, clap::Command, String)> {
        let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = Cli::command().try_get_matches_from(&given).unwrap_err();
        let called = Cli::command().find_subcommand(&given[1])?.clone();
        let error = crate::command_line::with_option_as_expression(error, Some(&called), &given);
        let unknown = error.get(ContextKind::InvalidArg)?.to_string();
        Some((given, called, unknown))
    }

    fn proposed(line: &str) -> Option<String> {
        let (given, called, unknown) = unknown(line)?;
        option(&called, &unknown, &given)
    }

    #[test]
    fn values_that_were_read_as_paths() {
        for (line, word, expected) in [
            (
                "crd-gen validate --crds a --strict-kinds custom b",
                "custom",
                Some("write `--strict-kinds=custom`"),
            ),
            (
                "crd-gen check --minimum-version 1.30",
                "1.30",
                Some(
                    "`--minimum-version` has no value; for a version of the server, write `--kubernetes-version 1.30`",
                ),
            ),
            (
                "crd-gen import --kube 1.33 crd.yaml",
                "1.33",
                Some(
                    "`--kube` has no value; for a version of k8s-openapi's types, write `--k8s-openapi 1.33`",
                ),
            ),
            (
                "crd-gen validate --crds a,b c.yaml",
                "a,b",
                Some("write `--crds a --crds b`"),
            ),
            ("crd-gen check --fix custom", "custom", None),
            ("crd-gen validate --crds a --print b.yaml", "b.yaml", None),
            (
                "crd-gen validate --crds a --print yml b.yaml",
                "yml",
                Some("write `--print=yaml`"),
            ),
            ("crd-gen validate --crds a --print json b.yaml", "json", None),
        ] {
            let given: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(value_in(&given, word).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn options_of_other_tools_have_a_proposal() {
        for (line, expected) in [
            ("crd-gen check -o json config", "write `--format json`"),
            ("crd-gen check --file a.yaml", FILES),
            ("crd-gen check --stdin", STDIN),
            (
                "crd-gen check --fix --dry-run a",
                "write `--diff` instead of `--fix`",
            ),
            ("crd-gen migrate --from a --to b", FILES),
            ("crd-gen migrate --from v1beta1 --to v1 a b", ALL_VERSIONS),
            ("crd-gen convert --to v1 -o yaml a.yaml", PRINTED),
            ("crd-gen convert --to v1 -o v1.yaml a.yaml", REDIRECTED),
            ("crd-gen convert --to v1 --out-dir v1 a.yaml", IN_PLACE),
            ("crd-gen validate --crd crds a.yaml", "write `--crds crds`"),
            ("crd-gen check --fail-on warning crds", "write `--deny warnings`"),
            (
                "crd-gen compat a b --fail-on error",
                "remove it: errors always fail the command",
            ),
            ("crd-gen check --output=sarif config", "write `--format sarif`"),
            ("crd-gen check --json config", "write `--format json`"),
            ("crd-gen generate --strict", "write `--deny warnings`"),
            ("crd-gen check -R config", DIRECTORIES),
            (
                "crd-gen check --warnings-as-errors config",
                "write `--deny warnings`",
            ),
            ("crd-gen validate --namespace a --crds config a.yaml", NAMESPACE),
            ("crd-gen validate --version v1 --crds config a.yaml", VERSION),
            ("crd-gen convert --from v1beta1 --to v1 a.yaml", FROM_VERSION),
            ("crd-gen test --filter dates tests", SELECTED),
            ("crd-gen sample --full config", "write `--form full`"),
            ("crd-gen compat --base v1.0.0 config", SIDES),
            ("crd-gen compat --old a --new b", FILES),
            ("crd-gen compat a b --ignore CRD0713", ACCEPTED),
            ("crd-gen check --out a.sarif config", REDIRECTED),
            ("crd-gen docs --output pages.md config", REDIRECTED),
            ("crd-gen docs --output pages config", "write `--out-dir pages`"),
            (
                "crd-gen check --fix-unsafe config",
                "write `--fix --unsafe-fixes`",
            ),
            ("crd-gen check --severity warning config", LEVELS),
            ("crd-gen check -f config", FILES),
            (
                "crd-gen check --kube-version 1.30 config",
                "write `--kubernetes-version 1.30`",
            ),
            (
                "crd-gen validate --strict --crds config a.yaml",
                "write `--field-validation strict`",
            ),
            (
                "crd-gen validate --validate=strict --crds config a.yaml",
                "write `--field-validation strict`",
            ),
            (
                "crd-gen validate -schema-location config a.yaml",
                "write `--crds config`",
            ),
            ("crd-gen validate -k overlays/a", FILES),
            ("crd-gen convert --crds crds --to v1 a.yaml", CONVERSIONS),
            ("crd-gen check --crds crds", FILES),
            (
                "crd-gen generate --output-dir config/crd",
                "write `--output config/crd`",
            ),
            ("crd-gen generate --dry-run", "write `--check`"),
            ("crd-gen check --deny-warnings crds", "write `--deny warnings`"),
            ("crd-gen check --deny-errors crds", "write `--deny warnings`"),
            (
                "crd-gen check --allow-boolean-field crds",
                "write `--allow boolean-field`",
            ),
            ("crd-gen check --ignore-naming crds", "write `--ignore naming`"),
            ("crd-gen check --ignore-warnings crds", "write `--allow warnings`"),
            ("crd-gen check --format-json crds", "write `--format json`"),
            ("crd-gen check --profile-strict crds", "write `--profile strict`"),
            ("crd-gen check --max-warnings 0 crds", "write `--deny warnings`"),
            (
                "crd-gen validate --status --crds crds a.yaml",
                "write `--subresource status`",
            ),
            ("crd-gen check --only naming crds", "write `--select naming`"),
            (
                "crd-gen validate -o yaml --crds crds a.yaml",
                "write `--print=yaml`",
            ),
        ] {
            assert_eq!(proposed(line).as_deref(), Some(expected), "{line}");
        }
        for line in [
            "crd-gen check --nonsense config",
            "crd-gen validate --skip Pod a.yaml",
            "crd-gen check --only nonsense config",
            "crd-gen check --deny-nonsense config",
            "crd-gen check -o nonsense config",
        ] {
            assert_eq!(proposed(line), None, "{line}");
        }
    }

    #[test]
    fn commands_of_other_tools_are_ours() {
        let ours = Cli::command();
        for (theirs, expected) in COMMANDS {
            let name = expected.split(' ').next().unwrap_or_default();
            assert!(
                name == "--version" || ours.find_subcommand(name).is_some(),
                "{expected}"
            );
            assert!(ours.find_subcommand(theirs).is_none(), "{theirs}");
            let words = std::iter::once("crd-gen").chain(expected.split(' '));
            let kind = ours
                .clone()
                .try_get_matches_from(words)
                .err()
                .map(|error| error.kind());
            assert!(
                matches!(
                    kind,
                    None | Some(ErrorKind::MissingRequiredArgument | ErrorKind::DisplayVersion)
                ),
                "{expected}: {kind:?}"
            );
        }
    }

    /// A row that no command can use is a mistake.
    #[test]
    fn each_row_applies_to_a_command() {
        let mut command = Cli::command();
        // Global options are those of all commands.
        command.build();
        for (theirs, ours) in OPTIONS {
            let option = ours.split(' ').next().unwrap_or_default();
            let is_ours = |command: &clap::Command| {
                let mut arguments = command.get_arguments();
                !ours.starts_with('-')
                    || arguments.any(|argument| argument.get_long() == option.strip_prefix("--"))
            };
            assert!(command.get_subcommands().any(is_ours), "{theirs} {ours}");
        }
    }
}
