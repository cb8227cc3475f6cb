//! A CRD that the API server would reject, with its reasons as plain text.

use std::fmt;

use super::costs::without_repeated_costs;
use super::in_rule::in_rust_text;
use super::in_rust::InRust;
use super::origin::RustOrigin;
use crate::check::{CheckReport, Diagnostic, Finding, Severity, codes};
use crate::model::crd::Crd;
use crate::yaml::LineIndex;

/// A generated CRD that the API server would reject, with its reasons.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RejectedCrd {
    /// The name of the CRD.
    pub name: String,
    /// The manifest that was not written; the diagnostics' spans refer to it.
    pub manifest: String,
    /// The errors, at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The same errors in the terms of the derive, if the Rust type is known.
    in_rust: Vec<Option<InRust>>,
}

impl RejectedCrd {
    pub(super) fn new(crd: &Crd, manifest: String, report: &CheckReport, origin: &RustOrigin) -> Self {
        let errors: Vec<Finding> = without_repeated_costs(&report.findings)
            .into_iter()
            .filter(|finding| finding.diagnostic.severity == Severity::Error)
            .collect();
        RejectedCrd {
            name: crd.metadata.name.to_string(),
            in_rust: errors
                .iter()
                .map(|finding| in_rust_text(finding, &manifest, &origin.owners, &origin.package))
                .collect(),
            manifest,
            diagnostics: errors.into_iter().map(|finding| finding.diagnostic).collect(),
        }
    }

    /// Writes the place of an error's field in the manifest.
    fn place_in_manifest(&self, f: &mut fmt::Formatter<'_>, diagnostic: &Diagnostic) -> fmt::Result {
        write!(f, "\n  --> {}", diagnostic.field.short())?;
        if let Some(span) = diagnostic.span {
            let line = LineIndex::new(self.manifest.as_bytes()).position(span.start).line;
            let text = self
                .manifest
                .lines()
                .nth((line as usize).saturating_sub(1))
                .unwrap_or_default();
            write!(f, "\n  in the manifest, line {line}: `{}`", text.trim())?;
        }
        Ok(())
    }
}

impl fmt::Display for RejectedCrd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The server accepts some CRDs under which it rejects every object. It has no text for those on which it fails.
        let is_rejected =
            |diagnostic: &Diagnostic| diagnostic.server.is_some() || diagnostic.code == codes::SERVER_PANIC;
        if self.diagnostics.iter().any(is_rejected) {
            write!(f, "the API server would reject `{}`", self.name)?;
        } else {
            write!(f, "`{}` has errors", self.name)?;
        }
        for (diagnostic, in_rust) in self.diagnostics.iter().zip(&self.in_rust) {
            let shown = in_rust.as_ref().map_or(diagnostic, |in_rust| &in_rust.diagnostic);
            write!(f, "\n\nerror[{}]: {}", shown.code, shown.message)?;
            match in_rust {
                Some(in_rust) => write!(f, "\n  --> {}", place(in_rust))?,
                None => self.place_in_manifest(f, diagnostic)?,
            }
            for help in &shown.help {
                write!(f, "\n  help: {help}")?;
            }
            if let Some(error) = &shown.server {
                write!(f, "\n  {}: {error}", shown.stage.introduction())?;
            }
        }
        Ok(())
    }
}

/// Formats a place such as `src/api.rs:12:9, DatabaseSpec::users`, or only the name.
fn place(in_rust: &InRust) -> String {
    match (&in_rust.file, in_rust.diagnostic.span) {
        (Some(file), Some(span)) => {
            let position = LineIndex::new(file.text.as_bytes()).position(span.start);
            let (line, column) = (position.line, position.column);
            format!("{}:{line}:{column}, `{}`", file.path.display(), in_rust.owner)
        }
        _ => format!("`{}`", in_rust.owner),
    }
}

/// Formats a finding on one line, with its first help.
pub(super) fn line(finding: &Finding, manifest: &str, origin: &RustOrigin) -> String {
    let in_rust = in_rust_text(finding, manifest, &origin.owners, &origin.package);
    let (place, diagnostic) = match &in_rust {
        Some(in_rust) => (place(in_rust), &in_rust.diagnostic),
        None => {
            let name = finding.name.as_deref().unwrap_or_default();
            let diagnostic = &finding.diagnostic;
            (format!("`{name}`, {}", diagnostic.field.short()), diagnostic)
        }
    };
    let mut line = format!("{place}: {}", diagnostic.message);
    if let Some(help) = diagnostic.help.first() {
        line.push_str("; help: ");
        line.push_str(help);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{RustOrigin, line};
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn a_line_has_the_first_help() {
        let manifest = widgets("a: {type: string, format: url}");
        let report = check::text(&manifest, &Options::default());
        let line = line(&report.findings[0], &manifest, &RustOrigin::default());
        let expected = "the server does not recognize the format `url` here; help: did you mean `uri`?";
        assert!(line.ends_with(expected), "{line}");
    }
}
