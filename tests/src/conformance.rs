//! Compares this project's verdicts with recorded ones (`conformance/crd.jsonl`, `corpus/verdicts.jsonl`).

use std::collections::BTreeMap;
use std::sync::Arc;

use crd_core::check::{self, CheckReport, CheckedCrd, OldCrds, Options};
use serde_json::{Value, json};

/// A verdict as recorded.
#[derive(Debug, Default, serde::Deserialize)]
pub struct Recorded {
    /// The errors, as a multiset.
    #[serde(default)]
    pub errors: Vec<RecordedError>,
    /// The error if the request could not be decoded.
    pub decode: Option<String>,
    /// The error of strict decoding.
    pub strict: Option<String>,
    /// The panic, if the server would return HTTP 500.
    pub panic: Option<String>,
}

/// An error as recorded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
pub struct RecordedError {
    /// The cause type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The field.
    pub field: String,
    /// The text without the field.
    pub detail: String,
}

/// The number of errors of each rule, for the last line of a test.
pub type Counts = BTreeMap<&'static str, usize>;

/// Describes each difference between our verdict and the recorded one.
pub fn differences(recorded: &Recorded, crd: &CheckedCrd) -> Vec<String> {
    let mut found = Vec::new();
    let decode = crd.decode_errors.first().map(|error| error.message.clone());
    match (&recorded.decode, &decode) {
        (Some(expected), Some(ours)) if same_decode(expected, ours) => {}
        (None, None) => {}
        (expected, ours) => found.push(format!("decode: recorded {expected:?}, ours {ours:?}")),
    }
    let strict: Vec<String> = crd
        .strict_errors
        .iter()
        .map(|error| error.message.clone())
        .collect();
    let expected = recorded.strict.as_deref().map(|text| {
        let text = text.strip_prefix("strict decoding error: ").unwrap_or(text);
        sorted(text.split(", ").map(str::to_owned).collect())
    });
    if expected.unwrap_or_default() != sorted(strict.clone()) {
        found.push(format!("strict: recorded {:?}, ours {strict:?}", recorded.strict));
    }
    let Some(verdict) = crd.verdict() else {
        return found;
    };
    if recorded.panic.is_some() != verdict.panic.is_some() {
        found.push(format!(
            "panic: recorded {:?}, ours {:?}",
            recorded.panic, verdict.panic
        ));
    }
    if verdict.panic.is_some() {
        return found;
    }
    let expected = recorded.errors.iter();
    let expected = sorted(
        expected
            .map(|error| masked(&error.kind, &error.field, &error.detail))
            .collect(),
    );
    let ours = verdict.errors.iter();
    let ours = sorted(
        ours.map(|error| masked(error.kind.cause(), &error.field.to_string(), &error.text()))
            .collect(),
    );
    found.extend(missing(&expected, &ours).map(|text| format!("only recorded: {text}")));
    found.extend(missing(&ours, &expected).map(|text| format!("only ours: {text}")));
    found
}

/// Adds the rules of a CRD's errors to `counts`.
pub fn count(crd: &CheckedCrd, counts: &mut Counts) {
    for error in crd.verdict().iter().flat_map(|verdict| &verdict.errors) {
        *counts.entry(error.rule.as_str()).or_default() += 1;
    }
}

/// Checks a JSON document, as an update if there is an old CRD.
///
/// # Panics
/// When the old CRD cannot be decoded.
pub fn check(new: &Value, old: Option<&Value>) -> CheckReport {
    let mut options = Options::default();
    if let Some(old) = old {
        let mut crds = OldCrds::default();
        assert_eq!(crds.add(old.to_string().as_bytes()), 0, "{old}");
        options.old = Some(Arc::new(crds));
    }
    check::text(&new.to_string(), &options)
}

/// Compares two decoding errors without the parts that cannot be equal: file names of the server's source, and the text of
/// documents without a kind.
pub fn same_decode(expected: &str, ours: &str) -> bool {
    let cut = |text: &str| {
        let text = text.split(" in scheme ").next().unwrap_or(text).to_owned();
        text.split(" is missing in '").next().unwrap_or(&text).to_owned()
    };
    cut(expected) == cut(ours)
}

/// Returns one line for an error, with the digits after `selfType` masked.
fn masked(kind: &str, field: &str, detail: &str) -> String {
    let mut parts = detail.split("selfType");
    let mut out = format!("{kind} {field}: {}", parts.next().unwrap_or_default());
    for part in parts {
        out.push_str("selfType#");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// Returns the elements of the list `from` that `other` has fewer of.
fn missing<'a>(from: &'a [String], other: &'a [String]) -> impl Iterator<Item = &'a String> {
    let mut left: BTreeMap<&String, usize> = BTreeMap::new();
    for text in other {
        *left.entry(text).or_default() += 1;
    }
    from.iter().filter(move |text| match left.get_mut(text) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    })
}

/// Returns the CRD of a line of `objects.jsonl`: kind `Thing`, with the line's schema, scope and subresources in version `v1`.
pub fn crd_of_case(case: &Value) -> Value {
    let mut version = json!({
        "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": case["schema"]},
    });
    if let Some(subresources) = case.get("subresources") {
        version["subresources"] = subresources.clone();
    }
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.g.example.com"},
        "spec": {
            "group": "g.example.com",
            "scope": case.get("scope").and_then(Value::as_str).unwrap_or("Namespaced"),
            "names": {"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"},
            "versions": [version],
        },
    })
}
