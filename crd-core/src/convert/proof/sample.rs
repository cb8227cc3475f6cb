//! Random values of a schema, which can be changed and written.

use std::fmt::Write as _;

use super::random::Random;
use crate::convert::json::{Json, Kind, write_string};
use crate::model::structural::{Additional, ListType, Structural, StructuralShape};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sample {
    /// A scalar as JSON.
    Scalar(String),
    List(Vec<Sample>),
    Object(Vec<(String, Sample)>),
}

/// Strings that functions of mappings can often read, and some that they cannot.
const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "name",
    "0",
    "1",
    "7",
    "007",
    "42",
    "-1",
    "1.5",
    "80",
    "host:80",
    "h:1",
    "a/b",
    "a,b",
    "10s",
    "1h30m",
    "1Gi",
    "1024Mi",
    "500m",
    "true",
    "false",
    "2001-01-01T00:00:00Z",
    "é😀",
    "a b",
    "127.0.0.1",
    "x=1",
    "\"",
    "~1/",
    "#0.1.a",
    "{}",
];

const FLOATS: &[&str] = &["0", "1", "-1.5", "31.245270191439438", "1e300", "0.1", "2.50"];

impl Sample {
    pub(super) fn string(text: &str) -> Sample {
        let mut raw = String::new();
        write_string(&mut raw, text);
        Sample::Scalar(raw)
    }

    /// A copy of a value.
    pub(super) fn of(value: Json<'_>) -> Sample {
        match value.kind() {
            Kind::List => Sample::List(value.elements().map(Sample::of).collect()),
            Kind::Object => {
                let members = value.members();
                Sample::Object(
                    members
                        .map(|(name, value)| (name.into_owned(), Sample::of(value)))
                        .collect(),
                )
            }
            _ => Sample::Scalar(value.raw().to_owned()),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Sample> {
        match self {
            Sample::Object(members) => members
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Sample> {
        match self {
            Sample::Object(members) => members
                .iter_mut()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, name: &str, value: Sample) {
        if let Some(place) = self.get_mut(name) {
            *place = value;
        } else if let Sample::Object(members) = self {
            members.push((name.to_owned(), value));
        }
    }

    pub(super) fn write(&self, out: &mut String) {
        match self {
            Sample::Scalar(raw) => out.push_str(raw),
            Sample::List(elements) => {
                out.push('[');
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    element.write(out);
                }
                out.push(']');
            }
            Sample::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_string(out, name);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    pub(super) fn to_text(&self) -> String {
        let mut out = String::with_capacity(256);
        self.write(&mut out);
        out
    }
}

/// Which members an object has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Members {
    /// All that are required, and some others.
    Whole,
    /// Some, as in an object of server-side apply.
    Partial,
}

/// A random value of a schema.
pub(super) fn random(schema: &Structural, members: Members, source: &mut Random) -> Sample {
    if schema.generic.nullable && source.percent(10) {
        return Sample::Scalar("null".to_owned());
    }
    if let Some(values) = &schema.validation.enum_
        && let Some(value) = source.one(values)
        && !source.percent(3)
    {
        return Sample::Scalar(value.to_string());
    }
    match &schema.shape {
        StructuralShape::Object(object) => {
            let mut sample = Vec::new();
            let required = schema.validation.required.as_deref().unwrap_or_default();
            for (name, property) in object.properties.iter() {
                let is_required =
                    members == Members::Whole && required.iter().any(|required| **required == *name);
                if is_required || source.percent(60) {
                    sample.push((name.to_owned(), random(property, members, source)));
                }
            }
            if let Some(Additional::Schema(values)) = &object.additional {
                for _ in 0..source.below(4) {
                    let name = source.one(TEXTS).copied().unwrap_or_default();
                    if sample.iter().all(|(other, _)| other != name) {
                        sample.push((name.to_owned(), random(values, members, source)));
                    }
                }
            }
            if schema.preserve_unknown_fields && source.percent(50) {
                sample.push(("unknown member".to_owned(), anything(source, 2)));
            }
            Sample::Object(sample)
        }
        StructuralShape::Array(array) => {
            let mut elements: Vec<Sample> = Vec::new();
            for _ in 0..source.below(4) {
                let mut element = random(&array.items, members, source);
                if let Some(ListType::Map(keys)) = &array.list_type {
                    for key in keys {
                        if element.get(key).is_none()
                            && let Some(schema) = array.items.property(key)
                        {
                            let value = random(schema, members, source);
                            element.set(key, value);
                        }
                    }
                    let of = |element: &Sample| {
                        keys.iter()
                            .map(|key| element.get(key).cloned())
                            .collect::<Vec<_>>()
                    };
                    if elements.iter().any(|other| of(other) == of(&element)) {
                        continue;
                    }
                }
                if array.list_type == Some(ListType::Set) && elements.contains(&element) {
                    continue;
                }
                elements.push(element);
            }
            Sample::List(elements)
        }
        StructuralShape::String => Sample::string(source.one(TEXTS).copied().unwrap_or_default()),
        StructuralShape::Integer => Sample::Scalar(integer(schema, source)),
        StructuralShape::Number => Sample::Scalar(source.one(FLOATS).copied().unwrap_or("0").to_owned()),
        StructuralShape::Boolean => Sample::Scalar(source.percent(50).to_string()),
        StructuralShape::IntOrString { .. } => {
            if source.percent(50) {
                Sample::Scalar(integer(schema, source))
            } else {
                Sample::string(source.one(TEXTS).copied().unwrap_or_default())
            }
        }
        StructuralShape::Any => anything(source, 2),
    }
}

fn integer(schema: &Structural, source: &mut Random) -> String {
    let limit = |bound: Option<f64>, otherwise: i64| {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a random number within the bounds is enough"
        )]
        bound.map_or(otherwise, |bound| bound as i64)
    };
    let least = limit(schema.validation.minimum, -3);
    let most = limit(schema.validation.maximum, i64::MAX);
    let number = match source.below(8) {
        0 => most,
        1 => least,
        _ => i64::try_from(source.below(100)).unwrap_or(0),
    };
    number.clamp(least, most.max(least)).to_string()
}

/// A value without a schema.
fn anything(source: &mut Random, depth: usize) -> Sample {
    match source.below(if depth == 0 { 3 } else { 5 }) {
        0 => Sample::string(source.one(TEXTS).copied().unwrap_or_default()),
        1 => Sample::Scalar(source.one(FLOATS).copied().unwrap_or("0").to_owned()),
        2 => Sample::Scalar("true".to_owned()),
        3 => Sample::List(vec![anything(source, depth - 1)]),
        _ => {
            let mut name = String::from("k");
            let _ = write!(name, "{}", source.below(3));
            Sample::Object(vec![(name, anything(source, depth - 1))])
        }
    }
}
