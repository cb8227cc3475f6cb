//! Describes a field from its schema, in Markdown.

use std::fmt::Write as _;

use super::subject::SchemaSubject;

/// Formats the type for display: `[]string`, `map[string]integer`.
pub(super) fn type_name(place: &SchemaSubject<'_>) -> String {
    let schema = place.schema;
    if let Some(items) = place.child(&crate::yaml::CursorStep::Element(0)) {
        return format!("[]{}", type_name(&items));
    }
    if let Some(values) = schema.additional_schema() {
        return format!("map[string]{}", values.type_);
    }
    if schema.x_int_or_string {
        return "integer or string".to_owned();
    }
    if schema.type_.is_empty() {
        return "any".to_owned();
    }
    schema.type_.to_string()
}

/// Returns a heading and the description of the schema, including restrictions that `kubectl explain` omits.
pub(super) fn explained(name: &str, place: &SchemaSubject<'_>, is_required: Requirement) -> String {
    let schema = place.schema;
    let required = match is_required {
        Requirement::Required => ", required",
        Requirement::Optional => "",
    };
    let mut text = format!("**{name}** `{}`{required}\n", type_name(place));
    if !schema.description.is_empty() {
        let _ = write!(text, "\n{}\n", schema.description);
    }
    let mut lines: Vec<String> = Vec::new();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            lines.push(format!("- {name}: `{value}`"));
        }
    };
    add("default", schema.default.as_ref().map(ToString::to_string));
    let values = schema.enum_.as_deref().unwrap_or_default();
    let shown: Vec<String> = values.iter().map(ToString::to_string).collect();
    add("one of", (!shown.is_empty()).then(|| shown.join(" ")));
    add(
        "format",
        Some(schema.format.to_string()).filter(|format| !format.is_empty()),
    );
    add(
        "pattern",
        Some(schema.pattern.to_string()).filter(|pattern| !pattern.is_empty()),
    );
    add("minimum", schema.minimum.map(|bound| bound.to_string()));
    add("maximum", schema.maximum.map(|bound| bound.to_string()));
    for (name, bound) in [
        ("minLength", schema.min_length),
        ("maxLength", schema.max_length),
        ("minItems", schema.min_items),
        ("maxItems", schema.max_items),
        ("minProperties", schema.min_properties),
        ("maxProperties", schema.max_properties),
    ] {
        add(name, bound.map(|bound| bound.to_string()));
    }
    add("list type", schema.x_list_type.as_ref().map(ToString::to_string));
    add("nullable", schema.nullable.then(|| "true".to_owned()));
    for rule in schema.rules() {
        let words: Vec<&str> = rule.rule.split_whitespace().collect();
        add("rule", Some(words.join(" ")));
        add(
            "its message",
            Some(rule.message.to_string()).filter(|message| !message.is_empty()),
        );
    }
    if !lines.is_empty() {
        let _ = write!(text, "\n{}\n", lines.join("\n"));
    }
    text
}

/// Whether a member is required.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Requirement {
    Required,
    Optional,
}

impl Requirement {
    pub(super) fn of(place: &SchemaSubject<'_>, name: &str) -> Self {
        if place.requires(name) {
            Requirement::Required
        } else {
            Requirement::Optional
        }
    }
}

/// Whether a description marks the field as deprecated, according to the Kubernetes conventions.
pub(super) fn is_deprecated(place: &SchemaSubject<'_>) -> bool {
    let mut lines = place.schema.description.lines();
    lines.any(|line| {
        line.trim_start()
            .get(..10)
            .is_some_and(|start| start.eq_ignore_ascii_case("deprecated"))
    })
}
