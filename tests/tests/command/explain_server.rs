//! `kubectl explain` on a real API server and on `crd-gen publish --serve`, and `crd-gen explain` print the same bytes.
//!
//! `CRD_GEN_APISERVER` is the path of the server, and kubectl is beside it; without them the test prints that it is skipped.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::support::{crd_gen, temporary};
use serde_json::Value;

/// The maximum number of paths of each version, besides those that every version has.
const PATHS: usize = 12;

/// A child process that is stopped when this value is dropped.
pub(super) struct Running {
    child: Child,
    /// The line that it printed when it was ready.
    pub(super) line: String,
}

impl Running {
    /// Starts an API server, which stops when its standard input is closed.
    pub(super) fn start(server: &mut Command) -> Self {
        Self::start_with(server, Stdio::piped())
    }

    /// Starts a program, which prints a line when it is ready.
    fn start_with(command: &mut Command, input: Stdio) -> Self {
        let mut child = command
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        Running { child, line }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        match self.child.stdin.take() {
            // An API server that stops by itself removes its temporary folder.
            Some(input) => drop(input),
            None => drop(self.child.kill()),
        }
        let _ = self.child.wait();
    }
}

/// Returns the server that an environment variable names and kubectl beside it; prints a line if one is missing.
pub(super) fn with_kubectl(variable: &str) -> Option<[OsString; 2]> {
    let server = std::env::var_os(variable).map(PathBuf::from);
    let found = server.and_then(|server| {
        let kubectl = server.with_file_name("kubectl");
        kubectl.exists().then(|| [server.into(), kubectl.into()])
    });
    if found.is_none() {
        println!("skipped: {variable} does not name the binary of an API server that has kubectl beside it");
    }
    found
}

/// Returns the folders of manifests of all examples; if there are channels, that of the channel with the most fields.
fn manifests() -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut found: Vec<PathBuf> = std::fs::read_dir(examples)
        .unwrap()
        .map(|entry| entry.unwrap().path().join("crds"))
        .map(|folder| {
            Some(folder.join("experimental"))
                .filter(|folder| folder.is_dir())
                .unwrap_or(folder)
        })
        .filter(|folder| folder.is_dir())
        .collect();
    found.sort();
    found
}

/// Returns a kubectl with its own cache folder.
fn kubectl(program: &OsString, server: &str, cache: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env("KUBECONFIG", "/dev/null")
        .args(["--server", server, "--cache-dir"])
        .arg(cache);
    command
}

/// Collects the paths of all fields of a schema.
fn paths(schema: &Value, path: &str, found: &mut Vec<String>) {
    if path.matches('.').count() > 6 {
        return;
    }
    found.push(path.to_owned());
    let inside = ["items", "additionalProperties"]
        .iter()
        .find_map(|keyword| schema.get(keyword).filter(|inner| inner.is_object()));
    if let Some(inside) = inside {
        found.pop();
        return paths(inside, path, found);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        paths(property, &format!("{path}.{name}"), found);
    }
}

/// Returns the arguments for each program: the path, the group and version, and other arguments.
fn questions(crds: &Value) -> Vec<Vec<String>> {
    let mut asked = Vec::new();
    for crd in crds["items"].as_array().unwrap() {
        let spec = &crd["spec"];
        let (plural, group) = (
            spec["names"]["plural"].as_str().unwrap(),
            spec["group"].as_str().unwrap(),
        );
        let versions = spec["versions"].as_array().unwrap();
        for version in versions.iter().filter(|version| version["served"] == true) {
            let mut all = Vec::new();
            paths(&version["schema"]["openAPIV3Schema"], plural, &mut all);
            // Evenly distributed, so that every run uses the same paths.
            let step = all.len().div_ceil(PATHS).max(1);
            let mut some: Vec<String> = all.into_iter().step_by(step).collect();
            some.extend([format!("{plural}.metadata"), format!("{plural}.spec.nothing")]);
            let group_version = format!("{group}/{}", version["name"].as_str().unwrap());
            for (number, path) in some.into_iter().enumerate() {
                let mut question = vec![
                    "explain".to_owned(),
                    path,
                    "--api-version".to_owned(),
                    group_version.clone(),
                ];
                if number % 4 == 0 {
                    question.push("--recursive".to_owned());
                }
                asked.push(question);
            }
        }
    }
    asked
}

#[test]
fn kubectl_explains_alike_with_and_without_a_server() {
    let Some([server, kubectl_binary]) = with_kubectl("CRD_GEN_APISERVER") else {
        return;
    };
    let folder = temporary();
    let real = Running::start(Command::new(server).args(["--until-eof", "--http"]));
    let url = real
        .line
        .strip_prefix("ready ")
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    let mut served = crd_gen(folder.path());
    served.arg("publish").args(manifests()).args(["--serve", "0"]);
    let served = Running::start_with(&mut served, Stdio::null());
    let kubectl = |server: &str, cache: &str| kubectl(&kubectl_binary, server, &folder.path().join(cache));
    for manifests in manifests() {
        let mut apply = kubectl(url, "real");
        apply
            .args(["apply", "--server-side", "--filename"])
            .arg(&manifests);
        assert!(
            apply.output().unwrap().status.success(),
            "{}",
            manifests.display()
        );
    }
    let mut wait = kubectl(url, "real");
    wait.args(["wait", "--for=condition=Established", "crd", "--all"]);
    assert!(wait.output().unwrap().status.success());
    let crds = kubectl(url, "real")
        .args(["get", "crd", "--output", "json"])
        .output()
        .unwrap();
    let questions = questions(&serde_json::from_slice(&crds.stdout).unwrap());
    // The server publishes a new CRD after a delay.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let mut different = Vec::new();
    for question in &questions {
        let expected = kubectl(url, "real").args(question).output().unwrap();
        let offline = kubectl(served.line.trim(), "served")
            .args(question)
            .output()
            .unwrap();
        let ours = crd_gen(folder.path())
            .args(question)
            .args(
                manifests()
                    .iter()
                    .flat_map(|folder| [Path::new("--crds"), folder]),
            )
            .output()
            .unwrap();
        let same_ends = [&offline, &ours]
            .iter()
            .all(|other| other.status.success() == expected.status.success());
        if expected.stdout != offline.stdout || expected.stdout != ours.stdout || !same_ends {
            different.push(question.join(" "));
        }
    }
    println!("{} paths explained by three programs", questions.len());
    assert!(
        questions.len() >= 200 && different.is_empty(),
        "{}",
        different.join("\n")
    );
}
