//! cert-manager's `Certificate`, from `v1alpha2` (2019) to `v1` (2020).
//!
//! | from | change |
//! |---|---|
//! | `v1alpha2` | `organization` was moved to `subject.organizations` |
//! | `v1alpha3` | `keySize`, `keyAlgorithm` and `keyEncoding` were moved to `privateKey`; `rsa` became `RSA`, `pkcs1` became `PKCS1` |
//! | `v1beta1` | `emailSANs` was renamed to `emailAddresses`, `uriSANs` to `uris` |

/// Types that all versions share.
pub mod shared {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Keystores {
        pub jks: Option<Keystore>,
        pub pkcs12: Option<Keystore>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Keystore {
        pub create: bool,
        pub password_secret_ref: SecretKeySelector,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct SecretKeySelector {
        pub name: String,
        pub key: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct IssuerRef {
        pub name: String,
        pub kind: Option<String>,
        pub group: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum RotationPolicy {
        Never,
        Always,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct CertificateStatus {
        #[crd(list_type = map, list_map_keys("type"))]
        pub conditions: Option<Vec<Condition>>,
        pub last_failure_time: Option<String>,
        pub not_before: Option<String>,
        pub not_after: Option<String>,
        pub renewal_time: Option<String>,
        pub revision: Option<i64>,
        pub next_private_key_secret_name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Condition {
        pub r#type: String,
        pub status: ConditionStatus,
        pub last_transition_time: Option<String>,
        pub reason: Option<String>,
        pub message: Option<String>,
        pub observed_generation: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum ConditionStatus {
        True,
        False,
        Unknown,
    }
}

pub mod v1alpha2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{CertificateStatus, IssuerRef, Keystores};
    use super::v1alpha3;
    use super::v1alpha3::{KeyAlgorithm, KeyEncoding, PrivateKey};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "cert-manager.io",
        version = "v1alpha2",
        kind = "Certificate",
        namespaced
    )]
    #[crd(storage = false, status = CertificateStatus)]
    #[crd(next = v1alpha3::CertificateSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct CertificateSpec {
        pub subject: Option<X509Subject>,
        pub common_name: Option<String>,
        #[crd(next(path = "subject.organizations"))]
        pub organization: Option<Vec<String>>,
        pub duration: Option<String>,
        pub renew_before: Option<String>,
        pub dns_names: Option<Vec<String>>,
        pub ip_addresses: Option<Vec<String>>,
        #[serde(rename = "uriSANs")]
        pub uri_sans: Option<Vec<String>>,
        #[serde(rename = "emailSANs")]
        pub email_sans: Option<Vec<String>>,
        pub secret_name: String,
        pub keystores: Option<Keystores>,
        pub issuer_ref: IssuerRef,
        #[serde(rename = "isCA")]
        pub is_ca: Option<bool>,
        pub usages: Option<Vec<String>>,
        pub key_size: Option<i64>,
        pub key_algorithm: Option<KeyAlgorithm>,
        pub key_encoding: Option<KeyEncoding>,
        pub private_key: Option<PrivateKey>,
        pub encode_usages_in_request: Option<bool>,
        pub revision_history_limit: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1alpha3::X509Subject, added("organizations"))]
    #[serde(rename_all = "camelCase")]
    pub struct X509Subject {
        pub countries: Option<Vec<String>>,
        pub organizational_units: Option<Vec<String>>,
        pub localities: Option<Vec<String>>,
        pub provinces: Option<Vec<String>>,
        pub street_addresses: Option<Vec<String>>,
        pub postal_codes: Option<Vec<String>>,
        pub serial_number: Option<String>,
    }
}

pub mod v1alpha3 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{CertificateStatus, IssuerRef, Keystores, RotationPolicy};
    use super::v1beta1;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "cert-manager.io",
        version = "v1alpha3",
        kind = "Certificate",
        namespaced
    )]
    #[crd(storage = false, status = CertificateStatus)]
    #[crd(next = v1beta1::CertificateSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct CertificateSpec {
        pub subject: Option<X509Subject>,
        pub common_name: Option<String>,
        pub duration: Option<String>,
        pub renew_before: Option<String>,
        pub dns_names: Option<Vec<String>>,
        pub ip_addresses: Option<Vec<String>>,
        #[serde(rename = "uriSANs")]
        pub uri_sans: Option<Vec<String>>,
        #[serde(rename = "emailSANs")]
        pub email_sans: Option<Vec<String>>,
        pub secret_name: String,
        pub keystores: Option<Keystores>,
        pub issuer_ref: IssuerRef,
        #[serde(rename = "isCA")]
        pub is_ca: Option<bool>,
        pub usages: Option<Vec<String>>,
        #[crd(next(path = "privateKey.size"))]
        pub key_size: Option<i64>,
        #[crd(next(path = "privateKey.algorithm"))]
        pub key_algorithm: Option<KeyAlgorithm>,
        #[crd(next(path = "privateKey.encoding"))]
        pub key_encoding: Option<KeyEncoding>,
        pub private_key: Option<PrivateKey>,
        pub encode_usages_in_request: Option<bool>,
        pub revision_history_limit: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct X509Subject {
        pub organizations: Option<Vec<String>>,
        pub countries: Option<Vec<String>>,
        pub organizational_units: Option<Vec<String>>,
        pub localities: Option<Vec<String>>,
        pub provinces: Option<Vec<String>>,
        pub street_addresses: Option<Vec<String>>,
        pub postal_codes: Option<Vec<String>>,
        pub serial_number: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta1::KeyAlgorithm)]
    #[serde(rename_all = "lowercase")]
    pub enum KeyAlgorithm {
        #[crd(next(rename = "RSA"))]
        Rsa,
        #[crd(next(rename = "ECDSA"))]
        Ecdsa,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta1::KeyEncoding)]
    #[serde(rename_all = "lowercase")]
    pub enum KeyEncoding {
        #[crd(next(rename = "PKCS1"))]
        Pkcs1,
        #[crd(next(rename = "PKCS8"))]
        Pkcs8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta1::PrivateKey, added("encoding", "algorithm", "size"))]
    #[serde(rename_all = "camelCase")]
    pub struct PrivateKey {
        pub rotation_policy: Option<RotationPolicy>,
    }
}

pub mod v1beta1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{CertificateStatus, IssuerRef, Keystores, RotationPolicy};
    use super::v1;
    use super::v1alpha3::X509Subject;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "cert-manager.io",
        version = "v1beta1",
        kind = "Certificate",
        namespaced
    )]
    #[crd(storage = false, status = CertificateStatus)]
    #[crd(next = v1::CertificateSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct CertificateSpec {
        pub subject: Option<X509Subject>,
        pub common_name: Option<String>,
        pub duration: Option<String>,
        pub renew_before: Option<String>,
        pub dns_names: Option<Vec<String>>,
        pub ip_addresses: Option<Vec<String>>,
        #[crd(next(rename = "uris"))]
        #[serde(rename = "uriSANs")]
        pub uri_sans: Option<Vec<String>>,
        #[crd(next(rename = "emailAddresses"))]
        #[serde(rename = "emailSANs")]
        pub email_sans: Option<Vec<String>>,
        pub secret_name: String,
        pub keystores: Option<Keystores>,
        pub issuer_ref: IssuerRef,
        #[serde(rename = "isCA")]
        pub is_ca: Option<bool>,
        pub usages: Option<Vec<String>>,
        pub private_key: Option<PrivateKey>,
        pub encode_usages_in_request: Option<bool>,
        pub revision_history_limit: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct PrivateKey {
        pub rotation_policy: Option<RotationPolicy>,
        pub encoding: Option<KeyEncoding>,
        pub algorithm: Option<KeyAlgorithm>,
        pub size: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum KeyAlgorithm {
        Rsa,
        Ecdsa,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum KeyEncoding {
        Pkcs1,
        Pkcs8,
    }
}

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{CertificateStatus, IssuerRef, Keystores};
    use super::v1alpha3::X509Subject;
    use super::v1beta1::PrivateKey;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "cert-manager.io", version = "v1", kind = "Certificate", namespaced)]
    #[crd(status = CertificateStatus)]
    #[serde(rename_all = "camelCase")]
    pub struct CertificateSpec {
        pub subject: Option<X509Subject>,
        pub common_name: Option<String>,
        pub duration: Option<String>,
        pub renew_before: Option<String>,
        pub dns_names: Option<Vec<String>>,
        pub ip_addresses: Option<Vec<String>>,
        pub uris: Option<Vec<String>>,
        pub email_addresses: Option<Vec<String>>,
        pub secret_name: String,
        pub keystores: Option<Keystores>,
        pub issuer_ref: IssuerRef,
        #[serde(rename = "isCA")]
        pub is_ca: Option<bool>,
        pub usages: Option<Vec<String>>,
        pub private_key: Option<PrivateKey>,
        pub encode_usages_in_request: Option<bool>,
        pub revision_history_limit: Option<i32>,
    }
}
