//! Values that are written in another form than that of the attribute.

use std::collections::BTreeMap;

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(one_of(quay, buoy))]
struct Berth {
    #[crd(max_length(300))]
    quay: Option<String>,
    #[crd(max_length = 30.0)]
    buoy: Option<String>,
    #[crd(max_length = "MAX_NAME")]
    pier: String,
    #[crd(minimum(1))]
    depth: i32,
    #[crd(enum = "north;south")]
    side: String,
    #[crd(one_of = ["a", "b"])]
    letter: String,
    #[crd(not("none"))]
    owner: String,
    #[crd(values("a", "b"))]
    class: String,
    #[crd(items("a", "b"))]
    classes: Vec<String>,
    #[crd(minimum >= 1)]
    length: i32,
    #[crd(max-length = 3)]
    code: String,
    #[crd("max_length = 3")]
    sign: String,
    #[crd(printcolumn = "Remarks")]
    remarks: String,
    #[crd(value(minimum = 0))]
    fares: BTreeMap<String, i64>,
    #[crd(default = { a: 1 })]
    other: BTreeMap<String, i64>,
    #[crd(list_type = keyed, list_map_keys("name"))]
    lines: Vec<Line>,
    #[crd(schemars(length(max = 3)))]
    short: String,
    #[crd(validation(max_length = 3))]
    shorter: String,
    #[crd(serde(default))]
    shortest: String,
    #[crd(minimum = 1,, maximum = 4)]
    stay: i32,
}

#[derive(Schema, Serialize, Deserialize)]
struct Line {
    name: String,
}

fn main() {}
