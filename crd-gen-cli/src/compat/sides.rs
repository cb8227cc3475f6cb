//! The CRDs of both sides, paired by name.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crd_core::check::SourceFile;
use crd_core::compat::{CompatManifest, PromisedLifecycle};
use crd_core::yaml::tree::Node;
use crd_core::{Crd, KubeVersion};

use crate::CommandError;
use crate::feature::Feature;
use crate::generate::RustTypes;
use crate::lifecycle::lifecycles_of;
use crate::options::PackageArgs;
use crate::sources::{Completeness, CrdSources};
use crate::terminal::Terminal;

/// A CRD with the manifest that it is in.
pub(super) struct SideCrd {
    pub(super) crd: Crd,
    pub(super) node: Node,
    /// The position of its document in the file.
    pub(super) document: usize,
    pub(super) file: Arc<SourceFile>,
    /// The Rust types that it comes from.
    pub(super) types: Option<Arc<RustTypes>>,
    /// The lifecycles of its fields, from types or the extension `x-kubernetes-api-lifecycle`.
    pub(super) lifecycles: Vec<PromisedLifecycle>,
}

impl SideCrd {
    pub(super) fn manifest(&self) -> CompatManifest<'_> {
        CompatManifest::new(&self.node, Arc::clone(&self.file))
    }
}

/// The CRDs of one side by name.
pub(super) struct CrdSide {
    pub(super) crds: BTreeMap<String, SideCrd>,
}

/// Reads the CRDs of a path.
pub(super) fn read(path: &PathBuf, terminal: &Terminal) -> Result<CrdSide, CommandError> {
    let sources = CrdSources::read(std::slice::from_ref(path), &PackageArgs::default(), terminal)?;
    of_sources(&sources, terminal)
}

/// Reads the CRDs of files; a directory is not treated as a package, and may have no CRDs.
pub(super) fn read_files(path: &PathBuf, terminal: &Terminal) -> Result<CrdSide, CommandError> {
    let sources = CrdSources::of_files(std::slice::from_ref(path))?;
    if sources.sources.iter().all(|source| source.texts.is_empty()) {
        return Ok(CrdSide {
            crds: BTreeMap::new(),
        });
    }
    of_sources(&sources, terminal)
}

fn of_sources(sources: &CrdSources, terminal: &Terminal) -> Result<CrdSide, CommandError> {
    let mut files: BTreeMap<String, (Arc<SourceFile>, Option<Arc<RustTypes>>)> = BTreeMap::new();
    for text in sources.sources.iter().flat_map(|source| &source.texts) {
        let file = SourceFile {
            name: text.name.clone(),
            text: crd_core::check::lossy_text(text.bytes.clone()),
        };
        files.insert(text.name.clone(), (Arc::new(file), text.types.clone()));
    }
    let loaded = sources.map(terminal, |found| {
        (
            found.file.to_owned(),
            found.document,
            found.node.clone(),
            found.crd,
        )
    })?;
    if loaded.completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    let of_types: Vec<&Feature> = sources
        .sources
        .iter()
        .flat_map(|source| &source.features)
        .collect();
    let mut crds: BTreeMap<String, SideCrd> = BTreeMap::new();
    for (file, document, node, crd) in loaded.crds {
        let name = crd.metadata.name.to_string();
        let Some((file, types)) = files.get(&file).cloned() else {
            continue;
        };
        if let Some(other) = crds.get(&name).filter(|other| !is_patch(&other.crd)) {
            if is_patch(&crd) {
                continue;
            }
            let (here, there) = (&file.name, &other.file.name);
            terminal.warning(&format!(
                "`{name}` is in `{there}` and in `{here}`; the first is used"
            ));
            continue;
        }
        let lifecycles = promised(&crd, &of_types, &lifecycles_of(&node, &crd));
        crds.insert(
            name,
            SideCrd {
                crd,
                node,
                document,
                file,
                types,
                lifecycles,
            },
        );
    }
    Ok(CrdSide { crds })
}

/// Whether this is only a part of a CRD, such as a patch of kustomize.
fn is_patch(crd: &Crd) -> bool {
    crd.spec.group.is_empty() && crd.spec.names.kind.is_empty()
}

/// Returns the lifecycles of the fields of a CRD: those of its types, or else those of the manifest.
fn promised(crd: &Crd, of_types: &[&Feature], of_manifest: &[Feature]) -> Vec<PromisedLifecycle> {
    let is_of_crd = |feature: &&&Feature| {
        *feature.group == *crd.spec.group && *feature.kind == *crd.spec.names.kind && feature.value.is_none()
    };
    let mut features: Vec<&Feature> = of_types.iter().filter(is_of_crd).copied().collect();
    if features.is_empty() {
        features.extend(of_manifest);
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
    pub(super) fn warn_of_refused(&self, server: KubeVersion, terminal: &Terminal) {
        for (name, side) in &self.crds {
            let verdict = crd_core::validate::create(&side.crd, server);
            if let Some(error) = verdict.errors.first() {
                let more = match verdict.errors.len() {
                    1 => String::new(),
                    count => format!(" (and {} more)", count - 1),
                };
                terminal.warning(&format!(
                    "the server rejects `{name}` in `{}`, so the comparison may be incomplete: {}{more}",
                    side.file.name,
                    crate::text::shortened(&crate::text::plain(&error.to_string()), 200)
                ));
            }
        }
    }
}
