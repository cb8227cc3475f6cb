//! Writes one line per finding: `path:line:column: error[CRD0213] message`.

use crd_core::check::Stage;

use super::{Finding, severity_word};
use crate::source::SourceText;
use crate::terminal::BOLD;
use crate::text::plain;

pub(super) fn render(source: &SourceText, finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let style = super::human::style(diagnostic.severity);
    let place = source.place(diagnostic.span);
    let stage = match diagnostic.stage {
        Stage::Later => " (not yet reported by the server)",
        _ => "",
    };
    format!(
        "{BOLD}{place}{BOLD:#}: {style}{}[{}]{style:#} {}{stage}\n",
        severity_word(diagnostic.severity),
        diagnostic.code,
        plain(&diagnostic.message)
    )
}
