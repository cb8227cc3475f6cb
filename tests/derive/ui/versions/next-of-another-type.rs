mod v1 {
    use crd_core::Schema;

    #[derive(Schema)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        class: Class,
    }

    #[derive(Schema)]
    #[crd(next = super::v2::Mode)]
    pub struct Class {
        name: String,
    }
}

mod v2 {
    use crd_core::Schema;

    #[derive(Schema)]
    pub struct Spec {
        class: Class,
    }

    #[derive(Schema)]
    pub struct Class {
        name: String,
    }

    #[derive(Schema)]
    pub struct Mode {
        name: String,
    }
}

fn main() {}
