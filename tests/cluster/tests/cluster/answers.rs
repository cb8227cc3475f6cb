//! Triggers each check of the API server on a webhook's response (CNV-30 to CNV-44).

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::sync::atomic::{AtomicU32, Ordering};

use crd_gen_cluster_tests::{ApiServer, Reply, WrongWebhook, certificates, webhook_conversion};
use crd_webhook::kube::inject_ca_bundle;
use kube::Client;
use kube::api::{Api, ApiResource, DynamicObject, Patch, PatchParams, PostParams};
use serde_json::{Value, json};

const CRD: &str = "wrongs.example.com";

fn resource(version: &str) -> ApiResource {
    ApiResource {
        group: "example.com".to_owned(),
        version: version.to_owned(),
        api_version: format!("example.com/{version}"),
        kind: "Wrong".to_owned(),
        plural: "wrongs".to_owned(),
    }
}

fn api(client: &Client, version: &str) -> Api<DynamicObject> {
    Api::namespaced_with(client.clone(), "default", &resource(version))
}

/// Returns the correct response to a review.
fn right(review: &Value) -> Value {
    let request = &review["request"];
    let mut objects = request["objects"].clone();
    for object in objects.as_array_mut().into_iter().flatten() {
        object["apiVersion"] = request["desiredAPIVersion"].clone();
    }
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "ConversionReview",
        "response": {"uid": request["uid"], "convertedObjects": objects, "result": {"status": "Success"}},
    })
}

/// Returns the correct response with one member changed; an empty value removes it.
fn changed(pointer: &'static str, value: Value) -> impl Fn(&Value) -> Reply + Send + Sync + 'static {
    move |review| {
        let mut answer = right(review);
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = answer.pointer_mut(parent).unwrap();
        if value == Value::Null && name != "0" {
            parent.as_object_mut().unwrap().remove(name);
        } else if let Some(list) = parent.as_array_mut() {
            list[name.parse::<usize>().unwrap()] = value.clone();
        } else {
            parent[name] = value.clone();
        }
        Reply::json(&answer)
    }
}

fn status(
    code: u16,
    content_type: &'static str,
    body: &'static str,
) -> impl Fn(&Value) -> Reply + Send + Sync {
    move |_| {
        let headers = vec![("Content-Type".to_owned(), content_type.to_owned())];
        Reply::Http(code, headers, body.to_owned())
    }
}

/// Returns the correct response with another content type, or none.
fn typed(content_type: Option<&'static str>) -> impl Fn(&Value) -> Reply + Send + Sync {
    move |review| {
        let headers = content_type.map(|text| ("Content-Type".to_owned(), text.to_owned()));
        Reply::Http(200, headers.into_iter().collect(), right(review).to_string())
    }
}

type Answer = Box<dyn Fn(&Value) -> Reply + Send + Sync>;

struct Case {
    id: &'static str,
    answer: Answer,
    /// The server's error after `conversion webhook for example.com/v1, Kind=Wrong `; empty if it accepts the response.
    says: &'static str,
}

fn case(
    id: &'static str,
    answer: impl Fn(&Value) -> Reply + Send + Sync + 'static,
    says: &'static str,
) -> Case {
    Case {
        id,
        answer: Box::new(answer),
        says,
    }
}

const JSON: &str = "application/json";

fn cases() -> Vec<Case> {
    let tried = AtomicU32::new(0);
    vec![
        case("the right answer", changed("/x", json!(1)), ""),
        case(
            "CNV-30",
            status(
                400,
                JSON,
                r#"{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no, because","code":400}"#,
            ),
            "failed: no, because",
        ),
        case(
            "CNV-30",
            status(400, JSON, "{}"),
            "failed: the server rejected our request for an unknown reason",
        ),
        case(
            "CNV-30",
            status(404, JSON, "{}"),
            "failed: the server could not find the requested resource",
        ),
        case(
            "CNV-30",
            status(500, "text/plain", "boom"),
            r#"failed: an error on the server ("boom") has prevented the request from succeeding"#,
        ),
        case(
            "CNV-30",
            status(500, JSON, "{}"),
            r#"failed: an error on the server ("unknown") has prevented the request from succeeding"#,
        ),
        case(
            "CNV-30",
            status(503, JSON, "{}"),
            "failed: the server is currently unable to handle the request",
        ),
        case(
            "CNV-30",
            status(207, JSON, "{}"),
            "failed: the server responded with the status code 207 but did not return more information",
        ),
        case(
            "CNV-30",
            status(413, JSON, "{}"),
            "failed: the server responded with the status code 413 but did not return more information",
        ),
        case(
            "CNV-21",
            move |review| {
                if tried.fetch_add(1, Ordering::Relaxed) < 2 {
                    let headers = vec![("Retry-After".to_owned(), "1".to_owned())];
                    return Reply::Http(429, headers, String::new());
                }
                Reply::json(&right(review))
            },
            "",
        ),
        case("CNV-31", typed(None), ""),
        case("CNV-31", typed(Some("text/plain")), ""),
        case(
            "CNV-31",
            typed(Some(";")),
            "failed: Internal error occurred: mime: no media type",
        ),
        case(
            "CNV-32",
            status(200, JSON, ""),
            "failed: 0-length response with status code: 200 and content type: application/json",
        ),
        case(
            "CNV-33",
            status(200, JSON, "{}"),
            "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
        ),
        case(
            "CNV-33",
            changed("/kind", Value::Null),
            "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=",
        ),
        case(
            "CNV-33",
            changed("/apiVersion", json!("apiextensions.k8s.io/v1beta1")),
            "failed: converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
        ),
        case(
            "CNV-33",
            changed("/apiVersion", json!("apiextensions.k8s.io/v2")),
            r#"failed: no kind "ConversionReview" is registered for version "apiextensions.k8s.io/v2" in scheme "pkg/runtime/scheme.go:111""#,
        ),
        case(
            "not JSON",
            status(200, JSON, "garbage"),
            r#"failed: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"#,
        ),
        case(
            "CNV-34",
            changed("/response", Value::Null),
            "failed: no response provided",
        ),
        case(
            "CNV-35",
            changed("/response/uid", json!("another")),
            r#"failed: expected response.uid="UID", got "another""#,
        ),
        case(
            "CNV-35",
            changed("/response/uid", Value::Null),
            r#"failed: expected response.uid="UID", got """#,
        ),
        case(
            "CNV-36",
            changed(
                "/response/result",
                json!({"status": "Failure", "message": "no, because"}),
            ),
            "failed: no, because",
        ),
        case(
            "CNV-36",
            changed("/response/result", json!({"status": "success"})),
            "failed: response.result.status was 'success', not 'Success'",
        ),
        case(
            "CNV-36",
            changed("/response/result", Value::Null),
            "failed: response.result.status was '', not 'Success'",
        ),
        case(
            "CNV-37",
            changed("/response/convertedObjects", json!([])),
            "returned 0 objects, expected 1",
        ),
        case(
            "CNV-37",
            changed("/response/convertedObjects", Value::Null),
            "returned 0 objects, expected 1",
        ),
        case(
            "CNV-37",
            changed("/response/convertedObjects", json!([{}, {}])),
            "returned 2 objects, expected 1",
        ),
        case(
            "CNV-38",
            changed("/response/convertedObjects/0", Value::Null),
            "unexpected end of JSON input",
        ),
        case(
            "CNV-38",
            changed("/response/convertedObjects/0/kind", Value::Null),
            "Object 'Kind' is missing in '{…}'",
        ),
        case(
            "CNV-38",
            changed("/response/convertedObjects/0", json!("text")),
            "json: cannot unmarshal string into Go value of type map[string]interface {}",
        ),
        case(
            "CNV-39",
            changed("/response/convertedObjects/0/apiVersion", json!("example.com/v1")),
            "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)",
        ),
        case(
            "CNV-39",
            changed("/response/convertedObjects/0/apiVersion", json!("other.com/v2")),
            "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received other.com/v2)",
        ),
        case(
            "CNV-39",
            changed("/response/convertedObjects/0/kind", json!("Other")),
            "returned invalid object at index 0: invalid kind (expected Wrong, received Other)",
        ),
        case(
            "CNV-40",
            changed("/response/convertedObjects/0/metadata/name", json!("b")),
            "returned invalid object: must have the same name: a != b",
        ),
        case(
            "CNV-40",
            changed("/response/convertedObjects/0/metadata/namespace", json!("b")),
            "returned invalid object: must have the same namespace: default != b",
        ),
        case(
            "CNV-40",
            changed("/response/convertedObjects/0/metadata/uid", json!("b")),
            "returned invalid object: must have the same UID: UID != b",
        ),
        case(
            "CNV-41",
            changed("/response/convertedObjects/0/metadata", Value::Null),
            "returned invalid object: must have the same name: a != ",
        ),
        case(
            "CNV-41",
            changed("/response/convertedObjects/0/metadata", json!("text")),
            "returned invalid object: must have the same name: a != ",
        ),
        case(
            "CNV-42",
            changed(
                "/response/convertedObjects/0/metadata/finalizers",
                json!(["a.b/c"]),
            ),
            "",
        ),
        case(
            "CNV-42",
            changed("/response/convertedObjects/0/metadata/generation", json!("text")),
            "",
        ),
        case(
            "CNV-43",
            changed("/response/convertedObjects/0/metadata/labels", json!([1])),
            "returned invalid metadata: invalid metadata.labels of type []interface {} in converted object",
        ),
        case(
            "CNV-43",
            changed("/response/convertedObjects/0/metadata/labels", json!({"a": 1})),
            "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
        ),
        case(
            "CNV-43",
            changed(
                "/response/convertedObjects/0/metadata/labels",
                json!({"a": "not valid"}),
            ),
            r#"returned invalid metadata: metadata.labels: Invalid value: "not valid": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"#,
        ),
        case(
            "CNV-43",
            changed(
                "/response/convertedObjects/0/metadata/annotations",
                json!({"a b": "c"}),
            ),
            r#"returned invalid metadata: metadata.annotation: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"#,
        ),
        case(
            "CNV-43",
            changed(
                "/response/convertedObjects/0/metadata/annotations",
                json!({"a": "c".repeat(262_144)}),
            ),
            "returned invalid metadata: metadata.annotation: Too long: may not be more than 262144 bytes",
        ),
        case("CNV-44", changed("/response/extra", json!({"a": 1})), ""),
        case(
            "a member that is known, of a wrong type",
            changed("/request", json!({"uid": 1})),
            "failed: json: cannot unmarshal number into Go struct field ConversionRequest.request.uid of type types.UID",
        ),
        case(
            "no answer",
            |_| Reply::HangUp,
            r#"failed: Post "https://127.0.0.1:PORT/convert?timeout=30s": EOF"#,
        ),
    ]
}

/// Returns a message without the parts that differ each time.
fn steady(message: &str, hook: &WrongWebhook) -> String {
    let is_uid = |word: &str| word.len() == 36 && word.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let words = message.split_inclusive([' ', '"', '\'']).map(|word| {
        let bare = word.trim_end_matches([' ', '"', '\'']);
        if is_uid(bare) {
            word.replace(bare, "UID")
        } else {
            word.to_owned()
        }
    });
    let message: String = words.collect();
    // A quoted object.
    let message = match message.split_once("'{") {
        Some((before, _)) => format!("{before}'{{…}}'"),
        None => message,
    };
    message.replace(&hook.port.to_string(), "PORT")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_checks_answers() {
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let client = server.client();
    let made = certificates();
    let hook = WrongWebhook::start(&made);
    let schema = json!({"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}});
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": CRD},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "wrongs", "kind": "Wrong"},
            "conversion": webhook_conversion(hook.port),
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": schema},
                {"name": "v2", "served": true, "storage": false, "schema": schema},
            ],
        },
    });
    let crds: Api<DynamicObject> = Api::all_with(
        client.clone(),
        &ApiResource {
            group: "apiextensions.k8s.io".to_owned(),
            version: "v1".to_owned(),
            api_version: "apiextensions.k8s.io/v1".to_owned(),
            kind: "CustomResourceDefinition".to_owned(),
            plural: "customresourcedefinitions".to_owned(),
        },
    );
    crds.patch(CRD, &PatchParams::apply("test"), &Patch::Apply(&crd))
        .await
        .unwrap();
    hook.answer(|review| Reply::json(&right(review)));

    // Without a CA, the webhook is not trusted.
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Wrong",
        "metadata": {"name": "a", "labels": {"l": "1"}, "annotations": {"n": "1"}, "finalizers": ["x.y/z"]},
        "spec": {"a": 1},
    });
    let object: DynamicObject = serde_json::from_value(object).unwrap();
    let mut tries = 0;
    while let Err(error) = api(&client, "v1").create(&PostParams::default(), &object).await {
        tries += 1;
        assert!(tries < 100, "{error}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let untrusted = api(&client, "v2").get("a").await.unwrap_err().to_string();
    assert!(
        untrusted
            .contains("tls: failed to verify certificate: x509: certificate signed by unknown authority"),
        "{untrusted}"
    );
    assert!(inject_ca_bundle(&client, CRD, &made.ca_bundle).await.unwrap());
    assert!(!inject_ca_bundle(&client, CRD, &made.ca_bundle).await.unwrap());
    tries = 0;
    while let Err(error) = api(&client, "v2").get("a").await {
        tries += 1;
        assert!(tries < 100, "{error}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }

    let mut wrong = Vec::new();
    for Case { id, answer, says } in cases() {
        hook.answer(answer);
        let found = match api(&client, "v2").get("a").await {
            Ok(object) => {
                // Metadata other than labels and annotations is unchanged (CNV-42).
                assert_eq!(
                    object.metadata.finalizers.as_deref(),
                    Some(&["x.y/z".to_owned()][..]),
                    "{id}"
                );
                String::new()
            }
            Err(kube::Error::Api(status)) => status.message.clone(),
            Err(error) => error.to_string(),
        };
        let prefix = "conversion webhook for example.com/v1, Kind=Wrong ";
        let found = steady(&found.replacen(prefix, "", 1), &hook);
        if found != says {
            wrong.push(format!("{id}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
