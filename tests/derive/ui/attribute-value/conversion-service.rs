//! The name of the webhook's service with its namespace, or as a host.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Database")]
#[crd(conversion(service = "databases/webhook"))]
struct DatabaseSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Cache")]
#[crd(conversion(service = "webhook.databases.svc", namespace = "databases"))]
struct CacheSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Queue")]
#[crd(conversion(service = "webhook.example.com", namespace = "databases"))]
struct QueueSpec {}

// Other tools replace placeholders.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Topic")]
#[crd(conversion(service = "{{ .Values.service }}", namespace = "{{ .Release.Namespace }}"))]
struct TopicSpec {}

fn main() {}
