//! A keyword of strings on a list of the standard library's durations, which are objects.

use std::time::Duration;

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Timetable {
    #[crd(max_length = 20)]
    pauses: Vec<Duration>,
    #[crd(items(max_length = 20))]
    stays: Vec<Duration>,
}

fn main() {}
