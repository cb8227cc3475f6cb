//! Equal expressions are equal values: results of functions, elements of maps, remainders and sums.

use crd_core::Schema;
use std::collections::BTreeMap;

#[derive(Schema)]
#[crd(rule("self.first + self.second < 0", message = "must be negative"))]
struct Terms {
    first: u32,
    second: u32,
    #[crd(max_length = 9)]
    #[crd(rule("duration(self) > duration('2h') && duration(self) < duration('1h')", message = "must be both"))]
    timeout: String,
    #[crd(max_properties = 4, rule("self['a'] > 5 && self['a'] < 3", message = "must be both"))]
    sizes: BTreeMap<String, i64>,
    #[crd(rule("self % 2 == 2", message = "must be even"))]
    even: i64,
}

fn main() {}
