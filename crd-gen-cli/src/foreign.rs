//! Options of other tools, with ours: `-o json` of kubectl is `--format json`.

use std::ffi::OsString;

/// Options of kubectl, kubeconform, controller-gen, kustomize, helm and cargo, each with ours. Of several rows, the first of which a
/// command has the option applies. An option without a value takes the value that was given, if it is one of its own.
const OPTIONS: &[(&str, &str)] = &[
    ("-o", "--format"),
    ("-o", "--output"),
    ("-o", "--out-dir"),
    ("--output", "--format"),
    ("--output", "--out-dir"),
    ("--output-dir", "--output"),
    ("--output-dir", "--out-dir"),
    ("--out-dir", "--output"),
    ("--target-dir", "--output"),
    ("--message-format", "--format"),
    ("--json", "--format json"),
    ("--yaml", "--format yaml"),
    ("--strict", "--field-validation strict"),
    ("--strict", "--deny warnings"),
    ("--validate", "--field-validation"),
    ("--dry-run", "--check"),
    ("--dry-run", "--diff"),
    ("--schema-location", "--crds"),
    ("--crd-dir", "--crds"),
    ("--kube-version", "--kubernetes-version"),
    ("--skip", "--ignore"),
    ("--skip", "--allow"),
    ("--summary", "--statistics"),
    ("--filename", FILES),
    ("-f", FILES),
    ("--kustomize", FILES),
    ("-k", FILES),
    ("--recursive", DIRECTORIES),
    ("-R", DIRECTORIES),
    ("-r", DIRECTORIES),
];

const FILES: &str = "files and directories are given without an option";
const DIRECTORIES: &str = "directories are read with all directories below them";

/// Returns the proposal for an argument that a command does not know; `None` if no tool has it.
pub(crate) fn proposal(command: &clap::Command, unknown: &str, given: &[OsString]) -> Option<String> {
    if !unknown.starts_with('-') {
        return positional(command, unknown);
    }
    // kubeconform writes one hyphen: only the first letter of `-schema-location` is reported.
    let mut words = given.iter().filter_map(|word| word.to_str());
    let word = words.find(|word| word.starts_with(unknown)).unwrap_or(unknown);
    let name = word.split('=').next().unwrap_or_default();
    let value = value_of(name, given);
    let mut rows = OPTIONS
        .iter()
        .filter(|(theirs, _)| *theirs == name || name.len() > 2 && theirs.strip_prefix('-') == Some(name));
    rows.find_map(|(_, ours)| {
        if !ours.starts_with('-') {
            let has_files = *ours == DIRECTORIES || command.get_positionals().next().is_some();
            return has_files.then(|| (*ours).to_owned());
        }
        let option = ours.split(' ').next().unwrap_or_default();
        let argument = command
            .get_arguments()
            .find(|argument| argument.get_long() == option.strip_prefix("--"))?;
        let mut values = argument.get_possible_values();
        let is_complete = option.len() < ours.len();
        let value = value.filter(|_| !is_complete && argument.get_action().takes_values());
        if let (Some(value), false) = (value, values.is_empty()) {
            values.retain(|known| known.get_name() == value);
            if values.is_empty() {
                return None;
            }
        }
        let value = value.map(|value| format!(" {value}")).unwrap_or_default();
        Some(format!("write `{ours}{value}`"))
    })
}

/// Returns the value that was given to an option: `json` in `-o json` and `--output=json`.
fn value_of<'g>(name: &str, given: &'g [OsString]) -> Option<&'g str> {
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

/// Returns the proposal for an argument of a command that takes none: a directory, and the arguments of controller-gen.
fn positional(command: &clap::Command, given: &str) -> Option<String> {
    let has = |long: &str| {
        let mut arguments = command.get_arguments();
        arguments.any(|argument| argument.get_long() == Some(long))
    };
    if !has("output") {
        return None;
    }
    Some(match given.rsplit_once('=') {
        Some((key, directory)) if key.starts_with("output:") => format!("write `--output {directory}`"),
        Some(("paths", _)) => {
            "the types of a package are found by their derive: write `--package NAME`".to_owned()
        }
        _ if given.starts_with("crd") && given.contains(':') => {
            "the options of CRDs are attributes of the types".to_owned()
        }
        _ => format!("to write to `{given}`, write `--output {given}`"),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Cli;

    fn proposed(line: &str) -> Option<String> {
        let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = Cli::command().try_get_matches_from(&given).unwrap_err();
        let unknown = error.get(clap::error::ContextKind::InvalidArg)?.to_string();
        let command = Cli::command();
        proposal(command.find_subcommand(&given[1])?, &unknown, &given)
    }

    #[test]
    fn options_of_other_tools_have_a_proposal() {
        for (line, expected) in [
            ("crd-gen check -o json config", "write `--format json`"),
            ("crd-gen check --output=sarif config", "write `--format sarif`"),
            ("crd-gen check --json config", "write `--format json`"),
            ("crd-gen generate --strict", "write `--deny warnings`"),
            ("crd-gen check -R config", DIRECTORIES),
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
            (
                "crd-gen generate config/crd",
                "to write to `config/crd`, write `--output config/crd`",
            ),
            (
                "crd-gen generate output:crd:dir=config/crd",
                "write `--output config/crd`",
            ),
            (
                "crd-gen generate --output-dir config/crd",
                "write `--output config/crd`",
            ),
            ("crd-gen generate --dry-run", "write `--check`"),
        ] {
            assert_eq!(proposed(line).as_deref(), Some(expected), "{line}");
        }
        for line in [
            "crd-gen check --nonsense config",
            "crd-gen check -o nonsense config",
        ] {
            assert_eq!(proposed(line), None, "{line}");
        }
    }

    /// A row that no command can use is a mistake.
    #[test]
    fn each_row_applies_to_a_command() {
        let command = Cli::command();
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
