//! `GRPCRoute`.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

use crate::{
    BackendRef, CommonFilter, CommonRouteSpec, HeaderName, Hostname, MatchType, RouteStatus, SectionName,
    SessionPersistence,
};

/// Sends gRPC requests to backends.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "gateway.networking.k8s.io",
    version = "v1",
    kind = "GRPCRoute",
    root = "GrpcRoute",
    namespaced,
    category = "gateway-api",
    status = RouteStatus,
    annotation("api-approved.kubernetes.io", "https://github.com/kubernetes-sigs/gateway-api/pull/4530"),
    printcolumn(name = "Hostnames", type_ = "string", json_path = ".spec.hostnames"),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
#[serde(rename_all = "camelCase")]
pub struct GrpcRouteSpec {
    /// Its parents.
    #[serde(flatten)]
    pub common: CommonRouteSpec,
    /// The hosts whose requests are meant.
    #[crd(max_items = 16, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hostnames: Option<Vec<Hostname>>,
    /// What is done with which requests.
    #[crd(max_items = 16, list_type = atomic)]
    #[crd(rule(
        "(self.size() > 0 ? (has(self[0].matches) ? self[0].matches.size() : 0) : 0) + (self.size() > 1 ? (has(self[1].matches) ? self[1].matches.size() : 0) : 0) + (self.size() > 2 ? (has(self[2].matches) ? self[2].matches.size() : 0) : 0) + (self.size() > 3 ? (has(self[3].matches) ? self[3].matches.size() : 0) : 0) + (self.size() > 4 ? (has(self[4].matches) ? self[4].matches.size() : 0) : 0) + (self.size() > 5 ? (has(self[5].matches) ? self[5].matches.size() : 0) : 0) + (self.size() > 6 ? (has(self[6].matches) ? self[6].matches.size() : 0) : 0) + (self.size() > 7 ? (has(self[7].matches) ? self[7].matches.size() : 0) : 0) + (self.size() > 8 ? (has(self[8].matches) ? self[8].matches.size() : 0) : 0) + (self.size() > 9 ? (has(self[9].matches) ? self[9].matches.size() : 0) : 0) + (self.size() > 10 ? (has(self[10].matches) ? self[10].matches.size() : 0) : 0) + (self.size() > 11 ? (has(self[11].matches) ? self[11].matches.size() : 0) : 0) + (self.size() > 12 ? (has(self[12].matches) ? self[12].matches.size() : 0) : 0) + (self.size() > 13 ? (has(self[13].matches) ? self[13].matches.size() : 0) : 0) + (self.size() > 14 ? (has(self[14].matches) ? self[14].matches.size() : 0) : 0) + (self.size() > 15 ? (has(self[15].matches) ? self[15].matches.size() : 0) : 0) <= 128",
        message = "While 16 rules and 64 matches per rule are allowed, the total number of matches across all rules in a route must be less than 128"
    ))]
    #[crd(rule(
        "self.all(l1, !has(l1.name) || self.exists_one(l2, has(l2.name) && l1.name == l2.name))",
        message = "Rule name must be unique within the route",
        channel = experimental
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<GrpcRouteRule>>,
}

/// What is done with some requests.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GrpcRouteRule {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SectionName>,
    /// The requests.
    #[crd(max_items = 64, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<GrpcRouteMatch>>,
    /// What happens to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<GrpcRouteFilters>,
    /// Where they are sent.
    #[crd(max_items = 16, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend_refs: Option<Vec<GrpcBackendRef>>,
    /// How sessions are kept.
    #[crd(channel = experimental)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_persistence: Option<SessionPersistence>,
}

/// Which requests are meant.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GrpcRouteMatch {
    /// Their method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<GrpcMethodMatch>,
    /// Their headers.
    #[crd(max_items = 16, list_type = map, list_map_keys("name"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headers: Option<Vec<GrpcHeaderMatch>>,
}

/// A method of a service.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    r#"has(self.type) ? has(self.service) || has(self.method) : true"#,
    message = r"One or both of 'service' or 'method' must be specified"
))]
#[crd(rule(
    r#"(!has(self.type) || self.type == 'Exact') && has(self.service) ? self.service.matches(r"""^(?i)\.?[a-z_][a-z_0-9]*(\.[a-z_][a-z_0-9]*)*$"""): true"#,
    message = r"service must only contain valid characters (matching ^(?i)\.?[a-z_][a-z_0-9]*(\.[a-z_][a-z_0-9]*)*$)"
))]
#[crd(rule(
    r#"(!has(self.type) || self.type == 'Exact') && has(self.method) ? self.method.matches(r"""^[A-Za-z_][A-Za-z_0-9]*$"""): true"#,
    message = r"method must only contain valid characters (matching ^[A-Za-z_][A-Za-z_0-9]*$)"
))]
pub struct GrpcMethodMatch {
    /// How both are compared.
    #[crd(default = "Exact")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<MatchType>,
    /// The service.
    #[crd(max_length = 1024)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// The method.
    #[crd(max_length = 1024)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
}

/// A header with a value.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GrpcHeaderMatch {
    /// How the value is compared.
    #[crd(default = "Exact")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<MatchType>,
    /// Its name.
    pub name: HeaderName,
    /// Its value.
    #[crd(min_length = 1, max_length = 4096)]
    pub value: String,
}

/// The filters of a rule or of a backend.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(transparent)]
#[crd(max_items = 16, list_type = atomic)]
#[crd(rule(
    "self.filter(f, f.type == 'RequestHeaderModifier').size() <= 1",
    message = "RequestHeaderModifier filter cannot be repeated"
))]
#[crd(rule(
    "self.filter(f, f.type == 'ResponseHeaderModifier').size() <= 1",
    message = "ResponseHeaderModifier filter cannot be repeated"
))]
pub struct GrpcRouteFilters(pub Vec<CommonFilter<GrpcRouteFilterType>>);

/// The kinds of filters.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrpcRouteFilterType {
    /// Changes headers of responses.
    ResponseHeaderModifier,
    /// Changes headers of requests.
    RequestHeaderModifier,
    /// Sends copies of requests.
    RequestMirror,
    /// A filter of the implementation.
    ExtensionRef,
}

/// A backend, its share of requests, and what happens to them.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GrpcBackendRef {
    /// The backend and its share.
    #[serde(flatten)]
    pub backend: BackendRef,
    /// What happens to requests to this backend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<GrpcRouteFilters>,
}
