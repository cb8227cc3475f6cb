//! Formats names of members as YAML.

use crd_core::yaml;
use serde_json::{Map, Value};

/// Formats the name of a member as YAML, with quotes if needed; `None` for a name that cannot be a key on one line.
pub(super) fn as_key(name: &str) -> Option<String> {
    let mut member = Map::new();
    member.insert(name.to_owned(), Value::Bool(true));
    let text = yaml::to_string(&Value::Object(member)).ok()?;
    text.trim_end().strip_suffix(": true").map(str::to_owned)
}
