//! cert-manager's `CertificateRequest`.

use std::collections::BTreeMap;

use crd_core::types::Time;
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Asks an issuer for a certificate.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "cert-manager.io",
    version = "v1",
    kind = "CertificateRequest",
    namespaced,
    category = "cert-manager",
    shortname = "cr",
    shortname = "crs",
    status = CertificateRequestStatus,
    printcolumn(name = "Approved", type_ = "string", json_path = r#".status.conditions[?(@.type == "Approved")].status"#),
    printcolumn(name = "Denied", type_ = "string", json_path = r#".status.conditions[?(@.type == "Denied")].status"#),
    printcolumn(name = "Ready", type_ = "string", json_path = r#".status.conditions[?(@.type == "Ready")].status"#),
    printcolumn(name = "Issuer", type_ = "string", json_path = ".spec.issuerRef.name"),
    printcolumn(name = "Requester", type_ = "string", json_path = ".spec.username"),
    printcolumn(name = "Status", type_ = "string", json_path = r#".status.conditions[?(@.type == "Ready")].message"#, priority = 1),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp"),
)]
#[serde(rename_all = "camelCase")]
pub struct CertificateRequestSpec {
    /// How long the certificate is wanted to be valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// The issuer.
    pub issuer_ref: IssuerReference,
    /// The PEM-encoded signing request.
    #[crd(format = "byte")]
    pub request: String,
    /// Whether the certificate is to be one of an authority.
    #[serde(rename = "isCA", skip_serializing_if = "Option::is_none")]
    pub is_ca: Option<bool>,
    /// What the certificate is for.
    #[crd(list_type = atomic)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usages: Vec<KeyUsage>,
    /// Who asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Identity of who asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// Groups of who asked.
    #[crd(list_type = atomic)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// More about who asked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extra: BTreeMap<String, Vec<String>>,
}

/// A reference to an issuer.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct IssuerReference {
    /// Its group.
    #[crd(selectable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Its kind.
    #[crd(selectable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its name.
    #[crd(selectable)]
    pub name: String,
}

/// What a certificate is for.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum KeyUsage {
    Signing,
    #[serde(rename = "digital signature")]
    DigitalSignature,
    #[serde(rename = "content commitment")]
    ContentCommitment,
    #[serde(rename = "key encipherment")]
    KeyEncipherment,
    #[serde(rename = "key agreement")]
    KeyAgreement,
    #[serde(rename = "data encipherment")]
    DataEncipherment,
    #[serde(rename = "cert sign")]
    CertSign,
    #[serde(rename = "crl sign")]
    CrlSign,
    #[serde(rename = "encipher only")]
    EncipherOnly,
    #[serde(rename = "decipher only")]
    DecipherOnly,
    Any,
    #[serde(rename = "server auth")]
    ServerAuth,
    #[serde(rename = "client auth")]
    ClientAuth,
    #[serde(rename = "code signing")]
    CodeSigning,
    #[serde(rename = "email protection")]
    EmailProtection,
    #[serde(rename = "s/mime")]
    SMime,
    #[serde(rename = "ipsec end system")]
    IpsecEndSystem,
    #[serde(rename = "ipsec tunnel")]
    IpsecTunnel,
    #[serde(rename = "ipsec user")]
    IpsecUser,
    Timestamping,
    #[serde(rename = "ocsp signing")]
    OcspSigning,
    #[serde(rename = "microsoft sgc")]
    MicrosoftSgc,
    #[serde(rename = "netscape sgc")]
    NetscapeSgc,
}

/// How the request goes.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct CertificateRequestStatus {
    /// Ready, Approved, Denied, InvalidRequest.
    #[crd(list_type = map, list_map_keys("type"))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<CertificateRequestCondition>,
    /// The certificate.
    #[crd(format = "byte")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The authority that signed it.
    #[crd(format = "byte")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca: Option<String>,
    /// When the request failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_time: Option<Time>,
}

/// An aspect of a request's state.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct CertificateRequestCondition {
    /// The aspect.
    #[serde(rename = "type")]
    pub type_: String,
    /// Whether it holds.
    pub status: ConditionStatus,
    /// When that changed last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_transition_time: Option<Time>,
    /// Why, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Whether a condition holds.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ConditionStatus {
    True,
    False,
    Unknown,
}
