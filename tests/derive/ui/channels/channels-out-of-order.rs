use crd_core::Schema;

crd_core::channels! { stable, beta, alpha }

#[derive(Schema)]
#[crd(rule("!has(self.mirror) || self.mirror != self.host", message = "mirror and host differ", channel = beta))]
struct Spec {
    host: String,
    #[crd(channel = alpha)]
    mirror: Option<String>,
}

fn main() {}
