//! Finds the smallest request that still shows a difference.

use serde_json::Value;

use super::request::Request;

/// The maximum number of requests that are tried.
const TRIES: usize = 600;

/// Removes members and elements of a request while `still` holds, and returns the rest.
pub fn minimise(request: &Request, still: &mut dyn FnMut(&Request) -> bool) -> Request {
    let mut best = request.clone();
    let mut tries = 0;
    loop {
        let mut shrunk = false;
        for candidate in smaller(&best) {
            tries += 1;
            if tries > TRIES {
                return best;
            }
            if still(&candidate) {
                best = candidate;
                shrunk = true;
                break;
            }
        }
        if !shrunk {
            return best;
        }
    }
}

/// Returns every request with one member or element less, the shortest first.
fn smaller(request: &Request) -> Vec<Request> {
    let mut candidates = Vec::new();
    let documents = request.clone().documents_mut().len();
    for document in 0..documents {
        let mut paths = Vec::new();
        let mut copy = request.clone();
        if let Some(value) = copy.documents_mut().into_iter().nth(document) {
            steps(value, &mut Vec::new(), &mut paths);
        }
        for path in paths {
            let mut candidate = request.clone();
            if let Some(value) = candidate.documents_mut().into_iter().nth(document) {
                remove(value, &path);
            }
            candidates.push(candidate);
        }
    }
    candidates.sort_by_cached_key(|candidate| candidate.line().len());
    candidates
}

#[derive(Clone)]
enum PathStep {
    Key(String),
    Index(usize),
}

fn steps(value: &Value, here: &mut Vec<PathStep>, all: &mut Vec<Vec<PathStep>>) {
    let mut below = |step: PathStep, inner: &Value| {
        here.push(step);
        all.push(here.clone());
        steps(inner, here, all);
        here.pop();
    };
    match value {
        Value::Object(map) => map
            .iter()
            .for_each(|(key, inner)| below(PathStep::Key(key.clone()), inner)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(index, inner)| below(PathStep::Index(index), inner)),
        _ => {}
    }
}

fn remove(value: &mut Value, path: &[PathStep]) {
    let Some((last, above)) = path.split_last() else {
        return;
    };
    let mut place = Some(value);
    for step in above {
        place = place.and_then(|value| match step {
            PathStep::Key(key) => value.get_mut(key),
            PathStep::Index(index) => value.get_mut(index),
        });
    }
    match (place, last) {
        (Some(Value::Object(map)), PathStep::Key(key)) => drop(map.remove(key)),
        (Some(Value::Array(items)), PathStep::Index(index)) if *index < items.len() => {
            drop(items.remove(*index));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn irrelevant_members_are_removed() {
        let request = Request::Create(json!({ "a": [1, { "b": 2, "c": 3 }], "d": {} }));
        let least = minimise(&request, &mut |candidate| candidate.line().contains("\"c\""));
        assert_eq!(least, Request::Create(json!({ "a": [{ "c": 3 }] })));
    }
}
