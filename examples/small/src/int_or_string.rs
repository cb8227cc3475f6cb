//! Integers or strings, and quantities.

use crd_core::types::{IntOrString, Quantity};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A budget for disruptions.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "Budget", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct BudgetSpec {
    /// A number or a percentage.
    #[crd(any_of((minimum = 0, maximum = 1000), (pattern = "^[0-9]{1,3}%$")))]
    pub max_unavailable: IntOrString,
    /// Such as `500m` or `2Gi`.
    pub memory: Quantity,
}
