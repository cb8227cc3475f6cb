//! Parses `crd-gen.toml`. Each error is shown at its place.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::check::{Level, Levels, LintChoice, Severity};
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
use crate::codes::{is_all, nearest_code};
use crate::report::{Drawing, Mark, MarkKind};
use crate::source::SourceText;
use crate::terminal::ERROR;

type WrittenLevels = BTreeMap<Spanned<String>, Spanned<LevelName>>;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct WrittenConfig {
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
            files: patterns(source, directory, &paths.patterns)?,
            written: paths.patterns.iter().map(|one| one.get_ref().clone()).collect(),
            kubernetes_version: version(source, paths.kubernetes_version.as_ref())?,
            levels: levels(source, &paths.levels, &paths.lints)?,
        })
    });
    let mut all = levels(source, &written.levels, &written.lints)?;
    for crds in &written.crds {
        let own = levels(source, &crds.levels, &crds.lints)?;
        for pattern in &crds.patterns {
            all.set_for_crds(pattern, own.clone());
        }
    }
    Ok(Config {
        path: Some(path.to_owned()),
        takes_lints_from_above: written.lints.workspace,
        kubernetes_version: version(source, written.kubernetes_version.as_ref())?,
        levels: all,
        exclude: patterns(source, directory, &written.exclude)?,
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
                let help = match choice {
                    _ if !is_all(&unknown.name) && unknown.name != Levels::WARNINGS => nearest_code(&unknown),
                    LintChoice::Select => "write `profile = \"strict\"`, which has all lints".to_owned(),
                    LintChoice::Ignore => "write `warnings = \"allow\"` in `[levels]`".to_owned(),
                };
                error_at(source, name.span(), &unknown.to_string(), &help)
            })?;
        }
    }
    for (name, level) in written {
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

/// Parses patterns as in `.gitignore`, relative to the directory of the file.
fn patterns(
    source: &SourceText,
    directory: &Path,
    written: &[Spanned<String>],
) -> Result<Gitignore, CommandError> {
    let mut patterns = GitignoreBuilder::new(directory);
    // Such a class would match only a file of this name.
    patterns.allow_unclosed_class(false);
    for pattern in written {
        patterns.add_line(None, pattern.get_ref()).map_err(|error| {
            let help = if pattern.get_ref().contains('[') {
                "`[` begins a class of characters, which `]` ends; for the character itself, write `[[]`"
            } else {
                "use the pattern syntax of .gitignore"
            };
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
