//! A misspelled keyword of strings on a struct, where the correct one would be refused.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(max_lenght = 63, minimun = 1)]
struct Mooring {
    name: String,
}

/// A newtype has the keyword itself.
#[derive(Schema, Serialize, Deserialize)]
#[crd(max_lenght = 63)]
struct Name(String);

fn main() {}
