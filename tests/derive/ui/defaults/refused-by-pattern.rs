use crd_core::Schema;

#[derive(Schema)]
struct Values {
    #[crd(default = "a", pattern = "^[0-9]+$")]
    digits: String,
    #[crd(default = 5, multiple_of = 2)]
    even: i32,
    #[crd(default = ["a", "a"], list_type = set)]
    names: Vec<String>,
}

fn main() {}
