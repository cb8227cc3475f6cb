//! Options of an import that have no effect, because no CRD has the place or the name.

use std::collections::BTreeSet;

use crd_core::nearest;
use crd_core::structural::{Additional, Structural, StructuralShape};

use crate::acceptable::ReadCrd;
use crate::error::ImportError;
use crate::names::types::NamedType;
use crate::options::ImportOptions;
use crate::place::{SchemaPosition, SchemaStep, Scope};
use crate::words::root_name;

/// Returns the places and names in the options that have no effect, because no CRD has them.
pub(crate) fn unused(crds: &[ReadCrd<'_>], options: &ImportOptions, names: &[NamedType]) -> Vec<String> {
    let places = options
        .only
        .iter()
        .chain(&options.left_out)
        .chain(options.types.keys());
    let mut unused: BTreeSet<String> = places.cloned().collect();
    if !unused.is_empty() {
        every_place(crds, &mut |place| {
            unused.remove(&place.to_string());
        });
    }
    let unused_names = options
        .renames
        .iter()
        .filter(|(_, name)| names.iter().all(|named| named.name != **name));
    unused.extend(unused_names.map(|(of, _)| of.clone()));
    let kinds = ["@enum", "@struct", "@union"];
    let of_none = options.derives_of.keys().filter(|of| {
        let is_root = crds.iter().any(|crd| root_name(&crd.crd.spec.names.kind) == **of);
        !kinds.contains(&of.as_str()) && !is_root && names.iter().all(|named| named.name != **of)
    });
    unused.extend(of_none.cloned());
    unused.into_iter().collect()
}

/// Calls a function with the place of each node of all versions.
fn every_place(crds: &[ReadCrd<'_>], found: &mut dyn FnMut(&SchemaPosition)) {
    for (index, crd) in crds.iter().enumerate() {
        for (version, schema) in crd.schemas.iter().enumerate() {
            let root = SchemaPosition {
                kind: String::new(),
                scope: Scope { crd: index, version },
                steps: Vec::new(),
            };
            each_place(schema, &root, found);
        }
    }
}

/// Calls a function with the place of each node. The recursion depth is that of the schema.
fn each_place(node: &Structural, place: &SchemaPosition, found: &mut dyn FnMut(&SchemaPosition)) {
    found(place);
    match &node.shape {
        StructuralShape::Object(object) => {
            for (name, property) in object.properties.iter() {
                each_place(property, &place.member(name), found);
            }
            if let Some(Additional::Schema(values)) = &object.additional {
                each_place(values, &place.below(SchemaStep::Value), found);
            }
        }
        StructuralShape::Array(array) => each_place(&array.items, &place.below(SchemaStep::Element), found),
        _ => {}
    }
}

/// Checks that [`ImportOptions::only`] selects something.
pub(crate) fn check_selection(
    crds: &[ReadCrd<'_>],
    options: &ImportOptions,
    unused: &[String],
) -> Result<(), ImportError> {
    let Some(wrong) = options.only.first() else {
        return Ok(());
    };
    if !options.only.iter().all(|place| unused.contains(place)) {
        return Ok(());
    }
    let mut known = BTreeSet::new();
    every_place(crds, &mut |place| {
        known.insert(place.to_string());
    });
    let (parent, name) = wrong.rsplit_once('.').unwrap_or(("", wrong));
    let beside: Vec<&str> = known
        .iter()
        .filter_map(|place| place.strip_prefix(parent)?.strip_prefix('.'))
        .filter(|rest| !rest.contains('.'))
        .collect();
    let meant = beside.iter().copied().find(|other| other.starts_with(name));
    let meant = meant.or_else(|| nearest(name, beside.iter().copied()));
    let end = format!(".{wrong}");
    let deeper = || known.iter().find(|place| place.ends_with(&end)).cloned();
    let hint = match meant.map(|meant| format!("{parent}.{meant}")).or_else(deeper) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "`crd-gen explain` shows the fields".to_owned(),
    };
    Err(ImportError::Option {
        message: format!("no CRD has `{wrong}`, so nothing would be imported; {hint}"),
    })
}
