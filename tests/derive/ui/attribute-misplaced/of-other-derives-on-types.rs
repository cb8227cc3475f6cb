use crd_core::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
#[x_kube(validation = "self.low <= self.high", cel, crates(kube_core = "kube::core"))]
#[schemars(extend("x-kubernetes-validations" = [{"rule": "self.low <= self.high"}], "minProperties" = 1))]
#[schemars(extend("x-kubernetes-list-map-keys" = ["name"], "x-team" = "storage", "additionalProperties" = false))]
#[schemars(rename_all = "camelCase", deny_unknown_fields, title = "Limits", description = "Both limits.")]
#[schemars(transform = remove_titles, with = "String", example = Limits::new())]
struct Limits {
    low: u16,
    high: u16,
}

#[derive(Schema, Deserialize)]
#[kube(validation = "self.low <= self.high", status = "Status")]
struct Nested {
    low: u16,
    high: u16,
}

#[derive(Schema, Deserialize)]
#[kube(group = "example.com", version = "v1", kind = "Pool", schema = "manual", validation = "self.spec.low > 1")]
struct PoolSpec {
    low: u16,
}

#[derive(Schema, Deserialize)]
#[schemars(tag = "kind", rename_all = "lowercase")]
enum Source {
    #[schemars(rename = "in-memory")]
    Memory {},
    #[schemars(skip)]
    Disk {},
    #[schemars(rename_all = "camelCase", with = "String", extend("minProperties" = 1))]
    Network {
        #[x_kube(validation = "self.size() > 1")]
        host_name: String,
    },
    #[x_kube(validation = "self.size() > 1")]
    Other {},
}

#[derive(Schema, Deserialize)]
struct Port(#[schemars(range(min = 1))] u16);

#[derive(Schema, Deserialize)]
struct Fields {
    #[schemars(extend("pattern" = "^a", "nullable" = true), email)]
    mail: String,
    #[validate(url, required)]
    link: Option<String>,
    #[garde(ipv4, required)]
    address: String,
    #[schemars(default = "one", title = "Number", flatten)]
    number: i32,
}

#[derive(Schema, Deserialize)]
#[x_kube(validation = Rule::new("self.low < 9").message("low must be less than 9"))]
#[crd(rule("self.low > 1"))]
struct OtherRule {
    low: i32,
}

// The schema has what these say.
#[derive(Schema, Deserialize)]
#[serde(rename_all = "camelCase")]
#[schemars(rename_all = "camelCase", rename = "Same", inline, crate = "other::schemars", extend("minProperties" = 1))]
#[schemars(bound = "", title = "Same", description = "Docs.", extend("x-kubernetes-validations" = []))]
#[x_kube(validation = "self.a_b < 9", crates(kube_core = "kube::core"))]
#[garde(context(Context))]
#[validate(schema(function = "check"))]
#[crd(title = "Same", min_properties = 1, rule("self.aB < 9"))]
/// Docs.
struct Same {
    #[schemars(range(max = 8), default = "one", example = 1)]
    #[crd(maximum = 8, default = 1, example = 1)]
    a_b: i32,
    #[schemars(extend("x-kubernetes-list-type" = "set"), length(max = 8), inner(email))]
    #[crd(list_type = set, max_items = 8, items(format = "email"))]
    mails: Vec<String>,
}

#[derive(Schema, Deserialize)]
#[kube(group = "example.com", version = "v1", kind = "Cache", status = "CacheStatus", validation = "self.spec.a > 1")]
struct CacheSpec {
    a: u16,
}

fn main() {}
