//! Prints a schema as `kubectl explain` does.
//!
//! ```text
//! GROUP:      db.example.com
//! KIND:       Database
//! VERSION:    v1
//!
//! DESCRIPTION:
//!     A managed database.
//!
//! FIELDS:
//!   replicas  <integer> -required-
//!     Number of instances.
//! ```

use crd_core::sort::{sort, sort_by_key};
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::rules;
use super::wrap::{indent, wrap};

/// Maximum number of enum values in the line of a field.
const NAMED_VALUES: usize = 4;

/// The layout of fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Each field with its description.
    Described,
    /// Each field with the fields below it, one line each.
    Recursive,
}

/// Whether restrictions are printed, which `kubectl explain` leaves out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Restrictions {
    LeftOut,
    Shown,
}

/// The data and the options for printing.
#[derive(Clone, Copy)]
pub(super) struct Printer<'a> {
    /// The OpenAPI v3 document.
    pub(super) document: &'a Value,
    pub(super) layout: Layout,
    pub(super) restrictions: Restrictions,
}

type Schema = Map<String, Value>;

impl<'a> Printer<'a> {
    /// Returns the text for the field at `path` below `schema`; `None` if there is no such field.
    pub(super) fn explain(self, schema: &'a Schema, path: &[&str]) -> Option<String> {
        self.at(schema, path, &BTreeSet::new())
    }

    /// Returns the names of the fields at `path` below `schema`, sorted.
    pub(super) fn names(self, schema: &'a Schema, path: &[&str]) -> Vec<String> {
        let resolved = self.resolve(schema);
        let inner = ["items", "additionalProperties"]
            .into_iter()
            .filter_map(|key| member(resolved, key));
        let inner = inner.chain(all_of(resolved));
        let mut names: Vec<String> = if let Some((name, rest)) = path.split_first() {
            let own = properties(resolved).and_then(|properties| properties.get(*name)?.as_object());
            match own {
                Some(field) => self.names(field, rest),
                None => inner.flat_map(|inner| self.names(inner, path)).collect(),
            }
        } else {
            let own = properties(resolved)
                .into_iter()
                .flat_map(|properties| properties.keys().cloned());
            own.chain(inner.flat_map(|inner| self.names(inner, path)))
                .collect()
        };
        sort(&mut names);
        names
    }

    fn at(self, schema: &'a Schema, path: &[&str], seen: &BTreeSet<&'a str>) -> Option<String> {
        let reference = reference(schema);
        let resolved = self.resolve(schema);
        let Some((name, rest)) = path.split_first() else {
            return Some(self.whole(resolved));
        };
        if reference.is_some_and(|reference| seen.contains(reference)) {
            return None;
        }
        let mut seen = seen.clone();
        seen.extend(reference);
        if let Some(field) = properties(resolved)
            .and_then(|properties| properties.get(*name))
            .and_then(Value::as_object)
        {
            let below = self.at(field, rest, &BTreeSet::new())?;
            if !rest.is_empty() {
                return Some(below);
            }
            let type_ = self.type_name(field);
            let values = long_enum(field);
            return Some(format!("FIELD: {name} <{type_}>\n{values}\n\n{below}"));
        }
        if let Some(items) = member(resolved, "items") {
            return self.at(items, path, &seen);
        }
        if let Some(values) = member(resolved, "additionalProperties") {
            return self.at(values, path, &seen);
        }
        all_of(resolved).find_map(|part| self.at(part, path, &seen))
    }

    fn whole(self, schema: &'a Schema) -> String {
        let mut description = self.description(schema);
        if description.is_empty() {
            description.push_str("<empty>");
        }
        let mut text = format!("DESCRIPTION:\n{}\n", indent(&wrap(&description, 76), 4));
        if self.restrictions == Restrictions::Shown {
            text.push_str(&rules::of_schema(schema, 4));
        }
        if let Some(docs) = external_docs(schema) {
            text.push('\n');
            text.push_str(&docs_text(docs, 0));
        }
        let fields = self.fields(schema, 1, &BTreeSet::new());
        if !fields.is_empty() {
            text.push_str("FIELDS:\n");
            text.push_str(&fields);
        }
        text
    }

    /// Returns the descriptions of a schema, and of the schemas that it is composed of, its elements and values.
    fn description(self, schema: &'a Schema) -> String {
        let resolved = self.resolve(schema);
        let mut text = String::new();
        if let Some(own) = text_of(resolved, "description") {
            text.push_str(own);
            text.push('\n');
        }
        for part in all_of(resolved) {
            text.push_str(&self.description(part));
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner) = member(resolved, key) {
                text.push_str(&self.description(inner));
            }
        }
        text
    }

    /// Formats the fields of a schema, and of the schemas that it is composed of, its elements and values.
    fn fields(self, schema: &'a Schema, level: usize, seen: &BTreeSet<&'a str>) -> String {
        let reference = reference(schema);
        if reference.is_some_and(|reference| seen.contains(reference)) {
            return String::new();
        }
        let mut seen = seen.clone();
        seen.extend(reference);
        let resolved = self.resolve(schema);
        let mut text = String::new();
        // Sorted by name, as kubectl prints them.
        let mut all: Vec<(&String, &Value)> = properties(resolved).into_iter().flatten().collect();
        sort_by_key(&mut all, &|(name, _)| *name);
        for (name, field) in all {
            let Some(field) = field.as_object() else {
                continue;
            };
            text.push_str(&self.field(resolved, name, field, level));
            if self.layout == Layout::Recursive {
                text.push_str(&self.fields(field, level + 1, &seen));
            }
        }
        for part in all_of(resolved) {
            text.push_str(&self.fields(part, level, &seen));
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner) = member(resolved, key) {
                text.push_str(&self.fields(inner, level, &seen));
            }
        }
        text
    }

    /// Formats the line of a field, and its description unless the layout is recursive.
    fn field(self, of: &'a Schema, name: &str, field: &'a Schema, level: usize) -> String {
        let margin = level * 2;
        let mut text = format!("{}\t<{}>", indent(name, margin), self.type_name(field));
        let required = of.get("required").and_then(Value::as_array);
        if required.is_some_and(|required| required.iter().any(|other| other == name)) {
            text.push_str(" -required-");
        }
        text.push_str(&short_enum(field, margin));
        text.push('\n');
        if self.restrictions == Restrictions::Shown {
            text.push_str(&rules::of_schema(field, margin + 2));
        }
        if self.layout == Layout::Recursive {
            return text;
        }
        let description = text_of(field, "description").unwrap_or("<no description>");
        text.push_str(&indent(
            &wrap(description, 78_usize.saturating_sub(margin)),
            margin + 2,
        ));
        text.push('\n');
        if let Some(docs) = external_docs(field) {
            text.push('\n');
            text.push_str(&docs_text(docs, margin + 2));
        }
        text.push('\n');
        text
    }

    /// Returns the type in the usual notation: `[]string`, `map[string]integer`, the name of a definition.
    fn type_name(self, schema: &'a Schema) -> String {
        if let Some(items) = member(schema, "items") {
            return format!("[]{}", self.type_name(items));
        }
        if let Some(values) = member(schema, "additionalProperties") {
            return format!("map[string]{}", self.type_name(values));
        }
        let mut parts = all_of(schema);
        if let (Some(only), None) = (parts.next(), parts.next())
            && properties(schema).is_none()
        {
            return self.type_name(only);
        }
        if let Some(reference) = reference(schema) {
            let target = self.target(reference);
            return match target.and_then(|target| text_of(target, "type")) {
                Some(scalar) if scalar != "object" => scalar.to_owned(),
                _ => {
                    let name = reference.rsplit(['/', '.']).next().unwrap_or_default();
                    if name.is_empty() {
                        "Object".into()
                    } else {
                        name.into()
                    }
                }
            };
        }
        match text_of(schema, "type") {
            None | Some("object") => "Object".into(),
            Some(other) => other.into(),
        }
    }

    fn resolve(self, schema: &'a Schema) -> &'a Schema {
        let target = reference(schema).and_then(|reference| self.target(reference));
        target.unwrap_or(schema)
    }

    fn target(self, reference: &str) -> Option<&'a Schema> {
        self.document.pointer(reference.strip_prefix('#')?)?.as_object()
    }
}

fn reference(schema: &Schema) -> Option<&str> {
    text_of(schema, "$ref")
}

/// Returns a member if it is a non-empty string.
fn text_of<'a>(schema: &'a Schema, key: &str) -> Option<&'a str> {
    schema
        .get(key)
        .and_then(Value::as_str)
        .filter(|text| !text.is_empty())
}

/// Returns a member if it is a non-empty object.
fn member<'a>(schema: &'a Schema, key: &str) -> Option<&'a Schema> {
    schema
        .get(key)
        .and_then(Value::as_object)
        .filter(|members| !members.is_empty())
}

fn properties(schema: &Schema) -> Option<&Schema> {
    member(schema, "properties")
}

fn all_of(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let parts = schema.get("allOf").and_then(Value::as_array);
    parts.into_iter().flatten().filter_map(Value::as_object)
}

fn external_docs(schema: &Schema) -> Option<&Schema> {
    member(schema, "externalDocs")
}

fn docs_text(docs: &Schema, margin: usize) -> String {
    let mut text = format!("{}\n", indent("EXTERNAL DOCS:", margin));
    if let Some(description) = text_of(docs, "description") {
        let wrapped = wrap(description, 78_usize.saturating_sub(margin.max(2)));
        text.push_str(&format!("{}\n", indent(&wrapped, margin + 4 - margin.min(2))));
    }
    if let Some(url) = text_of(docs, "url") {
        text.push_str(&format!(
            "{}\n",
            indent(&format!("URL: {url}"), margin + 4 - margin.min(2))
        ));
    }
    text
}

/// Returns the values of an enum, as text.
fn values(schema: &Schema) -> Vec<String> {
    let values = schema.get("enum").and_then(Value::as_array);
    let text = |value: &Value| match value {
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::String(text) => text.clone(),
        Value::Null => "<nil>".to_owned(),
        other => other.to_string(),
    };
    values.into_iter().flatten().map(text).collect()
}

fn long_enum(schema: &Schema) -> String {
    let values = values(schema);
    if values.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = values.iter().map(|value| format!("\n    {value}")).collect();
    format!("ENUM:{}", lines.concat())
}

fn short_enum(schema: &Schema, margin: usize) -> String {
    let values = values(schema);
    if values.is_empty() {
        return String::new();
    }
    let shown = values.get(..NAMED_VALUES).unwrap_or(&values).join(", ");
    let more = if values.len() > NAMED_VALUES { ", ...." } else { "" };
    format!("\n{}enum: {shown}{more}", " ".repeat(margin))
}
