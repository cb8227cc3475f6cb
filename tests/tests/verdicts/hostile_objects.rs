//! Malicious objects are validated without a panic, and in time that is bounded by their size.

use crd_core::decode::decode;
use crd_core::objects::{Admission, Admitted, Operation, Request};
use crd_core::{KubeVersion, yaml};
use crd_gen_tests::conformance::crd_of_case;
use crd_gen_tests::server_parity::our_verdict::node;
use serde_json::{Value, json};

fn admission(spec: &Value) -> Admission {
    let schema = json!({"type": "object", "properties": {"spec": spec}});
    let crd = crd_of_case(&json!({"scope": "Cluster", "schema": schema}));
    let crd = decode(&node(&crd)).crd.expect("a CRD");
    Admission::new(&crd, "v1", KubeVersion::DEFAULT).expect("a structural schema")
}

fn object(spec: Value) -> Value {
    let mut object = json!({"apiVersion": "g.example.com/v1", "kind": "Thing", "metadata": {"name": "a"}});
    object["spec"] = spec;
    object
}

fn texts(admitted: &Admitted) -> Vec<String> {
    admitted.errors.iter().map(ToString::to_string).collect()
}

#[test]
fn nested_lists() {
    let judge = admission(&json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}));
    let mut deep = json!(1);
    for _ in 0..10_000 {
        deep = Value::Array(vec![deep]);
    }
    let mut sent = object(json!({}));
    sent["spec"]["deep"] = deep;
    let admitted = judge.admit(Request::create(&sent));
    let fault = admitted.decode.expect("too deep");
    assert!(fault.text.contains("max depth"), "{fault}");
    let whole = object(json!({"deep": [[[1]]]}));
    let admitted = judge.admit(Request::update(&sent, &whole));
    assert!(
        admitted
            .decode
            .is_some_and(|fault| fault.text.starts_with("old: "))
    );
}

#[test]
fn duplicates_in_a_set() {
    let set = json!({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}});
    let judge = admission(&set);
    let same = object(json!(vec!["same"; 50_000]));
    let admitted = judge.admit(Request::create(&same));
    assert_eq!(texts(&admitted), ["spec[1]: Duplicate value: \"same\""]);
    let all: Vec<String> = (0..50_000).map(|number| (number / 2).to_string()).collect();
    assert_eq!(
        judge.admit(Request::create(&object(json!(all)))).errors.len(),
        25_000
    );
    assert!(judge.admit(Request::update(&same, &same)).is_accepted());
}

/// Each of 100,000 items violates a rule; the list has not changed, so each failure is a warning.
#[test]
fn rules_over_many_items() {
    let rule = |rule: &str| json!([{"rule": rule, "message": "no"}]);
    let list = json!({
        "type": "array",
        "items": {"type": "integer", "x-kubernetes-validations": rule("self < 0")},
    });
    let judge = admission(&list);
    let many = object(json!(vec![1; 100_000]));
    let created = judge.admit(Request::create(&many));
    assert_eq!(created.errors.len(), 100_000);
    assert_eq!(created.cost, Some(200_000));
    let updated = judge.admit(Request::update(&many, &many));
    assert!(updated.is_accepted());
    assert_eq!(updated.warnings.len(), 100_000);

    let pairs = json!({
        "type": "array",
        "items": {"type": "integer"},
        "x-kubernetes-validations": rule("self.all(x, self.all(y, x == y))"),
    });
    let admitted = admission(&pairs).admit(Request::create(&many));
    assert_eq!(
        texts(&admitted),
        [
            "spec: Invalid value: \"array\": 'operation cancelled: actual cost limit exceeded': no further validation rules will \
          be run due to call cost exceeds limit for rule: no"
        ]
    );
    assert_eq!(admitted.cost, None);
}

#[test]
fn large_texts_and_many_members() {
    let text = json!({
        "type": "string",
        "pattern": "^(a|a?)+$",
        "x-kubernetes-validations": [{"rule": "self.matches('^(a|a?)+$')"}],
    });
    let judge = admission(&text);
    let admitted = judge.admit(Request::create(&object(json!("a".repeat(4 << 20)))));
    assert!(
        texts(&admitted).iter().any(|error| error.contains("cost limit")),
        "{admitted:?}"
    );
    let map = json!({"type": "object", "additionalProperties": {"type": "string", "maxLength": 0}});
    let members: serde_json::Map<String, Value> = (0..50_000)
        .map(|number| (number.to_string(), json!("x")))
        .collect();
    let admitted = admission(&map).admit(Request::create(&object(Value::Object(members))));
    assert_eq!(admitted.errors.len(), 50_000);
}

/// Unusual but valid JSON.
#[test]
fn strange_documents() {
    let judge = admission(&json!({
        "type": "object",
        "properties": {"n": {"type": "integer"}, "x": {"type": "number"}, "s": {"type": "string", "format": "date-time"}},
        "x-kubernetes-validations": [{"rule": "!has(self.s) || string(self.s) != ''"}],
    }));
    for text in [
        r#"{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"n":1e400,"x":-1e400}}"#,
        r#"{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"a\u0000b":1,"s":"\ud800"}}"#,
        r#"{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":{"name":"\u0000"},"spec":{"n":9223372036854775808}}"#,
        r#"{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":{"name":"a","labels":{"":""}},"spec":{"":[]}}"#,
        r#"{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":null,"spec":null,"status":null}"#,
        r#"{"apiVersion":"/","kind":"","metadata":[],"spec":{}}"#,
        "[1, 2]",
        "null",
    ] {
        let read = yaml::read(text.as_bytes(), yaml::Options::default());
        for document in &read.documents {
            let sent = document.root.to_json();
            judge.admit(Request::create(&sent));
            judge.admit(Request::update(&sent, &sent));
            judge.admit(Request::new(Operation::UpdateStatus { old: &sent }, &sent));
            judge.admit(Request::new(Operation::UpdateScale { old: &sent }, &sent));
            judge.admit(Request::new(Operation::Apply { old: Some(&sent) }, &sent));
        }
    }
}
