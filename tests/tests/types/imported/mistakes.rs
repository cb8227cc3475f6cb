// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.
// Names of types by place, kept by the next import:
//   EnumNullBelow = v1 spec.enumNullBelow
//   EnumObj = v1 spec.enumObj, spec.structProps
//   List = v1 spec.enumNullBelow.list[]
//   ReqUndeclared = v1 spec.reqUndeclared
//   RuleDeep = v1 spec.ruleDeep[]
//   RuleDeepA = v1 spec.ruleDeep[].a
//   RuleObj = v1 spec.ruleObj
//   Set = v1 spec.set[], spec.enumNullBelow.word, spec.ruleEnum

//! `Mistake` of `example.com`.

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

use std::collections::BTreeMap;

use crd_core::types::{IntOrString, RawExtension};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Mistake",
    plural = "mistakes",
    namespaced,
    spec_optional = option,
    derive(PartialEq)
)]
#[crd(allow(
    "rule-never-true",
    reason = "the imported CRD has it, and the API server accepts it"
))]
#[crd(rule("!has(self.needed)"))]
#[crd(rule("self.needed > 3 && self.needed < 2"))]
#[serde(rename_all = "camelCase")]
pub struct MistakeSpec {
    #[crd(schema_with = spec_add_false_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add_false: Option<RawExtension>,
    #[crd(schema_with = spec_branch_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<i64>,
    #[crd(schema_with = spec_default_set_schema, default = ["a", "a"])]
    #[crd(allow(
        "default-repeats",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_set: Option<Vec<String>>,
    #[crd(format = "")]
    #[crd(allow(
        "cel-division-by-zero",
        "rule-never-true",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[crd(rule("self % 0 == 1"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub division: Option<i64>,
    #[crd(schema_with = spec_enum_bound_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_bound: Option<i64>,
    #[crd(schema_with = spec_enum_dup_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_dup: Option<String>,
    #[crd(schema_with = spec_enum_float_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_float: Option<i64>,
    #[crd(schema_with = spec_enum_length_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_length: Option<String>,
    #[crd(schema_with = spec_enum_null_schema, unchecked(nullable))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_null: Option<String>,
    #[crd(
        schema_with = spec_enum_null_below_schema,
        at("list[].number", unchecked(nullable)),
        at("word", unchecked(nullable))
    )]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_null_below: Option<EnumNullBelow>,
    #[crd(
        schema_with = spec_enum_null_map_schema,
        values(unchecked(nullable)),
        nullable
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_null_map: Option<BTreeMap<String, i64>>,
    #[crd(schema_with = spec_enum_nulls_schema, items(unchecked(nullable)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_nulls: Option<Vec<String>>,
    #[crd(schema_with = spec_enum_obj_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_obj: Option<EnumObj>,
    #[crd(schema_with = spec_enum_type_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_type: Option<String>,
    #[crd(schema_with = spec_exclusive_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive: Option<i64>,
    #[crd(schema_with = spec_ios2_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ios2: Option<IntOrString>,
    #[crd(format = "", unchecked(int_or_string))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ios3: Option<i64>,
    #[crd(schema_with = spec_lengths_pattern_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths_pattern: Option<String>,
    #[crd(schema_with = spec_min_max_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_max: Option<i64>,
    #[crd(schema_with = spec_multiple_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiple: Option<i64>,
    #[crd(schema_with = spec_multiple_zero_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiple_zero: Option<i64>,
    pub needed: i32,
    #[crd(schema_with = spec_not_empty_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_empty: Option<String>,
    #[crd(allow(
        "required-undeclared",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub req_undeclared: Option<ReqUndeclared>,
    #[crd(max_items = 5)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_deep: Option<Vec<RuleDeep>>,
    #[crd(allow(
        "cel-never-equal",
        "rule-never-true",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[crd(rule("self == 'c'"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_enum: Option<Set>,
    #[crd(
        max_items = 10,
        items(max_length = 5, rule("self == 'a'"), rule("self == 'b'"))
    )]
    #[crd(allow(
        "rule-never-true",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_items: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_obj: Option<RuleObj>,
    #[crd(maximum = 10)]
    #[crd(allow(
        "rule-never-true",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[crd(rule("self > 10"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_on_field: Option<i32>,
    #[crd(allow(
        "rule-never-true",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[crd(rule("self == 'a'"))]
    #[crd(rule("self == 'b'"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_true_false: Option<String>,
    #[crd(schema_with = spec_set_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<Vec<Set>>,
    #[crd(schema_with = spec_struct_props_schema)]
    #[crd(allow(
        "unsatisfiable",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub struct_props: Option<EnumObj>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct EnumNullBelow {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<List>>,
    #[crd(unchecked(nullable))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<Set>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct List {
    #[crd(format = "", enum(1, 2), unchecked(nullable))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct EnumObj {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(unchecked(required("zz")))]
pub struct ReqUndeclared {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(allow(
    "cel-never-equal",
    "rule-never-true",
    reason = "the imported CRD has it, and the API server accepts it"
))]
#[crd(rule("self.a == 'y'"))]
pub struct RuleDeep {
    pub a: RuleDeepA,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum RuleDeepA {
    X,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(allow(
    "rule-never-true",
    reason = "the imported CRD has it, and the API server accepts it"
))]
#[crd(rule("!has(self.a)"))]
pub struct RuleObj {
    pub a: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    A,
    B,
}

/// The schema of `spec.addFalse`, which no attributes express: `additionalProperties` is a boolean.
fn spec_add_false_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"object","additionalProperties":false}"#)
}

/// The schema of `spec.branch`, which no attributes express: its keywords contradict each other.
fn spec_branch_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"integer","anyOf":[{"minimum":5,"maximum":3},{"enum":[7]}]}"#,
    )
}

/// The schema of `spec.defaultSet`, which no attributes express: its keywords contradict each other.
fn spec_default_set_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}"#,
    )
}

/// The schema of `spec.enumBound`, which no attributes express: its keywords contradict each other.
fn spec_enum_bound_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"integer","enum":[1,20],"maximum":10}"#)
}

/// The schema of `spec.enumDup`, which no attributes express: its keywords contradict each other.
fn spec_enum_dup_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"string","enum":["a","a","b"]}"#)
}

/// The schema of `spec.enumFloat`, which no attributes express: its keywords contradict each other.
fn spec_enum_float_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"integer","enum":[1.5]}"#)
}

/// The schema of `spec.enumLength`, which no attributes express: its keywords contradict each other.
fn spec_enum_length_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"string","enum":["","a"],"minLength":1}"#)
}

/// The schema of `spec.enumNull`, which no attributes express: an `enum` of null or objects.
fn spec_enum_null_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"string","enum":["a",null]}"#)
}

/// The schema of `spec.enumNullBelow`, which no attributes express: its keywords contradict each other.
fn spec_enum_null_below_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"object","minProperties":5,"properties":{"list":{"type":"array","items":{"type":"object","properties":{"number":{"type":"integer","enum":[1,2]}}}},"word":{"type":"string","enum":["a","b"]}}}"#,
    )
}

/// The schema of `spec.enumNullMap`, which no attributes express: its keywords contradict each other.
fn spec_enum_null_map_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"object","additionalProperties":{"type":"integer","enum":[1,1]}}"#,
    )
}

/// The schema of `spec.enumNulls`, which no attributes express: an `enum` of null or objects.
fn spec_enum_nulls_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"array","items":{"type":"string","enum":["a",null]}}"#,
    )
}

/// The schema of `spec.enumObj`, which no attributes express: an `enum` of null or objects.
fn spec_enum_obj_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"object","enum":[{"a":"b"}],"properties":{"a":{"type":"string"}}}"#,
    )
}

/// The schema of `spec.enumType`, which no attributes express: its keywords contradict each other.
fn spec_enum_type_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"string","enum":[1,"a"]}"#)
}

/// The schema of `spec.exclusive`, which no attributes express: its keywords contradict each other.
fn spec_exclusive_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"integer","minimum":5,"exclusiveMinimum":true,"maximum":5}"#,
    )
}

/// The schema of `spec.ios2`, which no attributes express: its keywords contradict each other.
fn spec_ios2_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"maxLength":0,"pattern":"^a$","anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true}"#,
    )
}

/// The schema of `spec.lengthsPattern`, which no attributes express: its keywords contradict each other.
fn spec_lengths_pattern_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"string","maxLength":2,"pattern":"^abc$"}"#)
}

/// The schema of `spec.minMax`, which no attributes express: its keywords contradict each other.
fn spec_min_max_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"integer","minimum":5,"maximum":3}"#)
}

/// The schema of `spec.multiple`, which no attributes express: its keywords contradict each other.
fn spec_multiple_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"integer","minimum":11,"maximum":19,"multipleOf":10}"#,
    )
}

/// The schema of `spec.multipleZero`, which no attributes express: its keywords contradict each other.
fn spec_multiple_zero_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"integer","multipleOf":0}"#)
}

/// The schema of `spec.notEmpty`, which no attributes express: its keywords contradict each other.
fn spec_not_empty_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(r#"{"type":"string","not":{}}"#)
}

/// The schema of `spec.set`, which no attributes express: its keywords contradict each other.
fn spec_set_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"array","minItems":3,"items":{"type":"string","enum":["a","b"]},"x-kubernetes-list-type":"set"}"#,
    )
}

/// The schema of `spec.structProps`, which no attributes express: its keywords contradict each other.
fn spec_struct_props_schema() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    crd_core::interop::schema_from_json(
        r#"{"type":"object","minProperties":5,"properties":{"a":{"type":"string"}}}"#,
    )
}
