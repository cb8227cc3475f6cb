//! `HTTPRoute`.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

use crate::{
    BackendRef, CommonRouteSpec, Duration, HeaderName, Hostname, HttpRouteFilters, MatchType, RouteStatus,
    SectionName, SessionPersistence,
};

/// Sends HTTP requests to backends.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "gateway.networking.k8s.io",
    version = "v1",
    also("v1beta1"),
    kind = "HTTPRoute",
    root = "HttpRoute",
    namespaced,
    category = "gateway-api",
    status = RouteStatus,
    annotation("api-approved.kubernetes.io", "https://github.com/kubernetes-sigs/gateway-api/pull/4530"),
    printcolumn(name = "Hostnames", type_ = "string", json_path = ".spec.hostnames"),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
#[serde(rename_all = "camelCase")]
pub struct HttpRouteSpec {
    /// Its parents.
    #[serde(flatten)]
    pub common: CommonRouteSpec,
    /// The hosts whose requests are meant.
    #[crd(max_items = 16, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hostnames: Option<Vec<Hostname>>,
    /// What is done with which requests.
    #[crd(min_items = 1, max_items = 16, list_type = atomic)]
    #[crd(default = serde_json::json!([{"matches": [{"path": {"type": "PathPrefix", "value": "/"}}]}]))]
    #[crd(rule(
        "(self.size() > 0 ? self[0].matches.size() : 0) + (self.size() > 1 ? self[1].matches.size() : 0) + (self.size() > 2 ? self[2].matches.size() : 0) + (self.size() > 3 ? self[3].matches.size() : 0) + (self.size() > 4 ? self[4].matches.size() : 0) + (self.size() > 5 ? self[5].matches.size() : 0) + (self.size() > 6 ? self[6].matches.size() : 0) + (self.size() > 7 ? self[7].matches.size() : 0) + (self.size() > 8 ? self[8].matches.size() : 0) + (self.size() > 9 ? self[9].matches.size() : 0) + (self.size() > 10 ? self[10].matches.size() : 0) + (self.size() > 11 ? self[11].matches.size() : 0) + (self.size() > 12 ? self[12].matches.size() : 0) + (self.size() > 13 ? self[13].matches.size() : 0) + (self.size() > 14 ? self[14].matches.size() : 0) + (self.size() > 15 ? self[15].matches.size() : 0) <= 128",
        message = "While 16 rules and 64 matches per rule are allowed, the total number of matches across all rules in a route must be less than 128"
    ))]
    #[crd(rule(
        "self.all(l1, !has(l1.name) || self.exists_one(l2, has(l2.name) && l1.name == l2.name))",
        message = "Rule name must be unique within the route",
        channel = experimental
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<HttpRouteRule>>,
}

/// What is done with some requests.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "(has(self.backendRefs) && size(self.backendRefs) > 0) ? (!has(self.filters) || self.filters.all(f, !has(f.requestRedirect))): true",
    message = "RequestRedirect filter must not be used together with backendRefs"
))]
#[crd(rule(
    "(has(self.filters) && self.filters.exists_one(f, has(f.requestRedirect) && has(f.requestRedirect.path) && f.requestRedirect.path.type == 'ReplacePrefixMatch' && has(f.requestRedirect.path.replacePrefixMatch))) ? ((size(self.matches) != 1 || !has(self.matches[0].path) || self.matches[0].path.type != 'PathPrefix') ? false : true) : true",
    message = "When using RequestRedirect filter with path.replacePrefixMatch, exactly one PathPrefix match must be specified"
))]
#[crd(rule(
    "(has(self.filters) && self.filters.exists_one(f, has(f.urlRewrite) && has(f.urlRewrite.path) && f.urlRewrite.path.type == 'ReplacePrefixMatch' && has(f.urlRewrite.path.replacePrefixMatch))) ? ((size(self.matches) != 1 || !has(self.matches[0].path) || self.matches[0].path.type != 'PathPrefix') ? false : true) : true",
    message = "When using URLRewrite filter with path.replacePrefixMatch, exactly one PathPrefix match must be specified"
))]
#[crd(rule(
    "(has(self.backendRefs) && self.backendRefs.exists_one(b, (has(b.filters) && b.filters.exists_one(f, has(f.requestRedirect) && has(f.requestRedirect.path) && f.requestRedirect.path.type == 'ReplacePrefixMatch' && has(f.requestRedirect.path.replacePrefixMatch))) )) ? ((size(self.matches) != 1 || !has(self.matches[0].path) || self.matches[0].path.type != 'PathPrefix') ? false : true) : true",
    message = "Within backendRefs, when using RequestRedirect filter with path.replacePrefixMatch, exactly one PathPrefix match must be specified"
))]
#[crd(rule(
    "(has(self.backendRefs) && self.backendRefs.exists_one(b, (has(b.filters) && b.filters.exists_one(f, has(f.urlRewrite) && has(f.urlRewrite.path) && f.urlRewrite.path.type == 'ReplacePrefixMatch' && has(f.urlRewrite.path.replacePrefixMatch))) )) ? ((size(self.matches) != 1 || !has(self.matches[0].path) || self.matches[0].path.type != 'PathPrefix') ? false : true) : true",
    message = "Within backendRefs, When using URLRewrite filter with path.replacePrefixMatch, exactly one PathPrefix match must be specified"
))]
pub struct HttpRouteRule {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SectionName>,
    /// The requests.
    #[crd(max_items = 64, list_type = atomic)]
    #[crd(default = serde_json::json!([{"path": {"type": "PathPrefix", "value": "/"}}]))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<HttpRouteMatch>>,
    /// What happens to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<HttpRouteFilters>,
    /// Where they are sent.
    #[crd(max_items = 16, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend_refs: Option<Vec<HttpBackendRef>>,
    /// How long they may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeouts: Option<HttpRouteTimeouts>,
    /// When they are sent again.
    #[crd(channel = experimental)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<HttpRouteRetry>,
    /// How sessions are kept.
    #[crd(channel = experimental)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_persistence: Option<SessionPersistence>,
}

/// How long requests may take.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "!(has(self.request) && has(self.backendRequest) && duration(self.request) != duration('0s') && duration(self.backendRequest) > duration(self.request))",
    message = "backendRequest timeout cannot be longer than request timeout"
))]
pub struct HttpRouteTimeouts {
    /// The whole request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Duration>,
    /// A request to a backend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend_request: Option<Duration>,
}

/// When requests are sent again.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpRouteRetry {
    /// After which status codes.
    #[crd(list_type = set, items(minimum = 400, maximum = 599, format = ""))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codes: Option<Vec<u16>>,
    /// How often.
    #[crd(minimum = 1, format = "")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<i32>,
    /// After how long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backoff: Option<Duration>,
}

/// Which requests are meant.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpRouteMatch {
    /// Their path.
    #[crd(default = serde_json::json!({"type": "PathPrefix", "value": "/"}))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<HttpPathMatch>,
    /// Their headers.
    #[crd(max_items = 16, list_type = map, list_map_keys("name"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headers: Option<Vec<HttpHeaderMatch>>,
    /// Their query parameters.
    #[crd(max_items = 16, list_type = map, list_map_keys("name"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_params: Option<Vec<HttpQueryParamMatch>>,
    /// Their method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<HttpMethod>,
}

/// A path.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? self.value.startsWith('/') : true",
    message = "value must be an absolute path and start with '/' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.contains('//') : true",
    message = "must not contain '//' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.contains('/./') : true",
    message = "must not contain '/./' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.contains('/../') : true",
    message = "must not contain '/../' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.contains('%2f') : true",
    message = "must not contain '%2f' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.contains('%2F') : true",
    message = "must not contain '%2F' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.contains('#') : true",
    message = "must not contain '#' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.endsWith('/..') : true",
    message = "must not end with '/..' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "(self.type in ['Exact','PathPrefix']) ? !self.value.endsWith('/.') : true",
    message = "must not end with '/.' when type one of ['Exact', 'PathPrefix']"
))]
#[crd(rule(
    "self.type in ['Exact','PathPrefix'] || self.type == 'RegularExpression'",
    message = "type must be one of ['Exact', 'PathPrefix', 'RegularExpression']"
))]
#[crd(rule(
    r#"(self.type in ['Exact','PathPrefix']) ? self.value.matches(r"""^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$""") : true"#,
    message = "must only contain valid characters (matching ^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$) for types ['Exact', 'PathPrefix']"
))]
pub struct HttpPathMatch {
    /// How it is compared.
    #[crd(default = "PathPrefix")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<PathMatchType>,
    /// The path.
    #[crd(max_length = 1024, default = "/")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// How paths are compared.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathMatchType {
    /// They are equal.
    Exact,
    /// They begin with the same elements.
    PathPrefix,
    /// By a regular expression of the implementation.
    RegularExpression,
}

/// A header with a value.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpHeaderMatch {
    /// How the value is compared.
    #[crd(default = "Exact")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<MatchType>,
    /// Its name.
    pub name: HeaderName,
    /// Its value.
    #[crd(min_length = 1, max_length = 4096)]
    #[crd(only(channel = experimental, pattern = r"^[!-~]+([\t ]?[!-~]+)*$"))]
    pub value: String,
}

/// A query parameter with a value.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpQueryParamMatch {
    /// How the value is compared.
    #[crd(default = "Exact")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<MatchType>,
    /// Its name.
    pub name: HeaderName,
    /// Its value.
    #[crd(min_length = 1, max_length = 1024)]
    pub value: String,
}

/// The methods of HTTP.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "the names say it")]
pub enum HttpMethod {
    Get,
    Head,
    Post,
    Put,
    Delete,
    Connect,
    Options,
    Trace,
    Patch,
}

/// A backend, its share of requests, and what happens to them.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpBackendRef {
    /// The backend and its share.
    #[serde(flatten)]
    pub backend: BackendRef,
    /// What happens to requests to this backend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filters: Option<HttpRouteFilters>,
}
