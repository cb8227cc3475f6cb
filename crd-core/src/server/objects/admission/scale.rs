//! Updates through the scale subresource (rule OBJ-18).

use serde_json::{Map, Value};

use super::body::json_type;
use super::{Admission, Finding};
use crate::go;
use crate::model::field::FieldPath;

/// The number of replicas that the server treats as unset.
const UNSET: i64 = -2_147_483_648;

/// Returns the stored object with the replicas of a `Scale` object.
pub(super) fn scaled(admission: &Admission, scale: &Value, old: &Value) -> Result<Value, Finding> {
    let fault = |text: String| Finding::new(text, FieldPath::default().child("spec").child("replicas"));
    let Some(paths) = &admission.options.scale else {
        return Err(fault("the server could not find the requested resource".into()));
    };
    let replicas = match scale.get("spec").and_then(|spec| spec.get("replicas")) {
        None | Some(Value::Null) => 0,
        Some(given) => {
            if let Some(count) = given.as_i64().filter(|count| i32::try_from(*count).is_ok()) {
                count
            } else {
                let found = match given {
                    Value::Number(number) => format!("number {number}"),
                    other => json_type(other).to_owned(),
                };
                return Err(fault(format!(
                    "json: cannot unmarshal {found} into Go struct field ScaleSpec.spec.replicas of type int32"
                )));
            }
        }
    };
    let path = &*paths.spec_replicas_path;
    if replicas == UNSET {
        return Err(fault(format!(
            "the spec replicas field {} cannot be empty",
            go::quote(path)
        )));
    }
    let mut object = old.clone();
    set(&mut object, path.strip_prefix('.').unwrap_or(path), replicas).map_err(fault)?;
    Ok(object)
}

/// Sets a number at a dotted path; missing objects on the way are created.
fn set(object: &mut Value, path: &str, count: i64) -> Result<(), String> {
    let mut here = object;
    let mut walked = String::new();
    let mut steps = path.split('.').peekable();
    while let Some(step) = steps.next() {
        let Value::Object(members) = here else {
            return Err(format!(
                "value cannot be set because {walked} is not a map[string]interface{{}}"
            ));
        };
        walked.push('.');
        walked.push_str(step);
        if steps.peek().is_none() {
            members.insert(step.to_owned(), count.into());
            return Ok(());
        }
        here = members.entry(step).or_insert_with(|| Value::Object(Map::new()));
    }
    Ok(())
}
