use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.size / 0 > 1"))]
struct Server {
    #[crd(rule("self % 0 == 1"))]
    size: i64,
}

fn main() {}
