use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[crd(rule(r#"self.name == "a" && self.tag.size() > 1"#))]
struct Spec {
    replicas: u32,
    max_replicas: u32,
    name: Option<String>,
    tags: Vec<String>,
    mode: Mode,
}

#[derive(Schema, serde::Serialize)]
enum Mode {
    Fast,
}

fn main() {}
