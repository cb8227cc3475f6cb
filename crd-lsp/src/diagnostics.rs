//! Findings as diagnostics of the protocol.

use std::path::Path;

use crd_core::check::{Diagnostic, ExternalLocation, Finding, Severity, codes};
use gen_lsp_types as lsp;

use crate::client::Client;
use crate::text::DocumentText;
use crate::uri;

/// The `source` of diagnostics.
pub(crate) const SOURCE: &str = "crd-gen";

/// Converts findings about a text to diagnostics.
pub(crate) fn of(
    findings: &[Finding],
    text: &DocumentText,
    document: &str,
    client: &Client,
) -> Vec<lsp::Diagnostic> {
    let each = findings
        .iter()
        .map(|finding| of_one(finding, text, document, client));
    each.collect()
}

fn of_one(finding: &Finding, text: &DocumentText, document: &str, client: &Client) -> lsp::Diagnostic {
    let diagnostic = &finding.diagnostic;
    let range = diagnostic
        .span
        .map_or_else(lsp::Range::default, |span| text.range_of(span));
    lsp::Diagnostic {
        range,
        severity: Some(match diagnostic.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
            Severity::Note => lsp::DiagnosticSeverity::Information,
        }),
        code: Some(lsp::Code::String(diagnostic.code.to_string())),
        source: Some(SOURCE.to_owned()),
        message: lsp::Message::String(message(diagnostic)),
        tags: tags(diagnostic),
        related_information: client.shows_related.then(|| related(diagnostic, text, document)),
        ..lsp::Diagnostic::default()
    }
}

/// Returns the message with its help.
pub(crate) fn message(diagnostic: &Diagnostic) -> String {
    let mut message = diagnostic.message.clone();
    for help in &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    message
}

fn tags(diagnostic: &Diagnostic) -> Option<Vec<lsp::DiagnosticTag>> {
    let is_useless = [codes::ALLOW_UNUSED, codes::IGNORED_TEXT].contains(&diagnostic.code);
    is_useless.then(|| vec![lsp::DiagnosticTag::Unnecessary])
}

fn related(
    diagnostic: &Diagnostic,
    text: &DocumentText,
    document: &str,
) -> Vec<lsp::DiagnosticRelatedInformation> {
    let here = diagnostic.labels.iter().map(|(span, label)| {
        let location = lsp::Location {
            uri: document.into(),
            range: text.range_of(*span),
        };
        lsp::DiagnosticRelatedInformation {
            location,
            message: label.clone(),
        }
    });
    let elsewhere = diagnostic
        .elsewhere
        .iter()
        .map(|elsewhere| lsp::DiagnosticRelatedInformation {
            location: location(elsewhere, text),
            message: elsewhere.text.clone(),
        });
    here.chain(elsewhere).collect()
}

/// Returns a location in another file. `text` has the position encoding.
pub(crate) fn location(elsewhere: &ExternalLocation, text: &DocumentText) -> lsp::Location {
    let there = text.like(elsewhere.file.text.clone());
    lsp::Location {
        uri: uri_of(&elsewhere.file.name).into(),
        range: there.range_of(elsewhere.span),
    }
}

/// Returns the URI of a file as findings name it: a path, or the URI of a document that is not a file.
pub(crate) fn uri_of(name: &str) -> String {
    let path = Path::new(name);
    if path.is_absolute() {
        uri::of_path(path)
    } else {
        name.to_owned()
    }
}
