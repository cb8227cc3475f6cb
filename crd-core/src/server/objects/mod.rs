//! Prunes, defaults and validates custom resources as the API server does, and validates the defaults in a schema.
//!
//! An `Admission` (feature `eval`) runs all steps of a request, rules included; the functions are single steps.
//!
//! ```
//! # #[cfg(feature = "eval")] {
//! use crd_core::objects::{Admission, Request, ResourceOptions};
//! use crd_core::structural::{Object, Structural, StructuralShape};
//! use crd_core::KubeVersion;
//! use serde_json::json;
//!
//! let spec = Structural::new(StructuralShape::Object(Object::default()));
//! let root = Structural::new(StructuralShape::Object(Object {
//!     properties: [("spec", spec)].into_iter().collect(),
//!     ..Object::default()
//! }));
//! let object = json!({
//!     "apiVersion": "example.com/v1", "kind": "Cache", "metadata": {"name": "a"}, "spec": {"colour": "red"},
//! });
//! let options = ResourceOptions::new(KubeVersion::DEFAULT, "example.com/v1", "Cache");
//! let admission = Admission::of_structural(&root, options);
//! let admitted = admission.admit(Request::create(&object));
//! assert_eq!(admitted.strict[0].text, "unknown field \"spec.colour\"");
//! assert!(admitted.is_accepted());
//! # }
//! ```

#[cfg(feature = "eval")]
mod admission;
mod at;
mod bad_value;
#[cfg_attr(
    not(any(feature = "eval", test)),
    expect(dead_code, reason = "only admission asks for more than defaults")
)]
mod compact;
mod default;
mod defaults;
mod embedded;
mod list_types;
mod parts;
mod prune;
mod pruned;
#[cfg(feature = "eval")]
mod rules;
#[cfg(feature = "eval")]
mod scale;
mod value;
mod view;

pub use super::metadata::ResourceScope;
#[cfg(feature = "compat")]
pub(crate) use admission::is_consequence;
#[cfg(feature = "eval")]
pub use admission::{
    Admission, AdmissionError, Admitted, FieldValidation, Finding, Operation, Request, ResourceOptions, Url,
    Warning, duplicates,
};
pub use defaults::{DefaultsOptions, validate_defaults};
pub(crate) use parts::{is_outside_of_format, pattern_matches};
pub(crate) use pruned::changes_defaults;

use serde_json::Value;

use crate::KubeVersion;
use crate::model::field::{FieldError, Path};
use crate::model::rules::VAL_01;
use crate::model::structural::Structural;
use compact::CompactSchema;
use parts::{Patterns, ValidationPurpose};
use value::ValidationSettings;
use view::View;

/// Sets the resource versions of an update where they are missing: a stored object has one, and the new object must have the same.
/// Manifests have none, and rules may compare the whole metadata.
#[cfg(feature = "eval")]
pub(crate) fn set_resource_versions(old: &mut Value, new: &mut Value) {
    const POINTER: &str = "/metadata/resourceVersion";
    let given = old.pointer(POINTER).or_else(|| new.pointer(POINTER)).cloned();
    let version = given.unwrap_or_else(|| "1".into());
    for object in [old, new] {
        if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata
                .entry("resourceVersion")
                .or_insert_with(|| version.clone());
        }
    }
}

/// Removes the fields from an object that `schema`, the schema of the object, does not declare (rule PRN-01).
/// Returns their paths, sorted. `apiVersion`, `kind` and `metadata` are kept.
pub fn prune(schema: &Structural, object: &mut Value) -> Vec<String> {
    let unknown = prune::prune(object, View::resource(schema));
    unknown.into_iter().map(|unknown| unknown.name).collect()
}

/// Removes members that are null but neither nullable nor defaulted (rule PRN-02).
pub fn prune_nulls(schema: &Structural, object: &mut Value) {
    prune::prune_nulls(object, Some(schema));
}

/// Sets the defaults of `schema`, the schema of the object (rule PRN-03).
pub fn default(schema: &Structural, object: &mut Value) {
    let patterns = Patterns::of(schema);
    CompactSchema::of(schema, &patterns, KubeVersion::DEFAULT).fill(object);
}

/// Validates a value as the server validates objects (rules VAL-01 to VAL-03).
///
/// `prefix` is the path of the value, unless it is a complete object. With `old`, the value that it replaces,
/// unchanged parts are not validated again.
pub fn validate_value(
    schema: &Structural,
    value: &Value,
    old: Option<&Value>,
    prefix: Option<&Path<'_>>,
    version: KubeVersion,
) -> Vec<FieldError> {
    let rules = ValidationSettings {
        purpose: ValidationPurpose::Instance,
        version,
        rule: VAL_01,
        patterns: &Patterns::of(schema),
    };
    value::validate(schema, value, old, prefix, rules)
}

/// Validates several values of a schema, whose patterns are compiled once.
pub(crate) struct ValueValidator {
    schema: Structural,
    patterns: Patterns,
    version: KubeVersion,
}

impl ValueValidator {
    pub(crate) fn new(schema: Structural, version: KubeVersion) -> Self {
        ValueValidator {
            patterns: Patterns::of(&schema),
            schema,
            version,
        }
    }

    /// Whether the server admits a value, apart from its rules. Members of the value are not pruned.
    pub(crate) fn admits(&self, value: &Value) -> bool {
        let rules = ValidationSettings {
            purpose: ValidationPurpose::Instance,
            version: self.version,
            rule: VAL_01,
            patterns: &self.patterns,
        };
        value::validate(&self.schema, value, None, None, rules).is_empty()
            && list_types::validate(&self.schema, value, self.version).is_empty()
    }
}

/// Returns the errors of duplicate elements in sets and map lists (rule LST-01).
pub fn validate_list_types(schema: &Structural, object: &Value, version: KubeVersion) -> Vec<FieldError> {
    list_types::validate(schema, object, version)
}
