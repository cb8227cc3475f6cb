use crd_core::Schema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Schema, Serialize, Deserialize)]
struct Port {
    name: String,
    number: u16,
}

#[derive(Schema, Serialize, Deserialize)]
struct Server {
    ports: Vec<Port>,
    labels: BTreeMap<String, Port>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(
    rule("self.server.ports.all(p, p.nmae != '')"),
    rule("self.server.ports.filter(p, p.number > 1).exists(p, p.number == 'a')"),
    rule("self.server.ports.map(p, p.name).all(n, n > 1)"),
    rule("self.server.labels.all(k, v, k.startsWith('a') && v.numbr > 1)"),
    rule("self.server.labels['a'].number.startsWith('a')"),
    rule("self.server.ports[0].name + 1 == 2"),
    rule("self.server.?ports[0].nmae.orValue('a') == 'a'"),
    rule("self.server.name == 'a' || self.server.ports.all(p, p)")
)]
struct Spec {
    server: Server,
}

fn main() {}
