use crd_core::Schema;

#[derive(Schema)]
struct Names {
    #[crd(pattern = "^[a-z]{5}$", max_length = 3)]
    short: String,
    #[crd(pattern = "^[a-z]{1,5}$", min_length = 8)]
    long: String,
}

fn main() {}
