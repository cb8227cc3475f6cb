//! Filters that all kinds of routes share.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

use crate::{BackendObjectReference, HeaderName, LocalObjectReference};

/// The members of a filter of any route, whose kinds of filters are `T`.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "!(has(self.requestHeaderModifier) && self.type != 'RequestHeaderModifier')",
    message = "filter.requestHeaderModifier must be nil if the filter.type is not RequestHeaderModifier"
))]
#[crd(rule(
    "!(!has(self.requestHeaderModifier) && self.type == 'RequestHeaderModifier')",
    message = "filter.requestHeaderModifier must be specified for RequestHeaderModifier filter.type"
))]
#[crd(rule(
    "!(has(self.responseHeaderModifier) && self.type != 'ResponseHeaderModifier')",
    message = "filter.responseHeaderModifier must be nil if the filter.type is not ResponseHeaderModifier"
))]
#[crd(rule(
    "!(!has(self.responseHeaderModifier) && self.type == 'ResponseHeaderModifier')",
    message = "filter.responseHeaderModifier must be specified for ResponseHeaderModifier filter.type"
))]
#[crd(rule(
    "!(has(self.requestMirror) && self.type != 'RequestMirror')",
    message = "filter.requestMirror must be nil if the filter.type is not RequestMirror"
))]
#[crd(rule(
    "!(!has(self.requestMirror) && self.type == 'RequestMirror')",
    message = "filter.requestMirror must be specified for RequestMirror filter.type"
))]
#[crd(rule(
    "!(has(self.extensionRef) && self.type != 'ExtensionRef')",
    message = "filter.extensionRef must be nil if the filter.type is not ExtensionRef"
))]
#[crd(rule(
    "!(!has(self.extensionRef) && self.type == 'ExtensionRef')",
    message = "filter.extensionRef must be specified for ExtensionRef filter.type"
))]
pub struct CommonFilter<T> {
    /// Which filter it is.
    #[serde(rename = "type")]
    pub type_: T,
    /// Changes headers of requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_header_modifier: Option<HttpHeaderFilter>,
    /// Changes headers of responses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_header_modifier: Option<HttpHeaderFilter>,
    /// Sends copies of requests to another backend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_mirror: Option<HttpRequestMirrorFilter>,
    /// A filter of the implementation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extension_ref: Option<LocalObjectReference>,
}

/// Changes headers.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpHeaderFilter {
    /// Headers that are set.
    #[crd(max_items = 16, list_type = map, list_map_keys("name"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<Vec<HttpHeader>>,
    /// Headers that are added.
    #[crd(max_items = 16, list_type = map, list_map_keys("name"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<Vec<HttpHeader>>,
    /// Headers that are removed.
    #[crd(max_items = 16, list_type = set)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remove: Option<Vec<String>>,
}

/// A header.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct HttpHeader {
    /// Its name.
    pub name: HeaderName,
    /// Its value, which the experimental channel restricts to visible characters.
    #[crd(min_length = 1, max_length = 4096)]
    #[crd(only(channel = experimental, pattern = r"^[!-~]+([\t ]?[!-~]+)*$"))]
    pub value: String,
}

/// Sends copies of requests to another backend.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "!(has(self.percent) && has(self.fraction))",
    message = "Only one of percent or fraction may be specified in HTTPRequestMirrorFilter"
))]
pub struct HttpRequestMirrorFilter {
    /// The other backend.
    pub backend_ref: BackendObjectReference,
    /// How many of a hundred requests.
    #[crd(minimum = 0, maximum = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<i32>,
    /// What part of requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<Fraction>,
}

/// A part of a whole.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "self.numerator <= self.denominator",
    message = "numerator must be less than or equal to denominator"
))]
pub struct Fraction {
    /// How many.
    #[crd(minimum = 0)]
    pub numerator: i32,
    /// Of how many.
    #[crd(minimum = 1, default = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denominator: Option<i32>,
}
