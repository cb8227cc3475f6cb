//! Builds the schemas of single nodes, and the JSON values of constants.

use crate::model::map::{Map, json_object};
use crate::model::structural::{Object, Structural, StructuralShape};
use crate::rust::shape::Literal;

/// Returns the schema of an object with these properties.
pub(crate) fn object_of(properties: Map<Structural>) -> Structural {
    Structural::new(StructuralShape::Object(Object {
        properties,
        ..Object::default()
    }))
}

/// Returns a node with a format; an empty format is left out.
pub(super) fn formatted(shape: StructuralShape, format: &str) -> Structural {
    let mut node = Structural::new(shape);
    node.validation.format = format.into();
    node
}

/// Returns an integer with the narrowest format of Kubernetes that holds the range, and with bounds where the range is
/// narrower than the format: `u8` is `{format: int32, minimum: 0, maximum: 255}`.
pub(crate) fn integer(minimum: i128, maximum: i128) -> Structural {
    let narrow = minimum >= i128::from(i32::MIN) && maximum <= i128::from(i32::MAX);
    let (format, low, high) = if narrow {
        ("int32", i128::from(i32::MIN), i128::from(i32::MAX))
    } else {
        ("int64", i128::from(i64::MIN), i128::from(i64::MAX))
    };
    let mut node = formatted(StructuralShape::Integer, format);
    #[expect(
        clippy::cast_precision_loss,
        reason = "bounds inside a format are below 2^53 or absent"
    )]
    let bound = |value: i128| value as f64;
    node.validation.minimum = (minimum > low).then(|| bound(minimum));
    node.validation.maximum = (maximum < high).then(|| bound(maximum));
    node
}

/// Returns the JSON value of a constant; `None` if serde leaves the value out, or cannot write it.
pub(super) fn value(literal: &Literal) -> Option<serde_json::Value> {
    use serde_json::Value;
    Some(match literal {
        Literal::Null => Value::Null,
        Literal::Bool(flag) => Value::Bool(*flag),
        Literal::Int(int) => Value::from(*int),
        Literal::Float(float) => Value::from(*float),
        Literal::Str(text) => Value::from(*text),
        Literal::List(items) => items.iter().filter_map(value).collect(),
        Literal::Object(entries) => {
            let mut members = entries
                .iter()
                .filter_map(|(key, item)| Some(((*key).to_owned(), value(item)?)));
            json_object(&mut members)
        }
        Literal::Made(make) => make().ok()??,
    })
}
