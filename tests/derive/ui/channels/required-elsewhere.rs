use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
#[crd(any_of((required("retry")), (required("timeouts"))))]
struct RouteRule {
    #[crd(channel = experimental)]
    retry: Option<String>,
    timeouts: Option<String>,
}

fn main() {}
