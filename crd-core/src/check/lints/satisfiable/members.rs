//! Contradictions about members of objects and elements of lists: their number, and required members.

use std::borrow::Cow;

use serde_json::Value;

use super::{Conjunction, Contradiction, OwnBranches, Prover, ValueJudge, numbers};
use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;
use crate::model::sort::distinct;

/// The maximum number of values that are counted individually.
const MOST_VALUES: i64 = 256;

/// Returns the minimum and the maximum of a count over all restrictions.
fn counts(
    all: &Conjunction<'_>,
    least_of: fn(&JsonSchemaProps) -> Option<i64>,
    most_of: fn(&JsonSchemaProps) -> Option<i64>,
) -> (i64, i64) {
    let least = all.all.iter().filter_map(|schema| least_of(schema)).max();
    let most = all.all.iter().filter_map(|schema| most_of(schema)).min();
    (least.unwrap_or_default().max(0), most.unwrap_or(i64::MAX))
}

pub(super) fn of_array(prover: &mut Prover, all: &Conjunction<'_>) -> Option<Contradiction> {
    let (least, most) = counts(all, |schema| schema.min_items, |schema| schema.max_items);
    if least > most {
        return Contradiction::new("maxItems", too_many(least, most, "minItems", "maxItems", "list"));
    }
    if least == 0 {
        return None;
    }
    let schema = all.all.first()?;
    let items = &*elements(schema)?;
    let more = restrictions(all, JsonSchemaProps::item_schema);
    if !more.is_empty()
        && let Some(found) = super::contradiction(prover, items, &more)
    {
        return Contradiction::new("items", format!("no element can be valid: {}", found.why));
    }
    let different = most_elements(prover, schema);
    let needed = usize::try_from(least).unwrap_or(usize::MAX);
    if different >= needed || different == 0 {
        return None;
    }
    let forms = if *items.type_ == *"integer" {
        " (`1` and `1.0` are two)"
    } else {
        ""
    };
    Contradiction::new(
        "minItems",
        format!("`minItems: {least}`, but only {different} different elements are possible{forms}"),
    )
}

/// Returns the maximum number of elements of a list, which is limited in sets and map lists, whose elements differ and satisfy a
/// schema.
pub(super) fn most_elements(prover: &mut Prover, schema: &JsonSchemaProps) -> usize {
    let Some(items) = elements(schema) else {
        return usize::MAX;
    };
    let items = &*items;
    if super::contradiction(prover, items, &[]).is_some() {
        return 0;
    }
    let different = match schema.x_list_type.as_deref() {
        Some("set") => count(prover, items),
        Some("map") => combinations(prover, schema, items),
        _ => None,
    };
    different.unwrap_or(usize::MAX)
}

/// Returns the schema of the elements of a list. They keep unknown members if the list does.
fn elements(schema: &JsonSchemaProps) -> Option<Cow<'_, JsonSchemaProps>> {
    let items = schema.item_schema()?;
    let keeps_unknown = schema.x_preserve_unknown_fields == Some(true);
    if !keeps_unknown || items.x_preserve_unknown_fields == Some(true) {
        return Some(Cow::Borrowed(items));
    }
    Some(Cow::Owned(JsonSchemaProps {
        x_preserve_unknown_fields: Some(true),
        ..items.clone()
    }))
}

/// Returns the maximum number of combinations of keys in a map list.
fn combinations(prover: &mut Prover, schema: &JsonSchemaProps, items: &JsonSchemaProps) -> Option<usize> {
    let mut combinations: usize = 1;
    for key in schema.x_list_map_keys.as_deref()? {
        combinations = combinations.checked_mul(count(prover, items.property(key)?)?)?;
    }
    Some(combinations)
}

pub(super) fn of_object(
    prover: &mut Prover,
    all: &Conjunction<'_>,
    own: OwnBranches,
) -> Option<Contradiction> {
    let (least, most) = counts(
        all,
        |schema| schema.min_properties,
        |schema| schema.max_properties,
    );
    if least > most {
        return Contradiction::new(
            "maxProperties",
            too_many(least, most, "minProperties", "maxProperties", "object"),
        );
    }
    let required = all
        .all
        .iter()
        .flat_map(|schema| schema.required.iter().flatten())
        .map(|name| &**name)
        .chain(of_embedded(all.all.first()?).iter().copied());
    let required = distinct(required.collect());
    let needed = i64::try_from(required.len()).unwrap_or(i64::MAX);
    if needed > most {
        return Contradiction::new(
            "maxProperties",
            format!("{needed} fields are required or have defaults, but `maxProperties` is {most}"),
        );
    }
    for forbidden in all.all.iter().filter_map(|schema| schema.not.as_deref()) {
        if is_met(forbidden, &required) {
            return Contradiction::new("not", "`not` forbids the required fields");
        }
    }
    let schema = all.all.first()?;
    for name in &required {
        let mut more = restrictions(all, |schema| schema.property(name));
        let of_resource = schema.x_embedded_resource.then(|| of_resource(name)).flatten();
        more.extend(&of_resource);
        if let (Some(member), false) = (schema.property(name), more.is_empty())
            && let Some(found) = super::contradiction(prover, member, &more)
        {
            return Contradiction::new(
                "required",
                format!("the required `{name}` has no valid value: {}", found.why),
            );
        }
    }
    let is_closed = schema.properties.is_some()
        && schema.additional_properties.is_none()
        && schema.x_preserve_unknown_fields != Some(true);
    let absent = alternatives(all, own);
    let declared = schema.properties.as_ref().map_or(0, Map::len);
    let possible = declared - absent + added_by_server(schema);
    if is_closed && least > i64::try_from(possible).unwrap_or(i64::MAX) {
        let together = if absent > 0 {
            " that may be set together"
        } else {
            ""
        };
        return Contradiction::new(
            "minProperties",
            format!("`minProperties: {least}` is greater than the number of declared fields{together}"),
        );
    }
    None
}

/// Returns a number of declared members that are always absent, because one of the others is present: all except one of those that are
/// required by branches of the same `oneOf`.
fn alternatives(all: &Conjunction<'_>, own: OwnBranches) -> usize {
    let Some(schema) = all.all.first() else { return 0 };
    let skipped = usize::from(own == OwnBranches::WithoutOneOf);
    let mut absent = 0;
    let mut known: Vec<&str> = Vec::new();
    for branches in all
        .all
        .iter()
        .skip(skipped)
        .filter_map(|schema| schema.one_of.as_ref())
    {
        let names = branches.iter().filter(|branch| super::is_of_names(branch));
        let single = names.filter_map(|branch| match branch.required.as_deref() {
            Some([name]) => Some(&**name),
            _ => None,
        });
        let names = distinct(single.filter(|name| schema.property(name).is_some()).collect());
        if !names.iter().any(|name| known.contains(name)) {
            absent += names.len().saturating_sub(1);
            known.extend(names);
        }
    }
    absent
}

/// Returns the members that the server requires in embedded resources.
pub(super) fn of_embedded(schema: &JsonSchemaProps) -> &'static [&'static str] {
    if schema.x_embedded_resource {
        &["apiVersion", "kind"]
    } else {
        &[]
    }
}

/// Returns what the server checks about a member of an embedded resource: `apiVersion` is a version, with or without a group, and `kind`
/// is a DNS label in any case, for which the server takes the Kelvin sign and an i with a dot for letters.
fn of_resource(name: &str) -> Option<JsonSchemaProps> {
    const LETTER: &str = r"a-zA-Z\x{212a}\x{130}";
    let pattern = match name {
        "apiVersion" => r"^([^/]+|[^/]*/[^/]*)$".to_owned(),
        "kind" => format!("^[{LETTER}]([-0-9{LETTER}]*[0-9{LETTER}])?$"),
        _ => return None,
    };
    Some(JsonSchemaProps {
        pattern: pattern.into(),
        max_length: (name == "kind").then_some(63),
        ..JsonSchemaProps::default()
    })
}

/// Whether the server adds a member to objects and to embedded resources.
pub(super) fn is_of_server(name: &str) -> bool {
    matches!(name, "apiVersion" | "kind" | "metadata")
}

/// Returns the maximum number of members that the server adds to an embedded resource or to a value that looks like a whole object.
pub(super) fn added_by_server(schema: &JsonSchemaProps) -> usize {
    let mut names = schema.properties.iter().flat_map(Map::iter);
    let is_whole = schema.x_embedded_resource
        || names.any(|(name, _)| is_of_server(name) || matches!(name, "spec" | "status"));
    if is_whole { 3 } else { 0 }
}

/// Whether every object with these members satisfies a schema that only restricts members.
fn is_met(schema: &JsonSchemaProps, required: &[&str]) -> bool {
    let rest = JsonSchemaProps {
        required: None,
        any_of: None,
        ..schema.clone()
    };
    let mut names = schema.required.iter().flatten();
    let mut branches = schema.any_of.iter().flatten();
    rest == JsonSchemaProps::default()
        && names.all(|name| required.contains(&&**name))
        && (schema.any_of.is_none() || branches.any(|branch| is_met(branch, required)))
        && *schema != JsonSchemaProps::default()
}

/// Returns the restrictions on a part of the values of a schema.
fn restrictions<'s>(
    all: &Conjunction<'s>,
    part: impl Fn(&'s JsonSchemaProps) -> Option<&'s JsonSchemaProps>,
) -> Vec<&'s JsonSchemaProps> {
    all.all.iter().skip(1).filter_map(|schema| part(schema)).collect()
}

/// Returns the maximum number of values of a schema, if it is small.
fn count(prover: &mut Prover, schema: &JsonSchemaProps) -> Option<usize> {
    if schema.nullable {
        return None;
    }
    let values: Vec<Value> = match &*schema.type_ {
        "boolean" => vec![Value::Bool(false), Value::Bool(true)],
        "integer" | "string" if schema.enum_.is_some() => {
            let mut members: Vec<Value> = Vec::new();
            for member in schema.enum_.iter().flatten() {
                if super::is_met_by_others(member, &schema.type_) {
                    return None;
                }
                // 1 and 1.0 are the same integer.
                let whole = member.as_f64().and_then(numbers::as_integer).map(Value::from);
                let member = whole.unwrap_or_else(|| member.clone());
                if !members.contains(&member) {
                    members.push(member);
                }
            }
            members
        }
        "integer" => {
            let own = Conjunction { all: vec![schema] };
            let (least, most) = numbers::integers(&own)?;
            let is_few = most.checked_sub(least)? < MOST_VALUES;
            is_few.then(|| (least..=most).map(Value::from).collect())?
        }
        "string" if schema.max_length == Some(0) => return Some(1),
        "string" if !schema.pattern.is_empty() => {
            return prover.count_texts(&schema.pattern, super::bounds(schema));
        }
        _ => return None,
    };
    prover.try_values(values.len())?;
    let judge = ValueJudge::new(schema.clone(), prover.version)?;
    let admitted = values.iter().filter(|value| judge.admits(value)).count();
    // The server decodes `1` and `1.0` as an integer and a floating-point number, which are never equal.
    let forms = if *schema.type_ == *"integer" { 2 } else { 1 };
    Some(admitted * forms)
}

fn too_many(least: i64, most: i64, lower: &str, upper: &str, what: &str) -> String {
    if most < 0 {
        return format!("no {what} has at most {most}");
    }
    format!("`{lower}: {least}` is greater than `{upper}: {most}`")
}
