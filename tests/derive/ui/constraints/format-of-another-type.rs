//! Formats that would replace the one in which a type is written. A narrower one, and the same one, are accepted.

use std::net::{IpAddr, Ipv6Addr};

use crd_core::Schema;
use crd_core::types::Time;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(format = "email")]
struct Mail(String);

#[derive(Schema, Serialize, Deserialize)]
#[crd(format = "uuid")]
struct Id(String);

#[derive(Schema, Serialize, Deserialize)]
struct Station {
    #[crd(format = "date")]
    opened: Time,
    #[crd(format = "ipv4")]
    address: Option<Ipv6Addr>,
    #[crd(format = "hostname")]
    contact: Mail,
    #[crd(max_items = 4, items(format = "date"))]
    closed: Vec<Time>,
    #[crd(format = "date-time")]
    same: Time,
    #[crd(format = "uuid4")]
    narrower: Id,
    #[crd(format = "ipv4")]
    any_address: IpAddr,
    #[crd(format = "date", schema_as = String)]
    as_text: Time,
}

fn main() {}
