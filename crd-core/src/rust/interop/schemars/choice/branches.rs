//! Finds what distinguishes the branches of a choice, for each of serde's taggings: the name of a property, the value
//! of a tag, or nothing.

use serde_json::Value;

use crate::model::structural::{NestedValidation, ValueValidation};
use crate::rust::generate::junctor::{Junctor, nested};
use crate::rust::generate::variant_schema::UnknownMembers;
use crate::rust::interop::schemars::draft::Draft;

/// A variant with a tag.
#[derive(Clone)]
pub(super) struct Tagged {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
    /// The restriction on the tag.
    pub(super) branch: NestedValidation,
    /// The schema without the tag.
    pub(super) content: Draft,
}

impl Tagged {
    pub(super) fn new(mut branch: Draft, tag: &str, index: usize) -> Tagged {
        let property = branch.properties.remove(tag);
        let values = property
            .and_then(|property| property.validation.enum_)
            .unwrap_or_default();
        let name = values.first().and_then(Value::as_str);
        let name = name.map_or_else(|| label(&branch, index), str::to_owned);
        let required = branch.validation.required.take().unwrap_or_default();
        let required: Vec<_> = required.into_iter().filter(|name| **name != *tag).collect();
        branch.validation.required = Some(required).filter(|names| !names.is_empty());
        branch.among = true;
        let mut tag_branch = NestedValidation::default();
        let only = ValueValidation {
            enum_: Some(values.clone()),
            ..ValueValidation::default()
        };
        tag_branch.properties.insert(tag, nested(only));
        Tagged {
            name,
            values,
            branch: tag_branch,
            content: branch,
        }
    }
}

/// Returns the name of a variant in messages.
pub(super) fn label(branch: &Draft, index: usize) -> String {
    let property = branch.properties.keys().next();
    if !branch.generic.title.is_empty() {
        branch.generic.title.to_string()
    } else if let Some(property) = property {
        format!("{{{property}…}}")
    } else {
        format!("#{}", index + 1)
    }
}

/// How serde treats members that a variant does not declare. It rejects them if the schema is closed, or if the variant
/// is an externally tagged enum, which is read from an object with exactly one member.
pub(super) fn unknown_members(variant: &Draft) -> UnknownMembers {
    let is_external = matches!(
        &*variant.choices,
        [choice] if choice.junctor == Junctor::OneOf && external_names(&choice.branches).is_some()
    );
    if variant.closed || is_external {
        UnknownMembers::Refused
    } else {
        UnknownMembers::Ignored
    }
}

/// Returns the names of the variants if the enum is externally tagged: each branch has exactly one property, which is required
/// and differs from those of the other branches.
pub(super) fn external_names(branches: &[Draft]) -> Option<Vec<Box<str>>> {
    let mut names: Vec<Box<str>> = Vec::new();
    for branch in branches {
        let mut keys = branch.properties.keys();
        let (Some(name), None) = (keys.next(), keys.next()) else {
            return None;
        };
        let only = ValueValidation {
            required: Some(vec![name.into()]),
            ..ValueValidation::default()
        };
        let plain = branch.validation == only
            && branch.choices.is_empty()
            && branch.nots.is_empty()
            && branch.rest.is_none()
            && branch.rules.is_empty();
        if !plain || names.iter().any(|other| **other == *name) {
            return None;
        }
        names.push(name.into());
    }
    Some(names)
}

/// Finds the tag: a property that is required in all branches and has different values in each.
pub(super) fn tag(branches: &[Draft]) -> Option<Box<str>> {
    let first = branches.first()?;
    first
        .properties
        .keys()
        .find(|name| is_tag(branches, name))
        .map(Into::into)
}

fn is_tag(branches: &[Draft], name: &str) -> bool {
    let mut seen = Vec::new();
    branches.iter().all(|branch| {
        let required = branch.validation.required.as_ref();
        let values = branch
            .properties
            .get(name)
            .and_then(|property| property.validation.enum_.as_ref());
        required.is_some_and(|names| names.iter().any(|other| **other == *name))
            && values.is_some_and(|values| {
                values.iter().all(|value| {
                    let is_new = value.is_string() && !seen.contains(value);
                    seen.push(value.clone());
                    is_new
                })
            })
    })
}

/// Finds the property that holds the content of every adjacently tagged variant.
pub(super) fn holder(variants: &[Tagged]) -> Option<Box<str>> {
    let mut holder: Option<&str> = None;
    for Tagged { content, .. } in variants {
        let mut validation = content.validation.clone();
        let required = validation.required.take().unwrap_or_default();
        let plain = validation == ValueValidation::default()
            && content.choices.is_empty()
            && content.nots.is_empty()
            && content.rest.is_none();
        if !plain || content.properties.len() > 1 {
            return None;
        }
        if let Some((name, property)) = content.properties.iter().next() {
            let must = required.iter().any(|other| **other == *name) || property.accepts_null();
            if !must || holder.is_some_and(|other| other != name) {
                return None;
            }
            holder = Some(name);
        }
    }
    holder.map(Into::into)
}
