//! Lists: atomic, sets, and maps with keys; constraints on elements.

use std::collections::BTreeSet;

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Lets traffic in.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "Gate", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct GateSpec {
    /// Owned element by element, told apart by port and protocol.
    #[crd(list_type = map, list_map_keys("port", "protocol"), max_items = 16)]
    pub listeners: Vec<Listener>,
    /// Every value once.
    #[crd(max_items = 32, items(format = "cidr"))]
    pub allowed: BTreeSet<String>,
    /// Replaced as a whole.
    #[crd(list_type = atomic)]
    pub order: Vec<String>,
    /// Exactly two values.
    pub range: (u16, u16),
    /// Rows of cells, each cell constrained.
    #[crd(max_items = 8, items(max_items = 8, items(minimum = 0, maximum = 9)))]
    pub grid: Vec<Vec<u8>>,
}

/// A port that takes traffic.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Listener {
    /// The port.
    #[crd(minimum = 1)]
    pub port: u16,
    /// The protocol; a key needs a default or a value.
    #[crd(default = "TCP", enum("TCP", "UDP"))]
    pub protocol: String,
}
