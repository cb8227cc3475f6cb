//! A cache of samples of CRDs, which are slow to generate.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use crd_core::objects::{Admission, default};
use crd_core::samples::Samples;
use crd_core::{Crd, KubeVersion};
use serde_json::Value as Json;

/// The maximum number of versions of CRDs with cached samples.
const KEPT: usize = 8;

/// The samples of a version: a full object and the smallest object, with defaults.
type SampledObjects = Arc<Vec<Json>>;

/// The most recent samples.
#[derive(Default)]
pub(crate) struct SampleCache {
    kept: Mutex<Vec<(u64, SampledObjects)>>,
}

impl SampleCache {
    /// Returns the samples of a version of a CRD; `text` is that of the CRD.
    pub(crate) fn of(&self, text: &str, crd: &Crd, version: &str, server: KubeVersion) -> SampledObjects {
        let mut hasher = DefaultHasher::new();
        (text, version, server.minor()).hash(&mut hasher);
        let key = hasher.finish();
        // Concurrent requests wait, so that samples are generated only once.
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
