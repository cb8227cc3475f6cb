use crd_core::Schema;

#[derive(Schema)]
enum Never {}

fn main() {}
