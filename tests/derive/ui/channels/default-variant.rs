use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
struct Filter {
    #[crd(default = "ExternalAuth")]
    kind: FilterType,
}

#[derive(Schema)]
enum FilterType {
    RequestMirror,
    #[crd(channel = experimental)]
    ExternalAuth,
}

fn main() {}
