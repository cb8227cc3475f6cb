//! Tests that the API server would accept the response to any review (CNV-30 to CNV-44): reviews are mutated and truncated at
//! random, and each response is validated like in the server.

use serde_json::{Value, json};

use crate::{api, reviewer};

/// Number of reviews, unless `CRD_GEN_REVIEWS` is set.
const REVIEWS: usize = if cfg!(debug_assertions) { 20_000 } else { 100_000 };

/// A random number generator: xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).unwrap()
    }
}

fn seeds() -> Vec<Value> {
    let object = |version: &str, spec: Value| {
        json!({
            "apiVersion": format!("db.example.com/{version}"), "kind": "Database",
            "metadata": {
                "name": "a", "namespace": "n", "uid": "u", "labels": {"l": "1"},
                "annotations": {"b": "2", "db.example.com/v2.0000000000000001": "{\"p\":\"/spec/tier\",\"v\":\"gold\"}"},
                "managedFields": [{"manager": "m"}],
            },
            "spec": spec, "status": {"state": "ready", "phase": "ready"},
        })
    };
    let v1 = json!({
        "engineName": "pg", "size": 5, "address": "h:1", "replicas": "007", "legacy": "x", "mode": "Legacy",
        "tuning": {"memory": 1, "cpu": 2}, "users": [{"name": "a", "superuser": true, "quota": 7}],
        "hosts": [{"ip": "1", "rack": "r"}], "extra": {"e": {"ip": "2", "rack": "s"}}, "notes": {"k": "v"},
    });
    let v3 = json!({
        "engine": "pg", "storage": {"size": 5, "class": "fast"}, "class": "gold", "mode": "Serverless", "port": 9,
        "users": [{"name": "a", "shell": "sh"}], "hosts": [{"ip": "2", "zone": "z"}],
    });
    let review = |version: &str, to: &str, objects: Value| {
        json!({
            "kind": "ConversionReview", "apiVersion": format!("apiextensions.k8s.io/{version}"),
            "request": {"uid": "705ab4f5", "desiredAPIVersion": format!("db.example.com/{to}"), "objects": objects},
            "response": {"uid": "", "convertedObjects": null, "result": {"metadata": {}}},
        })
    };
    let (v1, v3) = (object("v1", v1), object("v3", v3));
    vec![
        review("v1", "v3", json!([v1])),
        review("v1", "v1", json!([v3])),
        review(
            "v1beta1",
            "v2",
            json!([v1, v3, {"apiVersion": "db.example.com/v1", "kind": "Database"}]),
        ),
    ]
}

/// Returns an unusual value as replacement for another.
fn odd(random: &mut Random) -> Value {
    match random.below(12) {
        0 => Value::Null,
        1 => json!([]),
        2 => json!({}),
        3 => json!(-1),
        4 => json!(1e300),
        5 => json!(""),
        6 => json!("v1"),
        7 => json!([[{}]]),
        8 => json!({"a": {"b": []}}),
        9 => json!("db.example.com/v2"),
        10 => json!("{\"p\":\"/spec//users/{\\\"name\\\":\\\"z\\\"}/x\",\"v\":{\"a\":1},\"was\":null}"),
        _ => json!(true),
    }
}

/// Changes a value at a random place.
fn mutate(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(members) if !members.is_empty() && random.below(8) > 0 => {
            let at = random.below(members.len());
            let name = members.keys().nth(at).unwrap().clone();
            match random.below(12) {
                0 => drop(members.remove(&name)),
                1 => {
                    let value = odd(random);
                    members.insert(format!("{name}é"), value);
                }
                _ => mutate(members.get_mut(&name).unwrap(), random),
            }
        }
        Value::Array(elements) if !elements.is_empty() && random.below(8) > 0 => {
            let at = random.below(elements.len());
            match random.below(6) {
                0 => drop(elements.remove(at)),
                1 => elements.push(elements[at].clone()),
                _ => mutate(&mut elements[at], random),
            }
        }
        other => *other = odd(random),
    }
}

/// Validates a response to a review like the API server; the review may be arbitrary.
fn judge(review: &[u8], answer: &[u8]) -> Result<(), String> {
    let answer: Value = serde_json::from_slice(answer).map_err(|error| format!("CNV-32: {error}"))?;
    let response = &answer["response"];
    if answer["kind"] != "ConversionReview" || !response.is_object() {
        return Err("CNV-33, CNV-34: no review with a response".to_owned());
    }
    // Go's decoder replaces invalid UTF-8.
    let Ok(review) = serde_json::from_str::<Value>(&String::from_utf8_lossy(review)) else {
        return (response["result"]["status"] == "Failure")
            .then_some(())
            .ok_or_else(|| "a review that is no JSON succeeds".to_owned());
    };
    let known = ["apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"];
    if known.iter().any(|known| review["apiVersion"] == *known)
        && answer["apiVersion"] != review["apiVersion"]
    {
        return Err("CNV-33: another version".to_owned());
    }
    let uid = review["request"]["uid"].as_str().unwrap_or_default();
    if response["uid"] != uid {
        return Err(format!("CNV-35: uid {} for {uid}", response["uid"]));
    }
    if response["result"]["status"] == "Failure" {
        let message = response["result"]["message"].as_str().unwrap_or_default();
        return (!message.is_empty())
            .then_some(())
            .ok_or_else(|| "CNV-36: no message".to_owned());
    }
    if response["result"]["status"] != "Success" {
        return Err("CNV-36: neither success nor failure".to_owned());
    }
    let none = Vec::new();
    let asked = review["request"]["objects"].as_array().unwrap_or(&none);
    let given = response["convertedObjects"].as_array().ok_or("CNV-37: no list")?;
    if asked.len() != given.len() {
        return Err(format!("CNV-37: {} objects for {}", given.len(), asked.len()));
    }
    for (asked, given) in asked.iter().zip(given) {
        if given["apiVersion"] != review["request"]["desiredAPIVersion"] || given["kind"] != asked["kind"] {
            return Err(format!("CNV-39: {given}"));
        }
        let metadata = given["metadata"].as_object().ok_or("CNV-41: no metadata")?;
        for name in ["name", "namespace", "uid"] {
            if asked["metadata"].is_object() && metadata.get(name) != asked["metadata"].get(name) {
                return Err(format!("CNV-40: {name}"));
            }
        }
        for name in ["labels", "annotations"] {
            match metadata.get(name) {
                None | Some(Value::Null) => {}
                Some(Value::Object(texts)) if texts.values().all(Value::is_string) => {}
                Some(other) => return Err(format!("CNV-43: {name} is {other}")),
            }
        }
        let old = asked["metadata"]["annotations"].as_object();
        for (name, value) in metadata
            .get("annotations")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if old.and_then(|old| old.get(name)) == Some(value) {
                continue;
            }
            let (group, rest) = name
                .split_once('/')
                .ok_or("CNV-43: a new annotation without a prefix")?;
            let is_name = rest
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
                && rest.len() < 64;
            if group != "db.example.com" || !is_name {
                return Err(format!("CNV-43: the new annotation `{name}`"));
            }
        }
    }
    Ok(())
}

#[test]
fn no_review_has_an_answer_that_the_server_refuses() {
    let reviewer = reviewer();
    let given = std::env::var("CRD_GEN_REVIEWS");
    let reviews = given.map_or(REVIEWS, |count| count.parse().unwrap());
    let seeds = seeds();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut successes = 0;
    for number in 0..reviews {
        let mut review = seeds[number % seeds.len()].clone();
        for _ in 0..random.below(6) {
            mutate(&mut review, &mut random);
        }
        let mut text = review.to_string().into_bytes();
        match random.below(8) {
            0 => text.truncate(random.below(text.len())),
            1 => {
                let at = random.below(text.len());
                text[at] = u8::try_from(random.below(256)).unwrap();
            }
            _ => {}
        }
        let answer = reviewer.review(&text);
        if let Err(problem) = judge(&text, &answer) {
            panic!(
                "{problem}\nreview: {}\nanswer: {}",
                String::from_utf8_lossy(&text),
                String::from_utf8_lossy(&answer)
            );
        }
        successes += usize::from(answer.windows(9).any(|window| window == b"\"Success\""));
    }
    assert!(
        successes > reviews / 10,
        "only {successes} of {reviews} reviews succeed"
    );
    assert!(successes < reviews, "no review fails");
    println!("{reviews} reviews, of which {successes} succeed");
}

#[test]
fn a_panic_of_a_function_is_an_answer() {
    let spec = json!({"replicas": "panic"});
    let review = json!({
        "kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
        "request": {
            "uid": "7", "desiredAPIVersion": "db.example.com/v2",
            "objects": [{"apiVersion": "db.example.com/v1", "kind": "Database", "spec": spec}],
        },
    });
    let answer: Value = serde_json::from_slice(&reviewer().review(review.to_string().as_bytes())).unwrap();
    assert_eq!(answer["response"]["uid"], "7");
    assert_eq!(
        answer["response"]["result"],
        json!({"status": "Failure", "message": "object 0: a function of the mapping panicked: a mistake in a function"})
    );
    assert_eq!(api::v1::number("7".to_owned()), Some(7));
}

#[test]
fn deep_objects_are_read_without_recursion() {
    let deep = format!("{}{}", "[".repeat(9_000), "]".repeat(9_000));
    let review = format!(
        r#"{{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{{"uid":"1","desiredAPIVersion":"db.example.com/v2","objects":[{{"apiVersion":"db.example.com/v1","kind":"Database","metadata":{{"x":{deep}}},"spec":{{"engineName":"pg","legacy":{deep},"ratio":{deep}}}}}]}}}}"#
    );
    let answer = reviewer().answer(review.as_bytes());
    assert_eq!(answer.failure, None);
    let too_deep = "[".repeat(1_000_000);
    let answer = reviewer().answer(too_deep.as_bytes());
    assert!(answer.failure.unwrap().to_string().contains("10,000 levels"));
}
