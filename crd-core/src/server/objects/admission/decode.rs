//! Decodes objects (rules OBJ-03 and OBJ-05): types of `kind`, `apiVersion` and `metadata`, pruning, and the
//! normal form of metadata.

use std::borrow::Cow;

use serde_json::Value;

use super::{Admission, Finding};
use crate::go;
use crate::model::field::FieldPath;
use crate::server::metadata;
use crate::server::objects::compact::Survey;
use crate::server::objects::embedded::{self, OnMalformed};
use crate::server::objects::view::View;
use crate::server::objects::{prune, scale};

/// The source of the document, which determines the treatment of invalid parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectSource {
    /// A request: malformed parts are errors.
    Request,
    /// The store: malformed parts are dropped, and generation 0 becomes 1.
    Store,
    /// The result of server-side apply from stored and applied fields: nothing is dropped.
    Merged,
}

/// An object that is about to be decoded.
#[derive(Clone, Copy)]
pub(super) struct Surveyed {
    /// Whether it is of the CRD's group and kind. Other objects are neither pruned nor defaulted.
    is_ours: bool,
    survey: Survey,
}

/// Scans an object, and rejects one that is nested too deeply.
pub(super) fn survey(admission: &Admission, object: &Value) -> Result<Surveyed, Finding> {
    let is_ours = is_of(admission, object);
    let survey = if is_ours {
        admission.compact.survey(object)
    } else {
        Survey::without_schema(object)
    };
    if survey.is_too_deep {
        return Err(Finding::new("exceeded max depth", FieldPath::default()));
    }
    Ok(Surveyed { is_ours, survey })
}

/// Decodes an object, which is copied only if that changes it, and sets defaults. Unknown fields are added to `strict`.
pub(super) fn decode(
    admission: &Admission,
    object: &mut Cow<'_, Value>,
    Surveyed { is_ours, survey }: Surveyed,
    source: ObjectSource,
    strict: &mut Vec<Finding>,
) -> Result<(), Finding> {
    let root = FieldPath::default();
    let Value::Object(members) = &**object else {
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
    let at_metadata = || FieldPath::default().child("metadata");
    // Metadata is replaced only if it changes.
    let given = members.get("metadata");
    let normal = given.and_then(metadata::normal_generation);
    let changing = given.filter(|_| normal.is_none());
    let meta = match changing.map(|given| (given, metadata::plain(given))) {
        Some((_, Some(plain))) => Some(plain),
        Some((given, None)) => match metadata::decode(given) {
            Ok((meta, unknown)) => {
                strict.extend(unknown.iter().map(|field| {
                    let text = unknown_field(&format!("metadata.{field}"));
                    Finding::new(text, at_metadata().child(field))
                }));
                Some(meta)
            }
            Err(_) if source == ObjectSource::Store && given.is_object() => {
                metadata::decode(&embedded::well_formed(given))
                    .ok()
                    .map(|(meta, _)| meta)
            }
            Err(fault) => return Err(Finding::new(fault, at_metadata())),
        },
        None => None,
    };
    if is_ours {
        coerce(admission, object, survey, source, strict)?;
    }
    let lacks_generation = |generation| is_ours && source == ObjectSource::Store && generation == 0;
    if let Some(mut meta) = meta {
        if lacks_generation(meta.generation) {
            meta.generation = 1;
        }
        if let Value::Object(members) = object.to_mut() {
            members.insert("metadata".into(), metadata::to_value(&meta));
        }
    } else if normal.is_some_and(lacks_generation)
        && let Some(Value::Object(meta)) = object.to_mut().get_mut("metadata")
    {
        meta.insert("generation".into(), 1.into());
    }
    // Members that embedded resources lost may have a default.
    let wants_defaults = survey.lacks_defaults || survey.has_null || admission.parts.resources;
    if is_ours && admission.parts.defaults && wants_defaults {
        admission.compact.fill(object.to_mut());
    }
    Ok(())
}

/// Returns the server's text for a field that the schema does not declare.
fn unknown_field(path: &str) -> String {
    format!("unknown field {}", go::quote(path))
}

/// Prunes unknown fields and nulls, and converts embedded metadata to its normal form.
fn coerce(
    admission: &Admission,
    object: &mut Cow<'_, Value>,
    survey: Survey,
    source: ObjectSource,
    strict: &mut Vec<Finding>,
) -> Result<(), Finding> {
    let schema = &admission.schema;
    let unknown = |unknown: prune::UnknownField| Finding::new(unknown_field(&unknown.name), unknown.field);
    if source != ObjectSource::Merged {
        if survey.has_unknown {
            let removed = prune::prune(object.to_mut(), View::resource(schema));
            strict.extend(removed.into_iter().map(unknown));
        }
        if survey.has_null {
            prune::prune_nulls(object.to_mut(), Some(schema));
        }
    }
    if !admission.parts.resources {
        return Ok(());
    }
    let on_malformed = match source {
        ObjectSource::Store => OnMalformed::Drop,
        ObjectSource::Request | ObjectSource::Merged => OnMalformed::Reject(admission.options.server),
    };
    match embedded::coerce(object.to_mut(), View::of(schema), None, on_malformed) {
        Ok(found) => strict.extend(found.into_iter().map(unknown)),
        Err(error) => return Err(Finding::new(error.to_string(), error.field)),
    }
    Ok(())
}

fn group(api_version: &str) -> &str {
    api_version.split_once('/').map_or("", |(group, _)| group)
}

/// Checks whether an object is of the CRD's group and kind.
fn is_of(admission: &Admission, object: &Value) -> bool {
    let text = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
    let options = &admission.options;
    text("kind") == &*options.kind && group(text("apiVersion")) == group(&options.api_version)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::KubeVersion;
    use crate::model::structural::{Object, Structural, StructuralShape};
    use crate::server::objects::{Admission, Request, ResourceOptions};

    /// Recorded from 1.29 and 1.36.
    #[test]
    fn unknown_fields_are_quoted_as_in_go() {
        let root = Structural::new(StructuralShape::Object(Object::default()));
        let options = ResourceOptions::new(KubeVersion::DEFAULT, "example.com/v1", "Cache");
        let admission = Admission::of_structural(&root, options);
        let object = json!({
            "apiVersion": "example.com/v1", "kind": "Cache", "metadata": {"name": "a", "q\"": 1}, "a\t\u{a0}": 1,
        });
        let admitted = admission.admit(Request::create(&object));
        let texts: Vec<&str> = admitted.strict.iter().map(|found| found.text.as_str()).collect();
        assert_eq!(
            texts,
            [r#"unknown field "metadata.q\"""#, r#"unknown field "a\t\u00a0""#]
        );
    }
}
