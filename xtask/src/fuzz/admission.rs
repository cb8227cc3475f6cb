//! The oracles that judge a CRD and its objects.

use std::io;

use crd_gen_tests::serde_schema_parity::Subject;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::verdict::Verdict;
use serde::Deserialize;
use serde_json::{Value, json};

/// The answer of the oracle on an object.
#[derive(Debug, Default, Deserialize)]
struct AdmissionAnswer {
    #[serde(default, rename = "prunedPaths")]
    pruned: Vec<String>,
    errors: Vec<Value>,
    decode: Option<String>,
    crd: Option<String>,
    panic: Option<String>,
}

/// One oracle for CRDs and one for objects.
pub(super) struct Oracles {
    create: Oracle,
    object: Oracle,
}

impl Oracles {
    pub(super) fn start() -> io::Result<Oracles> {
        Ok(Oracles {
            create: Oracle::start("create")?,
            object: Oracle::start("object")?,
        })
    }

    /// Returns the verdict on a CRD, unless the server accepts it without any remark.
    pub(super) fn rejects_crd(&self, crd: &Value) -> io::Result<Option<String>> {
        self.create.send(json!({ "crd": crd }).to_string())?;
        let verdict: Verdict = self.create.receive()?;
        Ok((verdict != Verdict::default()).then(|| format!("{verdict:?}")))
    }

    /// Returns for each value the answer, unless the server admits it and prunes nothing.
    pub(super) fn reject_objects(&self, crd: &Value, values: &[Value]) -> io::Result<Vec<Option<String>>> {
        for value in values {
            self.object
                .send(json!({ "crd": crd, "object": Subject::object(value) }).to_string())?;
        }
        values
            .iter()
            .map(|_| {
                let answer: AdmissionAnswer = self.object.receive()?;
                let fine = answer.errors.is_empty() && answer.pruned.is_empty();
                let read = answer.decode.is_none() && answer.crd.is_none() && answer.panic.is_none();
                Ok((!(fine && read)).then(|| format!("{answer:?}")))
            })
            .collect()
    }
}
