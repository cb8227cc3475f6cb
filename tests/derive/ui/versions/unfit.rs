//! Numbers that do not fit: nothing says what becomes of them.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("sizes"))]
    pub struct Narrower {
        size: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("sizes"))]
    pub struct Wider {
        #[crd(next(rename = "size"))]
        count: Option<u8>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("size"))]
    pub struct Elements {
        sizes: Vec<u16>,
    }

    // What is required cannot be kept in an annotation.
    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Counted)]
    pub struct Counted {
        copies: i64,
        #[crd(next(rename = "total"))]
        sum: u64,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("sizes"))]
    pub struct OfNoSuchPolicy {
        #[crd(next(unfit = "clamp"))]
        size: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, unfit = "saturate", added("sizes"))]
    pub struct SaidOnce {
        size: Option<i64>,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        size: Option<i32>,
        #[serde(default)]
        sizes: Vec<u8>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Counted {
        copies: i32,
        total: Option<u32>,
    }
}

fn main() {}
