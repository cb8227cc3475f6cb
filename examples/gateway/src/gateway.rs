//! `Gateway`.

use std::collections::BTreeMap;

use crd_core::types::{Condition, LabelSelector};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    AddressType, AnnotationValue, GatewayDefaultScope, GatewayTlsConfig, LabelValue, Listener,
    LocalObjectReference, ObjectName, RouteGroupKind, SectionName,
};

/// Where traffic comes in.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "gateway.networking.k8s.io",
    version = "v1",
    also("v1beta1"),
    kind = "Gateway",
    namespaced,
    shortname = "gtw",
    category = "gateway-api",
    status = GatewayStatus,
    status_default = json!({"conditions": pending()}),
    annotation("api-approved.kubernetes.io", "https://github.com/kubernetes-sigs/gateway-api/pull/4530"),
    printcolumn(name = "Class", type_ = "string", json_path = ".spec.gatewayClassName"),
    printcolumn(name = "Address", type_ = "string", json_path = ".status.addresses[*].value"),
    printcolumn(name = "Programmed", type_ = "string", json_path = r#".status.conditions[?(@.type=="Programmed")].status"#),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
#[serde(rename_all = "camelCase")]
pub struct GatewaySpec {
    /// Its class.
    pub gateway_class_name: ObjectName,
    /// Where it listens.
    #[crd(min_items = 1, max_items = 64, list_type = map, list_map_keys("name"))]
    #[crd(rule(
        "self.all(l, l.protocol in ['HTTP', 'TCP', 'UDP'] ? !has(l.tls) : true)",
        message = "tls must not be specified for protocols ['HTTP', 'TCP', 'UDP']"
    ))]
    #[crd(rule(
        "self.all(l, (l.protocol == 'HTTPS' && has(l.tls)) ? (l.tls.mode == '' || l.tls.mode == 'Terminate') : true)",
        message = "tls mode must be Terminate for protocol HTTPS"
    ))]
    #[crd(rule(
        "self.all(l, (l.protocol == 'TLS' ? has(l.tls) && has(l.tls.mode) && l.tls.mode != '' : true))",
        message = "tls mode must be set for protocol TLS"
    ))]
    #[crd(rule(
        "self.all(l, l.protocol in ['TCP', 'UDP']  ? (!has(l.hostname) || l.hostname == '') : true)",
        message = "hostname must not be specified for protocols ['TCP', 'UDP']"
    ))]
    #[crd(rule(
        "self.all(l1, self.exists_one(l2, l1.name == l2.name))",
        message = "Listener name must be unique within the Gateway"
    ))]
    #[crd(rule(
        "self.all(l1, self.exists_one(l2, l1.port == l2.port && l1.protocol == l2.protocol && (has(l1.hostname) && has(l2.hostname) ? l1.hostname == l2.hostname : !has(l1.hostname) && !has(l2.hostname))))",
        message = "Combination of port, protocol and hostname must be unique for each listener"
    ))]
    pub listeners: Vec<Listener>,
    /// The addresses that it asks for.
    #[crd(max_items = 16, list_type = atomic)]
    #[crd(rule(
        "self.all(a1, a1.type == 'IPAddress' && has(a1.value) ? self.exists_one(a2, a2.type == a1.type && has(a2.value) && a2.value == a1.value) : true )",
        message = "IPAddress values must be unique"
    ))]
    #[crd(rule(
        "self.all(a1, a1.type == 'Hostname'  && has(a1.value) ? self.exists_one(a2, a2.type == a1.type && has(a2.value) && a2.value == a1.value) : true )",
        message = "Hostname values must be unique"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Vec<GatewaySpecAddress>>,
    /// What its infrastructure is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infrastructure: Option<GatewayInfrastructure>,
    /// Which listener sets may add listeners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_listeners: Option<AllowedListeners>,
    /// Certificates of clients and backends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls: Option<GatewayTlsConfig>,
    /// Whether routes belong to it that name no gateway.
    #[crd(channel = experimental)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_scope: Option<GatewayDefaultScope>,
}

/// An address that a gateway asks for.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(one_of(
    (properties(type(enum("IPAddress")), value(any_of((format = "ipv4"), (format = "ipv6"))))),
    (properties(type(not(enum("IPAddress")))))
))]
#[crd(rule(
    r#"self.type == 'Hostname' ? (!has(self.value) || self.value.matches(r"""^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$""")): true"#,
    message = r"Hostname value must be empty or contain only valid characters (matching ^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$)"
))]
pub struct GatewaySpecAddress {
    /// What kind of address it is.
    #[crd(default = "IPAddress")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<AddressType>,
    /// The address.
    #[crd(max_length = 253)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// What the infrastructure of a gateway is given.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GatewayInfrastructure {
    /// Labels.
    #[crd(max_properties = 8)]
    #[crd(rule(
        r#"self.all(key, key.matches(r"""^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$"""))"#,
        message = "Label keys must be in the form of an optional DNS subdomain prefix followed by a required name segment of up to 63 characters."
    ))]
    #[crd(rule(
        r#"self.all(key, key.split("/")[0].size() < 253)"#,
        message = "If specified, the label key's prefix must be a DNS subdomain not longer than 253 characters in total."
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, LabelValue>>,
    /// Annotations.
    #[crd(max_properties = 16)]
    #[crd(rule(
        r#"self.all(key, key.matches(r"""^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$"""))"#,
        message = "Annotation keys must be in the form of an optional DNS subdomain prefix followed by a required name segment of up to 63 characters."
    ))]
    #[crd(rule(
        r#"self.all(key, key.split("/")[0].size() < 253)"#,
        message = "If specified, the annotation key's prefix must be a DNS subdomain not longer than 253 characters in total."
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<BTreeMap<String, AnnotationValue>>,
    /// Parameters of the implementation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters_ref: Option<LocalObjectReference>,
}

/// Which listener sets may add listeners.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct AllowedListeners {
    /// Those of these namespaces.
    #[crd(default = json!({"from": "None"}))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespaces: Option<ListenerNamespaces>,
}

/// The namespaces of listener sets.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ListenerNamespaces {
    /// Which.
    #[crd(default = "None")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FromListenerNamespaces>,
    /// By their labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<LabelSelector>,
}

/// Which namespaces of listener sets.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromListenerNamespaces {
    /// All of them.
    All,
    /// Those with some labels.
    Selector,
    /// That of the gateway.
    Same,
    /// None of them.
    None,
}

/// What the controller says of a gateway.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GatewayStatus {
    /// Its addresses.
    #[crd(max_items = 16, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Vec<GatewayStatusAddress>>,
    /// Whether it is accepted, and the like.
    #[crd(max_items = 8, list_type = map, list_map_keys("type"), default = pending())]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    /// One entry for each listener.
    #[crd(max_items = 64, list_type = map, list_map_keys("name"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listeners: Option<Vec<ListenerStatus>>,
    /// How many listener sets add listeners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_listener_sets: Option<i32>,
}

/// Returns the conditions of a gateway that no controller has processed.
fn pending() -> Value {
    ["Accepted", "Programmed"]
        .map(|kind| {
            json!({
                "type": kind,
                "status": "Unknown",
                "reason": "Pending",
                "message": "Waiting for controller",
                "lastTransitionTime": "1970-01-01T00:00:00Z",
            })
        })
        .into_iter()
        .collect()
}

/// An address of a gateway.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(one_of(
    (properties(type(enum("IPAddress")), value(any_of((format = "ipv4"), (format = "ipv6"))))),
    (properties(type(not(enum("IPAddress")))))
))]
#[crd(rule(
    r#"self.type == 'Hostname' ? self.value.matches(r"""^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"""): true"#,
    message = r"Hostname value must only contain valid characters (matching ^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$)"
))]
pub struct GatewayStatusAddress {
    /// What kind of address it is.
    #[crd(default = "IPAddress")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<AddressType>,
    /// The address.
    #[crd(min_length = 1, max_length = 253)]
    pub value: String,
}

/// What the controller says of a listener.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ListenerStatus {
    /// The name of the listener.
    pub name: SectionName,
    /// The kinds of routes that it takes.
    #[crd(max_items = 8, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supported_kinds: Option<Vec<RouteGroupKind>>,
    /// How many routes it has.
    pub attached_routes: i32,
    /// Whether it is accepted, and the like.
    #[crd(max_items = 8, list_type = map, list_map_keys("type"))]
    pub conditions: Vec<Condition>,
}
