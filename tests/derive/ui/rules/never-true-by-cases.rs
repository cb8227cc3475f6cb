//! Of rules that no value satisfies, each side of a disjunction is tried, chains of comparisons are followed, and there is no old value
//! when an object is created.

use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.first < self.second", message = "must be ordered"))]
#[crd(rule("self.second < self.third", message = "must be ordered"))]
#[crd(rule("self.third < self.first", message = "must be ordered"))]
struct Chain {
    first: i32,
    second: i32,
    third: i32,
}

#[derive(Schema)]
#[crd(rule("has(self.name) != has(self.size)", message = "must have one of them"))]
struct Either {
    name: String,
    size: i32,
}

#[derive(Schema)]
#[crd(rule("self.least + self.most > 20", message = "must be above 20"))]
#[crd(rule("self.mode == 'A' ? self.least > 10 : self.most > 10", message = "must be above 10"))]
struct Sums {
    #[crd(minimum = 0, maximum = 10)]
    least: i32,
    #[crd(minimum = 0, maximum = 10)]
    most: i32,
    mode: String,
    // Forbids only new values, which may be intended.
    #[crd(rule(
        "oldSelf.hasValue() && self == oldSelf.value()",
        message = "must not change",
        optional_old_self
    ))]
    frozen: i32,
    #[crd(rule(
        "!oldSelf.hasValue() || self == oldSelf.value()",
        message = "must not change",
        optional_old_self
    ))]
    set_once: i32,
}

fn main() {}
