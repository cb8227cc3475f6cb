use crd_core::Schema;

#[derive(Schema)]
struct Values {
    #[crd(enum(1, 5), minimum = 3)]
    number: i32,
    #[crd(enum("a", "long"), max_length = 3)]
    text: String,
    #[crd(enum("a", "1"), pattern = "^[0-9]+$")]
    digits: String,
    #[crd(enum(4, 5), multiple_of = 2)]
    even: i32,
}

fn main() {}
