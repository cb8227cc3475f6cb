//! The list of pages.

use std::path::Path;
use std::{fs, io};

use crd_core::check::codes;

use super::configuration;
use super::page::Page;

/// Group, title, file of the site, file of the repository.
const FILES: &[(&str, &str, &str, &str)] = &[
    ("Start", "crd-gen", "index.html", "README.md"),
    (
        "Guides",
        "The first operator",
        "first-operator.html",
        "crd-core/src/guide/first_operator.md",
    ),
    (
        "Guides",
        "Enums and unions",
        "enums-and-unions.html",
        "crd-core/src/guide/enums_and_unions.md",
    ),
    (
        "Guides",
        "Objects and rules",
        "objects.html",
        "crd-core/src/guide/objects.md",
    ),
    (
        "Guides",
        "Versions",
        "versions.html",
        "crd-core/src/guide/versions.md",
    ),
    (
        "Guides",
        "Compatibility",
        "compat.html",
        "crd-core/src/guide/compat.md",
    ),
    (
        "Guides",
        "Coming from kube-derive",
        "from-kube-derive.html",
        "crd-core/src/guide/from_kube_derive.md",
    ),
    (
        "Guides",
        "Coming from controller-gen",
        "from-controller-gen.html",
        "crd-core/src/guide/from_controller_gen.md",
    ),
    (
        "Guides",
        "Types for any CRD",
        "from-crds.html",
        "crd-core/src/guide/from_crds.md",
    ),
    (
        "Guides",
        "Moving a Go operator's CRD to Rust",
        "from-go-operator.html",
        "crd-core/src/guide/from_go_operator.md",
    ),
    (
        "Guides",
        "Coming from kopium",
        "from-kopium.html",
        "crd-core/src/guide/from_kopium.md",
    ),
    (
        "Guides",
        "Errors of the compiler",
        "compiler-errors.html",
        "crd-core/src/guide/compiler_errors.md",
    ),
    ("Guides", "YAML", "yaml.html", "crd-core/src/guide/yaml.md"),
    ("Guides", "Editors", "editors.html", "editors/README.md"),
    (
        "Reference",
        "Attributes",
        "attributes.html",
        "crd-core/src/guide/attributes.md",
    ),
    ("Reference", "Command line", "cli.html", "crd-gen-cli/docs/cli.md"),
    ("Reference", "Codes", "codes.html", "crd-gen-cli/docs/codes.md"),
    (
        "Reference",
        "Rules of the API server",
        "rules.html",
        "docs/rules.md",
    ),
    (
        "Reference",
        "Known differences",
        "known-differences.html",
        "docs/known-differences.md",
    ),
    ("Reference", "Glossary", "glossary.html", "docs/glossary.md"),
    ("Project", "Changelog", "changelog.html", "CHANGELOG.md"),
    ("Project", "Benchmarks", "benchmarks.html", "benches/README.md"),
    ("Project", "Releases", "releases.html", "docs/releases.md"),
    ("Project", "Architecture", "architecture.html", "ARCHITECTURE.md"),
    ("Project", "Decisions", "decisions.html", "docs/decisions.md"),
    (
        "Project",
        "Other generators of pages",
        "reference-pages.html",
        "docs/reference-pages.md",
    ),
    ("Project", "Contributing", "contributing.html", "CONTRIBUTING.md"),
    (
        "Project",
        "Five first changes",
        "first-changes.html",
        "docs/first-changes.md",
    ),
    ("Project", "Security", "security.html", "SECURITY.md"),
];

/// The first digits of the codes of lints.
const LINTS: &str = "CRD08";

/// The folder of guides, all of which have a page.
const GUIDES: &str = "crd-core/src/guide";

/// Returns all pages, those of the list first.
pub(super) fn pages(root: &Path) -> io::Result<Vec<Page>> {
    for entry in fs::read_dir(root.join(GUIDES))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let source = format!("{GUIDES}/{name}");
        if path.extension().is_some_and(|extension| extension == "md")
            && !FILES.iter().any(|(.., file)| *file == source)
        {
            return Err(io::Error::other(format!(
                "`xtask/src/site/sources.rs` has no page for `{source}`"
            )));
        }
    }
    let mut pages = Vec::new();
    for (group, title, file, source) in FILES {
        pages.push(Page {
            group,
            title: (*title).to_owned(),
            file: (*file).to_owned(),
            source: (*source).to_owned(),
            markdown: fs::read_to_string(root.join(source))?,
            is_listed: true,
        });
        match *file {
            "cli.html" => pages.push(configuration::page(root)?),
            "codes.html" => pages.push(lints(root)?),
            _ => {}
        }
    }
    for entry in codes::all() {
        pages.push(Page {
            group: "Codes",
            title: format!("{}: {}", entry.code, entry.title),
            file: format!("codes/{}.html", entry.code),
            source: format!("crd-core/src/check/codes/pages/{}.md", entry.code),
            markdown: entry.page().to_owned(),
            is_listed: false,
        });
    }
    Ok(pages)
}

/// Returns the page of lints, each with a link to its page; or the catalogue, if there is one.
fn lints(root: &Path) -> io::Result<Page> {
    let source = "docs/lints.md";
    let markdown = if root.join(source).is_file() {
        fs::read_to_string(root.join(source))?
    } else {
        let mut text = "# Lints\n\nWhat crd-gen reports although the API server accepts it.\n\n| code | name | level | what |\n|---|---|---|---|\n".to_owned();
        for entry in codes::all().filter(|entry| entry.code.to_string().starts_with(LINTS)) {
            text.push_str(&format!(
                "| [{code}](../crd-core/src/check/codes/pages/{code}.md) | `{}` | {:?} | {} |\n",
                entry.slug,
                entry.severity,
                entry.title.replace('|', "\\|"),
                code = entry.code
            ));
        }
        text
    };
    Ok(Page {
        group: "Reference",
        title: "Lints".to_owned(),
        file: "lints.html".to_owned(),
        source: source.to_owned(),
        markdown,
        is_listed: true,
    })
}
