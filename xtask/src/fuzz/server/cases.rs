//! CRDs of the examples and of the corpus, and random objects of their kinds.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crd_core::check;
use crd_core::yaml;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::shared;
use serde_json::{Map, Value, json};

use crate::fuzz::objects::disturb;

/// A kind whose objects are sent.
pub(super) struct Kind {
    pub(super) crd: Value,
    /// The path of its objects.
    pub(super) path: String,
    api_version: String,
    schema: Value,
    pub(super) has_status: bool,
}

/// Reads the CRDs that a server accepts: those of the examples, then those of the corpus.
pub(super) fn kinds() -> io::Result<Vec<Kind>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    collect(&root.join("examples"), &mut files)?;
    if let Some(corpus) = shared("corpus") {
        collect(&corpus, &mut files)?;
    }
    let mut names = BTreeSet::new();
    let mut kinds = Vec::new();
    for file in files {
        let text = std::fs::read(&file)?;
        if !text.windows(24).any(|part| part == b"CustomResourceDefinition") {
            continue;
        }
        for document in yaml::read(&text, yaml::Options::default()).documents {
            for node in check::crds_of(&document.root) {
                if let Some(kind) = kind(node.to_json())
                    && names.insert(kind.path.clone())
                {
                    kinds.push(kind);
                }
            }
        }
    }
    Ok(kinds)
}

/// Finds the YAML files below a folder.
pub(in crate::fuzz) fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, files)?;
        } else if entry.extension().is_some_and(|end| end == "yaml" || end == "yml") {
            files.push(entry);
        }
    }
    Ok(())
}

/// Returns the kind of a CRD, which is sent unchanged except for its webhook; `None` for a CRD that no server accepts.
fn kind(mut crd: Value) -> Option<Kind> {
    if let Some(spec) = crd.get_mut("spec").and_then(Value::as_object_mut) {
        spec.remove("conversion");
    }
    if let Some(members) = crd.as_object_mut() {
        members.remove("status");
    }
    let text = serde_json::to_string(&crd).ok()?;
    if !check::text(&text, &check::Options::default()).is_accepted() {
        return None;
    }
    let spec = crd.get("spec")?;
    let group = spec.get("group")?.as_str()?;
    let versions = spec.get("versions")?.as_array()?;
    let version = versions
        .iter()
        .find(|version| version["storage"] == true && version["served"] == true)?;
    let name = version.get("name")?.as_str()?;
    let namespace = match spec.get("scope")?.as_str()? {
        "Namespaced" => "/namespaces/default",
        _ => "",
    };
    let plural = spec.pointer("/names/plural")?.as_str()?;
    Some(Kind {
        path: format!("/apis/{group}/{name}{namespace}/{plural}"),
        api_version: format!("{group}/{name}"),
        schema: version.pointer("/schema/openAPIV3Schema")?.clone(),
        has_status: version.pointer("/subresources/status").is_some(),
        crd,
    })
}

impl Kind {
    /// Generates a random object with a unique name.
    pub(super) fn object(&self, number: u64, seeds: &Seeds, rng: &mut Rng) -> Value {
        let mut object = seeds.corners.fitting(&self.schema, rng);
        if !object.is_object() {
            object = Value::Object(Map::new());
        }
        for _ in 0..rng.below(3) {
            Self::change(&mut object, seeds, rng);
        }
        object["apiVersion"] = json!(self.api_version);
        object["kind"] = self.crd["spec"]["names"]["kind"].clone();
        object["metadata"] = json!({ "name": format!("a{number}") });
        if rng.one_in(10) {
            object["metadata"]["labels"] = json!({ "a": seeds.corners.misfit(rng) });
        }
        without_extremes(&mut object);
        object
    }

    /// Makes one random change to a part of an object.
    pub(super) fn change(object: &mut Value, seeds: &Seeds, rng: &mut Rng) {
        let kept = ["apiVersion", "kind", "metadata"];
        let parts: Vec<String> = object
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .filter(|key| !kept.contains(&key.as_str()))
            .cloned()
            .collect();
        if let Some(part) = rng.pick(&parts).and_then(|key| object.get_mut(key)) {
            disturb(part, seeds, rng);
        }
        without_extremes(object);
    }
}

/// Replaces values that JSON cannot represent exactly.
fn without_extremes(value: &mut Value) {
    match value {
        Value::Object(members) => members.values_mut().for_each(without_extremes),
        Value::Array(items) => items.iter_mut().for_each(without_extremes),
        Value::Number(number)
            if number.as_i64().is_none() && number.as_f64().is_none_or(|n| n.abs() > 1e15) =>
        {
            *value = json!(1.5);
        }
        _ => {}
    }
}
