//! Applies attributes to a schema. Constraints that both have are combined: the tighter bound, both patterns.

use crd_cel::NumberFormat;

use super::context::{Context, steps};
use super::restrict::restrict;
use super::simple::value;
use super::{derived_rules, describe, map_keys, opened, union};
use crate::model::schema::ValidationRule;
use crate::model::structural::{
    Additional, Array, IntOrStringSpelling, ListType, Object, Structural, StructuralShape,
};
use crate::rust::shape::{self, Attrs, Unchecked, Validation};

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
    if attrs.no_default {
        node.generic.default = None;
    }
    topology(cx, node, attrs);
    keep_range(node, attrs.validation);
    restrict(&mut node.validation, attrs.validation);
    check_bounds(cx, node, attrs.validation);
    spell_under_all_of(node);
    if let Some(unchecked) = attrs.unchecked {
        self::unchecked(cx, node, unchecked);
    }
    if let Some(items) = attrs.items {
        match &mut node.shape {
            StructuralShape::Array(array) => cx.within("[]", |cx| replace(cx, &mut array.items, items)),
            _ => cx.problem("`items(…)` is for the elements of a list, but this is not a list"),
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
            _ => cx.problem("`values(…)` is for the values of a map, but this is not a map"),
        }
    }
    for (path, below) in attrs.at {
        match node.at_mut(path) {
            Ok(child) => within_path(cx, &steps(path), &mut |cx| replace(cx, child, below)),
            Err(error) => cx.problem(format!("`at(\"{path}\", …)`: {}", error.message)),
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

/// Writes the range of 32-bit integers as bounds where another format replaces `int32`: the type cannot read larger numbers. An empty
/// format only removes it.
fn keep_range(node: &mut Structural, given: &Validation) {
    let is_replaced = given.format.is_some_and(|format| !matches!(format, "" | "int32"));
    if is_replaced && node.shape == StructuralShape::Integer && *node.validation.format == *"int32" {
        node.validation.minimum.get_or_insert(i32::MIN.into());
        node.validation.maximum.get_or_insert(i32::MAX.into());
    }
}

/// Checks that the bounds are within the range of the node's format: otherwise the server would reject every value.
fn check_bounds(cx: &mut Context, node: &Structural, given: &Validation) {
    let format = match node.shape {
        StructuralShape::Integer => NumberFormat::of_integers(&node.validation.format),
        StructuralShape::Number => NumberFormat::of_numbers(&node.validation.format),
        _ => return,
    };
    for (name, bound) in [
        ("minimum", given.minimum),
        ("maximum", given.maximum),
        ("multiple_of", given.multiple_of),
    ] {
        if let Some(bound) = bound
            && !format.admits(bound)
        {
            cx.problem(format!(
                "`{name}` {bound} does not fit the format `{}` of the schema, so the API server would \
                 reject every value; remove it, or choose another bound or type{}",
                format.as_str(),
                code!(CONSTRAINT_UNSUITED)
            ));
        }
    }
}

/// `unchecked(…)`.
fn unchecked(cx: &mut Context, node: &mut Structural, unchecked: &Unchecked) {
    restrict(&mut node.validation, unchecked.validation);
    if let Some(preserve) = unchecked.preserve_unknown_fields {
        node.preserve_unknown_fields = preserve;
    }
    if unchecked.nullable {
        cx.refuse_null();
    }
    if let Some(given) = unchecked.int_or_string {
        if let StructuralShape::IntOrString { spelled } = &mut node.shape {
            *spelled = given;
        } else {
            let misplaced = node.misplaced.get_or_insert_default();
            misplaced.int_or_string = true;
            misplaced.int_or_string_spelled = given;
        }
    }
    if unchecked.items && !matches!(node.shape, StructuralShape::Array(_)) {
        node.misplaced.get_or_insert_default().items = Some(Box::new(Structural::new(StructuralShape::Any)));
    }
}

/// Runs a function at the place after these steps.
fn within_path(cx: &mut Context, path: &[&'static str], run: &mut dyn FnMut(&mut Context)) {
    match path {
        [] => run(cx),
        [step, rest @ ..] => cx.within(step, |cx| within_path(cx, rest, run)),
    }
}

/// Applies the attributes of elements or values, which may replace the schema by one made at run time.
fn replace(cx: &mut Context, node: &mut Structural, attrs: &Attrs) {
    if let Some(make) = attrs.foreign {
        *node = cx.foreign(make().map_err(|error| vec![error]));
    }
    apply(cx, node, attrs);
}

/// Marks the node as an embedded resource.
pub(super) fn embed(cx: &mut Context, node: &mut Structural) {
    match &mut node.shape {
        StructuralShape::Object(object) if object.additional.is_none() => {
            object.embedded_resource = true;
            // The server requires properties or `x-kubernetes-preserve-unknown-fields`.
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
            "`embedded_resource` needs an object with named fields or a value of any type; this is neither",
        ),
    }
}

/// Applies `x-kubernetes-list-type` and `x-kubernetes-map-type`.
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
            _ => cx.problem("`list_type` is for lists, but this is not a list"),
        }
    }
    if let Some(map_type) = attrs.map_type {
        match &mut node.shape {
            StructuralShape::Object(object) => {
                object.map_type = Some(map_type);
            }
            _ => cx.problem("`map_type` is for objects and maps; this is neither"),
        }
    }
}

/// Moves the two types of an int-or-string that has an `anyOf` of its own under `allOf` (KEP-2335, formal definition, 4).
fn spell_under_all_of(node: &mut Structural) {
    if let StructuralShape::IntOrString { spelled } = &mut node.shape
        && *spelled == IntOrStringSpelling::AnyOf
        && !node.validation.any_of.is_empty()
    {
        *spelled = IntOrStringSpelling::AllOf;
    }
}
