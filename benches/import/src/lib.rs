//! Checks what imported types preserve: the CRD, and the objects that it admits.

mod crds;
pub mod files;
mod objects;

use std::collections::BTreeMap;
use std::{env, fs};

use crd_core::Crd;
use crd_core::generate::{Problems, merge};
use crd_import::{Client, ImportOptions, KubernetesTypes};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A root type of an import, with its functions.
pub struct Entry {
    /// The import that generated it, such as `b12`.
    pub batch: &'static str,
    pub crd: &'static str,
    pub version: &'static str,
    pub generate: fn() -> Result<Crd, Problems>,
    /// Deserializes an object and serializes it. Absent if only the CRDs are compared, since the functions of serde take most of the
    /// time of the build.
    pub round_trip: Option<fn(Value) -> Result<Value, serde_json::Error>>,
}

/// Returns the minor version of Kubernetes whose types of k8s-openapi are used, from the environment.
pub fn k8s_openapi() -> Option<u32> {
    env::var("K8S_OPENAPI").ok()?.parse().ok()
}

/// Returns whether root types are for `kube::Api`, from the environment.
pub fn client() -> Client {
    if env::var_os("KUBE").is_some() {
        Client::Kube
    } else {
        Client::None
    }
}

/// Returns the options of all imports.
pub fn options() -> ImportOptions {
    let mut options = ImportOptions::default();
    options.client = client();
    if let Some(minor) = k8s_openapi() {
        options.kubernetes = KubernetesTypes::Of(minor);
    }
    options
}

/// Implements `round_trip` of [`Entry`] for a type.
pub fn round_trip<T: DeserializeOwned + Serialize>(object: Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(&serde_json::from_value::<T>(object)?)
}

/// Compares the CRDs, or reads objects: the first argument is the directory of the CRDs, the second the number of objects of each
/// version; without it, the CRDs are compared. Further arguments are directories with sample objects.
pub fn run(entries: &[&[Entry]]) {
    let mut arguments = env::args().skip(1);
    let directory = arguments.next().expect("the directory of the CRDs");
    let count: usize = arguments
        .next()
        .and_then(|count| count.parse().ok())
        .unwrap_or_default();
    let samples: Vec<String> = arguments.collect();
    let mut by_crd: BTreeMap<(&str, &str), Vec<&Entry>> = BTreeMap::new();
    for entry in entries.iter().copied().flatten() {
        by_crd.entry((entry.batch, entry.crd)).or_default().push(entry);
    }
    let mut imported = Vec::new();
    for ((batch, name), entries) in by_crd {
        let path = format!("{directory}/{batch}/{name}.json");
        let text = fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let crd = crd_import::read_crds(&text)
            .expect("a CRD that was read before")
            .remove(0);
        imported.push(ImportedCrd { batch, crd, entries });
    }
    if count == 0 {
        crds::compare(&imported);
    } else {
        objects::read(&imported, count, &samples);
    }
}

/// A CRD with the types of its versions.
struct ImportedCrd<'a> {
    batch: &'a str,
    crd: Crd,
    entries: Vec<&'a Entry>,
}

impl ImportedCrd<'_> {
    /// Generates the CRD from the types.
    fn generated(&self) -> Result<Crd, String> {
        let crds: Result<Vec<Crd>, Problems> = self.entries.iter().map(|entry| (entry.generate)()).collect();
        let mut merged =
            merge(crds.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
        if merged.len() == 1 {
            Ok(merged.remove(0))
        } else {
            Err(format!("{} CRDs in place of one", merged.len()))
        }
    }
}
