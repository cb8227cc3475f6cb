use crd_core::Schema;

#[derive(Schema)]
struct Node {
    size: u32,
    next: Option<Box<Node>>,
}

fn main() {}
