//! Three types that become each other, and one that becomes itself.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(next = Second)]
pub struct First {
    size: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(next = Third)]
pub struct Second {
    size: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(next = First)]
pub struct Third {
    size: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(next = Mode)]
pub enum Mode {
    Shared,
}

fn main() {}
