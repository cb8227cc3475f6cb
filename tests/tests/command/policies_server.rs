//! A real API server accepts the policies that `crd-gen policies` writes, and returns their warnings.
//!
//! `CRD_GEN_KUBE_APISERVER` is the path of the server, and kubectl is beside it; without them the test prints that it is skipped.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::explain_server::{Running, with_kubectl};
use super::support::{crd_gen, temporary};

const CRD: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: routes.policies.example.com}
spec:
  group: policies.example.com
  names: {kind: Route, plural: routes}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              weight:
                type: integer
                x-kubernetes-api-lifecycle: {kubernetes: {minVersion: v1.30, status: alpha, featureGate: Weights}}
              backends:
                type: array
                maxItems: 4
                items:
                  type: object
                  properties:
                    host:
                      type: string
                      x-kubernetes-api-lifecycle: {routes: {minVersion: v2.0.0, status: deprecated}}
                    name: {type: string}
";

/// Objects, and the server's warnings when each is created.
const OBJECTS: [(&str, &[&str]); 4] = [
    ("{}", &[]),
    (
        "{weight: 1}",
        &["spec.weight is alpha since Kubernetes v1.30, behind the feature gate Weights"],
    ),
    ("{backends: [{name: a}]}", &[]),
    (
        "{weight: 1, backends: [{name: a}, {host: b}]}",
        &[
            "spec.backends[].host is deprecated since routes v2.0.0",
            "spec.weight is alpha since Kubernetes v1.30, behind the feature gate Weights",
        ],
    ),
];

/// A server with its kubectl; it stops when this value is dropped.
struct Cluster {
    server: Running,
    kubectl: OsString,
    folder: TempDir,
}

impl Cluster {
    fn start() -> Option<Self> {
        let [server, kubectl] = with_kubectl("CRD_GEN_KUBE_APISERVER")?;
        let folder = temporary();
        let server = Running::start(Command::new(server).arg("--until-eof"));
        Some(Cluster {
            server,
            kubectl,
            folder,
        })
    }

    fn kubectl(&self, arguments: &[&str]) -> Output {
        let config = self.server.line.trim().rsplit(' ').next().unwrap();
        let mut command = Command::new(&self.kubectl);
        command
            .current_dir(self.folder.path())
            .args(["--kubeconfig", config])
            .args(arguments);
        command.output().unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn apply(&self, file: &str) {
        let applied = self.kubectl(&["apply", "--server-side", "-f", file]);
        assert!(applied.status.success(), "{file}: {}", text(&applied.stderr));
    }

    /// Retries until the output is as wanted: the server needs some time to load a new policy.
    fn until(&self, arguments: &[&str], wanted: impl Fn(&Output) -> bool) {
        let started = Instant::now();
        loop {
            let answer = self.kubectl(arguments);
            if wanted(&answer) {
                return;
            }
            assert!(
                started.elapsed() < Duration::from_secs(30),
                "{arguments:?}: {}",
                text(&answer.stderr)
            );
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Applies the output of `crd-gen policies`.
    fn apply_policies(&self, arguments: &[&str]) -> String {
        let policies = crd_gen(self.folder.path())
            .arg("policies")
            .args(arguments)
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("generate"),
            )
            .output()
            .unwrap();
        assert!(policies.status.success(), "{}", text(&policies.stderr));
        self.write("policies.yaml", &text(&policies.stdout));
        self.apply("policies.yaml");
        text(&policies.stdout)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn policies_are_accepted_and_warn() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    cluster.write("crd.yaml", CRD);
    // The server does not know the extension of the KEP, and drops it; server-side apply would reject it.
    let applied = cluster.kubectl(&["apply", "--validate=ignore", "-f", "crd.yaml"]);
    assert!(applied.status.success(), "{}", text(&applied.stderr));
    cluster.apply_policies(&["crd.yaml"]);
    let wait = cluster.kubectl(&[
        "wait",
        "--for=condition=Established",
        "crd/routes.policies.example.com",
    ]);
    assert!(wait.status.success());
    for (number, (spec, expected)) in OBJECTS.iter().enumerate() {
        let object = format!(
            "apiVersion: policies.example.com/v1\nkind: Route\nmetadata: {{name: a{number}}}\nspec: {spec}\n"
        );
        cluster.write("object.yaml", &object);
        cluster.until(&["create", "--dry-run=server", "-f", "object.yaml"], |created| {
            assert!(created.status.success(), "{}", text(&created.stderr));
            warnings(created) == *expected
        });
    }
    gateway(&cluster);
}

/// Tests the policies of `examples/gateway`, one for each version of a kind and one for its channels.
fn gateway(cluster: &Cluster) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/gateway");
    let crd = |channel: &str, plural: &str| {
        let path = example.join(format!("crds/{channel}/gateway.networking.k8s.io_{plural}.yaml"));
        fs::read_to_string(path).unwrap()
    };
    for plural in ["gateways", "grpcroutes", "httproutes"] {
        cluster.write("crd.yaml", &crd("experimental", plural));
        cluster.apply("crd.yaml");
    }
    let manifest = example.join("Cargo.toml").display().to_string();
    let policies = cluster.apply_policies(&[
        "-p",
        "gateway-examples",
        "--manifest-path",
        &manifest,
        "--offline",
    ]);
    for name in [
        "channels.gateway",
        "lifecycle.gateways.v1.",
        "lifecycle.httproutes.v1.",
        "lifecycle.httproutes.v1beta1.",
        "lifecycle.grpcroutes.v1.",
    ] {
        assert!(policies.contains(name), "{name} is missing in\n{policies}");
    }
    // Fields of a channel cause warnings.
    cluster.write(
        "object.yaml",
        "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: a, namespace: default}\n\
         spec: {useDefaultGateways: All, rules: [{retry: {attempts: 2}}]}\n",
    );
    cluster.until(&["create", "--dry-run=server", "-f", "object.yaml"], |created| {
        assert!(created.status.success(), "{}", text(&created.stderr));
        warnings(created)
            == [
                "spec.rules[].retry is in the channel experimental only",
                "spec.useDefaultGateways is in the channel experimental only",
            ]
    });
    let refused = |file: &str, why: &str| {
        cluster.until(
            &["apply", "--server-side", "--dry-run=server", "-f", file],
            |answer| !answer.status.success() && text(&answer.stderr).contains(why),
        );
    };
    let accepted = |file: &str| {
        let answer = cluster.kubectl(&["apply", "--server-side", "--dry-run=server", "-f", file]);
        assert!(answer.status.success(), "{file}: {}", text(&answer.stderr));
    };
    cluster.write("switched.yaml", &crd("standard", "httproutes"));
    refused(
        "switched.yaml",
        "this CRD is in the channel experimental; fields that another channel does not have would be lost",
    );
    let with_version = |version: &str| crd("experimental", "httproutes").replace("v1.6.3", version);
    for older in ["v1.6.2", "v1.5.9", "v0.9.9", "v1.6", "next"] {
        cluster.write("older.yaml", &with_version(older));
        refused("older.yaml", "this CRD has a newer version of the API");
    }
    for newer in ["v1.6.3", "v1.6.10", "v1.10.0", "v2.0.0"] {
        cluster.write("newer.yaml", &with_version(newer));
        accepted("newer.yaml");
    }
    // A change to a less stable channel loses no fields, but has weaker guarantees.
    let none = crd("standard", "gateways");
    let deleted = cluster.kubectl(&[
        "delete",
        "crd",
        "gateways.gateway.networking.k8s.io",
        "--wait=true",
    ]);
    assert!(deleted.status.success(), "{}", text(&deleted.stderr));
    cluster.write("standard.yaml", &none);
    cluster.until(&["apply", "--server-side", "-f", "standard.yaml"], |applied| {
        applied.status.success()
    });
    cluster.write("later.yaml", &crd("experimental", "gateways"));
    refused(
        "later.yaml",
        "this CRD is in the channel standard; fields that experimental adds may change or be removed",
    );
}

/// Returns the messages of policies among the warnings of kubectl, sorted.
fn warnings(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut found: Vec<String> = text
        .lines()
        .filter_map(|line| line.split_once("with binding ")?.1.split_once(": "))
        .map(|(_, message)| message.to_owned())
        .collect();
    found.sort();
    found
}
