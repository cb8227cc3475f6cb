use crd_core::Schema;
use std::collections::BTreeSet;

#[derive(Schema)]
enum Mode {
    Fast,
    Slow,
}

#[derive(Schema)]
struct Sets {
    #[crd(list_type = set, min_items = 3)]
    modes: Vec<Mode>,
    #[crd(min_items = 3)]
    flags: BTreeSet<bool>,
    #[crd(list_type = set, min_items = 3, items(enum("a", "b")))]
    letters: Vec<String>,
}

fn main() {}
