//! Types that all kinds of routes share.

use crd_core::Schema;
use crd_core::types::Condition;
use serde::{Deserialize, Serialize};

use crate::{GatewayController, Group, Kind, Namespace, ObjectName, PortNumber, SectionName};

/// The parents of a route.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct CommonRouteSpec {
    /// The gateways, or the services, that the route belongs to.
    #[crd(max_items = 32, list_type = atomic)]
    #[crd(rule(
        "self.all(p1, self.all(p2, p1.group == p2.group && p1.kind == p2.kind && p1.name == p2.name && (((!has(p1.__namespace__) || p1.__namespace__ == '') && (!has(p2.__namespace__) || p2.__namespace__ == '')) || (has(p1.__namespace__) && has(p2.__namespace__) && p1.__namespace__ == p2.__namespace__ )) ? ((!has(p1.sectionName) || p1.sectionName == '') == (!has(p2.sectionName) || p2.sectionName == '')) : true))",
        message = "sectionName must be specified when parentRefs includes 2 or more references to the same parent",
        before = experimental
    ))]
    #[crd(rule(
        "self.all(p1, self.exists_one(p2, p1.group == p2.group && p1.kind == p2.kind && p1.name == p2.name && (((!has(p1.__namespace__) || p1.__namespace__ == '') && (!has(p2.__namespace__) || p2.__namespace__ == '')) || (has(p1.__namespace__) && has(p2.__namespace__) && p1.__namespace__ == p2.__namespace__ )) && (((!has(p1.sectionName) || p1.sectionName == '') && (!has(p2.sectionName) || p2.sectionName == '')) || (has(p1.sectionName) && has(p2.sectionName) && p1.sectionName == p2.sectionName))))",
        message = "sectionName must be unique when parentRefs includes 2 or more references to the same parent",
        before = experimental
    ))]
    #[crd(rule(
        "self.all(p1, self.all(p2, p1.group == p2.group && p1.kind == p2.kind && p1.name == p2.name && (((!has(p1.__namespace__) || p1.__namespace__ == '') && (!has(p2.__namespace__) || p2.__namespace__ == '')) || (has(p1.__namespace__) && has(p2.__namespace__) && p1.__namespace__ == p2.__namespace__)) ? ((!has(p1.sectionName) || p1.sectionName == '') == (!has(p2.sectionName) || p2.sectionName == '') && (!has(p1.port) || p1.port == 0) == (!has(p2.port) || p2.port == 0)): true))",
        message = "sectionName or port must be specified when parentRefs includes 2 or more references to the same parent",
        channel = experimental
    ))]
    #[crd(rule(
        "self.all(p1, self.exists_one(p2, p1.group == p2.group && p1.kind == p2.kind && p1.name == p2.name && (((!has(p1.__namespace__) || p1.__namespace__ == '') && (!has(p2.__namespace__) || p2.__namespace__ == '')) || (has(p1.__namespace__) && has(p2.__namespace__) && p1.__namespace__ == p2.__namespace__ )) && (((!has(p1.sectionName) || p1.sectionName == '') && (!has(p2.sectionName) || p2.sectionName == '')) || ( has(p1.sectionName) && has(p2.sectionName) && p1.sectionName == p2.sectionName)) && (((!has(p1.port) || p1.port == 0) && (!has(p2.port) || p2.port == 0)) || (has(p1.port) && has(p2.port) && p1.port == p2.port))))",
        message = "sectionName or port must be unique when parentRefs includes 2 or more references to the same parent",
        channel = experimental
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_refs: Option<Vec<ParentReference>>,
    /// Which default gateways the route belongs to.
    #[crd(channel = experimental)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub use_default_gateways: Option<GatewayDefaultScope>,
}

/// The default gateways.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayDefaultScope {
    /// All of them.
    All,
    /// None of them.
    None,
}

/// An object that a route belongs to.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ParentReference {
    /// Its group.
    #[crd(default = "gateway.networking.k8s.io")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
    /// Its kind.
    #[crd(default = "Gateway")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Its namespace, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<Namespace>,
    /// Its name.
    pub name: ObjectName,
    /// Its section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section_name: Option<SectionName>,
    /// Its port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<PortNumber>,
}

/// A backend with a port.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "(size(self.group) == 0 && self.kind == 'Service') ? has(self.port) : true",
    message = "Must have port for Service reference"
))]
pub struct BackendObjectReference {
    /// Its group.
    #[crd(default = "")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
    /// Its kind.
    #[crd(default = "Service")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Its name.
    pub name: ObjectName,
    /// Its namespace, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<Namespace>,
    /// Its port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<PortNumber>,
}

/// A backend and its share of requests.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct BackendRef {
    /// The backend.
    #[serde(flatten)]
    pub backend: BackendObjectReference,
    /// Its share.
    #[crd(minimum = 0, maximum = 1000000, default = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<i32>,
}

/// An object in the same namespace.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct LocalObjectReference {
    /// Its group.
    pub group: Group,
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: ObjectName,
}

/// How texts are compared.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchType {
    /// They are equal.
    Exact,
    /// By a regular expression of the implementation.
    RegularExpression,
}

/// What the parents say of a route.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct RouteStatus {
    /// One entry for each parent.
    #[crd(max_items = 32, list_type = atomic)]
    pub parents: Vec<RouteParentStatus>,
}

/// What a parent says of a route.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct RouteParentStatus {
    /// The parent.
    pub parent_ref: ParentReference,
    /// Who wrote this.
    pub controller_name: GatewayController,
    /// Whether the route is accepted, and the like.
    #[crd(min_items = 1, max_items = 8, list_type = map, list_map_keys("type"))]
    pub conditions: Vec<Condition>,
}
