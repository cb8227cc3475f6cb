//! Tests of the errors and warnings of decoding (rules DEC-01 to DEC-07).

use super::{Decoded, decode};
use crate::model::field::FieldPath;
use crate::yaml::{Options, read};

const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";

fn decoded(text: &str) -> Decoded {
    decode(&read(text.as_bytes(), Options::default()).documents[0].root)
}

/// Decodes a CRD with one schema, given in flow style.
fn with_schema(schema: &str) -> Decoded {
    decoded(&format!(
        "{HEAD}spec: {{versions: [{{name: v1, schema: {{openAPIV3Schema: {schema}}}}}]}}\n"
    ))
}

#[test]
fn wrong_types_have_the_text_of_the_server() {
    const FIELD: &str = "JSONSchemaProps.spec.versions.schema.openAPIV3Schema";
    for (schema, expected) in [
        (
            "{properties: {a: {maxLength: 5.5}}}",
            format!(
                "json: cannot unmarshal number 5.5 into Go struct field {FIELD}.properties.maxLength of type int64"
            ),
        ),
        (
            "{type: [string, 'null']}",
            format!("json: cannot unmarshal array into Go struct field {FIELD}.type of type string"),
        ),
        (
            "{properties: {a: x}}",
            format!(
                "json: cannot unmarshal string into Go struct field {FIELD}.properties of type v1.JSONSchemaProps"
            ),
        ),
        (
            "{additionalProperties: x}",
            "boolean or JSON schema expected".to_owned(),
        ),
        (
            // A type with a custom decoder stops the decoding, so its error comes before earlier ones.
            "{title: 1, items: {nullable: 1}}",
            format!("json: cannot unmarshal number into Go struct field {FIELD}.items.nullable of type bool"),
        ),
    ] {
        let decoded = with_schema(schema);
        assert_eq!(decoded.errors[0].message, expected, "{schema}");
        assert_eq!(decoded.crd, None);
    }
}

#[test]
fn the_first_error_is_the_first_in_the_order_of_names() {
    let messages = |text: &str| -> Vec<String> {
        let errors = decoded(text).errors;
        errors.into_iter().map(|error| error.message).collect()
    };
    let found = messages(&format!(
        "{HEAD}spec: {{scope: 1, names: {{plural: 2, kind: 3}}, group: 4}}\nmetadata: {{name: 5}}\n"
    ));
    let field = |field: &str, owner: &str| {
        format!("json: cannot unmarshal number into Go struct field {owner}.{field} of type string")
    };
    assert_eq!(
        found.first(),
        Some(&field("metadata.name", "ObjectMeta")),
        "{found:?}"
    );
    let found = messages(&format!(
        "{HEAD}spec: {{scope: 1, names: {{plural: 2, kind: 3}}, group: 4}}\n"
    ));
    let expected = [
        field("spec.group", "CustomResourceDefinitionSpec"),
        field("spec.names.kind", "CustomResourceDefinitionNames"),
        field("spec.names.plural", "CustomResourceDefinitionNames"),
    ];
    assert_eq!(found.get(..3), Some(&expected[..]), "{found:?}");
}

#[test]
fn bad_base64_is_the_first_error_only_if_no_decoder_stops_and_none_is_before_it() {
    let base64 = "conversion: {strategy: Webhook, webhook: {clientConfig: {caBundle: '%%%'}}}";
    for (metadata, schema, expected) in [
        ("{name: a}", "{}", "illegal base64 data at input byte 0"),
        (
            "{labels: 5}",
            "{}",
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type map[string]string",
        ),
        (
            "{labels: 5}",
            "{additionalProperties: 5}",
            "boolean or JSON schema expected",
        ),
        (
            "{name: a}",
            "{additionalProperties: 5}",
            "boolean or JSON schema expected",
        ),
    ] {
        let decoded = decoded(&format!(
            "{HEAD}metadata: {metadata}\nspec: {{{base64}, versions: [{{schema: {{openAPIV3Schema: {schema}}}}}]}}\n"
        ));
        assert_eq!(decoded.errors[0].message, expected, "{metadata} {schema}");
    }
}

#[test]
fn unknown_members_are_found_where_the_server_looks() {
    for (schema, expected) in [
        (
            "{properties: {a: {foo: 1, Type: x}}}",
            &[
                r#"unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.foo""#,
                r#"unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.Type""#,
            ][..],
        ),
        ("{items: {foo: 1}, additionalProperties: {foo: 1}}", &[]),
        ("{default: {foo: 1}, enum: [{foo: 1}]}", &[]),
    ] {
        let found: Vec<_> = with_schema(schema)
            .strict
            .into_iter()
            .map(|error| error.message)
            .collect();
        assert_eq!(found, expected, "{schema}");
    }
}

#[test]
fn unknown_members_that_the_server_does_not_report() {
    for (schema, expected) in [
        ("{foo: 1}", &[][..]),
        (
            "{items: {foo: 1, properties: {a: {bar: 1}}}}",
            &["items.foo", "items.properties[a].bar"],
        ),
        ("{items: [{foo: 1}]}", &["items[0].foo"]),
        ("{additionalProperties: {foo: 1}}", &["additionalProperties.foo"]),
        ("{dependencies: {a: {foo: 1}}}", &["dependencies[a].foo"]),
        (
            "{items: {x-kubernetes-validations: [{rules: a}]}}",
            &["items.x-kubernetes-validations[0].rules"],
        ),
    ] {
        let found: Vec<_> = with_schema(schema)
            .unreported
            .into_iter()
            .map(|error| {
                FieldPath {
                    segments: error.path.below_schema().unwrap().to_vec(),
                }
                .to_string()
            })
            .collect();
        assert_eq!(found, expected, "{schema}");
    }
}

#[test]
fn nulls_and_odd_forms() {
    let schema = |text: &str| {
        let crd = with_schema(text).crd.unwrap();
        let version = crd.spec.versions.unwrap().remove(0);
        *version.schema.unwrap().open_api_v3_schema.unwrap()
    };
    let read = schema("{default: null, example: null, enum: [null], properties: {a: null}, items: true}");
    assert_eq!(read.default, None);
    assert_eq!(read.example, None);
    assert_eq!(read.enum_, Some(vec![serde_json::Value::Null]));
    assert!(read.properties.unwrap().contains_key("a"));
    assert_eq!(read.items, Some(crate::model::schema::Items::Neither));
}

#[test]
fn v1beta1_says_some_things_once() {
    let text = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n\
                spec: {version: v1, additionalPrinterColumns: [{JSONPath: .a}]}\n";
    let crd = decoded(text).crd.unwrap();
    assert!(crd.spec.preserve_unknown_fields);
    let top = crd.spec.v1beta1.unwrap();
    assert_eq!(&*top.version, "v1");
    assert_eq!(&*top.additional_printer_columns.unwrap()[0].json_path, ".a");
}

#[test]
fn other_documents_are_refused() {
    for (text, expected) in [
        ("a: 1", "Object 'Kind' is missing in '{\"a\":1}'"),
        ("kind: A", "Object 'apiVersion' is missing in '{\"kind\":\"A\"}'"),
        (
            "kind: A\napiVersion: v1",
            "no kind \"A\" is registered for version \"v1\" in scheme",
        ),
    ] {
        let message = decoded(text).errors.remove(0).message;
        assert!(message.starts_with(expected), "{message}");
    }
}
