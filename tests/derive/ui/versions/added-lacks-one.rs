mod v1 {
    use crd_core::Schema;

    #[derive(Schema)]
    #[crd(next = super::v2::Spec, added("tier"))]
    pub struct Spec {
        name: String,
    }
}

mod v2 {
    #[derive(crd_core::Schema)]
    pub struct Spec {
        name: String,
        tier: Option<String>,
        zone: Option<String>,
    }
}

fn main() {}
