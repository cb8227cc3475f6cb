//! Values behind other signs than `=`, and in parentheses or without them where they are written in the other way.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, Schema, CustomResource)]
#[crd(group = "example.com", version: "v1", kind = "Meter")]
struct MeterSpec {
    #[crd(list_type(set), items = (max_length = 30))]
    readers: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, Schema, CustomResource)]
#[crd(group = "example.com", version = "v1", kind => "Tariff", printcolumn(name => "Currency", json_path = ".spec.currency"))]
struct TariffSpec {
    #[crd(enum(["EUR", "USD"]), unchecked = nullable)]
    currency: String,
    #[crd(max-length = 30)]
    title: String,
    #[crd(list_type(set))]
    zones: Vec<String>,
    #[crd(enum("low, high"), default = "low")]
    season: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, Schema)]
#[crd(exactly_one_of = "day", "night")]
struct Rates {
    day: Option<u32>,
    night: Option<u32>,
    #[crd(min_length(1))]
    name: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, Schema)]
struct Reading {
    #[crd(items[max_length = 30])]
    labels: Vec<String>,
    #[crd(min_items = 1..20)]
    values: Vec<f64>,
    #[crd(max_length = 3..=60)]
    meter: String,
    #[crd(rule = ("self > 0", message = "must be above zero"))]
    number: i64,
    #[crd(values = (max_length = 30))]
    notes: std::collections::BTreeMap<String, String>,
}

fn main() {}
