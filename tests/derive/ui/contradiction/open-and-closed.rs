use crd_core::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
#[serde(deny_unknown_fields)]
#[crd(preserve_unknown_fields)]
struct Options {
    a: u16,
}

#[derive(Schema, Deserialize)]
struct Server {
    #[crd(preserve_unknown_fields)]
    settings: Settings,
}

#[derive(Schema, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    a: u16,
}

fn main() {}
