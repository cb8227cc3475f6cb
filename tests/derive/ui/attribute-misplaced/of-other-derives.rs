use crd_core::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
struct Server {
    #[schemars(range(min = 1))]
    port: u16,
    #[schemars(rename = "hostName")]
    host: String,
    #[schemars(skip)]
    cache: String,
    #[validate(length(max = 63))]
    name: String,
    #[garde(pattern("^a"))]
    zone: String,
    #[kube(validation = "self > 1")]
    replicas: u16,
    #[x_kube(merge_strategy = ListMerge::Set)]
    tags: Vec<String>,
    #[kube(printcolumn = r#"{"name": "Mode"}"#)]
    mode: String,
    // The schema has what these say.
    #[schemars(length(max = 63))]
    #[crd(max_length = 63)]
    label: String,
    #[serde(rename = "oneMore")]
    #[schemars(rename = "oneMore")]
    one_more: String,
    /// Docs.
    #[schemars(description = "Docs.")]
    docs: String,
}

fn main() {}
