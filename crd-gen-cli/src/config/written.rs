//! Parses `crd-gen.toml`. Each error is shown at its place.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use crd_core::KubeVersion;
use crd_core::check::{Level, Levels, LintChoice, Severity};
use crd_core::nearest;
use crd_core::yaml::tree::Span;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::file::{Config, PathsSection};
use super::sections::{
    CompatSection, ConvertSection, DocsSection, GenerateSection, ImportSection, PublishSection,
    ValidateSection,
};
use crate::CommandError;
use crate::choices::LintProfileName;
use crate::nearest_code;
use crate::report::{Drawing, Mark, MarkKind};
use crate::source::SourceText;
use crate::terminal::ERROR;

type WrittenLevels = BTreeMap<Spanned<String>, Spanned<LevelName>>;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenConfig {
    kubernetes_version: Option<Spanned<String>>,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    levels: WrittenLevels,
    #[serde(default)]
    lints: WrittenLints,
    #[serde(default)]
    paths: Vec<WrittenPaths>,
    #[serde(default)]
    crds: Vec<WrittenCrds>,
    #[serde(default)]
    generate: GenerateSection,
    #[serde(default)]
    publish: PublishSection,
    #[serde(default)]
    validate: ValidateSection,
    #[serde(default)]
    convert: ConvertSection,
    #[serde(default)]
    import: ImportSection,
    #[serde(default)]
    compat: CompatSection,
    #[serde(default)]
    docs: DocsSection,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenPaths {
    #[serde(rename = "match")]
    patterns: Vec<Spanned<String>>,
    kubernetes_version: Option<Spanned<String>>,
    #[serde(default)]
    levels: WrittenLevels,
    #[serde(default)]
    lints: WrittenLints,
}

/// `[[crds]]`: the configuration of CRDs by name.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenCrds {
    #[serde(rename = "match")]
    patterns: Vec<String>,
    #[serde(default)]
    levels: WrittenLevels,
    #[serde(default)]
    lints: WrittenLints,
}

/// `[lints]`.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenLints {
    workspace: bool,
    profile: Option<LintProfileName>,
    select: Vec<Spanned<String>>,
    ignore: Vec<Spanned<String>>,
}

/// The words for levels.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LevelName {
    Allow,
    Note,
    Warn,
    Deny,
}

impl LevelName {
    pub(super) const ALL: [LevelName; 4] = [
        LevelName::Allow,
        LevelName::Note,
        LevelName::Warn,
        LevelName::Deny,
    ];

    pub(super) fn of(level: Level) -> Self {
        match level {
            Level::Allow => LevelName::Allow,
            Level::Report(Severity::Note) => LevelName::Note,
            Level::Report(Severity::Warning) => LevelName::Warn,
            Level::Report(Severity::Error) => LevelName::Deny,
        }
    }

    fn level(self) -> Level {
        match self {
            LevelName::Allow => Level::Allow,
            LevelName::Note => Level::Report(Severity::Note),
            LevelName::Warn => Level::Report(Severity::Warning),
            LevelName::Deny => Level::Report(Severity::Error),
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            LevelName::Allow => "allow",
            LevelName::Note => "note",
            LevelName::Warn => "warn",
            LevelName::Deny => "deny",
        }
    }
}

pub(super) fn read(path: &Path) -> Result<Config, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| CommandError::unreadable(path, &error))?;
    parse(path, text)
}

pub(super) fn parse(path: &Path, text: String) -> Result<Config, CommandError> {
    let source = SourceText::new(path.to_owned(), text);
    let written: WrittenConfig = toml::from_str(&source.text).map_err(|error| {
        let at = error.span().unwrap_or_default();
        let value = source.text.get(at.clone()).unwrap_or_default();
        if let Some(table) = value
            .strip_prefix("[[")
            .and_then(|table| table.strip_suffix("]]"))
            && error.message().starts_with("invalid type")
        {
            let message = format!("`{table}` is one table, not a list of tables");
            return error_at(&source, at, &message, &format!("write `[{table}]`"));
        }
        if error.message() == "invalid type: map, expected a sequence" && matches!(value, "paths" | "crds") {
            let hint = format!("write `[[{value}]]` with `match = […]`");
            return error_at(&source, at, &format!("`{value}` is a list of tables"), &hint);
        }
        if let Some((at, message, hint)) = of_other_syntax(&source.text, error.message(), &at) {
            return error_at(&source, at, message, &hint);
        }
        let before = source.text.get(..at.start).unwrap_or_default();
        let hint = hint(error.message(), value, before);
        error_at(&source, at, &in_our_terms(error.message(), &hint), &hint)
    })?;
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let directory = absolute.parent().unwrap_or(Path::new(""));
    let paths = written.paths.iter().map(|paths| {
        Ok(PathsSection {
            files: patterns(&source, directory, &paths.patterns)?,
            kubernetes_version: version(&source, paths.kubernetes_version.as_ref())?,
            levels: levels(&source, &paths.levels, &paths.lints)?,
        })
    });
    let mut all = levels(&source, &written.levels, &written.lints)?;
    for crds in &written.crds {
        let own = levels(&source, &crds.levels, &crds.lints)?;
        for pattern in &crds.patterns {
            all.set_for_crds(pattern, own.clone());
        }
    }
    Ok(Config {
        path: Some(path.to_owned()),
        takes_lints_from_above: written.lints.workspace,
        kubernetes_version: version(&source, written.kubernetes_version.as_ref())?,
        levels: all,
        exclude: patterns(&source, directory, &written.exclude)?,
        excluded: written.exclude.into_iter().map(Spanned::into_inner).collect(),
        paths: paths.collect::<Result<_, CommandError>>()?,
        crds: written.crds.into_iter().flat_map(|crds| crds.patterns).collect(),
        generate: written.generate.below(directory),
        publish: written.publish.below(directory),
        validate: written.validate.below(directory),
        convert: written.convert,
        import: written.import.below(directory),
        compat: written.compat,
        docs: written.docs.below(directory),
    })
}

fn levels(
    source: &SourceText,
    written: &WrittenLevels,
    lints: &WrittenLints,
) -> Result<Levels, CommandError> {
    let mut levels = Levels::default();
    if let Some(profile) = lints.profile {
        levels.set_profile(profile.into());
    }
    for (names, choice) in [
        (&lints.select, LintChoice::Select),
        (&lints.ignore, LintChoice::Ignore),
    ] {
        for name in names {
            levels.choose(name.get_ref(), choice).map_err(|unknown| {
                let help = nearest_code(&unknown);
                error_at(source, name.span(), &unknown.to_string(), &help)
            })?;
        }
    }
    for (name, level) in written {
        let set = levels.set_named(name.get_ref(), level.get_ref().level());
        set.map_err(|unknown| {
            let help = nearest_code(&unknown);
            error_at(source, name.span(), &unknown.to_string(), &help)
        })?;
    }
    Ok(levels)
}

/// Parses patterns as in `.gitignore`, relative to the directory of the file.
fn patterns(
    source: &SourceText,
    directory: &Path,
    written: &[Spanned<String>],
) -> Result<Gitignore, CommandError> {
    let mut patterns = GitignoreBuilder::new(directory);
    for pattern in written {
        patterns.add_line(None, pattern.get_ref()).map_err(|error| {
            let help = "use the pattern syntax of .gitignore";
            error_at(source, pattern.span(), &error.to_string(), help)
        })?;
    }
    patterns
        .build()
        .map_err(|error| CommandError::new(error.to_string()))
}

fn version(
    source: &SourceText,
    written: Option<&Spanned<String>>,
) -> Result<Option<KubeVersion>, CommandError> {
    let parse = |version: &Spanned<String>| {
        let parsed = version.get_ref().parse();
        parsed.map_err(|error: crd_core::UnknownKubeVersion| {
            error_at(source, version.span(), &error.to_string(), "")
        })
    };
    written.map(parse).transpose()
}

/// Words for levels in other tools, and keys of other sections.
const ELSEWHERE: &[(&str, &str)] = &[
    ("error", "deny"),
    ("warning", "warn"),
    ("info", "note"),
    ("off", "allow"),
    ("ignore", "allow"),
    ("output", "out-dir"),
    ("out-dir", "output"),
    ("check", "lints"),
    ("enable", "select"),
    ("disable", "ignore"),
    ("rules", "levels"),
    ("severity", "levels"),
    ("path", "match"),
    ("paths", "match"),
    ("name", "match"),
    ("files", "match"),
];

/// Returns the message of the parser of TOML in the terms of the file, without the known names if one of them is meant.
fn in_our_terms(message: &str, hint: &str) -> String {
    let message = match message.split_once(", expected one of") {
        Some((unknown, _)) if !hint.is_empty() => unknown,
        _ => message,
    };
    message
        .replacen("unknown variant", "unknown value", 1)
        .replacen("wanted string or table", "this must be a string", 1)
        .replacen("struct Acceptance", "a table", 1)
}

/// Returns the place, the message and what to write for YAML or JSON in a file of TOML.
fn of_other_syntax(
    text: &str,
    message: &str,
    at: &Range<usize>,
) -> Option<(Range<usize>, &'static str, String)> {
    if message.starts_with("string values must be quoted") {
        let value = text.get(at.clone())?;
        if value.is_empty() {
            let hint = "write it in quotes, or remove the line".to_owned();
            return Some((at.clone(), "the value is missing", hint));
        }
        return Some((
            at.clone(),
            "a string must be in quotes",
            format!("write `\"{value}\"`"),
        ));
    }
    let start = text.get(..at.start)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    if line.trim_start().starts_with('{') {
        let hint = "write `key = value` on lines of their own, without these braces";
        let brace = start + line.find('{')?;
        return Some((brace..brace + 1, "this file is TOML, not JSON", hint.to_owned()));
    }
    if line.trim_start().starts_with("//") {
        let slashes = start + line.find("//")?;
        let hint = "a comment begins with `#`".to_owned();
        return Some((slashes..slashes + 2, "this line is not TOML", hint));
    }
    let (key, value) = line.split_once(':')?;
    let is_key = |letter: char| letter.is_ascii_alphanumeric() || "-_\" ".contains(letter);
    if !message.starts_with("key with no value") || !key.chars().all(is_key) {
        return None;
    }
    let colon = start + key.len();
    let key = key.trim();
    let below = text.get(start..)?.lines().nth(1).unwrap_or_default();
    let hint = match value.trim() {
        "" if below.trim_start().starts_with('-') => format!("write a list: `{key} = […]`"),
        "" => format!("write `[{key}]`, and `=` between its keys and values"),
        _ => "write `=`".to_owned(),
    };
    Some((colon..colon + 1, "this file is TOML, not YAML", hint))
}

/// Returns the proposal for a key that belongs to another table, by the text before its value.
fn misplaced(before: &str) -> Option<String> {
    let line = before.lines().next_back()?;
    let key = line.trim_end().strip_suffix('=')?.trim();
    let header = before
        .lines()
        .rev()
        .find(|line| line.trim_start().starts_with('['))?;
    match (header.trim(), key) {
        ("[levels]", "profile" | "select" | "ignore" | "workspace") => {
            Some(format!("`{key}` belongs to `[lints]`"))
        }
        ("[levels]", "allow" | "note" | "warn" | "deny") => Some(format!("write `CODE = \"{key}\"`")),
        _ => None,
    }
}

/// Returns what to write instead of a value or name that the parser of TOML reports; empty if that is not known.
fn hint(message: &str, value: &str, before: &str) -> String {
    if let Some(hint) = misplaced(before) {
        return hint;
    }
    if message.ends_with("wanted string or table") && matches!(value, "true" | "false") {
        return "write a level: `\"allow\"`, `\"note\"`, `\"warn\"` or `\"deny\"`".to_owned();
    }
    if message.ends_with("wanted string or table") && value.starts_with('[') {
        return format!("write only the value: `{}`", value.trim_matches(['[', ']']));
    }
    if message.starts_with("unknown field") && message.ends_with("expected `accept`") {
        return match message.split('`').nth(1).unwrap_or_default() {
            key @ ("policy" | "objects" | "since" | "tombstones" | "format") => {
                format!("it is an option: `crd-gen compat --{key} …`")
            }
            "old" | "new" | "base" => "both sides are arguments: `crd-gen compat OLD NEW`".to_owned(),
            _ => "write `[[compat.accept]]` with `fingerprint` and `reason`".to_owned(),
        };
    }
    if let Some(key) = message.strip_prefix("missing field ") {
        let key = key.trim_matches('`');
        return format!("add `{key} = …`");
    }
    if message.ends_with("struct Acceptance") {
        return "write `[[compat.accept]]` with `fingerprint` and `reason`".to_owned();
    }
    if message.ends_with("expected a sequence") && value.starts_with('[') && value.ends_with(']') {
        return format!("write `[{value}]`: there may be several");
    }
    if message.starts_with("unknown field `strict`") && message.contains("`field-validation`") {
        return "write `field-validation = \"strict\"`".to_owned();
    }
    if message.starts_with("unknown field") || message.starts_with("unknown variant") {
        // The message has the wrong name and the known ones in backticks.
        let mut names = message.split('`').skip(1).step_by(2);
        // Nothing is left of a name of one character if that is wrong.
        let written = names.next();
        let is_key = message.starts_with("unknown field");
        if let Some("level") = written.filter(|_| !is_key) {
            return "write only the level, in quotes".to_owned();
        }
        if is_key && matches!(written, Some("levels")) && message.contains("`profile`") {
            return "it is a table of its own: `[levels]`".to_owned();
        }
        if is_key && matches!(written, Some("format" | "output" | "color" | "policy")) && is_root(message) {
            return format!(
                "it is an option of the commands: `--{}`",
                written.unwrap_or_default()
            );
        }
        if is_key && matches!(written, Some("kubernetes" | "version")) && is_root(message) {
            return "write `kubernetes-version = \"…\"` above the first table".to_owned();
        }
        if message.starts_with("unknown field `test`") {
            return "test files name their CRDs as `crds`; `crd-gen test` needs no table".to_owned();
        }
        if let Some(key @ ("kubernetes-version" | "exclude")) = written.filter(|_| is_key) {
            return format!("`{key}` belongs above the first table");
        }
        if let Some(section) = written.filter(|_| is_key).and_then(section_of) {
            return format!("`{}` belongs to `[{section}]`", written.unwrap_or_default());
        }
        let meant = written.filter(|name| name.len() > 1).and_then(|name| {
            let known: Vec<&str> = names.collect();
            let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == name);
            let elsewhere = elsewhere.map(|(_, ours)| *ours);
            let longer = || known.iter().copied().find(|known| known.starts_with(name));
            elsewhere
                .filter(|ours| known.contains(ours))
                .or_else(|| nearest(name, known.iter().copied()))
                .or_else(longer)
        });
        return meant.map_or_else(String::new, |meant| format!("did you mean `{meant}`?"));
    }
    let is_one_line = !value.is_empty() && !value.contains('\n');
    if is_one_line && message.ends_with("expected a string") && !value.starts_with(['[', '{']) {
        format!("write it in quotes: `\"{value}\"`")
    } else if is_one_line && message.starts_with("invalid type: string") && message.ends_with("a sequence") {
        format!("write a list: `[{value}]`")
    } else {
        String::new()
    }
}

/// Whether a message about an unknown key is about one outside of tables.
fn is_root(message: &str) -> bool {
    message.contains("`paths`")
}

/// Returns the section to which a key belongs, if it is in no other one.
fn section_of(key: &str) -> Option<&'static str> {
    match key {
        "profile" | "select" | "ignore" | "workspace" => Some("lints"),
        "level" | "allow" | "warn" | "deny" => Some("levels"),
        _ => None,
    }
}

/// Creates an error in a file, shown at its place.
pub(crate) fn error_at(source: &SourceText, at: Range<usize>, message: &str, label: &str) -> CommandError {
    let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span {
        start: byte(at.start),
        end: byte(at.end),
    };
    let mark = Mark {
        span,
        text: label,
        kind: MarkKind::Main,
    };
    let mut drawing = Drawing::beside(source, std::slice::from_ref(&mark), 110);
    drawing.text = message.lines().next().unwrap_or_default().to_owned() + "\n";
    drawing.excerpt("-->", source, &[mark], "", ERROR);
    CommandError::new(drawing.text.trim_end())
}
