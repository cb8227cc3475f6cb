//! `Validate`, `assert_valid!`, `assert_invalid!` and the validation of examples, as used by an operator's author.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crd_core::build::{self, BuildError};
use crd_core::validator::ObjectValidator;
use crd_core::{CustomResource, KubeVersion, Schema, Validate, assert_invalid, assert_valid};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Database", namespaced, status = DatabaseStatus)]
#[crd(rule(
    "self.replicas <= self.maxReplicas",
    message = "must not exceed maxReplicas",
    field_path = ".replicas"
))]
#[serde(rename_all = "camelCase")]
struct DatabaseSpec {
    #[crd(minimum = 1, rule("self >= oldSelf", message = "must not shrink"))]
    replicas: u32,
    #[crd(default = 5)]
    max_replicas: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = set)]
    zones: Vec<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct DatabaseStatus {
    #[crd(maximum = 3)]
    ready: u32,
}

fn database(replicas: u32) -> Database {
    Database::new(
        "a",
        DatabaseSpec {
            replicas,
            max_replicas: 5,
            zones: Vec::new(),
        },
    )
}

const TEXT: &str = "
apiVersion: db.example.com/v1
kind: Database
metadata: {name: a}
spec: {replicas: 3, maxReplicas: 3}
";

/// Returns the message of a panic.
fn message(run: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("it must fail");
    payload.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn values_are_judged_as_the_server_does() {
    let accepted = database(3).validate().unwrap();
    assert_eq!(accepted.object["spec"], json!({"replicas": 3, "maxReplicas": 5}));
    assert!(accepted.warnings.is_empty());
    let invalid = database(9).validate().unwrap_err();
    assert_eq!(
        invalid.to_string(),
        "Database \"a\" is invalid: spec.replicas: Invalid value: must not exceed maxReplicas"
    );
    assert!(invalid.has("spec.replicas", "must not exceed") && !invalid.has("spec", "must not exceed"));
    let mut several = database(0);
    several.spec.zones = vec!["x".into(), "x".into()];
    let invalid = several.validate().unwrap_err();
    assert_eq!(
        format!("{invalid:#}"),
        "Database \"a\" is invalid:\n  spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1\
         \n  spec.zones[1]: Duplicate value: \"x\""
    );
}

#[test]
fn updates_are_judged_with_the_old_object() {
    assert!(Database::validate_update(&database(1), &database(2)).is_ok());
    let invalid = Database::validate_update(&database(2), &database(1)).unwrap_err();
    assert!(invalid.has("spec.replicas", "must not shrink"), "{invalid}");
    let mut ready = database(2);
    ready.status = Some(DatabaseStatus { ready: 4 });
    assert!(ready.validate().is_ok(), "a create drops the status");
    let invalid = Database::validate_status_update(&database(2), &ready).unwrap_err();
    assert!(
        invalid.has("status.ready", "less than or equal to 3"),
        "{invalid}"
    );
}

#[test]
fn the_judge_is_built_once() {
    let judges: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| std::ptr::from_ref::<ObjectValidator>(Database::validator()) as usize))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(judges.iter().all(|judge| *judge == judges[0]));
}

#[test]
fn webhooks_answer_with_a_status() {
    let object = json!({
        "apiVersion": "db.example.com/v1", "kind": "Database", "metadata": {"name": "a"}, "spec": {"replicas": 0},
    });
    let status = Database::validator().create(&object).unwrap_err().to_status();
    assert_eq!(status["code"], 422);
    assert_eq!(status["details"]["causes"][0]["reason"], "FieldValueInvalid");
    let object = json!({"apiVersion": "db.example.com/v1", "kind": "Database", "metadata": {"labels": 1}});
    assert_eq!(
        Database::validator().create(&object).unwrap_err().to_status()["code"],
        400
    );
    let crd = Database::crd().unwrap();
    let other = ObjectValidator::of_crd(&crd, "v2", KubeVersion::DEFAULT);
    let invalid = other.create(&object).unwrap_err();
    assert!(invalid.to_string().contains("no version `v2`"), "{invalid}");
}

#[test]
fn assertions_hold_and_fail_with_readable_messages() {
    let (small, large) = (database(1), database(2));
    assert_valid!(small);
    assert_valid!(&small => &large);
    assert_valid!(Database: TEXT);
    assert_valid!(Database: TEXT => TEXT.replace("3}", "4}"));
    assert_invalid!(database(9));
    assert_invalid!(database(9), "spec.replicas");
    assert_invalid!(large => small, "spec.replicas", "must not shrink");
    assert_invalid!(Database: TEXT => TEXT.replace("replicas: 3,", "replicas: 2,"), "spec.replicas", "must not shrink");
    assert_invalid!(Database: TEXT.replace("maxReplicas", "maxReplica"), "spec.maxReplica", "unknown field");
    for (message, parts) in [
        (
            message(|| assert_valid!(database(9))),
            [
                "would reject this object",
                "spec.replicas: Invalid value: must not exceed",
                "  replicas: 9\n",
            ],
        ),
        (
            message(|| assert_invalid!(database(2), "spec.replicas", "must not exceed")),
            [
                "would accept this object",
                "at `spec.replicas`",
                "contains \"must not exceed\"",
            ],
        ),
        (
            message(|| assert_invalid!(database(9), "spec.zones")),
            [
                "but not at `spec.zones`\n",
                "spec.replicas: Invalid value: must not exceed",
                "kind: Database",
            ],
        ),
        (
            message(|| assert_invalid!(database(9), "spec.replica", "must not exceed")),
            [
                "but not at `spec.replica` with a text that contains \"must not exceed\"; did you mean `spec.replicas`?\n",
                "spec.replicas: Invalid value: must not exceed",
                "kind: Database",
            ],
        ),
        (
            message(|| assert_invalid!(Database: "a: [")),
            ["cannot be validated", "line 1 of the text", ""],
        ),
        (
            message(|| assert_invalid!(Database: "--- {a: 1}\n---\nb: 1\n---\nc: 1\n")),
            ["cannot be validated", "", ""],
        ),
    ] {
        for part in parts {
            assert!(message.contains(part), "no `{part}` in\n{message}");
        }
    }
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Wrong")]
struct WrongSpec {
    #[crd(maximum = 65535, example = 8080)]
    port: u32,
    #[crd(example = "not_a_name", pattern = "^[a-z-]+$")]
    name: String,
    #[crd(example = json!({"size": 2, "colour": "red"}))]
    part: Part,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(rule("self.size < 2", message = "must be small"))]
struct Part {
    size: u32,
}

#[test]
fn examples_are_judged_when_a_crd_is_made() {
    let crd = Wrong::crd().unwrap();
    let Err(BuildError::Rejected(refused)) = build::manifest(&crd, KubeVersion::DEFAULT) else {
        panic!("it must be refused");
    };
    let messages: Vec<&str> = refused
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "the example of `spec.name` violates its own schema: it must match `^[a-z-]+$`",
            "the example of `spec.part` violates its own schema: `colour` is not declared",
            "the example of `spec.part` violates its own schema: must be small",
        ]
    );
    let text = refused.to_string();
    assert!(
        text.contains("CRD0805") && text.contains("example: not_a_name"),
        "{text}"
    );
}
