use crd_core::Schema;

#[derive(Schema)]
struct Tree {
    branches: Vec<Branch>,
}

#[derive(Schema)]
struct Branch {
    tree: Option<Box<Tree>>,
}

fn main() {}
