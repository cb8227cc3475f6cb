//! More than one way to compute a value.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Probe)]
    pub struct Probe {
        #[crd(next(by = crd_core::inverses::SecondsAsDuration, up = up, down = down))]
        pub twice: i64,
        #[crd(next(by = crd_core::inverses::SecondsAsDuration, lossy))]
        pub lossy: i64,
        #[crd(next(value = "value"))]
        pub without_key: Vec<String>,
        #[crd(next(into("a", "b"), by = crd_core::inverses::SecondsAsDuration))]
        pub several: i64,
    }

    fn up(value: i64) -> i64 {
        value
    }

    fn down(value: i64) -> i64 {
        value
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Probe {}
}

fn main() {}
