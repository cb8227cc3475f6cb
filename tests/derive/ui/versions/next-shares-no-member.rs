mod v1 {
    use crd_core::Schema;

    #[derive(Schema)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        lesson: Lesson,
        level: Level,
    }

    #[derive(Schema)]
    #[crd(next = super::v2::Room)]
    pub struct Lesson {
        name: String,
        #[crd(next(rename = "durationMinutes"))]
        minutes: Option<u32>,
    }

    #[derive(Schema)]
    #[crd(next = super::v2::Room)]
    pub enum Level {
        Low,
        High,
    }
}

mod v2 {
    use crd_core::Schema;

    #[derive(Schema)]
    pub struct Spec {
        lesson: Lesson,
        level: Level,
    }

    #[derive(Schema)]
    pub struct Lesson {
        name: String,
        duration_minutes: Option<u32>,
    }

    #[derive(Schema)]
    pub enum Level {
        Low,
        High,
    }

    #[derive(Schema)]
    pub struct Room {
        number: u32,
    }
}

fn main() {}
