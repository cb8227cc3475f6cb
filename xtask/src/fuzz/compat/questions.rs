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

/// The expected result of a request for a finding.
enum Expectation {
    /// The old CRD admits it. The new one rejects it, drops a part of it, or decodes it differently.
    Broken(String),
    /// The old CRD admits it. The new one rejects it.
    Refused(String),
    /// The new CRD admits it: an edit of a stored object. The old CRD may forbid every edit, as with `self == oldSelf`.
    Admitted(String),
}

/// The requests that no finding mentions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quiet {
    /// All of them: the new CRD admits them and keeps all of each, if the old one does.
    AllRequests,
    /// Updates that leave a stored object as it is: the new CRD admits them, if the old one does.
    UpdatesOfStored,
}

/// The requests for one version of a pair, with their expected results.
pub(super) struct Questions {
    number: u64,
    pub(super) crds: [Value; 2],
    pub(super) version: String,
    /// Requests that are sent to both CRDs.
    requests: Vec<Value>,
    expected: Vec<Expectation>,
    /// Requests that the old CRD admits by our own admission, and that are only sent to the new one. If it objects, the
    /// server's code judges them under the old one too.
    quiet_requests: Vec<Value>,
    quiet: Vec<Quiet>,
}

impl Questions {
    pub(super) fn new(pair: &CrdPair, version: &str) -> Self {
        Questions {
            number: pair.number,
            crds: pair.values.clone(),
            version: version.to_owned(),
            requests: Vec::new(),
            expected: Vec::new(),
            quiet_requests: Vec::new(),
            quiet: Vec::new(),
        }
    }

    pub(super) fn are_none(&self) -> bool {
        self.requests.is_empty() && self.quiet_requests.is_empty()
    }

    /// Sends the requests: one line for the old CRD if findings must be confirmed, and one for the new CRD.
    pub(super) fn send(&self, oracle: &Oracle) -> io::Result<()> {
        if !self.requests.is_empty() {
            oracle.send(self.line(0, &self.requests, &[]))?;
        }
        oracle.send(self.line(1, &self.requests, &self.quiet_requests))
    }

    /// Returns a request of the oracle, without a copy of the CRD and the objects.
    fn line(&self, side: usize, requests: &[Value], more: &[Value]) -> String {
        let objects: Vec<String> = requests.iter().chain(more).map(Value::to_string).collect();
        let version = Value::from(&*self.version);
        format!(
            r#"{{"crd":{},"version":{version},"objects":[{}]}}"#,
            self.crds[side],
            objects.join(",")
        )
    }

    /// Whether the status has its own endpoint.
    fn is_status_separate(&self) -> bool {
        let versions = self.crds[0]["spec"]["versions"].as_array();
        versions
            .into_iter()
            .flatten()
            .any(|version| version["name"] == *self.version && version["subresources"]["status"].is_object())
    }

    fn add(&mut self, op: &str, object: &Value, old: Option<&Value>, expected: Expectation) {
        self.requests
            .push(json!({"op": op, "object": object, "old": old}));
        self.expected.push(expected);
    }

    fn add_quiet(&mut self, op: &str, object: &Value, old: Option<&Value>, quiet: Quiet) {
        self.quiet_requests
            .push(json!({"op": op, "object": object, "old": old}));
        self.quiet.push(quiet);
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
                let edited = labelled(&witness.object);
                self.add(
                    "update",
                    &edited,
                    Some(&witness.object),
                    Expectation::Admitted(words),
                );
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
                self.add_quiet("update", &labelled(&object), Some(&object), quiet);
                continue;
            }
            self.add_quiet("create", &object, None, quiet);
            self.add_quiet("update", &labelled(&object), Some(&object), quiet);
            if let Some(stored) = stored.replace(object.clone()) {
                self.add_quiet("update", &object, Some(&stored), quiet);
                self.add_quiet("status", &object, Some(&stored), quiet);
                let mut edited = stored.clone();
                change_member(&mut edited, &object, &mut rng);
                let by_old = old.admit(Request::new(Operation::Update { old: &stored }, &edited));
                if by_old.is_accepted() && by_old.strict.is_empty() {
                    self.add_quiet("update", &edited, Some(&stored), quiet);
                }
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

/// The oracles that judge the requests.
pub(super) struct Judge {
    pub(super) oracle: Oracle,
    /// Judges the requests to which only the new CRD objects, one after the other.
    pub(super) second: Oracle,
}

impl Judge {
    /// Reads the results of requests; returns the number of unexpected ones.
    pub(super) fn judge(&self, questions: &Questions, counts: &mut PairCounts) -> io::Result<usize> {
        let old: Option<OracleAnswers> = if questions.requests.is_empty() {
            None
        } else {
            Some(self.oracle.receive()?)
        };
        let new: OracleAnswers = self.oracle.receive()?;
        if new.crd.is_some() || old.as_ref().is_some_and(|old| old.crd.is_some()) {
            counts.not_served += 1;
            return Ok(0);
        }
        let no_answer = || io::Error::other("the server did not answer");
        let of_findings = questions.requests.iter().zip(&questions.expected);
        for (number, (request, expected)) in of_findings.enumerate() {
            let before = old.as_ref().and_then(|old| old.answers.get(number));
            let (Some(before), Some(after)) = (before, new.answers.get(number)) else {
                return Err(no_answer());
            };
            let Err(reason) = is_as_expected([before, after], expected) else {
                counts.confirmed += 1;
                continue;
            };
            let is_expected = |answers: [&ObjectAnswer; 2]| is_as_expected(answers, expected).is_ok();
            if self.has_two_answers(questions, request, &is_expected)? {
                counts.two_answers += 1;
                continue;
            }
            print_unexpected(questions, request, &reason);
            return Ok(1);
        }
        let quiet = questions.quiet_requests.iter().zip(&questions.quiet);
        let mut doubtful = Vec::new();
        for (number, (request, quiet)) in quiet.enumerate() {
            let after = new.answers.get(questions.requests.len() + number);
            let after = after.ok_or_else(no_answer)?;
            if is_quiet(questions, request, None, after, *quiet).is_err() {
                doubtful.push((request, after, *quiet));
            }
            counts.quiet_requests += 1;
        }
        if doubtful.is_empty() {
            return Ok(0);
        }
        let requests: Vec<Value> = doubtful.iter().map(|(request, ..)| (*request).clone()).collect();
        self.second.send(questions.line(0, &requests, &[]))?;
        let old: OracleAnswers = self.second.receive()?;
        if old.crd.is_some() {
            counts.not_served += 1;
            return Ok(0);
        }
        for ((request, after, quiet), before) in doubtful.into_iter().zip(&old.answers) {
            let judged = |before: &ObjectAnswer, after: &ObjectAnswer| {
                is_quiet(questions, request, Some(before), after, quiet)
            };
            let Err(reason) = judged(before, after) else {
                continue;
            };
            if self.has_two_answers(questions, request, &|[before, after]| {
                judged(before, after).is_ok()
            })? {
                counts.two_answers += 1;
                continue;
            }
            print_unexpected(questions, request, &reason);
            return Ok(1);
        }
        Ok(0)
    }

    /// Whether the server also answers a request as expected when it is asked again: it compares the members of objects in the random
    /// order of Go's maps, and so finds a difference first or a value that it cannot compare.
    fn has_two_answers(
        &self,
        questions: &Questions,
        request: &Value,
        is_expected: &dyn Fn([&ObjectAnswer; 2]) -> bool,
    ) -> io::Result<bool> {
        const TIMES: usize = 16;
        let ask = |side| -> io::Result<OracleAnswers> {
            self.second
                .send(questions.line(side, std::slice::from_ref(request), &[]))?;
            self.second.receive()
        };
        for _ in 0..TIMES {
            let (before, after) = (ask(0)?, ask(1)?);
            if let (Some(before), Some(after)) = (before.answers.first(), after.answers.first())
                && is_expected([before, after])
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Prints the first mismatch of a pair.
fn print_unexpected(questions: &Questions, request: &Value, reason: &str) {
    let [old, new] = &questions.crds;
    println!(
        "input {}: {}: {reason}\n  {request}",
        questions.number, questions.version
    );
    println!("  old {old}\n  new {new}");
}

fn is_admitted(answer: &ObjectAnswer) -> bool {
    answer.errors.is_empty() && answer.decode.is_none() && answer.panic.is_none()
}

fn is_kept(answer: &ObjectAnswer) -> bool {
    is_admitted(answer) && answer.strict.is_empty()
}

fn refused(answer: &ObjectAnswer) -> String {
    format!("{:?} {:?} {:?}", answer.errors, answer.strict, answer.decode)
}

/// Checks a request that no finding mentions; without the answer of the old CRD, as if that kept all of it.
fn is_quiet(
    questions: &Questions,
    request: &Value,
    before: Option<&ObjectAnswer>,
    after: &ObjectAnswer,
    quiet: Quiet,
) -> Result<(), String> {
    let is_status_separate = questions.is_status_separate();
    if quiet == Quiet::UpdatesOfStored {
        return if before.is_none_or(is_admitted) && !is_admitted(after) {
            Err(format!(
                "nothing is said of stored objects, but: {}",
                refused(after)
            ))
        } else {
            Ok(())
        };
    }
    if !before.is_none_or(is_kept) {
        return Ok(());
    }
    if !is_kept(after) {
        return Err(format!("nothing is said, but the new CRD: {}", refused(after)));
    }
    // A status with its own endpoint is not stored by other requests.
    let of_request = |object: &Value| {
        if request["op"].as_str() == Some("status") {
            object["status"].clone()
        } else {
            let mut object = object.clone();
            if is_status_separate && let Some(members) = object.as_object_mut() {
                members.remove("status");
            }
            object
        }
    };
    let sent = of_request(&request["object"]);
    let before = before.map_or_else(|| sent.clone(), |before| of_request(&before.object));
    let after = of_request(&after.object);
    match Some(&sent)
        .filter(|sent| !sent.is_null())
        .and_then(|sent| lost(sent, &before, &after))
    {
        Some(path) => Err(format!("nothing is said, but `{path}` is lost")),
        None => Ok(()),
    }
}

fn is_as_expected([before, after]: [&ObjectAnswer; 2], expected: &Expectation) -> Result<(), String> {
    match expected {
        Expectation::Broken(words) | Expectation::Refused(words) if !is_kept(before) => {
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
