use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
#[crd(rule("!has(self.mirror) || self.mirror != self.host", message = "mirror and host differ"))]
struct Spec {
    host: String,
    #[crd(channel = experimental)]
    mirror: Option<String>,
}

fn main() {}
