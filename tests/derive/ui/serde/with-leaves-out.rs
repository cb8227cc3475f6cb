use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Server {
    #[serde(with = "seconds", skip_serializing_if = "Option::is_none")]
    #[crd(schema_as = String)]
    timeout: Option<std::time::Duration>,
}

mod seconds {
    use serde::{Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(_: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("1s")
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(_: D) -> Result<Option<Duration>, D::Error> {
        Ok(None)
    }
}

fn main() {}
