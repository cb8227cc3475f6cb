//! Spec and status: their schemas, and how those of a version become those of the next.

use super::plan::{MetadataStep, Plan};
use super::planner::{Part, Planner};
use crate::model::map::Map;
use crate::model::structural::{Object, Structural, StructuralShape};
use crate::rust::generate::{self, Problems, Profile};
use crate::rust::shape::Resource;

/// The parts of an object that have a schema.
pub(super) const PARTS: [&str; 2] = ["spec", "status"];

/// How the parts of an object become those of the next version.
pub(super) struct PartPlans {
    pub(super) parts: Vec<(&'static str, Plan)>,
    /// Whether a value is judged by the schema of the version that it goes to.
    pub(super) judges: bool,
    pub(super) metadata: Vec<MetadataStep>,
}

/// The versions' schemas of spec and status as one schema.
pub(super) fn schema(resource: &Resource) -> Result<Structural, Problems> {
    let mut properties = Map::new();
    for (name, shape) in [("spec", Some(resource.spec)), ("status", resource.status)] {
        if let Some(shape) = shape {
            let mut schema = generate::structural(shape, Profile::ApiServer)?;
            schema.generic.nullable = false;
            properties.insert(name, schema);
        }
    }
    Ok(Structural::new(StructuralShape::Object(Object {
        properties,
        ..Object::default()
    })))
}

impl PartPlans {
    /// The plans between two versions, each with its schema.
    pub(super) fn new(
        older: (&'static Resource, &Structural),
        newer: (&'static Resource, &Structural),
    ) -> Result<PartPlans, Vec<String>> {
        let mut planner = Planner::new();
        let mut parts = Vec::new();
        for name in PARTS {
            let part = |(resource, schema): (&'static Resource, _)| Part {
                shape: match name {
                    "spec" => Some(resource.spec),
                    _ => resource.status,
                },
                schema,
            };
            if let (Some(a), Some(b)) = (older.1.property(name), newer.1.property(name)) {
                let plan = planner.root(name, part((older.0, a)), part((newer.0, b)));
                parts.push((name, plan));
            }
        }
        if planner.problems.is_empty() {
            return Ok(PartPlans {
                parts,
                judges: planner.judges,
                metadata: planner.metadata,
            });
        }
        let (from, to) = (older.0.rust_path, newer.0.rust_path);
        let problems = planner.problems.into_iter();
        Err(problems
            .map(|problem| format!("`{from}` cannot be converted to `{to}`: {problem}"))
            .collect())
    }
}
