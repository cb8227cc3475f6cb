use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.size > 0", field_path = "size"))]
#[crd(rule("self.size > 1", field_path = "self.size"))]
struct Spec {
    size: u32,
}

#[derive(Schema, serde::Serialize, serde::Deserialize)]
#[crd(rule("self.minCrew > 0", field_path = "min_crew"))]
#[crd(rule("self.minCrew > 1", field_path = "spec.minCrew.a"))]
#[serde(rename_all = "camelCase")]
struct Line {
    min_crew: u32,
}

fn main() {}
