//! Builds the structural schema of one shape: from its kind, its attributes and those of the field that holds it.

use super::context::{Context, ElementCount};
use super::presence::GroupPresence;
use super::simple::{formatted, integer};
use super::{attrs, object, opened, union, variants};
use crate::model::structural::{
    Additional, Array, IntOrStringSpelling, ListType, MapType, Object, Structural, StructuralShape,
};
use crate::rust::shape::{Attrs, EnumValue, Kind, Shape};

/// Returns the structural schema of a shape with the attributes of the field that holds it.
pub(super) fn build(cx: &mut Context, shape: &Shape, over: &Attrs) -> Structural {
    let mut node = if let Some(make) = over.foreign {
        cx.foreign(make().map_err(|error| vec![error]))
    } else {
        let mut node = match (shape.attrs.foreign, over.declared.or(shape.attrs.declared)) {
            (Some(make), _) => cx.foreign(make().map_err(|error| vec![error])),
            (None, Some(declared)) if over.int_or_string || shape.attrs.int_or_string => {
                // An enum of integers and strings has no other schema.
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
            node.validation.enum_ = Some(here.flat_map(EnumValue::names).map(Into::into).collect());
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
            let values = cx.elements(count, |cx| cx.within("*", |cx| cx.node(values)));
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
            shape.attrs,
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
            let mut node = cx.node(inner);
            attrs::embed(cx, &mut node);
            node
        }
        Kind::Alias(inner) => {
            let mut node = cx.node(inner);
            node.generic.nullable |= inner.nullable;
            node
        }
        Kind::Foreign(make) => cx.foreign(make()),
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
    let items = Box::new(cx.elements(count, |cx| cx.within("[]", |cx| cx.node(items))));
    Structural::new(StructuralShape::Array(Array {
        items,
        list_type: None,
    }))
}

/// Changes the elements of a set to a form that the server accepts, and returns the list type: elements that are lists or
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
