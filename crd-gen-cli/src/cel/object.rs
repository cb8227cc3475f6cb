//! The objects that an expression is evaluated over.

use crd_core::Crd;
use crd_core::KubeVersion;
use crd_core::field::Path;
use crd_core::objects::{default, prune, prune_nulls};
use crd_core::schema::JsonSchemaProps;
use crd_core::structural::Structural;
use crd_core::yaml::{Options, read};
use serde_json::Value;

use crate::CommandError;
use crate::config::Configs;
use crate::sources;
use crate::terminal::Terminal;

/// The form of an object that an expression is evaluated over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectForm {
    /// As written.
    Written,
    /// As stored by a server: pruned and with its defaults.
    Stored,
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
        return Err(CommandError::new(format!("`{shown}` is not a single file")).help("pass one file"));
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
        .help("pass one object; `-` reads standard input")),
        (None, _) => Err(CommandError::new(format!(
            "no object of kind `{kind}` in `{shown}`"
        ))),
    }
}

/// Converts the object to the form that a server would store.
pub(super) fn stored(
    object: &mut Value,
    schema: &JsonSchemaProps,
    version: KubeVersion,
) -> Result<(), CommandError> {
    let path = Path::root("openAPIV3Schema");
    let schema = Structural::from_schema(schema, &path, version).map_err(|_| {
        CommandError::new("the schema is not structural, so no object can be stored")
            .help("run `crd-gen check` to see what is wrong with it")
    })?;
    prune(&schema, object);
    prune_nulls(&schema, object);
    default(&schema, object);
    Ok(())
}
