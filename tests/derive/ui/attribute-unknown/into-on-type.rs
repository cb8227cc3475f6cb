use crd_core::Schema;
use serde::{Deserialize, Serialize};

mod v2 {
    #[derive(crd_core::Schema, serde::Serialize, serde::Deserialize)]
    pub struct Part {
        pub size: u32,
    }
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(into = v2::Part)]
struct Part {
    size: u32,
}

fn main() {}
