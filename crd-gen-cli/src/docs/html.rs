//! Writes a page as HTML, without JavaScript or other files.

use std::fmt::Write as _;

use crd_core::reference::{ReferencePage, ReferenceVersion};

use super::descriptions::{escaped, html};
use super::html_fields::{anchor, fields, rules};
use super::pages::DocumentedKind;
use crate::config::DocsSection;

const STYLE: &str = include_str!("page.css");

/// Returns a whole document, with its own style rules.
pub(super) fn document(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// Returns the page of a kind. The tabs are links to the sections of versions: the fragment of the address selects the section.
pub(super) fn page(kind: &DocumentedKind, _: &DocsSection) -> String {
    let page = &kind.page;
    let mut body = String::with_capacity(1 << 17);
    body.push_str(
        "<nav class=\"top\" aria-label=\"Pages\"><a href=\"index.html\">All kinds</a></nav>\n<main>\n",
    );
    let _ = writeln!(body, "<h1>{}</h1>", escaped(&kind.title));
    overview(page, &mut body);
    since(kind, &mut body);
    if page.versions.len() > 1 {
        body.push_str("<nav class=\"tabs\" aria-label=\"Versions\">\n");
        for version in &page.versions {
            let name = escaped(&version.name);
            let _ = writeln!(body, "<a class=\"tab\" href=\"#{name}\">{name}</a>");
        }
        body.push_str("</nav>\n");
    }
    body.push_str("<div class=\"versions\">\n");
    // The first version is last, so that it is shown unless the address selects one of those before it.
    for version in page.versions.iter().skip(1).chain(page.versions.first()) {
        self::version(page, version, &mut body);
    }
    body.push_str("</div>\n</main>\n");
    document(
        &format!("{} ({})", kind.title, page.group),
        &style_of_tabs(page),
        &body,
    )
}

/// Returns the style that marks the tab of the version that is shown: the one in the address, or the first one.
fn style_of_tabs(page: &ReferencePage) -> String {
    let mut selectors = vec!["main:not(:has(.version:target, .version :target)) .tab:first-child".to_owned()];
    selectors.extend(page.versions.iter().map(|version| {
        let name = escaped(&version.name);
        format!("main:has([id=\"{name}\"]:target, [id=\"{name}\"] :target) .tab[href=\"#{name}\"]")
    }));
    format!(
        "{} {{ background: var(--mark); font-weight: 600; }}\n",
        selectors.join(",\n")
    )
}

fn overview(page: &ReferencePage, out: &mut String) {
    let scope = match &*page.scope {
        "Cluster" => "cluster-wide",
        _ => "namespaced",
    };
    let names: Vec<String> = std::iter::once(&page.plural)
        .chain([&page.singular])
        .chain(&page.short_names)
        .map(|name| format!("<code>{}</code>", escaped(name)))
        .collect();
    let _ = writeln!(
        out,
        "<p><code>{}</code> of the group <code>{}</code>, {scope}; names for kubectl: {}{}.</p>",
        escaped(&page.kind),
        escaped(&page.group),
        names.join(", "),
        lists(&page.categories)
    );
    out.push_str("<div class=\"wide\"><table>\n<thead><tr><th>Version</th><th>Served</th><th>Stored</th><th>Deprecated</th></tr></thead>\n<tbody>\n");
    for version in &page.versions {
        let yes = |is_so: bool| if is_so { "yes" } else { "no" };
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#{name}\">{name}</a></td><td>{}</td><td>{}</td><td>{}</td></tr>",
            yes(version.served),
            yes(version.storage),
            escaped(version.deprecation.as_deref().unwrap_or("no")),
            name = escaped(&version.name),
        );
    }
    out.push_str("</tbody>\n</table></div>\n");
}

/// Describes the categories with which kubectl lists a kind.
fn lists(categories: &[String]) -> String {
    if categories.is_empty() {
        return String::new();
    }
    let names: Vec<String> = categories
        .iter()
        .map(|name| format!("<code>{}</code>", escaped(name)))
        .collect();
    format!(", and lists it with {}", names.join(", "))
}

fn since(kind: &DocumentedKind, out: &mut String) {
    let Some(since) = &kind.since else { return };
    let _ = writeln!(out, "<h2>Changed since {}</h2>", escaped(&since.name));
    if !since.was_there {
        out.push_str("<p>The kind is new.</p>\n");
    } else if since.breaking.is_empty() && since.others.is_empty() {
        out.push_str("<p>Nothing.</p>\n");
    }
    for (title, list) in [("Breaking", &since.breaking), ("Other", &since.others)] {
        if list.is_empty() {
            continue;
        }
        let _ = writeln!(out, "<p>{title} changes:</p>\n<ul>");
        for change in list {
            let place = match change.place() {
                Some((version, path)) => format!("{}: ", anchor(version, path, path)),
                None if change.path.is_empty() => String::new(),
                None => format!("<code>{}</code>: ", escaped(&change.path)),
            };
            let _ = writeln!(out, "<li>{place}{}</li>", inline(&change.text));
        }
        out.push_str("</ul>\n");
    }
}

/// Markdown of one paragraph as HTML, without the paragraph.
fn inline(text: &str) -> String {
    let mut out = String::new();
    html(text, &mut out);
    out.trim()
        .trim_start_matches("<p>")
        .trim_end_matches("</p>")
        .to_owned()
}

fn version(page: &ReferencePage, version: &ReferenceVersion, out: &mut String) {
    let name = escaped(&version.name);
    let _ = writeln!(
        out,
        "<section class=\"version\" id=\"{name}\">\n<h2>{}/{name}</h2>",
        escaped(&page.group)
    );
    if let Some(text) = &version.deprecation {
        let _ = writeln!(
            out,
            "<p class=\"warning\"><strong>Deprecated.</strong> {}</p>",
            escaped(text)
        );
    }
    html(&version.description, out);
    if let Some(problem) = &version.problem {
        let _ = writeln!(
            out,
            "<p>The fields are unknown: {}</p>\n</section>",
            escaped(problem)
        );
        return;
    }
    if !version.deprecated_fields.is_empty() {
        let links: Vec<String> = version
            .deprecated_fields
            .iter()
            .map(|path| anchor(&version.name, path, path))
            .collect();
        let _ = writeln!(
            out,
            "<p class=\"warning\"><strong>Deprecated fields:</strong> {}</p>",
            links.join(", ")
        );
    }
    details(version, out);
    changes(version, out);
    samples(version, out);
    let _ = writeln!(out, "<h3>Fields of {name}</h3>");
    rules(&version.rules, out);
    fields(page, version, out);
    out.push_str("</section>\n");
}

fn details(version: &ReferenceVersion, out: &mut String) {
    let code = |names: &[String]| {
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("<code>{}</code>", escaped(name)))
            .collect();
        names.join(", ")
    };
    if !version.subresources.is_empty() {
        let _ = writeln!(out, "<p>Subresources: {}</p>", code(&version.subresources));
    }
    if !version.selectable_fields.is_empty() {
        let _ = writeln!(
            out,
            "<p>Field selectors: {}</p>",
            code(&version.selectable_fields)
        );
    }
    if !version.columns.is_empty() {
        out.push_str("<details><summary>Columns of <code>kubectl get</code></summary>\n<ul>\n");
        for column in &version.columns {
            let _ = writeln!(
                out,
                "<li>{} ({}, <code>{}</code>) {}</li>",
                escaped(&column.name),
                escaped(&column.kind),
                escaped(&column.path),
                escaped(&column.description)
            );
        }
        out.push_str("</ul>\n</details>\n");
    }
}

fn changes(version: &ReferenceVersion, out: &mut String) {
    let Some(changes) = &version.changes else { return };
    let _ = writeln!(
        out,
        "<details open><summary>Changed in {} since {}</summary>",
        escaped(&version.name),
        escaped(&changes.since)
    );
    if changes.list.is_empty() {
        out.push_str("<p>Nothing.</p>\n</details>\n");
        return;
    }
    out.push_str("<ul>\n");
    for change in &changes.list {
        let place = if change.is_here {
            anchor(&version.name, &change.path, &change.path)
        } else {
            format!("<code>{}</code>", escaped(&change.path))
        };
        let _ = writeln!(out, "<li>{place}: {}</li>", inline(&change.text));
    }
    out.push_str("</ul>\n</details>\n");
}

fn samples(version: &ReferenceVersion, out: &mut String) {
    for (index, sample) in version.samples.iter().enumerate() {
        let open = if index == 0 { " open" } else { "" };
        let _ = writeln!(
            out,
            "<details{open}><summary>{}</summary>\n<pre tabindex=\"0\"><code>{}</code></pre>\n</details>",
            escaped(&sample.title).replace('`', ""),
            escaped(&sample.text)
        );
    }
    for problem in &version.sample_problems {
        let _ = writeln!(out, "<p>There is no sample: {}</p>", escaped(problem));
    }
}
