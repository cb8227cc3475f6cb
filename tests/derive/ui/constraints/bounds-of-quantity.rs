use crd_core::Schema;
use crd_core::types::{IntOrString, Quantity};
use std::collections::BTreeMap;

#[derive(Schema)]
struct Disk {
    #[crd(minimum = 1)]
    size: Quantity,
    #[crd(maximum = 100)]
    most: Option<Quantity>,
    #[crd(items(exclusive_minimum = 0))]
    sizes: Vec<Quantity>,
    #[crd(values(exclusive_maximum = 9))]
    limits: BTreeMap<String, Memory>,
    #[crd(minimum = 0)]
    port: IntOrString,
    #[crd(max_length = 32)]
    short: Quantity,
}

#[derive(Schema)]
#[crd(minimum = 1)]
struct Memory(Quantity);

fn main() {}
