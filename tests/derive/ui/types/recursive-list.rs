use crd_core::Schema;

#[derive(Schema)]
struct Node {
    children: Vec<Node>,
}

fn main() {}
