//! Computes the schema that the derive will generate for planned types, with crd-core's generator, and compares it with the CRD.
//!
//! An import guarantees that the same CRD can be generated from its types. This comparison ensures it for each node.

mod compare;
mod shapes;

use std::collections::BTreeSet;

use crd_core::crd::Crd;
use crd_core::generate::{Profile, crd as generate};
use crd_core::structural::Structural;
use crd_core::{JsonSchemaProps, KubeVersion, field};

use crate::model::Definition;
use crate::place::SchemaPosition;
use crate::plan::root::ResourceRoot;
use crate::table::TypeTable;
pub(crate) use shapes::Shapes;

/// Whether the configuration excludes members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImportScope {
    /// All members are imported.
    Everything,
    /// Some are not, and are not compared.
    Selected,
}

/// Returns the places of a version at which the derive would generate a different schema.
pub(crate) fn differences(
    root: &ResourceRoot,
    crd: &Crd,
    schema: &Structural,
    types: &TypeTable,
    shapes: &mut Shapes,
    scope: ImportScope,
) -> BTreeSet<SchemaPosition> {
    let mut differing = BTreeSet::new();
    let whole = SchemaPosition {
        kind: crd.spec.names.kind.to_string(),
        scope: root.scope,
        steps: Vec::new(),
    };
    if root.schema.is_some() {
        return differing;
    }
    let resource = shapes.resource(root, crd, types);
    let generated = match generate(&resource, Profile::ApiServer) {
        Ok(generated) => generated,
        Err(problems) => {
            // A problem has its place in the spec or the status.
            for problem in problems.0 {
                differing.insert(place_of(&problem.place, &whole));
            }
            return differing;
        }
    };
    let found = generated
        .versions()
        .first()
        .and_then(|version| version.openapi_schema())
        .and_then(structural);
    match found {
        Some(found) => {
            let written = written_places(root, types);
            compare::differences(schema, &found, &whole, &written, scope, &mut differing);
        }
        None => {
            differing.insert(whole);
        }
    }
    differing
}

pub(crate) fn structural(schema: &JsonSchemaProps) -> Option<Structural> {
    Structural::from_schema(schema, &field::Path::root("schema"), KubeVersion::DEFAULT).ok()
}

/// Parses a place in the format of the generator, `spec.users.[].name`.
fn place_of(text: &str, whole: &SchemaPosition) -> SchemaPosition {
    let mut place = whole.clone();
    for step in text.split('.').filter(|step| !step.is_empty()) {
        place = match step {
            "[]" => place.below(crate::place::SchemaStep::Element),
            "*" => place.below(crate::place::SchemaStep::Value),
            name => place.member(name),
        };
    }
    place.nearest_field()
}

/// Returns the places whose schema is written as JSON.
fn written_places(root: &ResourceRoot, types: &TypeTable) -> BTreeSet<SchemaPosition> {
    let mut places = BTreeSet::new();
    for (_, entry) in types.iter() {
        let is_written =
            matches!(&entry.definition, Definition::Struct(definition) if definition.schema.is_some());
        for found in entry.uses.iter().filter(|found| found.place.scope == root.scope) {
            if is_written {
                places.insert(found.place.clone());
            }
            for field in entry
                .definition
                .fields()
                .filter(|field| field.schema.is_some() || is_given(&field.ty))
            {
                places.insert(found.place.member(&field.wire));
            }
        }
    }
    places
}

/// Whether the type is an existing type from the configuration, whose schema is unknown.
fn is_given(ty: &crate::model::RustType) -> bool {
    use crate::model::RustType;
    match ty {
        RustType::Given(_) => true,
        RustType::List(inner) | RustType::Map(inner) | RustType::Nullable(inner) => is_given(inner),
        _ => false,
    }
}
