//! Compares this project's verdicts with recorded ones (`conformance/crd.jsonl`, `corpus/verdicts.jsonl`).

use std::collections::BTreeMap;

use crd_core::crd::{Crd, Decoded};
use crd_core::validate::Verdict;
use serde_json::Value;

/// A verdict as recorded.
#[derive(Debug, Default, serde::Deserialize)]
pub struct Recorded {
    /// The errors, as a multiset.
    #[serde(default)]
    pub errors: Vec<RecordedError>,
    /// Why the request could not be decoded.
    pub decode: Option<String>,
    /// The error of strict decoding.
    pub strict: Option<String>,
    /// The panic, if the server would answer with HTTP 500.
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
pub fn differences(recorded: &Recorded, decoded: &Decoded, verdict: Option<&Verdict>) -> Vec<String> {
    let mut found = Vec::new();
    let decode = decoded.errors.first().map(|error| error.message.clone());
    match (&recorded.decode, &decode) {
        (Some(expected), Some(ours)) if same_decode(expected, ours) => {}
        (None, None) => {}
        (expected, ours) => found.push(format!("decode: recorded {expected:?}, ours {ours:?}")),
    }
    let strict: Vec<String> = decoded.strict.iter().map(|error| error.message.clone()).collect();
    let expected = recorded.strict.as_deref().map(|text| {
        let text = text.strip_prefix("strict decoding error: ").unwrap_or(text);
        sorted(text.split(", ").map(str::to_owned).collect())
    });
    if expected.unwrap_or_default() != sorted(strict.clone()) {
        found.push(format!("strict: recorded {:?}, ours {strict:?}", recorded.strict));
    }
    let Some(verdict) = verdict else {
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

/// Adds the rules of a verdict to `counts`.
pub fn count(verdict: &Verdict, counts: &mut Counts) {
    for error in &verdict.errors {
        *counts.entry(error.rule.as_str()).or_default() += 1;
    }
}

/// Decodes a JSON document as a CRD.
///
/// # Panics
/// When the document is not JSON.
pub fn decode(document: &Value) -> Decoded {
    let text = serde_json::to_vec(document).expect("a document");
    let read = crd_core::yaml::read(&text, crd_core::yaml::Options::default());
    let root = &read.documents.first().expect("one document").root;
    crd_core::crd::decode(root)
}

/// Returns the CRD of a decoded document.
///
/// # Panics
/// When the document was not decoded.
pub fn crd(decoded: Decoded) -> Crd {
    decoded.crd.expect("a CRD")
}

/// Compares two decoding errors without what cannot be equal: file names of the server's source, and the text of
/// documents without a kind.
fn same_decode(expected: &str, ours: &str) -> bool {
    let cut = |text: &str| {
        let text = text.split(" in scheme ").next().unwrap_or(text).to_owned();
        text.split(" is missing in '").next().unwrap_or(&text).to_owned()
    };
    cut(expected) == cut(ours)
}

/// Returns one line for an error. The digits after `selfType` are masked, and CEL syntax errors are cut off after the
/// position of the first, because their wording comes from the server's generated parser.
fn masked(kind: &str, field: &str, detail: &str) -> String {
    let detail = match detail.find(": Syntax error: ") {
        Some(at) => detail.get(..at).unwrap_or(detail),
        None => detail,
    };
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
