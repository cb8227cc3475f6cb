//! The listeners of a `Gateway`, and its certificates.

use std::collections::BTreeMap;

use crd_core::Schema;
use crd_core::types::LabelSelector;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    AnnotationValue, Group, Hostname, Kind, Namespace, ObjectName, PortNumber, ProtocolType, SectionName,
};

/// Where a gateway listens.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Listener {
    /// Its name.
    pub name: SectionName,
    /// The host that it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hostname: Option<Hostname>,
    /// Its port.
    pub port: PortNumber,
    /// Its protocol.
    pub protocol: ProtocolType,
    /// Its certificates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls: Option<ListenerTlsConfig>,
    /// Which routes may belong to it.
    #[crd(default = json!({"namespaces": {"from": "Same"}}))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_routes: Option<AllowedRoutes>,
}

/// Which routes may belong to a listener.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct AllowedRoutes {
    /// Those of these namespaces.
    #[crd(default = json!({"from": "Same"}))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespaces: Option<RouteNamespaces>,
    /// Those of these kinds.
    #[crd(max_items = 8, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<RouteGroupKind>>,
}

/// The namespaces of routes.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct RouteNamespaces {
    /// Which.
    #[crd(default = "Same")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FromNamespaces>,
    /// By their labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<LabelSelector>,
}

/// Which namespaces of routes.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromNamespaces {
    /// All of them.
    All,
    /// Those with some labels.
    Selector,
    /// That of the gateway.
    Same,
}

/// A kind of routes.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct RouteGroupKind {
    /// Its group.
    #[crd(default = "gateway.networking.k8s.io")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
    /// Its kind.
    pub kind: Kind,
}

/// The certificates of a listener.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "self.mode == 'Terminate' ? size(self.certificateRefs) > 0 || size(self.options) > 0 : true",
    message = "certificateRefs or options must be specified when mode is Terminate"
))]
pub struct ListenerTlsConfig {
    /// Where encryption ends.
    // The rules on listeners compare it with the empty string, which the compiler rejects for an enum, since it is never equal.
    #[crd(schema_as = String, enum("Terminate", "Passthrough"), default = "Terminate")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<TlsMode>,
    /// The certificates.
    #[crd(max_items = 64, list_type = atomic)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate_refs: Option<Vec<SecretObjectReference>>,
    /// Options of the implementation.
    #[crd(max_properties = 16)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<BTreeMap<String, AnnotationValue>>,
}

/// Where encryption ends.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsMode {
    /// At the gateway.
    Terminate,
    /// At the backend.
    Passthrough,
}

/// A secret.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct SecretObjectReference {
    /// Its group.
    #[crd(default = "")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
    /// Its kind.
    #[crd(default = "Secret")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Its name.
    pub name: ObjectName,
    /// Its namespace, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<Namespace>,
}

/// Certificates of clients and backends.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GatewayTlsConfig {
    /// Towards backends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<GatewayBackendTls>,
    /// Towards clients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frontend: Option<FrontendTlsConfig>,
}

/// The certificate towards backends.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GatewayBackendTls {
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_certificate_ref: Option<SecretObjectReference>,
}

/// How certificates of clients are checked.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct FrontendTlsConfig {
    /// On all ports without a configuration of their own.
    pub default: TlsConfig,
    /// On some ports.
    #[crd(max_items = 64, list_type = map, list_map_keys("port"))]
    #[crd(rule(
        "self.all(t1, self.exists_one(t2, t1.port == t2.port))",
        message = "Port for TLS configuration must be unique within the Gateway"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_port: Option<Vec<TlsPortConfig>>,
}

/// How certificates of clients are checked on a port.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct TlsPortConfig {
    /// The port.
    pub port: PortNumber,
    /// How.
    pub tls: TlsConfig,
}

/// How certificates are checked.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct TlsConfig {
    /// Against what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation: Option<FrontendTlsValidation>,
}

/// Against what certificates of clients are checked.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct FrontendTlsValidation {
    /// The certificates of authorities.
    #[crd(min_items = 1, max_items = 16, list_type = atomic)]
    pub ca_certificate_refs: Vec<ObjectReference>,
    /// What happens without a valid one.
    #[crd(default = "AllowValidOnly")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FrontendValidationMode>,
}

/// What happens to clients without a valid certificate.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontendValidationMode {
    /// They are refused.
    AllowValidOnly,
    /// They may connect.
    AllowInsecureFallback,
}

/// An object.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ObjectReference {
    /// Its group.
    pub group: Group,
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: ObjectName,
    /// Its namespace, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<Namespace>,
}
