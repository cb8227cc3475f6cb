//! Differential fuzzing of CRD validation: mutants of real CRDs are put to the API server's own code (the
//! oracle) and to this project, and the verdicts compared.

pub mod compare;
pub mod fixture;
pub mod grammar;
pub mod invent;
pub mod minimise;
pub mod mutate;
pub mod oracle;
pub mod ours;
pub mod place;
pub mod request;
pub mod reshape;
pub mod rng;
pub mod seeds;
pub mod verdict;

use request::Request;
use rng::Rng;
use seeds::Seeds;
use serde_json::Value;

/// What becomes of `x-kubernetes-validations` in mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// They are removed, so that CEL has nothing to say.
    Removed,
    /// They stay.
    Kept,
}

/// The mutant of a number: the same number gives the same mutant.
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
            // Most old CRDs are sound, and some have rules broken in both.
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

/// Gives a CRD the status of one that is served.
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
