use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(int_or_string, preserve_unknown_fields)]
    port: u32,
}

fn main() {}
