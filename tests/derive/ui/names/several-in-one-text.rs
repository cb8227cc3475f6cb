use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "ReadReplica")]
#[crd(plural = "read_replicas", shortname = "rr, replica")]
struct ReadReplicaSpec {}

fn main() {}
