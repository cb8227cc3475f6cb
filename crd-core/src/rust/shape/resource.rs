//! The CRD of a custom resource apart from its schemas, as constants.

use super::macros::const_struct;
use super::{Column, ForeignError, Kind, Literal, Rule, RustSource, Shape, When};
use crate::model::structural::Structural;

const_struct! {
    /// The root of a custom resource.
    #[derive(Clone, Copy, Debug)]
    struct Resource;
    /// A stored and served version without a name, of namespaced objects whose spec has no members; a base for
    /// resources written by hand: `Resource { group: "example.com", ..Resource::NONE }`.
    const NONE;

    /// `spec.group`: the API group, such as `stable.example.com`.
    group: plain(&'static str, "");
    /// The name of this version, such as `v1beta1`.
    version: plain(&'static str, "");
    /// `spec.names.kind`: CamelCase, such as `CronTab`.
    kind: plain(&'static str, "");
    /// `spec.names.plural`: lower case, such as `crontabs`.
    plural: plain(&'static str, "");
    /// `spec.names.singular`: lower case, such as `crontab`.
    singular: plain(&'static str, "");
    /// `spec.names.listKind`, such as `CronTabList`.
    list_kind: plain(&'static str, "");
    /// `spec.names.shortNames`: abbreviations that kubectl accepts.
    short_names: plain(&'static [&'static str], &[]);
    /// `spec.names.categories`: groups that kubectl lists together.
    categories: plain(&'static [&'static str], &[]);
    /// `spec.scope`: whether objects live in namespaces.
    namespaced: plain(bool, true);
    /// Whether the API server serves this version.
    served: plain(bool, true);
    /// Whether objects are stored in this version.
    storage: plain(bool, true);
    /// Whether this version is deprecated, and the warning that replaces the default one.
    deprecated: given(Option<&'static str>);
    /// Other versions that differ from this one only in their names.
    also: plain(&'static [AlsoVersion], &[]);
    /// Annotations of the CRD, name and value.
    annotations: plain(&'static [(&'static str, &'static str)], &[]);
    /// Labels of the CRD, name and value.
    labels: plain(&'static [(&'static str, &'static str)], &[]);
    /// Docs of the root type.
    description: plain(&'static str, "");
    /// Shape of `spec`.
    spec: plain(&'static Shape, &Shape::new("", Kind::Object(&[])));
    /// Whether `spec` may be absent; it is required otherwise.
    spec_optional: plain(bool, false);
    /// Whether the members of the spec are members of the object, beside `metadata`, instead of `spec`.
    flatten: plain(bool, false);
    /// Whether `required` includes `metadata`.
    metadata_required: plain(bool, false);
    /// Whether the status is a subresource; by default, it is if there is a status.
    status_subresource: given(bool);
    /// Whether `status` may be null.
    status_nullable: plain(bool, false);
    /// The descriptions of `apiVersion` and `kind` in the schema.
    type_meta: plain(TypeMetaDocs, TypeMetaDocs::None);
    /// `title` of the whole object; empty for none.
    title: plain(&'static str, "");
    /// The schema of the whole object, instead of one generated from the spec and the status.
    schema: given(fn() -> Result<Structural, ForeignError>);
    /// Shape of `status`; if present, the status subresource is enabled.
    status: given(&'static Shape);
    /// The default of `spec`, if there is one.
    spec_default: given(Literal);
    /// The default of `status`, if there is one.
    status_default: given(Literal);
    /// The scale subresource, if there is one.
    scale: given(Scale);
    /// Printer columns of the root attribute, in order, before those of fields.
    columns: plain(&'static [Column], &[]);
    /// JSON paths of selectable fields of the root attribute.
    selectable: plain(&'static [&'static str], &[]);
    /// Rules at the root of the object.
    rules: plain(&'static [Rule], &[]);
    /// The positions of the rules at the root in the user's code.
    source: plain(Option<fn() -> &'static RustSource>, None);
    /// The next version, to which objects of this one are converted: `next = …` on the spec.
    next: plain(Option<&'static Resource>, None);
    /// The webhook that converts between the versions, if it is declared on this version.
    conversion: given(ConversionWebhook);
    /// The channels and feature gates with which this version exists.
    when: plain(&'static When, &When::ALWAYS);
    /// `module_path!()::Type`, for messages.
    rust_path: plain(&'static str, "");
}

/// The descriptions of `apiVersion` and `kind`. The server publishes its own descriptions instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeMetaDocs {
    /// None.
    None,
    /// Those of controller-gen, with its line breaks.
    Lines,
    /// Those of controller-gen before 0.14, on one line.
    Joined,
    /// The descriptions of `apiVersion` and of `kind`.
    Given(&'static str, &'static str),
}

/// The descriptions of `apiVersion` and `kind` in apimachinery's `TypeMeta`.
const TYPE_META: [&str; 2] = [
    "APIVersion defines the versioned schema of this representation of an object.\nServers should convert recognized schemas to the \
     latest internal value, and\nmay reject unrecognized values.\nMore info: \
     https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
    "Kind is a string value representing the REST resource this object represents.\nServers may infer this from the endpoint the \
     client submits requests to.\nCannot be updated.\nIn CamelCase.\nMore info: \
     https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
];

impl TypeMetaDocs {
    /// Returns the descriptions of `apiVersion` and `kind`; empty for none.
    pub fn texts(self) -> [String; 2] {
        match self {
            TypeMetaDocs::None => [String::new(), String::new()],
            TypeMetaDocs::Lines => TYPE_META.map(str::to_owned),
            TypeMetaDocs::Joined => TYPE_META.map(|text| text.replace('\n', " ")),
            TypeMetaDocs::Given(of_version, of_kind) => [of_version.to_owned(), of_kind.to_owned()],
        }
    }
}

/// A version with the schema, the columns and the subresources of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlsoVersion {
    /// The name of the version, such as `v1beta1`.
    pub version: &'static str,
    /// Whether the API server serves it.
    pub served: bool,
    /// Whether objects are stored in it.
    pub storage: bool,
    /// Whether it is deprecated, and the warning that replaces the default one.
    pub deprecated: Option<Option<&'static str>>,
}

/// The scale subresource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// `specReplicasPath`: the JSON path, below `.spec`, of the wanted number of replicas.
    pub spec_replicas_path: &'static str,
    /// `statusReplicasPath`: the JSON path, below `.status`, of the current number of replicas.
    pub status_replicas_path: &'static str,
    /// `labelSelectorPath`: the JSON path of the label selector as a string; empty when there is none.
    pub label_selector_path: &'static str,
}

/// The webhook that converts between versions: `spec.conversion`. Without a service and a URL, it is the strategy `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConversionWebhook {
    /// The name of its service; empty for a URL.
    pub service: &'static str,
    /// The namespace of its service.
    pub namespace: &'static str,
    /// The path of requests; empty for none.
    pub path: &'static str,
    /// The port of its service; 0 for 443, the server's default.
    pub port: u16,
    /// Its URL; empty for a service.
    pub url: &'static str,
    /// The CA certificates that verify its certificate, as PEM; empty if they are injected later.
    pub ca_bundle: &'static [u8],
    /// `namespace/certificate` of cert-manager, which injects `caBundle`; empty for none.
    pub cert_manager: &'static str,
    /// Whether `OpenShift` injects `caBundle`.
    pub openshift: bool,
    /// Whether another program converts, so that no version needs a mapping to the next.
    pub external: bool,
    /// The versions of `ConversionReview` that it accepts; empty for `v1`.
    pub review_versions: &'static [&'static str],
}

impl ConversionWebhook {
    /// A webhook without any members set.
    pub const NONE: ConversionWebhook = ConversionWebhook {
        service: "",
        namespace: "",
        path: "",
        port: 0,
        url: "",
        ca_bundle: &[],
        cert_manager: "",
        openshift: false,
        external: false,
        review_versions: &[],
    };

    /// Whether a webhook is declared that converts by the mappings of the types.
    #[cfg(any(feature = "registry", feature = "check", feature = "convert"))]
    pub(crate) fn uses_mappings(&self) -> bool {
        !self.external && (!self.service.is_empty() || !self.url.is_empty())
    }
}
