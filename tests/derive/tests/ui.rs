//! Mistakes in derives do not compile, each in a file `ui/<class of mistake>/<mistake>.rs`.
//!
//! The recorded output beside each file is that of one compiler version. With any other version the cases must still
//! fail, whatever the compiler prints. `cargo xtask regenerate ui` records the output again.

#![expect(clippy::expect_used, reason = "a test without its files fails")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The version of the compiler whose output is recorded.
const RECORDED_WITH: &str = "1.95.0";

/// Is set in the child process, which only checks that no case compiles.
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
        println!("{copied} cases must fail; their output is only compared with rustc {RECORDED_WITH}");
        // While the output of the copies is overwritten, a case only fails the test if it compiles.
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

/// Copies the sources without the recorded output, and returns how many there are.
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

/// Returns the version of the compiler: `1.95.0` for `rustc 1.95.0 (…)`.
fn rustc_version() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc");
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().nth(1).unwrap_or_default().to_owned()
}
