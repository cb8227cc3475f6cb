//! `crd-gen.toml`: levels and excludes. The nearest file above what is checked counts, and no other.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;
use crd_core::KubeVersion;
use crd_core::check::{Level, Levels, Severity};
use crd_core::yaml::tree::Span;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Deserialize;
use toml::Spanned;

use crate::nearest_code;
use crate::report::{Drawing, Mark, MarkKind};
use crate::source::{SourceText, shown};
use crate::terminal::{ERROR, Terminal};
use crate::{CommandError, CommandOutcome};

const FILE_NAME: &str = "crd-gen.toml";

/// Commands on the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show the configuration that applies to a path, and where it comes from.
    Show {
        /// The file or directory.
        #[arg(value_name = "PATH", default_value = ".")]
        path: PathBuf,
    },
}

/// What counts for a file.
#[derive(Debug)]
pub(crate) struct Config {
    /// Where it comes from.
    pub(crate) path: Option<PathBuf>,
    /// The Kubernetes version to check for.
    pub(crate) kubernetes_version: Option<KubeVersion>,
    /// The levels.
    pub(crate) levels: Levels,
    exclude: Gitignore,
    patterns: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            path: None,
            kubernetes_version: None,
            levels: Levels::default(),
            exclude: Gitignore::empty(),
            patterns: Vec::new(),
        }
    }
}

impl Config {
    /// Whether a file below the configuration is left out.
    pub(crate) fn excludes(&self, file: &Path) -> bool {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        absolute.starts_with(self.exclude.path())
            && self
                .exclude
                .matched_path_or_any_parents(&absolute, false)
                .is_ignore()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenConfig {
    kubernetes_version: Option<Spanned<String>>,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    levels: BTreeMap<Spanned<String>, Spanned<WrittenLevel>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenLevel {
    Allow,
    Note,
    Warn,
    Deny,
}

/// Configurations by directory, each read once.
#[derive(Default)]
pub(crate) struct Configs {
    only: Option<Arc<Config>>,
    by_directory: BTreeMap<PathBuf, Arc<Config>>,
}

impl Configs {
    /// Configurations looked for near what is checked, or the one file named on the command line.
    pub(crate) fn new(file: Option<&Path>) -> Result<Self, CommandError> {
        let only = file.map(read).transpose()?.map(Arc::new);
        Ok(Configs {
            only,
            by_directory: BTreeMap::new(),
        })
    }

    /// The configuration for a file or directory.
    pub(crate) fn near(&mut self, path: &Path) -> Result<Arc<Config>, CommandError> {
        if let Some(only) = &self.only {
            return Ok(Arc::clone(only));
        }
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let start = if absolute.is_dir() {
            Some(absolute.as_path())
        } else {
            absolute.parent()
        };
        let Some(start) = start else {
            return Ok(Arc::default());
        };
        let mut passed: Vec<&Path> = Vec::new();
        let mut found = None;
        for directory in start.ancestors() {
            if let Some(config) = self.by_directory.get(directory) {
                found = Some(Arc::clone(config));
                break;
            }
            passed.push(directory);
            let file = directory.join(FILE_NAME);
            if file.is_file() {
                found = Some(Arc::new(read(&file)?));
                break;
            }
        }
        let found = found.unwrap_or_default();
        for directory in passed {
            self.by_directory.insert(directory.to_owned(), Arc::clone(&found));
        }
        Ok(found)
    }
}

fn read(path: &Path) -> Result<Config, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| CommandError::unreadable(path, &error))?;
    parse(path, text)
}

fn parse(path: &Path, text: String) -> Result<Config, CommandError> {
    let source = SourceText::new(path.to_owned(), text);
    let written: WrittenConfig = toml::from_str(&source.text)
        .map_err(|error| error_at(&source, error.span().unwrap_or_default(), error.message(), ""))?;
    let mut levels = Levels::default();
    for (name, level) in &written.levels {
        let level = match level.get_ref() {
            WrittenLevel::Allow => Level::Allow,
            WrittenLevel::Note => Level::Report(Severity::Note),
            WrittenLevel::Warn => Level::Report(Severity::Warning),
            WrittenLevel::Deny => Level::Report(Severity::Error),
        };
        levels.set_named(name.get_ref(), level).map_err(|unknown| {
            let help = nearest_code(&unknown);
            error_at(&source, name.span(), &unknown.to_string(), &help)
        })?;
    }
    let root = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut exclude = GitignoreBuilder::new(root.parent().unwrap_or(Path::new("")));
    for pattern in &written.exclude {
        exclude.add_line(None, pattern.get_ref()).map_err(|error| {
            error_at(
                &source,
                pattern.span(),
                &error.to_string(),
                "patterns are those of .gitignore",
            )
        })?;
    }
    let kubernetes_version = written
        .kubernetes_version
        .map(|version| {
            let parsed = version.get_ref().parse();
            parsed.map_err(|error: crd_core::UnknownKubeVersion| {
                error_at(&source, version.span(), &error.to_string(), "")
            })
        })
        .transpose()?;
    Ok(Config {
        path: Some(path.to_owned()),
        kubernetes_version,
        levels,
        exclude: exclude
            .build()
            .map_err(|error| CommandError::new(error.to_string()))?,
        patterns: written.exclude.into_iter().map(Spanned::into_inner).collect(),
    })
}

/// A mistake in the configuration, shown at its place.
pub(crate) fn error_at(
    source: &SourceText,
    at: std::ops::Range<usize>,
    message: &str,
    label: &str,
) -> CommandError {
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

/// `crd-gen config show`.
pub(crate) fn show(command: &ConfigCommand, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let ConfigCommand::Show { path } = command;
    let config = Configs::default().near(path)?;
    let mut text = String::new();
    match &config.path {
        Some(path) => {
            let _ = writeln!(text, "# from {}", shown(path));
        }
        None => {
            let _ = writeln!(text, "# no `{FILE_NAME}` here or above; these are the defaults");
        }
    }
    let version = config.kubernetes_version.unwrap_or_default();
    let _ = writeln!(text, "kubernetes-version = \"{version}\"");
    let patterns: Vec<String> = config
        .patterns
        .iter()
        .map(|pattern| format!("{pattern:?}"))
        .collect();
    let _ = writeln!(text, "exclude = [{}]", patterns.join(", "));
    let _ = writeln!(
        text,
        "\n[levels] # allow, note, warn or deny, by code or slug; `warnings` is all of them"
    );
    for (code, level) in config.levels.iter() {
        let word = match level {
            Level::Allow => "allow",
            Level::Report(Severity::Note) => "note",
            Level::Report(Severity::Warning) => "warn",
            Level::Report(Severity::Error) => "deny",
        };
        let _ = writeln!(text, "{code} = \"{word}\"");
    }
    terminal.stdout().write_all(text.as_bytes())?;
    Ok(CommandOutcome::Clean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crd_core::check::codes;

    #[test]
    fn reads_levels_excludes_and_version() {
        let text =
            "kubernetes-version = \"1.30\"\nexclude = [\"charts/\"]\n[levels]\nitems-required = \"warn\"\n";
        let config = parse(Path::new("/x/crd-gen.toml"), text.to_owned()).unwrap();
        assert_eq!(config.kubernetes_version.map(KubeVersion::minor), Some(30));
        assert!(
            config.excludes(Path::new("/x/charts/a.yaml")) && !config.excludes(Path::new("/x/crd/a.yaml"))
        );
        assert_eq!(
            config.levels.of(codes::ITEMS_REQUIRED, Severity::Error),
            Level::Report(Severity::Warning)
        );
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        for (text, expected) in [
            (
                "[levels]\nitems-requird = \"warn\"\n",
                "there is no code `items-requird`",
            ),
            ("[levels]\nitems-required = \"wran\"\n", "unknown variant `wran`"),
            ("excludes = []\n", "unknown field `excludes`"),
            ("kubernetes-version = \"1.2\"\n", "`1.2` is not a supported"),
            ("exclude = [\n", "unclosed"),
        ] {
            let Err(CommandError::Message { message, .. }) = parse(Path::new("c.toml"), text.to_owned())
            else {
                panic!("{text} was taken");
            };
            let message = anstream::adapter::strip_str(&message).to_string();
            assert!(
                message.contains(expected) && message.contains("--> "),
                "{text}: {message}"
            );
        }
    }
}
