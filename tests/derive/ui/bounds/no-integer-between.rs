use crd_core::Schema;

const LOW: i32 = 5;

#[derive(Schema)]
struct Port(#[crd(minimum = 10, maximum = 20)] i32);

#[derive(Schema)]
struct Limits {
    #[crd(exclusive_minimum = 1, exclusive_maximum = 2)]
    between: i64,
    #[crd(exclusive_minimum = 255)]
    above_type: u8,
    #[crd(exclusive_minimum = LOW, exclusive_maximum = 6)]
    constant: i32,
    #[crd(exclusive_minimum = 20)]
    above_newtype: Port,
    #[crd(items(exclusive_minimum = 1, exclusive_maximum = 2))]
    elements: Vec<i32>,
}

fn main() {}
