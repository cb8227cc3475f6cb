//! What to write instead of a mistake in `crd-gen.toml`.
//!
//! A proposed key is tried with the value that is written: `ignore = ["vendor/"]` is no list of lints, so it does not belong to `[lints]`.

use std::ops::Range;
use std::sync::OnceLock;

use crd_core::nearest;

use super::error::error_at;
use super::lines::{header_of, key_before, value_behind};
use super::other_syntax::{boolean_meant_by, of_other_syntax};
use super::schema::{choices_of, tables};
use super::written::{LevelName, TABLE, is_valid};
use crate::CommandError;
use crate::source::SourceText;
use crate::text::quoted;

/// The command line, whose options are not keys. The commands read this file, so they declare themselves.
static COMMAND_LINE: OnceLock<clap::Command> = OnceLock::new();

/// Declares the commands and their options, for proposals. Later calls have no effect.
pub(crate) fn declare_commands(mut program: clap::Command) {
    program.build();
    let _ = COMMAND_LINE.set(program);
}

/// Words of other tools, each with ours: keys, then values. Of several rows, the first that is possible applies.
const ELSEWHERE: &[(&str, &str)] = &[
    ("enable", "select"),
    ("disable", "ignore"),
    ("ignore", "exclude"),
    ("skip", "exclude"),
    ("skip", "ignore"),
    ("rules", "levels"),
    ("severity", "levels"),
    ("path", "match"),
    ("paths", "match"),
    ("name", "match"),
    ("files", "match"),
    ("version", "to"),
    ("output", "out-dir"),
    ("out-dir", "output"),
    ("error", "deny"),
    ("error", "strict"),
    ("warning", "warn"),
    ("info", "note"),
    ("hint", "note"),
    ("off", "allow"),
    ("off", "ignore"),
    ("none", "allow"),
    ("none", "ignore"),
    ("ignore", "allow"),
    ("disable", "allow"),
    ("disabled", "allow"),
    ("skip", "allow"),
    ("fatal", "deny"),
    ("forbid", "deny"),
    ("default", "server"),
    ("all", "strict"),
    ("md", "markdown"),
];

/// Creates the error for a mistake that the parser of TOML reports.
pub(super) fn explain(source: &SourceText, error: &toml::de::Error) -> CommandError {
    let at = error.span().unwrap_or_default();
    let message = error.message();
    let value = source.text.get(at.clone()).unwrap_or_default();
    if let Some(table) = value
        .strip_prefix("[[")
        .and_then(|table| table.strip_suffix("]]"))
        && message.starts_with("invalid type")
    {
        if let Some(hint) = as_list(table) {
            return error_at(
                source,
                at,
                &format!("`{table}` is a list of values, not of tables"),
                &hint,
            );
        }
        let message = format!("`{table}` is one table, not a list of tables");
        return error_at(source, at, &message, &format!("write `[{table}]`"));
    }
    if message == "invalid type: map, expected a sequence" && matches!(value, "paths" | "crds") {
        let hint = format!("write `[[{value}]]` with `match = […]`");
        return error_at(source, at, &format!("`{value}` is a list of tables"), &hint);
    }
    if let Some((at, message, hint)) = of_other_syntax(&source.text, message, &at) {
        return error_at(source, at, message, &hint);
    }
    if message == "duplicate key"
        && let Some(line) = first_line_of(&source.text, &at)
    {
        let message = format!("`{value}` is set twice");
        return error_at(source, at, &message, &format!("it is in line {line} already"));
    }
    let hint = hint(&source.text, message, &at).unwrap_or_default();
    error_at(source, at, &in_our_terms(message, &hint), &hint)
}

/// Returns the message of the parser of TOML in the terms of the file, without the known names if there is a hint.
fn in_our_terms(message: &str, hint: &str) -> String {
    if let Some(types) = message.strip_prefix("invalid type: ")
        && let Some((found, expected)) = types.split_once(", expected ")
    {
        let of_type = |name: &str| match name.split([' ', '`']).next().unwrap_or_default() {
            "sequence" => "a list".to_owned(),
            "map" | "struct" | "table" => "a table".to_owned(),
            "string" | "path" => "a string".to_owned(),
            "integer" | "usize" | "floating" => "a number".to_owned(),
            _ => name.to_owned(),
        };
        return match expected.trim_start_matches("a ") {
            "boolean" => format!("this must be `true` or `false`, not {}", of_type(found)),
            expected => format!("this must be {}, not {}", of_type(expected), of_type(found)),
        };
    }
    let message = match message.split_once(", expected one of ") {
        Some((unknown, _)) if !hint.is_empty() => unknown,
        _ => message,
    };
    message.replacen("unknown variant", "unknown value", 1).replacen(
        "wanted string or table",
        "this must be a string",
        1,
    )
}

/// Returns what to write instead of a value or name that the parser of TOML reports, if that is known.
fn hint(text: &str, message: &str, at: &Range<usize>) -> Option<String> {
    let value = text.get(at.clone())?;
    let before = text.get(..at.start)?;
    if let Some(key) = message.strip_prefix("missing field ") {
        return Some(format!("add `{} = …`", key.trim_matches('`')));
    }
    // The message has the wrong name and the known ones in backticks.
    let mut names = message.split('`').skip(1).step_by(2);
    if message.starts_with("unknown field") {
        let key = names.next()?;
        return of_unknown_key(key, &names.collect::<Vec<_>>(), text, at);
    }
    if message.starts_with("unclosed table") || message.starts_with("unclosed array table") {
        let line = before.lines().next_back()?.trim();
        let name = line.trim_start_matches('[').trim_end_matches(']');
        let is_list = line.starts_with("[[");
        return Some(if is_list {
            format!("write `[[{name}]]`")
        } else {
            format!("write `[{name}]`")
        });
    }
    let header = header_of(before);
    let key = key_before(before);
    if let (Some("[levels]"), Some(key)) = (header, key) {
        if tables().any(|(header, keys)| header == "[lints]" && keys.contains(&key)) {
            return Some(format!("`{key}` belongs to `[lints]`"));
        }
        if is_level(key) {
            return Some(of_level(key, value));
        }
        if let Some(place) = belonging("[levels]", key, value) {
            return Some(place);
        }
    }
    if message.starts_with("unknown variant") {
        let word = names.next()?;
        if word == "level"
            && let Some(code) = header.and_then(|header| header.strip_prefix("[levels.")?.strip_suffix(']'))
            && let Some(level) = text.get(at.end..).and_then(value_behind)
        {
            return Some(format!("write `{code} = {level}` in `[levels]`"));
        }
        if word == "level" {
            return Some("write only the level, in quotes".to_owned());
        }
        let known: Vec<&str> = names.collect();
        let longer = known.iter().copied().find(|known| known.starts_with(word));
        let meant = renamed(word, &known).or(longer.filter(|_| word.len() > 1))?;
        return Some(format!("did you mean `{meant}`?"));
    }
    if message.ends_with("wanted string or table") {
        if let (Some(key), Some(only)) = (key, only_element(value))
            && is_valid(header.unwrap_or_default(), &format!("{key} = {only}"))
        {
            return Some(format!("write only the value: `{only}`"));
        }
        let choices = key.and_then(|key| choices_of(header.unwrap_or_default(), key));
        let choices = choices.unwrap_or_else(|| LevelName::ALL.map(|level| level.word().to_owned()).to_vec());
        return Some(format!(
            "write one of {}",
            quoted(choices.iter().map(|choice| format!("\"{choice}\"")))
        ));
    }
    of_type(message, value, before)
}

/// Returns what to write instead of a value of another type.
fn of_type(message: &str, value: &str, before: &str) -> Option<String> {
    if message.ends_with("struct Acceptance") {
        return Some("write `[[compat.accept]]` with `fingerprint` and `reason`".to_owned());
    }
    let is_one_line = !value.is_empty() && !value.contains('\n');
    let expected = message.rsplit_once("expected ")?.1;
    let is_string = message.starts_with("invalid type: string");
    let is_header = message.starts_with("invalid type: map") && value.starts_with('[');
    let header = value.trim_matches(['[', ']']);
    match expected {
        "a sequence" if is_header => {
            Some(as_list(header).unwrap_or_else(|| format!("write `[{value}]`: there may be several")))
        }
        "a sequence" if is_one_line && is_string => Some(format!("write a list: `[{value}]`")),
        "a string" | "path string" if is_header => Some(in_place_of_table(header, "\"…\"")),
        "a boolean" if is_header => Some(in_place_of_table(header, "true")),
        "a string" | "path string" if value.starts_with('[') => {
            Some(format!("write only one value: `{}`", value.trim_matches(['[', ']']).split(',').next()?.trim()))
        }
        "a string" | "path string" if is_one_line && !value.starts_with('{') => {
            Some(format!("write it in quotes: `\"{value}\"`"))
        }
        "a boolean" => boolean_meant_by(unquoted(value)).map(|meant| format!("write `{meant}`")),
        "usize" if is_string && unquoted(value).parse::<usize>().is_ok() => {
            Some(format!("write it without quotes: `{}`", unquoted(value)))
        }
        "struct WrittenPaths" => Some("it is a list of tables, `[[paths]]` with `match = […]`; paths to check are arguments of the command".to_owned()),
        "struct WrittenCrds" => {
            let list = before.rfind('[')?;
            let entry = format!("crds = [{value}]");
            let key = before.get(..list).and_then(key_before)?;
            (key == "crds" && is_valid("[validate]", &entry)).then(|| "`crds` belongs to `[validate]`; paths to check are arguments of the command".to_owned())
        }
        "a map" if key_before(before) == Some("levels") => Some(match header_of(before) {
            Some("[[paths]]" | "[[crds]]") => "write `levels = {CODE = \"…\"}`".to_owned(),
            _ => "write `[levels]` with `CODE = \"…\"`".to_owned(),
        }),
        _ if expected == TABLE || expected.starts_with("struct ") => {
            let key = key_before(before)?;
            Some(format!("write `[{key}]`, and its keys below it"))
        }
        _ => None,
    }
}

/// Returns how to write the list of values that a name of a table stands for.
fn as_list(table: &str) -> Option<String> {
    let (header, key) = header_and_key(table);
    let is_list = |element: &str| is_valid(&header, &format!("{key} = [{element}]"));
    (is_list("\"a\"") && is_list("")).then(|| in_place_of_table(table, "[…]"))
}

/// Returns how to write the value of a key that is written as a table.
fn in_place_of_table(table: &str, value: &str) -> String {
    let (header, key) = header_and_key(table);
    if header.is_empty() {
        format!("write `{key} = {value}` above the first table")
    } else {
        format!("write `{key} = {value}` in `{header}`")
    }
}

/// Splits the name of a table into the header of the table above, which may be empty, and the last key.
fn header_and_key(table: &str) -> (String, &str) {
    match table.rsplit_once('.') {
        Some((header, key)) => (format!("[{header}]"), key),
        None => (String::new(), table),
    }
}

fn unquoted(value: &str) -> &str {
    value.trim_matches(['"', '\''])
}

/// Returns what to write instead of an unknown key, whose table has these keys.
fn of_unknown_key(key: &str, known: &[&str], text: &str, at: &Range<usize>) -> Option<String> {
    let header =
        tables().find(|(_, keys)| keys.len() == known.len() && known.iter().all(|key| keys.contains(key)));
    let header = header.map_or("", |(header, _)| header);
    let value = text.get(at.end..).and_then(value_behind);
    let is_singular = value.is_none()
        && tables().any(|(header, _)| header.trim_matches(['[', ']']).strip_suffix('s') == Some(key));
    if !is_singular && let Some(meaning) = meaning_of(header, key) {
        return Some(meaning);
    }
    let Some(value) = value else {
        // The key is the header of a table.
        let is_table = |known: &str| {
            tables().any(|(header, _)| header.trim_matches(['[', ']']) == known) || known == "levels"
        };
        let tables: Vec<&str> = known.iter().copied().filter(|known| is_table(known)).collect();
        let meant = renamed(key, &tables).map(|meant| format!("did you mean `{meant}`?"));
        return meant.or_else(|| option_named(header, key));
    };
    if is_level(key) {
        return Some(of_level(key, value));
    }
    let belongs = belonging(header, key, value);
    if header.is_empty() && belongs.is_some() {
        return belongs;
    }
    let mut others = ELSEWHERE
        .iter()
        .filter(|(other, ours)| *other == key && known.contains(ours));
    let mut of_other_number = known
        .iter()
        .filter(|ours| ours.strip_suffix('s') == Some(key) || key.strip_suffix('s') == Some(ours));
    others
        .find_map(|(_, ours)| renaming(header, ours, value))
        .or_else(|| of_other_number.find_map(|ours| renaming(header, ours, value)))
        .or(belongs)
        .or_else(|| renaming(header, near(key, known)?, value))
        .or_else(|| option_named(header, key))
}

/// Returns the sentence about a key for which no other key stands.
fn meaning_of(header: &str, key: &str) -> Option<String> {
    let text = match (header, key) {
        ("[compat]", "policy" | "objects" | "since" | "tombstones" | "format") => {
            return Some(format!("it is an option: `crd-gen compat --{key} …`"));
        }
        ("[compat]", "old" | "new" | "base") => "both sides are arguments: `crd-gen compat OLD NEW`",
        ("[compat]", _) => "write `[[compat.accept]]` with `fingerprint` and `reason`",
        ("[validate]", "strict") => "write `field-validation = \"strict\"`",
        ("[lints]", "levels") => "it is a table of its own: `[levels]`",
        ("", "kubernetes" | "version") => "write `kubernetes-version = \"…\"` above the first table",
        ("", "overrides" | "per-file-ignores") => {
            "write `[[paths]]` with `match = [\"PATTERN\"]` and `levels = {CODE = \"allow\"}`"
        }
        ("", "test") => "test files name their CRDs as `crds`; `crd-gen test` needs no table",
        ("", "include" | "includes" | "input" | "inputs" | "files" | "path" | "src") => {
            "paths to check are arguments of the command"
        }
        ("", "check" | "lint") => {
            "its options are in `[levels]` and `[lints]`, or are only options of the command"
        }
        ("", "strict") => "write `profile = \"strict\"` in `[lints]`, or `warnings = \"deny\"` in `[levels]`",
        ("", "format" | "output" | "color" | "policy") => return option_named(header, key),
        _ => return None,
    };
    Some(text.to_owned())
}

/// Returns the known key that is similar to an unknown one, or begins with it.
fn near<'k>(key: &str, known: &[&'k str]) -> Option<&'k str> {
    // Nothing is left of a name of one character if that is wrong.
    let longer = || known.iter().copied().find(|known| known.starts_with(key));
    nearest(key, known.iter().copied())
        .or_else(longer)
        .filter(|_| key.len() > 1)
}

/// Returns the known name that is meant by a word of another tool, or is similar.
fn renamed<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let mut others = ELSEWHERE.iter().filter(|(other, _)| *other == word);
    others
        .find_map(|(_, ours)| known.iter().find(|known| *known == ours))
        .copied()
        .or_else(|| nearest(word, known.iter().copied()).filter(|_| word.len() > 1))
}

/// Returns the proposal of another key in the same table, if the value is valid there.
fn renaming(header: &str, key: &str, value: &str) -> Option<String> {
    if is_valid(header, &format!("{key} = {value}")) {
        return Some(format!("did you mean `{key}`?"));
    }
    let list = format!("[{value}]");
    let others = [Some(list.as_str()), only_element(value)].into_iter().flatten();
    others
        .map(|value| format!("{key} = {value}"))
        .find(|entry| is_valid(header, entry))
        .map(|entry| format!("write `{entry}`"))
}

/// Returns the tables to which a key belongs, if the value is valid there.
fn belonging(header: &str, key: &str, value: &str) -> Option<String> {
    let entry = format!("{key} = {value}");
    let of_some = matches!(header, "[[paths]]" | "[[crds]]");
    for table in ["levels", "lints"] {
        if is_valid(&format!("[{table}]"), &entry) {
            return Some(if of_some {
                format!("write `{table} = {{ {entry} }}`")
            } else {
                format!("`{key}` belongs to `[{table}]`")
            });
        }
    }
    let has = |(other, keys): &(&str, Vec<&str>)| keys.contains(&key) && is_valid(other, &entry);
    let others: Vec<&str> = tables().filter(has).map(|(other, _)| other).collect();
    match others.as_slice() {
        [] => None,
        ["", ..] => Some(format!("`{key}` belongs above the first table")),
        [one] => Some(format!("`{key}` belongs to `{one}`")),
        [one, other, ..] => Some(format!("`{key}` belongs to `{one}` or `{other}`")),
    }
}

/// Returns the option of the command of a table, or of any command, that has the name of a key.
fn option_named(header: &str, key: &str) -> Option<String> {
    let name = key.replace('_', "-");
    let own = header.trim_matches(['[', ']']);
    let has = |command: &&clap::Command| {
        (own.is_empty() || command.get_name() == own)
            && command
                .get_arguments()
                .any(|argument| argument.get_long() == Some(&name))
    };
    let command = COMMAND_LINE.get()?.get_subcommands().find(has)?;
    Some(match own {
        "" => format!("it is an option of the commands: `--{name}`"),
        _ => format!(
            "it is an option of the command: `crd-gen {} --{name}`",
            command.get_name()
        ),
    })
}

fn is_level(word: &str) -> bool {
    LevelName::ALL.iter().any(|level| level.word() == word)
}

/// Returns the form of a level for the first of some codes, which are written as `deny = ["naming"]`.
fn of_level(level: &str, value: &str) -> String {
    let first = value
        .trim_matches(['[', ']'])
        .split(',')
        .next()
        .unwrap_or_default();
    let code = first.trim().trim_matches(['"', '\'']);
    let entry = format!("{code} = \"{level}\"");
    if is_valid("[levels]", &entry) {
        format!("write `{entry}` in `[levels]`")
    } else {
        format!("write `CODE = \"{level}\"` in `[levels]`")
    }
}

/// Returns the text of the only element of a list.
fn only_element(value: &str) -> Option<&str> {
    let inner = value.strip_prefix('[')?.strip_suffix(']')?.trim();
    (!inner.is_empty() && !inner.contains([',', '['])).then_some(inner)
}

/// Returns the line of the first of two equal headers, or of two equal keys of a table.
fn first_line_of(text: &str, again: &Range<usize>) -> Option<usize> {
    let name = text.get(again.clone())?;
    let before = text.get(..again.start)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let header = text.get(line..)?.lines().next()?.trim_end();
    let lines: Vec<&str> = text.get(..line)?.lines().map(str::trim_end).collect();
    if header.starts_with('[') {
        return lines
            .iter()
            .position(|line| *line == header)
            .map(|index| index + 1);
    }
    let is_key = |line: &&str| {
        let rest = line.trim_start().strip_prefix(name);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let table = lines.iter().rposition(|line| line.starts_with('[')).unwrap_or(0);
    let position = lines.iter().skip(table).position(is_key)?;
    Some(table + position + 1)
}
