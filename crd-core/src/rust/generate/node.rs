//! Builds the structural schema of one shape: from its kind, its attributes and those of the field that holds it.

use super::context::{Context, ElementCount};
use super::presence::GroupPresence;
use super::{attrs, object, opened, union, variants};
use crate::model::map::json_object;
use crate::model::structural::{
    Additional, Array, IntOrStringSpelling, ListType, MapType, Object, Structural, StructuralShape,
};
use crate::rust::shape::{Attrs, ForeignError, Kind, Literal, Shape};

/// The structural schema of a shape.
pub(super) fn build(cx: &mut Context, shape: &Shape) -> Structural {
    build_under(cx, shape, &Attrs::NONE)
}

/// The structural schema of a shape with the attributes of the field that holds it.
pub(super) fn build_under(cx: &mut Context, shape: &Shape, over: &Attrs) -> Structural {
    let mut node = if let Some(make) = over.foreign {
        foreign(cx, make().map_err(|error| vec![error]))
    } else {
        let mut node = match (shape.attrs.foreign, over.declared.or(shape.attrs.declared)) {
            (Some(make), _) => foreign(cx, make().map_err(|error| vec![error])),
            (None, Some(declared)) if over.int_or_string || shape.attrs.int_or_string => {
                // An enum of both has no schema but this one.
                let problems = cx.problem_count();
                let node = opened::build(cx, declared);
                cx.forget_problems(problems);
                node
            }
            (None, Some(declared)) => opened::build(cx, declared),
            (None, None) => from_kind(cx, shape, over),
        };
        node.generic.nullable |= shape.nullable;
        if over.preserve_unknown_fields || shape.attrs.preserve_unknown_fields {
            let declared = over
                .declared
                .or(shape.attrs.declared)
                .and_then(|declared| declared());
            variants::count_members(&mut node, declared.unwrap_or(shape));
        }
        attrs::apply(cx, &mut node, shape.attrs);
        node
    };
    attrs::apply(cx, &mut node, over);
    node
}

fn from_kind(cx: &mut Context, shape: &Shape, over: &Attrs) -> Structural {
    let count = element_count(shape, over);
    match shape.kind {
        Kind::Boolean => Structural::new(StructuralShape::Boolean),
        Kind::Integer { minimum, maximum } => integer(minimum, maximum),
        Kind::Number { format } => formatted(StructuralShape::Number, format),
        Kind::String { format } => formatted(StructuralShape::String, format),
        Kind::StringEnum(values) => {
            let mut node = Structural::new(StructuralShape::String);
            let here = values.iter().filter(|value| cx.includes(value.when));
            let names = here.flat_map(|value| std::iter::once(&value.name).chain(value.aliases));
            node.validation.enum_ = Some(names.map(|name| (*name).into()).collect());
            node
        }
        Kind::Array(items) => array(cx, items, count),
        Kind::Set(items) => {
            let mut node = array(cx, items, count);
            if let StructuralShape::Array(array) = &mut node.shape {
                array.list_type = set_of(&mut array.items);
            }
            node
        }
        Kind::Map(values) => {
            let values = cx.elements(count, |cx| cx.within("*", |cx| build(cx, values)));
            let additional = Some(Additional::Schema(Box::new(values)));
            Structural::new(StructuralShape::Object(Object {
                additional,
                ..Object::default()
            }))
        }
        Kind::Object(_) => object::build(cx, shape),
        Kind::Variants(..) => variants::build(cx, shape),
        Kind::Union {
            discriminator,
            members,
        } => union::build(
            cx,
            discriminator,
            &union::included(cx, members),
            GroupPresence::Required,
        ),
        Kind::IntOrString => Structural::new(StructuralShape::IntOrString {
            spelled: IntOrStringSpelling::AnyOf,
        }),
        Kind::Any => Structural::new(StructuralShape::Any),
        Kind::EmbeddedResource(None) => {
            let object = Object {
                embedded_resource: true,
                ..Object::default()
            };
            Structural {
                preserve_unknown_fields: true,
                ..Structural::new(StructuralShape::Object(object))
            }
        }
        Kind::EmbeddedResource(Some(inner)) => {
            let mut node = build(cx, inner);
            attrs::embed(cx, &mut node);
            node
        }
        Kind::Alias(inner) => {
            let mut node = build(cx, inner);
            node.generic.nullable |= inner.nullable;
            node
        }
        Kind::Foreign(make) => foreign(cx, make()),
    }
}

/// Whether a list or map limits how many elements it holds.
fn element_count(shape: &Shape, over: &Attrs) -> ElementCount {
    let limits = [over.validation, shape.attrs.validation];
    let keys = shape.attrs.keys.and_then(|keys| match keys.kind {
        Kind::StringEnum(values) => i64::try_from(values.len()).ok(),
        _ => None,
    });
    let limits = limits.iter().flat_map(|v| [v.max_items, v.max_properties]);
    let least = limits.chain([keys]).flatten().min();
    least.map_or(ElementCount::Unlimited, |least| {
        ElementCount::Limited(u64::try_from(least).unwrap_or_default())
    })
}

fn array(cx: &mut Context, items: &Shape, count: ElementCount) -> Structural {
    let items = Box::new(cx.elements(count, |cx| cx.within("[]", |cx| build(cx, items))));
    Structural::new(StructuralShape::Array(Array {
        items,
        list_type: None,
    }))
}

/// Changes the elements of a set to what the server accepts, and returns the list type: elements that are lists or
/// objects become atomic (OAS-20, OAS-21). `None` where no set is possible, since null is no element of a set
/// (OAS-40).
fn set_of(items: &mut Structural) -> Option<ListType> {
    if items.generic.nullable {
        return None;
    }
    match &mut items.shape {
        StructuralShape::Any => return None,
        StructuralShape::Array(array) => array.list_type = Some(ListType::Atomic),
        StructuralShape::Object(object) => object.map_type = Some(MapType::Atomic),
        _ => {}
    }
    Some(ListType::Set)
}

fn formatted(shape: StructuralShape, format: &str) -> Structural {
    let mut node = Structural::new(shape);
    node.validation.format = format.into();
    node
}

/// An integer with the narrowest format of Kubernetes that holds the range, and with bounds where the range is
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

/// The schema that was made at run time; reports its errors.
pub(super) fn foreign(cx: &mut Context, made: Result<Structural, Vec<ForeignError>>) -> Structural {
    made.unwrap_or_else(|errors| {
        for ForeignError { pointer, message } in errors {
            let at = if pointer.is_empty() {
                String::new()
            } else {
                format!(" (at `{pointer}`)")
            };
            cx.problem(format!("{message}{at}"));
        }
        Structural::new(StructuralShape::Any)
    })
}

/// The JSON value of a constant; `None` if serde leaves the value out, or cannot write it.
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
