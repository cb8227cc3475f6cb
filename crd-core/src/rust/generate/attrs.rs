//! Attributes laid over a schema. What is said twice holds twice: the tighter bound, both patterns.

use super::context::Context;
use super::junctor::{self, Junctor, nested};
use super::node::{foreign, value};
use super::{derived_rules, describe, map_keys, opened, union};
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::structural::{
    Additional, Array, IntOrStringSpelling, ListType, NestedValidation, Object, Structural, StructuralShape,
    ValueValidation,
};
use crate::rust::shape::{self, Attrs, Validation};

pub(super) fn apply(cx: &mut Context, node: &mut Structural, attrs: &Attrs) {
    if let Some(keys) = attrs.keys {
        map_keys::restrict(cx, node, keys);
    }
    if attrs.int_or_string {
        opened::check_int_or_string(cx, node, attrs);
        *node = Structural {
            generic: std::mem::take(&mut node.generic),
            rules: std::mem::take(&mut node.rules),
            ..Structural::new(StructuralShape::IntOrString {
                spelled: IntOrStringSpelling::AnyOf,
            })
        };
    }
    if attrs.preserve_unknown_fields {
        opened::check_preserve(cx, node);
        node.preserve_unknown_fields = true;
    }
    if attrs.embedded_resource {
        embed(cx, node);
    }
    if !attrs.title.is_empty() {
        node.generic.title = attrs.title.into();
    }
    if !attrs.description.is_empty() {
        node.generic.description = attrs.description.into();
    }
    if let Some(example) = &attrs.example {
        node.generic.example = value(example);
    }
    if let Some(nullable) = attrs.nullable {
        node.generic.nullable = nullable;
    }
    topology(cx, node, attrs);
    restrict(&mut node.validation, attrs.validation);
    spell_under_all_of(node);
    if let Some(items) = attrs.items {
        match &mut node.shape {
            StructuralShape::Array(array) => cx.within("[]", |cx| replace(cx, &mut array.items, items)),
            _ => cx.problem("`items(…)` says what the elements of a list are, but this is no list"),
        }
    }
    if let Some(values) = attrs.values {
        match &mut node.shape {
            StructuralShape::Object(Object {
                additional: Some(Additional::Schema(schema)),
                ..
            }) => {
                cx.within("*", |cx| replace(cx, schema, values));
            }
            _ => cx.problem("`values(…)` says what the values of a map are, but this is no map"),
        }
    }
    let rules = attrs.rules.iter().filter(|rule| cx.includes(rule.when));
    node.rules.extend(rules.map(ValidationRule::from));
    if attrs.immutable {
        node.rules.push(derived_rules::immutable());
    }
    for group in attrs.groups {
        let rule = derived_rules::group(cx, group, derived_rules::properties(node));
        node.rules.extend(rule);
    }
    for declaration in attrs.unions {
        union::declare(cx, node, declaration);
    }
    for only in cx.only(attrs) {
        apply(cx, node, only);
    }
    describe::lifecycle(cx.profile, node, attrs.lifecycle);
    describe::below(node, attrs.descriptions);
    if let Some(bytes) = attrs.max_description {
        describe::cut(node, bytes);
    }
}

/// Attributes of elements or values, which may have a schema made at run time.
fn replace(cx: &mut Context, node: &mut Structural, attrs: &Attrs) {
    if let Some(make) = attrs.foreign {
        *node = foreign(cx, make().map_err(|error| vec![error]));
    }
    apply(cx, node, attrs);
}

/// Makes the node an embedded resource.
pub(super) fn embed(cx: &mut Context, node: &mut Structural) {
    match &mut node.shape {
        StructuralShape::Object(object) if object.additional.is_none() => {
            object.embedded_resource = true;
            // The server wants properties or leave to keep what it does not know.
            node.preserve_unknown_fields |= object.properties.is_empty();
        }
        StructuralShape::Any => {
            let object = Object {
                embedded_resource: true,
                ..Object::default()
            };
            node.shape = StructuralShape::Object(object);
            node.preserve_unknown_fields = true;
        }
        _ => cx.problem(
            "`embedded_resource` goes with an object of named fields or with any JSON; this is neither",
        ),
    }
}

/// `x-kubernetes-list-type` and `x-kubernetes-map-type`.
fn topology(cx: &mut Context, node: &mut Structural, attrs: &Attrs) {
    if let Some(list_type) = attrs.list_type {
        match &mut node.shape {
            StructuralShape::Array(Array { list_type: place, .. }) => {
                *place = Some(match list_type {
                    shape::ListType::Atomic => ListType::Atomic,
                    shape::ListType::Set => ListType::Set,
                    shape::ListType::Map(keys) => {
                        ListType::Map(keys.iter().map(|key| (*key).into()).collect())
                    }
                });
            }
            _ => cx.problem("`list_type` goes with a list; this is none"),
        }
    }
    if let Some(map_type) = attrs.map_type {
        match &mut node.shape {
            StructuralShape::Object(object) => {
                object.map_type = Some(map_type);
            }
            _ => cx.problem("`map_type` goes with an object or a map; this is neither"),
        }
    }
}

/// Adds restrictions to those there are: what the table of keywords merges `by_hand`, and the counts.
pub(super) fn restrict(to: &mut ValueValidation, from: &Validation) {
    if let Some(format) = from.format {
        to.format = format.into();
    }
    lower_bound(to, from.minimum, from.exclusive_minimum);
    upper_bound(to, from.maximum, from.exclusive_maximum);
    to.multiple_of = from.multiple_of.or(to.multiple_of);
    to.restrict_counts(from.counts());
    if !from.pattern.is_empty() {
        let earlier = std::mem::replace(&mut to.pattern, from.pattern.into());
        if !earlier.is_empty() && earlier != to.pattern {
            to.all_of.push(nested(ValueValidation {
                pattern: earlier,
                ..ValueValidation::default()
            }));
        }
    }
    if !from.enumeration.is_empty() {
        let values = from.enumeration.iter().filter_map(value).collect();
        if let Some(earlier) = to.enum_.replace(values) {
            to.all_of.push(nested(ValueValidation {
                enum_: Some(earlier),
                ..ValueValidation::default()
            }));
        }
    }
    if !from.required.is_empty() {
        let required = to.required.get_or_insert_default();
        required.extend(from.required.iter().map(|name| (*name).into()));
    }
    to.all_of.extend(from.all_of.iter().map(nest));
    Junctor::AnyOf.add(to, from.any_of.iter().map(nest).collect());
    Junctor::OneOf.add(to, from.one_of.iter().map(nest).collect());
    if let Some(not) = from.not {
        junctor::add_not(to, nest(not));
    }
}

fn lower_bound(to: &mut ValueValidation, minimum: Option<f64>, exclusive: bool) {
    let Some(bound) = minimum else { return };
    match to.minimum {
        Some(here) if here > bound => {}
        #[expect(clippy::float_cmp, reason = "equal bounds differ in exclusiveness only")]
        Some(here) if here == bound => to.exclusive_minimum |= exclusive,
        _ => (to.minimum, to.exclusive_minimum) = (Some(bound), exclusive),
    }
}

fn upper_bound(to: &mut ValueValidation, maximum: Option<f64>, exclusive: bool) {
    let Some(bound) = maximum else { return };
    match to.maximum {
        Some(here) if here < bound => {}
        #[expect(clippy::float_cmp, reason = "equal bounds differ in exclusiveness only")]
        Some(here) if here == bound => to.exclusive_maximum |= exclusive,
        _ => (to.maximum, to.exclusive_maximum) = (Some(bound), exclusive),
    }
}

/// Constant restrictions as a value under a junctor.
pub(super) fn nest(from: &Validation) -> NestedValidation {
    let mut validation = ValueValidation::default();
    restrict(&mut validation, from);
    let properties: Map<NestedValidation> = from
        .properties
        .iter()
        .map(|(name, nested)| (*name, nest(nested)))
        .collect();
    NestedValidation {
        validation,
        items: from.items.map(|items| Box::new(nest(items))),
        properties,
        closed: false,
    }
}

/// An int-or-string with an `anyOf` of its own spells its two types under `allOf` (KEP-2335, formal definition, 4).
fn spell_under_all_of(node: &mut Structural) {
    if let StructuralShape::IntOrString { spelled } = &mut node.shape
        && *spelled == IntOrStringSpelling::AnyOf
        && !node.validation.any_of.is_empty()
    {
        *spelled = IntOrStringSpelling::AllOf;
    }
}
