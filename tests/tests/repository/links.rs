//! Links between the documents of the repository refer to existing files.

use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 29] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "benches/README.md",
    "crd-core/README.md",
    "crd-core/src/guide/attributes.md",
    "crd-core/src/guide/enums_and_unions.md",
    "crd-core/src/guide/first_operator.md",
    "crd-core/src/guide/from_controller_gen.md",
    "crd-core/src/guide/from_kube_derive.md",
    "crd-core/src/guide/versions.md",
    "crd-gen-cli/README.md",
    "crd-gen-cli/docs/cli.md",
    "crd-gen-cli/docs/codes.md",
    "crd-import/README.md",
    "crd-lsp/README.md",
    "crd-webhook/README.md",
    "docs/decisions.md",
    "docs/first-changes.md",
    "docs/glossary.md",
    "docs/known-differences.md",
    "docs/lints.md",
    "docs/reference-pages.md",
    "docs/rules.md",
    "editors/README.md",
    "examples/versions/README.md",
    "tests/oracle/README.md",
];

/// Returns the text without code spans and blocks, in which brackets and parentheses are not links.
fn without_code(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, from_ticks)) = rest.find('`').map(|at| rest.split_at(at)) {
        kept.push_str(before);
        let inside = from_ticks.trim_start_matches('`');
        let ticks = from_ticks.len() - inside.len();
        rest = end_of_code(inside, ticks).map_or(inside, |end| &inside[end..]);
    }
    kept + rest
}

/// Returns the end of a code span that began with this number of backticks: after the next run of the same number.
fn end_of_code(inside: &str, ticks: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        let start = at + inside[at..].find('`')?;
        let run = inside[start..].len() - inside[start..].trim_start_matches('`').len();
        at = start + run;
        if run == ticks {
            return Some(at);
        }
    }
}

#[test]
fn code_has_no_links() {
    let text = "[`a`](a.md) `[b](b.md)` ``[`c`](c.md)``\n```text\n[d](d.md)\n```\n[e](e.md) ` [f](f.md)";
    assert_eq!(without_code(text), "[](a.md)  \n\n[e](e.md)  [f](f.md)");
}

#[test]
fn relative_links_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut broken = Vec::new();
    let mut followed = 0;
    for document in DOCUMENTS {
        let path = root.join(document);
        let text = without_code(&fs::read_to_string(&path).unwrap());
        let inline = text.split("](").skip(1);
        let definitions = text
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
            .map(|(_, link)| link);
        for rest in inline.chain(definitions) {
            let link = rest.split([')', '#', ' ']).next().unwrap_or_default();
            // Guides are also rustdoc, so they link to items of crd-core, which rustdoc checks.
            if link.is_empty() || link.contains("://") || link.contains("crate::") {
                continue;
            }
            followed += 1;
            if !path.with_file_name(link).exists() {
                broken.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(followed > 10, "only {followed} links were found");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
