//! A named function that returns a string, for the standard library's duration, which is an object.

mod v1 {
    use crd_core::Schema;
    use crd_core::inverses::{MinutesAsDuration, SecondsAsDuration};
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::WorkOrder)]
    pub struct WorkOrder {
        #[crd(next(rename = "lockout", by = SecondsAsDuration))]
        pub lockout_seconds: Option<i32>,
        #[crd(next(rename = "pauses", by = MinutesAsDuration))]
        pub pause_minutes: Vec<i32>,
    }
}

mod v2 {
    use std::time::Duration;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct WorkOrder {
        #[crd(max_length = 20)]
        pub lockout: Option<Duration>,
        pub pauses: Vec<Duration>,
    }
}

fn main() {}
