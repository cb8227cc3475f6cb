//! Variants and constants of Rust in rules, whose values in JSON the macro does not know.

use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.policy == Policy.Compact || self.size > 1"))]
#[crd(rule("self.policy in [Policy.Compact, Policy.Delete]"))]
#[crd(rule("self.name != DEFAULT_NAME"))]
struct Topic {
    policy: Policy,
    name: String,
    size: u8,
}

#[derive(Schema)]
#[serde(rename_all = "lowercase")]
enum Policy {
    Delete,
    Compact,
}

fn main() {}
