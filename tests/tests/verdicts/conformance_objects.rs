//! The results of the recorded requests for objects equal those of every server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use crd_core::decode::decode;
use crd_core::objects::{Admission, Admitted, Finding, Operation, Request, duplicates};
use crd_core::{Crd, KubeVersion, validate, yaml};
use crd_gen_tests::conformance::crd_of_case;
use crd_gen_tests::lines;
use crd_gen_tests::server_parity::object_answer::ObjectAnswer;
use crd_gen_tests::server_parity::our_verdict::node;
use serde_json::{Map, Value};

/// Known differences, with the reasons: the case, the first server, the last one.
const KNOWN: &[(&str, u16, u16, &str)] = &[(
    "probe-0413",
    29,
    36,
    "memory that two appends share on the server",
)];

/// The possible costs on the server of cases whose cost was not recorded because it varies with the order of Go's maps.
const VARYING_COSTS: &[(&str, &[u64])] = &[("probe-0067", &[14, 20, 23])];

/// The server whose results are recorded completely.
const RECORDED: u16 = 36;

#[test]
fn recorded_answers() {
    let Some(lines) = lines("conformance/objects.jsonl") else {
        return;
    };
    let wrong = Mutex::new(BTreeMap::new());
    let seen = Mutex::new(BTreeSet::new());
    let halves = lines.chunks(lines.len().div_ceil(2).max(1));
    std::thread::scope(|scope| {
        for half in halves {
            let (wrong, seen) = (&wrong, &seen);
            scope.spawn(move || {
                for line in half {
                    let case: Value = serde_json::from_str(line).expect("a case");
                    let id = case["id"].as_str().expect("an id");
                    let sent = Sent::of(&case);
                    for minor in 29..=37 {
                        let difference = difference(&case, &sent, minor);
                        let known = KNOWN
                            .iter()
                            .any(|(known, first, last, _)| *known == id && (*first..=*last).contains(&minor));
                        match (difference, known) {
                            (Some(_), true) | (None, false) => {}
                            (Some(difference), false) => {
                                wrong.lock().unwrap().insert((id.to_owned(), minor), difference);
                            }
                            (None, true) => {
                                seen.lock().unwrap().insert((id.to_owned(), minor));
                            }
                        }
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    println!("{} answers", lines.len() * 9);
    let text: Vec<String> = wrong
        .iter()
        .map(|((id, minor), difference)| format!("{id} on 1.{minor}: {difference}"))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} differences:\n{}",
        wrong.len(),
        text.join("\n")
    );
    let gone = seen.into_inner().unwrap();
    assert!(
        gone.is_empty(),
        "no longer different; strike from the list: {gone:?}"
    );
}

fn difference(case: &Value, sent: &Sent<'_>, minor: u16) -> Option<String> {
    let server = KubeVersion::from_minor(minor).expect("a server");
    let (theirs, is_recorded) = recorded(case, minor);
    let mut theirs: ObjectAnswer = serde_json::from_value(theirs).expect("an answer");
    let mut ours = ObjectAnswer::from(sent.answer(server));
    if theirs.panic.is_some() {
        // The server panics on the CRD.
        ours.panic = validate::create(&sent.crd, server)
            .panic
            .map(|panic| panic.reason);
    }
    let varying = VARYING_COSTS.iter().find(|(id, _)| case["id"] == *id);
    if !is_recorded {
        (ours.cost, theirs.cost) = (None, None);
    } else if let Some((_, costs)) = varying {
        theirs.cost = ours.cost.filter(|cost| costs.contains(cost));
    }
    theirs.difference(ours).map(|difference| difference.to_string())
}

/// Returns the recorded result, and whether it is recorded completely.
fn recorded(case: &Value, minor: u16) -> (Value, bool) {
    let others: Option<&Map<String, Value>> = case.get("other").and_then(Value::as_object);
    let other = others.into_iter().flatten().find(|(range, _)| {
        let minors: Vec<u16> = range
            .split('-')
            .map(|version| version.trim_start_matches("1.").parse().expect("a minor version"))
            .collect();
        (minors[0]..=minors[minors.len() - 1]).contains(&minor)
    });
    let want = &case["want"];
    match other {
        None => (want.clone(), minor == RECORDED),
        Some((_, other)) => {
            let mut other = other.clone();
            if other.get("object").is_none() {
                other["object"] = want["object"].clone();
            }
            (other, false)
        }
    }
}

/// The request to each server, decoded once.
struct Sent<'a> {
    id: &'a Value,
    crd: Crd,
    object: Value,
    duplicates: Vec<Finding>,
    operation: Operation<'a>,
}

impl<'a> Sent<'a> {
    fn of(case: &'a Value) -> Self {
        let crd = crd_of_case(case);
        let raw = case["raw"].as_str().map(str::to_owned);
        let body = raw.unwrap_or_else(|| case["object"].to_string());
        let read = yaml::read(body.as_bytes(), yaml::Options::default());
        let old = &case["old"];
        Sent {
            id: &case["id"],
            crd: decode(&node(&crd)).crd.expect("a CRD"),
            object: match case.get("raw") {
                Some(_) => read.documents[0].root.to_json(),
                None => case["object"].clone(),
            },
            duplicates: duplicates(&read.documents[0].root),
            operation: match case["op"].as_str() {
                Some("create") => Operation::Create,
                Some("update") => Operation::Update { old },
                Some("status") => Operation::UpdateStatus { old },
                other => panic!("{other:?}"),
            },
        }
    }

    fn answer(&self, server: KubeVersion) -> Admitted {
        let admission =
            Admission::new(&self.crd, "v1", server).unwrap_or_else(|error| panic!("{}: {error}", self.id));
        let mut request = Request::new(self.operation, &self.object);
        request.duplicates = &self.duplicates;
        admission.admit(request)
    }
}
