//! Completion of whole objects in empty documents: samples of the kinds that CRDs declare.

use crd_core::check::objects::Declaration;
use crd_core::samples::Samples;

use crate::snapshot::Snapshot;

/// The maximum number of kinds for which samples are generated: each takes milliseconds.
const MOST_KINDS: usize = 6;

/// A sample object of a kind.
pub(super) struct ObjectSkeleton {
    pub(super) kind: String,
    pub(super) api_version: String,
    pub(super) text: String,
}

/// Returns the smallest objects of the kinds whose names have a prefix.
pub(super) fn skeletons(snapshot: &Snapshot, prefix: &str) -> Vec<ObjectSkeleton> {
    let crds = snapshot.crds();
    let prefix = prefix.to_lowercase();
    let mut declarations: Vec<Declaration<'_>> = crds
        .declarations()
        .filter(Declaration::is_served)
        .filter(|declaration| declaration.kind().to_lowercase().starts_with(&prefix))
        .collect();
    if declarations.len() > MOST_KINDS {
        declarations.clear();
    }
    let each = declarations.into_iter().filter_map(|declaration| {
        let crd = declaration.crd(snapshot.version())?;
        let mut samples = Samples::new(&crd, declaration.version(), snapshot.version()).ok()?;
        let object = samples.smallest().ok()?;
        Some(ObjectSkeleton {
            kind: declaration.kind().to_owned(),
            api_version: declaration.api_version(),
            text: samples.text(&object),
        })
    });
    each.collect()
}
