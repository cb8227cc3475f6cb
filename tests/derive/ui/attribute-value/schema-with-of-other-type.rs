use crd_core::{Schema, Structural};

#[derive(Schema)]
struct Database {
    #[crd(schema_with = by_hand)]
    size: String,
    #[crd(schema_with = structural)]
    name: String,
}

fn by_hand() -> &'static str {
    r#"{"type": "string"}"#
}

fn structural() -> Structural {
    crd_core::interop::schema_from_json(r#"{"type": "string"}"#).unwrap()
}

fn main() {}
