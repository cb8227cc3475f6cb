// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.
// Names of types by place, kept by the next import:
//   Part = v1 spec.parts[]

//! `Partial` of `example.com`.

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

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Partial",
    plural = "partials",
    namespaced,
    status = PartialStatus,
    scale(
        spec_replicas_path = ".spec.replicas",
        status_replicas_path = ".status.replicas"
    ),
    selectable = ".spec.old",
    printcolumn(name = "Old", type_ = "string", json_path = ".spec.old"),
    unchecked_paths,
    derive(PartialEq)
)]
#[crd(root_rule("self.metadata.name != 'a'"))]
#[crd(rule("self.size > 3"))]
pub struct PartialSpec {
    #[crd(max_items = 4, list_type = map, list_map_keys("key"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Part>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
    #[crd(default = 4)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Part {
    pub key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PartialStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i32>,
}
