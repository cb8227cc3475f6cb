use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(rename = "")]
    size: u32,
    mode: Mode,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "")]
enum Trigger {
    Cron { schedule: String },
    Sensor { topic: String },
}

#[derive(Union)]
enum Source {
    #[serde(rename = "")]
    Disk(Disk),
    Memory,
}

#[derive(Schema, Serialize, Deserialize)]
struct Disk {
    path: String,
}

/// The empty value is one.
#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    #[serde(rename = "")]
    Unset,
    Fast,
}

fn main() {}
