//! Detects schemas whose keywords cannot contradict each other, like almost all schemas.
//!
//! ```text
//! {type: string, pattern: ^a}        only one keyword, so no contradiction if the pattern matches a text
//! {type: string, enum: [A, B]}       a member of the type satisfies it
//! {type: object, required: [a]}      nothing limits the number of members
//! ```

use super::is_met_by_others;
use super::numbers::INT32;
use crate::model::schema::JsonSchemaProps;

/// Whether keywords of a schema may contradict each other. This runs at every node, so it only compares.
pub(super) fn may_contradict(schema: &JsonSchemaProps) -> bool {
    if has_junctors(schema) && !is_choice_of_members(schema) {
        return true;
    }
    if schema.x_int_or_string {
        // Numbers and texts must both be impossible.
        return has_numbers(schema) && has_texts(schema);
    }
    match &*schema.type_ {
        "integer" | "number" => has_numbers(schema) || may_refuse_enum(schema),
        // A pattern with lengths is checked before.
        "string" => has_texts(schema) || may_refuse_enum(schema),
        "boolean" => may_refuse_enum(schema),
        "array" => {
            schema.min_items.is_some_and(|least| least > 1) || is_below(schema.max_items, schema.min_items)
        }
        "object" => {
            let has_minimum =
                schema.required.is_some() || schema.min_properties.is_some() || schema.x_embedded_resource;
            schema.max_properties.is_some() && has_minimum
                || schema.max_properties.is_some_and(|most| most < 0)
                || schema.min_properties.is_some_and(|least| least > 0)
                || schema.x_embedded_resource
                    && ["apiVersion", "kind"]
                        .iter()
                        .any(|name| schema.property(name).is_some())
        }
        _ => schema.enum_.is_some(),
    }
}

/// Whether a schema of texts has a pattern, and otherwise only consistent bounds.
pub(super) fn is_pattern(schema: &JsonSchemaProps) -> bool {
    !schema.pattern.is_empty()
        && *schema.type_ == *"string"
        && schema.format.is_empty()
        && schema.enum_.is_none()
        && !is_below(schema.max_length, schema.min_length)
        && !has_junctors(schema)
}

/// Whether a schema may reject a text.
pub(super) fn restricts(schema: &JsonSchemaProps) -> bool {
    has_junctors(schema) || schema.enum_.is_some() || is_text_restricted(schema) || *schema.type_ != *"string"
}

/// Whether there are junctors other than the types of int-or-string, which the server requires.
fn has_junctors(schema: &JsonSchemaProps) -> bool {
    let has_restrictions = |branches: &Option<Vec<JsonSchemaProps>>| {
        let mut branches = branches.iter().flatten();
        branches.any(|branch| branch.type_.is_empty())
    };
    schema.not.is_some()
        || has_restrictions(&schema.all_of)
        || has_restrictions(&schema.any_of)
        || has_restrictions(&schema.one_of)
}

/// Whether the junctors only require members, and an object with those of one branch satisfies them.
fn is_choice_of_members(schema: &JsonSchemaProps) -> bool {
    if schema.not.is_some() || schema.all_of.is_some() || schema.max_properties.is_some() {
        return false;
    }
    let ((Some(branches), None) | (None, Some(branches))) =
        (schema.any_of.as_deref(), schema.one_of.as_deref())
    else {
        return false;
    };
    let own = schema.required.as_deref().unwrap_or_default();
    let names = |branch: &'_ JsonSchemaProps| branch.required.as_deref().unwrap_or_default().to_owned();
    if !branches.iter().all(|branch| asks_for_members(schema, branch)) {
        return false;
    }
    let is_alone = |(index, branch): (usize, &JsonSchemaProps)| {
        let given = names(branch);
        let holds = |other: &JsonSchemaProps| {
            names(other)
                .iter()
                .all(|name| given.contains(name) || own.contains(name))
        };
        let mut others = branches.iter().enumerate();
        !others.any(|(at, other)| at != index && holds(other))
    };
    schema.any_of.is_some() || branches.iter().enumerate().any(is_alone)
}

/// Whether a branch only requires members, and each is declared.
pub(in crate::check::lints) fn asks_for_members(schema: &JsonSchemaProps, branch: &JsonSchemaProps) -> bool {
    let mut names = branch.required.iter().flatten();
    is_of_names(branch) && names.all(|name| schema.property(name).is_some())
}

/// Whether a branch requires members and has no other keyword.
pub(in crate::check::lints) fn is_of_names(branch: &JsonSchemaProps) -> bool {
    branch.required.as_ref().is_some_and(|names| !names.is_empty())
        && *branch
            == JsonSchemaProps {
                required: branch.required.clone(),
                ..JsonSchemaProps::default()
            }
}

fn is_number_restricted(schema: &JsonSchemaProps) -> bool {
    schema.minimum.is_some() || schema.maximum.is_some() || schema.multiple_of.is_some()
}

fn is_text_restricted(schema: &JsonSchemaProps) -> bool {
    !schema.pattern.is_empty()
        || !schema.format.is_empty()
        || schema.min_length.is_some()
        || schema.max_length.is_some()
}

fn has_numbers(schema: &JsonSchemaProps) -> bool {
    let has_bound = schema.minimum.is_some() || schema.maximum.is_some();
    let has_small_factor = schema.multiple_of.is_some_and(|factor| factor < 1.0);
    has_small_factor
        || (schema.minimum.is_some() && schema.maximum.is_some() || has_bound && *schema.format == *"int32")
            && !has_integer(schema)
}

/// Whether an integer is between the bounds of a schema, and in the range of `int32`: those of most schemas are such integers.
fn has_integer(schema: &JsonSchemaProps) -> bool {
    let (least, most) = (
        schema.minimum.unwrap_or(INT32.0),
        schema.maximum.unwrap_or(INT32.1),
    );
    let is_exclusive = schema.exclusive_minimum || schema.exclusive_maximum;
    let is_plain =
        least.fract() == 0.0 && most.fract() == 0.0 && !is_exclusive && schema.multiple_of.is_none();
    is_plain && INT32.0 <= least && least <= most && most <= INT32.1
}

fn has_texts(schema: &JsonSchemaProps) -> bool {
    let is_bound = schema.min_length.is_some() || schema.max_length.is_some();
    !schema.pattern.is_empty()
        || !schema.format.is_empty() && is_bound
        || is_below(schema.max_length, schema.min_length)
}

/// Whether a maximum is below a minimum, which is at least 0.
fn is_below(most: Option<i64>, least: Option<i64>) -> bool {
    most.is_some_and(|most| most < least.unwrap_or_default().max(0))
}

/// Whether there is an `enum` without a member that certainly satisfies the schema.
fn may_refuse_enum(schema: &JsonSchemaProps) -> bool {
    let Some(members) = schema.enum_.as_deref() else {
        return false;
    };
    let type_ = &*schema.type_;
    let is_of_type = |member: &serde_json::Value| match type_ {
        "string" => member.is_string(),
        "boolean" => member.is_boolean(),
        _ => member.is_number(),
    };
    let is_restricted = match type_ {
        "string" => is_text_restricted(schema),
        "boolean" => false,
        _ => is_number_restricted(schema),
    };
    is_restricted
        || !members
            .iter()
            .any(|member| is_of_type(member) || is_met_by_others(member, type_))
}
