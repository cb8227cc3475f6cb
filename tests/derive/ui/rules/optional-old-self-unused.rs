use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Lift", namespaced)]
#[crd(rule("self.capacity > 1", optional_old_self = true))]
#[crd(root_rule("self.spec.capacity > 1", optional_old_self))]
struct LiftSpec {
    #[crd(rule("self > 0 // not oldSelf", optional_old_self = false))]
    capacity: u32,
    // Correct.
    #[crd(rule("!oldSelf.hasValue() || self >= oldSelf.value()", optional_old_self))]
    cabins: u32,
}

fn main() {}
