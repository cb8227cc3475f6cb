//! The `crd-gen` command.
fn main() {}
