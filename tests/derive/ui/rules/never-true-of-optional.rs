//! A field that is absent or null is absent for rules, so a rule that reads it needs it, and it is then within its bounds.

use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("has(self.size) && self.size > 5", message = "must be above 5"))]
#[crd(rule("!has(self.size) && self.size > 1", message = "must be above 1"))]
#[crd(rule("self.count > 5", message = "must be above 5"))]
#[crd(rule("has(self.mode) && self.mode == 'C'", message = "must be C"))]
#[crd(rule("has(self.list) && size(self.list) > 3", message = "must have more than 3 elements"))]
#[crd(rule("self.on != true && self.on != false", message = "must be neither"))]
#[crd(rule("!has(self.size) || self.size > 5", message = "must be above 5"))]
struct Optional {
    #[crd(maximum = 5)]
    size: Option<i64>,
    #[crd(maximum = 5)]
    count: Option<Box<i64>>,
    #[crd(enum("A", "B"))]
    mode: Option<String>,
    #[crd(max_items = 3)]
    list: Option<Vec<String>>,
    on: Option<bool>,
}

#[derive(Schema)]
#[crd(rule("(has(self.one) ? 1 : 0) + (has(self.other) ? 1 : 0) == 1", message = "must have one"))]
#[crd(rule("has(self.one) && has(self.other)", message = "must have both"))]
struct Either {
    one: Option<i64>,
    other: Option<i64>,
}

fn main() {}
