//! A list of objects that becomes a map of objects of the same name, without their key.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Course)]
    pub struct Course {
        pub exams: Vec<Exam>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Exam {
        pub points: i32,
        pub name: String,
        pub room: Option<String>,
    }
}

mod v2 {
    use std::collections::BTreeMap;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Course {
        pub exams: BTreeMap<String, Exam>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Exam {
        pub points: i32,
        pub room: Option<String>,
    }
}

fn main() {}
