//! Links between the documents of the repository lead to files.

use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 13] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "benches/README.md",
    "crd-core/README.md",
    "crd-gen-cli/README.md",
    "crd-gen-cli/docs/cli.md",
    "crd-gen-cli/docs/codes.md",
    "docs/glossary.md",
    "docs/rules.md",
    "tests/oracle/README.md",
];

#[test]
fn relative_links_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut broken = Vec::new();
    let mut followed = 0;
    for document in DOCUMENTS {
        let path = root.join(document);
        let text = fs::read_to_string(&path).unwrap();
        for rest in text.split("](").skip(1) {
            let link = rest.split([')', '#', ' ']).next().unwrap_or_default();
            if link.is_empty() || link.contains("://") {
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
