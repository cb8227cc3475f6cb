//! Checks that our JSON Schemas admit every object that the server admits. Counts the rejected objects that they also reject, in
//! comparison with the schemas of the common script.

pub mod evaluate;
pub mod objects;
pub mod script;

use std::path::{Path, PathBuf};
use std::{fs, io};

use crd_core::objects::{Admission, Operation, Request};
use crd_core::publish::{Draft, JsonSchemaOptions, UnknownFields, json_schema};
use crd_core::values::ValueOptions;
use crd_core::{Crd, KubeVersion, Structural};
use serde_json::{Value, json};

use self::evaluate::Evaluator;
use crate::conformance::crd_of_case;
use crate::published::crds;
use crate::rng::Rng;
use crate::values;

/// Random objects that are mostly valid, and not large.
const OBJECTS: ValueOptions = ValueOptions {
    optional_percent: 33,
    optional_depth: 4,
    ..ValueOptions::WHOLE
};

/// A version of a CRD with all of its schemas.
pub struct Judged {
    /// Its source.
    pub name: String,
    admission: Admission,
    type_meta: (String, String),
    /// The schema of the objects.
    structural: Structural,
    /// Ours, for objects without unknown fields, in both drafts.
    strict: [Value; 2],
    /// Ours, for all objects.
    lax: Value,
    script: Value,
    /// Recorded objects.
    recorded: Vec<Value>,
}

/// Counts of objects.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Objects that admission accepts, without unknown fields or with them.
    pub admitted: u64,
    /// Admitted objects without unknown fields that the script's schema rejects.
    pub admitted_refused_by_script: u64,
    /// Objects that admission rejects.
    pub refused: u64,
    /// Rejected objects that our schema also rejects.
    pub refused_by_ours: u64,
    /// Rejected objects that our schema also rejects if unknown fields are allowed.
    pub refused_by_lax: u64,
    /// Rejected objects that the script's schema also rejects.
    pub refused_by_script: u64,
}

/// An object that the server admits and a schema of ours rejects.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The CRD.
    pub name: String,
    /// The name of the schema.
    pub schema: &'static str,
    /// The object.
    pub object: Value,
}

impl Judged {
    /// Returns the stored version of a CRD; `None` if it has no structural schema, or no kind.
    pub fn new(name: &str, crd: &Crd, recorded: Vec<Value>) -> Option<Judged> {
        let version = crd.storage_version()?;
        if crd.spec.names.kind.is_empty() {
            return None;
        }
        let server = KubeVersion::DEFAULT;
        let admission = Admission::new(crd, &version.name, server).ok()?;
        let whole = serde_json::to_value(crd).ok()?;
        let written = whole["spec"]["versions"].as_array()?;
        let written = written.iter().find(|other| other["name"] == *version.name)?;
        let open_api = written["schema"]["openAPIV3Schema"].clone();
        let ours =
            |draft, unknown| json_schema(crd, &version.name, JsonSchemaOptions::new(draft, unknown, server));
        Some(Judged {
            name: name.to_owned(),
            admission,
            type_meta: (
                format!("{}/{}", crd.spec.group, version.name),
                crd.spec.names.kind.to_string(),
            ),
            strict: [
                ours(Draft::Draft7, UnknownFields::Reject)?,
                ours(Draft::Draft202012, UnknownFields::Reject)?,
            ],
            lax: ours(Draft::Draft7, UnknownFields::Allow)?,
            script: script::schema_of(&open_api),
            structural: values::structural(&open_api)?,
            recorded,
        })
    }

    /// Generates a random object, which may be invalid.
    pub fn object(&self, rng: &mut Rng) -> Value {
        let mut object = if self.recorded.is_empty() {
            values::value(&self.structural, OBJECTS, rng)
        } else {
            rng.pick(&self.recorded).cloned().unwrap_or_default()
        };
        if !object.is_object() {
            object = json!({});
        }
        object["apiVersion"] = json!(self.type_meta.0);
        object["kind"] = json!(self.type_meta.1);
        if !object["metadata"].is_object() {
            object["metadata"] = json!({"name": "a", "namespace": "b"});
        }
        if rng.one_in(2) {
            for _ in 0..=rng.below(3) {
                objects::disturb(&mut object, rng);
            }
        }
        object
    }

    /// Counts an object, unless there are enough of its kind. Returns it if our schema wrongly rejects it.
    pub fn count(
        &self,
        object: Value,
        most: u64,
        counts: &mut Counts,
        evaluator: &Evaluator,
    ) -> Option<Broken> {
        let admitted = self.admission.admit(Request::new(Operation::Create, &object));
        let refuses = |schema: &Value| !evaluator.is_valid(schema, &object);
        if !admitted.is_accepted() {
            if counts.refused < most {
                counts.refused += 1;
                counts.refused_by_ours += u64::from(refuses(&self.strict[0]));
                counts.refused_by_lax += u64::from(refuses(&self.lax));
                counts.refused_by_script += u64::from(refuses(&self.script));
            }
            return None;
        }
        if counts.admitted >= most {
            return None;
        }
        counts.admitted += 1;
        let [draft7, draft2020] = &self.strict;
        let broken = if admitted.strict.is_empty() {
            counts.admitted_refused_by_script += u64::from(refuses(&self.script));
            [
                ("draft 7", draft7),
                ("draft 2020-12", draft2020),
                ("lax", &self.lax),
            ]
            .into_iter()
            .find(|(_, schema)| refuses(schema))
        } else {
            Some(("lax", &self.lax)).filter(|(_, schema)| refuses(schema))
        };
        broken.map(|(schema, _)| Broken {
            name: self.name.clone(),
            schema,
            object,
        })
    }
}

/// Reads every `step`th file of the corpus, and every `step`th recorded request with its objects.
pub fn material(shared: &Path, step: usize) -> io::Result<Vec<Judged>> {
    let mut found = Vec::new();
    for path in files(&shared.join("corpus"))?.into_iter().step_by(step) {
        let text = fs::read_to_string(&path)?;
        let name = path.strip_prefix(shared).unwrap_or(&path).display().to_string();
        for crd in crds(&text).into_iter().filter_map(|found| found.crd) {
            found.extend(Judged::new(&name, &crd, Vec::new()));
        }
    }
    let recorded = fs::read_to_string(shared.join("conformance/objects.jsonl"))?;
    for (number, line) in recorded.lines().enumerate().step_by(step) {
        let case: Value = serde_json::from_str(line)?;
        let crd = crd_of_case(&case);
        let objects = ["object", "old"].into_iter().map(|key| case[key].clone());
        let objects: Vec<Value> = objects.filter(Value::is_object).collect();
        let crd = crds(&crd.to_string()).into_iter().find_map(|found| found.crd);
        if let Some(crd) = crd {
            found.extend(Judged::new(&format!("objects.jsonl {number}"), &crd, objects));
        }
    }
    Ok(found)
}

fn files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path
            .extension()
            .is_some_and(|end| end == "yaml" || end == "yml" || end == "json")
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
