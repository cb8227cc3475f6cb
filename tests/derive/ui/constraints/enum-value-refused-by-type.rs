use crd_core::Schema;

const LOW: i32 = 3;

#[derive(Schema)]
struct Name(#[crd(max_length = 3)] String);

#[derive(Schema)]
struct Values {
    #[crd(enum("abc", "long"))]
    name: Name,
    #[crd(enum(1, 5), minimum = LOW)]
    number: i32,
}

fn main() {}
