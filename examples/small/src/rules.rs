//! CEL rules, and attributes that generate rules.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A route.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "Route", namespaced)]
#[crd(
    exactly_one_of("service", "redirect"),
    rule(
        "!has(self.weight) || has(self.service)",
        message_expression = "'a weight on ' + self.host + ' needs a service'",
        reason = "FieldValueForbidden",
        field_path = ".weight"
    )
)]
pub struct RouteSpec {
    /// May not change.
    #[crd(immutable, max_length = 253)]
    pub host: String,
    /// Where traffic goes.
    #[crd(max_length = 63)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Where clients are sent.
    #[crd(
        max_length = 2048,
        rule("self.startsWith('https://')", message = "must be https")
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect: Option<String>,
    /// Share of the traffic.
    #[crd(maximum = 100)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u8>,
}
