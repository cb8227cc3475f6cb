//! Describes the fields of a schema.

use crate::model::sort::sort_by_key;
use serde_json::Value;

use super::known::known_type;
use super::patterns::pattern_of;
use super::{
    FieldNote, ReferenceField, ReferenceLink, ReferenceOptions, ReferenceRule, ReferenceUnion, ReferenceValue,
};
use crate::describe::{REPLACED, bounds_of, is_immutable, merge_of, type_of};
use crate::model::crd::{Crd, Version};
use crate::model::structural::{NestedValidation, Structural, ValueValidation};
use crate::samples::union_of;
use crate::schema::JsonSchemaProps;
use crate::values::Values;

/// Describes the fields of a version.
pub(super) struct FieldReader<'o> {
    kind: &'o str,
    version: &'o str,
    options: &'o ReferenceOptions,
    /// The generator of texts for patterns.
    values: Values,
    /// The paths of deprecated fields.
    pub(super) deprecated: Vec<String>,
}

impl<'o> FieldReader<'o> {
    pub(super) fn new(crd: &'o Crd, version: &'o Version, options: &'o ReferenceOptions) -> Self {
        FieldReader {
            kind: &crd.spec.names.kind,
            version: &version.name,
            options,
            values: Values::new(0),
            deprecated: Vec::new(),
        }
    }

    /// Returns the fields below a node; for a list or a map, those of its elements. Recursion is as deep as the schema.
    pub(super) fn below(&mut self, node: &Structural, path: &str) -> Vec<ReferenceField> {
        let (node, path) = elements_of(node, path.to_owned());
        let required = node.validation.required.as_deref().unwrap_or_default();
        let mut found = Vec::new();
        for (name, property) in node.properties() {
            if path.is_empty()
                && (["apiVersion", "kind"].contains(&name) || is_plain_metadata(name, property))
            {
                continue;
            }
            let below = if path.is_empty() {
                name.to_owned()
            } else {
                format!("{path}.{name}")
            };
            if self.options.hides(&below) {
                continue;
            }
            let mut field = self.about(name, below, property);
            field.is_required = required.iter().any(|required| **required == *name);
            field.element = self.element(property, &field.path);
            field.fields = self.below(property, &field.path);
            found.push(field);
        }
        // Fields that users write come before those of controllers.
        sort_by_key(&mut found, &|field| path.is_empty() && field.name == "status");
        found
    }

    /// Returns the documentation of the elements of a list or of the values of a map, if any. Recursion is as deep as the schema.
    fn element(&mut self, node: &Structural, path: &str) -> Option<Box<ReferenceField>> {
        let (below, end) = match (node.items(), node.additional_schema()) {
            (Some(items), _) => (items, "[]"),
            (None, Some(values)) => (values, ".*"),
            (None, None) => return None,
        };
        let path = format!("{path}{end}");
        let mut element = self.about(end.trim_start_matches('.'), path, below);
        // It is shown at the list or map.
        element.known_type = None;
        element.element = self.element(below, &element.path);
        element.says_something().then(|| Box::new(element))
    }

    /// Returns the documentation of a node, without its descendants.
    fn about(&mut self, name: &str, path: String, node: &Structural) -> ReferenceField {
        let description = node.generic.description.to_string();
        let notes: Vec<&FieldNote> = self.notes_of(&path).collect();
        let badges: Vec<String> = notes
            .iter()
            .filter(|note| note.value.is_none())
            .flat_map(|note| note.badges.iter().cloned())
            .collect();
        let is_deprecated = is_deprecated(&description)
            || badges
                .iter()
                .any(|badge| badge.to_lowercase().starts_with("deprecated"));
        if is_deprecated {
            self.deprecated.push(path.clone());
        }
        let values = values_of(&node.validation, &notes);
        let (elements, _) = elements_of(node, String::new());
        ReferenceField {
            name: name.to_owned(),
            kind: type_of(node),
            title: node.generic.title.to_string(),
            is_required: false,
            is_immutable: is_immutable(node),
            is_deprecated,
            default: node.generic.default.clone(),
            example: node.generic.example.clone(),
            bounds: bounds_of(node),
            pattern: pattern_of(node, &mut self.values),
            values,
            merge: merge_of(node),
            rules: rules_of(node),
            union: union_of(node).map(|(choices, members)| ReferenceUnion {
                choices: choices.words().to_owned(),
                members,
            }),
            conditions: conditions_of(&node.validation),
            badges,
            known_type: known_type(elements),
            link: node.generic.external_docs.as_ref().map(|docs| ReferenceLink {
                text: docs.description.to_string(),
                url: docs.url.to_string(),
            }),
            element: None,
            fields: Vec::new(),
            description,
            path,
        }
    }

    fn notes_of<'n>(&self, path: &'n str) -> impl Iterator<Item = &'o FieldNote> + use<'n, 'o> {
        let (kind, version) = (self.kind, self.version);
        self.options
            .notes
            .iter()
            .filter(move |note| note.path == path && note.kind == kind && note.version == version)
    }
}

impl ReferenceField {
    /// Whether there is more documentation than the type.
    fn says_something(&self) -> bool {
        let is_merged = self.merge.as_deref().is_some_and(|merge| merge != REPLACED);
        let has_texts = !self.description.is_empty() || !self.title.is_empty() || !self.badges.is_empty();
        let has_values = self.default.is_some() || self.example.is_some() || !self.values.is_empty();
        let is_restricted = !self.bounds.is_empty() || self.pattern.is_some() || !self.rules.is_empty();
        let has_conditions = self.union.is_some() || self.conditions.is_some();
        is_merged
            || has_texts
            || has_values
            || is_restricted
            || has_conditions
            || self.link.is_some()
            || self.element.is_some()
    }
}

/// Whether a node is the metadata of objects, without fields in the schema.
fn is_plain_metadata(name: &str, node: &Structural) -> bool {
    name == "metadata" && node.properties().next().is_none()
}

/// Returns `allOf`, `anyOf`, `oneOf` and `not` as in the schema, unless the members of a union express them completely.
fn conditions_of(validation: &ValueValidation) -> Option<Value> {
    let ValueValidation {
        all_of,
        any_of,
        one_of,
        not,
        ..
    } = validation;
    let is_union = |branches: &[NestedValidation]| {
        branches.iter().all(|branch| {
            let required = branch.validation.required.clone();
            let only_required = ValueValidation {
                required,
                ..ValueValidation::default()
            };
            *branch
                == NestedValidation {
                    validation: only_required,
                    ..NestedValidation::default()
                }
        })
    };
    let is_said = all_of.is_empty() && not.is_none() && is_union(any_of) && is_union(one_of);
    if is_said && (any_of.is_empty() || one_of.is_empty()) {
        return None;
    }
    let junctors = NestedValidation {
        validation: ValueValidation {
            all_of: all_of.clone(),
            any_of: any_of.clone(),
            one_of: one_of.clone(),
            not: not.clone(),
            ..ValueValidation::default()
        },
        ..NestedValidation::default()
    };
    serde_json::to_value(JsonSchemaProps::from(junctors)).ok()
}

/// Returns the node that has the fields: the elements of a list or a map, at any depth.
fn elements_of(node: &Structural, mut path: String) -> (&Structural, String) {
    let mut node = node;
    while node.properties().next().is_none() {
        if let Some(items) = node.items() {
            path.push_str("[]");
            node = items;
        } else if let Some(values) = node.additional_schema() {
            path.push_str(".*");
            node = values;
        } else {
            break;
        }
    }
    (node, path)
}

/// Returns the rules of a node.
pub(super) fn rules_of(node: &Structural) -> Vec<ReferenceRule> {
    let rule = |rule: &crate::schema::ValidationRule| ReferenceRule {
        message: rule.message.trim().to_owned(),
        message_expression: rule.message_expression.trim().to_owned(),
        rule: rule.rule.trim().to_owned(),
        is_transition: rule.is_transition(),
    };
    node.rules.iter().map(rule).collect()
}

/// Returns the allowed values, including those in `allOf`; the notes have their descriptions.
fn values_of(validation: &ValueValidation, notes: &[&FieldNote]) -> Vec<ReferenceValue> {
    let of_all = validation
        .all_of
        .iter()
        .find_map(|all| all.validation.enum_.as_ref());
    let Some(values) = validation.enum_.as_ref().or(of_all) else {
        return Vec::new();
    };
    let value = |value: &Value| {
        let note = notes
            .iter()
            .find(|note| note.value.is_some() && note.value.as_deref() == value.as_str());
        ReferenceValue {
            value: value.clone(),
            description: note.map_or_else(String::new, |note| note.description.clone()),
            badges: note.map_or_else(Vec::new, |note| note.badges.clone()),
        }
    };
    values.iter().map(value).collect()
}

/// Whether a paragraph of a description begins with the word "Deprecated", as in Go and Rust.
fn is_deprecated(description: &str) -> bool {
    description.lines().any(|line| {
        let line = line.trim_start_matches(['*', '_', '[', ' ']);
        line.starts_with("Deprecated") || line.starts_with("DEPRECATED")
    })
}
