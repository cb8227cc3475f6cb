use crd_core::Schema;

#[derive(Schema)]
enum Fare {
    #[crd(default)]
    Adult,
    Senior,
}

fn main() {}
