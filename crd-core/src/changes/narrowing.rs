//! Finds values that one schema accepts and another rejects. Only certain results are reported: patterns and rules are
//! not compared with each other.

use std::fmt;

use serde_json::Value;

use crate::go;
use crate::model::schema::JsonSchemaProps;
use crate::model::text::InternedText;

/// Restriction by which a schema rejects values that another schema accepts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Narrowing {
    /// It rejects a value that the other lists.
    Refuses(Value),
    /// It lists the allowed values, and the other accepts any.
    Lists,
    /// It requires a member that the other declares.
    Requires(Box<str>),
    /// It requires a member that the other does not have.
    RequiresNew(Box<str>),
    /// It has a tighter bound, with the number as JSON.
    Bound(&'static str, String),
    /// It has a pattern, and the other has no restriction.
    Pattern(InternedText),
}

impl fmt::Display for Narrowing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Narrowing::Refuses(value) => write!(f, "rejects `{}`", go::json(value)),
            Narrowing::Lists => f.write_str("lists the values that are allowed"),
            Narrowing::Requires(name) | Narrowing::RequiresNew(name) => write!(f, "requires `{name}`"),
            Narrowing::Bound(keyword, limit) => write!(f, "requires `{keyword}: {limit}`"),
            Narrowing::Pattern(pattern) => write!(f, "requires the pattern `{pattern}`"),
        }
    }
}

/// Returns the restrictions of the node itself by which `strict` rejects values that `lax` accepts.
pub(super) fn narrowings(strict: &JsonSchemaProps, lax: &JsonSchemaProps) -> Vec<Narrowing> {
    let mut found = Vec::new();
    if let Some(allowed) = listed(strict) {
        match listed(lax) {
            Some(members) => {
                let refused = members.iter().find(|member| !allowed.contains(member));
                found.extend(refused.cloned().map(Narrowing::Refuses));
            }
            None if is_unrestricted(lax) => found.push(Narrowing::Lists),
            None => {}
        }
    }
    for name in strict.required.iter().flatten() {
        // A default fills in the member.
        let has_default = |schema: &JsonSchemaProps| {
            schema
                .property(name)
                .is_some_and(|member| member.default.is_some())
        };
        if !has_default(strict)
            && !has_default(lax)
            && !lax.required.iter().flatten().any(|other| other == name)
        {
            found.push(match lax.property(name) {
                Some(_) => Narrowing::Requires(name.clone()),
                None => Narrowing::RequiresNew(name.clone()),
            });
        }
    }
    if listed(lax).is_none() {
        bounds(strict, lax, &mut found);
        if !strict.pattern.is_empty() && is_unrestricted(lax) {
            found.push(Narrowing::Pattern(strict.pattern.clone()));
        }
    }
    found
}

/// Returns the allowed values, if they are listed: in `enum`, or in an `enum` below `allOf`, its place in nullable nodes.
fn listed(schema: &JsonSchemaProps) -> Option<&[Value]> {
    let below = || {
        let mut nested = schema.all_of.iter().flatten();
        nested.find_map(|nested| nested.enum_.as_deref())
    };
    schema.enum_.as_deref().or_else(below)
}

/// Whether every value of the type is accepted.
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

fn bounds(strict: &JsonSchemaProps, lax: &JsonSchemaProps, found: &mut Vec<Narrowing>) {
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
            found.push(Narrowing::Bound(name, limit.to_string()));
        }
    }
    let numbers = [
        ("maximum", strict.maximum, lax.maximum, 1.0),
        ("minimum", strict.minimum, lax.minimum, -1.0),
    ];
    for (name, strict, lax, sign) in numbers {
        let Some(limit) = strict else { continue };
        if lax.is_none_or(|lax| lax * sign > limit * sign) {
            found.push(Narrowing::Bound(name, go::float_json(limit)));
        }
    }
}
