//! The API server's word on a generated manifest, before anything is written.

use std::io::Write;
use std::path::PathBuf;

use crd_core::KubeVersion;
use crd_core::crd::decode;
use crd_core::diagnostic::{self, Severity};
use crd_core::validate;
use crd_core::yaml::{Options, read};

use crate::Failure;
use crate::args::Format;
use crate::report::{self, Finding};
use crate::source::Source;
use crate::terminal::Terminal;

/// Whether the server would refuse the CRD; says on stderr what it would say.
///
/// What the extended profile adds is unknown to every server; that is its purpose and is not reported.
pub(super) fn refuses(
    name: &str,
    text: &str,
    version: KubeVersion,
    terminal: &Terminal,
) -> Result<bool, Failure> {
    let read = read(text.as_bytes(), Options::default());
    let source = Source::new(PathBuf::from(name), text.to_owned());
    let mut found: Vec<Finding> = Vec::new();
    let mut add = |document, name: &Option<String>, diagnostic| {
        found.push(Finding {
            document,
            name: name.clone(),
            version: None,
            diagnostic,
        });
    };
    for error in &read.errors {
        add(0, &None, diagnostic::of_read(error));
    }
    for (position, document) in read.documents.iter().enumerate() {
        let decoded = decode(&document.root);
        let name = decoded.crd.as_ref().map(|crd| crd.metadata.name.to_string());
        for error in &decoded.errors {
            add(position, &name, diagnostic::of_decode(error));
        }
        if let Some(crd) = &decoded.crd {
            let manifest = diagnostic::Manifest {
                text,
                document: &document.root,
            };
            let verdict = validate::create(crd, version);
            for error in &verdict.errors {
                let mut diagnostic = diagnostic::of_error(manifest, error);
                diagnostic::advise(&mut diagnostic, error, crd, version);
                add(position, &name, diagnostic);
            }
            for warning in &verdict.warnings {
                add(position, &name, diagnostic::of_warning(manifest, warning));
            }
        }
    }
    let mut err = terminal.stderr();
    for finding in &found {
        writeln!(
            err,
            "{}",
            report::render(Format::Human, &source, finding, crate::terminal::width())
        )?;
    }
    Ok(found
        .iter()
        .any(|finding| finding.diagnostic.severity == Severity::Error))
}
