use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
struct Spec {
    #[crd(channel = "experimental")]
    mirror: Option<String>,
}

fn main() {}
