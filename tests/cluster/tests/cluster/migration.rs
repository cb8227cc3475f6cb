//! A real server accepts the object that `crd-gen migrate` prints to make the server migrate stored objects.
//! `CRD_GEN_KUBE_APISERVER` is the path of a complete API server, since the one for CRDs lacks this API; kubectl is beside it.
//! The server's controller, which does the migration, is not tested here.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use versions_example::CRD;

use crate::guide::stage;

/// Flags that enable the gate and the API, which are off in Kubernetes 1.36 (MIG-05).
const FLAGS: [&str; 4] = [
    "--until-eof",
    "--",
    "--feature-gates=StorageVersionMigrator=true",
    "--runtime-config=storagemigration.k8s.io/v1beta1=true",
];

/// A complete API server, which stops when its standard input is closed.
struct Whole {
    child: Child,
    kubeconfig: String,
    kubectl: PathBuf,
}

impl Whole {
    fn start() -> Option<Whole> {
        let Some(binary) = std::env::var_os("CRD_GEN_KUBE_APISERVER").map(PathBuf::from) else {
            println!("skipped: CRD_GEN_KUBE_APISERVER does not name the binary of a whole API server");
            return None;
        };
        let mut child = Command::new(&binary)
            .args(FLAGS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary that CRD_GEN_KUBE_APISERVER names cannot be run");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let kubeconfig = line
            .trim_end()
            .strip_prefix("ready ")
            .and_then(|rest| rest.split_once(' '))
            .expect("the API server does not start")
            .1
            .to_owned();
        Some(Whole {
            child,
            kubeconfig,
            kubectl: binary.parent().unwrap_or(Path::new("/")).join("kubectl"),
        })
    }

    /// Sends an object as a dry run; returns whether the server accepts it, and its output.
    fn ask(&self, object: &str) -> (bool, String) {
        let mut kubectl = Command::new(&self.kubectl)
            .args(["create", "--dry-run=server", "--validate=strict", "-f", "-"])
            .env("KUBECONFIG", &self.kubeconfig)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("there is no kubectl beside the API server");
        kubectl
            .stdin
            .take()
            .unwrap()
            .write_all(object.as_bytes())
            .unwrap();
        let output = kubectl.wait_with_output().unwrap();
        let words = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&words).into_owned(),
        )
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        // The server stops when its standard input is closed, and removes its temporary folder.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Returns the object in the plan for a server of a version.
fn planned(version: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let all = ["v1alpha1", "v1beta1", "v1"];
    for (name, storage) in [("old.yaml", "v1alpha1"), ("new.yaml", "v1")] {
        let crd = serde_json::to_string(&stage(&all, &all, storage, 443)).unwrap();
        std::fs::write(directory.path().join(name), crd).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_crd-gen-beside-a-cluster"))
        .args([
            "migrate",
            "old.yaml",
            "new.yaml",
            "--out-dir",
            "plan",
            "--kubernetes-version",
            version,
        ])
        .current_dir(directory.path())
        .output()
        .unwrap();
    let files = std::fs::read_dir(directory.path().join("plan")).unwrap();
    let found = files
        .map(|file| file.unwrap().path())
        .find(|file| file.to_string_lossy().ends_with(".migration.yaml"));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    std::fs::read_to_string(found.unwrap_or_else(|| unreachable!("no migration: {printed}"))).unwrap()
}

#[test]
fn the_server_takes_the_migration_of_the_plan() {
    let Some(server) = Whole::start() else { return };
    let object = planned("1.36");
    assert!(
        object.contains("apiVersion: storagemigration.k8s.io/v1beta1"),
        "{object}"
    );
    let (is_taken, words) = server.ask(&object);
    assert!(is_taken, "{words}");
    assert!(words.contains(CRD), "{words}");
    // The object for older servers has another form, which this server would reject.
    let older = planned("1.34");
    assert!(
        older.contains("apiVersion: storagemigration.k8s.io/v1alpha1"),
        "{older}"
    );
    let (is_taken, words) = server.ask(&older.replace("v1alpha1", "v1beta1"));
    assert!(
        !is_taken && words.contains("unknown field \"spec.resource.version\""),
        "{words}"
    );
}
