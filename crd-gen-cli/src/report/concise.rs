//! One line a finding: `path:line:column: error[CRD0213] message`.

use crd_core::check::Stage;

use super::{Finding, plain, range, severity_word};
use crate::source::Source;
use crate::terminal::BOLD;

pub(super) fn render(source: &Source, finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let style = super::human::style(diagnostic.severity);
    let place = match range(source, diagnostic) {
        Some([start, _]) => format!("{}:{}:{}", source.shown(), start.line, start.column),
        None => source.shown(),
    };
    let stage = match diagnostic.stage {
        Stage::Later => " (not yet said by the server)",
        _ => "",
    };
    format!(
        "{BOLD}{place}{BOLD:#}: {style}{}[{}]{style:#} {}{stage}\n",
        severity_word(diagnostic.severity),
        diagnostic.code,
        plain(&diagnostic.message)
    )
}
