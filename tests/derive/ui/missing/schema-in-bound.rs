use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(bound = "T: Clone")]
struct Limited<T> {
    soft: T,
    hard: Vec<Option<T>>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(bound = "T: schemars::JsonSchema, U:")]
enum Either<T, U> {
    Left(T),
    Right { values: Vec<U> },
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(bound = "")]
struct Empty<T> {
    value: T,
}

// These bounds may imply `Schema`, or the schema does not need it.
#[derive(Schema, Serialize, Deserialize)]
#[crd(bound = "T: Kind")]
struct Kinds<T> {
    value: T,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(bound = "")]
struct Named<T> {
    name: Name<T>,
    #[crd(schema_as = String)]
    text: T,
}

trait Kind: Schema {}

#[derive(Schema, Serialize, Deserialize)]
#[crd(bound = "")]
struct Name<T> {
    of: std::marker::PhantomData<T>,
}

fn main() {}
