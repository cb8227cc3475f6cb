//! What `crd-gen policies` writes is accepted by a real API server, and its warnings appear.
//!
//! `CRD_GEN_KUBE_APISERVER` and `CRD_GEN_KUBECTL` name the binaries; without them the test is skipped, and says so.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::explain_server::Running;
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

/// Objects, and what the server warns of when each is created.
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

#[test]
fn policies_are_accepted_and_warn() {
    let (Some(server), Some(kubectl)) = (
        std::env::var_os("CRD_GEN_KUBE_APISERVER"),
        std::env::var_os("CRD_GEN_KUBECTL"),
    ) else {
        println!("skipped: CRD_GEN_KUBE_APISERVER and CRD_GEN_KUBECTL do not name binaries");
        return;
    };
    let folder = temporary();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("crd.yaml", CRD);
    let policies = crd_gen(folder.path())
        .args(["policies", "crd.yaml"])
        .output()
        .unwrap();
    assert!(policies.status.success());
    write("policies.yaml", &String::from_utf8(policies.stdout).unwrap());
    let server = Running::start(Command::new(server).arg("--until-eof"));
    let config = server.line.trim().rsplit(' ').next().unwrap();
    let kubectl = |arguments: &[&str]| -> Output {
        let mut command = Command::new(&kubectl);
        command
            .current_dir(folder.path())
            .args(["--kubeconfig", config])
            .args(arguments);
        command.output().unwrap()
    };
    for file in ["crd.yaml", "policies.yaml"] {
        // The server does not know the extension of the KEP, and drops it.
        let applied = kubectl(&["apply", "--validate=ignore", "-f", file]);
        assert!(
            applied.status.success(),
            "{file}: {}",
            String::from_utf8_lossy(&applied.stderr)
        );
    }
    let wait = kubectl(&[
        "wait",
        "--for=condition=Established",
        "crd/routes.policies.example.com",
    ]);
    assert!(wait.status.success());
    for (number, (spec, expected)) in OBJECTS.iter().enumerate() {
        let object = format!(
            "apiVersion: policies.example.com/v1\nkind: Route\nmetadata: {{name: a{number}}}\nspec: {spec}\n"
        );
        write("object.yaml", &object);
        // The server takes a moment to know a new policy.
        let started = Instant::now();
        loop {
            let created = kubectl(&["create", "--dry-run=server", "-f", "object.yaml"]);
            assert!(
                created.status.success(),
                "{}",
                String::from_utf8_lossy(&created.stderr)
            );
            let found = warnings(&created);
            if found == *expected {
                break;
            }
            assert!(started.elapsed() < Duration::from_secs(30), "{spec}: {found:?}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }
    assert!(Path::new(config).exists(), "the server kept running");
}

/// The messages of policies among the warnings of kubectl, sorted.
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
