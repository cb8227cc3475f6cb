use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Storage {
    size: i64,
    ready: bool,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(
    rule("self.storage.size"),
    rule("self.storage.size && true"),
    rule("self.storage.ready ? self.storage.size : 'a'"),
    rule("self.storage.ready ? true : 'no'"),
    rule("self.storage.ready", message_expression = "self.storage.size"),
    rule("self.storage == 'a'"),
    rule("self.storage.size == null"),
    rule("'a' in self.storage"),
    rule("size(self.storage.size) > 1"),
    rule("self.storage.ready == (self.storage.size > 1.5)")
)]
struct Spec {
    storage: Storage,
}

fn main() {}
