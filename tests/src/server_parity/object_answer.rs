//! The result of a request for an object, by the oracle or by this project.

use crd_core::objects::Admitted;
use serde::Deserialize;
use serde_json::{Value, json};

use super::difference::Difference;
use super::our_verdict::cause;
use super::verdict::{Cause, Verdict};

/// The result for an object; the oracle's responses and the recorded ones have these members.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ObjectAnswer {
    /// The object as it would be stored, or as it was validated.
    pub object: Value,
    /// The findings of strict field validation, in order.
    pub strict: Vec<String>,
    /// The warnings, in no particular order.
    pub warnings: Vec<String>,
    /// The errors, in no particular order.
    pub errors: Vec<Cause>,
    /// The error if the object was not decoded; then nothing else is compared.
    pub decode: Option<String>,
    /// The panic for which the server would return HTTP 500.
    pub panic: Option<String>,
    /// The total cost of all rules, if known.
    pub cost: Option<u64>,
}

impl From<Admitted> for ObjectAnswer {
    fn from(admitted: Admitted) -> ObjectAnswer {
        ObjectAnswer {
            object: admitted.object,
            strict: admitted.strict.into_iter().map(|finding| finding.text).collect(),
            warnings: admitted.warnings.iter().map(ToString::to_string).collect(),
            errors: admitted.errors.iter().map(cause).collect(),
            decode: admitted.decode.map(|fault| fault.text),
            panic: None,
            cost: admitted.cost.filter(|cost| *cost > 0),
        }
    }
}

impl ObjectAnswer {
    /// Returns the difference between the server's result and this project's.
    pub fn difference(self, ours: ObjectAnswer) -> Option<Difference> {
        Difference::between(&self.into_verdict(), &ours.into_verdict())
    }

    fn into_verdict(self) -> Verdict {
        let mut warnings = self.warnings;
        if self.decode.is_none() {
            warnings.push(format!("object {}", stored(self.object)));
            warnings.extend(self.cost.map(|cost| format!("cost {cost}")));
        }
        let errors = self.errors.into_iter().map(|error| Cause {
            detail: without_times(&error.detail),
            ..error
        });
        let strict = self.strict.into_iter().enumerate();
        Verdict {
            errors: errors.collect(),
            decode: self.decode,
            panic: self.panic,
            // Their order is compared.
            strict: strict
                .map(|(index, finding)| format!("{index}: {finding}"))
                .collect(),
            warnings,
        }
    }
}

/// Returns the object without the fields that the server sets, with whole floats as integers, because Go writes both the same way.
fn stored(object: Value) -> Value {
    let mut object = plain(object);
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for key in ["uid", "creationTimestamp", "resourceVersion", "managedFields"] {
            metadata.remove(key);
        }
    }
    object
}

fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_i64().is_none() => {
            let float = number.as_f64().unwrap_or_default();
            if float.fract() == 0.0 && float.abs() < 9e18 {
                json!(float as i64)
            } else {
                json!(float)
            }
        }
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, plain(value)))
            .collect(),
        other => other,
    }
}

/// Returns the text of an error without the fields that the server sets, if the text contains a whole object.
fn without_times(text: &str) -> String {
    let mut text = text.to_owned();
    for (start, is_first) in [
        ("\"creationTimestamp\":\"", true),
        (",\"resourceVersion\":\"", false),
        (",\"uid\":\"", false),
    ] {
        if !text.contains("\"metadata\":{") {
            break;
        }
        let Some(at) = text.find(start) else { continue };
        let rest = text.get(at + start.len()..).unwrap_or_default();
        let Some(end) = rest.find('"') else { continue };
        let mut end = at + start.len() + end + 1;
        if is_first && text.get(end..).is_some_and(|rest| rest.starts_with(',')) {
            end += 1;
        }
        text.replace_range(at..end, "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(value: Value) -> ObjectAnswer {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn everything_is_compared() {
        let one = json!({
            "object": {"a": 1, "metadata": {"uid": "x", "generation": 1}},
            "strict": ["a", "b"],
            "warnings": ["a", "b"],
            "cost": 3,
        });
        let check = |pointer: &str, value: Value, is_different: bool| {
            let mut other = one.clone();
            *other.pointer_mut(pointer).unwrap() = value;
            let found = answer(one.clone()).difference(answer(other));
            assert_eq!(found.is_some(), is_different, "{pointer}: {found:?}");
        };
        check("/object/a", json!(1.0), false);
        check("/object/a", json!(2), true);
        check("/object/metadata/uid", json!("y"), false);
        check("/object/metadata/generation", json!(2), true);
        check("/strict", json!(["b", "a"]), true);
        check("/warnings", json!(["b", "a"]), false);
        check("/warnings", json!(["a"]), true);
        check("/cost", json!(4), true);
        check("/cost", Value::Null, true);
    }

    #[test]
    fn printed_objects_lose_what_the_server_fills_in() {
        let printed = r#"Unsupported value: {"metadata":{"creationTimestamp":"2026","generation":1,"resourceVersion":"1","uid":"u"}}"#;
        assert_eq!(
            without_times(printed),
            r#"Unsupported value: {"metadata":{"generation":1}}"#
        );
        assert_eq!(without_times(r#"{"uid":"u"}"#), r#"{"uid":"u"}"#);
    }
}
