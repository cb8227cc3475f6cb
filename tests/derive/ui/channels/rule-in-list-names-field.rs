use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
struct RouteSpec {
    #[crd(rule("self.all(r, r.session != '')", message = "sessions have names"))]
    #[crd(max_items = 16)]
    rules: Vec<RouteRule>,
}

#[derive(Schema)]
struct RouteRule {
    #[crd(channel = experimental, max_length = 128)]
    session: String,
}

fn main() {}
