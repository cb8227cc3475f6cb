//! Filters of `HTTPRoute`.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

use crate::{BackendObjectReference, CommonFilter, HeaderName, PortNumber, PreciseHostname};

/// The filters of a rule or of a backend.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(transparent)]
#[crd(max_items = 16, list_type = atomic)]
#[crd(rule(
    "!(self.exists(f, f.type == 'RequestRedirect') && self.exists(f, f.type == 'URLRewrite'))",
    message = "May specify either httpRouteFilterRequestRedirect or httpRouteFilterRequestRewrite, but not both"
))]
#[crd(rule(
    "self.filter(f, f.type == 'CORS').size() <= 1",
    message = "CORS filter cannot be repeated"
))]
#[crd(rule(
    "self.filter(f, f.type == 'RequestHeaderModifier').size() <= 1",
    message = "RequestHeaderModifier filter cannot be repeated"
))]
#[crd(rule(
    "self.filter(f, f.type == 'ResponseHeaderModifier').size() <= 1",
    message = "ResponseHeaderModifier filter cannot be repeated"
))]
#[crd(rule(
    "self.filter(f, f.type == 'RequestRedirect').size() <= 1",
    message = "RequestRedirect filter cannot be repeated"
))]
#[crd(rule(
    "self.filter(f, f.type == 'URLRewrite').size() <= 1",
    message = "URLRewrite filter cannot be repeated"
))]
pub struct HttpRouteFilters(pub Vec<HttpRouteFilter>);

/// What happens to requests before or after they are sent to a backend.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "!(has(self.cors) && self.type != 'CORS')",
    message = "filter.cors must be nil if the filter.type is not CORS"
))]
#[crd(rule(
    "!(!has(self.cors) && self.type == 'CORS')",
    message = "filter.cors must be specified for CORS filter.type"
))]
#[crd(rule(
    "!(has(self.requestRedirect) && self.type != 'RequestRedirect')",
    message = "filter.requestRedirect must be nil if the filter.type is not RequestRedirect"
))]
#[crd(rule(
    "!(!has(self.requestRedirect) && self.type == 'RequestRedirect')",
    message = "filter.requestRedirect must be specified for RequestRedirect filter.type"
))]
#[crd(rule(
    "!(has(self.urlRewrite) && self.type != 'URLRewrite')",
    message = "filter.urlRewrite must be nil if the filter.type is not URLRewrite"
))]
#[crd(rule(
    "!(!has(self.urlRewrite) && self.type == 'URLRewrite')",
    message = "filter.urlRewrite must be specified for URLRewrite filter.type"
))]
#[crd(rule(
    "!(has(self.externalAuth) && self.type != 'ExternalAuth')",
    message = "filter.externalAuth must be nil if the filter.type is not ExternalAuth",
    channel = experimental
))]
#[crd(rule(
    "!(!has(self.externalAuth) && self.type == 'ExternalAuth')",
    message = "filter.externalAuth must be specified for ExternalAuth filter.type",
    channel = experimental
))]
pub struct HttpRouteFilter {
    /// What filters of all routes have.
    #[serde(flatten)]
    pub common: CommonFilter<HttpRouteFilterType>,
    /// Answers with a redirect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_redirect: Option<HttpRequestRedirectFilter>,
    /// Changes host and path of requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url_rewrite: Option<HttpUrlRewriteFilter>,
    /// Answers questions of browsers about other origins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cors: Option<HttpCorsFilter>,
    /// Asks another service whether a request is allowed.
    #[crd(channel = experimental)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_auth: Option<HttpExternalAuthFilter>,
}

/// The kinds of filters.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpRouteFilterType {
    /// Changes headers of requests.
    RequestHeaderModifier,
    /// Changes headers of responses.
    ResponseHeaderModifier,
    /// Sends copies of requests.
    RequestMirror,
    /// Answers with a redirect.
    RequestRedirect,
    /// Changes host and path.
    #[serde(rename = "URLRewrite")]
    UrlRewrite,
    /// A filter of the implementation.
    ExtensionRef,
    /// Answers questions of browsers about other origins.
    #[serde(rename = "CORS")]
    Cors,
    /// Asks another service.
    #[crd(channel = experimental)]
    ExternalAuth,
}

/// Answers with a redirect.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpRequestRedirectFilter {
    /// The scheme to go to.
    #[crd(enum("http", "https"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheme: Option<String>,
    /// The host to go to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hostname: Option<PreciseHostname>,
    /// The path to go to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<HttpPathModifier>,
    /// The port to go to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<PortNumber>,
    /// The status code of the answer.
    #[crd(default = 302, format = "", enum(301, 302, 303, 307, 308))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_code: Option<i32>,
}

/// Changes host and path of requests.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpUrlRewriteFilter {
    /// The host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hostname: Option<PreciseHostname>,
    /// The path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<HttpPathModifier>,
}

/// How a path is changed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "self.type == 'ReplaceFullPath' ? has(self.replaceFullPath) : true",
    message = "replaceFullPath must be specified when type is set to 'ReplaceFullPath'"
))]
#[crd(rule(
    "has(self.replaceFullPath) ? self.type == 'ReplaceFullPath' : true",
    message = "type must be 'ReplaceFullPath' when replaceFullPath is set"
))]
#[crd(rule(
    "self.type == 'ReplacePrefixMatch' ? has(self.replacePrefixMatch) : true",
    message = "replacePrefixMatch must be specified when type is set to 'ReplacePrefixMatch'"
))]
#[crd(rule(
    "has(self.replacePrefixMatch) ? self.type == 'ReplacePrefixMatch' : true",
    message = "type must be 'ReplacePrefixMatch' when replacePrefixMatch is set"
))]
pub struct HttpPathModifier {
    /// What is replaced.
    #[serde(rename = "type")]
    pub type_: HttpPathModifierType,
    /// In place of the whole path.
    #[crd(max_length = 1024)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replace_full_path: Option<String>,
    /// In place of the prefix that matched.
    #[crd(max_length = 1024)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replace_prefix_match: Option<String>,
}

/// What part of a path is replaced.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpPathModifierType {
    /// The whole.
    ReplaceFullPath,
    /// The prefix that matched.
    ReplacePrefixMatch,
}

/// Answers questions of browsers about other origins.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpCorsFilter {
    /// Which origins.
    #[crd(max_items = 64, list_type = set)]
    #[crd(items(
        min_length = 1,
        max_length = 253,
        pattern = r"(^\*$)|(^(http(s)?):\/\/(((\*\.)?([a-zA-Z0-9\-]+\.)*[a-zA-Z0-9-]+|\*)(:([0-9]{1,5}))?)$)"
    ))]
    #[crd(rule(
        "!('*' in self && self.size() > 1)",
        message = "AllowOrigins cannot contain '*' alongside other origins"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_origins: Option<Vec<String>>,
    /// Whether credentials are allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_credentials: Option<bool>,
    /// Which methods.
    #[crd(max_items = 9, list_type = set)]
    #[crd(items(enum(
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "*"
    )))]
    #[crd(rule(
        "!('*' in self && self.size() > 1)",
        message = "AllowMethods cannot contain '*' alongside other methods"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_methods: Option<Vec<String>>,
    /// Which headers of requests.
    #[crd(max_items = 64, list_type = set)]
    #[crd(rule(
        "!('*' in self && self.size() > 1)",
        message = "AllowHeaders cannot contain '*' alongside other methods"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_headers: Option<Vec<HeaderName>>,
    /// Which headers of answers.
    #[crd(max_items = 64, list_type = set)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expose_headers: Option<Vec<HeaderName>>,
    /// For how many seconds the answer holds.
    #[crd(minimum = 1, default = 5)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age: Option<i32>,
}

/// Asks another service whether a request is allowed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "self.protocol == 'GRPC' ? has(self.grpc) : true",
    message = "grpc must be specified when protocol is set to 'GRPC'"
))]
#[crd(rule(
    "has(self.grpc) ? self.protocol == 'GRPC' : true",
    message = "protocol must be 'GRPC' when grpc is set"
))]
#[crd(rule(
    "self.protocol == 'HTTP' ? has(self.http) : true",
    message = "http must be specified when protocol is set to 'HTTP'"
))]
#[crd(rule(
    "has(self.http) ? self.protocol == 'HTTP' : true",
    message = "protocol must be 'HTTP' when http is set"
))]
pub struct HttpExternalAuthFilter {
    /// How it is asked.
    pub protocol: ExternalAuthProtocol,
    /// The service.
    pub backend_ref: BackendObjectReference,
    /// For gRPC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grpc: Option<GrpcAuthConfig>,
    /// For HTTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http: Option<HttpAuthConfig>,
    /// What of the body is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward_body: Option<ForwardBodyConfig>,
}

/// How a service is asked.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
pub enum ExternalAuthProtocol {
    /// HTTP.
    Http,
    /// gRPC.
    Grpc,
}

/// What is sent by gRPC.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GrpcAuthConfig {
    /// The headers that are sent.
    #[crd(max_items = 64, list_type = set)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_headers: Option<Vec<String>>,
}

/// What is sent by HTTP.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpAuthConfig {
    /// The path.
    #[crd(
        max_length = 1024,
        pattern = "^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The headers that are sent.
    #[crd(max_items = 64, list_type = set)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_headers: Option<Vec<String>>,
    /// The headers of the answer that are taken over.
    #[crd(max_items = 64, list_type = set)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_response_headers: Option<Vec<String>>,
}

/// What of the body is sent.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ForwardBodyConfig {
    /// At most so many bytes.
    #[crd(format = "")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_size: Option<i64>,
}
