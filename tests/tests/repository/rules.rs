//! `docs/rules.md` is the catalogue of rules as a page (`CRD_GEN_UPDATE=1` rewrites it), and every ID that code cites is in it.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use crd_core::rules::{GROUPS, rules_markdown};

#[test]
fn the_page_of_rules_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    let page = rules_markdown();
    if env::var_os("CRD_GEN_UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, page).unwrap();
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found.replace("\r\n", "\n") == page,
        "docs/rules.md is stale: run `CRD_GEN_UPDATE=1 cargo test -p crd-gen-tests --test repository rules::`"
    );
}

/// Comments also cite rules, if no constant is needed.
#[test]
fn every_cited_rule_is_in_the_catalogue() {
    let known: BTreeSet<&str> = GROUPS
        .iter()
        .flat_map(|group| group.rules)
        .map(|rule| rule.id.as_str())
        .collect();
    let prefixes: BTreeSet<&str> = known.iter().filter_map(|id| id.split('-').next()).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut unknown = BTreeSet::new();
    for part in ["crd-cel/src", "crd-core/src", "crd-derive/src", "crd-gen-cli/src"] {
        visit(&root.join(part), &mut |text| {
            for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-') {
                let Some((prefix, rest)) = word.split_once('-') else {
                    continue;
                };
                let is_id = rest.len() >= 2 && rest.as_bytes()[..2].iter().all(u8::is_ascii_digit);
                if is_id && prefixes.contains(prefix) && !known.contains(word) {
                    unknown.insert(word.to_owned());
                }
            }
        });
    }
    assert!(unknown.is_empty(), "not in the catalogue: {unknown:?}");
}

fn visit(directory: &Path, read: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, read);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            read(&fs::read_to_string(&path).unwrap());
        }
    }
}
