// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.
// Names of types by place, kept by the next import:
//   Free = v1 spec.free
//   Pruned = v1 spec.pruned
//   PrunedMetadata = v1 spec.pruned.metadata
//   PrunedSpec = v1 spec.pruned.spec
//   TemplateSpecConfig = v1 spec.spec

//! `Template` of `example.com`.

#![allow(
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant
)]
#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags
)]

use crd_core::types::{EmbeddedObjectMeta, RawExtension};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Template",
    plural = "templates",
    namespaced,
    derive(PartialEq)
)]
pub struct TemplateSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<Free>,
    /// Labels of the workers.
    #[crd(descriptions = drop)]
    pub metadata: EmbeddedObjectMeta,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<Pruned>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<TemplateSpecConfig>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Free {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<RawExtension>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<RawExtension>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Pruned {
    /// Pruned by the server, unless the template is an embedded resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<PrunedMetadata>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<PrunedSpec>,
}

/// Pruned by the server, unless the template is an embedded resource.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PrunedMetadata {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct PrunedSpec {
    pub size: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct TemplateSpecConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
}
