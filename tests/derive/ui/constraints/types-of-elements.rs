//! Elements that may be null, keys of lists on a map, and a schema of another type than that of the field.

use std::collections::BTreeMap;

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Sailing {
    #[crd(items(nullable))]
    tags: Vec<String>,
    #[crd(values(nullable))]
    labels: BTreeMap<String, String>,
    #[crd(items(nullable))]
    marks: Vec<Option<String>>,
    #[crd(schema_as = u32)]
    remarks: Option<String>,
    #[crd(schema_as = i64)]
    depth: f64,
}

/// Reported by the compiler's evaluation.
#[derive(Schema, Serialize, Deserialize)]
struct Fares {
    #[crd(list_type = map)]
    fares: BTreeMap<String, i64>,
}

fn main() {}
