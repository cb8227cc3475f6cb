//! Enums with data. What the variants hold is merged into one structure; which members go together is value
//! validation beside it (forms tried on the API server; see ARCHITECTURE.md).

use super::context::Context;
use super::junctor::{self, nested, requires};
use super::node;
use super::object::Members;
use super::parts::{self, Conflict, Held, Merged, Part, worthwhile};
use crate::schema::ValidationRule;
use crate::shape::{Content, Kind, Shape, Tagging, Variant};
use crate::structural::{
    Array, IntOrStringSpelling, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};

/// The schema of an enum on its own.
pub(super) fn build(cx: &mut Context, tagging: Tagging, variants: &[Variant], closed: bool) -> Structural {
    if tagging == Tagging::Untagged {
        untagged(cx, variants, closed)
    } else {
        let merged = merge(cx, tagging, variants, closed);
        let mut node = Structural::new(StructuralShape::Object(Object {
            properties: merged.properties,
            ..Object::default()
        }));
        if tagging == Tagging::External {
            // Without other members a count says it all, and its errors read better than a junctor's.
            node.validation.min_properties = Some(1);
            node.validation.max_properties = Some(1);
        } else {
            node.validation.one_of = merged.branches;
        }
        node.validation.required = required(merged.required);
        node.rules = merged.rules;
        node.preserve_unknown_fields = merged.preserve_unknown_fields;
        node
    }
}

/// The members of a flattened enum among those of the object around it.
pub(super) fn flatten(
    cx: &mut Context,
    members: &mut Members,
    tagging: Tagging,
    variants: &[Variant],
    closed: bool,
    optional: bool,
) {
    let merged = if tagging == Tagging::Untagged {
        let Some(merged) = merge_untagged_objects(cx, variants, closed, Place::AmongOthers) else {
            return;
        };
        merged
    } else {
        merge(cx, tagging, variants, closed)
    };
    members.preserve_unknown_fields |= merged.preserve_unknown_fields;
    members.rules.extend(merged.rules);
    for (name, node) in merged.properties {
        let name = String::from(name);
        if let Some(other) = members.properties.insert(name.clone(), node.clone())
            && other != node
        {
            cx.problem(format!(
                "`{name}` is a member of the struct and of a flattened enum; rename one of them"
            ));
        }
    }
    let mut branches = merged.branches;
    if optional {
        branches = parts::or_nothing(branches, &merged.required);
    } else {
        members.required.extend(merged.required);
    }
    if tagging == Tagging::Untagged {
        junctor::add_any_of(&mut members.validation, branches);
    } else {
        junctor::add_one_of(&mut members.validation, branches);
    }
}

fn merge(cx: &mut Context, tagging: Tagging, variants: &[Variant], closed: bool) -> Merged {
    match tagging {
        Tagging::External => external(cx, variants),
        Tagging::Internal(tag) => internal(cx, tag, variants, closed),
        Tagging::Adjacent(tag, content) => adjacent(cx, tag, content, variants, closed),
        Tagging::Untagged => Merged::default(),
    }
}

/// `{variant: content}`: a member for each variant, of which one is set.
fn external(cx: &mut Context, variants: &[Variant]) -> Merged {
    let mut merged = Merged::default();
    for variant in variants {
        for name in std::iter::once(&variant.name).chain(variant.aliases) {
            let Some(mut node) = cx.within(name, |cx| content(cx, Tagging::External, variant)) else {
                cx.problem(format!(
                    "variant `{name}` holds no data, so serde writes it as a string beside objects; give the enum a \
                     tag (`#[serde(tag = \"type\")]`), use `#[derive(Union)]`, or \
                     `#[crd(preserve_unknown_fields)]`"
                ));
                continue;
            };
            if !variant.description.is_empty() {
                node.generic.description = variant.description.into();
            }
            merged.branches.push(requires(&[name]));
            merged.properties.insert(*name, node);
        }
    }
    merged
}

/// `{tag: variant, …content}`: the tag and every variant's members; a branch for each variant.
fn internal(cx: &mut Context, tag: &'static str, variants: &[Variant], closed: bool) -> Merged {
    let mut parts = Vec::new();
    let mut rules = Vec::new();
    for variant in variants {
        let object = cx.within(variant.name, |cx| among_others(cx, variant));
        let StructuralShape::Object(Object {
            properties,
            additional: None,
            ..
        }) = object.shape
        else {
            cx.problem(format!(
                "variant `{}` of an internally tagged enum must hold named fields, for its tag `{tag}` stands among \
                 them",
                variant.name
            ));
            continue;
        };
        let mut branch = tag_branch(tag, variant, variants);
        branch.validation = object.validation;
        let tags: Vec<&str> = names(std::slice::from_ref(variant)).collect();
        rules.extend(object.rules.into_iter().map(|rule| guard(rule, tag, &tags)));
        parts.push(Part {
            variant: variant.name.into(),
            properties,
            branch,
            others: parts::others(object.preserve_unknown_fields, is_closed(variant, closed)),
        });
    }
    let mut merged = merge_parts(cx, parts);
    if merged.properties.contains_key(tag) {
        cx.problem(format!(
            "a variant has a field called `{tag}`, as the tag is; rename one of them"
        ));
    }
    merged.properties.insert(tag, tag_node(variants));
    merged.required = vec![tag.into()];
    merged.branches = worthwhile(merged.branches, tag);
    merged.rules = rules;
    merged
}

/// `{tag: variant, content: …}`. Contents that are objects are merged as internally tagged ones are; others must
/// be of one type.
fn adjacent(
    cx: &mut Context,
    tag: &'static str,
    holder: &'static str,
    variants: &[Variant],
    closed: bool,
) -> Merged {
    let mut contents = Vec::new();
    for variant in variants {
        contents.push(Held {
            variant: variant.name.into(),
            branch: tag_branch(tag, variant, variants),
            node: cx.within(variant.name, |cx| {
                content(cx, Tagging::Adjacent(tag, holder), variant)
            }),
            closed: is_closed(variant, closed),
            optional: matches!(variant.content, Content::Newtype(shape) if shape.optional),
        });
    }
    let mut conflicts = Vec::new();
    let mut merged = parts::adjacent(holder, contents, &mut conflicts);
    report(cx, conflicts);
    merged.properties.insert(tag, tag_node(variants));
    merged.required = vec![tag.into()];
    merged.branches = worthwhile(merged.branches, tag);
    merged
}

/// Content only: objects are merged, scalars must be of one type.
fn untagged(cx: &mut Context, variants: &[Variant], closed: bool) -> Structural {
    let mut nullable = false;
    let mut nodes: Vec<(&str, Structural)> = Vec::new();
    for variant in variants {
        match cx.within(variant.name, |cx| content(cx, Tagging::Untagged, variant)) {
            None => nullable = true,
            Some(node) => {
                nullable |= node.generic.nullable;
                nodes.push((variant.name, node));
            }
        }
    }
    let kinds: Vec<&StructuralShape> = nodes.iter().map(|(_, node)| &node.shape).collect();
    let is_object = |shape: &&StructuralShape| matches!(shape, StructuralShape::Object(_));
    let mut node = if kinds.iter().all(is_object) {
        let merged = merge_untagged_objects(cx, variants, closed, Place::Alone).unwrap_or_default();
        let mut node = Structural::new(StructuralShape::Object(Object {
            properties: merged.properties,
            ..Object::default()
        }));
        node.validation.any_of = merged.branches;
        node.preserve_unknown_fields = merged.preserve_unknown_fields;
        node
    } else if let Some(shape @ StructuralShape::IntOrString { .. }) = one_scalar(&kinds) {
        let mut node = Structural::new(shape);
        node.validation = int_or_string(nodes.into_iter().map(|(_, node)| node).collect());
        node
    } else if let Some(shape) = one_scalar(&kinds) {
        let mut node = Structural::new(shape);
        if let Some(((_, first), rest)) = nodes.split_first()
            && rest.iter().all(|(_, other)| other.validation == first.validation)
        {
            node.validation = first.validation.clone();
        } else {
            let mut distinct: Vec<NestedValidation> = Vec::new();
            for (_, node) in &nodes {
                let branch = parts::own_restriction(node);
                if !distinct.contains(&branch) {
                    distinct.push(branch);
                }
            }
            if !distinct.contains(&NestedValidation::default()) {
                node.validation.any_of = distinct;
            }
        }
        node
    } else {
        let names: Vec<String> = nodes.iter().map(|(name, _)| format!("`{name}`")).collect();
        cx.problem(format!(
            "the untagged variants {} are values of different types, which a structural schema cannot say; tag the \
             enum, use `#[derive(Union)]`, `#[crd(int_or_string)]` or `#[crd(preserve_unknown_fields)]`",
            names.join(", ")
        ));
        Structural::new(StructuralShape::Any)
    };
    node.generic.nullable = nullable;
    node
}

/// What integers and strings that stand in one place must be. `minimum` says nothing of strings and `minLength`
/// nothing of numbers, so that a branch for one of them must also refuse the other.
pub(crate) fn int_or_string(nodes: Vec<Structural>) -> ValueValidation {
    let mut branches: Vec<NestedValidation> = Vec::new();
    let (mut any_integer, mut any_string) = (false, false);
    for node in nodes {
        let mut validation = parts::own_restriction(&node).validation;
        match node.shape {
            StructuralShape::Integer => {
                any_integer |= validation == ValueValidation::default();
                (validation.min_length, validation.max_length) = (Some(1), Some(0));
            }
            StructuralShape::String => {
                any_string |= validation == ValueValidation::default();
                (validation.minimum, validation.maximum) = (Some(1.0), Some(0.0));
            }
            _ => {
                let free = validation == ValueValidation::default();
                any_integer |= free;
                any_string |= free;
            }
        }
        let branch = nested(validation);
        if !branches.contains(&branch) {
            branches.push(branch);
        }
    }
    match branches.as_mut_slice() {
        _ if any_integer && any_string => ValueValidation::default(),
        // One kind of integer beside any string.
        [one, other] if any_string => {
            let integer = if one.validation.max_length == Some(0) {
                one
            } else {
                other
            };
            (integer.validation.min_length, integer.validation.max_length) = (None, None);
            std::mem::take(&mut integer.validation)
        }
        _ => ValueValidation {
            any_of: branches,
            ..ValueValidation::default()
        },
    }
}

/// The one scalar shape all of these are, or int-or-string.
fn one_scalar(shapes: &[&StructuralShape]) -> Option<StructuralShape> {
    let first = *shapes.first()?;
    let scalar = |shape: &StructuralShape| {
        matches!(
            shape,
            StructuralShape::String
                | StructuralShape::Integer
                | StructuralShape::Number
                | StructuralShape::Boolean
        )
    };
    if scalar(first) && shapes.iter().all(|shape| *shape == first) {
        return Some(first.clone());
    }
    let int_or_string = |shape: &&StructuralShape| {
        matches!(
            shape,
            StructuralShape::Integer | StructuralShape::String | StructuralShape::IntOrString { .. }
        )
    };
    if shapes.iter().all(int_or_string) {
        return Some(StructuralShape::IntOrString {
            spelled: IntOrStringSpelling::AnyOf,
        });
    }
    let number =
        |shape: &&StructuralShape| matches!(shape, StructuralShape::Integer | StructuralShape::Number);
    shapes.iter().all(number).then_some(StructuralShape::Number)
}

/// Where the members of a variant stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In an object of their own.
    Alone,
    /// Among those of the struct into which the enum is flattened.
    AmongOthers,
}

fn merge_untagged_objects(
    cx: &mut Context,
    variants: &[Variant],
    closed: bool,
    place: Place,
) -> Option<Merged> {
    let mut parts = Vec::new();
    for variant in variants {
        let node = match (place, variant.content) {
            (_, Content::Unit) => continue,
            (Place::Alone, _) => {
                match cx.within(variant.name, |cx| content(cx, Tagging::Untagged, variant)) {
                    Some(node) => node,
                    None => continue,
                }
            }
            (Place::AmongOthers, _) => cx.within(variant.name, |cx| among_others(cx, variant)),
        };
        let StructuralShape::Object(Object {
            properties,
            additional: None,
            ..
        }) = node.shape
        else {
            cx.problem(format!(
                "variant `{}` holds no named fields and so cannot be merged with others",
                variant.name
            ));
            return None;
        };
        parts.push(Part {
            variant: variant.name.into(),
            properties,
            branch: nested(node.validation),
            others: parts::others(node.preserve_unknown_fields, is_closed(variant, closed)),
        });
    }
    let mut merged = merge_parts(cx, parts);
    // A variant that asks for nothing admits everything.
    if merged.branches.contains(&NestedValidation::default()) {
        merged.branches.clear();
    }
    Some(merged)
}

/// Whether serde refuses members that the variant does not know.
fn is_closed(variant: &Variant, closed: bool) -> bool {
    match variant.content {
        Content::Struct(_) => closed,
        Content::Newtype(shape) => {
            let mut shape = shape;
            while let Kind::Alias(inner) = shape.kind {
                shape = inner;
            }
            // serde looks for one variant among all members.
            shape.attrs.closed || matches!(shape.kind, Kind::Variants(Tagging::External, _))
        }
        Content::Unit | Content::Tuple(_) => false,
    }
}

/// The members of what a variant holds, among other members.
fn among_others(cx: &mut Context, variant: &Variant) -> Structural {
    match variant.content {
        Content::Newtype(shape) if !is_unit(shape) => super::object::flattened(cx, variant.name, shape),
        Content::Unit | Content::Newtype(_) => Structural::new(StructuralShape::Object(Object::default())),
        Content::Struct(fields) => super::object::build(cx, fields),
        Content::Tuple(shapes) => tuple(cx, variant.name, shapes),
    }
}

fn is_union(shape: &Shape) -> bool {
    match shape.kind {
        Kind::Alias(inner) => is_union(inner),
        Kind::Union { .. } => true,
        _ => false,
    }
}

/// A type whose values are nothing, such as `()`: serde writes only the tag beside it.
fn is_unit(shape: &Shape) -> bool {
    match shape.kind {
        Kind::Alias(inner) => is_unit(inner),
        Kind::Object([]) => shape.nullable && shape.attrs.validation.max_properties == Some(0),
        _ => false,
    }
}

/// What a variant holds; `None` for nothing.
fn content(cx: &mut Context, tagging: Tagging, variant: &Variant) -> Option<Structural> {
    match variant.content {
        Content::Unit => None,
        // Where contents are merged, a union says what it asks for without rules, as it does in long lists.
        Content::Newtype(shape) if tagging != Tagging::External && is_union(shape) => {
            Some(cx.elements(false, |cx| node::build(cx, shape)))
        }
        Content::Newtype(shape) => Some(node::build(cx, shape)),
        Content::Struct(fields) => Some(super::object::build(cx, fields)),
        Content::Tuple(shapes) => Some(tuple(cx, variant.name, shapes)),
    }
}

/// Several values of one type: a list of fixed length.
fn tuple(cx: &mut Context, name: &str, shapes: &[&Shape]) -> Structural {
    let mut items = shapes
        .iter()
        .map(|shape| node::build(cx, shape))
        .collect::<Vec<_>>()
        .into_iter();
    let Some(first) = items.next() else {
        return Structural::new(StructuralShape::Object(Object::default()));
    };
    if items.any(|item| item != first) {
        cx.problem(format!(
            "variant `{name}` holds values of different types, which a list in a structural schema cannot; use named \
             fields"
        ));
    }
    let mut node = Structural::new(StructuralShape::Array(Array {
        items: Box::new(first),
        list_type: None,
    }));
    let length = i64::try_from(shapes.len()).ok();
    node.validation.min_items = length;
    node.validation.max_items = length;
    node
}

/// Merges the properties of all variants; says where two disagree.
fn merge_parts(cx: &mut Context, parts: Vec<Part>) -> Merged {
    let mut conflicts = Vec::new();
    let merged = parts::merge(parts, &mut conflicts);
    report(cx, conflicts);
    merged
}

fn report(cx: &mut Context, conflicts: Vec<Conflict>) {
    for Conflict {
        first,
        second,
        property,
    } in conflicts
    {
        cx.problem(format!(
            "variants `{first}` and `{second}` disagree on the type of `{property}`; rename it in one of them, use \
             `#[derive(Union)]`, or leave the enum open with `#[crd(preserve_unknown_fields)]`"
        ));
    }
}

fn tag_node(variants: &[Variant]) -> Structural {
    let mut node = Structural::new(StructuralShape::String);
    if !variants.iter().any(|variant| variant.other) {
        node.validation.enum_ = Some(names(variants).map(Into::into).collect());
    }
    node
}

fn names(variants: &[Variant]) -> impl Iterator<Item = &'static str> + '_ {
    variants
        .iter()
        .flat_map(|variant| std::iter::once(variant.name).chain(variant.aliases.iter().copied()))
}

/// A branch that says which tag it is for.
fn tag_branch(tag: &str, variant: &Variant, variants: &[Variant]) -> NestedValidation {
    let mut value = ValueValidation::default();
    if variant.other {
        let known = variants.iter().filter(|other| !other.other);
        let known = known.flat_map(|other| std::iter::once(other.name).chain(other.aliases.iter().copied()));
        let enum_ = Some(known.map(Into::into).collect());
        value.not = Some(Box::new(nested(ValueValidation {
            enum_,
            ..ValueValidation::default()
        })));
    } else {
        value.enum_ = Some(names(std::slice::from_ref(variant)).map(Into::into).collect());
    }
    let mut branch = NestedValidation::default();
    branch.properties.insert(tag, nested(value));
    branch
}

/// A rule of one variant holds only under its tag.
pub(crate) fn guard(rule: ValidationRule, tag: &str, names: &[&str]) -> ValidationRule {
    let Some(tag) = crd_cel::escape(tag) else {
        return rule;
    };
    let literals: Vec<String> = names
        .iter()
        .map(|name| format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")))
        .collect();
    let other = match literals.as_slice() {
        [only] => format!("self.{tag} != {only}"),
        several => format!("!(self.{tag} in [{}])", several.join(", ")),
    };
    ValidationRule {
        rule: format!("{other} || ({})", rule.rule).into(),
        ..rule
    }
}

fn required(mut names: Vec<Box<str>>) -> Option<Vec<Box<str>>> {
    names.sort();
    (!names.is_empty()).then_some(names)
}
