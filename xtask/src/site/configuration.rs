//! Generates the page of `crd-gen.toml` from its JSON Schema.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use serde_json::{Map, Value};

use super::page::Page;

const SOURCE: &str = "crd-gen-cli/docs/crd-gen.schema.json";

/// Generates the page.
pub(super) fn page(root: &Path) -> io::Result<Page> {
    let schema: Value = serde_json::from_str(&fs::read_to_string(root.join(SOURCE))?)?;
    let mut text = format!("# Configuration\n\n{}\n\n", words(&schema));
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    text.push_str("| key | what |\n|---|---|\n");
    let is_table =
        |key: &Value| key.get("properties").is_some() || key.pointer("/items/properties").is_some();
    for (name, key) in properties.iter().filter(|(_, key)| !is_table(key)) {
        row(name, key, &mut text);
    }
    for (name, key) in properties.iter().filter(|(_, key)| is_table(key)) {
        let (brackets, table) = match key.pointer("/items") {
            Some(items) => (format!("[[{name}]]"), items),
            None => (format!("[{name}]"), key),
        };
        let _ = write!(
            text,
            "\n## `{brackets}`\n\n{}\n\n| key | what |\n|---|---|\n",
            words(key)
        );
        for (name, key) in table["properties"].as_object().unwrap_or(&empty) {
            row(name, key, &mut text);
        }
    }
    Ok(Page {
        group: "Reference",
        title: "Configuration".to_owned(),
        file: "configuration.html".to_owned(),
        source: SOURCE.to_owned(),
        markdown: text,
        is_listed: true,
    })
}

fn words(key: &Value) -> &str {
    key["description"].as_str().unwrap_or_default()
}

fn row(name: &str, key: &Value, text: &mut String) {
    let example = key.pointer("/examples/0").or(key.pointer("/enum/0"));
    let example = example.map_or_else(String::new, |example| format!(" `{name} = {example}`"));
    let what = format!("{}{example}", words(key)).replace('|', "\\|");
    let what = if name == "levels" {
        "The levels of findings, by code or slug: `allow`, `note`, `warn` or `deny`; `warnings` is all of them.".to_owned()
    } else {
        what
    };
    let _ = writeln!(text, "| `{name}` | {what} |");
}
