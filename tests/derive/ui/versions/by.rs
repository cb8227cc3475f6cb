//! Named functions that do not fit their fields.

mod v1 {
    use crd_core::Schema;
    use crd_core::inverses::SecondsAsDuration;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Probe)]
    pub struct OtherType {
        #[crd(next(rename = "timeout", by = SecondsAsDuration))]
        pub timeout_seconds: String,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Probe)]
    pub struct WithoutFunctions {
        #[crd(next(rename = "timeout"))]
        pub timeout_seconds: u32,
    }
}

mod v2 {
    use crd_core::Schema;
    use crd_core::types::Duration;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Probe {
        pub timeout: Duration,
    }
}

fn main() {}
