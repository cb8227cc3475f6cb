//! This project's verdict on a request, in the form of the oracle's responses.

use crd_core::Crd;
use crd_core::decode::decode_for;
use crd_core::field::FieldError;
use crd_core::yaml::tree::{Entry, Mapping, Node, Span, Value as Tree};
use crd_core::{KubeVersion, validate};
use serde_json::Value;

use super::request::Request;
use super::verdict::{Cause, Verdict};

/// Returns the verdict that this project predicts for a server of `version`.
pub fn our_verdict(request: &Request, version: KubeVersion) -> Verdict {
    let mut verdict = Verdict::default();
    match request {
        Request::Create(crd) => {
            let Some(crd) = read(crd, version, &mut verdict) else {
                return verdict;
            };
            copy_verdict(validate::create(&crd, version), &mut verdict);
        }
        Request::Update(old, new) => {
            let mut of_old = Verdict::default();
            let Some(old) = read(old, version, &mut of_old) else {
                verdict.decode = of_old.decode.map(|why| format!("old: {why}"));
                return verdict;
            };
            let Some(new) = read(new, version, &mut verdict) else {
                return verdict;
            };
            copy_verdict(validate::update(&old, &new, version), &mut verdict);
        }
        Request::Condition(crd) => {
            let Some(crd) = read(crd, version, &mut verdict) else {
                return verdict;
            };
            verdict.strict.clear();
            if let Some(condition) = validate::condition(&crd, version) {
                let validate::Condition {
                    status,
                    reason,
                    message,
                    errors,
                    ..
                } = condition;
                verdict.warnings.push(format!("{status} {reason}: {message}"));
                verdict.errors = errors.iter().map(cause).collect();
            }
        }
    }
    verdict
}

fn read(document: &Value, version: KubeVersion, verdict: &mut Verdict) -> Option<Crd> {
    let decoded = decode_for(&node(document), version);
    verdict.decode = decoded.errors.into_iter().next().map(|error| error.message);
    verdict.strict = decoded.strict.into_iter().map(|error| error.message).collect();
    decoded.crd.filter(|_| verdict.decode.is_none())
}

fn copy_verdict(said: validate::Verdict, verdict: &mut Verdict) {
    verdict.panic = said.panic.map(|panic| panic.reason);
    verdict.warnings = said.warnings.into_iter().map(|warning| warning.text).collect();
    verdict.errors = said.errors.iter().map(cause).collect();
}

/// Converts an error to a status cause.
pub fn cause(error: &FieldError) -> Cause {
    Cause {
        kind: String::from(error.kind.cause()),
        field: error.field.to_string(),
        detail: error.text(),
    }
}

/// Converts a JSON value to the tree that the YAML parser returns; all spans are zero.
pub fn node(value: &Value) -> Node {
    let tree = match value {
        Value::Null => Tree::Null,
        Value::Bool(flag) => Tree::Bool(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(int) => Tree::Int(int),
            None => Tree::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Tree::String(text.as_str().into()),
        Value::Array(items) => Tree::Sequence(items.iter().map(node).collect()),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| Entry {
                key: key.as_str().into(),
                key_span: Span::default(),
                value: node(value),
            });
            Tree::Mapping(Mapping::from(entries.collect::<Vec<_>>()))
        }
    };
    Node {
        span: Span::default(),
        value: tree,
    }
}
