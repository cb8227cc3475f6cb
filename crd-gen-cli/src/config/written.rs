//! Parses `crd-gen.toml`. Each error is shown at its place.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::check::{Level, Levels, LintChoice, Severity};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;

use super::error::error_at;
use super::file::{Config, PathsSection};
use super::lines::header_in;
use super::patterns::Patterns;
use super::sections::{
    CompatSection, ConvertSection, DocsSection, GenerateSection, ImportSection, PublishSection,
    ValidateSection,
};
use crate::CommandError;
use crate::choices::LintProfileName;
use crate::codes::{is_all, nearest_code};
use crate::source::{SourceText, shown};
use crate::text::quoted;

type WrittenLevels = BTreeMap<Spanned<String>, Spanned<LevelName>>;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct WrittenConfig {
    kubernetes_version: Option<Spanned<String>>,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    levels: WrittenLevels,
    #[serde(default, deserialize_with = "table")]
    lints: WrittenLints,
    #[serde(default)]
    paths: Vec<WrittenPaths>,
    #[serde(default)]
    crds: Vec<WrittenCrds>,
    #[serde(default, deserialize_with = "table")]
    generate: GenerateSection,
    #[serde(default, deserialize_with = "table")]
    publish: PublishSection,
    #[serde(default, deserialize_with = "table")]
    validate: ValidateSection,
    #[serde(default, deserialize_with = "table")]
    convert: ConvertSection,
    #[serde(default, deserialize_with = "table")]
    import: ImportSection,
    #[serde(default, deserialize_with = "table")]
    compat: CompatSection,
    #[serde(default, deserialize_with = "table")]
    docs: DocsSection,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenPaths {
    #[serde(rename = "match")]
    patterns: Vec<Spanned<String>>,
    kubernetes_version: Option<Spanned<String>>,
    levels: Option<WrittenLevels>,
    lints: Option<WrittenLints>,
}

/// `[[crds]]`: the configuration of CRDs by name.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenCrds {
    #[serde(rename = "match")]
    patterns: Vec<Spanned<String>>,
    levels: Option<WrittenLevels>,
    lints: Option<WrittenLints>,
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

/// What a section must be, in the words of errors.
pub(super) const TABLE: &str = "a table";

/// Deserializes a section, which must be a table: serde reads a struct from the list of the values of its members, too.
fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct OnlyTable<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for OnlyTable<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str(TABLE)
        }

        fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(members))
        }
    }

    deserializer.deserialize_map(OnlyTable(PhantomData))
}

/// Whether a file is valid with only an entry below a header; members that it must have besides may be missing.
pub(super) fn is_valid(header: &str, entry: &str) -> bool {
    let source = SourceText::new(PathBuf::from(super::FILE_NAME), format!("{header}\n{entry}\n"));
    match toml::from_str(&source.text) {
        Ok(written) => config_of(&source, written).is_ok(),
        Err(error) => error.message().starts_with("missing field"),
    }
}

/// Returns the configuration of a file.
pub(super) fn config_of(source: &SourceText, written: WrittenConfig) -> Result<Config, CommandError> {
    let path = source.path.as_path();
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let directory = absolute.parent().unwrap_or(Path::new(""));
    let paths = written.paths.iter().map(|paths| {
        Ok(PathsSection {
            files: Patterns::new(source, directory, &paths.patterns)?,
            kubernetes_version: version(source, paths.kubernetes_version.as_ref())?,
            levels: levels(source, paths.levels.as_ref(), paths.lints.as_ref())?,
        })
    });
    let mut all = levels(source, Some(&written.levels), Some(&written.lints))?;
    for crds in &written.crds {
        let own = levels(source, crds.levels.as_ref(), crds.lints.as_ref())?;
        for pattern in &crds.patterns {
            all.set_for_crds(pattern.get_ref(), own.clone());
        }
    }
    Ok(Config {
        path: Some(path.to_owned()),
        takes_lints_from_above: written.lints.workspace,
        kubernetes_version: version(source, written.kubernetes_version.as_ref())?,
        levels: all,
        exclude: Patterns::new(source, directory, &written.exclude)?,
        paths: paths.collect::<Result<_, CommandError>>()?,
        without_settings: without_settings(source, &written),
        crds: written
            .crds
            .into_iter()
            .flat_map(|crds| crds.patterns)
            .map(Spanned::into_inner)
            .collect(),
        generate: written.generate.below(directory),
        publish: written.publish.below(directory),
        validate: written.validate.below(directory),
        convert: written.convert,
        import: written.import.below(directory),
        compat: written.compat,
        docs: written.docs.below(directory),
    })
}

/// Returns warnings about `[[paths]]` and `[[crds]]` that set nothing because the table below them is that of all files or CRDs.
fn without_settings(source: &SourceText, written: &WrittenConfig) -> Vec<String> {
    let paths = written.paths.iter().filter(|paths| {
        paths.kubernetes_version.is_none() && paths.levels.is_none() && paths.lints.is_none()
    });
    let crds = written.crds.iter();
    let crds = crds.filter(|crds| crds.levels.is_none() && crds.lints.is_none());
    let paths = paths.map(|paths| ("paths", "files", &paths.patterns));
    let crds = crds.map(|crds| ("crds", "CRDs", &crds.patterns));
    let warning = |(name, all, patterns): (&str, &str, &Vec<Spanned<String>>)| {
        let rest = source.text.get(patterns.last()?.span().end..)?;
        let below = rest.lines().skip(1).find_map(header_in)?;
        let table = ["[levels]", "[lints]"]
            .into_iter()
            .find(|table| *table == below)?;
        let names = quoted(patterns.iter().map(Spanned::get_ref));
        Some(format!(
            "`[[{name}]]` in `{}` sets nothing for {names}: the `{table}` below it is for all {all}; for these only, write `[{name}.{}`",
            shown(&source.path),
            table.trim_start_matches('['),
        ))
    };
    paths.chain(crds).filter_map(warning).collect()
}

fn levels(
    source: &SourceText,
    written: Option<&WrittenLevels>,
    lints: Option<&WrittenLints>,
) -> Result<Levels, CommandError> {
    let mut levels = Levels::default();
    let of_none = WrittenLints::default();
    let lints = lints.unwrap_or(&of_none);
    if let Some(profile) = lints.profile {
        levels.set_profile(profile.into());
    }
    for (names, choice) in [
        (&lints.select, LintChoice::Select),
        (&lints.ignore, LintChoice::Ignore),
    ] {
        for name in names {
            levels.choose(name.get_ref(), choice).map_err(|unknown| {
                let help = match choice {
                    _ if !is_all(&unknown.name) && unknown.name != Levels::WARNINGS => nearest_code(&unknown),
                    LintChoice::Select => "write `profile = \"strict\"`, which has all lints".to_owned(),
                    LintChoice::Ignore => "write `warnings = \"allow\"` in `[levels]`".to_owned(),
                };
                error_at(source, name.span(), &unknown.to_string(), &help)
            })?;
        }
    }
    for (name, level) in written.into_iter().flatten() {
        let set = levels.set_named(name.get_ref(), level.get_ref().level());
        set.map_err(|unknown| {
            let help = if is_all(&unknown.name) {
                "did you mean `warnings`, which stands for all warnings?".to_owned()
            } else {
                nearest_code(&unknown)
            };
            error_at(source, name.span(), &unknown.to_string(), &help)
        })?;
    }
    Ok(levels)
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
