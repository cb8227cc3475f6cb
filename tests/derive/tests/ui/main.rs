//! Checks that mistakes in derives do not compile, each in a file `ui/<class of mistake>/<mistake>.rs`.
//!
//! The recorded output beside each file is that of one compiler version. With any other version the cases must still
//! fail, with any output. `cargo xtask regenerate ui` updates the recorded output.
//!
//! Running the compiler for each of hundreds of cases would take minutes. So many cases are compiled as the modules of one
//! crate, and each has the errors that name its file. The compiler stops at the first stage with errors; cases whose output
//! differs from the recorded one are compiled again without the others, in ever smaller crates. Finally each is compiled
//! alone, as a separate program, and only that can fail the test.

#![expect(clippy::expect_used, reason = "a test without its files fails")]

mod cases;
mod compiler;
mod grades;
mod output;
mod pages;

use std::env;

use cases::{Case, all};
use compiler::Compiler;

/// The version of the compiler whose output is recorded.
const RECORDED_WITH: &str = "1.95.0";

/// The maximum number of cases that are compiled alone, once less than a third of them match when compiled together.
const FEW: usize = 24;

/// The expected output of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// The recorded output.
    Recorded,
    /// Any error.
    AnyError,
}

impl Expected {
    fn is_met_by(self, case: &Case, output: &str) -> bool {
        match self {
            Self::Recorded => case.recorded.as_deref() == Some(output),
            Self::AnyError => output::has_error(output),
        }
    }
}

#[test]
fn mistakes_do_not_compile() {
    let compiler = Compiler::of_this_package(compiler::CRATES);
    let version = compiler.version();
    let expected = if version == RECORDED_WITH {
        Expected::Recorded
    } else {
        println!("output is only compared with rustc {RECORDED_WITH}; this is {version}");
        Expected::AnyError
    };
    let cases = all();
    let mut open: Vec<&Case> = cases.iter().collect();
    let mut wrong = Vec::new();
    // Initially one crate for each processor.
    let mut size = cases.len().div_ceil(compiler::threads());
    while !open.is_empty() {
        let crates: Vec<Vec<&Case>> = spread(&open, size);
        let before = open.len();
        for (case, output) in compiler.outputs(&crates) {
            if expected.is_met_by(case, &output) {
                open.retain(|other| other.name != case.name);
            } else if size == 1 {
                wrong.push((case, output));
            }
        }
        println!("{before} cases, {size} in a crate: {} left", open.len());
        if size == 1 {
            break;
        }
        if (before - open.len()) * 3 < before {
            size = if open.len() < FEW { 1 } else { (size / 8).max(1) };
        }
        size = size.min(open.len().div_ceil(compiler::threads())).max(1);
    }
    if env::var_os("CRD_GEN_UPDATE").is_some() && expected == Expected::Recorded {
        for (case, output) in wrong {
            assert!(output::has_error(&output), "{} compiles", case.name);
            case.record(&output);
            println!("recorded: {}", case.name);
        }
        return;
    }
    for (case, output) in &wrong {
        let recorded = case.recorded.as_deref().unwrap_or("nothing\n");
        println!("== {}\nexpected:\n{recorded}\nfound:\n{output}", case.name);
    }
    assert!(
        wrong.is_empty(),
        "{} of {} cases differ; `cargo xtask regenerate ui` records their output",
        wrong.len(),
        cases.len()
    );
}

/// Distributes the cases over crates with at most `size` cases.
fn spread<'a>(cases: &[&'a Case], size: usize) -> Vec<Vec<&'a Case>> {
    let count = cases.len().div_ceil(size);
    let mut crates = vec![Vec::new(); count];
    for (place, case) in cases.iter().enumerate() {
        crates[place % count].push(*case);
    }
    crates
}
