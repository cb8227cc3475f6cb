//! Builds the schemas of enums with data: one structure with the members of all variants, and value validation that
//! restricts which members may be combined.
//!
//! ```text
//! enum Source { Http { url: String }, Git(Repository) }          tag = "kind"
//!
//! type: object
//! properties: {kind: {enum: [Http, Git]}, url: …, …members of Repository…}
//! required: [kind]
//! oneOf:
//! - {properties: {kind: {enum: [Http]}}, required: [url]}
//! - {properties: {kind: {enum: [Git]}}, required: […required members of Repository…]}
//! ```
//!
//! | serde | structure | validation |
//! |---|---|---|
//! | external | a property for each variant | exactly one of them |
//! | internal (`tag`) | the tag and the members of all variants | by tag |
//! | adjacent (`tag`, `content`) | the tag and the merged content | by tag |
//! | untagged | the members of all variants, or one scalar type | `anyOf` |
//!
//! CEL rules enforce enums with tags if the cost allows it (see `rules`); otherwise `oneOf` does.
//!
//! Enums with tags are here, untagged ones in `untagged`, and the content of one variant in `content`.

mod content;
mod requirements;
mod rules;
pub(crate) mod untagged;

use self::content::{content, is_unit, members, unknown_members};
use self::untagged::{EnumPosition, merge_untagged_objects, untagged};
use super::context::Context;
use super::derived_rules::{is_not_among, literal};
use super::junctor::{Junctor, admits, nested, requires};
use super::merge_checks::{self, Mergeable};
use super::presence::GroupPresence;
use super::simple::object_of;
use super::variant_schema::{
    self, MergedVariants, PropertyConflict, UnknownMembers, VariantContent, VariantSchema,
    branches_beyond_tag,
};
use crate::model::schema::ValidationRule;
use crate::model::sort::sort;
use crate::model::structural::{NestedValidation, Object, Structural, StructuralShape, ValueValidation};
use crate::rust::shape::{Content, Kind, Shape, Tagging, Variant};

/// Returns the schema of an enum that is a value of its own.
pub(super) fn build(cx: &mut Context, shape: &Shape) -> Structural {
    let (Mergeable::Yes, Kind::Variants(tagging, variants)) = (merge_checks::check(cx, shape), shape.kind)
    else {
        return Structural::new(StructuralShape::Any);
    };
    let variants = &included(cx, variants);
    let unknown_members = UnknownMembers::of_attrs(shape.attrs);
    if tagging == Tagging::Untagged {
        cx.merging(|cx| untagged(cx, variants, unknown_members))
    } else {
        let mut merged = merge(cx, tagging, variants, unknown_members, GroupPresence::Required);
        if shape.attrs.no_derived_rules {
            drop_derived_rules(&mut merged);
        }
        let mut node = object_of(merged.properties);
        if tagging == Tagging::External && (!merged.branches.is_empty() || variants.is_empty()) {
            // The object has no other properties, so a count is enough, and its errors are easier to read than `oneOf`'s.
            node.validation.min_properties = Some(1);
            node.validation.max_properties = Some(1);
        } else {
            node.validation.one_of = merged.branches;
        }
        node.validation.required = required(merged.required, merged.required_members);
        node.rules = merged.rules;
        node.preserve_unknown_fields = merged.preserve_unknown_fields;
        node
    }
}

/// Returns the variants that the selected channel includes.
fn included(cx: &Context, variants: &[Variant]) -> Vec<Variant> {
    let here = variants.iter().filter(|variant| cx.includes(variant.when));
    here.copied().collect()
}

/// Limits the number of members of an externally tagged enum that preserves unknown members: a rule only sees the known
/// ones, and serde cannot read an object with another.
pub(super) fn count_members(node: &mut Structural, shape: &Shape) {
    match shape.kind {
        Kind::Alias(inner) => count_members(node, inner),
        Kind::Variants(Tagging::External, _) if matches!(node.shape, StructuralShape::Object(_)) => {
            node.validation.min_properties = Some(1);
            node.validation.max_properties = Some(1);
        }
        _ => {}
    }
}

/// Returns the members that a flattened enum adds to those of the object around it, and the number of branches that must match.
/// The caller has checked the shape. `None` after a problem.
pub(super) fn flatten(
    cx: &mut Context,
    shape: &Shape,
    group: GroupPresence,
) -> Option<(Junctor, MergedVariants)> {
    let Kind::Variants(tagging, variants) = shape.kind else {
        return None;
    };
    let variants = &included(cx, variants);
    let unknown_members = UnknownMembers::of_attrs(shape.attrs);
    if tagging == Tagging::Untagged {
        let merged =
            cx.merging(|cx| merge_untagged_objects(cx, variants, unknown_members, EnumPosition::Flattened));
        Some((Junctor::AnyOf, merged?))
    } else {
        let mut merged = merge(cx, tagging, variants, unknown_members, group);
        if shape.attrs.no_derived_rules {
            drop_derived_rules(&mut merged);
        }
        Some((Junctor::OneOf, merged))
    }
}

/// Removes what enforces the form of an externally tagged enum, whose properties keep their own rules.
fn drop_derived_rules(merged: &mut MergedVariants) {
    merged.branches.clear();
    merged.rules.clear();
    merged.required_members.clear();
}

/// Merges the variants of an enum with a tag. The branches keep the constraints that rules do not enforce.
fn merge(
    cx: &mut Context,
    tagging: Tagging,
    variants: &[Variant],
    of_enum: UnknownMembers,
    group: GroupPresence,
) -> MergedVariants {
    match tagging {
        Tagging::External => external(cx, variants, group),
        Tagging::Internal(tag) => {
            let merged = cx.merging(|cx| internal(cx, tag, variants, of_enum, group));
            enforce(cx, merged, tag, group)
        }
        Tagging::Adjacent(tag, content) => {
            let merged = cx.merging(|cx| adjacent(cx, tag, content, variants, of_enum));
            enforce(cx, merged, tag, group)
        }
        Tagging::Untagged => MergedVariants::default(),
    }
}

/// Adds rules, and leaves in the branches only the constraints that rules cannot enforce.
fn enforce(cx: &Context, mut merged: MergedVariants, tag: &str, group: GroupPresence) -> MergedVariants {
    if cx.enforces_by_rules() {
        rules::of_tag(&mut merged, tag, group);
    }
    merged.branches = branches_beyond_tag(merged.branches, tag);
    merged
}

/// Merges `{variant: content}`: a property for each variant, of which exactly one is set.
fn external(cx: &mut Context, variants: &[Variant], group: GroupPresence) -> MergedVariants {
    let mut merged = MergedVariants::default();
    let mut names = Vec::new();
    for variant in variants {
        for name in variant.names() {
            let Some(mut node) = cx.member(name, |cx| content(cx, variant)) else {
                cx.problem(format!(
                    "variant `{name}` has no data, so serde writes it as a string, but others as objects; \
                     give the enum a tag (`#[serde(tag = \"type\")]`), use `#[derive(Union)]`, or \
                     `#[crd(preserve_unknown_fields)]`"
                ));
                continue;
            };
            if !variant.description.is_empty() {
                node.generic.description = variant.description.into();
            }
            names.push(name);
            merged.branches.push(requires(&[name]));
            merged.properties.insert(name, node);
        }
    }
    if cx.enforces_by_rules() {
        rules::of_members(&mut merged, &names, group);
    }
    merged
}

/// Merges `{tag: variant, …content}`: the tag, the members of all variants, and a branch for each variant.
fn internal(
    cx: &mut Context,
    tag: &'static str,
    variants: &[Variant],
    of_enum: UnknownMembers,
    group: GroupPresence,
) -> MergedVariants {
    let mut schemas = Vec::new();
    let mut rules_of_variants = Vec::new();
    for variant in variants {
        let object = cx.within(variant.name, |cx| members(cx, variant));
        let unknown_members = match variant.content {
            // serde reads a unit struct and `()` beside the tag only from an object without other members.
            Content::Newtype(shape) if is_unit(shape) => UnknownMembers::Refused,
            _ => unknown_members(variant, of_enum).unless_preserved_by(&object),
        };
        let StructuralShape::Object(Object {
            properties,
            additional: None,
            ..
        }) = object.shape
        else {
            cx.problem(format!(
                "variant `{}` of an internally tagged enum must have named fields, because its tag `{tag}` \
                 is one of them",
                variant.name
            ));
            continue;
        };
        let mut branch = tag_branch(tag, variant, variants);
        branch.validation = object.validation;
        let tags: Vec<&str> = variant.names().collect();
        let guarded = object.rules.into_iter().map(|rule| guard(rule, tag, &tags));
        rules_of_variants.extend(guarded.map(|rule| rules::where_tag_is(rule, tag, group)));
        schemas.push(VariantSchema {
            variant: variant.name.into(),
            properties,
            branch,
            unknown_members,
        });
    }
    let mut merged = merge_schemas(cx, schemas);
    if merged.properties.contains_key(tag) {
        cx.problem(format!(
            "a variant has a field with the name of the tag, `{tag}`; rename one of them"
        ));
    }
    merged.properties.insert(tag, tag_node(variants));
    merged.required = vec![tag.into()];
    merged.rules = rules_of_variants;
    merged
}

/// Merges `{tag: variant, holder: content}`: the tag, the merged content, and a branch for each variant.
fn adjacent(
    cx: &mut Context,
    tag: &'static str,
    holder: &'static str,
    variants: &[Variant],
    of_enum: UnknownMembers,
) -> MergedVariants {
    let mut contents = Vec::new();
    for variant in variants {
        contents.push(VariantContent {
            variant: variant.name.into(),
            branch: tag_branch(tag, variant, variants),
            node: cx.within(variant.name, |cx| content(cx, variant)),
            unknown_members: unknown_members(variant, of_enum),
            optional: matches!(variant.content, Content::Newtype(shape) if shape.optional),
        });
    }
    let mut conflicts = Vec::new();
    let mut merged = variant_schema::adjacent(holder, contents, &mut conflicts);
    report(cx, conflicts);
    merged.properties.insert(tag, tag_node(variants));
    merged.required = vec![tag.into()];
    merged
}

/// Merges the properties of all variants and reports conflicts.
fn merge_schemas(cx: &mut Context, schemas: Vec<VariantSchema>) -> MergedVariants {
    let mut conflicts = Vec::new();
    let merged = variant_schema::merge(schemas, &mut conflicts);
    report(cx, conflicts);
    merged
}

fn report(cx: &mut Context, conflicts: Vec<PropertyConflict>) {
    for PropertyConflict {
        first,
        second,
        property,
    } in conflicts
    {
        cx.problem(format!(
            "variants `{first}` and `{second}` disagree on the type of `{property}`; rename it in one of \
             them, use `#[derive(Union)]`, or accept any value with `#[crd(preserve_unknown_fields)]` on the enum"
        ));
    }
}

/// Returns the schema of the tag. With `#[serde(other)]` any tag is read.
fn tag_node(variants: &[Variant]) -> Structural {
    let mut node = Structural::new(StructuralShape::String);
    if !variants.iter().any(|variant| variant.other) {
        node.validation.enum_ = Some(variants.iter().flat_map(Variant::names).map(Into::into).collect());
    }
    node
}

/// Returns a branch that restricts the tag to the names of the variant; for `#[serde(other)]`, to none of the other names.
fn tag_branch(tag: &str, variant: &Variant, variants: &[Variant]) -> NestedValidation {
    let value = if variant.other {
        let known = variants.iter().filter(|other| !other.other);
        let known = admits(known.flat_map(Variant::names).map(Into::into).collect());
        ValueValidation {
            not: Some(Box::new(nested(known))),
            ..ValueValidation::default()
        }
    } else {
        admits(variant.names().map(Into::into).collect())
    };
    let mut branch = NestedValidation::default();
    branch.properties.insert(tag, nested(value));
    branch
}

/// Restricts a rule of one variant to objects with its tag: `self.kind != 'Http' || (rule)`.
pub(crate) fn guard(rule: ValidationRule, tag: &str, names: &[&str]) -> ValidationRule {
    let Some(tag) = crd_cel::escape(tag) else {
        return rule;
    };
    let literals: Vec<String> = names.iter().map(|name| literal(name)).collect();
    let other = is_not_among(&format!("self.{tag}"), &literals);
    ValidationRule {
        rule: format!("{other} || ({})", rule.rule).into(),
        ..rule
    }
}

fn required(mut names: Vec<Box<str>>, members: Vec<Box<str>>) -> Option<Vec<Box<str>>> {
    names.extend(members);
    sort(&mut names);
    (!names.is_empty()).then_some(names)
}
