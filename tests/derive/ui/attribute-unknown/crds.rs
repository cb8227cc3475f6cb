mod v1 {
    use crd_core::Schema;

    #[derive(Schema)]
    #[crd(next = super::v2::Spec, added("keep"))]
    pub struct Spec {
        name: String,
    }
}

mod v2 {
    use crd_core::Schema;

    #[derive(Schema)]
    pub struct Spec {
        name: String,
        #[crds(default = 4)]
        keep: u32,
    }
}

fn main() {}
