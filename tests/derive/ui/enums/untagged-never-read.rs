use crd_core::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
#[serde(untagged)]
enum Port {
    Number(f64),
    Whole(i64),
}

#[derive(Schema, Deserialize)]
#[serde(untagged)]
enum Size {
    Large(i64),
    Small(i32),
}

#[derive(Schema, Deserialize)]
#[serde(untagged)]
enum Name {
    Any(String),
    Known(Known),
}

#[derive(Schema, Deserialize)]
enum Known {
    One,
    Two,
}

#[derive(Schema, Deserialize)]
#[serde(untagged)]
enum Target {
    Any { name: Option<String> },
    Host { host: String },
}

#[derive(Schema, Deserialize)]
#[serde(untagged)]
enum Source {
    File(File),
    FileOfHost { path: String, host: String },
}

#[derive(Schema, Deserialize)]
struct File {
    path: String,
}

// Each of these is read.
#[derive(Schema, Deserialize)]
#[serde(untagged)]
enum Fine {
    Both { path: String, host: String },
    Host { host: String, port: Option<u16> },
    Path { path: String },
}

fn main() {}
