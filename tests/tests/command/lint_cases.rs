//! Tests of lints with reviewed cases in `tests/fixtures/lints`: cases with findings, and similar cases without.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crd_core::check::{self, LintChoice, LintProfile, Options, codes, lints};

use super::example::{Example, examples};

/// Returns the slugs of the findings in a manifest, with all lints enabled.
fn found(manifest: &str) -> BTreeSet<&'static str> {
    let mut options = Options::default();
    options.levels.set_profile(LintProfile::Strict);
    for lint in lints() {
        options
            .levels
            .choose(&lint.code.to_string(), LintChoice::Select)
            .unwrap();
    }
    let report = check::text(manifest, &options);
    let codes = report.findings.iter().map(|finding| finding.diagnostic.code);
    codes.filter_map(|code| Some(codes::entry(code)?.slug)).collect()
}

/// Returns the findings that an example must have (`finds`), or must not have (`quiet`).
fn asked<'e>(example: &'e Example, key: &str) -> impl Iterator<Item = &'e str> {
    let words = example.words.iter();
    words.filter_map(move |word| word.strip_prefix(key)?.strip_prefix('='))
}

#[test]
fn judged_cases_stay_as_they_were_judged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/lints");
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        for example in examples(&page) {
            count += 1;
            let manifest = example.manifest(false);
            let found = found(&manifest);
            let wanted = asked(&example, "finds").map(|slug| (slug, true));
            let unwanted = asked(&example, "quiet").map(|slug| (slug, false));
            let asked: Vec<_> = wanted.chain(unwanted).collect();
            assert!(!asked.is_empty(), "{manifest}");
            for (slug, is_wanted) in asked {
                assert!(codes::find(slug).is_some(), "{slug}");
                if found.contains(slug) != is_wanted {
                    wrong.push(format!("{} {slug}\n{manifest}{found:?}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count > 40, "{count}");
}
