//! A value where an attribute expects a type.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database", status = DatabaseStatus {})]
struct DatabaseSpec {
    size: u16,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DatabaseStatus {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(next = Newer)]
struct Older {
    #[crd(next(rename = "seconds", by = Times(60)))]
    minutes: u16,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Newer {
    seconds: u16,
}

fn main() {}
