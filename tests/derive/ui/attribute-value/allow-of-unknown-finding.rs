//! What `allow` names is a code or a slug of a finding.

use crd_core::Schema;

#[derive(Schema)]
struct Ports {
    #[crd(allow("list-type-abssent", reason = "order matters"))]
    hosts: Vec<String>,
    #[crd(allow("CRD9999", reason = "none"))]
    names: Vec<String>,
    #[crd(allow(list_type_absent, reason = "order matters"))]
    ports: Vec<u16>,
    #[crd(allow("list-type-absent", because = "order matters"))]
    paths: Vec<String>,
}

fn main() {}
