use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    Fast,
    Slow,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Check {
    Http { port: u16 },
    Tcp { port: u16 },
}

#[derive(Schema, Serialize, Deserialize)]
struct Directory {
    path: String,
}

#[derive(Union)]
enum Volume {
    EmptyDir(Directory),
    HostPath(Directory),
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(
    rule("self.mode != 'Fsat'"),
    rule("self.mode in ['Fast', 'Medium']"),
    rule("self.check.kind != 'http'"),
    rule("self.volume.type == 'HostPaht'"),
    rule("oldSelf.mode == 'Removed' || self.mode == 'Fast'")
)]
struct Spec {
    mode: Mode,
    check: Check,
    volume: Volume,
}

fn main() {}
