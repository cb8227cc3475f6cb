//! The Rust examples of lints (see `build.rs`): a bad example has the finding of its page, and a good one does not have it.

use crd_core::Crd;
use crd_core::check::{self, LintChoice, Options, codes};
use crd_core::generate::Problems;

/// A Rust example.
struct LintExample {
    page: &'static str,
    /// The code or the slug of the finding.
    lint: &'static str,
    /// Whether the example has the finding.
    finds: bool,
    crd: fn() -> Result<Crd, Problems>,
}

#[allow(
    dead_code,
    private_interfaces,
    unused_imports,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    reason = "examples for readers"
)]
mod examples {
    use super::LintExample;

    include!(concat!(env!("OUT_DIR"), "/lint_examples.rs"));
}

#[test]
fn rust_examples_have_the_findings_of_their_pages() {
    let mut wrong = Vec::new();
    for (number, example) in examples::EXAMPLES.iter().enumerate() {
        let code = codes::find(example.lint).unwrap().code;
        let crd = (example.crd)().unwrap();
        let manifest = crd_core::yaml::to_string(&crd).unwrap();
        let mut options = Options::default();
        // Codes that are no lints are always reported.
        let _ = options.levels.choose(&code.to_string(), LintChoice::Select);
        let report = check::text(&manifest, &options);
        let found: Vec<String> = report
            .findings
            .iter()
            .map(|finding| finding.diagnostic.code.to_string())
            .collect();
        if found.contains(&code.to_string()) != example.finds {
            wrong.push(format!(
                "{}, example {number}: {} {}\nfound {found:?}\n{manifest}",
                example.page,
                if example.finds { "lacks" } else { "has" },
                example.lint
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(examples::EXAMPLES.len() > 80, "{}", examples::EXAMPLES.len());
}
