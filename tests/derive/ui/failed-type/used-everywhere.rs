use std::collections::BTreeMap;

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Flag", status = FlagStatus)]
#[crd(scale(spec_replicas_path = ".spec.rollout.percent", status_replicas_path = ".status.rollout.percent"))]
#[crd(printcolumn(name = "Percent", type_ = "integer", json_path = ".spec.rollout.percent"))]
#[crd(root_rule("self.spec.rollout.percent > 0"))]
#[crd(rule("self.variants.exists(v, v.name == 'on')"), rule("self.rollout.percent > 0"))]
#[crd(exactly_one_of("first", "second"))]
#[serde(rename_all = "camelCase")]
struct FlagSpec {
    #[crd(list_type = map, list_map_keys("name"), rule("self.all(v, v.name != '')"))]
    variants: Vec<Variant>,
    #[crd(list_type = set)]
    set: Vec<Variant>,
    by_name: BTreeMap<String, Variant>,
    by_kind: BTreeMap<Kind, String>,
    #[crd(default = "On")]
    kind: Kind,
    rollout: Rollout,
    #[serde(flatten)]
    more: More,
    first: Option<Variant>,
    #[crd(at("name", min_length = 1), items(rule("self.name != ''")))]
    second: Option<Vec<Variant>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct FlagStatus {
    rollout: Rollout,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Variant {
    #[crd(pattern = "[a-")]
    name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Rollout {
    #[crd(minimum = 10, maximum = 1)]
    percent: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct More {
    #[crd(max_lenght = 8)]
    more: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[crd(max_lenght = 8)]
enum Kind {
    On,
    Off,
}

fn main() {}
