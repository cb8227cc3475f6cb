//! A comment in a rule whose lines are joined by a backslash.

use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
#[crd(rule("self.kind != 'Quorum' // only these queues \
            || self.replicas > 2"))]
struct Queue {
    kind: String,
    replicas: u32,
}

fn main() {}
