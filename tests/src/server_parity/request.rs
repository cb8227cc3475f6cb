//! A request to the oracle and to this project.

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// A request that the oracle and this project process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Request {
    /// Does the server accept the creation of this CRD?
    Create(Value),
    /// Does the server accept the update of the first CRD to the second?
    Update(Value, Value),
    /// Which `NonStructuralSchema` condition does the controller set on this CRD?
    Condition(Value),
}

impl Request {
    /// Returns the mode of the oracle that processes this request.
    pub fn mode(&self) -> &'static str {
        match self {
            Request::Create(_) => "create",
            Request::Update(..) => "update",
            Request::Condition(_) => "condition",
        }
    }

    /// Returns the request as a line of the oracle's input.
    pub fn line(&self) -> String {
        let line = match self {
            Request::Create(crd) | Request::Condition(crd) => format!("{{\"crd\":{crd}}}"),
            Request::Update(old, new) => format!("{{\"old\":{old},\"new\":{new}}}"),
        };
        // Clients written in Go escape these characters, and the server quotes the received text in some errors.
        [
            ('<', "\\u003c"),
            ('>', "\\u003e"),
            ('&', "\\u0026"),
            ('\u{2028}', "\\u2028"),
        ]
        .into_iter()
        .fold(line, |line, (c, escape)| {
            if line.contains(c) {
                line.replace(c, escape)
            } else {
                line
            }
        })
    }

    /// Returns the documents of the request, to change them.
    pub fn documents_mut(&mut self) -> Vec<&mut Value> {
        match self {
            Request::Create(crd) | Request::Condition(crd) => vec![crd],
            Request::Update(old, new) => vec![old, new],
        }
    }
}

/// Replaces whole floats by integers, as clients do when they parse a document and send it.
pub fn as_clients_send(value: &mut Value) {
    match value {
        Value::Number(number) if !number.is_i64() => {
            let float = number.as_f64().unwrap_or_default();
            // Beyond 2^53 the digits of an integer are not exact.
            if float.fract() == 0.0 && float.abs() < 9e15 {
                #[expect(clippy::cast_possible_truncation, reason = "the float is whole and in range")]
                let whole = float as i64;
                *number = Number::from(whole);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(as_clients_send),
        Value::Object(map) => map.values_mut().for_each(as_clients_send),
        _ => {}
    }
}
