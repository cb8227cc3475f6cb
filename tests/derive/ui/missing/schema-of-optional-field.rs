use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Database {
    #[serde(skip_serializing_if = "Option::is_none")]
    backup: Option<Backup>,
}

#[derive(Serialize, Deserialize)]
struct Backup;

fn main() {}
