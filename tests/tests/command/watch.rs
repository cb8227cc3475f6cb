//! `--watch` runs the command again when a file changes.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::support::{crd_gen, temporary};

/// A running command, which is stopped when this value is dropped.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn crd(scope: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: widgets.example.com}}\n\
         spec:\n  group: example.com\n  scope: {scope}\n  names: {{plural: widgets, kind: Widget}}\n  versions:\n  \
         - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}\n"
    )
}

/// Returns the next line that contains a text.
fn until(lines: &Receiver<String>, text: &str) -> String {
    loop {
        let line = lines.recv_timeout(Duration::from_secs(60)).unwrap();
        if line.contains(text) {
            return line;
        }
    }
}

#[test]
fn a_change_is_checked() {
    let folder = temporary();
    let file = folder.path().join("crd.yaml");
    fs::write(&file, crd("Everywhere")).unwrap();
    let mut child = crd_gen(folder.path())
        .args(["check", "--watch", "."])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stderr = BufReader::new(child.stderr.take().unwrap());
    let _watching = Watching(child);
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in stderr.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    until(&lines, "1 error in 1 of 1 CRD");
    until(&lines, "watching 1 file");
    fs::write(&file, crd("Namespaced")).unwrap();
    until(&lines, "crd.yaml` changed");
    until(&lines, "no errors in 1 CRD");
    // A new file is also noticed, and a file that cannot be parsed does not end the watch.
    fs::write(
        folder.path().join("new.yaml"),
        "kind: CustomResourceDefinition\na: [\n",
    )
    .unwrap();
    until(&lines, "new.yaml` changed");
    until(&lines, "1 error");
}

#[test]
fn standard_input_is_not_watched() {
    let folder = temporary();
    let output = crd_gen(folder.path())
        .args(["check", "--watch", "-"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
