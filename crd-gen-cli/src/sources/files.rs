//! Finds the files that a command reads: named files, YAML and JSON files below directories, and standard input.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crd_core::{nearest, yaml};

use super::git::{self, GitFile};
use super::manifests::{FoundBy, walk};
use crate::CommandError;
use crate::config::{Config, Configs};
use crate::source::shown;
use crate::terminal::Terminal;

/// A file to read.
pub(crate) struct InputFile {
    pub(crate) location: FileLocation,
    pub(crate) found: FoundBy,
    /// The configuration that applies to it.
    pub(crate) config: Arc<Config>,
    /// Whether it has been read and contains only white space.
    is_blank: AtomicBool,
}

/// The location of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileLocation {
    Stdin,
    Disk(PathBuf),
    Git(GitFile),
}

impl InputFile {
    pub(crate) fn new(location: FileLocation, found: FoundBy, config: Arc<Config>) -> Self {
        InputFile {
            location,
            found,
            config,
            is_blank: AtomicBool::default(),
        }
    }

    /// Returns the name of the file in findings and messages.
    pub(crate) fn shown(&self) -> String {
        match &self.location {
            FileLocation::Stdin => "<stdin>".to_owned(),
            FileLocation::Disk(path) => shown(path),
            FileLocation::Git(file) => file.to_string(),
        }
    }

    /// Returns the path of the file, if it can be written.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.location {
            FileLocation::Disk(path) => Some(path),
            FileLocation::Stdin | FileLocation::Git(_) => None,
        }
    }

    /// Whether the file was named, instead of found in a directory.
    pub(crate) fn is_named(&self) -> bool {
        self.found == FoundBy::Name
    }

    /// Returns the bytes of the file, converted from UTF-16 to UTF-8 if necessary; for a file that is too large, one
    /// byte more than the limit.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        let limit = yaml::Options::default().max_bytes as u64;
        let cannot = |error: std::io::Error| {
            let reason = match &self.location {
                FileLocation::Disk(path) => crate::reason_at(path, &error),
                FileLocation::Stdin | FileLocation::Git(_) => crate::reason(&error),
            };
            format!("cannot read `{}`: {reason}", self.shown())
        };
        let mut bytes = Vec::new();
        match &self.location {
            FileLocation::Stdin => {
                let stdin = std::io::stdin().lock();
                stdin.take(limit + 1).read_to_end(&mut bytes).map_err(cannot)?;
            }
            FileLocation::Disk(path) => {
                let file = File::open(path).map_err(cannot)?;
                let size = file.metadata().map(|data| data.len()).unwrap_or_default();
                if let Ok(size) = usize::try_from(size.min(limit)) {
                    // Buffers of few sizes are used again for later files.
                    bytes.reserve_exact((size + 1).next_power_of_two());
                }
                file.take(limit + 1).read_to_end(&mut bytes).map_err(cannot)?;
            }
            FileLocation::Git(file) => bytes = file.bytes()?,
        }
        let is_blank = bytes.trim_ascii().is_empty();
        self.is_blank.store(is_blank, Ordering::Relaxed);
        Ok(yaml::to_utf8(bytes))
    }
}

/// The files at the given paths.
#[derive(Default)]
pub(crate) struct FoundFiles {
    pub(crate) files: Vec<InputFile>,
    /// The paths as given, for the inside of a pair of backticks.
    pub(crate) shown: String,
    /// Directories without any files to read.
    empty: Vec<String>,
}

impl FoundFiles {
    /// Warns of what has no effect in the configurations: tables without settings, and patterns with a misspelt name.
    pub(crate) fn warn_of_configs(&self, terminal: &Terminal) {
        let mut seen: Vec<&Path> = Vec::new();
        for config in self.files.iter().map(|file| &file.config) {
            let Some(path) = config.path.as_deref().filter(|path| !seen.contains(path)) else {
                continue;
            };
            seen.push(path);
            for warning in &config.without_settings {
                terminal.warning(warning);
            }
            let excludes = config.misspelt_excludes();
            let excludes = excludes.filter(|pattern| self.has_found(&pattern.path));
            let excludes = excludes.map(|pattern| ("`exclude`", pattern));
            let paths = config.misspelt_paths();
            let paths = paths.map(|pattern| ("`match` of `[[paths]]`", pattern));
            for (key, pattern) in excludes.chain(paths) {
                terminal.warning(&format!(
                    "{key} in `{}`: there is no `{}`; did you mean `{}`?",
                    path.display(),
                    pattern.written,
                    pattern.meant
                ));
            }
        }
    }

    /// Whether a file was found in a directory, which could have been excluded by this path.
    fn has_found(&self, path: &Path) -> bool {
        let found = self.files.iter().filter(|file| !file.is_named());
        found
            .filter_map(|file| std::path::absolute(file.path()?).ok())
            .any(|file| file.starts_with(path))
    }

    /// Warns of directories without any file to read.
    pub(crate) fn warn_of_empty(&self, terminal: &Terminal) {
        for path in &self.empty {
            terminal.warning(&format!("no YAML or JSON file in `{path}`"));
        }
    }
}

/// Returns the error for a place without content, if all its files have been read and contain only white space.
pub(crate) fn blank<'f>(place: &str, files: impl IntoIterator<Item = &'f InputFile>) -> Option<CommandError> {
    let mut files = files.into_iter().peekable();
    files.peek()?;
    files
        .all(|file| file.is_blank.load(Ordering::Relaxed))
        .then(|| blank_place(place))
}

/// Creates the error for a place that contains only white space.
pub(crate) fn blank_place(place: &str) -> CommandError {
    if place == "-" {
        CommandError::new("standard input is empty").help("check the command whose output is piped here")
    } else {
        CommandError::new(format!("`{place}` is empty"))
    }
}

/// Returns the files of the paths, in the given order and each once; those of a directory are ordered by name, without
/// those that the configuration excludes.
pub(crate) fn find(paths: &[PathBuf], configs: &mut Configs) -> Result<FoundFiles, CommandError> {
    let names: Vec<String> = paths.iter().map(|path| shown(path)).collect();
    let mut found = FoundFiles {
        shown: names.join("`, `"),
        ..FoundFiles::default()
    };
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    for path in paths {
        let before = found.files.len();
        if path.as_os_str() == "-" {
            let config = configs.near(Path::new("."))?;
            found.add(FileLocation::Stdin, FoundBy::Name, config);
        } else if let Some(tree) = git::parse(path) {
            let (files, how) = tree.files()?;
            for file in files {
                let config = configs.of_file(file.path())?;
                if how == FoundBy::Name || !config.excludes(file.path()) {
                    found.add(FileLocation::Git(file), how, config);
                }
            }
        } else if path.is_dir() {
            for file in walk(path)? {
                let config = configs.of_file(&file)?;
                if !config.excludes(&file) && seen.insert(file.clone()) {
                    found.add(FileLocation::Disk(file), FoundBy::Directory, config);
                }
            }
        } else {
            refuse_other_than_manifests(path)?;
            if seen.insert(path.clone()) {
                let config = configs.of_file(path)?;
                found.add(FileLocation::Disk(path.clone()), FoundBy::Name, config);
            }
            continue;
        }
        if found.files.len() == before {
            found.empty.push(shown(path));
        }
    }
    Ok(found)
}

impl FoundFiles {
    fn add(&mut self, location: FileLocation, found: FoundBy, config: Arc<Config>) {
        self.files.push(InputFile::new(location, found, config));
    }
}

/// Returns a path beside one that does not exist, if it has a similar name and the same extension, or only another extension.
/// The name of a Git revision stands for its files.
pub(crate) fn near_path(missing: &Path) -> Option<String> {
    let written = missing.to_str()?;
    let revision = written.split(':').next().unwrap_or_default();
    if git::is_revision(revision) {
        return Some(format!("git:{written}"));
    }
    let several = || written.split(',').all(|path| Path::new(path).exists());
    if written.contains(',') && several() {
        return Some(written.replace(',', " "));
    }
    if let Some(directory) = written
        .strip_suffix("/...")
        .filter(|directory| Path::new(directory).is_dir())
    {
        return Some(directory.to_owned());
    }
    let directory = directory_of(missing)?;
    if !directory.exists() {
        return in_near_directory(directory, missing.file_name()?);
    }
    let stem = missing.file_stem()?.to_str()?;
    let beside = names_in(directory)?;
    let stem_of = |path: &PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let is_manifest = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| ["yaml", "yml", "json"].contains(&extension))
    };
    let stems = || {
        let is_similar = |path: &&PathBuf| {
            path.extension() == missing.extension() || is_manifest(path) && is_manifest(missing)
        };
        beside.iter().filter(is_similar)
    };
    let known: Vec<String> = stems().filter_map(stem_of).collect();
    let other_extension = |path: &&PathBuf| is_manifest(path) && stem_of(path).as_deref() == Some(stem);
    let found = match beside.iter().find(other_extension) {
        Some(path) => path,
        None => {
            let near = nearest(stem, known.iter().map(String::as_str))?;
            stems().find(|path| stem_of(path).as_deref() == Some(near))?
        }
    };
    Some(missing.with_file_name(found).display().to_string())
}

/// Returns the directory that a path is in.
fn directory_of(path: &Path) -> Option<&Path> {
    Some(match path.parent()? {
        here if here.as_os_str().is_empty() => Path::new("."),
        directory => directory,
    })
}

/// Returns the names in a directory, in order.
fn names_in(directory: &Path) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(directory).ok()?.filter_map(Result::ok);
    let mut names: Vec<PathBuf> = entries.map(|entry| PathBuf::from(entry.file_name())).collect();
    names.sort();
    Some(names)
}

/// Returns the path of a file in a directory that exists and whose name is similar to that of one that does not.
fn in_near_directory(missing: &Path, file: &OsStr) -> Option<String> {
    let names = names_in(directory_of(missing)?)?;
    let has_file = |name: &&str| missing.with_file_name(name).join(file).exists();
    let known: Vec<&str> = names
        .iter()
        .filter_map(|name| name.to_str())
        .filter(has_file)
        .collect();
    let near = nearest(missing.file_name()?.to_str()?, known)?;
    Some(missing.with_file_name(near).join(file).display().to_string())
}

/// Returns errors for paths that cannot be read: Rust files, URLs, and patterns that the shell did not expand.
fn refuse_other_than_manifests(path: &Path) -> Result<(), CommandError> {
    let text = path.to_string_lossy();
    if path.exists() {
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust || path.file_name().is_some_and(|name| name == "Cargo.toml") {
            let what = if is_rust {
                "Rust"
            } else {
                "the manifest of a Rust package"
            };
            let failure = CommandError::new(format!(
                "`{text}` is {what}, but this command reads manifests of Kubernetes in YAML or JSON"
            ));
            return Err(failure.help(
                "`crd-gen generate` checks and writes the CRDs of the Rust types of a package; commands \
                 with `-p` use them directly",
            ));
        }
        return Ok(());
    }
    if text.starts_with("http://") || text.starts_with("https://") {
        let failure = CommandError::new(format!("`{text}` is a URL, but only files are supported"));
        if let Some((repository, _)) = text.split_once(".git") {
            return Err(failure.help(format!(
                "clone it with `git clone {repository}.git`, and write `git:REVISION:PATH` in it"
            )));
        }
        let words: Vec<String> = std::env::args().skip(1).collect();
        let command = words.join(" ").replacen(&*text, "-", 1);
        return Err(failure.help(format!("`curl -fsSL {text} | crd-gen {command}`")));
    }
    if text.contains(['*', '?', '[']) {
        let failure = CommandError::new(format!("there is no file `{text}`"));
        return Err(failure.help(
            "the shell expands `*` only if a file matches and the pattern is not in quotes; directories are \
             read recursively",
        ));
    }
    Ok(())
}
