use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Mission {
    #[crd(default = "camera")]
    sensor: Sensor,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Sensor {
    Camera { megapixels: u32 },
    Lidar { points: u32 },
}

fn main() {}
