use crd_core::Schema;

crd_core::channels! { stable, beta, alpha }

#[derive(Schema)]
#[crd(rule("!has(self.auth) || self.auth.token != ''", message = "give a token", channel = beta))]
struct Spec {
    #[crd(channel = beta)]
    auth: Option<Auth>,
}

#[derive(Schema)]
struct Auth {
    #[crd(channel = alpha)]
    token: String,
}

fn main() {}
