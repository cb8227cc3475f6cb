//! Arguments that commands do not know: options of other tools, paths of types for `generate`, and expressions without quotes for `cel`.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory as _;
use crd_core::check::codes_named;
use crd_core::nearest;

use super::foreign::{option, value_of};
use crate::args::Cli;
use crate::options::is_of_file;

/// Returns the proposal for an argument that a command does not know.
pub(super) fn proposal(command: &clap::Command, unknown: &str, given: &[OsString]) -> Option<String> {
    match command.get_name() {
        _ if unknown.starts_with('-') => option(command, unknown, given),
        "generate" => Some(of_generate(unknown, given)),
        "cel" => of_cel(unknown, given),
        "explain" => of_explain(unknown, given),
        _ => None,
    }
}

/// `generate` takes no arguments. Those of controller-gen, paths of Rust types, and a directory for the CRDs are given.
fn of_generate(unknown: &str, given: &[OsString]) -> String {
    const FOUND: &str = "the types of a package are found by their derive";
    let mut words = given.iter().skip(2).filter_map(|word| word.to_str());
    let directory = words.clone().find_map(|word| {
        let (key, directory) = word.rsplit_once('=')?;
        (key.starts_with("output:") && !directory.is_empty()).then_some(directory)
    });
    let is_of_controller_gen = |word: &str| {
        let generator = word.split([':', '=']).next().unwrap_or_default();
        [
            "crd",
            "paths",
            "object",
            "rbac",
            "webhook",
            "output",
            "schemapatch",
        ]
        .contains(&generator)
    };
    if let Some(directory) = directory {
        return format!("{FOUND}: write `crd-gen generate --output {directory}`");
    }
    // A single word may be a directory.
    if words.any(|word| word.contains(['=', ':']) && is_of_controller_gen(word)) {
        return format!("{FOUND}: write `crd-gen generate --output DIR`");
    }
    let path = Path::new(unknown);
    let has_name = |name: &str| path.file_name().is_some_and(|found| found == name);
    if has_name("Cargo.toml") {
        return format!("write `--manifest-path {unknown}`");
    }
    if path.join("Cargo.toml").is_file() {
        let manifest = path.join("Cargo.toml");
        return format!("write `--manifest-path {}`", manifest.display());
    }
    if path.extension().is_some_and(|extension| extension == "rs") || has_name("src") {
        return format!("{FOUND}: leave out `{unknown}`");
    }
    if ["-o", "--output"]
        .iter()
        .any(|name| value_of(name, given).is_some())
    {
        return format!("{FOUND}: leave out `{unknown}`");
    }
    // Directories are not written like types, but a type may be.
    if unknown.starts_with(|c: char| c.is_ascii_uppercase())
        && !unknown.contains(['/', '\\'])
        && !path.exists()
    {
        return format!(
            "all types with `#[derive(CustomResource)]` are found: leave out `{unknown}`; or, to write to a directory of this name, write \
             `--output {unknown}`"
        );
    }
    if is_of_file(path) && path.is_file() {
        return format!(
            "`crd-gen generate` reads Rust types: for the CRDs in a file, write `crd-gen check {unknown}` or `crd-gen import {unknown}`"
        );
    }
    if is_of_file(path) {
        return format!("to write to this file, write `crd-gen generate --output - > {unknown}`");
    }
    format!("to write to `{unknown}`, write `--output {unknown}`")
}

/// `cel` takes a CRD and an expression: a third argument is a path, or the expression is not in quotes.
fn of_cel(unknown: &str, given: &[OsString]) -> Option<String> {
    let at = given.iter().position(|word| word.to_str() == Some(unknown))?;
    let expression = given.get(at.checked_sub(1)?)?.to_str()?;
    if let Some(path) = [expression, unknown].into_iter().find(|word| is_path(word)) {
        return Some(format!("write `--path {path}`"));
    }
    if Path::new(unknown).is_file() {
        return Some(format!("write `--object {unknown}`"));
    }
    let is_condition = |word: &str| word.contains("self") && word.contains(['<', '>', '=', '(']);
    if is_condition(expression) && is_condition(unknown) {
        return Some("`crd-gen cel` takes one expression: join conditions with `&&`".to_owned());
    }
    Some("write the expression in quotes".to_owned())
}

/// `explain` takes one code, or one path of fields.
fn of_explain(unknown: &str, given: &[OsString]) -> Option<String> {
    let at = given.iter().position(|word| word.to_str() == Some(unknown))?;
    let before = given.get(at.checked_sub(1)?)?.to_str()?;
    let is_code = |word: &str| codes_named(word).is_ok();
    if is_code(before) && is_code(unknown) {
        return Some(format!("explain one code at a time: `crd-gen explain {unknown}`"));
    }
    if is_code(&format!("{before}{unknown}")) {
        return Some(format!("write `{before}{unknown}`, without a space"));
    }
    is_path(before).then(|| format!("join fields with dots: `{before}.{unknown}`"))
}

/// Where the value of an option is, if it has one.
pub(super) enum OptionValue {
    SameWord,
    NextWord,
}

/// Returns where the value of an option is, such as `--color=never` or `-p`; `None` if the command has no such option.
pub(super) fn place_of_value(command: &clap::Command, word: &str) -> Option<OptionValue> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    let is_it = |argument: &&clap::Arg| match name.strip_prefix("--") {
        Some(long) => argument.get_long() == Some(long),
        None => argument.get_short().is_some() && argument.get_short() == name.chars().nth(1),
    };
    let argument = command.get_arguments().find(is_it)?;
    let is_next = argument.get_action().takes_values() && value.is_none();
    Some(if is_next {
        OptionValue::NextWord
    } else {
        OptionValue::SameWord
    })
}

/// Returns the option that `cel` does not know and takes for its expression, which may begin with a hyphen.
pub(super) fn option_as_expression<'g>(called: &clap::Command, given: &'g [OsString]) -> Option<&'g str> {
    let is_option = |word: &str| match word.strip_prefix("--") {
        Some(long) => {
            let name = long.split('=').next().unwrap_or_default();
            name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        }
        None => matches!(word.as_bytes(), [b'-', letter] if letter.is_ascii_alphabetic()),
    };
    let mut program = Cli::command();
    program.build();
    let command = program
        .find_subcommand(called.get_name())
        .filter(|command| command.get_name() == "cel")?;
    let mut words = given
        .iter()
        .skip_while(|word| *word != "cel")
        .skip(1)
        .map(|word| word.to_str());
    while let Some(word) = words.next() {
        let Some(word) = word.filter(|word| is_option(word)) else {
            continue;
        };
        match place_of_value(command, word) {
            None => return Some(word),
            Some(OptionValue::NextWord) => {
                words.next();
            }
            Some(OptionValue::SameWord) => {}
        }
    }
    None
}

/// Returns the option of a command whose name is similar to an unknown one, also in another style: `--optionalOldSelf`.
pub(super) fn similar_option(called: &clap::Command, unknown: &str) -> Option<String> {
    let plain = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    let unknown = unknown.split('=').next()?.strip_prefix("--")?;
    let names = || called.get_arguments().filter_map(clap::Arg::get_long);
    let near = names()
        .find(|name| plain(name) == plain(unknown))
        .or_else(|| nearest(unknown, names()))?;
    Some(format!("--{near}"))
}

/// Whether a word is a path of fields and not an expression that uses `self`.
fn is_path(word: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "._-[]*".contains(letter);
    let first = word.split(['.', '[']).next().unwrap_or_default();
    // A file may be a second CRD.
    !Path::new(word).exists()
        && word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.chars().all(is_part)
        && !["self", "oldSelf", "true", "false", "null", "in"].contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::foreign::NAMED;
    use crate::command_line::foreign::tests::unknown;

    fn proposed(line: &str) -> Option<String> {
        let (given, called, unknown) = unknown(line)?;
        proposal(&called, &unknown, &given)
    }

    #[test]
    fn arguments_of_commands_that_take_no_more() {
        for (line, expected) in [
            (
                "crd-gen cel crd.yaml self.a>1 Cargo.toml",
                "write `--object Cargo.toml`",
            ),
            (
                "crd-gen cel crd.yaml --path spec --data a.yaml self.a>1",
                "write `--object a.yaml`",
            ),
            (
                "crd-gen cel crd.yaml --old a.yaml self.a>1",
                "write `--old-object a.yaml`",
            ),
            ("crd-gen cel crd.yaml --kind Widget self.a>1", NAMED),
            (
                "crd-gen cel crd.yaml --crd crd.yaml --path spec self.a>1",
                "the CRD is the first argument, without an option",
            ),
            (
                "crd-gen cel -f crd.yaml self.a>1",
                "the CRD is the first argument, without an option",
            ),
            (
                "crd-gen cel crd.yaml --path spec self.a>1 -f a.yaml",
                "write `--object a.yaml`",
            ),
            (
                "crd-gen cel crd.yaml --path spec -e self.a>1",
                "the expression is given without an option",
            ),
            (
                "crd-gen cel crd.yaml -k 1.30 --path spec self.a>1",
                "write `--kubernetes-version 1.30`",
            ),
            (
                "crd-gen cel crd.yaml --schema-path spec self.a>1",
                "write `--path spec`",
            ),
            ("crd-gen cel crd.yaml spec self.a>1", "write `--path spec`"),
            (
                "crd-gen cost crd.yaml --path spec.lists",
                "only `crd-gen cel` has `--path`",
            ),
            (
                "crd-gen cel crd.yaml self.a>1 spec.lists[].a",
                "write `--path spec.lists[].a`",
            ),
            (
                "crd-gen cel crd.yaml self.a>1 self.b>1",
                "`crd-gen cel` takes one expression: join conditions with `&&`",
            ),
            (
                "crd-gen explain CRD0213 CRD0205",
                "explain one code at a time: `crd-gen explain CRD0205`",
            ),
            ("crd-gen explain CRD 0213", "write `CRD0213`, without a space"),
            (
                "crd-gen explain --crds a widgets spec",
                "join fields with dots: `widgets.spec`",
            ),
            (
                "crd-gen cel crd.yaml self.a == 1",
                "write the expression in quotes",
            ),
        ] {
            assert_eq!(proposed(line).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn arguments_of_generate() {
        for (line, expected) in [
            (
                "crd-gen generate config/crd",
                "to write to `config/crd`, write `--output config/crd`",
            ),
            (
                "crd-gen generate output:crd:dir=config/crd",
                "the types of a package are found by their derive: write `crd-gen generate --output config/crd`",
            ),
            (
                "crd-gen generate crd paths=./... output:crd:dir=config/crd",
                "the types of a package are found by their derive: write `crd-gen generate --output config/crd`",
            ),
            (
                "crd-gen generate crd:crdVersions=v1 paths=./...",
                "the types of a package are found by their derive: write `crd-gen generate --output DIR`",
            ),
            (
                "crd-gen generate crds.yaml",
                "to write to this file, write `crd-gen generate --output - > crds.yaml`",
            ),
            ("crd-gen generate crd", "to write to `crd`, write `--output crd`"),
            (
                "crd-gen generate src/lib.rs -o crds",
                "the types of a package are found by their derive: leave out `src/lib.rs`",
            ),
            (
                "crd-gen generate BackupPlan -o crds",
                "the types of a package are found by their derive: leave out `BackupPlan`",
            ),
            (
                "crd-gen generate ../Cargo.toml",
                "write `--manifest-path ../Cargo.toml`",
            ),
        ] {
            assert_eq!(proposed(line).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn wrong_options_are_no_expressions() {
        for (line, expected) in [
            (
                "crd-gen cel crd.yaml --optionalOldSelf --path spec self.a",
                Some(("--optionalOldSelf", Some("--optional-old-self"))),
            ),
            (
                "crd-gen cel crd.yaml --path spec --nonsense self.a",
                Some(("--nonsense", None)),
            ),
            (
                "crd-gen cel --color never crd.yaml -e self.a b",
                Some(("-e", None)),
            ),
            ("crd-gen cel crd.yaml --path spec -self.a>1 b", None),
            ("crd-gen cel crd.yaml --path --nonsense self.a b", None),
        ] {
            let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let program = Cli::command();
            let command = program.find_subcommand("cel").unwrap();
            let found = option_as_expression(command, &given);
            let near = found.and_then(|found| similar_option(command, found));
            assert_eq!(found.map(|found| (found, near.as_deref())), expected, "{line}");
        }
    }
}
