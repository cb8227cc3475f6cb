//! Exit codes that transcripts cannot show.

use std::io::Write as _;
use std::process::{Command, Stdio};

const BROKEN: &str =
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\nspec: {}\n";

fn crd_gen() -> Command {
    Command::new(env!("CARGO_BIN_EXE_crd-gen-under-test"))
}

#[test]
fn findings_are_an_exit_code_even_where_nobody_reads_them() {
    let mut child = crd_gen()
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The reader of the output closes it before anything is written.
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(BROKEN.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
