//! The fields of a schema, in words.

use super::known::known_type;
use super::patterns::pattern_of;
use super::{FieldNote, ReferenceField, ReferenceLink, ReferenceOptions, ReferenceRule, ReferenceValue};
use crate::describe::{bounds_of, is_immutable, merge_of, type_of};
use crate::model::crd::{Crd, Version};
use crate::model::structural::{Structural, ValueValidation};
use crate::samples::union_of;
use crate::values::Values;

/// Reads the fields of a version.
pub(super) struct FieldReader<'o> {
    kind: &'o str,
    version: &'o str,
    options: &'o ReferenceOptions,
    /// Texts for patterns.
    values: Values,
    /// The paths of the fields that are deprecated.
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

    /// The fields below a node, those of elements where it is a list or a map. The depth is that of the schema.
    pub(super) fn below(&mut self, node: &Structural, path: &str) -> Vec<ReferenceField> {
        let (node, path) = elements_of(node, path.to_owned());
        let required = node.validation.required.as_deref().unwrap_or_default();
        let mut found = Vec::new();
        for (name, property) in node.properties() {
            if path.is_empty() && ["apiVersion", "kind", "metadata"].contains(&name) {
                continue;
            }
            let below = if path.is_empty() {
                name.to_owned()
            } else {
                format!("{path}.{name}")
            };
            if self.options.hidden.contains(&below) {
                continue;
            }
            let is_required = required.iter().any(|required| **required == *name);
            found.push(self.field(name, below, property, is_required));
        }
        // What people write comes before what controllers do.
        found.sort_by_key(|field| path.is_empty() && field.name == "status");
        found
    }

    fn field(&mut self, name: &str, path: String, node: &Structural, is_required: bool) -> ReferenceField {
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
            is_required,
            is_immutable: is_immutable(node),
            is_deprecated,
            default: node.generic.default.clone(),
            example: node.generic.example.clone(),
            bounds: bounds_of(node),
            pattern: pattern_of(node, &mut self.values),
            values,
            merge: merge_of(node),
            rules: rules_of(node),
            union: union_of(node),
            badges,
            known_type: known_type(elements),
            link: node.generic.external_docs.as_ref().map(|docs| ReferenceLink {
                text: docs.description.to_string(),
                url: docs.url.to_string(),
            }),
            fields: self.below(node, &path),
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

/// The node that has the fields: the elements of a list or a map, of whatever depth.
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

/// The rules of a node.
pub(super) fn rules_of(node: &Structural) -> Vec<ReferenceRule> {
    let rule = |rule: &crate::schema::ValidationRule| ReferenceRule {
        message: rule.message.trim().to_owned(),
        rule: rule.rule.trim().to_owned(),
        is_transition: rule.rule.contains("oldSelf"),
    };
    node.rules.iter().map(rule).collect()
}

/// The values that are allowed, also where `allOf` lists them; the notes say what they mean.
fn values_of(validation: &ValueValidation, notes: &[&FieldNote]) -> Vec<ReferenceValue> {
    let of_all = validation
        .all_of
        .iter()
        .find_map(|all| all.validation.enum_.as_ref());
    let Some(values) = validation.enum_.as_ref().or(of_all) else {
        return Vec::new();
    };
    let value = |value: &serde_json::Value| {
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

/// Whether a description begins a paragraph with the word, as Go and Rust do it.
fn is_deprecated(description: &str) -> bool {
    description.lines().any(|line| {
        let line = line.trim_start_matches(['*', '_', '[', ' ']);
        line.starts_with("Deprecated") || line.starts_with("DEPRECATED")
    })
}
