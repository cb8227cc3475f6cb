//! Writes Code Quality reports of GitLab, which shows findings beside the changed lines of a merge request.

use std::fmt::Write as _;

use crd_core::check::{Severity, codes};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Finding, range};
use crate::source::SourceText;

/// A problem in a report.
pub(crate) struct QualityIssue<'a> {
    pub(crate) description: &'a str,
    /// The name of the check.
    pub(crate) check: &'a str,
    pub(crate) severity: &'static str,
    pub(crate) file: &'a str,
    /// The first line, counted from 1.
    pub(crate) line: u32,
    /// Distinguishes it from other problems of the file, independently of its line: a problem keeps its identity when
    /// lines above it change.
    pub(crate) identity: &'a [&'a str],
}

impl QualityIssue<'_> {
    pub(crate) fn to_json(&self) -> Value {
        let mut hash = Sha256::new();
        for part in [&[self.check, self.file, self.description], self.identity].concat() {
            hash.update(part);
            hash.update([0]);
        }
        let mut fingerprint = String::new();
        for byte in hash.finalize() {
            let _ = write!(fingerprint, "{byte:02x}");
        }
        json!({
            "description": self.description,
            "check_name": self.check,
            "fingerprint": fingerprint,
            "severity": self.severity,
            // Paths are relative to the repository, without a dot before them.
            "location": {"path": self.file.trim_start_matches("./"), "lines": {"begin": self.line}},
        })
    }
}

pub(super) fn render(source: &SourceText, finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let code = diagnostic.code.to_string();
    let slug = codes::entry(diagnostic.code).map_or("", |entry| entry.slug);
    let position = finding.document.to_string();
    let issue = QualityIssue {
        description: &diagnostic.message,
        check: if slug.is_empty() { &code } else { slug },
        severity: match diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        },
        file: source.shown(),
        line: range(source, diagnostic).map_or(1, |[start, _]| start.line),
        identity: &[
            &position,
            finding.name.as_deref().unwrap_or_default(),
            finding.version.as_deref().unwrap_or_default(),
            &super::json::field(&diagnostic.field),
            &diagnostic.label,
        ],
    };
    issue.to_json().to_string()
}

/// Returns the list around the issues.
pub(crate) fn frame() -> [String; 3] {
    ["[\n".to_owned(), ",\n".to_owned(), "\n]\n".to_owned()]
}
