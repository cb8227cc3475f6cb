//! A CRD the API server would refuse, told as plain text.

use std::fmt;

use crate::check::{self, Diagnostic, Manifest};
use crate::model::crd::Crd;
use crate::model::field::FieldError;
use crate::yaml::{self, LineIndex, Options};

/// A generated CRD that the API server would refuse, with what it would say.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The name of the CRD.
    pub name: String,
    /// The manifest that was not written; the diagnostics' spans are places in it.
    pub manifest: String,
    /// What is wrong, never empty.
    pub diagnostics: Vec<Diagnostic>,
}

impl Refused {
    pub(super) fn new(crd: &Crd, manifest: String, errors: &[FieldError]) -> Self {
        let read = yaml::read(manifest.as_bytes(), Options::default());
        let diagnostics = match read.documents.first() {
            Some(document) => {
                let place = Manifest {
                    text: &manifest,
                    document: &document.root,
                };
                errors.iter().map(|error| check::of_error(place, error)).collect()
            }
            // What we write we can read; a document beyond the reader's bounds says so itself.
            None => read.errors.iter().map(check::of_read).collect(),
        };
        Refused {
            name: crd.metadata.name.to_string(),
            manifest,
            diagnostics,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the API server would refuse `{}`", self.name)?;
        let lines = LineIndex::new(self.manifest.as_bytes());
        for diagnostic in &self.diagnostics {
            write!(f, "\n\nerror[{}]: {}", diagnostic.code, diagnostic.message)?;
            write!(f, "\n  --> {}", check::short_path(&diagnostic.field))?;
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
            if let Some(cause) = &diagnostic.cause {
                write!(f, "\n  server: {cause}")?;
            }
        }
        Ok(())
    }
}
