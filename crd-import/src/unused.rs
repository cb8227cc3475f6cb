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

/// A place or a name in the options that has no effect.
pub(crate) struct UnusedOption {
    pub(crate) of: String,
    /// What is wrong with it.
    problem: String,
    /// The place or the name that it stands for.
    meant: Option<String>,
}

impl UnusedOption {
    /// Returns the message about it, with what follows.
    pub(crate) fn message(&self, consequence: &str) -> String {
        let problem = &self.problem;
        match &self.meant {
            Some(meant) => format!("{problem}, so {consequence}; did you mean `{meant}`?"),
            None => format!("{problem}, so {consequence}"),
        }
    }
}

/// Returns the places and names in the options that have no effect, because no CRD has them.
pub(crate) fn unused(
    crds: &[ReadCrd<'_>],
    options: &ImportOptions,
    names: &[NamedType],
) -> Vec<UnusedOption> {
    let unused_names: Vec<&String> = options
        .renames
        .iter()
        .filter(|(_, name)| names.iter().all(|named| named.name != **name))
        .map(|(of, _)| of)
        .collect();
    let places = options
        .only
        .iter()
        .chain(&options.left_out)
        .chain(options.types.keys());
    let mut unused: BTreeSet<&String> = places.collect();
    let mut known = BTreeSet::new();
    if !unused.is_empty() || !unused_names.is_empty() {
        every_place(crds, &mut |place| {
            known.insert(place.to_string());
        });
        unused.retain(|place| !known.contains(*place));
    }
    let of_types: BTreeSet<String> = names
        .iter()
        .flat_map(|named| std::iter::once(&named.place).chain(&named.more_places))
        .map(ToString::to_string)
        .collect();
    let mut found: Vec<UnusedOption> = unused
        .into_iter()
        .map(|of| UnusedOption {
            of: of.clone(),
            problem: format!("no CRD has `{of}`"),
            meant: meant(&known, of),
        })
        .collect();
    found.extend(unused_names.into_iter().map(|of| {
        let is_place = known.contains(of);
        let problem = if is_place {
            format!("`{of}` has no type of its own")
        } else {
            format!("no CRD has `{of}`")
        };
        let type_names = names.iter().map(|named| named.name.as_str());
        let near = || nearest(of, type_names).map(str::to_owned);
        UnusedOption {
            problem,
            meant: meant(&of_types, of).or_else(|| near().filter(|_| !is_place)),
            of: of.clone(),
        }
    }));
    let kinds = ["@enum", "@struct", "@union"];
    let of_none = options.derives_of.keys().filter(|of| {
        let is_root = crds.iter().any(|crd| root_name(&crd.crd.spec.names.kind) == **of);
        !kinds.contains(&of.as_str()) && !is_root && names.iter().all(|named| named.name != **of)
    });
    found.extend(of_none.map(|of| UnusedOption {
        of: of.clone(),
        problem: format!("no CRD has `{of}`"),
        meant: None,
    }));
    found
}

/// Returns the place that a wrong one stands for: as a path in a schema, or with the resource before it.
fn meant(known: &BTreeSet<String>, wrong: &str) -> Option<String> {
    let wrong = wrong
        .replace('/', ".")
        .replace("properties.", "")
        .replace(".items", "[]");
    let wrong = wrong.trim_matches(['.', '$']);
    let inner = || wrong.split_once('.').and_then(|(_, inner)| near(known, inner));
    near(known, wrong).or_else(inner)
}

/// Returns the place that a wrong one stands for: with `[]` or the rest of its name, with a similar name, or with the fields above it.
fn near(known: &BTreeSet<String>, wrong: &str) -> Option<String> {
    if known.contains(wrong) {
        return Some(wrong.to_owned());
    }
    let (parent, name) = wrong.rsplit_once('.').unwrap_or(("", wrong));
    let below = match parent {
        "" => String::new(),
        parent => format!("{parent}."),
    };
    let beside: Vec<&str> = known
        .iter()
        .filter_map(|place| place.strip_prefix(&below))
        .filter(|rest| !rest.is_empty() && !rest.contains('.'))
        .collect();
    let found = beside.iter().copied().find(|other| other.starts_with(name));
    let found = found.or_else(|| nearest(name, beside.iter().copied()));
    let end = format!(".{wrong}");
    let deeper = || known.iter().find(|place| place.ends_with(&end)).cloned();
    found.map(|found| format!("{below}{found}")).or_else(deeper)
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
pub(crate) fn check_selection(options: &ImportOptions, unused: &[UnusedOption]) -> Result<(), ImportError> {
    let Some(first) = options.only.first() else {
        return Ok(());
    };
    let wrong = |place: &String| unused.iter().find(|unused| unused.of == *place);
    let Some(found) = wrong(first).filter(|_| options.only.iter().all(|place| wrong(place).is_some())) else {
        return Ok(());
    };
    let mut message = found.message("nothing would be imported");
    if found.meant.is_none() {
        message.push_str("; `crd-gen explain` shows the fields");
    }
    Err(ImportError::Option { message })
}
