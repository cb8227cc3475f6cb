//! Schemas from other sources: constants, functions and other types.

use crd_core::CustomResource;

use super::*;

const RULE: &str = "self.size <= 10";
const MESSAGE: &str = concat!("at most ", 10);

const GROUP: &str = "elsewhere.example.com";

mod versions {
    pub const FIRST: &str = "v1";
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = GROUP, version = versions::FIRST, kind = "FromElsewhere")]
struct FromElsewhereSpec {
    size: u32,
}

#[test]
fn groups_and_versions_are_constants_too() {
    let crd = FromElsewhere::crd().unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(crd.metadata.name.as_ref(), "fromelsewheres.elsewhere.example.com");
    let object = FromElsewhere::new("a", FromElsewhereSpec { size: 1 });
    let json = serde_json::to_value(&object).unwrap_or_default();
    assert_eq!(json["apiVersion"], "elsewhere.example.com/v1");
}

fn nothing<T: Default>() -> T {
    T::default()
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule(RULE, message = MESSAGE))]
#[crd(rule(concat!("self.size", " > 1"), message = concat!("more than ", 1)))]
struct FromConstants {
    size: u32,
    #[crd(rule(texts::NOT_EMPTY))]
    name: String,
}

mod texts {
    pub const NOT_EMPTY: &str = "self != ''";
}

#[test]
fn rules_and_messages_are_constants_too() {
    let found = schema::<FromConstants>();
    assert_eq!(
        found["x-kubernetes-validations"],
        json!([
            {"rule": "self.size <= 10", "message": "at most 10"},
            {"rule": "self.size > 1", "message": "more than 1"}
        ])
    );
    let name = &found["properties"]["name"];
    assert_eq!(name["x-kubernetes-validations"], json!([{"rule": "self != ''"}]));
}

#[derive(Schema, Serialize, Deserialize)]
struct FromFunctions {
    #[serde(default = "Vec::new")]
    list: Vec<String>,
    #[serde(default = "BTreeMap::new", skip_serializing_if = "BTreeMap::is_empty")]
    map: BTreeMap<String, String>,
    #[serde(default = "Default::default")]
    text: String,
    #[serde(default = "nothing")]
    number: u16,
}

#[test]
fn generic_functions_of_defaults_take_the_type_of_the_field() {
    let found = schema::<FromFunctions>();
    let default = |name: &str| found["properties"][name]["default"].clone();
    assert_eq!(default("list"), json!([]));
    assert_eq!(default("map"), Value::Null);
    assert_eq!(default("text"), json!(""));
    assert_eq!(default("number"), json!(0));
}

#[derive(Schema, Serialize, Deserialize)]
struct Defaulted {
    #[crd(default = "cosign", required)]
    provider: String,
}

/// The server sets defaults before it checks `required`.
#[test]
fn a_required_field_may_have_a_default() {
    check::<Defaulted>(json!({
        "type": "object",
        "required": ["provider"],
        "properties": {"provider": {"type": "string", "default": "cosign"}}
    }));
}

#[derive(Schema, Serialize, Deserialize)]
struct OfAnotherType {
    #[crd(schema_as = String)]
    wide: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[crd(schema_as = String)]
    narrow: Option<u128>,
}

#[test]
fn an_option_of_another_type_may_be_absent() {
    check::<OfAnotherType>(json!({
        "type": "object",
        "properties": {"wide": {"type": "string", "nullable": true}, "narrow": {"type": "string"}}
    }));
}
