//! Runs the commands that `crd-gen migrate` prints, unchanged, on a real API server: from the first version of the example to the
//! removal of the old ones. Needs kubectl (beside the API server or on PATH), bash and jq.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crd_core::Crd;
use crd_gen_cluster_tests::{ApiServer, Webhook, certificates};
use crd_webhook::tls::Certificates;
use k8s_openapi::ByteString;
use serde_json::{Value, json};
use tempfile::TempDir;
use versions_example::{CRD, reviewer};

use crate::guide::{stage, tls};

/// A shell whose kubectl uses the server.
struct Shell {
    directory: TempDir,
    kubeconfig: String,
    path: String,
}

impl Shell {
    /// Prints a line and returns `None` if a program is missing.
    fn new(server: &ApiServer) -> Option<Self> {
        let server_binary = std::env::var_os("CRD_GEN_APISERVER").map(PathBuf::from)?;
        let beside = server_binary.parent().unwrap_or(Path::new("/"));
        let shell = Self {
            directory: tempfile::tempdir().unwrap(),
            kubeconfig: server.kubeconfig().to_owned(),
            path: format!(
                "{}:{}",
                std::env::var("PATH").unwrap_or_default(),
                beside.display()
            ),
        };
        for program in ["bash", "jq", "kubectl"] {
            let found = Command::new("sh")
                .args(["-c", &format!("command -v {program}")])
                .env("PATH", &shell.path)
                .stdout(Stdio::null())
                .status();
            if !found.is_ok_and(|status| status.success()) {
                println!("skipped: there is no {program}, neither on PATH nor beside the API server");
                return None;
            }
        }
        Some(shell)
    }

    /// Runs a script, which must succeed, and returns what it prints.
    fn run(&self, script: &str) -> String {
        self.try_to_run(script).unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_to_run(&self, script: &str) -> Result<String, String> {
        let output = Command::new("bash")
            .args(["-euo", "pipefail", "-c", script])
            .current_dir(self.directory.path())
            .env("PATH", &self.path)
            .env("KUBECONFIG", &self.kubeconfig)
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(printed);
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!("{script}\n{printed}\n{errors}"))
    }

    fn json(&self, command: &str) -> Value {
        serde_json::from_str(&self.run(command)).unwrap()
    }

    fn write(&self, file: &str, value: &Value) {
        std::fs::write(self.directory.path().join(file), value.to_string()).unwrap();
    }

    /// Returns the plan from the deployed CRD to another.
    fn plan(&self, new: &Value, name: &str) -> Vec<Value> {
        self.write("new.yaml", new);
        self.run(&format!(
            "kubectl get crd {CRD} -o yaml --show-managed-fields > deployed.yaml"
        ));
        let output = Command::new(env!("CARGO_BIN_EXE_crd-gen-beside-a-cluster"))
            .args([
                "migrate",
                "deployed.yaml",
                "new.yaml",
                "--format",
                "json",
                "--out-dir",
                name,
            ])
            .current_dir(self.directory.path())
            .output()
            .unwrap();
        let plans: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| unreachable!("{}", String::from_utf8_lossy(&output.stderr)));
        plans[0]["steps"].as_array().unwrap().clone()
    }

    /// Runs the printed steps in one shell, and returns their names.
    fn take(&self, steps: &[Value]) -> Vec<String> {
        let mut script = String::new();
        for step in steps {
            // Users decide whether old versions are still used: the command only prints the clients.
            let is_judged = step["step"] == "moveClients";
            for command in step["commands"].as_array().unwrap() {
                let command = command.as_str().unwrap();
                // Manifests in Git: see `convert_manifests`.
                if command.contains(" FILES ") {
                    continue;
                }
                script.push_str(command);
                script.push_str(if is_judged { " || true\n" } else { "\n" });
            }
        }
        let printed = self.run(&script);
        assert!(!printed.contains("not migrated"), "{printed}");
        steps
            .iter()
            .map(|step| step["step"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Runs the plan's command that converts manifests in Git on one of them, in the package of the types.
    fn convert_manifests(&self, steps: &[Value], file: &str) {
        let mut commands = steps.iter().flat_map(|step| step["commands"].as_array().unwrap());
        let command =
            commands.find_map(|command| command.as_str().filter(|command| command.contains(" FILES ")));
        let file = self.directory.path().join(file);
        let command = command
            .unwrap()
            .replace(" FILES ", &format!(" {} ", file.display()));
        self.run(&format!(
            "cd {}/../..\ncrd-gen() {{ {} \"$@\" -p versions-example; }}\n{command}\n",
            env!("CARGO_MANIFEST_DIR"),
            env!("CARGO_BIN_EXE_crd-gen-beside-a-cluster"),
        ));
    }

    /// Returns the objects at a version: name, labels, annotations, spec and status.
    fn objects(&self, version: &str) -> Value {
        let get = format!("kubectl get databases.{version}.versions.example.com -A -o json");
        // The server takes a moment to serve a changed CRD.
        let listed = (0..50).find_map(|_| {
            let listed = self.try_to_run(&get).ok();
            if listed.is_none() {
                std::thread::sleep(Duration::from_millis(200));
            }
            listed
        });
        let listed = listed.unwrap_or_else(|| self.run(&get));
        serde_json::from_str::<Value>(&listed).unwrap()["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|object| {
                let metadata = &object["metadata"];
                json!({
                    "name": metadata["name"],
                    "labels": metadata["labels"],
                    "annotations": metadata["annotations"],
                    "spec": object["spec"],
                    "status": object["status"],
                })
            })
            .collect()
    }
}

/// Returns a CRD with the CA of a webhook, as JSON.
fn manifest(crd: &Crd, certificates: &Certificates) -> Value {
    let mut crd = serde_json::to_value(crd).unwrap();
    if let Some(config) = crd.pointer_mut("/spec/conversion/webhook/clientConfig") {
        config["caBundle"] = serde_json::to_value(ByteString(certificates.ca_bundle.clone().into())).unwrap();
    }
    crd
}

fn database(name: &str, backup_every: &str) -> Value {
    json!({
        "apiVersion": "versions.example.com/v1alpha1",
        "kind": "Database",
        "metadata": {"name": name, "namespace": "shop", "labels": {"a": "b"}},
        "spec": {
            "type": "Postgres", "sizeGb": 10, "address": "db.shop:5432", "backupEvery": backup_every, "legacyAuth": true,
            "users": [{"name": "ann", "role": "admin"}],
        },
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_of_a_plan_do_what_it_says() {
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let Some(shell) = Shell::new(&server) else {
        return;
    };
    let made = certificates();
    let hook = Webhook::start(reviewer().unwrap(), tls(&made));
    let port = hook.address.port();

    // One version, with objects of two clients: one creates, the other applies.
    shell.write(
        "crd.json",
        &manifest(&stage(&["v1alpha1"], &["v1alpha1"], "v1alpha1", port), &made),
    );
    shell.run(&format!(
        "kubectl apply --server-side -f crd.json && kubectl wait --for=condition=Established crd/{CRD}"
    ));
    shell.write("shop.json", &database("shop", "12h"));
    shell.write("forum.json", &database("forum", "daily"));
    shell.run(
        "kubectl create -f shop.json && kubectl apply --server-side --field-manager=gitops -f forum.json",
    );
    shell.run("kubectl -n shop patch databases.v1alpha1.versions.example.com shop --subresource=status --type=merge -p '{\"status\":{\"ready\":2}}'");
    let at_first = shell.objects("v1alpha1");

    // To a CRD that stores the new version and still serves the old ones.
    let all = ["v1alpha1", "v1beta1", "v1"];
    let steps = shell.plan(&manifest(&stage(&all, &all, "v1", port), &made), "plan-1");
    let names = shell.take(&steps);
    assert_eq!(
        names,
        [
            "deployWebhook",
            "apply",
            "apply",
            "rewrite",
            "pruneStoredVersions"
        ]
    );
    assert_eq!(stored_versions(&shell), json!(["v1"]));
    let old = shell.objects("v1alpha1");
    assert_eq!(old, at_first);
    let new = shell.objects("v1");
    assert_eq!(new.as_array().unwrap().len(), 2);

    // Something else injects the CA, as cert-manager does.
    let injected = serde_json::to_value(ByteString(format!("{}\n", made.ca_bundle).into())).unwrap();
    shell.run(&format!(
        "kubectl patch crd {CRD} --field-manager=injector --type=merge -p '{{\"spec\":{{\"conversion\":{{\"webhook\":{{\"clientConfig\":{{\"caBundle\":{injected}}}}}}}}}}}'"
    ));

    // To only the new version.
    let steps = shell.plan(&manifest(&stage(&["v1"], &["v1"], "v1", port), &made), "plan-2");
    let notes = |step: &Value| step["notes"].to_string();
    assert!(
        steps
            .iter()
            .any(|step| notes(step).contains("fields of `spec.conversion` also belong to `injector`")),
        "{steps:?}"
    );
    let manifest_in_git = crd_core::yaml::to_string(&database("forum", "daily")).unwrap();
    let file = shell.directory.path().join("forum.yaml");
    std::fs::write(&file, format!("# A forum.\n{manifest_in_git}")).unwrap();
    shell.convert_manifests(&steps, "forum.yaml");
    let converted = std::fs::read_to_string(&file).unwrap();
    assert!(
        converted.starts_with("# A forum.\n") && converted.contains("apiVersion: versions.example.com/v1\n"),
        "{converted}"
    );
    shell.run("kubectl apply --server-side --field-manager=gitops -f forum.yaml");
    assert_eq!(shell.objects("v1"), new);
    let names = shell.take(&steps);
    assert_eq!(
        names,
        [
            "moveClients",
            "apply",
            "cleanManagedFields",
            "apply",
            "removeWebhook"
        ]
    );
    hook.kill().await;
    assert_eq!(stored_versions(&shell), json!(["v1"]));
    assert_eq!(shell.objects("v1"), new);
    let managers = shell.run(
        "kubectl get databases.v1.versions.example.com -A -o json --show-managed-fields | jq -r '.items[].metadata.managedFields[].apiVersion' | sort -u",
    );
    assert_eq!(managers, "versions.example.com/v1\n");

    // The manager that applied at an old version applies at the new one (CNV-62).
    let mut forum = new[0].clone();
    assert_eq!(forum["name"], "forum");
    forum = json!({
        "apiVersion": "versions.example.com/v1",
        "kind": "Database",
        "metadata": {"name": "forum", "namespace": "shop"},
        "spec": {"engine": forum["spec"]["engine"], "storage": {"sizeGb": 20}},
    });
    shell.write("forum.json", &forum);
    shell.run("kubectl apply --server-side --field-manager=gitops -f forum.json");
    let last = shell.objects("v1");
    assert_eq!(last[0]["spec"]["storage"]["sizeGb"], 20);
}

fn stored_versions(shell: &Shell) -> Value {
    shell.json(&format!("kubectl get crd {CRD} -o json"))["status"]["storedVersions"].clone()
}
