//! Rows on rules, lists, subresources, printer columns and names.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::proof::{Row, command, field_schema, refused, schema};

pub const ROWS: &[Row] = &[
    refused("rule: syntax", &["cel/syntax"]),
    refused("rule: wrong types", &["cel/types-differ"]),
    refused("rule: unknown field", &["cel/field-unknown"]),
    refused("rule: not a boolean", &["cel/not-boolean"]),
    command("rule: too expensive", "CRD0451", |m, code| {
        m.not_written::<Costly>(code);
    }),
    refused("rule: bad pattern", &["cel/bad-pattern"]),
    command("rule: `oldSelf` below an atomic list", "CRD0420", |m, code| {
        m.not_written::<Uncorrelated>(code);
    }),
    refused("rule: message of two lines", &["rules/message-of-two-lines"]),
    refused(
        "rule: bad `fieldPath`",
        &["cel/field-path-unknown", "rules/field-path-without-dot"],
    ),
    refused(
        "rule: message expression that is no string",
        &["cel/message-expression-not-text"],
    ),
    refused("rule: empty", &["rules/empty"]),
    refused("rule: `self.metadata.namespace`", &["cel/metadata-namespace"]),
    refused(
        "rule: unknown field of another type",
        &["rules-across/field-unknown"],
    ),
    refused("rule: value that an enum lacks", &["rules-across/enum-value"]),
    refused(
        "rule on a flattened field",
        &["contradiction/attributes-on-flatten"],
    ),
    refused(
        "list-map key that is unknown or optional",
        &["lists/key-unknown", "lists/key-optional"],
    ),
    refused("set of structs", &["lists/set-of-structs"]),
    refused("list type on a map", &["lists/list-type-on-map"]),
    schema("struct that is owned as a whole (`StructMerge::Atomic`)", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Range {
            low: u8,
            high: u8,
        }
        #[derive(Schema, Serialize, Deserialize)]
        struct Spec {
            #[crd(merge_strategy = StructMerge::Atomic)]
            range: Range,
        }
        let range = Range { low: 1, high: 2 };
        m.spec(vec![Spec { range }], &[json!({"range": {"low": 1}})]);
        let schema = field_schema::<Spec>();
        assert_eq!(schema["properties"]["range"]["x-kubernetes-map-type"], "atomic");
    }),
    refused("`scale` without `status`", &["missing/status-for-scale"]),
    refused(
        "printer column with a path into nothing",
        &["paths/column-unknown"],
    ),
    refused("printer column of type `int`", &["attribute-value/column-type"]),
    refused(
        "selectable field without a leading dot",
        &["paths/selectable-without-dot"],
    ),
    refused(
        "bad group, version, kind or short name",
        &[
            "names/group-without-dot",
            "names/group-upper-case",
            "names/version-number",
            "names/kind-lower-case",
            "names/shortname-underscore",
        ],
    ),
];

/// Compares each element with each other, without a limit.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "matrix.example.com", version = "v1", kind = "Costly")]
struct CostlySpec {
    #[crd(rule("self.all(a, self.exists_one(b, a == b))"))]
    names: Vec<String>,
}

/// The elements of an atomic list have no past.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "matrix.example.com", version = "v1", kind = "Uncorrelated")]
struct UncorrelatedSpec {
    #[crd(list_type = atomic, max_items = 4, items(rule("self == oldSelf")))]
    names: Vec<String>,
}
