//! Fields as Markdown: a tree, and then a section for each object.

use std::fmt::Write as _;

use crd_core::reference::{ReferenceField, ReferenceRule, ReferenceVersion};

use super::descriptions::{markdown, parent, summary};
use super::markdown_words::{cell, code, link, words};

/// So many levels of the tree are shown; the sections have all.
const TREE_DEPTH: usize = 3;

/// All fields of a version.
pub(super) fn fields(version: &ReferenceVersion, out: &mut String) {
    tree(&version.fields, &version.name, 0, out);
    out.push('\n');
    section(&version.name, "", &version.fields, out);
}

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

fn named_link(version: &str, path: &str, name: &str) -> String {
    let whole = link(version, path);
    let target = whole.split_once("](").map_or("", |(_, target)| target);
    format!("[`{name}`]({target}")
}

/// The section of an object: a table of its fields, and all about each. The depth is that of the schema.
fn section(version: &str, path: &str, fields: &[ReferenceField], out: &mut String) {
    if fields.is_empty() {
        return;
    }
    if !path.is_empty() {
        let _ = writeln!(out, "#### `{path}` of {version}\n");
        if let Some(parent) = parent(path) {
            let _ = writeln!(out, "Appears in {}.\n", link(version, parent));
        }
    }
    out.push_str("| Field | Type | |\n|---|---|---|\n");
    for field in fields {
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            named_link(version, &field.path, &field.name).replace('|', "\\|"),
            cell(&field.kind),
            cell(&in_short(field)),
        );
    }
    out.push('\n');
    for field in fields {
        self::field(version, field, out);
    }
    for field in fields {
        section(version, &field.path, &field.fields, out);
    }
}

/// What the table says of a field.
fn in_short(field: &ReferenceField) -> String {
    let mut parts = Vec::new();
    if field.is_deprecated {
        parts.push("**deprecated**".to_owned());
    }
    if field.is_required {
        parts.push("**required**".to_owned());
    }
    if let Some(default) = &field.default {
        parts.push(format!("default `{default}`"));
    }
    let about = summary(&field.description);
    let parts = parts.join(", ");
    match (&*parts, &*about) {
        ("", _) => about,
        (_, "") => parts,
        _ => format!("{parts}. {about}"),
    }
}

/// All about a field.
fn field(version: &str, field: &ReferenceField, out: &mut String) {
    let _ = write!(
        out,
        "<a id=\"{version}.{}\"></a>\n\n**`{}`** ({}",
        field.path, field.path, field.kind
    );
    for bound in &field.bounds {
        let _ = write!(out, ", {bound}");
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
    if !field.description.is_empty() {
        let _ = writeln!(out, "{}", markdown(&field.description));
    }
    let before = out.len();
    facts(field, out);
    if out.len() > before {
        out.push('\n');
    }
}

fn facts(field: &ReferenceField, out: &mut String) {
    if let Some(default) = &field.default {
        let _ = writeln!(out, "- Default: {}", code(&default.to_string()));
    }
    if let Some(example) = &field.example {
        let _ = writeln!(out, "- Example: {}", code(&example.to_string()));
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
            let _ = write!(out, "; {} does not", code(fails));
        }
        out.push('\n');
    }
    if !field.union.is_empty() {
        let names: Vec<String> = field.union.iter().map(|name| code(name)).collect();
        let _ = writeln!(out, "- Has one of: {}", names.join(", "));
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

/// A rule, as its message and as code.
pub(super) fn rule(rule: &ReferenceRule, out: &mut String) {
    let when = if rule.is_transition {
        "Rule of updates"
    } else {
        "Rule"
    };
    if rule.rule.contains('\n') {
        let _ = writeln!(out, "- {when}: {}\n", words(&rule.message));
        out.push_str("  ```\n");
        for line in rule.rule.lines() {
            let _ = writeln!(out, "  {line}");
        }
        out.push_str("  ```\n\n");
    } else if rule.message.is_empty() {
        let _ = writeln!(out, "- {when}: {}", code(&rule.rule));
    } else {
        let _ = writeln!(out, "- {when}: {} ({})", words(&rule.message), code(&rule.rule));
    }
}

/// A value without quotes where it is a text.
fn shown(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
