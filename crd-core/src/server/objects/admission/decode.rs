//! Decoding of objects (rules OBJ-03 and OBJ-05): types of `kind`, `apiVersion` and `metadata`, pruning, and
//! the normal form of metadata.

use serde_json::Value;

use super::{Admission, Finding};
use crate::go;
use crate::model::field::FieldPath;
use crate::server::metadata;
use crate::server::objects::compact::Survey;
use crate::server::objects::embedded::{self, OnMalformed};
use crate::server::objects::view::View;
use crate::server::objects::{default, prune, scale};

/// Where the document comes from, which decides what is done with what it should not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A request: what is malformed is an error.
    Request,
    /// The store: what is malformed is dropped, and generation 0 becomes 1.
    Store,
    /// What server-side apply made of stored and applied fields: nothing is dropped.
    Merged,
}

/// The deepest nesting of lists and objects, as in the reader of documents. The server's is 10,000.
const DEEPEST: usize = 256;

/// Rejects what is nested too deeply to walk over.
pub(super) fn check_depth(object: &Value) -> Result<(), Finding> {
    if is_deeper(object, DEEPEST) {
        return Err(Finding::new("exceeded max depth", FieldPath::default()));
    }
    Ok(())
}

fn is_deeper(value: &Value, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else {
        return value.is_array() || value.is_object();
    };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper(item, below)),
        Value::Object(members) => members.values().any(|member| is_deeper(member, below)),
        _ => false,
    }
}

/// Decodes an object and sets defaults. Unknown fields are added to `strict`.
pub(super) fn decode(
    admission: &Admission,
    object: &mut Value,
    source: Source,
    strict: &mut Vec<Finding>,
) -> Result<(), Finding> {
    let root = FieldPath::default();
    let Value::Object(members) = &*object else {
        let text = format!("an object is not a {}", scale::go_type(object));
        return Err(Finding::new(text, root));
    };
    for key in ["kind", "apiVersion"] {
        if let Some(value) = members.get(key).filter(|value| !value.is_string()) {
            let text = format!(
                ".{key} accessor error: {} is of the type {}, expected string",
                go::verb_v(value),
                scale::go_type(value)
            );
            return Err(Finding::new(text, root.child(key)));
        }
    }
    let at_metadata = root.child("metadata");
    // Metadata that is written back as it is stays where it is.
    let given = members.get("metadata");
    let normal = given.and_then(metadata::normal_generation);
    let changing = given.filter(|_| normal.is_none());
    let meta = match changing.map(|given| (given, metadata::plain(given))) {
        Some((_, Some(plain))) => Some(plain),
        Some((given, None)) => match metadata::decode(given) {
            Ok((meta, unknown)) => {
                strict.extend(unknown.iter().map(|field| {
                    let text = format!("unknown field \"metadata.{field}\"");
                    Finding::new(text, at_metadata.clone().child(field))
                }));
                Some(meta)
            }
            Err(_) if source == Source::Store && given.is_object() => {
                metadata::decode(&embedded::well_formed(given))
                    .ok()
                    .map(|(meta, _)| meta)
            }
            Err(fault) => return Err(Finding::new(fault, at_metadata)),
        },
        None => None,
    };
    let is_ours = is_of(admission, object);
    let survey = if is_ours {
        let survey = admission.compact.survey(object);
        coerce(admission, object, survey, source, strict)?;
        survey
    } else {
        Survey::default()
    };
    let lacks_generation = |generation| is_ours && source == Source::Store && generation == 0;
    if let Some(mut meta) = meta {
        if lacks_generation(meta.generation) {
            meta.generation = 1;
        }
        if let Value::Object(members) = &mut *object {
            members.insert("metadata".into(), metadata::to_value(&meta));
        }
    } else if normal.is_some_and(lacks_generation)
        && let Some(Value::Object(meta)) = object.get_mut("metadata")
    {
        meta.insert("generation".into(), 1.into());
    }
    // What embedded resources lost may have a default.
    let wants_defaults = survey.lacks_defaults || survey.has_null || admission.parts.resources;
    if is_ours && admission.parts.defaults && wants_defaults && !admission.compact.fill(object) {
        default::default(object, &admission.schema);
    }
    Ok(())
}

/// Prunes unknown fields and nulls, and puts embedded metadata into its normal form.
fn coerce(
    admission: &Admission,
    object: &mut Value,
    survey: Survey,
    source: Source,
    strict: &mut Vec<Finding>,
) -> Result<(), Finding> {
    let schema = &admission.schema;
    let unknown =
        |unknown: prune::Unknown| Finding::new(format!("unknown field \"{}\"", unknown.name), unknown.field);
    if source != Source::Merged {
        if survey.has_unknown {
            let removed = prune::prune(object, View::resource(schema));
            strict.extend(removed.into_iter().map(unknown));
        }
        if survey.has_null {
            prune::prune_nulls(object, Some(schema));
        }
    }
    if !admission.parts.resources {
        return Ok(());
    }
    let on_malformed = match source {
        Source::Store => OnMalformed::Drop,
        Source::Request | Source::Merged => OnMalformed::Reject(admission.options.server),
    };
    match embedded::coerce(object, View::of(schema), None, on_malformed) {
        Ok(found) => strict.extend(found.into_iter().map(unknown)),
        Err(error) => return Err(Finding::new(error.to_string(), error.field)),
    }
    Ok(())
}

fn group(api_version: &str) -> &str {
    api_version.split_once('/').map_or("", |(group, _)| group)
}

/// Whether an object is of the CRD's group and kind. Others are neither pruned nor given defaults.
fn is_of(admission: &Admission, object: &Value) -> bool {
    let text = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
    let options = &admission.options;
    text("kind") == &*options.kind && group(text("apiVersion")) == group(&options.api_version)
}
