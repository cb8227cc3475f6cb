use crd_core::Schema;

const STEP: i32 = 5;
const NONE: i32 = 0;

#[derive(Schema)]
struct Port(#[crd(minimum = 10, maximum = 20)] i32);

#[derive(Schema)]
struct Limits {
    #[crd(minimum = 1, maximum = 4, multiple_of = 5)]
    size: i32,
    #[crd(minimum = 1, multiple_of = 300)]
    of_type: u8,
    #[crd(minimum = 1, maximum = 4, multiple_of = STEP)]
    constant: u64,
    #[crd(multiple_of = 30)]
    of_newtype: Port,
    #[crd(multiple_of = NONE)]
    zero: i32,
}

fn main() {}
