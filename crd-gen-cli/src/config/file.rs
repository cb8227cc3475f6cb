//! The content of `crd-gen.toml`.

use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::check::Levels;

use super::patterns::{MisspeltPattern, Patterns};
use super::sections::{
    CompatSection, ConvertSection, DocsSection, GenerateSection, ImportSection, PublishSection,
    ValidateSection,
};

/// The configuration of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    /// The path of the configuration file.
    pub(crate) path: Option<PathBuf>,
    /// The Kubernetes version to check for.
    pub(crate) kubernetes_version: Option<KubeVersion>,
    /// The levels.
    pub(crate) levels: Levels,
    /// Whether `[lints]` also takes the lints of the configuration above.
    pub(super) takes_lints_from_above: bool,
    pub(super) exclude: Patterns,
    pub(super) paths: Vec<PathsSection>,
    /// The names of `match` in `[[crds]]`.
    pub(crate) crds: Vec<String>,
    /// Warnings about tables that set nothing.
    pub(crate) without_settings: Vec<String>,
    pub(crate) generate: GenerateSection,
    pub(crate) publish: PublishSection,
    pub(crate) validate: ValidateSection,
    pub(crate) convert: ConvertSection,
    pub(crate) import: ImportSection,
    pub(crate) compat: CompatSection,
    pub(crate) docs: DocsSection,
}

/// `[[paths]]`: the configuration of some files below.
#[derive(Clone, Debug)]
pub(super) struct PathsSection {
    pub(super) files: Patterns,
    pub(super) kubernetes_version: Option<KubeVersion>,
    pub(super) levels: Levels,
}

impl Config {
    /// Whether a file below the configuration is excluded.
    pub(crate) fn excludes(&self, file: &Path) -> bool {
        self.exclude.matches(file)
    }

    /// Returns the indexes of the `[[paths]]` that match a file.
    pub(super) fn about(&self, file: &Path) -> Vec<usize> {
        let about = |(_, paths): &(usize, &PathsSection)| paths.files.matches(file);
        let paths = self.paths.iter().enumerate();
        paths.filter(about).map(|(index, _)| index).collect()
    }

    /// Returns the patterns of `exclude` for a path that does not exist, if another name is certainly meant.
    pub(crate) fn misspelt_excludes(&self) -> impl Iterator<Item = MisspeltPattern<'_>> {
        self.exclude.misspelt().filter(|pattern| pattern.is_certain)
    }

    /// Returns the patterns of `[[paths]]` for a path that does not exist.
    pub(crate) fn misspelt_paths(&self) -> impl Iterator<Item = MisspeltPattern<'_>> {
        self.paths.iter().flat_map(|paths| paths.files.misspelt())
    }

    /// Applies these `[[paths]]`; later ones take precedence.
    pub(super) fn with(&self, about: &[usize]) -> Self {
        let mut config = self.clone();
        for paths in about.iter().filter_map(|index| self.paths.get(*index)) {
            config.levels = paths.levels.or(&config.levels);
            config.kubernetes_version = paths.kubernetes_version.or(config.kubernetes_version);
        }
        config
    }
}
