use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Source {
    Git { url: String },
    Image(String),
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.source == 'Git'"), rule("self.source.Git.ulr != ''"))]
struct Spec {
    source: Source,
}

fn main() {}
