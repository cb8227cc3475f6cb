//! Writes the index of the pages.

use std::fmt::Write as _;

use super::descriptions::{escaped, summary};
use super::html::document;
use super::markdown_words::cell;
use super::pages::DocumentedKind;
use crate::config::DocsSection;

const TITLE: &str = "API reference";

fn title(section: &DocsSection) -> &str {
    section.title.as_deref().unwrap_or(TITLE)
}

/// Returns the recommended version, and the summary of the kind.
fn about(kind: &DocumentedKind) -> (&str, String) {
    let first = kind.page.versions.first();
    let about = first.map_or_else(String::new, |version| summary(&version.description));
    (first.map_or("", |version| &version.name), about)
}

pub(super) fn markdown(kinds: &[DocumentedKind], section: &DocsSection) -> String {
    let mut out = format!(
        "# {}\n\n| Kind | Group | Version | |\n|---|---|---|---|\n",
        title(section)
    );
    for kind in kinds {
        let (version, about) = about(kind);
        let _ = writeln!(
            out,
            "| [{}]({}.md) | `{}` | {version} | {} |",
            cell(&kind.title),
            kind.page.crd,
            kind.page.group,
            cell(&about)
        );
    }
    out
}

pub(super) fn html(kinds: &[DocumentedKind], section: &DocsSection) -> String {
    let mut body = format!(
        "<main>\n<h1>{}</h1>\n<div class=\"wide\"><table>\n<thead><tr><th>Kind</th><th>Group</th><th>Version</th><th>What it is</th></tr></thead>\n<tbody>\n",
        escaped(title(section))
    );
    for kind in kinds {
        let (version, about) = about(kind);
        let _ = writeln!(
            body,
            "<tr><td><a href=\"{}.html\">{}</a></td><td><code>{}</code></td><td>{version}</td><td>{}</td></tr>",
            kind.page.crd,
            escaped(&kind.title),
            escaped(&kind.page.group),
            escaped(&about)
        );
    }
    body.push_str("</tbody>\n</table></div>\n</main>\n");
    document(title(section), "", &body)
}
