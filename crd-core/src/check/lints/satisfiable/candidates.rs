//! Generates candidates for a schema: if any value satisfies it, one of the candidates does.
//!
//! ```text
//! {type: integer, minimum: 3, not: {multipleOf: 2}}     1 to 5: the bound, and two steps in both directions
//! {type: string, anyOf: [{minLength: 3}], maxLength: 2} texts of 0 to 4 characters
//! {type: object, required: [a], not: {required: [b]}}   objects with each choice of a and b
//! ```
//!
//! Between two bounds, restrictions only distinguish multiples, which are periodic. So the values around the bounds represent all
//! values. This does not hold for patterns, formats and restrictions of members below junctors: then there are no candidates.

use serde_json::{Map, Value};

use super::numbers::as_integer;
use super::{Prover, SchemaQuestion, is_met_by_others, members};
use crate::model::map::json_object;
use crate::model::schema::JsonSchemaProps;
use crate::model::sort::{distinct, sort_by};
use crate::model::text::InternedText;

/// The maximum number of candidates.
const MOST: usize = 4096;
/// The maximum length in restrictions of texts, lists and objects.
const LONGEST: i64 = 64;
/// The maximum number of members for which all combinations are generated.
const MOST_NAMES: usize = 6;

/// The constants in the restrictions on a value and in all those below junctors.
#[derive(Default)]
struct Mentioned<'s> {
    bounds: Vec<f64>,
    factors: Vec<f64>,
    lengths: Vec<i64>,
    counts: Vec<i64>,
    names: Vec<&'s str>,
    members: Vec<&'s Value>,
    has_texts: bool,
    has_parts: bool,
}

impl<'s> Mentioned<'s> {
    fn of(question: SchemaQuestion<'s>) -> Self {
        let mut found = Mentioned::default();
        found.add_own(question.schema);
        for below in question.junctors() {
            found.add(below);
        }
        found.names = distinct(found.names);
        found
    }

    /// Adds a restriction below junctors, with those below it.
    fn add(&mut self, schema: &'s JsonSchemaProps) {
        self.add_own(schema);
        self.has_parts |=
            schema.properties.is_some() || schema.items.is_some() || schema.additional_properties.is_some();
        for below in junctors(schema) {
            self.add(below);
        }
    }

    fn add_own(&mut self, schema: &'s JsonSchemaProps) {
        self.bounds.extend(schema.minimum.iter().chain(&schema.maximum));
        self.factors.extend(schema.multiple_of);
        self.lengths
            .extend(schema.min_length.iter().chain(&schema.max_length));
        let counts = [
            schema.min_items,
            schema.max_items,
            schema.min_properties,
            schema.max_properties,
        ];
        self.counts.extend(counts.into_iter().flatten());
        self.names
            .extend(schema.required.iter().flatten().map(|name| &**name));
        self.members.extend(schema.enum_.iter().flatten());
        self.has_texts |= !schema.pattern.is_empty() || !schema.format.is_empty();
    }
}

fn junctors(schema: &JsonSchemaProps) -> impl Iterator<Item = &JsonSchemaProps> {
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of];
    lists.into_iter().flatten().flatten().chain(schema.not.as_deref())
}

/// Returns the candidates; `None` if they are not known. [`judging`] returns the schema for their validation.
pub(super) fn of(question: SchemaQuestion<'_>, prover: &mut Prover) -> Option<Vec<Value>> {
    let schema = question.schema;
    let mentioned = Mentioned::of(question);
    match &*schema.type_ {
        _ if schema.x_int_or_string => {
            let mut values = integers(&mentioned, "integer")?;
            values.extend(texts(&mentioned, "")?);
            Some(values)
        }
        "boolean" => Some(vec![Value::Bool(false), Value::Bool(true)]),
        "integer" => integers(&mentioned, "integer"),
        "number" => numbers(&mentioned),
        "string" => texts(&mentioned, "string"),
        "array" => lists(prover, schema, &mentioned),
        "object" => objects(schema, &mentioned),
        _ => None,
    }
}

/// Returns two objects of which most schemas of objects admit one, so that the other candidates are not needed: the first has all members
/// that the restrictions mention, the second those that the schema requires.
pub(super) fn likely(question: SchemaQuestion<'_>) -> Option<[Value; 2]> {
    let schema = question.schema;
    if *schema.type_ != *"object" || schema.x_int_or_string {
        return None;
    }
    let mentioned = Mentioned::of(question);
    let required = schema.required.iter().flatten().map(|name| &**name);
    let needed = members::of_embedded(schema);
    let object = |names: &mut dyn Iterator<Item = &str>| {
        let names = names
            .filter(|name| is_possible(schema, name))
            .chain(needed.iter().copied());
        json_object(&mut names.map(|name| (name.to_owned(), 0.into())))
    };
    Some([
        object(&mut mentioned.names.iter().copied()),
        object(&mut required.clone()),
    ])
}

/// Whether the objects of a schema are not closed: they may have members that it does not declare.
fn is_open(schema: &JsonSchemaProps) -> bool {
    schema.properties.is_none()
        || schema.additional_properties.is_some()
        || schema.x_preserve_unknown_fields == Some(true)
}

/// Whether the objects of a schema may have a member.
fn is_possible(schema: &JsonSchemaProps, name: &str) -> bool {
    is_open(schema) || schema.property(name).is_some() || members::is_of_server(name)
}

/// Returns the schema for the validation of candidates, with members and elements of any type.
pub(super) fn judging(restrictions: JsonSchemaProps) -> JsonSchemaProps {
    match &*restrictions.type_ {
        "array" => JsonSchemaProps {
            type_: InternedText::default(),
            x_preserve_unknown_fields: Some(true),
            ..restrictions
        },
        "object" => JsonSchemaProps {
            x_preserve_unknown_fields: Some(true),
            ..restrictions
        },
        _ => restrictions,
    }
}

/// Returns the least common multiple of all factors, if they are integers.
fn period(mentioned: &Mentioned<'_>) -> Option<i64> {
    let mut period: i64 = 1;
    for factor in &mentioned.factors {
        let factor = as_integer(*factor).filter(|factor| *factor > 0)?;
        let (mut one, mut other) = (period, factor);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        period = (period / one)
            .checked_mul(factor)
            .filter(|period| *period <= 64)?;
    }
    Some(period)
}

/// Returns the integers around all constants.
fn around(mentioned: &Mentioned<'_>) -> Option<Vec<i64>> {
    let reach = period(mentioned)?.checked_add(1)?;
    let mut points = vec![0, i64::from(i32::MIN), i64::from(i32::MAX)];
    for bound in &mentioned.bounds {
        points.extend([as_integer(bound.floor())?, as_integer(bound.ceil())?]);
    }
    for number in mentioned.members.iter().filter_map(|member| member.as_f64()) {
        points.push(as_integer(number.floor())?);
    }
    let mut found = Vec::new();
    for point in points {
        found.extend(point - reach..=point + reach);
        found = distinct(found);
        if found.len() > MOST {
            return None;
        }
    }
    Some(found)
}

fn integers(mentioned: &Mentioned<'_>, type_: &str) -> Option<Vec<Value>> {
    if mentioned
        .members
        .iter()
        .any(|member| is_met_by_others(member, type_))
    {
        return None;
    }
    Some(in_both_forms(around(mentioned)?))
}

/// Returns integers, and the same as numbers with a fraction of 0, which the server compares differently.
#[expect(
    clippy::cast_precision_loss,
    reason = "they are around numbers that floats hold"
)]
fn in_both_forms(integers: Vec<i64>) -> Vec<Value> {
    let both = |integer| [Value::from(integer), Value::from(integer as f64)];
    integers.into_iter().flat_map(both).collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "they are around numbers that floats hold"
)]
fn numbers(mentioned: &Mentioned<'_>) -> Option<Vec<Value>> {
    // Numbers that the server truncates to a member are between the integers around it.
    if mentioned.members.iter().any(|member| member.is_string()) {
        return None;
    }
    let mut all: Vec<f64> = around(mentioned)?
        .into_iter()
        .map(|number| number as f64)
        .collect();
    all.extend(&mentioned.bounds);
    all.extend(mentioned.members.iter().filter_map(|member| member.as_f64()));
    sort_by(&mut all, &f64::total_cmp);
    let between: Vec<f64> = all
        .windows(2)
        .map(|pair| pair.iter().sum::<f64>() / 2.0)
        .collect();
    all.extend(between);
    let mut values = in_both_forms(around(mentioned)?);
    values.extend(all.into_iter().map(Value::from));
    Some(values)
}

fn texts(mentioned: &Mentioned<'_>, type_: &str) -> Option<Vec<Value>> {
    if mentioned.has_texts
        || mentioned
            .members
            .iter()
            .any(|member| type_.is_empty() && !member.is_string())
    {
        return None;
    }
    let counts = near(&mentioned.lengths)?;
    let mut values: Vec<Value> = mentioned.members.iter().map(|member| (*member).clone()).collect();
    for count in counts {
        // Enums do not contain snowmen.
        values.push("\u{2603}".repeat(count).into());
    }
    Some(values)
}

/// Returns the counts around those in restrictions.
fn near(counts: &[i64]) -> Option<Vec<usize>> {
    let mut found = vec![0, 1];
    for count in counts {
        if *count > LONGEST {
            return None;
        }
        for near in count.saturating_sub(1)..=count.saturating_add(1) {
            found.extend(usize::try_from(near).ok());
        }
    }
    Some(distinct(found))
}

/// Returns lists with up to the maximum number of different elements.
fn lists(prover: &mut Prover, schema: &JsonSchemaProps, mentioned: &Mentioned<'_>) -> Option<Vec<Value>> {
    if mentioned.has_parts || !mentioned.members.is_empty() || !mentioned.names.is_empty() {
        return None;
    }
    let most = members::most_elements(prover, schema);
    let counts = near(&mentioned.counts)?;
    // The maximum number of elements is also a bound.
    let counts = distinct(counts.into_iter().map(|count| count.min(most)).collect());
    let values = counts.into_iter().map(|count| vec![Value::from(0); count].into());
    Some(values.collect())
}

/// Returns objects with all combinations of the members in restrictions, and with the numbers of other members that counts
/// distinguish.
fn objects(schema: &JsonSchemaProps, mentioned: &Mentioned<'_>) -> Option<Vec<Value>> {
    if mentioned.has_parts || !mentioned.members.is_empty() || mentioned.names.len() > MOST_NAMES {
        return None;
    }
    let names: Vec<&str> = mentioned
        .names
        .iter()
        .copied()
        .filter(|name| is_possible(schema, name))
        .collect();
    let others = if is_open(schema) {
        usize::MAX
    } else {
        let declared = schema.properties.iter().flat_map(crate::model::map::Map::keys);
        let others = declared.filter(|name| !mentioned.names.contains(name)).count();
        others + members::added_by_server(schema)
    };
    let counts = near(&mentioned.counts)?;
    let needed = members::of_embedded(schema);
    let mut values = Vec::new();
    for choice in 0..1_usize << names.len() {
        let chosen = names.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
        let names = chosen.map(|(_, name)| *name).chain(needed.iter().copied());
        let mut object = Map::new();
        object.extend(names.map(|name| (name.to_owned(), Value::from(0))));
        let more = counts
            .iter()
            .map(|count| count.saturating_sub(object.len()).min(others));
        for count in distinct(more.collect()) {
            let mut object = object.clone();
            object.extend((0..count).map(|at| (format!("\u{2603}{at}"), 0.into())));
            values.push(object.into());
        }
    }
    Some(values)
}
