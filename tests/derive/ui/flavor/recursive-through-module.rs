use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kueue.x-k8s.io", version = "v1beta2", kind = "Cohort")]
pub struct CohortSpec {
    parent: Option<Group>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Group {
    members: Vec<Member>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Member {
    group: Option<Box<Group>>,
}

fn main() {}
