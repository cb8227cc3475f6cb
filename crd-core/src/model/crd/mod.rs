//! The v1 `CustomResourceDefinition` as it stands in a manifest.

mod serialize;

use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;

/// A `CustomResourceDefinition` of `apiextensions.k8s.io/v1`.
///
/// Empty strings and empty lists mean absent, as in Go, unless a member is an `Option`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crd {
    /// `metadata`.
    pub metadata: Metadata,
    /// `spec`.
    pub spec: CrdSpec,
    /// `status`; the server wipes it on create.
    pub status: CrdStatus,
}

/// The part of `ObjectMeta` that the checks on CRDs read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// `name`.
    pub name: Box<str>,
    /// `generateName`.
    pub generate_name: Box<str>,
    /// `namespace`.
    pub namespace: Box<str>,
    /// `uid`.
    pub uid: Box<str>,
    /// `resourceVersion`.
    pub resource_version: Box<str>,
    /// `generation`.
    pub generation: i64,
    /// `creationTimestamp`, in UTC.
    pub creation_timestamp: Option<Box<str>>,
    /// `deletionTimestamp`, in UTC.
    pub deletion_timestamp: Option<Box<str>>,
    /// `deletionGracePeriodSeconds`.
    pub deletion_grace_period_seconds: Option<i64>,
    /// `labels`.
    pub labels: Map<Box<str>>,
    /// `annotations`.
    pub annotations: Map<Box<str>>,
    /// `ownerReferences`.
    pub owner_references: Vec<OwnerReference>,
    /// `finalizers`.
    pub finalizers: Vec<Box<str>>,
    /// `managedFields`.
    pub managed_fields: Vec<ManagedFields>,
}

/// What the server checks of an entry of `metadata.managedFields`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManagedFields {
    /// `manager`.
    pub manager: Box<str>,
    /// `operation`.
    pub operation: Box<str>,
    /// `fieldsType`.
    pub fields_type: Box<str>,
    /// `subresource`.
    pub subresource: Box<str>,
}

/// An entry of `metadata.ownerReferences`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnerReference {
    /// `apiVersion`.
    pub api_version: Box<str>,
    /// `kind`.
    pub kind: Box<str>,
    /// `name`.
    pub name: Box<str>,
    /// `uid`.
    pub uid: Box<str>,
    /// `controller`.
    pub controller: Option<bool>,
    /// `blockOwnerDeletion`.
    pub block_owner_deletion: Option<bool>,
}

/// `spec` of a CRD.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrdSpec {
    /// `group`.
    pub group: Box<str>,
    /// `names`.
    pub names: Names,
    /// `scope`: `Cluster` or `Namespaced`.
    pub scope: Box<str>,
    /// `versions`; `None` when absent or null.
    pub versions: Option<Vec<Version>>,
    /// `conversion`.
    pub conversion: Option<Conversion>,
    /// `preserveUnknownFields`; in `v1beta1` true when absent.
    pub preserve_unknown_fields: bool,
    /// The members `v1beta1` has beside `versions`; `Some` tells that the manifest is of `v1beta1`.
    pub v1beta1: Option<Box<TopLevel>>,
}

/// What `v1beta1` says once for all versions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopLevel {
    /// `version`.
    pub version: Box<str>,
    /// `validation`.
    pub validation: Option<Validation>,
    /// `subresources`.
    pub subresources: Option<Subresources>,
    /// `additionalPrinterColumns`; `None` when absent or null.
    pub additional_printer_columns: Option<Vec<PrinterColumn>>,
    /// `selectableFields`; `None` when absent or null.
    pub selectable_fields: Option<Vec<Box<str>>>,
}

/// `names` of a CRD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// `plural`.
    pub plural: Box<str>,
    /// `singular`.
    pub singular: Box<str>,
    /// `shortNames`.
    pub short_names: Vec<Box<str>>,
    /// `kind`.
    pub kind: Box<str>,
    /// `listKind`.
    pub list_kind: Box<str>,
    /// `categories`.
    pub categories: Vec<Box<str>>,
}

/// An entry of `spec.versions`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Version {
    /// `name`.
    pub name: Box<str>,
    /// `served`.
    pub served: bool,
    /// `storage`.
    pub storage: bool,
    /// `deprecated`.
    pub deprecated: bool,
    /// `deprecationWarning`.
    pub deprecation_warning: Option<Box<str>>,
    /// `schema`.
    pub schema: Option<Validation>,
    /// `subresources`.
    pub subresources: Option<Subresources>,
    /// `additionalPrinterColumns`; `None` when absent or null.
    pub additional_printer_columns: Option<Vec<PrinterColumn>>,
    /// `selectableFields`; `None` when absent or null.
    pub selectable_fields: Option<Vec<Box<str>>>,
}

/// `schema` of a version: the holder of `openAPIV3Schema`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Validation {
    /// `openAPIV3Schema`.
    pub open_api_v3_schema: Option<Box<JsonSchemaProps>>,
}

/// `subresources` of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subresources {
    /// `status`.
    pub status: bool,
    /// `scale`.
    pub scale: Option<Scale>,
}

/// The scale subresource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    /// `specReplicasPath`.
    pub spec_replicas_path: Box<str>,
    /// `statusReplicasPath`.
    pub status_replicas_path: Box<str>,
    /// `labelSelectorPath`.
    pub label_selector_path: Option<Box<str>>,
}

/// An entry of `additionalPrinterColumns`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrinterColumn {
    /// `name`.
    pub name: Box<str>,
    /// `type`: `boolean`, `date`, `integer`, `number` or `string`.
    pub type_: Box<str>,
    /// `format`.
    pub format: Box<str>,
    /// `description`.
    pub description: Box<str>,
    /// `priority`; above 0 only with `-o wide`.
    pub priority: i32,
    /// `jsonPath`.
    pub json_path: Box<str>,
}

/// `spec.conversion`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// `strategy`: `None` or `Webhook`.
    pub strategy: Box<str>,
    /// `webhook`.
    pub webhook: Option<WebhookConversion>,
}

/// `spec.conversion.webhook`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookConversion {
    /// `clientConfig`.
    pub client_config: Option<WebhookClientConfig>,
    /// `conversionReviewVersions`; `None` when absent or null.
    pub conversion_review_versions: Option<Vec<Box<str>>>,
}

/// `clientConfig` of a conversion webhook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookClientConfig {
    /// `url`.
    pub url: Option<Box<str>>,
    /// `service`.
    pub service: Option<ServiceReference>,
    /// `caBundle`, decoded from base64.
    pub ca_bundle: Vec<u8>,
}

/// `service` of a client config.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceReference {
    /// `namespace`.
    pub namespace: Box<str>,
    /// `name`.
    pub name: Box<str>,
    /// `path`.
    pub path: Option<Box<str>>,
    /// `port`; 443 when absent (rules DEF-04).
    pub port: Option<i32>,
}

/// `status` of a CRD, as far as the checks read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrdStatus {
    /// `acceptedNames`.
    pub accepted_names: Names,
    /// `storedVersions`; `None` when absent or null.
    pub stored_versions: Option<Vec<Box<str>>>,
    /// Whether the condition `Established` is `True`.
    pub established: bool,
}
