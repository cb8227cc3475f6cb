//! The v1 `CustomResourceDefinition` as written in a manifest.
//!
//! ```
//! use crd_core::Crd;
//!
//! let mut crd = Crd::default();
//! crd.metadata.name = "widgets.example.com".into();
//! crd.spec.group = "example.com".into();
//! assert!(crd_core::yaml::to_string(&crd).unwrap().contains("group: example.com"));
//! ```

mod priority;
mod serialize;

pub use priority::compare_versions;

#[cfg(feature = "check")]
use crate::go::unicode::to_lower;
pub use crate::model::metadata::{ManagedFieldsEntry, ObjectMeta, OwnerReference};
use crate::model::schema::JsonSchemaProps;

/// A `CustomResourceDefinition` of `apiextensions.k8s.io/v1`.
///
/// Empty strings and empty lists mean absent, as in Go, unless a member is an `Option`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crd {
    /// `metadata`: name, labels, annotations and the server's data about the object.
    pub metadata: ObjectMeta,
    /// `spec`: the definition of the API.
    pub spec: CrdSpec,
    /// `status`: the state as the server reports it; the server clears it on create and ignores it on update of the CRD.
    pub status: CrdStatus,
}

impl Crd {
    /// Returns the versions in the order of `spec.versions`.
    pub fn versions(&self) -> &[Version] {
        self.spec.versions.as_deref().unwrap_or_default()
    }

    /// Returns the version with this name.
    pub fn version(&self, name: &str) -> Option<&Version> {
        self.versions().iter().find(|version| *version.name == *name)
    }

    /// Returns the version in which objects are stored; the first one if there are several, which the server rejects.
    pub fn storage_version(&self) -> Option<&Version> {
        self.versions().iter().find(|version| version.storage)
    }

    /// Returns the names of the versions in which objects may be stored: `status.storedVersions`, or the
    /// storage version if that is empty (DEF-05).
    pub fn stored_versions(&self) -> Vec<&str> {
        match self.status.stored_versions.as_deref().unwrap_or_default() {
            [] => self
                .storage_version()
                .map(|version| &*version.name)
                .into_iter()
                .collect(),
            stored => stored.iter().map(|name| &**name).collect(),
        }
    }

    /// Returns the singular name: the kind in lower case if the CRD does not set one (DEF-01).
    #[cfg(feature = "check")]
    pub fn singular(&self) -> Box<str> {
        match &*self.spec.names.singular {
            "" => to_lower(&self.spec.names.kind).into(),
            singular => singular.into(),
        }
    }
}

/// `spec` of a CRD.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrdSpec {
    /// `group`: the API group of the resource, a DNS subdomain such as `stable.example.com`; required.
    pub group: Box<str>,
    /// `names`: the names of the resource in URLs, in manifests and for kubectl.
    pub names: Names,
    /// `scope`: `Cluster` or `Namespaced`; required.
    pub scope: Box<str>,
    /// `versions`: the versions of the API, of which exactly one is stored; `None` when absent or null.
    pub versions: Option<Vec<Version>>,
    /// `conversion`: the conversion of objects between versions; strategy `None` when absent.
    pub conversion: Option<Conversion>,
    /// `preserveUnknownFields`: whether unknown fields are kept instead of pruned; must be false in `v1`, and
    /// is true when absent in `v1beta1`.
    pub preserve_unknown_fields: bool,
    /// The members that `v1beta1` has besides `versions`; `Some` means that the manifest is of `v1beta1`.
    pub v1beta1: Option<Box<V1beta1Spec>>,
}

/// The members that apply to all versions in `v1beta1`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct V1beta1Spec {
    /// `version`: the name of the only version, or of the first entry of `versions`.
    pub version: Box<str>,
    /// `validation`: the schema of all versions.
    pub validation: Option<CrdValidation>,
    /// `subresources` of all versions.
    pub subresources: Option<Subresources>,
    /// `additionalPrinterColumns` of all versions; `None` when absent or null.
    pub additional_printer_columns: Option<Vec<PrinterColumn>>,
    /// `selectableFields` of all versions; `None` when absent or null.
    pub selectable_fields: Option<Vec<Box<str>>>,
}

/// `names` of a CRD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// `plural`: the name in URLs, lower case, such as `crontabs`; required, and the first part of the name of the CRD.
    pub plural: Box<str>,
    /// `singular`: the name of a single object for kubectl; the kind in lower case when empty.
    pub singular: Box<str>,
    /// `shortNames`: abbreviations that kubectl accepts, such as `ct`.
    pub short_names: Vec<Box<str>>,
    /// `kind`: the kind in manifests, CamelCase, such as `CronTab`; required.
    pub kind: Box<str>,
    /// `listKind`: the kind of lists; the kind followed by `List` when empty.
    pub list_kind: Box<str>,
    /// `categories`: groups of resources that kubectl lists together, such as `all`.
    pub categories: Vec<Box<str>>,
}

/// An entry of `spec.versions`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Version {
    /// `name`: the version in URLs, such as `v1beta1`; required.
    pub name: Box<str>,
    /// `served`: whether the API server serves the version.
    pub served: bool,
    /// `storage`: whether objects are stored in the version; true in exactly one.
    pub storage: bool,
    /// `deprecated`: whether clients are warned when they use the version; not by default.
    pub deprecated: bool,
    /// `deprecationWarning`: the warning in place of the usual one, 1 to 256 bytes; only on a deprecated version.
    pub deprecation_warning: Option<Box<str>>,
    /// `schema`: the object that contains the schema; required in `v1`.
    pub schema: Option<CrdValidation>,
    /// `subresources` of the version; none when absent.
    pub subresources: Option<Subresources>,
    /// `additionalPrinterColumns`: the columns of `kubectl get` after the name; `None` when absent or null.
    pub additional_printer_columns: Option<Vec<PrinterColumn>>,
    /// `selectableFields`: JSON paths of fields that field selectors may use (since 1.30), at most 8; `None` when
    /// absent or null.
    pub selectable_fields: Option<Vec<Box<str>>>,
}

impl Version {
    /// Returns the schema of objects of the version, `schema.openAPIV3Schema`.
    pub fn openapi_schema(&self) -> Option<&JsonSchemaProps> {
        self.schema.as_ref()?.open_api_v3_schema.as_deref()
    }
}

/// `schema` of a version: the object that contains `openAPIV3Schema`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrdValidation {
    /// `openAPIV3Schema`: the schema of an object of the version, including its root.
    pub open_api_v3_schema: Option<Box<JsonSchemaProps>>,
}

/// `subresources` of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subresources {
    /// `status`: whether the version has `/status`; in a manifest the value is an empty object.
    pub status: bool,
    /// `scale`: the paths for `/scale`; no such subresource when absent.
    pub scale: Option<Scale>,
}

/// The scale subresource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    /// `specReplicasPath`: the JSON path, below `.spec`, of the desired number of replicas; required.
    pub spec_replicas_path: Box<str>,
    /// `statusReplicasPath`: the JSON path, below `.status`, of the current number of replicas; required.
    pub status_replicas_path: Box<str>,
    /// `labelSelectorPath`: the JSON path, below `.spec` or `.status`, of the label selector as a string; autoscalers
    /// need it.
    pub label_selector_path: Option<Box<str>>,
}

/// An entry of `additionalPrinterColumns`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrinterColumn {
    /// `name`: the heading; required.
    pub name: Box<str>,
    /// `type`: `boolean`, `date`, `integer`, `number` or `string`; required.
    pub type_: Box<str>,
    /// `format`: a hint for clients: `byte`, `date`, `date-time`, `double`, `float`, `int32`, `int64`, `name` or
    /// `password`; empty when absent.
    pub format: Box<str>,
    /// `description`: documentation of the column; empty when absent.
    pub description: Box<str>,
    /// `priority`: 0 for columns that are always printed, above 0 for those of `-o wide`.
    pub priority: i32,
    /// `jsonPath`: the simple JSON path, from the root of the object, of the value; required.
    pub json_path: Box<str>,
}

/// `spec.conversion`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// `strategy`: `None`, which changes only `apiVersion`, or `Webhook`.
    pub strategy: Box<str>,
    /// `webhook`: the configuration of the webhook; required with strategy `Webhook` and forbidden otherwise.
    pub webhook: Option<WebhookConversion>,
}

/// `spec.conversion.webhook`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookConversion {
    /// `clientConfig`: the address of the webhook.
    pub client_config: Option<WebhookClientConfig>,
    /// `conversionReviewVersions`: the versions of `ConversionReview` that the webhook reads, preferred ones first;
    /// `None` when absent or null.
    pub conversion_review_versions: Option<Vec<Box<str>>>,
}

/// `clientConfig` of a conversion webhook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookClientConfig {
    /// `url`: the URL of the webhook, `https` only; excludes `service`.
    pub url: Option<Box<str>>,
    /// `service`: the service in front of the webhook; excludes `url`.
    pub service: Option<ServiceReference>,
    /// `caBundle`: PEM certificates for verifying the certificate of the webhook, decoded from base64; the
    /// system's roots when empty.
    pub ca_bundle: Vec<u8>,
}

/// `service` of a client config.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceReference {
    /// `namespace` of the service; required.
    pub namespace: Box<str>,
    /// `name` of the service; required.
    pub name: Box<str>,
    /// `path`: the path in the URL of requests; none when absent.
    pub path: Option<Box<str>>,
    /// `port` of the service, 1 to 65535; 443 when absent (DEF-04).
    pub port: Option<i32>,
}

/// `status` of a CRD, as far as the checks read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrdStatus {
    /// `acceptedNames`: the served names, which may differ from those of `spec` while names conflict.
    pub accepted_names: Names,
    /// `storedVersions`: every version in which objects have been stored; `None` when absent or null.
    pub stored_versions: Option<Vec<Box<str>>>,
    /// Whether the condition `Established` is `True`.
    pub established: bool,
}
