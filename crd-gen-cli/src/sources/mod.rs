//! Reads CRDs from all sources: files, directories, standard input, Git revisions, and the types of Rust packages.
//!
//! Every command reads CRDs through [`CrdSources`], so that a path, `--crds` and `--package` mean the same everywhere,
//! and unreadable input is reported in the same words.

mod files;
mod git;
mod kustomize;
mod manifests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crd_core::check::{crds_of, lossy_text};
use crd_core::decode::decode;
use crd_core::yaml::tree::Node;
use crd_core::yaml::{self, Document, ReadError, ReadErrorKind};
use crd_core::{Crd, KubeVersion, validate};

use files::blank_place;
pub(crate) use files::{FileLocation, FoundFiles, InputFile, blank, find, near_path};
pub(crate) use git::{
    content_at, in_repository, merge_base_of_default_branch, path_of_revision, releases_since,
};
pub(crate) use kustomize::{Kustomizations, KustomizedFile};
pub(crate) use manifests::{FoundBy, mentions_crds, mentions_group_of_crds};

use crate::CommandError;
use crate::config::{Config, Configs};
use crate::feature::{Feature, ProjectChannels, ValueDocs};
use crate::generate::{self, GeneratedText, RustTypes};
use crate::options::{KubernetesVersion, PackageArgs};
use crate::parallel::mapped;
use crate::source::SourceText;
use crate::terminal::Terminal;
use crate::text::{counted, listed, plain, shortened};

/// The CRDs of a command, as texts.
pub(crate) struct CrdSources {
    pub(crate) sources: Vec<CrdSource>,
    /// The configuration that applies to the first of them.
    pub(crate) config: Arc<Config>,
    readable: Readable,
}

/// What the paths of a command may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readable {
    Files,
    FilesAndPackages,
}

/// The content of one path or package.
pub(crate) struct CrdSource {
    /// The path or the package, for messages.
    pub(crate) shown: String,
    /// Its texts that may hold CRDs.
    pub(crate) texts: Vec<CrdText>,
    /// Channels, feature gates and lifecycles of a package's types.
    pub(crate) features: Vec<Feature>,
    /// Descriptions of the values of enums.
    pub(crate) values: Vec<ValueDocs>,
    pub(crate) channels: Vec<ProjectChannels>,
}

/// A text that may hold CRDs.
pub(crate) struct CrdText {
    /// The name of the file in messages.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    found: FoundBy,
    pub(crate) config: Arc<Config>,
    /// The Rust types that it comes from.
    pub(crate) types: Option<Arc<RustTypes>>,
}

/// A CRD of a text, decoded.
pub(crate) struct FoundCrd<'a> {
    pub(crate) file: &'a str,
    /// The position of its document among the parsed ones of the file.
    pub(crate) document: usize,
    pub(crate) node: &'a Node,
    pub(crate) crd: Crd,
    /// The configuration that applies to the file.
    pub(crate) config: &'a Config,
}

impl FoundCrd<'_> {
    /// Returns the message about a CRD that the server rejects.
    fn rejection(&self, server: KubeVersion) -> Option<String> {
        let crd = &self.crd;
        let verdict = match (&crd.spec.v1beta1, &*crd.metadata.uid) {
            (Some(_), _) => return None,
            (None, "") => validate::create(crd, server),
            // It is from a cluster, whose server accepted it.
            (None, _) => validate::update(crd, crd, server),
        };
        let error = verdict.errors.first()?;
        // The value may be long, such as all versions.
        let reason = match error.detail.as_str() {
            "" => error.to_string(),
            detail => format!("{}: {detail}", error.field),
        };
        Some(format!(
            "the server rejects the CRD `{}` in `{}`: {}; run `crd-gen check` to see where",
            crd.metadata.name,
            self.file,
            shortened(&plain(&reason), 200)
        ))
    }
}

/// The results for all CRDs, and whether others could not be read.
pub(crate) struct LoadedCrds<T> {
    pub(crate) crds: Vec<T>,
    pub(crate) completeness: Completeness,
}

/// Whether all CRDs could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completeness {
    All,
    /// Some could not be read, which has been reported.
    Part,
}

impl Completeness {
    /// Combines the completeness of two parts.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Completeness::All, Completeness::All) => Completeness::All,
            _ => Completeness::Part,
        }
    }
}

impl CrdSources {
    /// Reads the content of paths and packages. A path is a file, a directory, `-`, a Git revision, or a package: a
    /// `Cargo.toml` or its directory. Without any, the package or the files of this directory are read.
    pub(crate) fn read(
        paths: &[PathBuf],
        packages: &PackageArgs,
        terminal: &Terminal,
    ) -> Result<Self, CommandError> {
        let mut configs = Configs::default();
        let here = [PathBuf::from(".")];
        let is_of_here = paths.is_empty() && !packages.is_given();
        let mut sources = Vec::new();
        let mut config = None;
        for path in if is_of_here { &here } else { paths } {
            let near = if path.as_os_str() == "-" || path.to_string_lossy().starts_with("git:") {
                Path::new(".")
            } else {
                path
            };
            config.get_or_insert(configs.near(near)?);
            sources.push(match package_manifest(path) {
                Some(manifest) => {
                    let package = PackageArgs {
                        package: Vec::new(),
                        manifest_path: Some(manifest),
                        offline: packages.offline,
                    };
                    CrdSource::of_package(path.display().to_string(), &package, terminal)?
                }
                None => CrdSource::of_path(path, &mut configs)?,
            });
        }
        for package in packages.each() {
            let near = package.manifest_path.as_deref().unwrap_or(Path::new("."));
            config.get_or_insert(configs.near(near)?);
            let shown = package.package.first().cloned();
            let shown = shown.unwrap_or_else(|| near.display().to_string());
            sources.push(CrdSource::of_package(shown, &package, terminal)?);
        }
        Ok(CrdSources {
            sources,
            config: config.unwrap_or_default(),
            readable: Readable::FilesAndPackages,
        })
    }

    /// Reads the content of files, directories and revisions, even if a directory is that of a package.
    pub(crate) fn of_files(paths: &[PathBuf]) -> Result<Self, CommandError> {
        let mut configs = Configs::default();
        let config = configs.near(Path::new("."))?;
        let sources = paths.iter().map(|path| CrdSource::of_path(path, &mut configs));
        Ok(CrdSources {
            sources: sources.collect::<Result<_, _>>()?,
            config,
            readable: Readable::Files,
        })
    }

    /// Returns the version of the server: the requested one, or that of the configuration.
    pub(crate) fn server(&self, asked: KubernetesVersion) -> KubeVersion {
        asked.or(&self.config)
    }

    /// Lists the paths and packages, for the inside of a pair of backticks.
    pub(crate) fn shown(&self) -> String {
        let sources = self.sources.iter().map(|source| source.shown.as_str());
        sources.collect::<Vec<_>>().join("`, `")
    }

    /// Returns all CRDs. Unreadable or undecodable input is reported, and ends the command.
    pub(crate) fn crds(&self, terminal: &Terminal) -> Result<Vec<Crd>, CommandError> {
        let loaded = self.map(terminal, |found| found.crd)?;
        match loaded.completeness {
            Completeness::All => Ok(loaded.crds),
            Completeness::Part => Err(CommandError::Reported),
        }
    }

    /// Returns all CRDs, like [`crds`](Self::crds). One that the server rejects is reported, too, and ends the command.
    pub(crate) fn accepted(
        &self,
        terminal: &Terminal,
        asked: KubernetesVersion,
    ) -> Result<Vec<Crd>, CommandError> {
        let loaded = self.map_accepted(terminal, asked, |found| found.crd)?;
        match loaded.completeness {
            Completeness::All => Ok(loaded.crds),
            Completeness::Part => Err(CommandError::Reported),
        }
    }

    /// Maps each CRD that the server accepts. Others are reported, like unreadable input.
    pub(crate) fn map_accepted<T: Send>(
        &self,
        terminal: &Terminal,
        asked: KubernetesVersion,
        make: impl Fn(FoundCrd<'_>) -> T + Sync,
    ) -> Result<LoadedCrds<T>, CommandError> {
        let loaded = self.map(terminal, |found| match found.rejection(asked.or(found.config)) {
            Some(rejection) => Err(rejection),
            None => Ok(make(found)),
        })?;
        let mut accepted = LoadedCrds {
            crds: Vec::new(),
            completeness: loaded.completeness,
        };
        for crd in loaded.crds {
            match crd {
                Ok(crd) => accepted.crds.push(crd),
                Err(rejection) => {
                    accepted.completeness = Completeness::Part;
                    terminal.error(&rejection, &[]);
                }
            }
        }
        Ok(accepted)
    }

    /// Maps each CRD. Unreadable or undecodable input is reported.
    pub(crate) fn map<T: Send>(
        &self,
        terminal: &Terminal,
        make: impl Fn(FoundCrd<'_>) -> T + Sync,
    ) -> Result<LoadedCrds<T>, CommandError> {
        let texts: Vec<&CrdText> = self.sources.iter().flat_map(|source| &source.texts).collect();
        let read = mapped(&texts, |text| text.read(&make));
        let mut loaded = LoadedCrds {
            crds: Vec::new(),
            completeness: Completeness::All,
        };
        let mut templates = 0;
        for text in read {
            loaded.crds.extend(text.crds);
            templates += text.templates;
            for problem in &text.problems {
                loaded.completeness = Completeness::Part;
                terminal.error(problem, &[]);
            }
        }
        if templates > 0 {
            let templates = counted(templates, "Helm template");
            terminal.note(&format!(
                "not read: {templates}; `helm template` renders CRDs from them"
            ));
        }
        if loaded.crds.is_empty() && loaded.completeness == Completeness::All {
            let is_blank = |text: &&CrdText| text.bytes.trim_ascii().is_empty();
            let is_empty = !texts.is_empty() && texts.iter().all(is_blank);
            return Err(if is_empty {
                blank_place(&self.shown())
            } else {
                none_in(&self.shown(), self.readable, &texts)
            });
        }
        Ok(loaded)
    }
}

impl CrdSource {
    /// Reads the texts of a file, of a directory, of standard input or of a revision.
    fn of_path(path: &PathBuf, configs: &mut Configs) -> Result<Self, CommandError> {
        let found = find(std::slice::from_ref(path), configs)?;
        let texts = mapped(&found.files, CrdText::of)
            .into_iter()
            .collect::<Result<Vec<_>, _>>()?;
        Ok(CrdSource {
            shown: found.shown,
            texts: texts.into_iter().flatten().collect(),
            features: Vec::new(),
            values: Vec::new(),
            channels: Vec::new(),
        })
    }

    /// Generates the CRDs of a package's types.
    fn of_package(shown: String, package: &PackageArgs, terminal: &Terminal) -> Result<Self, CommandError> {
        let generated = generate::manifests(package, terminal)?;
        let text = |generated: GeneratedText| CrdText {
            name: format!("{} (generated)", generated.name),
            bytes: generated.yaml.into_bytes(),
            found: FoundBy::Name,
            config: Arc::default(),
            types: Some(Arc::new(generated.types)),
        };
        Ok(CrdSource {
            shown,
            texts: generated.texts.into_iter().map(text).collect(),
            features: generated.features,
            values: generated.values,
            channels: generated.channels,
        })
    }
}

/// The result of reading a text.
struct ReadCrds<T> {
    crds: Vec<T>,
    problems: Vec<String>,
    templates: usize,
}

impl CrdText {
    /// Reads the text of a file; `None` for a file in a directory that mentions no CRD.
    fn of(file: &InputFile) -> Result<Option<Self>, CommandError> {
        let bytes = file.bytes().map_err(CommandError::new)?;
        Ok((file.is_named() || mentions_crds(&bytes)).then(|| CrdText {
            name: file.shown(),
            bytes,
            found: file.found,
            config: Arc::clone(&file.config),
            types: None,
        }))
    }

    /// Reports parse errors, for a caller that parses the text itself.
    pub(crate) fn report_errors(&self, terminal: &Terminal) -> Completeness {
        let read = yaml::read(&self.bytes, yaml::Options::default());
        match read.errors.first() {
            Some(error) if !self.is_template(error) => {
                terminal.error(&self.unreadable(error), &[]);
                Completeness::Part
            }
            _ => Completeness::All,
        }
    }

    /// Whether the text is a template of a Helm chart below a directory, where such are expected.
    fn is_template(&self, error: &ReadError) -> bool {
        self.found == FoundBy::Directory && error.kind == ReadErrorKind::HelmTemplate
    }

    /// Returns the message for a text that cannot be parsed.
    fn unreadable(&self, error: &ReadError) -> String {
        unreadable(&self.name, &self.bytes, error)
    }

    fn read<T>(&self, make: impl Fn(FoundCrd<'_>) -> T) -> ReadCrds<T> {
        let name = &self.name;
        let read = yaml::read(&self.bytes, yaml::Options::default());
        let mut made = ReadCrds {
            crds: Vec::new(),
            problems: Vec::new(),
            templates: 0,
        };
        match read.errors.first() {
            Some(error) if self.is_template(error) => made.templates += 1,
            Some(error) => made.problems.push(self.unreadable(error)),
            None => {}
        }
        for (document, found) in read.documents.iter().enumerate() {
            for node in crds_of(&found.root) {
                match decode(node).crd {
                    Some(crd) => made.crds.push(make(FoundCrd {
                        file: name,
                        document,
                        node,
                        crd,
                        config: &self.config,
                    })),
                    None => made.problems.push(format!(
                        "a CRD in `{name}` cannot be decoded; run `crd-gen check {name}` to see why"
                    )),
                }
            }
        }
        made
    }
}

/// Returns the message for a text that cannot be parsed: `a.yaml:2:4 cannot be read: …`.
pub(crate) fn unreadable(name: &str, bytes: &[u8], error: &ReadError) -> String {
    // No position is shown for a text that is too large.
    let place = if error.kind == ReadErrorKind::TooLarge {
        name.to_owned()
    } else {
        SourceText::new(name.into(), lossy_text(bytes.to_owned())).place(Some(error.span))
    };
    format!("`{place}` cannot be read: {}", plain(&error.message))
}

/// Creates the error for a place without CRDs, given its texts.
pub(crate) fn none_in(place: &str, readable: Readable, texts: &[&CrdText]) -> CommandError {
    let help = match readable {
        Readable::Files => "pass files or directories with CRDs",
        Readable::FilesAndPackages => "pass files, directories or Rust packages with CRDs",
    };
    let read = texts
        .iter()
        .map(|text| yaml::read(&text.bytes, yaml::Options::default()));
    let documents: Vec<Document> = read.flat_map(|read| read.documents).collect();
    let only = only_kinds(&documents);
    CommandError::new(format!("no CustomResourceDefinition in `{place}`{only}")).help(help)
}

/// Names the kinds of documents, behind what they are not: `, only objects of the kind` and the kind; empty if there are none, or many.
pub(crate) fn only_kinds(documents: &[Document]) -> String {
    const MOST: usize = 3;
    let kinds = documents
        .iter()
        .filter_map(|document| document.root.get("kind")?.as_str());
    let kinds: BTreeSet<&str> = kinds.filter(|kind| !kind.is_empty()).collect();
    if kinds.is_empty() || kinds.len() > MOST {
        return String::new();
    }
    format!(
        ", {}",
        listed("only objects of the kind", "only objects of the kinds", kinds)
    )
}

/// Returns the `Cargo.toml` at a path, or in it.
fn package_manifest(path: &Path) -> Option<PathBuf> {
    if path.file_name().is_some_and(|name| name == "Cargo.toml") {
        return Some(path.to_owned());
    }
    Some(path.join("Cargo.toml")).filter(|manifest| manifest.is_file())
}
