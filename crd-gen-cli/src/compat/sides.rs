//! The CRDs of both sides, paired by name.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crd_core::check::{SourceFile, crds_of, lossy_text};
use crd_core::compat::{CompatManifest, PromisedLifecycle};
use crd_core::decode::decode;
use crd_core::yaml::tree::{Node, Span, Value};
use crd_core::yaml::{self, ParsedFile};
use crd_core::{Crd, KubeVersion, validate};

use crate::CommandError;
use crate::feature::Feature;
use crate::generate::RustTypes;
use crate::lifecycle::lifecycles_of;
use crate::options::PackageArgs;
use crate::parallel::thread_count;
use crate::sources::{Completeness, CrdSources, FoundCrd};
use crate::terminal::Terminal;

/// A CRD of a side. Its content is read when it is compared, because the CRDs of all files need much more memory than their texts.
pub(super) struct SideCrd {
    /// The position of the CRD in the file.
    span: Span,
    /// The position of its document in the file.
    pub(super) document: usize,
    pub(super) file: Arc<SourceFile>,
    /// The Rust types that it comes from.
    pub(super) types: Option<Arc<RustTypes>>,
    /// The lifecycles of its fields, from types or the extension `x-kubernetes-api-lifecycle`.
    pub(super) lifecycles: Vec<PromisedLifecycle>,
    /// The first error of the server and the number of errors, if the server rejects the CRD.
    refusal: Option<(String, usize)>,
    /// Whether this is only a part of a CRD, such as a patch of kustomize.
    is_patch: bool,
}

/// The content of a CRD.
pub(super) struct CrdContent {
    pub(super) crd: Crd,
    parsed: Arc<ParsedFile>,
    span: Span,
    file: Arc<SourceFile>,
}

impl CrdContent {
    /// Returns the manifest of the CRD.
    pub(super) fn manifest(&self) -> CompatManifest<'_> {
        CompatManifest::new(node_of(&self.parsed, self.span), Arc::clone(&self.file))
    }
}

/// Returns the CRD at a position of a file.
fn node_of(parsed: &ParsedFile, span: Span) -> &Node {
    const NONE: &Node = &Node {
        span: Span { start: 0, end: 0 },
        value: Value::Null,
    };
    let mut nodes = parsed
        .documents
        .iter()
        .flat_map(|document| crds_of(&document.root));
    nodes.find(|node| node.span == span).unwrap_or(NONE)
}

/// Reads the content of CRDs, and keeps the files that were read last.
#[derive(Default)]
pub(super) struct ContentReader {
    last: Mutex<VecDeque<(Arc<SourceFile>, Arc<ParsedFile>)>>,
}

impl ContentReader {
    pub(super) fn read(&self, side: &SideCrd) -> CrdContent {
        let parsed = self.parsed(&side.file);
        let crd = decode(node_of(&parsed, side.span)).crd.unwrap_or_default();
        CrdContent {
            crd,
            parsed,
            span: side.span,
            file: Arc::clone(&side.file),
        }
    }

    fn parsed(&self, file: &Arc<SourceFile>) -> Arc<ParsedFile> {
        let known = {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            let at = last.iter().position(|(known, _)| Arc::ptr_eq(known, file));
            at.and_then(|at| last.remove(at))
        };
        let parsed = known.map_or_else(
            || Arc::new(yaml::read(file.text.as_bytes(), yaml::Options::default())),
            |(_, parsed)| parsed,
        );
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        // Each thread compares files of both sides.
        if last.len() > 1 {
            last.truncate(2 * thread_count() - 1);
        }
        last.push_front((Arc::clone(file), Arc::clone(&parsed)));
        parsed
    }
}

/// The CRDs of one side by name.
pub(super) struct CrdSide {
    pub(super) crds: BTreeMap<String, SideCrd>,
}

/// Reads the CRDs of a path.
pub(super) fn read(
    path: &PathBuf,
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<CrdSide, CommandError> {
    let sources = CrdSources::read(std::slice::from_ref(path), &PackageArgs::default(), terminal)?;
    of_sources(sources, server, terminal)
}

/// Reads the CRDs of files; a directory is not treated as a package, and may have no CRDs.
pub(super) fn read_files(
    path: &PathBuf,
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<CrdSide, CommandError> {
    let sources = CrdSources::of_files(std::slice::from_ref(path))?;
    if sources.sources.iter().all(|source| source.texts.is_empty()) {
        return Ok(CrdSide {
            crds: BTreeMap::new(),
        });
    }
    of_sources(sources, server, terminal)
}

/// What is kept of a CRD that was read.
struct ReadCrd {
    file: String,
    document: usize,
    span: Span,
    name: String,
    group: Box<str>,
    kind: Box<str>,
    lifecycles: Vec<Feature>,
    refusal: Option<(String, usize)>,
}

impl ReadCrd {
    fn of(found: &FoundCrd<'_>, server: KubeVersion) -> Self {
        let crd = &found.crd;
        let errors = validate::create(crd, server).errors;
        ReadCrd {
            file: found.file.to_owned(),
            document: found.document,
            span: found.node.span,
            name: crd.metadata.name.to_string(),
            group: crd.spec.group.clone(),
            kind: crd.spec.names.kind.clone(),
            lifecycles: lifecycles_of(found.node, crd),
            refusal: errors.first().map(|error| (error.to_string(), errors.len())),
        }
    }
}

fn of_sources(
    sources: CrdSources,
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<CrdSide, CommandError> {
    let loaded = sources.map(terminal, |found| ReadCrd::of(&found, server))?;
    if loaded.completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    let mut files: BTreeMap<String, (Arc<SourceFile>, Option<Arc<RustTypes>>)> = BTreeMap::new();
    let mut of_types: Vec<Feature> = Vec::new();
    for source in sources.sources {
        of_types.extend(source.features);
        for text in source.texts {
            let file = SourceFile {
                name: text.name.clone(),
                text: lossy_text(text.bytes),
            };
            files.insert(text.name, (Arc::new(file), text.types));
        }
    }
    let mut crds: BTreeMap<String, SideCrd> = BTreeMap::new();
    for read in loaded.crds {
        let Some((file, types)) = files.get(&read.file).cloned() else {
            continue;
        };
        let is_patch = read.group.is_empty() && read.kind.is_empty();
        if let Some(other) = crds.get(&read.name).filter(|other| !other.is_patch) {
            if is_patch {
                continue;
            }
            let (name, here, there) = (&read.name, &file.name, &other.file.name);
            terminal.warning(&format!(
                "`{name}` is in `{there}` and in `{here}`; the first is used"
            ));
            continue;
        }
        let side = SideCrd {
            span: read.span,
            document: read.document,
            file,
            types,
            lifecycles: promised(&read, &of_types),
            refusal: read.refusal,
            is_patch,
        };
        crds.insert(read.name, side);
    }
    Ok(CrdSide { crds })
}

/// Returns the lifecycles of the fields of a CRD: those of its types, or else those of the manifest.
fn promised(crd: &ReadCrd, of_types: &[Feature]) -> Vec<PromisedLifecycle> {
    let is_of_crd = |feature: &&Feature| {
        *feature.group == *crd.group && *feature.kind == *crd.kind && feature.value.is_none()
    };
    let mut features: Vec<&Feature> = of_types.iter().filter(is_of_crd).collect();
    if features.is_empty() {
        features.extend(&crd.lifecycles);
    }
    let lifecycles = features.into_iter().flat_map(|feature| {
        feature.lifecycle.iter().map(|marker| PromisedLifecycle {
            version: feature.version.clone(),
            path: feature.path.trim_start_matches('.').replace(".*", "{}"),
            project: marker.project.clone(),
            status: marker.status.clone(),
            feature_gate: marker.feature_gate.clone(),
        })
    });
    lifecycles.collect()
}

impl CrdSide {
    /// Warns of CRDs that the server rejects; they are compared as far as possible.
    pub(super) fn warn_of_refused(&self, terminal: &Terminal) {
        for (name, side) in &self.crds {
            if let Some((error, count)) = &side.refusal {
                let more = match count {
                    1 => String::new(),
                    count => format!(" (and {} more)", count - 1),
                };
                terminal.warning(&format!(
                    "the server rejects `{name}` in `{}`, so the comparison may be incomplete: {}{more}",
                    side.file.name,
                    crate::text::shortened(&crate::text::plain(error), 200)
                ));
            }
        }
    }
}
