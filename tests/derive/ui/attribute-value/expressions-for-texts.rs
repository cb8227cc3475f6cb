use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

const PATTERN: &str = "^[a-z]+$";
const TEXT: &str = "text";

mod texts {
    pub(crate) struct Format;
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = texts::Sample)]
#[crd(rule(&RULE))]
struct SampleSpec {
    #[crd(pattern = &PATTERN)]
    borrowed: String,
    #[crd(pattern = *PATTERN)]
    lazy: String,
    #[crd(format = Format::DateTime)]
    variant: String,
    #[crd(description = text(), title = &TEXT)]
    called: String,
}

fn main() {}
