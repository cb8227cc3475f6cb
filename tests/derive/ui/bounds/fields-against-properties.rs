use crd_core::Schema;

#[derive(Schema)]
struct Pair {
    a: String,
    b: String,
}

#[derive(Schema)]
#[crd(max_properties = 1)]
struct Closed {
    a: String,
    b: String,
}

#[derive(Schema)]
struct Pairs {
    #[crd(min_properties = 3)]
    more: Pair,
    #[crd(max_properties = 1)]
    fewer: Pair,
}

fn main() {}
