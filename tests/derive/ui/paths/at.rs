//! `at(…)` with paths that lead nowhere, and attributes that do not fit the node.

use std::collections::BTreeMap;

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(at("nmae", max_length = 63))]
    misspelled: Part,
    #[crd(at("size", max_length = 63))]
    unsuited: Part,
    #[crd(at("hosts.name", max_length = 63))]
    list: Part,
    #[crd(at("name[]", max_length = 63))]
    no_list: Part,
    #[crd(at("name.first", max_length = 63))]
    no_object: Part,
    #[crd(at("hosts[].name", max_length = 63), at("labels.*", max_length = 63))]
    correct: Part,
}

#[derive(Schema, Serialize, Deserialize)]
struct Part {
    name: String,
    size: u32,
    hosts: Vec<Host>,
    labels: BTreeMap<String, String>,
}

#[derive(Schema, Serialize, Deserialize)]
struct Host {
    name: String,
}

fn main() {}
