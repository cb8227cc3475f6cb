//! Converts a value that is a field of one element of a list in the other version.
//!
//! ```text
//! {"ready": "True"}   ⇄   {"conditions": [{"type": "Ready", "status": "True"}]}
//! ```
//!
//! The rest of the list has no place in the version with the value, so the list is kept in an annotation as a whole. The current value
//! is set in the kept list: an edit of the value does not lose the other elements.

use std::borrow::Cow;

use super::direction::Direction;
use super::json::{Document, Json, Kind, write_string};
use crate::rust::shape::FunctionResult;

/// An element of a list whose value is a field in the other version.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementOf {
    /// The member of elements that is the key, and the key of the element.
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    /// The member that is the value; without it, the value is the element without its key.
    pub(super) value: Option<&'static str>,
    /// The direction in which the value becomes an element.
    pub(super) joins: Direction,
}

/// A list in which an element gets the current value.
#[derive(Clone)]
pub(super) struct ListWith<'a> {
    element: ElementOf,
    value: Option<Cow<'a, str>>,
    list: String,
}

impl<'a> ListWith<'a> {
    /// Creates a list with the element alone.
    pub(super) fn new(element: ElementOf, value: Option<Cow<'a, str>>) -> ListWith<'a> {
        ListWith {
            element,
            value,
            list: "[]".to_owned(),
        }
    }

    /// Sets the value in another list.
    pub(super) fn set_in(&mut self, list: Json<'_>) {
        list.raw().clone_into(&mut self.list);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.value.is_none() && self.list == "[]"
    }

    pub(super) fn to_text(&self) -> String {
        set(self.element, &self.list, self.value.as_deref())
    }
}

/// Returns the value of the element in a list, or the list of a value.
pub(super) fn element_or_list(
    element: ElementOf,
    direction: Direction,
    sources: &[Option<&str>],
) -> FunctionResult {
    let Some(source) = sources
        .first()
        .copied()
        .flatten()
        .filter(|source| *source != "null")
    else {
        return FunctionResult::Missing;
    };
    if direction == element.joins {
        return FunctionResult::Values(ListWith::new(element, Some(Cow::Borrowed(source))).to_text());
    }
    match Document::read(source) {
        Ok(document) if document.root().kind() == Kind::List => {
            FunctionResult::Values(value_in(element, document.root()).unwrap_or_else(|| "null".to_owned()))
        }
        _ => FunctionResult::Unreadable,
    }
}

/// Returns the value of the element in a list.
fn value_in(element: ElementOf, list: Json<'_>) -> Option<String> {
    let found = list.elements().find(|candidate| has_key(element, *candidate))?;
    match element.value {
        Some(name) => found.get(name).map(|value| value.raw().to_owned()),
        None => Some(object(None, members(found, &[element.key]))),
    }
}

/// Returns the list with the value in the element with the key; without the element, if there is no value.
fn set(element: ElementOf, list: &str, value: Option<&str>) -> String {
    let document = Document::read(list).ok();
    let mut elements = Vec::new();
    let mut is_set = false;
    for candidate in document.iter().flat_map(|list| list.root().elements()) {
        if is_set || !has_key(element, candidate) {
            elements.push(candidate.raw().to_owned());
            continue;
        }
        is_set = true;
        elements.extend(value.map(|value| with_value(element, Some(candidate), value)));
    }
    if !is_set {
        elements.extend(value.map(|value| with_value(element, None, value)));
    }
    format!("[{}]", elements.join(","))
}

/// Returns an element with a value, and with the other members of an existing one.
fn with_value(element: ElementOf, existing: Option<Json<'_>>, value: &str) -> String {
    let mut key = String::new();
    write_string(&mut key, element.name);
    let key = Some((element.key, key.as_str()));
    match (element.value, existing) {
        (Some(name), existing) => {
            let rest = existing.map(|existing| members(existing, &[element.key, name]));
            let own = [(name.to_owned(), value.to_owned())];
            object(key, rest.into_iter().flatten().chain(own))
        }
        (None, _) => {
            let document = Document::read(value).ok();
            let rest = document
                .iter()
                .flat_map(|value| members(value.root(), &[element.key]));
            object(key, rest)
        }
    }
}

fn has_key(element: ElementOf, candidate: Json<'_>) -> bool {
    let key = candidate
        .get(element.key)
        .filter(|key| key.kind() == Kind::String);
    key.and_then(Json::string)
        .is_some_and(|name| *name == *element.name)
}

/// Returns the members of an object, except for some.
fn members(value: Json<'_>, without: &[&str]) -> Vec<(String, String)> {
    let members = value.members();
    members
        .filter(|(name, _)| !without.iter().any(|other| **other == **name))
        .map(|(name, value)| (name.into_owned(), value.raw().to_owned()))
        .collect()
}

fn object(first: Option<(&str, &str)>, rest: impl IntoIterator<Item = (String, String)>) -> String {
    let mut text = String::from("{");
    let first = first.map(|(name, value)| (name.to_owned(), value.to_owned()));
    for (name, value) in first.into_iter().chain(rest) {
        if text.len() > 1 {
            text.push(',');
        }
        write_string(&mut text, &name);
        text.push(':');
        text.push_str(&value);
    }
    text.push('}');
    text
}
