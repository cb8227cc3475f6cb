use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(rule("self.size() > 'a'")))]
    tags: Vec<String>,
}

fn main() {}
