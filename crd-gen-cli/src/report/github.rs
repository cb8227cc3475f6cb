//! Writes workflow commands of GitHub Actions: annotations on the changed lines.

use super::{Finding, range};
use crate::source::SourceText;
use crate::text::shortened;
use crd_core::check::Severity;

pub(super) fn render(source: &SourceText, finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = format!("file={}", property(source.shown()));
    if let Some([start, end]) = range(source, diagnostic) {
        properties.push_str(&format!(
            ",line={},col={},endLine={}",
            start.line, start.column, end.line
        ));
        if end.line == start.line {
            properties.push_str(&format!(",endColumn={}", end.column));
        }
    }
    let mut message = diagnostic.message.clone();
    for help in &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    if let Some(error) = &diagnostic.server {
        message.push_str(&format!("\n{}: ", diagnostic.stage.introduction()));
        message.push_str(&shortened(&super::human::server_text(error), 600));
    }
    format!(
        "::{command} {properties},title={}::{}\n",
        property(&diagnostic.code.to_string()),
        data(&message)
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
