//! Mappings where they mean nothing.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Size, variant("Large", falls_back = "Small"))]
    pub struct OfEnum {
        #[crd(next(falls_back = "b"))]
        a: u8,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Size)]
    pub struct WithoutName(#[crd(next(rename = "b"))] u8);

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Mode, added("Large"))]
    pub enum OfStruct {
        #[crd(next(unfit = "keep"))]
        Small,
        #[crd(next(dropped))]
        Tiny,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Size {
        b: u8,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub enum Mode {
        Small,
        Large,
    }
}

fn main() {}
