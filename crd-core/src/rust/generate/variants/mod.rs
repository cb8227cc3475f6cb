//! Enums with data. What the variants hold is merged into one structure; which members go together is value
//! validation beside it (forms tried on the API server; see ARCHITECTURE.md).
//!
//! Tagged enums are here; those without a tag are in `untagged`, and what one variant holds in `content`.

mod content;
pub(crate) mod untagged;

use self::content::{among_others, content, is_closed};
use self::untagged::{Place, merge_untagged_objects, untagged};
use super::context::Context;
use super::junctor::{self, nested, requires};
use super::object::Members;
use super::parts::{self, Conflict, Held, Merged, Part, worthwhile};
use crate::model::schema::ValidationRule;
use crate::model::structural::{NestedValidation, Object, Structural, StructuralShape, ValueValidation};
use crate::rust::shape::{Content, Tagging, Variant};

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

fn names(variants: &[Variant]) -> impl Iterator<Item = &'static str> + '_ {
    variants
        .iter()
        .flat_map(|variant| std::iter::once(variant.name).chain(variant.aliases.iter().copied()))
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
