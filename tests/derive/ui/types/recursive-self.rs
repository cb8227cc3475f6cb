use crd_core::Schema;

#[derive(Schema)]
struct Node {
    children: Vec<Self>,
}

fn main() {}
