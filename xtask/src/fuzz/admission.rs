//! The oracles that judge a CRD and its objects.

use std::io;

use crd_gen_tests::serde_schema_parity::Subject;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::verdict::Verdict;
use serde::Deserialize;
use serde_json::{Value, json};

/// The response of the oracle for the objects of a CRD.
#[derive(Debug, Deserialize)]
struct AdmissionAnswers {
    /// The reason why the CRD cannot serve objects.
    crd: Option<String>,
    #[serde(default)]
    answers: Vec<AdmissionAnswer>,
}

/// The response of the oracle for an object.
#[derive(Debug, Deserialize)]
struct AdmissionAnswer {
    /// The errors of strict field validation, such as those about pruned fields.
    #[serde(default)]
    strict: Vec<String>,
    errors: Vec<Value>,
    decode: Option<String>,
    panic: Option<String>,
}

/// One oracle for CRDs and one for objects.
pub(super) struct Oracles {
    create: Oracle,
    objects: Oracle,
}

impl Oracles {
    pub(super) fn start() -> io::Result<Oracles> {
        Ok(Oracles {
            create: Oracle::start("create")?,
            objects: Oracle::start("objects")?,
        })
    }

    /// Returns the verdict on a CRD, unless the server accepts it without errors and warnings.
    pub(super) fn rejects_crd(&self, crd: &Value) -> io::Result<Option<String>> {
        self.create.send(json!({ "crd": crd }).to_string())?;
        let verdict: Verdict = self.create.receive()?;
        Ok((verdict != Verdict::default()).then(|| format!("{verdict:?}")))
    }

    /// Returns the response for each value, unless the server admits it and prunes nothing.
    pub(super) fn reject_objects(&self, crd: &Value, values: &[Value]) -> io::Result<Vec<Option<String>>> {
        let objects: Vec<Value> = values
            .iter()
            .map(|value| json!({ "op": "create", "object": Subject::object(value) }))
            .collect();
        self.objects
            .send(json!({ "crd": crd, "objects": objects }).to_string())?;
        let answer: AdmissionAnswers = self.objects.receive()?;
        if let Some(problem) = answer.crd {
            return Ok(values.iter().map(|_| Some(problem.clone())).collect());
        }
        let rejection = |answer: &AdmissionAnswer| {
            let is_admitted = answer.errors.is_empty() && answer.strict.is_empty();
            let is_read = answer.decode.is_none() && answer.panic.is_none();
            (!(is_admitted && is_read)).then(|| format!("{answer:?}"))
        };
        Ok(answer.answers.iter().map(rejection).collect())
    }
}
