//! Writes fields as Markdown: a tree, and then a section for each object.

use std::fmt::Write as _;

use serde_json::Value;

use crd_core::reference::{ReferenceField, ReferencePage, ReferenceRule, ReferenceVersion};

use super::descriptions::{LONG_CODE, parent, summary};
use super::markdown_text::markdown;
use super::markdown_words::{cell, code, in_cell, link, named_link, place, words};

/// The number of levels of the tree that are shown; the sections have all levels.
const TREE_DEPTH: usize = 3;

/// Writes all fields of a version.
pub(super) fn fields(page: &ReferencePage, version: &ReferenceVersion, out: &mut String) {
    tree(&version.fields, &version.name, 0, out);
    out.push('\n');
    out.push_str(TABLE_HEAD);
    for (name, value) in [
        ("apiVersion", format!("{}/{}", page.group, version.name)),
        ("kind", page.kind.clone()),
    ] {
        let _ = writeln!(out, "| `{name}` | string | **required**: `{value}` |");
    }
    if !version.fields.iter().any(|field| field.name == "metadata") {
        let _ = writeln!(
            out,
            "| `metadata` | [{}]({}) | the name, labels and annotations |",
            page.metadata.name, page.metadata.url
        );
    }
    section(&version.name, &version.fields, out);
}

const TABLE_HEAD: &str = "| Field | Type | |\n|---|---|---|\n";

fn tree(fields: &[ReferenceField], version: &str, depth: usize, out: &mut String) {
    for field in fields {
        let required = if field.is_required { ", required" } else { "" };
        let more = if depth + 1 == TREE_DEPTH && !field.fields.is_empty() {
            ", …"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "{}- {}: {}{required}{more}",
            "  ".repeat(depth),
            named_link(version, &field.path, &field.name),
            field.kind
        );
        if depth + 1 < TREE_DEPTH {
            tree(&field.fields, version, depth + 1, out);
        }
    }
}

/// Writes the table of the fields of an object, the details of each, and the sections of the objects below. The recursion depth is
/// that of the schema.
fn section(version: &str, fields: &[ReferenceField], out: &mut String) {
    for field in fields {
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            in_cell(&named_link(version, &field.path, &field.name)),
            cell(&field.kind),
            in_cell(&in_short(field)),
        );
    }
    out.push('\n');
    for field in fields {
        self::field(version, field, out);
    }
    for field in fields.iter().filter(|field| !field.fields.is_empty()) {
        let _ = writeln!(out, "#### {} of {version}\n", code(&field.path));
        if let Some(parent) = parent(&field.path) {
            let _ = writeln!(out, "Appears in {}.\n", link(version, parent));
        }
        out.push_str(TABLE_HEAD);
        section(version, &field.fields, out);
    }
}

/// Returns the cell of the table with the short form of a field.
fn in_short(field: &ReferenceField) -> String {
    let mut parts = Vec::new();
    if field.is_deprecated {
        parts.push("**deprecated**".to_owned());
    }
    if field.is_required {
        parts.push("**required**".to_owned());
    }
    if let Some(default) = &field.default {
        let default = default.to_string();
        if default.len() <= LONG_CODE {
            parts.push(format!("default {}", code(&default)));
        }
    }
    let about = words(&summary(&field.description));
    let parts = parts.join(", ");
    match (&*parts, &*about) {
        ("", _) => about,
        (_, "") => parts,
        _ => format!("{parts}. {about}"),
    }
}

/// Writes the details of a field.
fn field(version: &str, field: &ReferenceField, out: &mut String) {
    let _ = write!(
        out,
        "{}\n\n**{}** ({}",
        place(version, &field.path),
        code(&field.path),
        words(&field.kind)
    );
    for bound in &field.bounds {
        let _ = write!(out, ", {}", words(bound));
    }
    out.push(')');
    if field.is_deprecated {
        out.push_str(" **deprecated**");
    }
    if field.is_required {
        out.push_str(" **required**");
    }
    if field.is_immutable {
        out.push_str(" **immutable**");
    }
    for badge in &field.badges {
        let _ = write!(out, " *{}*", words(badge));
    }
    out.push_str("\n\n");
    if !field.title.is_empty() {
        let _ = writeln!(out, "{}\n", words(&field.title));
    }
    if !field.description.is_empty() {
        let _ = writeln!(out, "{}", markdown(&field.description));
    }
    let before = out.len();
    facts(field, out);
    if out.len() > before {
        out.push('\n');
    }
    // The recursion depth is that of the schema.
    if let Some(element) = &field.element {
        self::field(version, element, out);
    }
}

fn facts(field: &ReferenceField, out: &mut String) {
    if let Some(default) = &field.default {
        value("Default", default, out);
    }
    if let Some(example) = &field.example {
        value("Example", example, out);
    }
    if !field.values.is_empty() {
        out.push_str("- One of:\n");
        for value in &field.values {
            let _ = write!(out, "  - {}", code(&shown(&value.value)));
            if !value.description.is_empty() {
                let _ = write!(out, ": {}", words(&value.description));
            }
            for badge in &value.badges {
                let _ = write!(out, " *{}*", words(badge));
            }
            out.push('\n');
        }
    }
    if let Some(pattern) = &field.pattern {
        let _ = write!(out, "- Pattern: {}", code(&pattern.pattern));
        if let Some(fits) = &pattern.fits {
            let _ = write!(out, "; {} fits", code(fits));
        }
        if let Some(fails) = &pattern.fails {
            let _ = write!(out, "; {} does not fit", code(fails));
        }
        out.push('\n');
    }
    if let Some(union) = &field.union {
        let names: Vec<String> = union.members.iter().map(|name| code(name)).collect();
        let _ = writeln!(out, "- Has {}: {}", union.choices, names.join(", "));
    }
    if let Some(conditions) = &field.conditions {
        value("Conditions", conditions, out);
    }
    if let Some(merge) = &field.merge {
        let _ = writeln!(out, "- Server-side apply: {merge}");
    }
    for found in &field.rules {
        rule(found, out);
    }
    if let Some(known) = &field.known_type {
        let _ = writeln!(out, "- Kubernetes type: [{}]({})", known.name, known.url);
    }
    if let Some(link) = field.link.as_ref().filter(|link| link.url.starts_with("http")) {
        let text = if link.text.is_empty() {
            &link.url
        } else {
            &link.text
        };
        let _ = writeln!(
            out,
            "- See [{}]({})",
            words(text),
            link.url.replace([' ', ')', '<'], "")
        );
    }
}

/// Writes a value, as a code block if it is long.
fn value(what: &str, value: &Value, out: &mut String) {
    let text = value.to_string();
    if text.len() <= LONG_CODE {
        let _ = writeln!(out, "- {what}: {}", code(&text));
    } else {
        let text = serde_json::to_string_pretty(value).unwrap_or(text);
        block(what, "json", &text, out);
    }
}

/// Writes a code block after its title. It is not part of a list, because `MkDocs` does not support code blocks there.
fn block(words: &str, language: &str, text: &str, out: &mut String) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest.max(2) + 1);
    let before = if out.ends_with("\n\n") { "" } else { "\n" };
    let _ = writeln!(
        out,
        "{before}{words}:\n\n{marks}{language}\n{}\n{marks}\n",
        text.trim_end()
    );
}

/// Writes a rule with its message and its code.
pub(super) fn rule(rule: &ReferenceRule, out: &mut String) {
    let when = if rule.is_transition {
        "Rule of updates"
    } else {
        "Rule"
    };
    let message = words(&rule.message);
    let message = match (&*message, &*rule.message_expression) {
        ("", "") => String::new(),
        ("", expression) => format!(" the message is {}", code(expression)),
        (message, _) => format!(" {message}"),
    };
    if rule.rule.contains('\n') {
        block(
            format!("{when}:{message}").trim_end_matches(':'),
            "",
            &rule.rule,
            out,
        );
    } else if message.is_empty() {
        let _ = writeln!(out, "- {when}: {}", code(&rule.rule));
    } else {
        let _ = writeln!(out, "- {when}:{message} ({})", code(&rule.rule));
    }
}

/// Formats a value; strings have no quotes.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
