//! The answers to `--minimum-version` and `--condition`.

use std::fmt::Write as _;

use crd_core::KubeVersion;
use crd_core::check::{CheckOutput, CheckedCrd, ConditionAnswer, Finding, MinimumVersion, Severity};
use serde_json::json;

use super::CheckRun;
use crate::report;
use crate::report::FindingFormat;
use crate::source::SourceText;
use crate::terminal::BOLD;
use crate::text::plain;

/// Formats the answer about a CRD; `None` for a verdict, which is reported by findings.
pub(super) fn render(
    run: &CheckRun<'_>,
    source: &SourceText,
    position: usize,
    crd: &CheckedCrd,
) -> Option<String> {
    let name = crd.name.as_deref();
    match &crd.output {
        CheckOutput::MinimumVersion(minimum) => Some(minimum_version(run, source, position, name, minimum)),
        CheckOutput::Condition(answer) => Some(condition(run, source, position, name, answer.as_ref())),
        _ => None,
    }
}

/// Whether a CRD needs a newer server than that of `--kubernetes-version`.
pub(super) fn is_too_new(run: &CheckRun<'_>, crd: &CheckedCrd) -> bool {
    match (&crd.output, run.args.server.kubernetes_version) {
        (CheckOutput::MinimumVersion(minimum), Some(asked)) => {
            minimum.version.is_some_and(|needed| needed > asked)
        }
        _ => false,
    }
}

fn minimum_version(
    run: &CheckRun<'_>,
    source: &SourceText,
    position: usize,
    name: Option<&str>,
    minimum: &MinimumVersion,
) -> String {
    let crd = name.unwrap_or("a CRD without a name");
    let reason = minimum.previous_error.as_ref().map(|before| {
        let mut diagnostic = before.diagnostic.clone();
        diagnostic.severity = match minimum.version {
            Some(_) => Severity::Note,
            None => Severity::Error,
        };
        diagnostic.message = format!(
            "Kubernetes {} rejects this: {}",
            before.version, diagnostic.message
        );
        Finding::new(position, name, diagnostic)
    });
    if run.printer.format == FindingFormat::Json {
        let reason = reason.map(|finding| report::as_json(source, &finding));
        let version = minimum.version.map(|version| version.to_string());
        let line = json!({
            "file": source.shown(),
            "document": position,
            "name": name,
            "minimumVersion": version,
            "reason": reason,
        });
        return format!("{line}\n");
    }
    let mut out = match minimum.version {
        Some(KubeVersion::OLDEST) => format!(
            "{BOLD}{crd}{BOLD:#}: accepted by Kubernetes {} and newer, all supported versions\n",
            KubeVersion::OLDEST
        ),
        Some(version) => {
            let asked = run.args.server.kubernetes_version;
            let asked = asked.filter(|asked| version > *asked);
            let asked = asked.map_or_else(String::new, |asked| format!(", but {asked} is older"));
            format!("{BOLD}{crd}{BOLD:#}: needs Kubernetes {version} or newer{asked}\n")
        }
        None => format!(
            "{BOLD}{crd}{BOLD:#}: not accepted by any version from {} to {}\n",
            KubeVersion::OLDEST,
            KubeVersion::NEWEST
        ),
    };
    if let Some(finding) = reason {
        out.push_str(&run.printer.finding(source, &finding));
    }
    out
}

fn condition(
    run: &CheckRun<'_>,
    source: &SourceText,
    position: usize,
    name: Option<&str>,
    answer: Option<&ConditionAnswer>,
) -> String {
    let condition = answer.map(|answer| &answer.condition);
    let name = name.unwrap_or_default();
    if run.printer.format == FindingFormat::Json {
        let value = condition.map(|condition| {
            json!({
                "type": "NonStructuralSchema",
                "status": condition.status,
                "reason": condition.reason,
                "message": condition.message,
            })
        });
        let line = json!({"file": source.shown(), "document": position, "name": name, "condition": value});
        return format!("{line}\n");
    }
    let Some(answer) = answer else {
        return format!("{BOLD}{name}{BOLD:#}: no condition; all schemas are structural\n");
    };
    let condition = &answer.condition;
    let mut out = format!(
        "{BOLD}{name}{BOLD:#}: NonStructuralSchema={} ({})\n",
        condition.status, condition.reason
    );
    if condition.errors.is_empty() {
        let _ = writeln!(out, "{}", plain(&condition.message));
    }
    for (error, place) in condition.errors.iter().zip(&answer.places) {
        let at = source.place(Some(place.key.unwrap_or(place.value)));
        let _ = writeln!(out, "  {at}  {}  {error}", place.path.short());
    }
    out
}
