//! Finds the rules of a CRD that use members which the options leave out, so that they do not compile for the types.
//!
//! ```text
//! leave-out = ["spec.old"], and the rule "self.old != self.new" of `spec`     the rule is omitted
//! ```

use std::collections::BTreeSet;

use crd_core::check::{Diagnostic, Severity};
use crd_core::crd::Crd;
use crd_core::field::Segment;
use crd_core::structural::{Additional, Structural, StructuralShape};
use serde_json::Value;

use crate::acceptable::ReadCrd;
use crate::findings::steps;
use crate::options::ImportOptions;
use crate::place::{SchemaPosition, SchemaStep};
use crate::read::{checked, read_crds};

const RULES: &str = "x-kubernetes-validations";

/// A rule that was removed.
pub(crate) struct UnusableRule {
    /// The name of the CRD.
    pub(crate) crd: String,
    pub(crate) place: String,
    pub(crate) rule: String,
}

/// A rule of a node.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RulePosition {
    /// The index of the version in the CRD.
    version: usize,
    steps: Vec<SchemaStep>,
    index: usize,
}

/// Removes the rules that use members which the options leave out, and returns them.
pub(crate) fn remove_unusable_rules(crds: &mut [ReadCrd<'_>], options: &ImportOptions) -> Vec<UnusableRule> {
    let mut removed = Vec::new();
    if options.selects_all() {
        return removed;
    }
    for read in crds {
        // From the last rule of a node to the first, so that the indices stay right.
        for position in unusable(read.crd, options).into_iter().rev() {
            let rank = read.order.iter().position(|index| *index == position.version);
            let schema = rank.and_then(|rank| read.schemas.get_mut(rank));
            let Some(node) = schema.and_then(|schema| node(schema, &position.steps)) else {
                continue;
            };
            if position.index < node.rules.len() {
                let rule = node.rules.remove(position.index);
                let place = SchemaPosition {
                    steps: position.steps,
                    ..SchemaPosition::default()
                };
                let keyword = place.member(RULES);
                removed.push(UnusableRule {
                    crd: read.crd.metadata.name.to_string(),
                    place: format!("{keyword}[{}]", position.index),
                    rule: rule.rule.to_string(),
                });
            }
        }
    }
    removed.reverse();
    removed
}

/// Returns the rules that do not compile if the CRD has only the selected members.
fn unusable(crd: &Crd, options: &ImportOptions) -> BTreeSet<RulePosition> {
    let Some(selected) = selected(crd, options) else {
        return BTreeSet::new();
    };
    let diagnostics = checked(&selected).map(|(_, diagnostics)| diagnostics);
    let errors = diagnostics.into_iter().flatten();
    errors
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .filter_map(|diagnostic| rule(&diagnostic))
        .collect()
}

/// Returns the rule that an error is about.
fn rule(error: &Diagnostic) -> Option<RulePosition> {
    let mut below = error.field.below_schema()?.iter();
    below.find(|segment| segment.is_field(RULES))?;
    let Some(Segment::Index(index)) = below.next() else {
        return None;
    };
    Some(RulePosition {
        version: error.field.version_index()?,
        steps: steps(&error.field)?,
        index: *index,
    })
}

fn node<'a>(schema: &'a mut Structural, steps: &[SchemaStep]) -> Option<&'a mut Structural> {
    let Some((first, rest)) = steps.split_first() else {
        return Some(schema);
    };
    let child = match (&mut schema.shape, first) {
        (StructuralShape::Object(object), SchemaStep::Member(name)) => object.properties.get_mut(name),
        (StructuralShape::Object(object), SchemaStep::Value) => match &mut object.additional {
            Some(Additional::Schema(values)) => Some(&mut **values),
            _ => None,
        },
        (StructuralShape::Array(array), SchemaStep::Element) => Some(&mut *array.items),
        _ => None,
    };
    node(child?, rest)
}

/// Returns a CRD with only the selected members, and without the keywords that affect no rule but name members.
fn selected(crd: &Crd, options: &ImportOptions) -> Option<Crd> {
    let mut crd = serde_json::to_value(crd).ok()?;
    for version in crd.pointer_mut("/spec/versions")?.as_array_mut()? {
        if let Some(version) = version.as_object_mut() {
            version.remove("selectableFields");
        }
        if let Some(schema) = version.pointer_mut("/schema/openAPIV3Schema") {
            select(schema, &SchemaPosition::default(), options);
        }
    }
    let text = serde_json::to_string(&crd).ok()?;
    read_crds(text.as_bytes()).ok()?.pop()
}

/// Removes what is not selected from a schema, whose depth is limited by the reader.
fn select(schema: &mut Value, place: &SchemaPosition, options: &ImportOptions) {
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    for keyword in ["allOf", "anyOf", "oneOf", "not"] {
        schema.remove(keyword);
    }
    // The keys of a list need `required` or a default.
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        let is_left_out = |name: &Value| name.as_str().is_some_and(|name| options.leaves_out(place, name));
        required.retain(|name| !is_left_out(name));
    }
    if schema
        .get("default")
        .is_some_and(|default| default.is_object() || default.is_array())
    {
        schema.remove("default");
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| !options.leaves_out(place, name));
        for (name, property) in properties {
            select(property, &place.member(name), options);
        }
    }
    if let Some(values) = schema.get_mut("additionalProperties") {
        select(values, &place.below(SchemaStep::Value), options);
    }
    let elements = place.below(SchemaStep::Element);
    if let Some(items) = schema.get_mut("items") {
        select(items, &elements, options);
    }
    let keys = schema.get("x-kubernetes-list-map-keys").and_then(Value::as_array);
    let mut keys = keys.into_iter().flatten().filter_map(Value::as_str);
    if keys.any(|key| options.leaves_out(&elements, key)) {
        schema.remove("x-kubernetes-list-map-keys");
        schema.remove("x-kubernetes-list-type");
    }
}
