//! Finds the smallest JSON value that still has a property.

use serde_json::Value;

/// Removes members and elements while `still` holds, and returns the rest.
pub(super) fn minimise(value: &Value, still: &dyn Fn(&Value) -> bool) -> Value {
    let mut best = value.clone();
    for _ in 0..400 {
        let Some(smaller) = smaller(&best).into_iter().find(|candidate| still(candidate)) else {
            break;
        };
        best = smaller;
    }
    best
}

/// Returns every value with one member or element less.
fn smaller(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Object(map) => {
            for key in map.keys() {
                let mut without = map.clone();
                without.remove(key);
                out.push(Value::Object(without));
            }
            for (key, inner) in map {
                for inner in smaller(inner) {
                    let mut with = map.clone();
                    with.insert(key.clone(), inner);
                    out.push(Value::Object(with));
                }
            }
        }
        Value::Array(items) => {
            for at in 0..items.len() {
                let mut without = items.clone();
                without.remove(at);
                out.push(Value::Array(without));
                for inner in smaller(&items[at]) {
                    let mut with = items.clone();
                    with[at] = inner;
                    out.push(Value::Array(with));
                }
            }
        }
        _ => {}
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn irrelevant_members_are_removed() {
        let value = json!({ "a": [1, { "b": 2, "c": 3 }], "d": {} });
        let still = |value: &Value| value.to_string().contains("\"c\"");
        assert_eq!(minimise(&value, &still), json!({ "a": [{ "c": 3 }] }));
    }
}
