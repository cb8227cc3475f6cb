use crd_core::Schema;

#[derive(Schema)]
struct Server {
    #[crd(rule("self.a == 1"))]
    settings: Option<Value>,
    #[crd(rule("self.a == 1"))]
    own: own::Value,
}

struct Value;

impl Schema for Value {
    const SHAPE: crd_core::Shape = crd_core::Shape::new("Value", crd_core::shape::Kind::Any);
}

mod own {
    #[derive(crd_core::Schema)]
    pub struct Value {
        a: u16,
    }
}

fn main() {}
