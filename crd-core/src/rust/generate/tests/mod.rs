//! Shapes written by hand and the schemas they become.

mod unions;

use super::{Profile, structural};
use crate::model::schema::JsonSchemaProps;
use crate::rust::shape::{
    Attrs, Content, Descriptions, EnumValue, Field, FieldGroup, GroupBound, Kind, Lifecycle, Literal, Null,
    Schema, Shape, Tagging, UnionMember, Validation, Variant,
};
use serde_json::{Value, json};

const STRING: Shape = String::SHAPE;
const OPTION: Shape = <Option<String>>::SHAPE;
const U8: Shape = u8::SHAPE;

fn check(shape: &Shape, expected: Value) {
    check_in(Profile::ApiServer, shape, expected);
}

#[expect(clippy::needless_pass_by_value, reason = "callers write literals")]
fn check_in(profile: Profile, shape: &Shape, expected: Value) {
    let node = structural(shape, profile).unwrap();
    let actual = serde_json::to_value(JsonSchemaProps::from(node)).unwrap();
    assert_eq!(actual, expected, "{actual:#}");
}

fn refused(shape: &Shape, words: &str) {
    let problems = structural(shape, Profile::ApiServer).unwrap_err().to_string();
    assert!(problems.contains(words), "{problems}");
}

const fn described(description: &'static str) -> Attrs {
    Attrs {
        description,
        ..Attrs::NONE
    }
}

/// An outer and an inner field, both described; another that is not.
const OUTER: [Field; 2] = [
    Field {
        attrs: &described("Inner. More."),
        ..Field::new(
            "inner",
            &Shape::new(
                "Vec",
                Kind::Array(&Shape::new(
                    "Inner",
                    Kind::Object(&[
                        Field {
                            attrs: &described("Deep. More."),
                            ..Field::new("deep", &STRING)
                        },
                        Field::new("bare", &STRING),
                    ]),
                )),
            ),
        )
    },
    Field::new("map", &Shape::new("Map", Kind::Map(&STRING))),
];

fn descriptions(attrs: &'static Attrs) -> Vec<(String, String)> {
    fn walk(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
        let Value::Object(members) = value else { return };
        for (name, member) in members {
            match member {
                Value::String(text) if name == "description" => found.push((path.to_owned(), text.clone())),
                _ => walk(member, &format!("{path}/{name}"), found),
            }
        }
    }
    let shape = Shape::new("Outer", Kind::Object(&OUTER)).with(attrs);
    let node = structural(&shape, Profile::ApiServer).unwrap();
    let mut found = Vec::new();
    walk(
        &serde_json::to_value(JsonSchemaProps::from(node)).unwrap(),
        "",
        &mut found,
    );
    found
}

#[test]
fn descriptions_below_are_cut_dropped_and_filled_in() {
    const INNER: &str = "/properties/inner";
    const DEEP: &str = "/properties/inner/items/properties/deep";
    const BARE: &str = "/properties/inner/items/properties/bare";
    fn foreign() -> Value {
        json!({
            "description": "Not the field's.",
            "properties": {
                "inner": {"description": "Other.", "items": {"anyOf": [{"$ref": "#/$defs/Inner"}, {"type": "null"}]}},
                "map": {"additionalProperties": {"$ref": "#/$defs/Inner", "description": "Nearer."}},
            },
            "$defs": {"Inner": {"description": "An inner.", "properties": {
                "deep": {"description": "Other."},
                "bare": {"description": "Bare. More.", "$ref": "#/$defs/Inner"},
            }}},
        })
    }
    let check = |attrs: &'static Attrs, expected: &[(&str, &str)]| {
        let mut expected: Vec<_> = expected
            .iter()
            .map(|(at, text)| ((*at).to_owned(), (*text).to_owned()))
            .collect();
        let mut found = descriptions(attrs);
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    };
    check(
        const { &described("Own. More.") },
        &[("", "Own. More."), (INNER, "Inner. More."), (DEEP, "Deep. More.")],
    );
    check(
        const {
            &Attrs {
                max_description: Some(7),
                ..described("Own. More.")
            }
        },
        &[("", "Own."), (INNER, "Inner."), (DEEP, "Deep.")],
    );
    check(
        const {
            &Attrs {
                descriptions: Descriptions::Dropped,
                ..described("Own. More.")
            }
        },
        &[("", "Own. More.")],
    );
    check(
        const {
            &Attrs {
                descriptions: Descriptions::Of(foreign),
                max_description: Some(9),
                ..described("Own.")
            }
        },
        &[
            ("", "Own."),
            (INNER, "Inner."),
            ("/properties/inner/items", "An inner."),
            (DEEP, "Deep."),
            (BARE, "Bare."),
            ("/properties/map/additionalProperties", "Nearer."),
        ],
    );
}

#[test]
fn numbers_carry_their_bounds() {
    check(
        &u8::SHAPE,
        json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255}),
    );
    check(
        &u32::SHAPE,
        json!({"type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32}),
    );
    check(
        &u64::SHAPE,
        json!({"type": "integer", "format": "int64", "minimum": 0}),
    );
    check(&i64::SHAPE, json!({"type": "integer", "format": "int64"}));
    check(
        &std::num::NonZeroI32::SHAPE,
        json!({"type": "integer", "format": "int32", "not": {"enum": [0]}}),
    );
}

#[test]
fn bounds_of_elements_and_values_are_of_the_format() {
    const BEYOND: Attrs = Attrs {
        validation: &Validation {
            maximum: Some(3e9),
            ..Validation::NONE
        },
        ..Attrs::NONE
    };
    let attrs = Attrs {
        items: Some(&BEYOND),
        ..Attrs::NONE
    };
    let words = "`maximum` 3000000000 does not fit the format `int32`";
    let list: &'static Attrs = Box::leak(Box::new(attrs));
    refused(&<Vec<i32>>::SHAPE.with(list), words);
    refused(&i32::SHAPE.with(&BEYOND), words);
    refused(&Shape::alias(&const { i32::SHAPE.with(&BEYOND) }), words);
    assert!(structural(&u32::SHAPE.with(&BEYOND), Profile::ApiServer).is_ok());
}

#[test]
fn lists_maps_and_anything() {
    check(
        &<[u8; 3]>::SHAPE,
        json!({"type": "array", "minItems": 3, "maxItems": 3,
               "items": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 255}}),
    );
    check(
        &<std::collections::BTreeMap<String, Value>>::SHAPE,
        json!({"type": "object", "additionalProperties": {"nullable": true, "x-kubernetes-preserve-unknown-fields": true}}),
    );
    check(
        &<std::collections::BTreeSet<String>>::SHAPE,
        json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}),
    );
}

const LETTERS: Shape = Shape::new(
    "Letter",
    Kind::StringEnum(&[
        EnumValue {
            name: "A",
            description: "",
            aliases: &[],
            when: &crate::rust::shape::When::ALWAYS,
        },
        EnumValue {
            name: "B",
            description: "",
            aliases: &["b"],
            when: &crate::rust::shape::When::ALWAYS,
        },
    ]),
);
const OPTIONAL_LETTER: Shape = Shape {
    optional: true,
    nullable: true,
    ..LETTERS
};

#[test]
fn nullable_enums_stand_under_all_of() {
    const FIELDS: [Field; 2] = [
        Field::new("a", &OPTIONAL_LETTER),
        Field {
            null: Null::Refused,
            ..Field::new("b", &OPTIONAL_LETTER)
        },
    ];
    check(
        &Shape::new("T", Kind::Object(&FIELDS)),
        json!({"type": "object", "properties": {
            "a": {"type": "string", "nullable": true, "allOf": [{"enum": ["A", "B", "b"]}]},
            "b": {"type": "string", "enum": ["A", "B", "b"]},
        }}),
    );
}

#[test]
fn aliases_are_members_too() {
    const FIELDS: [Field; 1] = [Field {
        aliases: &["old"],
        ..Field::new("new", &STRING)
    }];
    check(
        &Shape::new("T", Kind::Object(&FIELDS)),
        json!({"type": "object",
            "oneOf": [{"required": ["new"]}, {"required": ["old"]}],
            "properties": {"new": {"type": "string"}, "old": {"type": "string", "description": "Another name of `new`."}}}),
    );
}

#[test]
fn attributes_tighten() {
    const FIELDS: [Field; 1] = [Field {
        default: Some(Literal::Int(4)),
        attrs: &Attrs {
            validation: &Validation {
                minimum: Some(3.0),
                maximum: Some(1000.0),
                ..Validation::NONE
            },
            lifecycle: &[Lifecycle {
                project: "kubernetes",
                min_version: "v1.20",
                status: "alpha",
                feature_gate: "Wide",
                replacement: "",
            }],
            ..Attrs::NONE
        },
        ..Field::new("a", &U8)
    }];
    check(
        &Shape::new("T", Kind::Object(&FIELDS)),
        json!({"type": "object", "properties": {"a": {
            "type": "integer", "format": "int32", "minimum": 3, "maximum": 255, "default": 4,
            "description": "Alpha since Kubernetes v1.20, behind the feature gate `Wide`."}}}),
    );
}

#[test]
fn groups_become_rules() {
    const FIELDS: [Field; 2] = [Field::new("x-a", &OPTION), Field::new("in", &OPTION)];
    let shape = Shape::new("T", Kind::Object(&FIELDS)).with(&Attrs {
        groups: &[FieldGroup {
            bound: GroupBound::AtMostOne,
            fields: &["x-a", "in"],
        }],
        ..Attrs::NONE
    });
    check(
        &shape,
        json!({"type": "object",
            "properties": {"x-a": {"type": "string", "nullable": true}, "in": {"type": "string", "nullable": true}},
            "x-kubernetes-validations": [{
                "rule": "(has(self.x__dash__a) ? 1 : 0) + (has(self.__in__) ? 1 : 0) <= 1",
                "message": "at most one of x-a, in may be set"}]}),
    );
}
