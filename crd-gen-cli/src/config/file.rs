//! The content of `crd-gen.toml`.

use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::check::Levels;
use ignore::gitignore::Gitignore;

use super::sections::{
    CompatSection, ConvertSection, DocsSection, GenerateSection, ImportSection, PublishSection,
    ValidateSection,
};

/// The configuration of a file.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The path of the configuration file.
    pub(crate) path: Option<PathBuf>,
    /// The Kubernetes version to check for.
    pub(crate) kubernetes_version: Option<KubeVersion>,
    /// The levels.
    pub(crate) levels: Levels,
    /// Whether `[lints]` also takes the lints of the configuration above.
    pub(super) takes_lints_from_above: bool,
    pub(super) exclude: Gitignore,
    /// The patterns of `exclude`, as written.
    pub(super) excluded: Vec<String>,
    pub(super) paths: Vec<PathsSection>,
    /// The names of `match` in `[[crds]]`.
    pub(crate) crds: Vec<String>,
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
    pub(super) files: Gitignore,
    /// The patterns of `match`, as written.
    pub(super) written: Vec<String>,
    pub(super) kubernetes_version: Option<KubeVersion>,
    pub(super) levels: Levels,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            path: None,
            kubernetes_version: None,
            levels: Levels::default(),
            takes_lints_from_above: false,
            exclude: Gitignore::empty(),
            excluded: Vec::new(),
            paths: Vec::new(),
            crds: Vec::new(),
            generate: GenerateSection::default(),
            publish: PublishSection::default(),
            validate: ValidateSection::default(),
            convert: ConvertSection::default(),
            import: ImportSection::default(),
            compat: CompatSection::default(),
            docs: DocsSection::default(),
        }
    }
}

impl Config {
    /// Whether a file below the configuration is excluded.
    pub(crate) fn excludes(&self, file: &Path) -> bool {
        matches(&self.exclude, file)
    }

    /// Returns the names in `[[crds]]` that are the group of a CRD with this name, and so match no CRD.
    pub(crate) fn groups_of(&self, crd: &str) -> impl Iterator<Item = &String> {
        let is_group = |written: &&String| {
            let plural = crd.strip_suffix(written.as_str());
            !written.is_empty() && plural.is_some_and(|plural| plural.ends_with('.'))
        };
        self.crds.iter().filter(is_group)
    }

    /// Returns the indexes of the `[[paths]]` that match a file.
    pub(super) fn about(&self, file: &Path) -> Vec<usize> {
        let about = |(_, paths): &(usize, &PathsSection)| matches(&paths.files, file);
        let paths = self.paths.iter().enumerate();
        paths.filter(about).map(|(index, _)| index).collect()
    }

    /// Returns the patterns of `[[paths]]` for a file or directory that does not exist, each with a similar name that does.
    pub(crate) fn misspelt_paths(&self) -> Vec<(&str, String)> {
        let path = self
            .path
            .as_deref()
            .and_then(|path| std::path::absolute(path).ok());
        let Some(directory) = path.as_deref().and_then(Path::parent) else {
            return Vec::new();
        };
        let patterns = self.paths.iter().flat_map(|paths| &paths.written);
        let misspelt = |pattern: &'_ String| near_path(directory, pattern);
        patterns
            .filter_map(|pattern| Some((pattern.as_str(), misspelt(pattern)?)))
            .collect()
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

/// Returns a pattern with a similar name in place of the first that does not exist.
fn near_path(directory: &Path, pattern: &str) -> Option<String> {
    let plain = pattern.trim_start_matches('/').trim_end_matches("**");
    if plain.contains(['*', '?', '[', '!', '\\']) {
        return None;
    }
    let mut parent = directory.to_owned();
    for name in plain.split('/').filter(|name| !name.is_empty()) {
        let here = parent.join(name);
        if !here.exists() {
            let names: Vec<String> = std::fs::read_dir(&parent)
                .ok()?
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .collect();
            let near = crd_core::nearest(name, names.iter().map(String::as_str))?;
            return Some(pattern.replacen(name, near, 1));
        }
        parent = here;
    }
    None
}

/// Whether a pattern matches a file or a directory above it.
fn matches(patterns: &Gitignore, file: &Path) -> bool {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    absolute.starts_with(patterns.path())
        && patterns.matched_path_or_any_parents(&absolute, false).is_ignore()
}
