//! `docs/rules.md` is the catalogue of rules as a page. `CRD_GEN_UPDATE=1` rewrites it.

use std::path::Path;
use std::{env, fs};

use crd_core::rules::rules_markdown;

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
        "docs/rules.md is stale: run `CRD_GEN_UPDATE=1 cargo test -p crd-gen-tests --test rules`"
    );
}
