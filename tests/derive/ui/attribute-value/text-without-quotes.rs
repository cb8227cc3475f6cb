//! Rules and other texts are strings: the message shows them in quotes.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = example.com, version = "v1", kind = Sample, namespaced)]
#[crd(rule(self.keep > 1))]
#[crd(scale(spec_replicas_path = .spec.keep, status_replicas_path = ".status.keep"))]
struct SampleSpec {
    #[crd(rule(has(self.a) && !(self.a in [1, 2]), message = must be small))]
    keep: Keep,
    #[crd(rule = self > 1, title = number of items)]
    items: i32,
    #[crd(pattern = ^[a-z]+(-[a-z]+)*$, rule("self != 'a'", message(must be more), reason = FieldValueInvalid))]
    name: String,
    #[crd(rule(self.all(x, x == "a" || x == "b"), message = "must be `a` or `b`"))]
    names: Vec<String>,
    #[crd(format = date-time, printcolumn(name = Number of items))]
    at: String,
    #[crd(rule("self.matches("^[0-9.]+$")"))]
    version: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Keep {
    a: i32,
}

fn main() {}
