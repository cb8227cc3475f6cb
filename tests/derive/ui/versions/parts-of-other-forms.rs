//! Parts of mappings in other words and forms.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Hive)]
    pub struct Hive {
        #[crd(next = "site")]
        pub meadow: String,
        #[crd(next("queen.year"))]
        pub year: Option<u16>,
        #[crd(next(path = ".queen.colour"))]
        pub colour: Option<String>,
        #[crd(next(to = "grams"))]
        pub kilos: Option<u16>,
        #[crd(next(to = weight_as_text))]
        pub weight: Option<u16>,
        #[crd(next(with = convert))]
        pub frames: u8,
        #[crd(next(removed))]
        pub note: Option<String>,
        #[crd(next(dropped("x")))]
        pub remark: Option<String>,
        #[crd(not_required)]
        pub owner: Option<String>,
        #[crd(discriminator = "kind")]
        pub frame: String,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Frame, added("content", "site"))]
    pub struct Frame {
        #[crd(next(rename = "site"))]
        pub place: Option<String>,
    }
}

mod v2 {
    use std::time::SystemTime;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Hive {
        pub site: String,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Frame {
        pub content: Option<String>,
        pub site: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Inspection {
        #[crd(format = "date-time")]
        pub at: Option<SystemTime>,
    }
}

fn main() {}
