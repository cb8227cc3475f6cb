// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.
// Names of types by place, kept by the next import:
//   Alternative = v1 spec.alternatives[]
//   Aws = v1 spec.counted.aws, spec.filter.mirror, spec.kind.ecdsaKey, spec.optional.enabled
//   Beside = v1 spec.beside
//   ChoiceKind = v1 spec.kind
//   Counted = v1 spec.counted
//   Derived = v1 spec.derived
//   Filter = v1 spec.filter
//   Listed = v1 spec.listed
//   Optional = v1 spec.optional
//   OptionalState = v1 spec.optional.state
//   Pair = v1 spec.pair
//   Union = v1 spec.union

//! `Choice` of `example.com`.

#![allow(
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant
)]
#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags
)]

use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Choice",
    plural = "choices",
    namespaced,
    derive(PartialEq)
)]
pub struct ChoiceSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<Alternative>>,
    /// There are other members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
    /// A provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derived: Option<Derived>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ChoiceKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<Listed>,
    /// The member may be absent, so this is no union.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optional: Option<Optional>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub union: Option<Union>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    no_derived_rules,
    one_of((required("name")), (required("selector"), properties(selector())))
)]
#[serde(rename_all = "lowercase")]
pub enum Alternative {
    Name(String),
    Selector(Aws),
}

/// There are other members.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(rule("has(self.a) != has(self.b)"))]
pub struct Beside {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
}

/// A provider.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(no_derived_rules, min_properties = 1, max_properties = 1)]
pub enum Counted {
    /// Amazon.
    #[serde(rename = "aws")]
    Aws(Aws),
    #[serde(rename = "byID")]
    ById(#[crd(min_length = 1)] String),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Aws {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Derived {
    Left(bool),
    Right(bool),
}

#[derive(Union, Clone, Debug, PartialEq)]
#[crd(discriminator_description = "Which member is set.", no_derived_rules)]
#[crd(rule("!(has(self.mirror) && self.type != 'Mirror')"))]
#[crd(rule("!(!has(self.mirror) && self.type == 'Mirror')"))]
#[crd(rule("self.type == 'Redirect' ? has(self.redirect) : true"))]
#[crd(rule("has(self.redirect) ? self.type == 'Redirect' : true"))]
pub enum Filter {
    Mirror(Aws),
    Redirect(Aws),
}

#[derive(Union, Clone, Debug, PartialEq)]
#[crd(
    discriminator = "kind",
    discriminator_description = "The kind.",
    no_derived_rules
)]
#[crd(rule(
    "has(self.kind) && self.kind == 'RSA' ?  has(self.rsa) : !has(self.rsa)",
    message = "rsa"
))]
#[crd(rule(
    r#"(has(self.kind) && self.kind == "ECDSA") ? has(self.ecdsaKey) : !has(self.ecdsaKey)"#
))]
pub enum ChoiceKind {
    #[crd(value = "RSA")]
    Rsa(Aws),
    #[crd(value = "ECDSA")]
    #[serde(rename = "ecdsaKey")]
    Ecdsa(Aws),
    None,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(no_derived_rules)]
#[crd(rule("[has(self.first),has(self.second)].filter(x,x==true).size() == 1"))]
#[serde(rename_all = "lowercase")]
pub enum Listed {
    First(i32),
    Second(Vec<String>),
}

/// The member may be absent, so this is no union.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(rule("self.state == 'Enabled' ? true : !has(self.enabled)"))]
pub struct Optional {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<Aws>,
    pub state: OptionalState,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptionalState {
    Enabled,
    Disabled,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(no_derived_rules)]
#[crd(rule(
    "has(self.value) != has(self.secretRef)",
    message = "one of value and secretRef"
))]
#[serde(rename_all = "camelCase")]
pub enum Pair {
    Value(String),
    SecretRef(Aws),
}

#[derive(Union, Clone, Debug, PartialEq)]
#[crd(discriminator_description = "Which member is set.")]
pub enum Union {
    Mail(Aws),
    Silent,
}
