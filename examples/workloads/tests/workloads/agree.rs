//! Tests with random values of every published type: k8s-openapi deserializes valid values without loss, and the values that it
//! serializes are valid and not pruned.

use super::support::types::published;
use crd_core::generate::{Profile, structural};
use crd_core::objects;
use crd_core::shape::{Field, Kind, ListType, Literal};
use crd_core::structural::{Object, StructuralShape};
use crd_core::{KubeVersion, Schema, Shape, Structural};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Number of values of each type.
const ROUNDS: usize = 40;

#[test]
fn schemas_and_serde_agree() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut types, mut values) = (0, 0);
    macro_rules! each {
        ($($name:literal: $type:ty;)*) => { $( {
            let shape = <$type as Schema>::SHAPE;
            let schema = holder(&shape);
            for _ in 0..ROUNDS {
                let value = random.value(&shape, 5);
                agree($name, &schema, value, round_trip::<$type>);
                values += 1;
            }
            types += 1;
        } )* };
    }
    published!(each);
    println!("{types} types, {values} values");
    assert!(types > 350 && values > 10_000, "{types} types, {values} values");
}

fn round_trip<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    serde_json::to_value(read).map_err(|error| error.to_string())
}

/// Returns the schema of `{value: …}`, so that the value is not treated as the root of a resource.
fn holder(shape: &Shape) -> Structural {
    let mut object = Object::default();
    object
        .properties
        .insert("value", structural(shape, Profile::ApiServer).unwrap());
    Structural::new(StructuralShape::Object(object))
}

/// Returns the value in its holder after the server has processed it, which must accept it.
fn admitted(name: &str, schema: &Structural, value: &Value) -> Value {
    let mut object = json!({ "value": value });
    assert_eq!(
        objects::prune(schema, &mut object),
        Vec::<String>::new(),
        "{name}: {value:#}"
    );
    objects::default(schema, &mut object);
    let errors = objects::validate_value(schema, &object, None, None, KubeVersion::DEFAULT);
    assert!(errors.is_empty(), "{name}: {errors:?} {value:#}");
    let errors = objects::validate_list_types(schema, &object, KubeVersion::DEFAULT);
    assert!(errors.is_empty(), "{name}: {errors:?} {value:#}");
    object["value"].take()
}

fn agree(
    name: &str,
    schema: &Structural,
    value: Value,
    round_trip: impl Fn(&Value) -> Result<Value, String>,
) {
    let stored = admitted(name, schema, &value);
    let written = round_trip(&stored).unwrap_or_else(|error| panic!("{name}: {error}: {stored:#}"));
    assert!(kept(&stored, &written), "{name}: {stored:#} became {written:#}");
    let again = round_trip(&admitted(name, schema, &written)).unwrap();
    assert_eq!(again, written, "{name}");
}

/// Whether another value contains all of a value; a number may have become a quantity.
fn kept(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => value
            .iter()
            .all(|(key, value)| other.get(key).is_some_and(|other| kept(value, other))),
        (Value::Array(value), Value::Array(other)) => {
            value.len() == other.len() && value.iter().zip(other).all(|(value, other)| kept(value, other))
        }
        (Value::Number(number), Value::String(text)) => number.to_string() == *text,
        _ => value == other,
    }
}

/// A random number generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(bits).unwrap() % bound
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn value(&mut self, shape: &Shape, depth: usize) -> Value {
        match shape.kind {
            Kind::Boolean => json!(self.below(2) == 0),
            Kind::Integer { minimum, maximum } => {
                let all = [0, 1, -1, 8080, minimum, maximum].map(|int| i64::try_from(int).unwrap());
                json!(self.pick(&all))
            }
            Kind::String { .. } if shape.name == "ByteString" => json!(self.pick(&["", "YQ==", "YWJj"])),
            Kind::String { format: "date-time" } if shape.name == "MicroTime" => {
                json!(self.pick(&["2026-11-21T08:30:00.000000Z", "1970-01-01T00:00:00.123456Z"]))
            }
            Kind::String { format: "date-time" } => {
                json!(self.pick(&["2026-11-21T08:30:00Z", "1970-01-01T00:00:00Z"]))
            }
            Kind::String { .. } => json!(self.pick(&["", "a", "b-c", "ü \"x\"", "TCP"])),
            Kind::IntOrString if shape.name == "Quantity" => {
                self.pick(&[json!("500m"), json!("1.5Gi"), json!("-2e3"), json!(0), json!(3)])
            }
            Kind::IntOrString => self.pick(&[json!(80), json!("http"), json!("25%"), json!(i32::MIN)]),
            Kind::Array(items) => {
                let count = self.below(3).min(depth);
                (0..count)
                    .map(|_| self.value(items, depth.saturating_sub(1)))
                    .collect()
            }
            Kind::Map(values) => {
                let keys = ["a", "b/c"];
                let count = self.below(3).min(depth);
                let entries = keys.into_iter().take(count);
                entries
                    .map(|key| (key.to_owned(), self.value(values, depth.saturating_sub(1))))
                    .collect()
            }
            Kind::Object([]) => self.pick(&[json!({}), json!({"any": {"thing": [1, null]}})]),
            Kind::Object(fields) => self.object(fields, depth),
            other => panic!("no values of {other:?}"),
        }
    }

    fn object(&mut self, fields: &[Field], depth: usize) -> Value {
        let has = |name: &str| fields.iter().any(|field| field.name == name);
        // An object with a kind has a fixed kind, which k8s-openapi sets.
        let known = has("apiVersion") && has("kind") && has("metadata");
        let mut members = Map::new();
        for field in fields {
            if known && matches!(field.name, "apiVersion" | "kind") {
                continue;
            }
            let leave_out = depth == 0 || self.below(3) == 0;
            if field.is_required() || !leave_out {
                let mut value = self.value(field.shape, depth.saturating_sub(1));
                if let Value::Array(items) = &mut value {
                    distinct(field.shape, items, field.attrs.list_type);
                }
                members.insert(field.name.to_owned(), value);
            }
        }
        Value::Object(members)
    }
}

/// Removes duplicates from a set or map; an absent key has its default.
fn distinct(list: &Shape, items: &mut Vec<Value>, list_type: Option<ListType>) {
    let fields: &[Field] = match list.kind {
        Kind::Array(Shape {
            kind: Kind::Object(fields),
            ..
        }) => fields,
        _ => &[],
    };
    let default = |key: &str| match fields.iter().find(|field| field.name == key)?.default {
        Some(Literal::Str(text)) => Some(json!(text)),
        _ => None,
    };
    let mut seen: Vec<Vec<Option<Value>>> = Vec::new();
    items.retain(|item| {
        let key = match list_type {
            Some(ListType::Map(keys)) => keys
                .iter()
                .map(|key| item.get(key).cloned().or_else(|| default(key)))
                .collect(),
            Some(ListType::Set) => vec![Some(item.clone())],
            _ => return true,
        };
        let new = !seen.contains(&key);
        seen.push(key);
        new
    });
}
