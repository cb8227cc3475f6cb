//! Writes fields as HTML: a tree, and then a section for each object.

use std::fmt::Write as _;

use serde_json::Value;

use crd_core::reference::{ReferenceField, ReferencePage, ReferenceRule, ReferenceVersion};

use super::descriptions::{LONG_CODE, escaped, html, parent, summary};

/// The number of open levels of the tree.
const OPEN_DEPTH: usize = 1;

/// Writes all fields of a version.
pub(super) fn fields(page: &ReferencePage, version: &ReferenceVersion, out: &mut String) {
    let _ = writeln!(
        out,
        "<nav class=\"tree\" aria-label=\"Fields of {}\">",
        escaped(&version.name)
    );
    tree(&version.fields, &version.name, 0, out);
    out.push_str("</nav>\n");
    out.push_str(TABLE_HEAD);
    for (name, value) in [
        ("apiVersion", format!("{}/{}", page.group, version.name)),
        ("kind", page.kind.clone()),
    ] {
        let _ = writeln!(
            out,
            "<tr><td><code>{name}</code></td><td>string</td><td>{REQUIRED} <code>{}</code></td></tr>",
            escaped(&value)
        );
    }
    if !version.fields.iter().any(|field| field.name == "metadata") {
        let _ = writeln!(
            out,
            "<tr><td><code>metadata</code></td><td><a href=\"{}\">{}</a></td><td>the name, labels and annotations</td></tr>",
            page.metadata.url, page.metadata.name
        );
    }
    section(&version.name, &version.fields, out);
}

const TABLE_HEAD: &str = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Fields\"><table>\n\
    <thead><tr><th>Field</th><th>Type</th><th>What it is</th></tr></thead>\n<tbody>\n";
const REQUIRED: &str = "<span class=\"mark required\">required</span>";

/// Returns a link to a field.
pub(super) fn anchor(version: &str, path: &str, text: &str) -> String {
    format!(
        "<a href=\"#{}.{}\"><code>{}</code></a>",
        escaped(version),
        escaped(&path.replace('%', "%25").replace(' ', "%20")),
        escaped(text)
    )
}

/// Writes the tree of fields. The recursion depth is that of the schema.
fn tree(fields: &[ReferenceField], version: &str, depth: usize, out: &mut String) {
    if fields.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for field in fields {
        let required = if field.is_required { " <b>required</b>" } else { "" };
        let line = format!(
            "{} <span class=\"type\">{}</span>{required}",
            anchor(version, &field.path, &field.name),
            code_in(&field.kind)
        );
        if field.fields.is_empty() {
            let _ = writeln!(out, "<li>{line}</li>");
        } else {
            let open = if depth < OPEN_DEPTH { " open" } else { "" };
            let _ = writeln!(out, "<li><details{open}><summary>{line}</summary>");
            tree(&field.fields, version, depth + 1, out);
            out.push_str("</details></li>\n");
        }
    }
    out.push_str("</ul>\n");
}

/// Writes the table of the fields of an object, the details of each, and the sections of the objects below. The recursion depth is
/// that of the schema.
fn section(version: &str, fields: &[ReferenceField], out: &mut String) {
    for field in fields {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}{}{}</td></tr>",
            anchor(version, &field.path, &field.name),
            code_in(&field.kind),
            marks(field),
            default_in_short(field),
            code_in(&summary(&field.description))
        );
    }
    out.push_str("</tbody>\n</table></div>\n");
    for field in fields {
        self::field(version, field, out);
    }
    for field in fields.iter().filter(|field| !field.fields.is_empty()) {
        let _ = writeln!(out, "<h4><code>{}</code></h4>", escaped(&field.path));
        if let Some(parent) = parent(&field.path) {
            let link = anchor(version, parent, parent);
            let _ = writeln!(out, "<p class=\"small\">Appears in {link}.</p>");
        }
        out.push_str(TABLE_HEAD);
        section(version, &field.fields, out);
    }
}

/// Returns the default in the form for a table.
fn default_in_short(field: &ReferenceField) -> String {
    let text = field.default.as_ref().map(ToString::to_string);
    text.filter(|text| text.len() <= LONG_CODE)
        .map_or_else(String::new, |text| {
            format!("default <code>{}</code>. ", escaped(&text))
        })
}

fn marks(field: &ReferenceField) -> String {
    let mut out = String::new();
    for (is_so, word) in [
        (field.is_deprecated, "deprecated"),
        (field.is_required, "required"),
        (field.is_immutable, "immutable"),
    ] {
        if is_so {
            let _ = write!(out, "<span class=\"mark {word}\">{word}</span> ");
        }
    }
    for badge in &field.badges {
        let _ = write!(out, "<span class=\"mark\">{}</span> ", escaped(badge));
    }
    out
}

fn field(version: &str, field: &ReferenceField, out: &mut String) {
    let _ = write!(
        out,
        "<div class=\"field\" id=\"{version}.{path}\">\n<p class=\"name\"><a class=\"self\" href=\"#{version}.{path}\"><code>{path}</code></a> <span class=\"type\">{}",
        code_in(&field.kind),
        version = escaped(version),
        path = escaped(&field.path),
    );
    for bound in &field.bounds {
        let _ = write!(out, ", {}", code_in(bound));
    }
    let _ = writeln!(out, "</span> {}</p>", marks(field));
    if !field.title.is_empty() {
        let _ = writeln!(out, "<p><strong>{}</strong></p>", escaped(&field.title));
    }
    html(&field.description, out);
    facts(field, out);
    out.push_str("</div>\n");
    // The recursion depth is that of the schema.
    if let Some(element) = &field.element {
        self::field(version, element, out);
    }
}

fn facts(field: &ReferenceField, out: &mut String) {
    let before = out.len();
    out.push_str("<ul class=\"facts\">\n");
    let start = out.len();
    if let Some(default) = &field.default {
        value("Default", default, out);
    }
    if let Some(example) = &field.example {
        value("Example", example, out);
    }
    if !field.values.is_empty() {
        out.push_str("<li>One of:<ul>\n");
        for value in &field.values {
            let shown = value
                .value
                .as_str()
                .map_or_else(|| value.value.to_string(), str::to_owned);
            let _ = write!(
                out,
                "<li><code>{}</code> {}",
                escaped(&shown),
                code_in(&value.description)
            );
            for badge in &value.badges {
                let _ = write!(out, " <span class=\"mark\">{}</span>", escaped(badge));
            }
            out.push_str("</li>\n");
        }
        out.push_str("</ul></li>\n");
    }
    if let Some(pattern) = &field.pattern {
        let _ = write!(out, "<li>Pattern: <code>{}</code>", escaped(&pattern.pattern));
        for (text, what) in [(&pattern.fits, "fits"), (&pattern.fails, "does not fit")] {
            match text.as_deref() {
                Some("") => {
                    let _ = write!(out, "; the empty text {what}");
                }
                Some(text) => {
                    let _ = write!(out, "; <code>{}</code> {what}", escaped(text));
                }
                None => {}
            }
        }
        out.push_str("</li>\n");
    }
    if let Some(union) = &field.union {
        let names: Vec<String> = union
            .members
            .iter()
            .map(|name| format!("<code>{}</code>", escaped(name)))
            .collect();
        let _ = writeln!(out, "<li>Has {}: {}</li>", union.choices, names.join(", "));
    }
    if let Some(conditions) = &field.conditions {
        value("Conditions", conditions, out);
    }
    if let Some(merge) = &field.merge {
        let _ = writeln!(out, "<li>Server-side apply: {}</li>", code_in(merge));
    }
    for rule in &field.rules {
        self::rule(rule, out);
    }
    if let Some(known) = &field.known_type {
        let _ = writeln!(
            out,
            "<li>Kubernetes type: <a href=\"{}\">{}</a></li>",
            known.url, known.name
        );
    }
    if let Some(link) = field.link.as_ref().filter(|link| link.url.starts_with("http")) {
        let text = if link.text.is_empty() {
            &link.url
        } else {
            &link.text
        };
        let _ = writeln!(
            out,
            "<li>See <a href=\"{}\">{}</a></li>",
            escaped(&link.url),
            escaped(text)
        );
    }
    if out.len() == start {
        out.truncate(before);
    } else {
        out.push_str("</ul>\n");
    }
}

/// Writes a value, as a code block if it is long.
fn value(what: &str, value: &Value, out: &mut String) {
    let text = value.to_string();
    let _ = if text.len() <= LONG_CODE {
        writeln!(out, "<li>{what}: <code>{}</code></li>", escaped(&text))
    } else {
        let text = serde_json::to_string_pretty(value).unwrap_or(text);
        writeln!(
            out,
            "<li>{what}:<pre tabindex=\"0\"><code>{}</code></pre></li>",
            escaped(&text)
        )
    };
}

/// Writes rules as a list.
pub(super) fn rules(rules: &[ReferenceRule], out: &mut String) {
    if rules.is_empty() {
        return;
    }
    out.push_str("<ul class=\"facts\">\n");
    for rule in rules {
        self::rule(rule, out);
    }
    out.push_str("</ul>\n");
}

fn rule(rule: &ReferenceRule, out: &mut String) {
    let when = if rule.is_transition {
        "Rule of updates"
    } else {
        "Rule"
    };
    let code = if rule.rule.contains('\n') {
        format!("<pre tabindex=\"0\"><code>{}</code></pre>", escaped(&rule.rule))
    } else {
        format!("<code>{}</code>", escaped(&rule.rule))
    };
    let message = match (&*rule.message, &*rule.message_expression) {
        ("", "") => String::new(),
        ("", expression) => format!("the message is <code>{}</code> ", escaped(expression)),
        (message, _) => format!("{} ", code_in(message)),
    };
    let _ = writeln!(out, "<li>{when}: {message}{code}</li>");
}

/// Converts a text with code in backticks.
fn code_in(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            let _ = write!(out, "<code>{}</code>", escaped(part));
        } else {
            out.push_str(&escaped(part));
        }
    }
    out
}
