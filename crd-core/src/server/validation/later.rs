//! The errors that the server would report once the errors that it reports now are fixed.
//!
//! ```text
//! structural errors          reported now   the server stops here if there is one
//!   defaults                 later
//!     rules                  later
//! ```
//!
//! If a node has no usable type because of an error that is already reported, rules treat it as a value of
//! any type here, so that the same error is not reported again as a mistake of the rule.

use super::options::Stages;
use super::{Internal, ValidationOptions, spec};
use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool};
use crate::server::verdict::{ServerPanic, Verdict};

/// Returns the errors of the stages that the server does not reach because of the errors that it reports, or because it panics.
pub(crate) fn later(
    crd: &Crd,
    old: Option<&Crd>,
    version: KubeVersion,
    response: &Verdict,
) -> Vec<FieldError> {
    if response.panic.is_some() {
        return before_panic(crd, old, version);
    }
    let said = &*response.errors;
    if said.is_empty() || !has_schemas(crd) {
        return Vec::new();
    }
    let untyped: Vec<&[Segment]> = said.iter().filter_map(untyped_node).collect();
    let mut crd = crd.clone();
    for node in &untyped {
        open(&mut crd, node);
    }
    let mut verdict = Verdict::default();
    // Errors before a panic are errors, too.
    let _: Result<(), ServerPanic> = check(&crd, old, version, Stages::All, &mut verdict);
    verdict.errors.retain(|error| {
        is_later(error)
            && !said
                .iter()
                .any(|known| known.rule == error.rule && known.field == error.field)
            && !(depends_on_values(error)
                && untyped.iter().any(|node| node.starts_with(of_rule(&error.field))))
    });
    verdict.errors
}

fn has_schemas(crd: &Crd) -> bool {
    crd.spec
        .versions
        .iter()
        .flatten()
        .any(|version| version.schema.is_some())
}

/// Returns the errors that the server finds before it panics.
fn before_panic(crd: &Crd, old: Option<&Crd>, version: KubeVersion) -> Vec<FieldError> {
    let mut verdict = Verdict::default();
    let _: Result<(), ServerPanic> = check(crd, old, version, Stages::UntilErrors, &mut verdict);
    verdict.errors
}

fn check(
    crd: &Crd,
    old: Option<&Crd>,
    version: KubeVersion,
    stages: Stages,
    verdict: &mut Verdict,
) -> Result<(), ServerPanic> {
    let mut internal = Internal::new(crd);
    let mut options = match old {
        None => {
            internal.prepare_for_create(version);
            ValidationOptions::create(version)
        }
        Some(old) => {
            let old = Internal::new(old);
            internal.prepare_for_update(&old, version);
            ValidationOptions::update(&old, &internal, version)
        }
    };
    options.stages = stages;
    spec::check(&internal, &options, verdict)
}

/// Checks whether the error belongs to a stage that the server may not reach.
fn is_later(error: &FieldError) -> bool {
    matches!(
        error.rule,
        rules::DFT_01
            | rules::DFT_02
            | rules::DFT_03
            | rules::DFT_04
            | rules::DFT_05
            | rules::DFT_05C
            | rules::CEL_10
            | rules::CEL_11
            | rules::CEL_12
            | rules::CEL_13
            | rules::CEL_14
            | rules::CEL_15
            | rules::CEL_20
            | rules::CEL_21
            | rules::SCH_08
            | rules::SCH_09
    )
}

/// Checks whether the error may result from a node that is treated as a value of any type.
fn depends_on_values(error: &FieldError) -> bool {
    !matches!(
        error.rule,
        rules::CEL_13 | rules::CEL_14 | rules::CEL_20 | rules::CEL_21
    )
}

/// Returns the node of the schema that has no usable type because of an error.
fn untyped_node(error: &FieldError) -> Option<&[Segment]> {
    error.field.below_schema()?;
    let (last, node) = error.field.segments.split_last()?;
    let keyword = last.field()?;
    let types = matches!(
        keyword,
        "type"
            | "items"
            | "properties"
            | "additionalProperties"
            | "x-kubernetes-int-or-string"
            | "x-kubernetes-embedded-resource"
            | "x-kubernetes-preserve-unknown-fields"
            | "$ref"
            | "patternProperties"
            | "additionalItems"
            | "dependencies"
    );
    let is_junctor = |step: &Segment| {
        matches!(
            step.field(),
            Some("allOf" | "anyOf" | "oneOf" | "not" | "definitions")
        )
    };
    (types && !node.iter().any(is_junctor)).then_some(node)
}

/// Returns the node that contains the rule or the default of an error.
fn of_rule(field: &FieldPath) -> &[Segment] {
    let is_member = |step: &Segment| matches!(step.field(), Some("x-kubernetes-validations" | "default"));
    let end = field.segments.iter().position(is_member);
    field
        .segments
        .get(..end.unwrap_or(field.segments.len()))
        .unwrap_or_default()
}

/// Changes a node to a value of any type for rules.
fn open(crd: &mut Crd, node: &[Segment]) {
    let is_root = |step: &Segment| step.is_field("openAPIV3Schema");
    let Some(root) = node.iter().position(is_root) else {
        return;
    };
    let (above, below) = node.split_at(root);
    // If all versions have the same schema, the server's path contains none of them.
    let wanted = above.iter().find_map(|step| match step {
        Segment::Index(index) => Some(*index),
        _ => None,
    });
    for (index, version) in crd.spec.versions.iter_mut().flatten().enumerate() {
        if wanted.is_some_and(|wanted| wanted != index) {
            continue;
        }
        let schema = version
            .schema
            .as_mut()
            .and_then(|schema| schema.open_api_v3_schema.as_deref_mut());
        if let (Some(schema), [_, below @ ..]) = (schema, below)
            && let Some(schema) = node_below(schema, below)
        {
            *schema = JsonSchemaProps {
                x_int_or_string: true,
                ..JsonSchemaProps::default()
            };
        }
    }
}

fn node_below<'s>(schema: &'s mut JsonSchemaProps, steps: &[Segment]) -> Option<&'s mut JsonSchemaProps> {
    let [keyword, rest @ ..] = steps else {
        return Some(schema);
    };
    match (keyword.field()?, rest) {
        ("properties", [Segment::Key(name), rest @ ..]) => {
            node_below(schema.properties.as_mut()?.get_mut(name)?, rest)
        }
        ("additionalProperties", rest) => match schema.additional_properties.as_mut()? {
            SchemaOrBool::Schema(schema) => node_below(schema, rest),
            SchemaOrBool::Bool(_) => None,
        },
        ("items", rest) => match schema.items.as_mut()? {
            Items::Schema(schema) => node_below(schema, rest),
            Items::List(_) | Items::Neither => None,
        },
        _ => None,
    }
}
