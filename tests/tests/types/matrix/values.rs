//! Rows on scalars, null, open values, lists, maps, tuples and recursive types.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crd_core::Schema;
use crd_core::types::{IntOrString, Quantity};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::proof::{Row, field_schema, refused, schema};

pub const ROWS: &[Row] = &[
    schema("`Option` of a unit enum", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        enum Mode {
            On,
            /// Not at work.
            Off,
        }
        m.field(vec![None, Some(Mode::On), Some(Mode::Off)], &[json!("Other")]);
    }),
    schema("`Option` that is never written as null", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Spec {
            #[serde(skip_serializing_if = "Option::is_none")]
            size: Option<u8>,
        }
        m.spec(
            vec![Spec { size: None }, Spec { size: Some(1) }],
            &[json!({"size": "1"})],
        );
        m.becomes::<Spec>(&json!({"size": null}), &json!({}));
        assert_eq!(
            field_schema::<Spec>()["properties"]["size"]["nullable"],
            Value::Null
        );
    }),
    refused(
        "recursion through `Vec`, `Option` or `Box`",
        &[
            "types/recursive-list",
            "types/recursive-option",
            "types/recursive-mutual",
            "types/recursive-self",
        ],
    ),
    schema("recursion cut with `preserve_unknown_fields`", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Node {
            size: u8,
            #[crd(preserve_unknown_fields)]
            children: Vec<Node>,
        }
        let leaf = Node {
            size: 2,
            children: Vec::new(),
        };
        m.field(
            vec![Node {
                size: 1,
                children: vec![leaf],
            }],
            &[json!({"children": []})],
        );
    }),
    schema("`serde_json::Value`, `Option` and `Vec` of it", |m| {
        m.field(
            vec![json!({"a": {"b": 1}}), json!(null), json!([1, "a"]), json!(1.5)],
            &[],
        );
        m.field(vec![None, Some(json!({"a": {"b": 1}}))], &[]);
        m.field(vec![vec![json!({"a": {"b": null}}), json!(null)]], &[json!({})]);
    }),
    schema("map of lists of `Value`", |m| {
        let map = BTreeMap::from([("a".to_owned(), vec![json!({"b": {"c": 1}}), json!(null)])]);
        m.field(vec![map], &[json!({"a": 1})]);
    }),
    schema("map of `Value`", |m| {
        m.field(
            vec![HashMap::from([("k".to_owned(), json!({"nested": {"deep": 1}}))])],
            &[json!(1)],
        );
        m.field(vec![HashMap::from([("k".to_owned(), json!(null))])], &[]);
    }),
    schema("flatten a map of `Value`, or a `Value`", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Open {
            name: String,
            #[serde(flatten)]
            rest: HashMap<String, Value>,
        }
        let rest = HashMap::from([("k".to_owned(), json!({"nested": 1}))]);
        m.spec(
            vec![Open {
                name: "a".to_owned(),
                rest,
            }],
            &[json!({"k": 1})],
        );
    }),
    refused(
        "flatten a map of anything but `Value`",
        &["serde/flatten-map-of-strings"],
    ),
    schema("`#[serde(default)]` on a `Quantity`", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Spec {
            #[serde(default)]
            memory: Quantity,
        }
        m.spec(
            vec![Spec {
                memory: "1Gi".parse().expect("a quantity"),
            }],
            &[json!({"memory": {}})],
        );
        m.becomes::<Spec>(&json!({"memory": null}), &json!({"memory": "0"}));
        m.becomes::<Spec>(&json!({}), &json!({"memory": "0"}));
    }),
    schema("`Quantity`", |m| {
        let quantity = |text: &str| text.parse::<Quantity>().expect("a quantity");
        m.field(
            vec![quantity("500m"), quantity("1.5Gi")],
            &[json!("not a quantity!"), json!(true)],
        );
        m.field(vec![None, Some(quantity("1"))], &[json!("x")]);
    }),
    schema("int-or-string, `Option`, `Vec` and map of it", |m| {
        let (number, text) = (IntOrString::Int(80), IntOrString::String("http".to_owned()));
        m.field(vec![number.clone(), text.clone()], &[json!(true), json!(1.5)]);
        m.field(vec![None, Some(text.clone())], &[json!({})]);
        m.field(vec![vec![number.clone(), text]], &[json!([true])]);
        m.field(
            vec![BTreeMap::from([("a".to_owned(), number)])],
            &[json!({"a": []})],
        );
    }),
    schema("`u8` to `u32`", |m| {
        m.field(vec![0_u8, u8::MAX], &[json!(-1), json!(256)]);
        m.field(vec![0, u32::MAX], &[json!(-1), json!(4_294_967_296_i64)]);
        assert_eq!(
            field_schema::<u32>()["format"],
            "int64",
            "a format the server knows"
        );
    }),
    schema("`u64` up to `i64::MAX`", |m| {
        m.field(vec![0_u64, 9_223_372_036_854_775_807], &[json!(-1)]);
        assert_eq!(field_schema::<u64>()["format"], "int64");
    }),
    refused("`i128`, `u128`", &["types/i128", "types/i128-in-list"]),
    schema("pair or tuple struct of one type, array", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Point(i32, i32, i32);
        m.field(vec![(1_u8, 2_u8)], &[json!([1]), json!([1, 2, 3])]);
        m.field(vec![Point(1, 2, 3)], &[json!([1, 2])]);
        m.field(vec![[true, false]], &[json!([true])]);
    }),
    refused(
        "tuple or tuple struct of several types",
        &["types/tuple-mixed", "types/tuple-struct-mixed"],
    ),
    schema("`()`, unit struct", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Nothing;
        m.field(vec![()], &[json!(1)]);
        m.field(vec![Nothing], &[json!(1)]);
    }),
    refused("map with keys that are numbers", &["types/map-with-integer-keys"]),
    schema("set of scalars", |m| {
        #[derive(Schema, Serialize)]
        struct Spec {
            names: BTreeSet<String>,
        }
        let names = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
        m.field(vec![names], &[json!([1])]);
        m.never::<Spec>(&[json!({"names": ["a", "a"]})]);
        assert_eq!(
            field_schema::<BTreeSet<String>>()["x-kubernetes-list-type"],
            "set"
        );
    }),
    schema("`deny_unknown_fields`", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Spec {
            size: u8,
        }
        m.spec(vec![Spec { size: 1 }], &[json!({"size": 1, "more": 2})]);
        m.becomes::<Spec>(&json!({"size": 1, "more": 2}), &json!({"size": 1}));
    }),
    schema("exclusive bounds", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Spec {
            #[crd(exclusive_minimum = 0, exclusive_maximum = 1)]
            part: f64,
        }
        m.spec(vec![Spec { part: 0.5 }], &[]);
        let part = &field_schema::<Spec>()["properties"]["part"];
        assert_eq!(
            (&part["exclusiveMinimum"], &part["minimum"]),
            (&json!(true), &json!(0))
        );
    }),
    refused("a default outside the bounds", &["defaults/above-maximum"]),
    refused("minimum above maximum", &["bounds/minimum-above-maximum"]),
    refused(
        "pattern with look-around or an open group",
        &["constraints/pattern-look-ahead", "constraints/pattern-group-open"],
    ),
];
