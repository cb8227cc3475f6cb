//! NON-08: values that one version admits and the other refuses. Only what is certain is said: patterns and rules are not
//! compared with each other.

use serde_json::Value;

use crate::go;
use crate::model::schema::JsonSchemaProps;

/// What only one of two versions refuses, in words: the version, then the stored one.
pub(super) fn difference(version: &JsonSchemaProps, stored: &JsonSchemaProps) -> Option<String> {
    let in_stored = |what: String| format!("{{stored}} {what}, {{version}} does not");
    let in_version = |what: String| format!("{{version}} {what}, {{stored}} does not");
    refused_by(stored, version)
        .map(in_stored)
        .or_else(|| refused_by(version, stored).map(in_version))
}

/// What `strict` refuses and `lax` admits.
fn refused_by(strict: &JsonSchemaProps, lax: &JsonSchemaProps) -> Option<String> {
    if let Some(allowed) = listed(strict) {
        match listed(lax) {
            Some(members) => {
                if let Some(member) = members.iter().find(|member| !allowed.contains(member)) {
                    return Some(format!("refuses `{}`", go::json(member)));
                }
            }
            None if is_unrestricted(lax) => return Some("lists the values that are allowed".to_owned()),
            None => {}
        }
    }
    let names = strict.required.iter().flatten();
    for name in names.filter(|name| !lax.required.iter().flatten().any(|other| other == *name)) {
        // A default fills the member in, and what the lax version does not have is another finding.
        let has_default = |schema: &JsonSchemaProps| {
            schema
                .property(name)
                .is_some_and(|member| member.default.is_some())
        };
        if !has_default(strict) && !has_default(lax) && lax.property(name).is_some() {
            return Some(format!("requires `{name}`"));
        }
    }
    if listed(lax).is_some() {
        return None;
    }
    bounds(strict, lax).or_else(|| {
        let is_new = !strict.pattern.is_empty() && is_unrestricted(lax);
        is_new.then(|| format!("requires the pattern `{}`", strict.pattern))
    })
}

/// The values that are allowed, if they are listed: in `enum`, or below `allOf`, where it stands with `nullable`.
fn listed(schema: &JsonSchemaProps) -> Option<&[Value]> {
    let below = || {
        schema
            .all_of
            .iter()
            .flatten()
            .find_map(|nested| nested.enum_.as_deref())
    };
    schema.enum_.as_deref().or_else(below)
}

/// Whether every value of the type is admitted.
fn is_unrestricted(schema: &JsonSchemaProps) -> bool {
    let no_junctor =
        schema.all_of.is_none() && schema.any_of.is_none() && schema.one_of.is_none() && schema.not.is_none();
    no_junctor
        && schema.enum_.is_none()
        && schema.pattern.is_empty()
        && schema.format.is_empty()
        && schema.rules().is_empty()
        && schema.min_length.is_none()
        && schema.max_length.is_none()
        && schema.minimum.is_none()
        && schema.maximum.is_none()
        && schema.multiple_of.is_none()
}

fn bounds(strict: &JsonSchemaProps, lax: &JsonSchemaProps) -> Option<String> {
    let counts = [
        ("maxLength", strict.max_length, lax.max_length, 1),
        ("maxItems", strict.max_items, lax.max_items, 1),
        ("maxProperties", strict.max_properties, lax.max_properties, 1),
        ("minLength", strict.min_length, lax.min_length, -1),
        ("minItems", strict.min_items, lax.min_items, -1),
        ("minProperties", strict.min_properties, lax.min_properties, -1),
    ];
    for (name, strict, lax, sign) in counts {
        let Some(limit) = strict else { continue };
        let is_least_of_nothing = sign < 0 && limit <= 0;
        if !is_least_of_nothing && lax.is_none_or(|lax| lax * sign > limit * sign) {
            return Some(format!("requires `{name}: {limit}`"));
        }
    }
    let numbers = [
        ("maximum", strict.maximum, lax.maximum, 1.0),
        ("minimum", strict.minimum, lax.minimum, -1.0),
    ];
    for (name, strict, lax, sign) in numbers {
        let Some(limit) = strict else { continue };
        if lax.is_none_or(|lax| lax * sign > limit * sign) {
            return Some(format!("requires `{name}: {}`", go::float_json(limit)));
        }
    }
    None
}
