//! A CRD that the API server would refuse, with its reasons as plain text.

use std::fmt;

use crate::check::{Diagnostic, Report, Severity};
use crate::model::crd::Crd;
use crate::yaml::LineIndex;

/// A generated CRD that the API server would refuse, with its reasons.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Refused {
    /// The name of the CRD.
    pub name: String,
    /// The manifest that was not written; the diagnostics' spans are places in it.
    pub manifest: String,
    /// Why it is refused: the errors, at least one.
    pub diagnostics: Vec<Diagnostic>,
}

impl Refused {
    pub(super) fn new(crd: &Crd, manifest: String, report: Report) -> Self {
        let findings = report.findings.into_iter();
        Refused {
            name: crd.metadata.name.to_string(),
            manifest,
            diagnostics: findings
                .map(|finding| finding.diagnostic)
                .filter(|diagnostic| diagnostic.severity == Severity::Error)
                .collect(),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the API server would refuse `{}`", self.name)?;
        let lines = LineIndex::new(self.manifest.as_bytes());
        for diagnostic in &self.diagnostics {
            write!(f, "\n\nerror[{}]: {}", diagnostic.code, diagnostic.message)?;
            write!(f, "\n  --> {}", diagnostic.field.short())?;
            if let Some(span) = diagnostic.span {
                let line = lines.position(span.start).line;
                let text = self
                    .manifest
                    .lines()
                    .nth((line as usize).saturating_sub(1))
                    .unwrap_or_default();
                write!(f, "\n  in the manifest, line {line}: `{}`", text.trim())?;
            }
            for help in &diagnostic.help {
                write!(f, "\n  help: {help}")?;
            }
            if let Some(error) = &diagnostic.server {
                write!(f, "\n  server: {error}")?;
            }
        }
        Ok(())
    }
}
