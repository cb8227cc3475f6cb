use crd_core::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
struct Size(#[crd(rule("self > 5 && self < 5"))] i64);

#[derive(Schema, Deserialize)]
struct Spec {
    #[crd(rule("self > 10"), rule("self < 10"))]
    replicas: i32,
    #[crd(rule("self.startsWith('db-')"), rule("self.startsWith('app-')"))]
    name: String,
    #[crd(enum("small", "large"), rule("self != 'small' && self != 'large'"))]
    class: String,
    #[crd(rule("self"), rule("!self"))]
    enabled: bool,
}

#[derive(Schema, Deserialize)]
#[crd(rule("self.min < self.max"), rule("self.min > self.max"))]
struct Bounds {
    min: i64,
    max: i64,
}

fn main() {}
