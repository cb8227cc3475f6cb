mod v1 {
    use crd_core::Schema;

    #[derive(Schema)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(rename = "title", lossy))]
        name: Option<String>,
        #[crd(next(up = count))]
        size: Option<String>,
    }

    fn count(text: String) -> Option<i64> {
        text.parse().ok()
    }
}

mod v2 {
    use crd_core::Schema;

    #[derive(Schema)]
    pub struct Spec {
        title: Option<String>,
        size: Option<i64>,
    }
}

fn main() {}
