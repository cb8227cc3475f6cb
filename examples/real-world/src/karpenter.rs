//! Karpenter's `NodeOverlay`.

use std::collections::BTreeMap;

use crd_core::types::{Condition, Quantity};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Adjusts what scheduling simulations assume of nodes.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "karpenter.sh",
    version = "v1alpha1",
    kind = "NodeOverlay",
    category = "karpenter",
    shortname = "overlays",
    status = NodeOverlayStatus,
    printcolumn(name = "Ready", type_ = "string", json_path = r#".status.conditions[?(@.type=="Ready")].status"#),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp"),
)]
#[crd(rule(
    "!has(self.price) || !has(self.priceAdjustment)",
    message = "cannot set both 'price' and 'priceAdjustment'"
))]
#[serde(rename_all = "camelCase")]
pub struct NodeOverlaySpec {
    /// When the overlay applies.
    #[crd(
        list_type = atomic,
        max_items = 100,
        rule(
            "self.all(x, x.operator == 'NotIn' ? x.values.size() != 0 : true)",
            message = "requirements with operator 'NotIn' must have a value defined"
        ),
        rule(
            "self.all(x, x.operator == 'In' ? x.values.size() != 0 : true)",
            message = "requirements with operator 'In' must have a value defined"
        ),
        rule(
            "self.all(x, (x.operator == 'Gt' || x.operator == 'Lt' || x.operator == 'Gte' || x.operator == 'Lte') ? (x.values.size() == 1 && int(x.values[0]) >= 0) : true)",
            message = "requirements operator 'Gt', 'Lt', 'Gte' or 'Lte' must have a single positive integer value"
        )
    )]
    pub requirements: Vec<NodeSelectorRequirement>,
    /// The price of matching instance types.
    #[crd(pattern = r"^\d+(\.\d+)?$")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
    /// How the price of matching instance types changes.
    #[crd(pattern = r"^(([+-]{1}(\d*\.?\d+))|(\+{1}\d*\.?\d+%)|(^(-\d{1,2}(\.\d+)?%)$)|(-100%))$")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_adjustment: Option<String>,
    /// Extended resources that are added.
    #[crd(rule(
        "self.all(x, !(x in ['cpu', 'memory', 'ephemeral-storage', 'pods']))",
        message = "invalid resource restricted"
    ))]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub capacity: BTreeMap<String, Quantity>,
    /// Which overlay wins.
    #[crd(minimum = 1, maximum = 10000, printcolumn(priority = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<i32>,
}

/// A requirement on a label.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct NodeSelectorRequirement {
    /// The label.
    #[crd(
        max_length = 316,
        pattern = r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*(\/))?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$",
        rule(
            r#"self in ["karpenter.sh/capacity-type", "karpenter.sh/nodepool"] || !self.find("^([^/]+)").endsWith("karpenter.sh")"#,
            message = r#"label domain "karpenter.sh" is restricted"#
        ),
        rule(r#"self != "kubernetes.io/hostname""#, message = r#"label "kubernetes.io/hostname" is restricted"#)
    )]
    pub key: String,
    /// How the label relates to the values.
    pub operator: Operator,
    /// The values.
    #[crd(list_type = atomic)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

/// How a label relates to values.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Operator {
    In,
    NotIn,
    Exists,
    DoesNotExist,
    Gt,
    Lt,
    Gte,
    Lte,
}

/// What Karpenter makes of the overlay.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct NodeOverlayStatus {
    /// Health and readiness.
    #[crd(list_type = map, list_map_keys("type"))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
}
