mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(into("host", "port"), up = split, down = join))]
        address: Option<String>,
    }

    fn split(address: String) -> Option<(String, u16)> {
        let (host, port) = address.split_once(':')?;
        Some((host.to_owned(), port.parse().ok()?))
    }

    fn join(host: String) -> String {
        host
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        host: Option<String>,
        port: Option<u16>,
    }
}

fn main() {}
