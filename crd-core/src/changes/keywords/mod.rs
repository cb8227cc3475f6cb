//! Compares the keywords of a node that has the same type in two schemas, and reports each difference with its direction.
//!
//! ```text
//! old {minimum: 1, pattern: "a"}   new {minimum: 2, exclusiveMinimum: true}
//! ->  Bound(minimum, 1 -> 2 exclusive, Narrower), Pattern("a", "")
//! ```

mod bounds;
mod implies;
mod rules;
mod trees;

pub(crate) use trees::is_same_node;

use crate::model::sort::{sort, sort_by_key};
use serde_json::Value;

use crate::go;
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::model::text::InternedText;

/// Change in the set of values that a keyword accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ValueSet {
    Narrower,
    Wider,
    /// Some values were removed, and others added.
    Incomparable,
    /// The values are the same where the server ignores the difference.
    Same,
}

/// A difference in the keywords of a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum KeywordChange {
    /// A bound, with its old and new values as text.
    Bound {
        keyword: &'static str,
        before: Option<String>,
        after: Option<String>,
        set: ValueSet,
    },
    MultipleOf(Option<f64>, Option<f64>, ValueSet),
    /// The removed and the added values, and whether the old and the new schema have an `enum`.
    Enum {
        removed: Vec<Value>,
        added: Vec<Value>,
        listed: [bool; 2],
    },
    Pattern(InternedText, InternedText),
    Format(InternedText, InternedText),
    /// The member is required now; records whether the old schema declares it.
    Required(Box<str>, MemberBefore),
    /// The member is no longer required.
    Optional(Box<str>),
    /// Whether null is accepted now.
    Nullable(bool),
    Default(Option<Value>, Option<Value>),
    /// The junctors that differ.
    Junctors(Vec<&'static str>),
    ListType(ListMerge, ListMerge),
    /// Whether server-side apply replaces objects as a whole now.
    AtomicObject(bool),
    /// Whether the value is an embedded resource now.
    Embedded(bool),
    RuleAdded(ValidationRule),
    RuleRemoved(ValidationRule),
    /// A rule that accepts more than the rule that it replaces.
    RuleRelaxed(ValidationRule),
    /// A rule with the same expression, whose message, reason or path differs.
    RuleReworded(ValidationRule),
    /// Keywords without an effect on values.
    Words(Vec<&'static str>),
}

/// Whether an older schema declares a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemberBefore {
    Declared,
    New,
}

/// The way in which server-side apply merges a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListMerge {
    Atomic,
    Set,
    Map(Vec<Box<str>>),
}

impl ListMerge {
    fn of(schema: &JsonSchemaProps) -> ListMerge {
        match schema.x_list_type.as_deref() {
            Some("set") => ListMerge::Set,
            Some("map") => {
                let mut keys = schema.x_list_map_keys.clone().unwrap_or_default();
                sort(&mut keys);
                ListMerge::Map(keys)
            }
            _ => ListMerge::Atomic,
        }
    }

    pub(crate) fn words(&self) -> String {
        match self {
            ListMerge::Atomic => "`atomic`".to_owned(),
            ListMerge::Set => "`set`".to_owned(),
            ListMerge::Map(keys) => format!("`map` by `{}`", keys.join("`, `")),
        }
    }
}

/// Returns the keywords that differ.
pub(crate) fn keyword_changes(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<KeywordChange> {
    let mut found = Vec::new();
    bounds::counts(old, new, &mut found);
    bounds::numbers(old, new, &mut found);
    values(old, new, &mut found);
    members(old, new, &mut found);
    if old.nullable != new.nullable {
        found.push(KeywordChange::Nullable(new.nullable));
    }
    if old.default != new.default {
        found.push(KeywordChange::Default(old.default.clone(), new.default.clone()));
    }
    junctors(old, new, &mut found);
    let (before, after) = (ListMerge::of(old), ListMerge::of(new));
    if before != after {
        found.push(KeywordChange::ListType(before, after));
    }
    let is_atomic = |schema: &JsonSchemaProps| schema.x_map_type.as_deref() == Some("atomic");
    if is_atomic(old) != is_atomic(new) {
        found.push(KeywordChange::AtomicObject(is_atomic(new)));
    }
    if old.x_embedded_resource != new.x_embedded_resource {
        found.push(KeywordChange::Embedded(new.x_embedded_resource));
    }
    rules::rules(old, new, &mut found);
    words(old, new, &mut found);
    found
}

fn values(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let (before, after) = (old.enum_.as_deref(), new.enum_.as_deref());
    let missing = |from: Option<&[Value]>, within: Option<&[Value]>| -> Vec<Value> {
        let within = within.unwrap_or_default();
        let values = from.unwrap_or_default().iter();
        values
            .filter(|value| !within.iter().any(|other| go::json(other) == go::json(value)))
            .cloned()
            .collect()
    };
    let (removed, added) = (missing(before, after), missing(after, before));
    if before.is_some() != after.is_some() || !removed.is_empty() || !added.is_empty() {
        found.push(KeywordChange::Enum {
            removed,
            added,
            listed: [before.is_some(), after.is_some()],
        });
    }
    if old.pattern != new.pattern {
        found.push(KeywordChange::Pattern(old.pattern.clone(), new.pattern.clone()));
    }
    if old.format != new.format {
        found.push(KeywordChange::Format(old.format.clone(), new.format.clone()));
    }
}

fn members(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let names = |schema: &JsonSchemaProps| schema.required.clone().unwrap_or_default();
    let (before, after) = (names(old), names(new));
    for name in after.iter().filter(|name| !before.contains(name)) {
        let is_declared = old.property(name).is_some() || old.additional_schema().is_some();
        found.push(KeywordChange::Required(
            name.clone(),
            if is_declared {
                MemberBefore::Declared
            } else {
                MemberBefore::New
            },
        ));
    }
    let gone = before.iter().filter(|name| !after.contains(name));
    found.extend(gone.cloned().map(KeywordChange::Optional));
}

fn junctors(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let normal = |list: &Option<Vec<JsonSchemaProps>>| {
        let mut texts: Vec<String> = list.iter().flatten().map(normal_form).collect();
        sort(&mut texts);
        texts
    };
    let mut names = Vec::new();
    for (name, before, after) in [
        ("allOf", &old.all_of, &new.all_of),
        ("anyOf", &old.any_of, &new.any_of),
        ("oneOf", &old.one_of, &new.one_of),
    ] {
        let (mut before, mut after) = (normal(before), normal(after));
        if name != "oneOf" {
            before.dedup();
            after.dedup();
        }
        if before != after {
            names.push(name);
        }
    }
    if old.not.as_deref().map(normal_form) != new.not.as_deref().map(normal_form) {
        names.push("not");
    }
    if !names.is_empty() {
        found.push(KeywordChange::Junctors(names));
    }
}

/// Serializes a schema below a junctor, independently of order and annotations.
fn normal_form(schema: &JsonSchemaProps) -> String {
    let mut plain = schema.clone();
    plain.visit_mut(
        crate::model::schema::VisitScope::All,
        &crate::model::field::Path::root(""),
        &mut |_, node| {
            node.description = InternedText::default();
            node.title = InternedText::default();
            node.required.iter_mut().for_each(|names| sort(names));
            if let Some(values) = &mut node.enum_ {
                sort_by_key(values, &go::json);
            }
            crate::model::schema::VisitNext::Children
        },
    );
    serde_json::to_string(&plain).unwrap_or_default()
}

fn words(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let names: Vec<&'static str> = [
        ("description", old.description != new.description),
        ("title", old.title != new.title),
        ("example", old.example != new.example),
        ("externalDocs", old.external_docs != new.external_docs),
    ]
    .into_iter()
    .filter_map(|(name, differs)| differs.then_some(name))
    .collect();
    if !names.is_empty() {
        found.push(KeywordChange::Words(names));
    }
}

/// Finds a property with the same schema as a removed one, which may have been renamed.
pub(crate) fn moved_to<'s>(
    gone: &JsonSchemaProps,
    added: impl IntoIterator<Item = (usize, &'s JsonSchemaProps)>,
) -> Option<usize> {
    let is_distinctive = |schema: &JsonSchemaProps| {
        schema
            .properties
            .as_ref()
            .is_some_and(|properties| !Map::is_empty(properties))
            || !schema.description.is_empty()
            || !schema.pattern.is_empty()
            || schema.enum_.is_some()
            || schema.minimum.is_some() && schema.maximum.is_some()
    };
    let mut same = added
        .into_iter()
        .filter(|(_, schema)| is_distinctive(gone) && *schema == gone);
    let (place, _) = same.next()?;
    same.next().is_none().then_some(place)
}
