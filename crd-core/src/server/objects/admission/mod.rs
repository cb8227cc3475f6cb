//! Admission of objects: the object that the server would store, and the reasons why it rejects it.
//!
//! ```text
//! schema   spec: {type: object, properties: {replicas: {type: integer, default: 1, minimum: 1}}}
//! request  spec: {replicas: 0, colour: red}
//! object   spec: {replicas: 0}                              with defaults, without unknown fields
//! strict   unknown field "spec.colour"
//! errors   spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1
//! ```
//!
//! The steps are those of the server: decode (which prunes), default, prepare, validate.

mod body;
mod decode;
mod duplicates;
mod judge;
mod prepare;
mod request;
mod scale;
mod strategy;

use std::fmt;

use super::compact::CompactSchema;
use super::parts::Patterns;
use super::rules::Rules;
use crate::KubeVersion;
use crate::model::crd::{Crd, Scale};
use crate::model::field::{FieldError, Path};
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::{ListType, Structural, StructuralShape};
use crate::server::cel::SelfKind;
use crate::server::metadata::ResourceScope;

pub use duplicates::duplicates;
#[cfg(feature = "compat")]
pub(crate) use judge::is_consequence;
pub use request::{Admitted, FieldValidation, Finding, Operation, Request, Url, Warning};

/// Validates the objects of one version of a CRD.
///
/// It is built once (structural schema, patterns, rules) and validates any number of objects, from any thread.
///
/// See the [module](super) for an example.
#[derive(Clone, Debug)]
pub struct Admission {
    pub(super) options: ResourceOptions,
    pub(super) schema: Structural,
    pub(super) parts: SchemaParts,
    pub(super) patterns: Patterns,
    /// The schema in compact form, which is sufficient for most objects.
    pub(super) compact: CompactSchema,
    /// `None` if the schema has no rules.
    pub(super) rules: Option<Rules>,
}

/// The parts of a CRD, besides its schema, that determine how its objects are admitted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourceOptions {
    /// The server version.
    pub server: KubeVersion,
    /// The `apiVersion` of objects: group and version.
    pub api_version: Box<str>,
    /// The `kind` of objects.
    pub kind: Box<str>,
    /// Whether objects belong to namespaces; they do by default.
    pub scope: ResourceScope,
    /// Whether the status subresource is enabled, so that requests to the main resource do not change the
    /// status. Disabled by default.
    pub status_subresource: bool,
    /// The scale subresource; none by default.
    pub scale: Option<Scale>,
}

impl ResourceOptions {
    /// Creates options for namespaced objects with this `apiVersion` and `kind` and without subresources.
    pub fn new(server: KubeVersion, api_version: &str, kind: &str) -> Self {
        ResourceOptions {
            server,
            api_version: api_version.into(),
            kind: kind.into(),
            scope: ResourceScope::Namespaced,
            status_subresource: false,
            scale: None,
        }
    }
}

/// The features that a schema uses, so that unnecessary steps are skipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct SchemaParts {
    /// Whether it has embedded resources.
    pub(super) resources: bool,
    /// Whether it has sets or map-type lists.
    pub(super) list_types: bool,
    /// Whether it has defaults.
    pub(super) defaults: bool,
}

impl SchemaParts {
    fn of(schema: &Structural) -> Self {
        let has_list_type =
            |node: &Structural| matches!(node.list_type(), Some(ListType::Set | ListType::Map(_)));
        SchemaParts {
            resources: schema.any(&mut Structural::is_embedded_resource),
            list_types: schema.any(&mut |node| has_list_type(node)),
            defaults: schema.any(&mut |node| node.generic.default.is_some()),
        }
    }
}

/// The reason why objects of a version cannot be validated.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AdmissionError {
    /// The CRD has no version of this name.
    NoVersion(String),
    /// The schema is not structural, or has a pattern that Go cannot compile; contains the server's errors.
    NotStructural(Vec<FieldError>),
}

impl fmt::Display for AdmissionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdmissionError::NoVersion(name) => write!(f, "the CRD has no version `{name}`"),
            AdmissionError::NotStructural(errors) => {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                write!(f, "the schema is invalid: {}", errors.join("; "))
            }
        }
    }
}

impl std::error::Error for AdmissionError {}

impl Admission {
    /// Prepares the validation of the objects of `version` of a CRD, as a server does it.
    ///
    /// The CRD is not validated: rules that do not compile are errors of each object on which they would run,
    /// as on a server that has already stored the CRD.
    ///
    /// # Errors
    ///
    /// Fails if there is no such version, or if its schema is not structural.
    pub fn new(crd: &Crd, version: &str, server: KubeVersion) -> Result<Admission, AdmissionError> {
        let served = crd
            .spec
            .versions
            .iter()
            .flatten()
            .find(|served| &*served.name == version)
            .ok_or_else(|| AdmissionError::NoVersion(version.to_owned()))?;
        let api_version = format!("{}/{version}", crd.spec.group);
        let mut options = ResourceOptions::new(server, &api_version, &crd.spec.names.kind);
        if &*crd.spec.scope == "Cluster" {
            options.scope = ResourceScope::Cluster;
        }
        let top = crd.spec.v1beta1.as_deref();
        let subresources = served
            .subresources
            .as_ref()
            .or_else(|| top.and_then(|top| top.subresources.as_ref()));
        if let Some(subresources) = subresources {
            options.status_subresource = subresources.status;
            options.scale.clone_from(&subresources.scale);
        }
        let schema = served
            .schema
            .as_ref()
            .or_else(|| top.and_then(|top| top.validation.as_ref()))
            .and_then(|validation| validation.open_api_v3_schema.as_deref());
        match schema {
            Some(schema) => Admission::of_schema(schema, options),
            None => Ok(Admission::of_structural(
                &Structural::new(StructuralShape::Any),
                options,
            )),
        }
    }

    /// Prepares the validation of objects by a schema, the root of one version.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not structural.
    pub fn of_schema(
        schema: &JsonSchemaProps,
        options: ResourceOptions,
    ) -> Result<Admission, AdmissionError> {
        let path = Path::root("openAPIV3Schema");
        let structural =
            Structural::from_schema(schema, &path, options.server).map_err(AdmissionError::NotStructural)?;
        let patterns = Patterns::of(&structural);
        let admission = Admission {
            compact: CompactSchema::of(&structural, &patterns, options.server),
            patterns,
            parts: SchemaParts::of(&structural),
            rules: Rules::of(schema, SelfKind::Resource, options.server),
            schema: structural,
            options,
        };
        // The parts of the original are scattered between freed allocations. The parts of a copy are adjacent
        // in memory, which is measurably faster when objects of many kinds alternate: then the schema is not
        // in the processor's cache.
        Ok(admission.clone())
    }

    /// Prepares the validation of objects by a structural schema, the root of one version.
    pub fn of_structural(schema: &Structural, options: ResourceOptions) -> Admission {
        let rules = if schema.any(&mut |node| !node.rules.is_empty()) {
            Rules::of(
                &JsonSchemaProps::from(schema.clone()),
                SelfKind::Resource,
                options.server,
            )
        } else {
            None
        };
        let patterns = Patterns::of(schema);
        Admission {
            compact: CompactSchema::of(schema, &patterns, options.server),
            patterns,
            parts: SchemaParts::of(schema),
            rules,
            schema: schema.clone(),
            options,
        }
    }

    /// Returns the schema of objects.
    pub fn schema(&self) -> &Structural {
        &self.schema
    }

    /// Returns the resource whose objects are validated.
    pub fn options(&self) -> &ResourceOptions {
        &self.options
    }
}
