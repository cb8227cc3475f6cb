mod v1 {
    use crd_core::Schema;

    #[derive(Schema)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        schedule: String,
    }
}

mod v2 {
    #[derive(crd_core::Schema)]
    pub struct Spec {
        cron: String,
    }
}

fn main() {}
