use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(int_or_string)]
    port: i32,
    #[crd(int_or_string)]
    name: Option<String>,
    #[crd(items(int_or_string))]
    ports: Vec<u16>,
}

fn main() {}
