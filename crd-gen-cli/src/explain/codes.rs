//! Prints the pages of the codes.

use std::fmt::Write as _;
use std::io::Write as _;

use crd_core::check::codes::{self, CodeEntry};
use crd_core::check::codes_named;
use serde_json::json;

use super::{ExplainArgs, ExplainFormat};
use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome};

pub(crate) fn run(args: &ExplainArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let entries: Vec<&CodeEntry> = match &args.name {
        None => codes::all().collect(),
        Some(name) => {
            let codes = codes_named(name)?.into_iter();
            codes.filter_map(codes::entry).collect()
        }
    };
    let text = match (args.format, args.all, entries.as_slice()) {
        (ExplainFormat::Json, false, [entry]) => format!("{:#}\n", as_json(entry)),
        (ExplainFormat::Json, ..) => {
            format!(
                "{:#}\n",
                entries
                    .iter()
                    .map(|entry| as_json(entry))
                    .collect::<serde_json::Value>()
            )
        }
        (ExplainFormat::Text, true, _) => table(&entries),
        (ExplainFormat::Text, false, _) => entries.iter().map(|entry| page(entry)).collect(),
    };
    terminal.stdout().write_all(text.as_bytes())?;
    Ok(CommandOutcome::Clean)
}

/// Returns the page, without the annotations of code fences that are only for its test.
fn page(entry: &CodeEntry) -> String {
    let mut text = String::new();
    for line in entry.page().lines() {
        let shown = match line.split_once([' ', ',']) {
            Some((fence @ ("```yaml" | "```rust"), _)) => fence,
            _ => line,
        };
        text.push_str(shown);
        text.push('\n');
    }
    text
}

fn table(entries: &[&CodeEntry]) -> String {
    let width = entries
        .iter()
        .map(|entry| entry.slug.len())
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    for entry in entries {
        let level = crate::report::severity_word(entry.severity);
        let _ = writeln!(
            text,
            "{}  {:width$}  {level:7}  {}",
            entry.code, entry.slug, entry.title
        );
    }
    text
}

fn as_json(entry: &CodeEntry) -> serde_json::Value {
    json!({
        "code": entry.code.to_string(),
        "slug": entry.slug,
        "title": entry.title,
        "severity": crate::report::severity_word(entry.severity),
        "since": entry.since,
        "rules": entry.rules.iter().map(|wording| wording.rule.as_str()).collect::<Vec<_>>(),
        "page": page(entry),
    })
}
