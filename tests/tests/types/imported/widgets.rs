// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.
// Names of types by place, kept by the next import:
//   Listed = v1 spec.listed, spec.shaped
//   Net = v1 spec.source.net
//   Part = v1 spec.parts[], spec.spare
//   Pick = v1 spec.pick
//   Tier = v1 spec.tier
//   WidgetMode = v1 spec.mode
//   WidgetOptions = v1 spec.options
//   WidgetSource = v1 spec.source

//! `Widget` of `example.com`.

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

/// Version `v1`.
pub mod v1 {
    use std::collections::BTreeMap;

    use crd_core::types::{EmbeddedResource, IntOrString, LabelSelector, RawExtension, Time};
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    /// What is wanted
    /// of the widget.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Widget",
        plural = "widgets",
        shortname = "wi",
        category = "all",
        namespaced,
        metadata_required,
        status = WidgetStatus,
        scale(
            spec_replicas_path = ".spec.replicas",
            status_replicas_path = ".status.replicas"
        ),
        selectable = ".spec.mode",
        printcolumn(name = "Replicas", type_ = "integer", json_path = ".spec.replicas"),
        printcolumn(
            name = "Age",
            type_ = "date",
            json_path = ".metadata.creationTimestamp"
        ),
        conversion = none,
        doc = "A widget.",
        derive(PartialEq)
    )]
    #[crd(root_rule("self.metadata.name != 'none'", message = "the name is taken"))]
    #[crd(keep_line_breaks)]
    #[crd(rule(
        "self.replicas <= 9 || has(self.note)",
        message = "many replicas want a note",
        reason = FieldValueRequired,
        field_path = ".note"
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct WidgetSpec {
        #[crd(unchecked(format = "ip"))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub addresses: Option<Vec<String>>,
        #[crd(unchecked(int_or_string = any_of))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub amount: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub anything: Option<serde_json::Value>,
        #[crd(unchecked(int_or_string))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub either: Option<IntOrString>,
        #[crd(required)]
        pub hint: Option<String>,
        #[crd(required, default = 3)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub limit: Option<u64>,
        #[crd(unchecked(items))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub listed: Option<Listed>,
        /// How fast:
        /// - Fast
        /// - Slow
        pub mode: WidgetMode,
        /// A note, \<b>bold\</b>.
        #[crd(
            description = "A note, <b>bold</b>.",
            min_length = 1,
            max_length = 63,
            pattern = r#"^[a-z"\\]+$"#
        )]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        #[crd(
            unchecked(preserve_unknown_fields),
            items(unchecked(preserve_unknown_fields = false))
        )]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub odd: Option<Vec<RawExtension>>,
        #[crd(unchecked(required("a")))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub open: Option<RawExtension>,
        #[crd(default = serde_json::json!({"a": 1}))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub options: Option<WidgetOptions>,
        /// What it is made of.
        #[crd(list_type = map, list_map_keys("name"))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub parts: Option<Vec<Part>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pick: Option<Pick>,
        #[crd(format = "")]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub plain: Option<i64>,
        #[crd(max_items = 4, list_type = set, items(max_length = 43))]
        #[serde(rename = "podCIDRs", skip_serializing_if = "Option::is_none")]
        pub pod_cidrs: Option<Vec<String>>,
        #[crd(format = "", exclusive_minimum = 0, multiple_of = 0.5)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ratio: Option<f64>,
        /// Number of instances.
        #[crd(minimum = 1, maximum = 50)]
        pub replicas: i32,
        #[crd(default = true)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub self_: Option<bool>,
        #[crd(schema_with = spec_shaped_schema)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub shaped: Option<Listed>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub source: Option<WidgetSource>,
        /// A part.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub spare: Option<Part>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub template: Option<EmbeddedResource>,
        #[crd(unchecked(nullable))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tier: Option<Tier>,
        #[crd(default = "plain", nullable)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub r#type: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub values: Option<Vec<Option<i32>>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Listed {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub a: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum WidgetMode {
        Fast,
        Slow,
        #[serde(rename = "")]
        Empty,
        #[serde(rename = "*")]
        Star,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct WidgetOptions {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub a: Option<i32>,
    }

    /// A part.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Part {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub more: Option<BTreeMap<String, Vec<i64>>>,
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub size: Option<IntOrString>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[crd(any_of((required("type")), (properties(type(max_length = 3))), ()))]
    pub struct Pick {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub r#type: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[crd(
        min_properties = 1,
        one_of((required("disk")), (required("net"))),
        map_type = atomic
    )]
    pub struct WidgetSource {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub disk: Option<RawExtension>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub net: Option<Net>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Net {
        pub host: String,
        /// Fields that the schema does not declare.
        #[serde(flatten)]
        pub other: BTreeMap<String, serde_json::Value>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Tier {
        Gold,
        Silver,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct WidgetStatus {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replicas: Option<i32>,
        /// Which pods.
        #[crd(descriptions = DESCRIPTIONS)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub selector: Option<LabelSelector>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub since: Option<Time>,
    }

    /// The descriptions of fields of a type of crd-core in this CRD.
    #[rustfmt::skip]
    const DESCRIPTIONS: &[(&str, &str)] = &[
        ("matchExpressions[].operator", "How."),
        ("matchLabels", "Labels."),
    ];

    /// The schema of `spec.shaped`, which no attributes express: it has keywords for another type.
    fn spec_shaped_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
        crd_core::interop::schema_from_json(
            r#"{"type":"object","properties":{"a":{"type":"string"}},"items":{"type":"string"}}"#,
        )
    }
}

/// Version `v1beta1`.
pub mod v1beta1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    pub use super::v1::{Part, WidgetMode};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v1beta1",
        kind = "Widget",
        plural = "widgets",
        shortname = "wi",
        category = "all",
        namespaced,
        storage = false,
        deprecated,
        spec_optional = option,
        status_subresource = true,
        printcolumn(name = "Nowhere", type_ = "string", json_path = ".spec.gone"),
        also("v1alpha1", served = false, storage = false),
        unchecked_paths,
        root_title = "Widget",
        derive(PartialEq)
    )]
    pub struct WidgetSpec {
        pub mode: WidgetMode,
        /// A part.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub spare: Option<Part>,
    }
}
