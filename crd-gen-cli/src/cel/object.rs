//! The objects that an expression is evaluated over.

use crd_core::Crd;
use crd_core::KubeVersion;
use crd_core::field::{FieldPath, Path, Segment};
use crd_core::objects::{default, prune, prune_nulls};
use crd_core::schema::JsonSchemaProps;
use crd_core::structural::Structural;
use crd_core::yaml::{Options, read};
use serde_json::Value;

use crate::CommandError;
use crate::config::Configs;
use crate::sources;
use crate::terminal::Terminal;

/// Which form of an object an expression sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectForm {
    /// As it is written.
    Written,
    /// As a server stores it: pruned and with its defaults.
    Stored,
}

/// A value that an expression is evaluated over.
#[derive(Debug)]
pub(super) struct EvaluatedValue<'o> {
    /// Its path as the server writes it; empty for the whole object.
    pub(super) path: String,
    pub(super) value: &'o Value,
    /// The value before the update.
    pub(super) old: Option<&'o Value>,
}

/// Reads the object of a CRD's kind from a file.
pub(super) fn object_of(
    path: &std::path::Path,
    crd: &Crd,
    terminal: &Terminal,
) -> Result<Value, CommandError> {
    let found = sources::find(&[path.to_owned()], &mut Configs::default())?;
    let shown = found.shown;
    let [input] = found.files.as_slice() else {
        return Err(CommandError::new(format!("`{shown}` is not one file")).help("name one file"));
    };
    let bytes = input.bytes().map_err(CommandError::new)?;
    let found = read(&bytes, Options::default());
    if let Some(error) = found.errors.first() {
        return Err(CommandError::new(format!(
            "`{shown}` cannot be read: {}",
            error.message
        )));
    }
    let mut objects: Vec<Value> = found
        .documents
        .iter()
        .map(|document| document.root.to_json())
        .collect();
    objects.retain(|object| !object.is_null());
    let kind = &*crd.spec.names.kind;
    if objects.len() > 1 {
        objects.retain(|object| object.get("kind").is_some_and(|found| found == kind));
    }
    match (objects.pop(), objects.len()) {
        (Some(object), 0) => {
            if let Some(other) = object
                .get("kind")
                .and_then(Value::as_str)
                .filter(|other| *other != kind)
            {
                terminal.warning(&format!("the object in `{shown}` is a `{other}`, not a `{kind}`"));
            }
            Ok(object)
        }
        (Some(_), others) => Err(CommandError::new(format!(
            "`{shown}` has {} objects of kind `{kind}`",
            others + 1
        ))
        .help("give one object; `-` reads standard input")),
        (None, _) => Err(CommandError::new(format!(
            "no object of kind `{kind}` in `{shown}`"
        ))),
    }
}

/// Makes the object what a server would store.
pub(super) fn stored(
    object: &mut Value,
    schema: &JsonSchemaProps,
    version: KubeVersion,
) -> Result<(), CommandError> {
    let path = Path::root("openAPIV3Schema");
    let schema = Structural::from_schema(schema, &path, version).map_err(|_| {
        CommandError::new("the schema is not structural, so nothing can be stored")
            .help("`crd-gen check` says what is wrong with it")
    })?;
    prune(&schema, object);
    prune_nulls(&schema, object);
    default(&schema, object);
    Ok(())
}

/// The values at a node of a schema, each with the value before the update that a rule there would see (RUL-03).
pub(super) fn places<'o>(
    schema: &JsonSchemaProps,
    node: &FieldPath,
    object: &'o Value,
    old: Option<&'o Value>,
) -> Vec<EvaluatedValue<'o>> {
    let mut places = vec![EvaluatedValue {
        path: String::new(),
        value: object,
        old,
    }];
    let mut schema = schema;
    let mut segments = node.segments.iter().skip(1);
    while let Some(segment) = segments.next() {
        let mut below = Vec::new();
        match segment.field() {
            Some("properties") => {
                let Some(name) = segments.next().and_then(Segment::name) else {
                    break;
                };
                let Some(property) = schema.property(name) else {
                    break;
                };
                schema = property;
                for place in places {
                    let dot = if place.path.is_empty() { "" } else { "." };
                    below.extend(place.value.get(name).map(|value| EvaluatedValue {
                        path: format!("{}{dot}{name}", place.path),
                        value,
                        old: place.old.and_then(|old| old.get(name)),
                    }));
                }
            }
            Some("additionalProperties") => {
                let Some(values) = schema.additional_schema() else {
                    break;
                };
                schema = values;
                for place in places {
                    for (key, value) in place.value.as_object().into_iter().flatten() {
                        below.push(EvaluatedValue {
                            path: format!("{}[{key}]", place.path),
                            value,
                            old: place.old.and_then(|old| old.get(key)),
                        });
                    }
                }
            }
            Some("items") => {
                let keys: Vec<&str> = match schema.x_list_type.as_deref() {
                    Some("map") => schema.list_map_keys().iter().map(|key| &**key).collect(),
                    _ => Vec::new(),
                };
                let Some(items) = schema.item_schema() else { break };
                schema = items;
                for place in places {
                    for (index, value) in place.value.as_array().into_iter().flatten().enumerate() {
                        below.push(EvaluatedValue {
                            path: format!("{}[{index}]", place.path),
                            value,
                            old: place.old.and_then(|old| same_element(old, value, &keys)),
                        });
                    }
                }
            }
            _ => return Vec::new(),
        }
        below.retain(|place| !place.value.is_null());
        places = below;
    }
    for place in &mut places {
        place.old = place.old.filter(|old| !old.is_null());
    }
    places
}

/// The element of the old list with the same keys; lists of other types have none.
fn same_element<'o>(old: &'o Value, element: &Value, keys: &[&str]) -> Option<&'o Value> {
    if keys.is_empty() {
        return None;
    }
    old.as_array()?
        .iter()
        .find(|old| keys.iter().all(|key| old.get(key) == element.get(key)))
}
