//! Samples of CRDs, which take long to make: the last ones are kept.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use crd_core::objects::{Admission, default};
use crd_core::samples::Samples;
use crd_core::{Crd, KubeVersion};
use serde_json::Value as Json;

/// How many versions of CRDs have their samples kept.
const KEPT: usize = 8;

/// The objects of a version: a full one and the smallest one, with their defaults.
type SampledObjects = Arc<Vec<Json>>;

/// The samples that were made last.
#[derive(Default)]
pub(crate) struct SampleCache {
    kept: Mutex<Vec<(u64, SampledObjects)>>,
}

impl SampleCache {
    /// The samples of a version of a CRD; `text` is that of the CRD.
    pub(crate) fn of(&self, text: &str, crd: &Crd, version: &str, server: KubeVersion) -> SampledObjects {
        let mut hasher = DefaultHasher::new();
        (text, version, server.minor()).hash(&mut hasher);
        let key = hasher.finish();
        // Whoever asks for the same waits for it: it is made once.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, samples)) = kept.iter().find(|(known, _)| *known == key) {
            return Arc::clone(samples);
        }
        let samples = Arc::new(made(crd, version, server).unwrap_or_default());
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&samples)));
        samples
    }
}

fn made(crd: &Crd, version: &str, server: KubeVersion) -> Option<Vec<Json>> {
    let admission = Admission::new(crd, version, server).ok()?;
    let schema = admission.schema().clone();
    let mut samples = Samples::of(admission);
    let full = samples.full().ok().map(|full| full.object);
    let mut found: Vec<Json> = full.into_iter().chain(samples.smallest().ok()).collect();
    for sample in &mut found {
        default(&schema, sample);
    }
    Some(found)
}
