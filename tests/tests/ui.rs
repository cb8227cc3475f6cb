//! Mistakes in derives, each a file under `ui/<class of failure>/<mistake>.rs`: it must not compile.
//!
//! The texts beside them are those of one compiler. On any other the cases must still fail, whatever the
//! compiler says; `TRYBUILD=overwrite` records them anew.

#![expect(clippy::expect_used, reason = "a test without its files fails")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The compiler whose texts are recorded.
const RECORDED_WITH: &str = "1.95.0";

/// Set in the child process that only sees to it that nothing compiles.
const FAILURES_ONLY: &str = "CRD_GEN_UI_FAILURES_ONLY";

#[test]
fn mistakes_do_not_compile() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    if env::var_os(FAILURES_ONLY).is_some() {
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
        compile_fail(&copy);
    } else if rustc_version() == RECORDED_WITH {
        compile_fail(&cases);
    } else {
        let copied = copy_cases(&cases, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui"));
        println!("{copied} cases must fail; their texts are only compared on rustc {RECORDED_WITH}");
        // Overwriting the copies' texts leaves nothing to compare but whether they fail.
        let status = Command::new(env::current_exe().expect("this test"))
            .args(["--exact", "mistakes_do_not_compile", "--nocapture"])
            .env("TRYBUILD", "overwrite")
            .env(FAILURES_ONLY, "1")
            .status()
            .expect("this test again");
        assert!(status.success(), "some of these mistakes compile");
    }
}

fn compile_fail(cases: &Path) {
    let test = trybuild::TestCases::new();
    test.compile_fail(cases.join("*").join("*.rs"));
}

/// Copies the sources, without the recorded texts.
fn copy_cases(from: &Path, to: &Path) -> usize {
    let mut copied = 0;
    for class in fs::read_dir(from).expect("classes of failures").flatten() {
        let target = to.join(class.file_name());
        fs::create_dir_all(&target).expect("a directory for the copies");
        for case in fs::read_dir(class.path()).expect("cases").flatten() {
            if case.path().extension().is_some_and(|extension| extension == "rs") {
                fs::copy(case.path(), target.join(case.file_name())).expect("a copy");
                copied += 1;
            }
        }
    }
    copied
}

/// `1.95.0` of `rustc 1.95.0 (…)`.
fn rustc_version() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc");
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().nth(1).unwrap_or_default().to_owned()
}
