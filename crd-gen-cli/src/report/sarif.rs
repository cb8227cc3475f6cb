//! Writes SARIF 2.1.0, as code scanning services read it.

use std::collections::BTreeSet;

use crd_core::check::{Code, Severity, codes};
use serde_json::{Value, json};

use super::{Finding, range, source_of};
use crate::source::SourceText;

pub(super) fn render(source: &SourceText, finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let mut physical = json!({ "artifactLocation": { "uri": source.shown() } });
    if let Some([start, end]) = range(source, diagnostic) {
        physical["region"] = json!({
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        });
    }
    let mut message = diagnostic.message.clone();
    for help in &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let mut result = json!({
        "ruleId": diagnostic.code.to_string(),
        "level": level(diagnostic.severity),
        "message": { "text": message },
        "locations": [{
            "physicalLocation": physical,
            "logicalLocations": [{ "fullyQualifiedName": super::json::field(&diagnostic.field), "kind": "member" }],
        }],
        "properties": {
            "crd": finding.name,
            "cause": diagnostic.server.as_ref().map(super::json::cause),
            "stage": super::json::stage(diagnostic.stage),
        },
    });
    if let Some(elsewhere) = &diagnostic.elsewhere {
        let other = source_of(&elsewhere.file);
        let [start, end] = [elsewhere.span.start, elsewhere.span.end].map(|byte| other.position(byte));
        result["relatedLocations"] = json!([{
            "physicalLocation": {
                "artifactLocation": { "uri": elsewhere.file.name },
                "region": {
                    "startLine": start.line,
                    "startColumn": start.column,
                    "endLine": end.line,
                    "endColumn": end.column,
                },
            },
            "message": { "text": elsewhere.text },
        }]);
    }
    result.to_string()
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

pub(super) fn frame(used: &BTreeSet<Code>) -> [String; 3] {
    let rules: Vec<Value> = codes::all()
        .filter(|entry| used.contains(&entry.code))
        .map(|entry| {
            json!({
                "id": entry.code.to_string(),
                "name": entry.slug,
                "shortDescription": { "text": entry.title },
                "help": { "text": entry.page(), "markdown": entry.page() },
                "defaultConfiguration": { "level": level(entry.severity) },
            })
        })
        .collect();
    let driver = json!({ "name": "crd-gen", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    [
        format!(
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
        ),
        ",\n".to_owned(),
        "\n]}]}\n".to_owned(),
    ]
}
