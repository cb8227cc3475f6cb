//! Checks the Rust examples on the pages of codes: those of mistakes do not compile, and the corrected ones do.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::{Case, package};
use crate::compiler::{self, Compiler};
use crate::output;
use crate::spread;

/// Errors about undefined names: the example is broken, and does not show the mistake.
const BROKEN: [&str; 5] = [
    "error[E0412]",
    "error[E0425]",
    "error[E0432]",
    "error[E0433]",
    "error[E0463]",
];

/// The text before a fragment: types whose CRD has a finding compile, with or without it.
const BEFORE_FRAGMENTS: &str = "\
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};
";

#[test]
fn examples_of_the_pages() {
    let compiler = Compiler::of_this_package(&["crd_core", "serde", "serde_json"]);
    let (mistakes, fixed) = examples();
    assert!(mistakes.len() > 25 && fixed.len() > 25, "the pages have examples");

    let mut open: Vec<&Case> = mistakes.iter().collect();
    // Together first: the compiler stops at the first stage with errors, so some need a separate crate.
    for crates in [together(&open), alone(&open)] {
        let still_open = |case: &Case| open.iter().any(|other| other.name == case.name);
        let crates: Vec<Vec<&Case>> = crates
            .into_iter()
            .filter(|cases| cases.iter().any(|case| still_open(case)))
            .collect();
        for (case, output) in compiler.outputs(&crates) {
            if output::has_error(&output) {
                let is_broken = BROKEN.iter().any(|error| output.contains(error));
                assert!(!is_broken, "{} shows no mistake:\n{output}", case.name);
                open.retain(|other| other.name != case.name);
            }
        }
    }
    let names: Vec<&String> = open.iter().map(|case| &case.name).collect();
    assert!(names.is_empty(), "these mistakes compile: {names:?}");

    let fixed: Vec<&Case> = fixed.iter().collect();
    for (case, output) in compiler.outputs(&together(&fixed)) {
        assert!(
            !output::has_error(&output),
            "{} does not compile:\n{output}",
            case.name
        );
    }
}

/// Distributes examples over a few crates. Those that declare channels need a separate crate.
fn together<'a>(cases: &[&'a Case]) -> Vec<Vec<&'a Case>> {
    let (roots, others): (Vec<&Case>, Vec<&Case>) = cases
        .iter()
        .copied()
        .partition(|case| case.text().contains("channels!"));
    let mut crates = alone(&roots);
    crates.extend(spread(&others, others.len().div_ceil(compiler::threads())));
    crates
}

fn alone<'a>(cases: &[&'a Case]) -> Vec<Vec<&'a Case>> {
    cases.iter().map(|case| vec![*case]).collect()
}

/// Returns the examples that must not compile, and those that must.
fn examples() -> (Vec<Case>, Vec<Case>) {
    let pages = package().join("../../crd-core/src/check/codes/pages");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).expect("a folder for examples");
    let (mut mistakes, mut fixed) = (Vec::new(), Vec::new());
    let mut files: Vec<PathBuf> = fs::read_dir(pages)
        .expect("pages")
        .flatten()
        .map(|file| file.path())
        .collect();
    files.sort();
    for file in files {
        let page = file
            .file_stem()
            .expect("a page has a name")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&file).expect("a page");
        let mut rest = text.as_str();
        let mut number = 0;
        while let Some((_, after)) = rest.split_once("\n```rust") {
            let (kind, after) = after.split_once('\n').expect("a block");
            let (block, after) = after.split_once("\n```").expect("the end of a block");
            rest = after;
            number += 1;
            let (cases, before) = match kind {
                "" => (&mut fixed, ""),
                ",fragment" => (&mut fixed, BEFORE_FRAGMENTS),
                ",compile_fail" => (&mut mistakes, ""),
                _ => continue,
            };
            // Lines that readers do not see begin with `# `.
            let mut source = before.to_owned();
            for line in block.lines() {
                source.push_str(line.strip_prefix("# ").unwrap_or(line));
                source.push('\n');
            }
            if !source.contains("fn main()") {
                source.push_str("\nfn main() {}\n");
            }
            let path = folder.join(format!("{page}_{number}.rs"));
            fs::write(&path, source).expect("the source of an example");
            cases.push(Case::without_record(format!("{page}, example {number}"), path));
        }
    }
    (mistakes, fixed)
}
