//! A named function that returns any string, for a type that reads only strings of a certain format.

mod v1 {
    use crd_core::Schema;
    use crd_core::inverses::NumberAsText;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Probe)]
    pub struct Probe {
        #[crd(next(rename = "timeout", by = NumberAsText))]
        pub timeout_seconds: i64,
        /// Correct: the strings of the field have a pattern, but its type has none.
        #[crd(next(by = NumberAsText))]
        pub retries: i64,
    }
}

mod v2 {
    use crd_core::Schema;
    use crd_core::types::Duration;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Probe {
        pub timeout: Duration,
        #[crd(pattern = "^[0-9]+$")]
        pub retries: String,
    }
}

fn main() {}
