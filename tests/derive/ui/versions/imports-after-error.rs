//! Imports that only attributes use are not reported as unused after an error.
#![deny(unused_imports)]

mod limits {
    pub const MOST: i64 = 5;

    pub fn to_text(number: Option<u32>) -> Option<String> {
        number.map(|number| number.to_string())
    }

    pub fn to_number(text: Option<String>) -> Option<u32> {
        text?.parse().ok()
    }
}

mod v1 {
    use crd_core::Schema;
    use crd_core::inverses::SecondsAsDuration;
    use serde::{Deserialize, Serialize};

    use super::limits::{MOST, to_number, to_text};
    use super::v2::Spec as Newer;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = Newer)]
    pub struct Spec {
        #[crd(next(rename = "wait", by = SecondsAsDuration))]
        seconds: Option<u32>,
        #[crd(next(up = to_text, down = to_number))]
        berth: Option<u32>,
        #[crd(maximum = MOST, next(unfit = "clamp"))]
        decks: Option<i64>,
    }
}

mod v2 {
    use crd_core::Schema;
    use crd_core::types::Duration;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        wait: Option<Duration>,
        berth: Option<String>,
        decks: Option<i64>,
    }
}

fn main() {}
