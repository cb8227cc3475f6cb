//! The schemas of enums with data.

use super::*;

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Internal {
    /// Every day.
    Daily {
        at_hour: u8,
    },
    Weekly {
        at_hour: u8,
        week_day: Choice,
    },
    Never,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum External {
    S3 { bucket: String },
    Pvc(Inner),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A { x: u8 },
    B { y: u8 },
    Off,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(i32),
    Text(String),
}

#[test]
fn enums_with_data() {
    let internal = schema::<Internal>();
    assert_eq!(
        internal["properties"]["type"]["enum"],
        json!(["daily", "weekly", "never"])
    );
    assert_eq!(internal["properties"]["atHour"]["type"], json!("integer"));
    assert_eq!(
        internal["x-kubernetes-validations"],
        json!([
            {"rule": "self.type == 'never' || has(self.atHour)", "message": "atHour must be set unless type is never"},
            {"rule": "self.type != 'weekly' || has(self.weekDay)", "message": "weekDay must be set if type is weekly"},
        ])
    );
    let external = schema::<External>();
    assert_eq!(external["properties"]["s3"]["required"], json!(["bucket"]));
    assert_eq!(
        external["x-kubernetes-validations"][0]["message"],
        json!("exactly one of s3, pvc must be set")
    );
    let adjacent = schema::<Adjacent>();
    assert_eq!(adjacent["properties"]["t"]["enum"], json!(["A", "B", "Off"]));
    assert_eq!(
        adjacent["x-kubernetes-validations"],
        json!([
            {"rule": "self.t == 'Off' || has(self.c)", "message": "c must be set unless t is Off"},
            {"rule": "self.t != 'A' || !has(self.c) || has(self.c.x)", "message": "c.x must be set if t is A"},
            {"rule": "self.t != 'B' || !has(self.c) || has(self.c.y)", "message": "c.y must be set if t is B"},
            {"rule": "self.t != 'Off' || !has(self.c)", "message": "c must not be set if t is Off"},
        ])
    );
    assert_eq!(schema::<Untagged>()["x-kubernetes-int-or-string"], json!(true));
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields)]
enum Guarded {
    Number {
        value: i32,
    },
    Byte {
        #[crd(pattern = "^[0-9]+$")]
        text: Option<String>,
        value: u8,
    },
    Nothing {
        #[serde(alias = "reason")]
        why: String,
        detail: Value,
    },
    Chosen(External),
}

#[derive(Schema, Serialize, Deserialize)]
struct MaybeGuarded {
    #[serde(flatten)]
    guarded: Option<Guarded>,
    #[crd(max_items = 10)]
    few: Vec<Internal>,
    many: Vec<Internal>,
    #[crd(max_items = 100_001)]
    too_many: Vec<Internal>,
}

#[derive(Schema, Serialize, Deserialize, Debug)]
struct Marker;

#[derive(Schema, Serialize, Deserialize, Debug)]
#[serde(tag = "kind")]
enum Marked {
    Unit(Marker),
    Empty(()),
    Plain,
    Named { name: String },
}

/// serde reads a unit struct beside a tag only from an object without other members, and a unit variant from any object.
#[test]
fn a_unit_struct_beside_a_tag_has_no_members() {
    for (kind, is_read) in [("Unit", false), ("Empty", false), ("Plain", true)] {
        let read: Result<Marked, _> = serde_json::from_value(json!({"kind": kind, "name": "a"}));
        assert_eq!(read.is_ok(), is_read, "{kind}");
    }
    let schema = schema::<Marked>();
    let rules = schema["x-kubernetes-validations"]
        .as_array()
        .into_iter()
        .flatten();
    let rules: Vec<&str> = rules.filter_map(|rule| rule["rule"].as_str()).collect();
    assert_eq!(
        rules,
        [
            "!(self.kind in ['Unit', 'Empty']) || !has(self.name)",
            "self.kind != 'Named' || has(self.name)"
        ]
    );
}

/// Restrictions that CEL cannot express stay in `oneOf`, and if the tag may be absent, rules check for it first.
#[test]
fn what_rules_cannot_say_of_an_enum_stays_in_one_of() {
    let guarded = schema::<Guarded>();
    let messages: Vec<&str> = guarded["x-kubernetes-validations"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|rule| rule["message"].as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "value must be set if kind is Number or Byte",
            "pvc must not be set unless kind is Chosen",
            "reason must not be set unless kind is Nothing",
            "s3 must not be set unless kind is Chosen",
            "why must not be set unless kind is Nothing",
            "value must be at least -2147483648 and at most 2147483647 if kind is Number",
            "value must be at least 0 and at most 255 if kind is Byte",
            "exactly one of why, reason must be set if kind is Nothing",
            "value must not be set if kind is Nothing or Chosen",
            "exactly one of s3, pvc must be set",
        ],
        "{guarded:#}"
    );
    assert_eq!(guarded["oneOf"].as_array().map(Vec::len), Some(4), "{guarded:#}");
    let flat = schema::<MaybeGuarded>();
    assert_eq!(
        flat["x-kubernetes-validations"][0],
        json!({"rule": "!has(self.kind) || !(self.kind in ['Number', 'Byte']) || has(self.value)",
            "message": "value must be set if kind is Number or Byte"})
    );
    assert_eq!(flat["properties"]["few"]["items"]["oneOf"], Value::Null);
    for unlimited in ["many", "too_many"] {
        assert_eq!(
            flat["properties"][unlimited]["items"]["x-kubernetes-validations"],
            Value::Null
        );
    }
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Pair {
    Both(String, String),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Names {
    Named(BTreeMap<String, u8>),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Whatever {
    Value(Value),
}

#[test]
fn an_untagged_variant_that_is_alone_is_its_content() {
    check::<Pair>(json!({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}));
    check::<Names>(json!({
        "type": "object",
        "additionalProperties": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 255},
    }));
    check::<Whatever>(json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true}));
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Amount {
    Text(String),
    Quantity(crd_core::types::Quantity),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Level {
    Number(#[crd(enum(1, 2))] i32),
    Text(String),
}

#[test]
fn what_one_untagged_scalar_refuses_the_other_may_admit() {
    let any = json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]});
    check::<Amount>(any);
    let level = schema::<Level>();
    assert_eq!(level["enum"], Value::Null, "{level:#}");
    assert_eq!(level["anyOf"].as_array().map(Vec::len), Some(2), "{level:#}");
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Open {
    Known {
        #[serde(default)]
        size: i8,
    },
    Other {
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    },
}

#[test]
fn a_default_of_one_variant_does_not_reach_what_another_keeps() {
    let open = schema::<Open>();
    assert_eq!(open["properties"]["size"]["type"], json!("integer"));
    assert_eq!(open["properties"]["size"]["default"], Value::Null);
}
