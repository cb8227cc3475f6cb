//! Breakages by a change of CRDs.

use crd_core::KubeVersion;
use crd_core::compat::{CompatFinding, CompatOptions, Policy, compare, removed};
use crd_core::yaml;
use serde_json::{Value, json};

use super::crds;
use super::findings::severity_word;
use crate::ToolResult;

/// Returns the breakages if the CRDs of a text replace others with the same names.
pub(super) fn compare_texts(old: &str, new: &str, server: KubeVersion) -> ToolResult {
    let options = CompatOptions::new(Policy::default(), server);
    let after = crds::all(new)?;
    let mut found: Vec<Value> = Vec::new();
    for before in crds::all(old)? {
        let same = after.iter().find(|crd| crd.metadata.name == before.metadata.name);
        let findings = match same {
            Some(after) => compare(&before, after, &options),
            None => removed(&before, &options),
        };
        found.extend(findings.iter().map(as_json));
    }
    Ok(json!({ "findings": found }))
}

fn as_json(finding: &CompatFinding) -> Value {
    let witness = finding.witness.as_ref().map(|witness| {
        let says = witness.response.iter();
        json!({
            "object": yaml::to_string(&witness.object).unwrap_or_default(),
            "says": says.map(|said| format!("{}: {}", said.field, said.detail)).collect::<Vec<_>>(),
        })
    });
    json!({
        "rule": finding.rule.to_string(),
        "code": finding.code.to_string(),
        "severity": severity_word(finding.severity),
        "crd": finding.name,
        "version": finding.version,
        "path": finding.path,
        "message": finding.message,
        "help": finding.help,
        "isDecided": finding.is_decided,
        "witness": witness,
    })
}
