//! Malicious files are checked within a memory limit, which the shell's `ulimit` enforces.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crd_gen_tests::conformance::crd_of_case;
use serde_json::{Value, json};

use crate::support::{crd_gen, temporary};

/// The maximum address space of the command, in KiB, for a debug build with its threads.
const ADDRESS_SPACE: u32 = 1 << 19;

/// Runs the command with the limit.
fn run(dir: &Path, arguments: &[&str]) -> Output {
    let command = crd_gen(dir);
    Command::new("sh")
        .args(["-c", "ulimit -v \"$1\"; shift; exec \"$@\"", "sh"])
        .arg(ADDRESS_SPACE.to_string())
        .arg(command.get_program())
        .args(arguments)
        .current_dir(dir)
        .env("NO_COLOR", "1")
        .env("RAYON_NUM_THREADS", "2")
        .output()
        .expect("a shell")
}

fn crd(spec: &Value) -> String {
    let schema = json!({"type": "object", "properties": {"spec": spec}});
    crd_of_case(&json!({"scope": "Cluster", "schema": schema})).to_string()
}

/// Returns the last line of the output; asserts that the command did not crash.
fn summary(output: &Output) -> String {
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let text = String::from_utf8_lossy(&text);
    text.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn objects() {
    let dir = temporary();
    let schema = json!({"type": "object", "properties": {
        "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "all": {"type": "array", "items": {"type": "integer"},
            "x-kubernetes-validations": [{"rule": "self.all(x, self.all(y, x == y))"}]},
        "re": {"type": "string", "x-kubernetes-validations": [{"rule": "'x'.matches(self)"}]},
        "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
        "n": {"type": "integer"},
    }});
    fs::write(dir.path().join("crd.json"), crd(&schema)).expect("a file");
    let nested = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let duplicates: Vec<String> = (0..50_000).map(|number| (number / 2).to_string()).collect();
    // One error is that the server rejects the CRD, because the rules cost too much without bounds.
    for (spec, expected) in [
        (json!({"set": vec!["same"; 50_000]}).to_string(), "2 errors in 1"),
        (json!({ "set": duplicates }).to_string(), "25,001 errors in 1"),
        (json!({"all": vec![1; 100_000]}).to_string(), "2 errors in 1"),
        (
            json!({"re": "(a|b?)+".repeat(150_000)}).to_string(),
            "1 error in 1",
        ),
        (
            json!({"re": format!("({}", "a".repeat(1 << 20))}).to_string(),
            "2 errors in 1",
        ),
        (format!(r#"{{"any":{{"a":{nested}}}}}"#), "1 error in 1 file"),
        (String::from(r#"{"n":1e400}"#), "1 error in 1 file"),
        (
            String::from(r#"{"any":{"a\u0000b":1,"s":"\ud800"}}"#),
            "1 error in 1",
        ),
        (
            json!({"any": {"s": "x".repeat(100_000_000)}}).to_string(),
            "1 error in 1 file",
        ),
    ] {
        let object = format!(
            r#"{{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":{{"name":"a"}},"spec":{spec}}}"#
        );
        fs::write(dir.path().join("object.json"), object).expect("a file");
        let line = summary(&run(
            dir.path(),
            &["validate", "object.json", "--crds", "crd.json"],
        ));
        let start: String = spec.chars().take(60).collect();
        assert!(line.starts_with(expected), "{start}: {line}");
    }
}

#[test]
fn crds_and_expressions() {
    let dir = temporary();
    let rule = |rule: String| json!({"type": "string", "x-kubernetes-validations": [{ "rule": rule }]});
    for (spec, expected) in [
        (
            json!({"type": "string", "pattern": "(a|b?)+".repeat(150_000)}),
            "no errors in 1",
        ),
        (
            rule(format!("self.matches('{}')", "(a|b?)+".repeat(14_000))),
            // Too expensive. It is also always true, but its automaton is too large to show that.
            "1 error in 1",
        ),
        (
            rule(format!("self{}", ".optMap(x,x)".repeat(249))),
            "1 error in 1",
        ),
        (rule("(".repeat(99_999)), "1 error in 1"),
        (rule("[1 2, ".repeat(16_000)), "1 error in 1"),
    ] {
        fs::write(dir.path().join("crd.json"), crd(&spec)).expect("a file");
        let line = summary(&run(dir.path(), &["check", "crd.json"]));
        let start: String = spec.to_string().chars().take(80).collect();
        assert!(line.starts_with(expected), "{start}: {line}");
    }
    fs::write(dir.path().join("crd.json"), crd(&json!({"type": "string"}))).expect("a file");
    let object = r#"{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":"x"}"#;
    fs::write(dir.path().join("object.json"), object).expect("a file");
    let expression = format!(
        "[1].map(x,{}{})",
        "[x,x].map(x,".repeat(60),
        "x".to_owned() + &")".repeat(60)
    );
    let output = run(
        dir.path(),
        &["cel", "crd.json", &expression, "--object", "object.json"],
    );
    summary(&output);
}
