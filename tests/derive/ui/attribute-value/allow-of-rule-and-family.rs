//! `allow` takes slugs, codes, rules and families of lints, but no name that has no finding.

use crd_core::Schema;

#[derive(Schema)]
struct Ports {
    #[crd(allow("LNT-16", "lists", "CRD1019", "list-type-absent", reason = "order matters"))]
    hosts: Vec<String>,
    #[crd(rule("false", message = "must be absent"), allow("LNT-37", reason = "reserved"))]
    reserved: Option<String>,
    #[crd(allow("LNT-99", reason = "none"))]
    names: Vec<String>,
}

fn main() {}
