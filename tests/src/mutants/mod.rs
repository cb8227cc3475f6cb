//! Mutants: CRDs that resemble real ones but are broken in small ways, for differential fuzzing.
//!
//! ```text
//! recorded CRDs, corpus --seeds--> whole CRDs and small parts --mutate--> a Request for both sides
//! ```
//!
//! [`mutant`] is deterministic: the same number and the same seeds give the same mutant.

pub mod corners;
pub mod mutate;
pub mod pointers;
pub mod reshape;
pub mod seeds;

use seeds::Seeds;
use serde_json::Value;

use crate::rng::Rng;
use crate::server_parity::request::{self, Request};

/// Whether mutants keep `x-kubernetes-validations`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// They are removed, so that no CEL is checked.
    Removed,
    /// They are kept.
    Kept,
}

/// Returns the mutant with a number.
pub fn mutant(number: u64, seeds: &Seeds, rules: Rules) -> Request {
    let mut rng = Rng::new(number);
    let mut request = base(seeds, &mut rng);
    for document in request.documents_mut() {
        if rules == Rules::Removed {
            reshape::strip_rules(document);
        }
        request::as_clients_send(document);
    }
    request
}

fn base(seeds: &Seeds, rng: &mut Rng) -> Request {
    match rng.below(20) {
        0..=3 => {
            let (old, mut new) = rng.pick(&seeds.updates).cloned().unwrap_or_default();
            mutate::mutate(&mut new, seeds, rng);
            Request::Update(old, new)
        }
        4..=7 => {
            // Half of the old CRDs are valid; the others may violate a rule that the new one also violates.
            let mut old = seed(seeds, rng);
            if rng.one_in(2) {
                mutate::mutate(&mut old, seeds, rng);
            }
            if rng.one_in(2) {
                establish(&mut old);
            }
            let mut new = old.clone();
            if rng.one_in(8) {
                seeds.corners.add_piece(&mut new, rng);
            }
            mutate::mutate(&mut new, seeds, rng);
            Request::Update(old, new)
        }
        8 | 9 => {
            let mut crd = reshape::as_v1beta1(&seed(seeds, rng), rng);
            mutate::mutate(&mut crd, seeds, rng);
            Request::Create(crd)
        }
        chosen => {
            let mut crd = seed(seeds, rng);
            mutate::mutate(&mut crd, seeds, rng);
            if chosen == 10 {
                Request::Condition(crd)
            } else {
                Request::Create(crd)
            }
        }
    }
}

fn seed(seeds: &Seeds, rng: &mut Rng) -> Value {
    let mut crd = rng.pick(&seeds.creates).cloned().unwrap_or_default();
    if rng.one_in(8) {
        seeds.corners.add_piece(&mut crd, rng);
    }
    crd
}

/// Adds the status of an established CRD.
fn establish(crd: &mut Value) {
    let stored: Vec<Value> = crd
        .pointer("/spec/versions")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter(|version| version["storage"] == true)
        .map(|version| version["name"].clone())
        .collect();
    if let Value::Object(map) = crd {
        map.insert(
            "status".into(),
            serde_json::json!({
                "storedVersions": stored,
                "conditions": [{ "type": "Established", "status": "True" }],
            }),
        );
    }
}
