//! No CEL rule causes a panic in the validator, from parsing to the cost estimate, for the oldest and the newest server version.
//!
//! The input is the text of a rule on an object with a property of each kind.
#![no_main]

use crd_core::crd::{Crd, CrdValidation, Version};
use crd_core::schema::{Items, JsonSchemaProps, SchemaOrBool, ValidationRule};
use crd_core::{KubeVersion, validate};
use libfuzzer_sys::fuzz_target;

fn typed(name: &str) -> JsonSchemaProps {
    JsonSchemaProps { type_: name.into(), ..JsonSchemaProps::default() }
}

fn schema(rule: &str) -> JsonSchemaProps {
    let list = JsonSchemaProps {
        items: Some(Items::Schema(Box::new(typed("string")))),
        max_items: Some(10),
        ..typed("array")
    };
    let map = JsonSchemaProps {
        additional_properties: Some(SchemaOrBool::Schema(Box::new(typed("integer")))),
        ..typed("object")
    };
    let any = JsonSchemaProps { x_int_or_string: true, ..JsonSchemaProps::default() };
    let properties = [
        ("s", typed("string")),
        ("i", typed("integer")),
        ("n", typed("number")),
        ("b", typed("boolean")),
        ("list", list),
        ("map", map),
        ("any", any),
    ];
    JsonSchemaProps {
        properties: Some(properties.into_iter().collect()),
        x_validations: Some(vec![ValidationRule { rule: rule.into(), ..ValidationRule::default() }]),
        ..typed("object")
    }
}

fuzz_target!(|source: &str| {
    let mut crd = Crd::default();
    crd.metadata.name = "as.b.c".into();
    crd.spec.group = "b.c".into();
    crd.spec.scope = "Cluster".into();
    crd.spec.names.plural = "as".into();
    crd.spec.names.kind = "A".into();
    crd.spec.versions = Some(vec![Version {
        name: "v1".into(),
        served: true,
        storage: true,
        schema: Some(CrdValidation { open_api_v3_schema: Some(Box::new(schema(source))) }),
        ..Version::default()
    }]);
    validate::create(&crd, KubeVersion::OLDEST);
    validate::create(&crd, KubeVersion::NEWEST);
});
