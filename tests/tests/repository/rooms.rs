//! The wings of crd-core use one another only in the directions that ARCHITECTURE.md allows.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// For each wing, the wings that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("go", &[]),
    ("model", &["go"]),
    ("yaml", &["go", "model"]),
    ("rust", &["go", "model", "yaml"]),
    ("server", &["go", "model", "yaml"]),
    ("values", &["go", "model"]),
    ("describe", &["go", "model"]),
    (
        "samples",
        &["go", "model", "yaml", "rust", "server", "values", "describe"],
    ),
    (
        "reference",
        &[
            "model", "yaml", "server", "values", "changes", "describe", "samples",
        ],
    ),
    ("convert", &["go", "model", "yaml", "rust", "values"]),
    ("changes", &["go", "model"]),
    (
        "check",
        &["go", "model", "yaml", "server", "values", "samples", "changes"],
    ),
    (
        "compat",
        &[
            "go", "model", "yaml", "rust", "server", "values", "samples", "changes", "check",
        ],
    ),
    ("migration", &["model", "changes", "check", "compat"]),
    ("build", &["go", "model", "yaml", "rust", "convert", "check"]),
    ("validator", &["model", "yaml", "rust", "server"]),
    (
        "guide",
        &[
            "build",
            "validator",
            "migration",
            "compat",
            "reference",
            "check",
            "changes",
            "convert",
            "samples",
            "describe",
            "values",
            "rust",
            "server",
            "yaml",
            "model",
            "go",
        ],
    ),
];

/// Short names at the root of the crate, with the wing of each.
const SHORT_NAMES: &[(&str, &str)] = &[
    ("Crd", "model"),
    ("KubeVersion", "model"),
    ("JsonSchemaProps", "model"),
    ("Structural", "model"),
    ("Diagnostic", "check"),
    ("Validate", "validator"),
    ("CustomResource", "rust"),
    ("Schema", "rust"),
    ("Shape", "rust"),
];

/// Uses that are still to be removed.
const REMAINING: &[&str] = &[];

#[test]
fn wings_use_one_another_in_allowed_directions() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-core/src");
    let wings: BTreeSet<&str> = MAY_USE.iter().map(|(wing, _)| *wing).collect();
    let found: BTreeSet<String> = fs::read_dir(&source)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lib.rs")
        .collect();
    assert_eq!(found, wings.iter().map(|wing| (*wing).to_owned()).collect());
    let mut uses = 0;
    let mut wrong = Vec::new();
    for (wing, allowed) in MAY_USE {
        for file in rust_files(&source.join(wing)) {
            let text = fs::read_to_string(&file).unwrap();
            for (number, line) in text
                .lines()
                .enumerate()
                .filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                for used in used_wings(line, &wings) {
                    uses += 1;
                    if used != *wing && !allowed.contains(&used) {
                        let path = file.strip_prefix(&source).unwrap().display();
                        let text = format!("{path} uses {used}");
                        if !REMAINING.contains(&text.as_str()) {
                            wrong.push(format!("{text} in line {}", number + 1));
                        }
                    }
                }
            }
        }
    }
    assert!(uses > 300, "only {uses} uses were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the wings named by `crate::WING` or at the start of a name in `crate::{…}`.
fn used_wings<'a>(line: &str, wings: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (start, _) in line.match_indices("crate::") {
        let rest = &line[start + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(list) => list.split([',', '{', '}']).map(str::trim).collect(),
            None => vec![rest],
        };
        for name in names {
            let word = name
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap_or_default();
            let short = SHORT_NAMES.iter().find(|(name, _)| *name == word);
            found.extend(short.map(|(_, wing)| *wing).or_else(|| wings.get(word).copied()));
        }
    }
    found
}

pub(super) fn rust_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
