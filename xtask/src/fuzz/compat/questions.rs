//! The requests that check the findings on a pair of CRDs, with their expected results.

use std::io;

use crd_core::compat::{CompatFinding, StoredObjects, Witness, WitnessOperation};
use crd_core::objects::{Admission, Operation, Request};
use crd_core::values::{ValueOptions, Values};
use crd_gen_tests::mutants::pointers::{Focus, pointers};
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::object_answer::ObjectAnswer;
use crd_gen_tests::server_parity::oracle::Oracle;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{CompatFuzzOptions, CrdPair, PairCounts};

/// The response of the oracle.
#[derive(Debug, Deserialize)]
struct OracleAnswers {
    crd: Option<String>,
    #[serde(default)]
    answers: Vec<ObjectAnswer>,
}

/// The expected result of a request that the old CRD admits.
enum Expectation {
    /// The new CRD rejects it, drops a part of it, or decodes it differently.
    Broken(String),
    /// The new CRD rejects it.
    Refused(String),
    /// The new CRD admits it.
    Admitted(String),
    /// The new CRD admits it and keeps all of it, if the old one does.
    Quiet,
    /// The new CRD admits it, if the old one does.
    QuietUpdate,
}

/// The requests that no finding mentions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quiet {
    AllRequests,
    /// Updates that leave a stored object as it is.
    UpdatesOfStored,
}

/// The requests for one version of a pair, with their expected results.
pub(super) struct Questions {
    number: u64,
    pub(super) crds: [Value; 2],
    pub(super) version: String,
    pub(super) requests: Vec<Value>,
    expected: Vec<Expectation>,
}

impl Questions {
    pub(super) fn new(pair: &CrdPair, version: &str) -> Self {
        Questions {
            number: pair.number,
            crds: pair.values.clone(),
            version: version.to_owned(),
            requests: Vec::new(),
            expected: Vec::new(),
        }
    }

    fn add(&mut self, op: &str, object: &Value, old: Option<&Value>, expected: Expectation) {
        self.requests
            .push(json!({"op": op, "object": object, "old": old}));
        self.expected.push(expected);
    }

    fn add_witness(&mut self, witness: &Witness, expected: Expectation) {
        let op = match witness.operation {
            WitnessOperation::Create => "create",
            WitnessOperation::Update => "update",
            WitnessOperation::UpdateStatus => "status",
        };
        self.add(op, &witness.object, witness.old.as_ref(), expected);
    }

    pub(super) fn of_finding(&mut self, finding: &CompatFinding, counts: &mut PairCounts) {
        let words = format!("{} {}", finding.rule, finding.message);
        let Some(witness) = &finding.witness else { return };
        counts.witnesses += 1;
        self.add_witness(witness, Expectation::Broken(words.clone()));
        match &finding.stored {
            Some(StoredObjects::EditRejected(edit) | StoredObjects::Uneditable(edit)) => {
                counts.stored_witnesses += 1;
                self.add_witness(edit, Expectation::Refused(words));
            }
            Some(StoredObjects::Editable) => {
                counts.editable += 1;
                let op = match witness.operation {
                    WitnessOperation::UpdateStatus => "status",
                    _ => "update",
                };
                let edited = if op == "update" {
                    labelled(&witness.object)
                } else {
                    witness.object.clone()
                };
                self.add(op, &edited, Some(&witness.object), Expectation::Admitted(words));
            }
            None => {}
        }
    }

    /// Adds random objects that the old CRD admits, as creates and as updates.
    pub(super) fn of_objects(&mut self, pair: &CrdPair, options: &CompatFuzzOptions, quiet: Quiet) {
        let Ok(old) = Admission::new(&pair.crds[0], &self.version, options.server) else {
            return;
        };
        let mut values = Values::new(pair.number);
        let mut rng = Rng::new(pair.number);
        let mut stored: Option<Value> = None;
        for number in 0..options.objects {
            let options = match number % 3 {
                0 => ValueOptions::EDGES,
                1 => ValueOptions::WHOLE,
                _ => ValueOptions {
                    optional_percent: 30,
                    ..ValueOptions::WHOLE
                },
            };
            let mut object = values.value(old.schema(), options);
            let Some(members) = object.as_object_mut() else {
                continue;
            };
            let api_version = old.options().api_version.to_string();
            members.insert("apiVersion".to_owned(), api_version.into());
            members.insert("kind".to_owned(), old.options().kind.to_string().into());
            members.insert("metadata".to_owned(), json!({"name": "a"}));
            // Nulls that the server drops are not stored.
            if quiet == Quiet::AllRequests && rng.one_in(4) {
                change_member(&mut object, &Value::Null, &mut rng);
            }
            let before = old.admit(Request::create(&object));
            if !before.is_accepted() || !before.strict.is_empty() {
                continue;
            }
            // If the status has an endpoint, it is stored with a separate request.
            if object.get("status").is_some() && before.object.get("status").is_none() {
                let status = old.admit(Request::new(
                    Operation::UpdateStatus { old: &before.object },
                    &object,
                ));
                if !status.is_accepted() || !status.strict.is_empty() {
                    continue;
                }
            }
            if quiet == Quiet::UpdatesOfStored {
                self.add(
                    "update",
                    &labelled(&object),
                    Some(&object),
                    Expectation::QuietUpdate,
                );
                continue;
            }
            self.add("create", &object, None, Expectation::Quiet);
            self.add("update", &labelled(&object), Some(&object), Expectation::Quiet);
            if let Some(stored) = stored.replace(object.clone()) {
                self.add("update", &object, Some(&stored), Expectation::Quiet);
                self.add("status", &object, Some(&stored), Expectation::Quiet);
                let mut edited = stored.clone();
                change_member(&mut edited, &object, &mut rng);
                self.add("update", &edited, Some(&stored), Expectation::Quiet);
            }
        }
    }
}

/// Replaces a member of an object, at any depth, with the value of another object.
fn change_member(object: &mut Value, other: &Value, rng: &mut Rng) {
    let mut all = pointers(object, Focus::Frame);
    all.retain(|pointer| pointer.starts_with('/') && !pointer.starts_with("/metadata"));
    all.retain(|pointer| !matches!(pointer.as_str(), "/apiVersion" | "/kind"));
    let Some(pointer) = rng.pick(&all) else { return };
    let value = other.pointer(pointer).cloned().unwrap_or_default();
    if let Some(place) = object.pointer_mut(pointer) {
        *place = value;
    }
}

fn labelled(object: &Value) -> Value {
    let mut edited = object.clone();
    edited["metadata"]["labels"] = json!({"edited": "true"});
    edited
}

/// Reads the results of requests; returns the number of unexpected ones.
pub(super) fn judge(oracle: &Oracle, questions: &Questions, counts: &mut PairCounts) -> io::Result<usize> {
    let [old, new]: [OracleAnswers; 2] = [oracle.receive()?, oracle.receive()?];
    if old.crd.is_some() || new.crd.is_some() {
        counts.not_served += 1;
        return Ok(0);
    }
    for (number, (request, expected)) in questions.requests.iter().zip(&questions.expected).enumerate() {
        let (Some(before), Some(after)) = (old.answers.get(number), new.answers.get(number)) else {
            return Err(io::Error::other("the server did not answer"));
        };
        match is_as_expected(request, [before, after], expected) {
            Ok(()) if matches!(expected, Expectation::Quiet | Expectation::QuietUpdate) => {
                counts.quiet_requests += 1;
            }
            Ok(()) => counts.confirmed += 1,
            Err(reason) => {
                // Only the first mismatch of a pair is printed.
                let [old, new] = &questions.crds;
                println!(
                    "input {}: {}: {reason}\n  {request}",
                    questions.number, questions.version
                );
                println!("  old {old}\n  new {new}");
                return Ok(1);
            }
        }
    }
    Ok(0)
}

fn is_as_expected(
    request: &Value,
    [before, after]: [&ObjectAnswer; 2],
    expected: &Expectation,
) -> Result<(), String> {
    let is_admitted =
        |answer: &ObjectAnswer| answer.errors.is_empty() && answer.decode.is_none() && answer.panic.is_none();
    let is_kept = |answer: &ObjectAnswer| is_admitted(answer) && answer.strict.is_empty();
    let refused =
        |answer: &ObjectAnswer| format!("{:?} {:?} {:?}", answer.errors, answer.strict, answer.decode);
    match expected {
        Expectation::Quiet if is_kept(before) && !is_kept(after) => {
            Err(format!("nothing is said, but the new CRD: {}", refused(after)))
        }
        Expectation::QuietUpdate if is_admitted(before) && !is_admitted(after) => Err(format!(
            "nothing is said of stored objects, but: {}",
            refused(after)
        )),
        Expectation::Quiet if is_kept(before) => {
            let stored = [&request["object"], &before.object, &after.object];
            let [sent, before, after] = match request["op"].as_str() {
                Some("status") => stored.map(|object| &object["status"]),
                _ => stored,
            };
            match Some(sent)
                .filter(|sent| !sent.is_null())
                .and_then(|sent| lost(sent, before, after))
            {
                Some(path) => Err(format!("nothing is said, but `{path}` is lost")),
                None => Ok(()),
            }
        }
        Expectation::Broken(words) | Expectation::Refused(words) if !is_kept(before) => {
            Err(format!("{words}: the old CRD: {}", refused(before)))
        }
        Expectation::Admitted(words) if !is_admitted(before) => {
            Err(format!("{words}: the old CRD: {}", refused(before)))
        }
        Expectation::Broken(words) if is_kept(after) && before.object == after.object => {
            Err(format!("{words}: the new CRD admits it"))
        }
        Expectation::Refused(words) if is_admitted(after) => {
            Err(format!("{words}: the new CRD admits the update"))
        }
        Expectation::Admitted(words) if !is_admitted(after) => {
            Err(format!("{words}: it cannot be edited: {}", refused(after)))
        }
        _ => Ok(()),
    }
}

/// Returns the path of a value that was sent, that the old CRD stores and that the new one does not.
fn lost(sent: &Value, before: &Value, after: &Value) -> Option<String> {
    match (sent, before, after) {
        (Value::Object(sent), Value::Object(before), Value::Object(after)) => {
            sent.iter().find_map(|(name, sent)| {
                let found = match (before.get(name)?, after.get(name)) {
                    (_, None) => Some(String::new()),
                    (before, Some(after)) => lost(sent, before, after),
                };
                found.map(|below| format!(".{name}{below}"))
            })
        }
        (Value::Array(sent), Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            let all = sent.iter().zip(before).zip(after).enumerate();
            all.into_iter().find_map(|(number, ((sent, before), after))| {
                lost(sent, before, after).map(|below| format!("[{number}]{below}"))
            })
        }
        // Values that the old CRD has replaced with a default were not stored.
        _ => (sent == before && before != after).then(String::new),
    }
}
