use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = "2")]
    size: i32,
    #[crd(default = "true")]
    is_live: bool,
    #[crd(default = 2)]
    name: String,
}

fn main() {}
