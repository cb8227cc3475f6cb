//! Sends CRDs and objects with unusual metadata over HTTP, the only way to observe what the server does before validation.

use std::io;

use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::http::{Exchange, difference, plain_crd, plain_crds, schemas};
use serde_json::{Value, json};

use super::ServerOptions;
use super::cluster::{CRDS, Cluster};

/// Owner references, of which some are picked with repetitions.
const OWNERS: &[&str] = &[
    r#"{"apiVersion": "v1", "kind": "A", "name": "a", "uid": "u"}"#,
    r#"{"apiVersion": "v1", "kind": "A", "name": "a", "uid": "v"}"#,
    r#"{"apiVersion": "v1", "kind": "A", "name": "b", "uid": "u"}"#,
    r#"{"apiVersion": "v1", "kind": "A", "name": "a", "uid": "u", "controller": false}"#,
    r#"{"apiVersion": "v1", "kind": "A", "name": "a", "uid": "u", "controller": true}"#,
    r#"{"apiVersion": "v1", "kind": "A", "name": "a", "uid": "w", "controller": true, "blockOwnerDeletion": true}"#,
    r#"{"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "e"}"#,
    r#"{"apiVersion": "a/b/c", "kind": "A", "name": "a", "uid": "x"}"#,
    r#"{"apiVersion": "v1", "kind": "A", "name": "", "uid": ""}"#,
    r#"{"apiVersion": "v1", "kind": "A", "name": "a", "uid": "u", "more": 1}"#,
];

/// Entries of managed fields.
const MANAGED: &[&str] = &[
    r#"{"operation": "x"}"#,
    "{}",
    r#"{"operation": "Update", "fieldsType": "FieldsV1"}"#,
    r#"{"operation": "Update", "apiVersion": "example.com/v1", "fieldsType": "x"}"#,
    r#"{"operation": "Update", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": 5}"#,
    r#"{"operation": "Update", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"x": 1}}}"#,
    r#"{"operation": "Update", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {}}, "manager": "m"}"#,
    r#"{"operation": "Apply", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"k:{\"a\":1}": {}}}, "time": "2020-01-01T00:00:00Z"}"#,
    r#"{"operation": "Apply", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"i:x": {}}}}"#,
    r#"{"operation": "Apply", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "time": "yesterday"}"#,
    r#"{"operation": 5}"#,
];

/// Members of metadata, with the values that they are set to.
const MEMBERS: &[(&str, &[&str])] = &[
    (
        "namespace",
        &[
            r#""default""#,
            r#""other""#,
            r#""Not_Valid""#,
            r#""""#,
            "null",
            "5",
        ],
    ),
    (
        "resourceVersion",
        &[
            r#""1""#,
            r#""0""#,
            r#""abc""#,
            r#""007""#,
            r#""18446744073709551616""#,
            "null",
            "7",
        ],
    ),
    ("generateName", &[r#""a-""#, r#""A_""#, r#""""#]),
    ("uid", &[r#""""#, "null", "5"]),
    ("generation", &["-1", "7", "null", r#""x""#, "1.5"]),
    (
        "creationTimestamp",
        &["null", r#""2020-01-01T00:00:00Z""#, r#""yesterday""#],
    ),
    ("deletionTimestamp", &["null", r#""2020-01-01T00:00:00Z""#, "5"]),
    ("deletionGracePeriodSeconds", &["null", "0", "-1", "30"]),
    ("selfLink", &[r#""/x""#, "5"]),
    (
        "labels",
        &[
            r#"{"a": "b"}"#,
            r#"{"/a": "b"}"#,
            r#"{"a": "b c"}"#,
            r#"{"a": null}"#,
            "[]",
            "null",
        ],
    ),
    (
        "annotations",
        &[r#"{"a": "b c"}"#, r#"{"a/b/c": ""}"#, r#"{"A": 5}"#, "null"],
    ),
    (
        "finalizers",
        &[
            r#"["a"]"#,
            r#"["a.b/c"]"#,
            r#"["a b"]"#,
            r#"["orphan", "foregroundDeletion"]"#,
            r#"["a", "a"]"#,
            "null",
            "{}",
        ],
    ),
    ("managedFields", &["[]", "null"]),
    ("clusterName", &[r#""c""#]),
    ("Labels", &["{}"]),
];

/// Sends the requests, and compares the responses with the results of the library.
pub(super) fn run(cluster: &Cluster, options: &ServerOptions) -> io::Result<usize> {
    let mut rng = Rng::new(options.seed);
    let crds = plain_crds();
    let paths = [
        "/apis/example.com/v1/namespaces/default/widgets",
        "/apis/example.com/v1/gadgets",
    ];
    for (crd, path) in crds.iter().zip(paths) {
        if cluster.create_crd(crd, path)?.is_none() {
            return Err(io::Error::other(format!("the server does not serve {path}")));
        }
    }
    let mut exchanges = Vec::new();
    for number in 0..options.metadata {
        let at = usize::from(rng.one_in(3));
        let (Some(crd), Some(path)) = (crds.get(at), paths.get(at)) else {
            break;
        };
        let kind = crd["spec"]["names"]["kind"].clone();
        let object = json!({"apiVersion": "example.com/v1", "kind": kind, "metadata": {"name": format!("a{number}")}, "spec": {}});
        requests(cluster, path, &object, &mut rng, &mut exchanges)?;
        let crd = plain_crd(&format!("k{number}"), "Namespaced");
        requests(cluster, CRDS, &crd, &mut rng, &mut exchanges)?;
    }
    if let Some(file) = &options.record {
        let lines: Vec<String> = exchanges
            .iter()
            .map(|exchange| serde_json::to_string(&exchange.clone().without_what_is_not_compared()))
            .collect::<Result<_, _>>()?;
        std::fs::write(file, lines.join("\n") + "\n")?;
    }
    let schemas = schemas(&crds.iter().collect::<Vec<_>>());
    let mut differences = 0;
    for exchange in &exchanges {
        if let Some(difference) = difference(exchange, &exchange.our_line(&crds), &schemas) {
            differences += 1;
            println!("{} {}\n  {difference}\n", exchange.what, exchange.object);
        }
    }
    let refused = exchanges
        .iter()
        .filter(|exchange| exchange.answer.status >= 400)
        .count();
    println!(
        "{} requests with odd metadata ({refused} refused), {differences} differences",
        exchanges.len()
    );
    Ok(differences)
}

/// Creates an object with unusual metadata or, if that is rejected, without; then replaces it, and its status. CRDs are deleted at
/// the end.
fn requests(
    cluster: &Cluster,
    path: &str,
    object: &Value,
    rng: &mut Rng,
    exchanges: &mut Vec<Exchange>,
) -> io::Result<()> {
    const QUERY: &str = "?fieldValidation=Warn";
    let mut sent = object.clone();
    disturb(&mut sent, &[], rng);
    let created = cluster.send("POST", &format!("{path}{QUERY}"), Some(&sent))?;
    let mut stored = created.clone();
    exchanges.push(Exchange {
        what: "create".to_owned(),
        object: sent,
        old: None,
        answer: created,
    });
    if stored.status != 201 {
        stored = cluster.send("POST", &format!("{path}{QUERY}"), Some(object))?;
    }
    let name = stored.body["metadata"]["name"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    if stored.status == 201 {
        for (what, part) in [("update", ""), ("status", "/status")] {
            if path == CRDS && what == "status" {
                continue;
            }
            // Waits for the server's own changes to a CRD.
            let old = settled(cluster, &format!("{path}/{name}"), path == CRDS)?;
            let mut sent = old.clone();
            // The fields that identify a stored object are compared with the store before any validation.
            disturb(&mut sent, &["resourceVersion", "uid", "generateName"], rng);
            let answer = cluster.send("PUT", &format!("{path}/{name}{part}{QUERY}"), Some(&sent))?;
            exchanges.push(Exchange {
                what: what.to_owned(),
                object: sent,
                old: Some(old),
                answer,
            });
        }
    }
    if path == CRDS {
        cluster.send("DELETE", &format!("{path}/{name}"), None)?;
    }
    Ok(())
}

/// Returns a stored object; a CRD after the server has written its conditions.
fn settled(cluster: &Cluster, path: &str, is_crd: bool) -> io::Result<Value> {
    for _ in 0..100 {
        let stored = cluster.send("GET", path, None)?.body;
        let conditions = stored.pointer("/status/conditions").and_then(Value::as_array);
        let is_established = conditions.is_some_and(|all| {
            all.iter()
                .any(|one| one["type"] == "Established" && one["status"] == "True")
        });
        if !is_crd || is_established {
            return Ok(stored);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Err(io::Error::other(format!("{path} is not established")))
}

/// Sets one or two members of the metadata to unusual values.
fn disturb(object: &mut Value, kept: &[&str], rng: &mut Rng) {
    for _ in 0..=usize::from(rng.one_in(3)) {
        let (name, value) = match rng.below(5) {
            0 => ("ownerReferences", list(OWNERS, rng)),
            1 if rng.one_in(2) => ("managedFields", list(MANAGED, rng)),
            _ => {
                let Some((name, values)) = rng.pick(MEMBERS) else {
                    continue;
                };
                (*name, rng.pick(values).map_or(Value::Null, |value| parsed(value)))
            }
        };
        if !kept.contains(&name) {
            object["metadata"][name] = value;
        }
    }
}

fn list(entries: &[&str], rng: &mut Rng) -> Value {
    (0..=rng.below(3))
        .filter_map(|_| rng.pick(entries))
        .map(|entry| parsed(entry))
        .collect()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
