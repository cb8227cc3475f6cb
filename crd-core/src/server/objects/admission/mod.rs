//! Admission of objects: what the server makes of an object, and why it rejects it.
//!
//! ```text
//! schema   spec: {type: object, properties: {replicas: {type: integer, default: 1, minimum: 1}}}
//! request  spec: {replicas: 0, colour: red}
//! object   spec: {replicas: 0}                              with defaults, without unknown fields
//! strict   unknown field "spec.colour"
//! errors   spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1
//! ```
//!
//! The steps are those of the server: decode (which prunes), default, prepare, judge.

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
pub use request::{Admitted, FieldValidation, Finding, Operation, Request, Url, Warning};

/// What judges the objects of one version of a CRD.
///
/// It is built once (structural schema, patterns, rules) and judges any number of objects, from any thread.
///
/// See the [module](super) for an example.
#[derive(Clone, Debug)]
pub struct Admission {
    pub(super) options: ResourceOptions,
    pub(super) schema: Structural,
    pub(super) parts: SchemaParts,
    pub(super) patterns: Patterns,
    /// The schema again, for what most objects need.
    pub(super) compact: CompactSchema,
    /// `None` if the schema has no rules.
    pub(super) rules: Option<Rules>,
}

/// The parts of a CRD, besides its schema, that decide how its objects are admitted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourceOptions {
    /// The server.
    pub server: KubeVersion,
    /// The `apiVersion` of objects: group and version.
    pub api_version: Box<str>,
    /// The `kind` of objects.
    pub kind: Box<str>,
    /// Whether objects live in namespaces; they do by default.
    pub scope: ResourceScope,
    /// Whether the status subresource is on, so that requests to the main resource do not change the status. Off by
    /// default.
    pub status_subresource: bool,
    /// The scale subresource; none by default.
    pub scale: Option<Scale>,
}

impl ResourceOptions {
    /// Options for namespaced objects with this `apiVersion` and `kind` and without subresources.
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

/// What a schema has somewhere, so that steps that find nothing to do are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct SchemaParts {
    /// Embedded resources.
    pub(super) resources: bool,
    /// Sets and map-type lists.
    pub(super) list_types: bool,
    /// Defaults.
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

/// Why objects of a version cannot be judged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AdmissionError {
    /// The CRD has no version of this name.
    NoVersion(String),
    /// The schema is not structural: the errors of the server.
    NotStructural(Vec<FieldError>),
}

impl fmt::Display for AdmissionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdmissionError::NoVersion(name) => write!(f, "the CRD has no version `{name}`"),
            AdmissionError::NotStructural(errors) => {
                f.write_str("the schema is not structural")?;
                for error in errors {
                    write!(f, "; {error}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for AdmissionError {}

impl Admission {
    /// Prepares to judge the objects of `version` of a CRD as a server does.
    ///
    /// The CRD is not validated: rules that do not compile are errors of each object that they would run on, as on a
    /// server that has stored the CRD already.
    ///
    /// # Errors
    ///
    /// There is no such version, or its schema is not structural.
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

    /// Prepares to judge objects of a schema, the root of one version.
    ///
    /// # Errors
    ///
    /// The schema is not structural.
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
        // What was made lies between the remains of what making it needed. A copy lies together, which whoever judges objects of
        // many kinds in turn notices: a schema is not in the processor's cache then.
        Ok(admission.clone())
    }

    /// Prepares to judge objects of a structural schema, the root of one version.
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

    /// The schema of objects.
    pub fn schema(&self) -> &Structural {
        &self.schema
    }

    /// The resource whose objects are judged.
    pub fn options(&self) -> &ResourceOptions {
        &self.options
    }
}
