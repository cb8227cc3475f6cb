//! What is asked of both sides.

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// A question for both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Request {
    /// Would the server create this CRD?
    Create(Value),
    /// Would the server replace the first by the second?
    Update(Value, Value),
    /// Which condition would the controller of structural schemas set?
    Condition(Value),
}

impl Request {
    /// The mode of the oracle that answers.
    pub fn mode(&self) -> &'static str {
        match self {
            Request::Create(_) => "create",
            Request::Update(..) => "update",
            Request::Condition(_) => "condition",
        }
    }

    /// The request line of the oracle.
    pub fn line(&self) -> String {
        let line = match self {
            Request::Create(crd) | Request::Condition(crd) => format!("{{\"crd\":{crd}}}"),
            Request::Update(old, new) => format!("{{\"old\":{old},\"new\":{new}}}"),
        };
        // Clients written in Go escape these, and the server sometimes quotes what it was sent.
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

    /// The documents, to change them.
    pub fn documents_mut(&mut self) -> Vec<&mut Value> {
        match self {
            Request::Create(crd) | Request::Condition(crd) => vec![crd],
            Request::Update(old, new) => vec![old, new],
        }
    }
}

/// Writes whole floats as integers, as every document looks once a client has read it.
pub fn as_clients_send(value: &mut Value) {
    match value {
        Value::Number(number) if !number.is_i64() => {
            let float = number.as_f64().unwrap_or_default();
            // Beyond 2^53 the digits of an integer would be guessed.
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
