//! The options of a JSON Schema.

use serde_json::{Map, Value};

use crate::KubeVersion;

/// The version of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Draft {
    /// Draft 7, which editors and kubeconform support.
    #[default]
    Draft7,
    /// Draft 2020-12.
    Draft202012,
}

/// The treatment of fields that the CRD does not declare, which the server prunes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownFields {
    /// They are rejected, as under strict field validation, which kubectl requests.
    #[default]
    Reject,
    /// They are allowed.
    Allow,
}

/// The options of a JSON Schema.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct JsonSchemaOptions {
    /// The version of JSON Schema; draft 7 by default.
    pub draft: Draft,
    /// Whether undeclared fields are rejected; they are by default.
    pub unknown_fields: UnknownFields,
    /// The server; the default one by default.
    pub server: KubeVersion,
}

impl JsonSchemaOptions {
    /// Creates options for a draft and a server.
    pub fn new(draft: Draft, unknown_fields: UnknownFields, server: KubeVersion) -> Self {
        JsonSchemaOptions {
            draft,
            unknown_fields,
            server,
        }
    }
}

pub(super) type SchemaMembers = Map<String, Value>;

pub(super) struct Writer {
    pub(super) options: JsonSchemaOptions,
}
