//! Writes a page as Markdown.

use std::fmt::Write as _;

use crd_core::reference::{ReferencePage, ReferenceVersion};

use super::descriptions::summary;
use super::markdown_fields::{fields, rule};
use super::markdown_text::markdown;
use super::markdown_words::{cell, code, link, words};
use super::pages::DocumentedKind;
use super::since::Since;
use crate::config::DocsSection;

/// Returns the page of a kind.
pub(super) fn page(kind: &DocumentedKind, section: &DocsSection) -> String {
    let page = &kind.page;
    let mut out = String::with_capacity(1 << 16);
    front_matter(kind, section, &mut out);
    let _ = writeln!(out, "# {}\n", words(&kind.title));
    overview(page, &mut out);
    if let Some(since) = &kind.since {
        self::since(since, &mut out);
    }
    for version in &page.versions {
        self::version(page, version, &mut out);
    }
    out
}

/// Writes the changes since other CRDs.
fn since(since: &Since, out: &mut String) {
    let _ = writeln!(out, "## Changed since {}\n", words(&since.name));
    if !since.was_there {
        out.push_str("The kind is new.\n\n");
    } else if since.breaking.is_empty() && since.others.is_empty() {
        out.push_str("Nothing.\n\n");
    }
    for (title, list) in [("Breaking", &since.breaking), ("Other", &since.others)] {
        if list.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{title} changes:\n");
        for change in list {
            let place = match change.place() {
                Some((version, path)) => format!("{}: ", link(version, path)),
                None if change.path.is_empty() => String::new(),
                None => format!("{}: ", code(&change.path)),
            };
            let _ = writeln!(out, "- {place}{}", words(&change.text));
        }
        out.push('\n');
    }
}

/// Writes the front matter for site generators.
pub(super) fn front_matter(kind: &DocumentedKind, section: &DocsSection, out: &mut String) {
    let Some(text) = &section.front_matter else {
        return;
    };
    let page = &kind.page;
    let mut filled = text.clone();
    for (name, value) in [
        ("{title}", &kind.title),
        ("{kind}", &page.kind),
        ("{group}", &page.group),
        ("{plural}", &page.plural),
        ("{crd}", &page.crd),
    ] {
        filled = filled.replace(name, value);
    }
    let _ = writeln!(out, "---\n{}\n---\n", filled.trim());
}

fn overview(page: &ReferencePage, out: &mut String) {
    let scope = match &*page.scope {
        "Cluster" => "cluster-wide",
        _ => "namespaced",
    };
    let _ = write!(out, "`{}` of the group `{}`, {scope}", page.kind, page.group);
    let names: Vec<String> = std::iter::once(&page.plural)
        .chain([&page.singular])
        .chain(&page.short_names)
        .map(|name| format!("`{name}`"))
        .collect();
    let _ = write!(out, "; names for kubectl: {}", names.join(", "));
    if !page.categories.is_empty() {
        let categories: Vec<String> = page.categories.iter().map(|name| format!("`{name}`")).collect();
        let _ = write!(out, ", and lists it with {}", categories.join(", "));
    }
    out.push_str(".\n\n");
    out.push_str("| Version | Served | Stored | |\n|---|---|---|---|\n");
    for version in &page.versions {
        let yes = |is_so: bool| if is_so { "yes" } else { "no" };
        let deprecation = version
            .deprecation
            .as_ref()
            .map_or_else(String::new, |text| format!("**deprecated**: {}", cell(text)));
        let _ = writeln!(
            out,
            "| [{name}](#{name}) | {} | {} | {deprecation} |",
            yes(version.served),
            yes(version.storage),
            name = version.name,
        );
    }
    out.push('\n');
}

fn version(page: &ReferencePage, version: &ReferenceVersion, out: &mut String) {
    let name = &version.name;
    let _ = writeln!(out, "<a id=\"{name}\"></a>\n\n## {}/{name}\n", page.group);
    if let Some(text) = &version.deprecation {
        let _ = writeln!(out, "> **Deprecated.** {}\n", words(text));
    }
    if !version.description.is_empty() {
        let _ = writeln!(out, "{}", markdown(&version.description));
    }
    if let Some(problem) = &version.problem {
        let _ = writeln!(out, "The fields are unknown: {}\n", words(problem));
        return;
    }
    if !version.deprecated_fields.is_empty() {
        let links: Vec<String> = version
            .deprecated_fields
            .iter()
            .map(|path| link(name, path))
            .collect();
        let _ = writeln!(out, "**Deprecated fields:** {}\n", links.join(", "));
    }
    details(version, out);
    changes(version, out);
    samples(version, out);
    let _ = writeln!(out, "### Fields of {name}\n");
    for found in &version.rules {
        rule(found, out);
    }
    if !version.rules.is_empty() {
        out.push('\n');
    }
    fields(page, version, out);
}

fn details(version: &ReferenceVersion, out: &mut String) {
    let before = out.len();
    if !version.subresources.is_empty() {
        let _ = writeln!(out, "- Subresources: `{}`", version.subresources.join("`, `"));
    }
    if !version.selectable_fields.is_empty() {
        let _ = writeln!(
            out,
            "- Field selectors: `{}`",
            version.selectable_fields.join("`, `")
        );
    }
    if !version.columns.is_empty() {
        let _ = writeln!(out, "- Columns of `kubectl get`:");
        for column in &version.columns {
            let about = summary(&column.description);
            let about = if about.is_empty() {
                about
            } else {
                format!(": {}", words(&about))
            };
            let _ = writeln!(
                out,
                "  - {} ({}, {}){about}",
                words(&column.name),
                words(&column.kind),
                code(&column.path)
            );
        }
    }
    if out.len() > before {
        out.push('\n');
    }
}

fn changes(version: &ReferenceVersion, out: &mut String) {
    let Some(changes) = &version.changes else { return };
    let _ = writeln!(out, "### Changed in {} since {}\n", version.name, changes.since);
    if changes.list.is_empty() {
        out.push_str("Nothing.\n\n");
        return;
    }
    for change in &changes.list {
        let place = if change.is_here {
            link(&version.name, &change.path)
        } else {
            code(&change.path)
        };
        let _ = writeln!(out, "- {place}: {}", words(&change.text));
    }
    out.push('\n');
}

fn samples(version: &ReferenceVersion, out: &mut String) {
    if version.samples.is_empty() && version.sample_problems.is_empty() {
        return;
    }
    let _ = writeln!(out, "### Samples of {}\n", version.name);
    for sample in &version.samples {
        let _ = writeln!(out, "{}:\n", words(&sample.title));
        let _ = writeln!(out, "```yaml\n{}```\n", sample.text);
    }
    for problem in &version.sample_problems {
        let _ = writeln!(out, "There is no sample: {}\n", words(problem));
    }
}
