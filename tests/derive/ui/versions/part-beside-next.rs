mod v1 {
    use crd_core::Schema;

    #[derive(Schema)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(unfit = "keep")]
        a: Option<i32>,
        #[crd(path = "place.town")]
        b: Option<String>,
        #[crd(to = "c", max_length = 8)]
        c: Option<String>,
        #[crd(lossy)]
        d: Option<String>,
        #[crd(by = crd_core::inverses::Times<10>)]
        e: Option<i64>,
        f: Mode,
    }

    #[derive(Schema)]
    #[crd(next = super::v2::Mode)]
    pub enum Mode {
        #[crd(dropped)]
        Slow,
        Fast,
    }
}

mod v2 {
    use crd_core::Schema;

    #[derive(Schema)]
    pub struct Spec {
        a: Option<i32>,
    }

    #[derive(Schema)]
    pub enum Mode {
        Fast,
    }
}

fn main() {}
