//! The lowest Kubernetes version that accepts a CRD, and the condition the server would set on it.

use std::fmt::Write as _;

use crd_core::crd::{Crd, decode_for};
use crd_core::diagnostic::{self, Manifest, Severity, short_path};
use crd_core::validate::{self, Verdict};
use crd_core::{Diagnostic, KubeVersion};
use serde_json::json;

use super::file::Checked;
use crate::args::Format;
use crate::report::{self, Finding};
use crate::terminal::BOLD;

/// What `--minimum-version` finds.
pub(super) struct Minimum {
    /// The version, if there is one.
    version: Option<KubeVersion>,
    /// What the version before it, or the newest, refuses.
    reason: Option<(KubeVersion, Diagnostic)>,
}

/// Asks all versions.
pub(super) fn minimum(manifest: Manifest<'_>, crd: &Crd) -> Minimum {
    let mut refused: Option<(KubeVersion, Verdict)> = None;
    for version in KubeVersion::all() {
        // What is newer than a version is unknown to it.
        let decoded = decode_for(manifest.document, version).crd;
        let verdict = validate::create(decoded.as_ref().unwrap_or(crd), version);
        if verdict.accepted() {
            return Minimum {
                version: Some(version),
                reason: refused.and_then(|(before, verdict)| reason(manifest, before, &verdict)),
            };
        }
        refused = Some((version, verdict));
    }
    Minimum {
        version: None,
        reason: refused.and_then(|(newest, verdict)| reason(manifest, newest, &verdict)),
    }
}

/// The first thing a version refuses.
fn reason(
    manifest: Manifest<'_>,
    version: KubeVersion,
    verdict: &Verdict,
) -> Option<(KubeVersion, Diagnostic)> {
    let found = verdict
        .errors
        .iter()
        .map(|error| diagnostic::of_error(manifest, error));
    let first = found.min_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
    let panic = verdict
        .panic
        .as_ref()
        .map(|panic| diagnostic::of_panic(manifest, panic));
    Some((version, first.or(panic)?))
}

impl Minimum {
    /// Whether some version accepts it.
    pub(super) fn is_some(&self) -> bool {
        self.version.is_some()
    }

    /// The answer as text of a format.
    pub(super) fn render(self, checked: &Checked<'_>, position: usize, name: Option<&str>) -> String {
        let crd = name.unwrap_or("a CRD without a name");
        let file = checked.source.shown();
        let reason = self.reason.map(|(before, mut diagnostic)| {
            diagnostic.severity = if self.version.is_some() {
                Severity::Note
            } else {
                Severity::Error
            };
            diagnostic.message = format!("Kubernetes {before} refuses this: {}", diagnostic.message);
            let name = name.map(str::to_owned);
            Finding {
                document: position,
                name,
                version: None,
                diagnostic,
            }
        });
        match checked.run.args.format {
            Format::Json => {
                let reason = reason
                    .map(|finding| report::render(Format::Json, checked.source, &finding, checked.run.width));
                let reason = reason.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
                let version = self.version.map(|version| version.to_string());
                let line = json!({"file": file, "document": position, "name": name, "minimumVersion": version, "reason": reason});
                format!("{line}\n")
            }
            format => {
                let mut out = match self.version {
                    Some(KubeVersion::OLDEST) => {
                        format!(
                            "{BOLD}{crd}{BOLD:#}: accepted by Kubernetes {} and newer, all versions known here\n",
                            KubeVersion::OLDEST
                        )
                    }
                    Some(version) => format!("{BOLD}{crd}{BOLD:#}: needs Kubernetes {version} or newer\n"),
                    None => format!(
                        "{BOLD}{crd}{BOLD:#}: accepted by no version from {} to {}\n",
                        KubeVersion::OLDEST,
                        KubeVersion::NEWEST
                    ),
                };
                if let Some(finding) = reason {
                    let format = if format == Format::Human {
                        Format::Human
                    } else {
                        Format::Concise
                    };
                    out.push_str(&report::render(
                        format,
                        checked.source,
                        &finding,
                        checked.run.width,
                    ));
                }
                out
            }
        }
    }
}

/// The condition `NonStructuralSchema` as text of a format, and whether there is one.
pub(super) fn condition(
    checked: &Checked<'_>,
    manifest: Manifest<'_>,
    crd: &Crd,
    position: usize,
) -> (String, bool) {
    let condition = validate::condition(crd, checked.version);
    let name = &crd.metadata.name;
    if checked.run.args.format == Format::Json {
        let value = condition.as_ref().map(|condition| {
            json!({"type": "NonStructuralSchema", "status": condition.status, "reason": condition.reason, "message": condition.message})
        });
        let line =
            json!({"file": checked.source.shown(), "document": position, "name": name, "condition": value});
        return (format!("{line}\n"), condition.is_some());
    }
    let Some(condition) = condition else {
        return (
            format!("{BOLD}{name}{BOLD:#}: no condition; all schemas are structural\n"),
            false,
        );
    };
    let mut out = format!(
        "{BOLD}{name}{BOLD:#}: NonStructuralSchema={} ({})\n",
        condition.status, condition.reason
    );
    if condition.errors.is_empty() {
        let _ = writeln!(out, "{}", report::plain(&condition.message));
    }
    for error in &condition.errors {
        let place = validate::locate(manifest.document, &error.field).place;
        let at = checked.source.position(place.key.unwrap_or(place.value).start);
        let short = short_path(&place.path.to_string());
        let _ = writeln!(
            out,
            "  {}:{}:{}  {short}  {error}",
            checked.source.shown(),
            at.line,
            at.column
        );
    }
    (out, true)
}
