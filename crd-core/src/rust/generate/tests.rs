//! Shapes written by hand and the schemas they become.

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

const UNION: Shape = Shape::new(
    "Storage",
    Kind::Union {
        discriminator: "type",
        members: &[
            UnionMember {
                value: "None",
                field: "",
                description: "",
                shape: None,
                when: &crate::rust::shape::When::ALWAYS,
            },
            UnionMember {
                value: "Name",
                field: "name",
                description: "",
                shape: Some(&STRING),
                when: &crate::rust::shape::When::ALWAYS,
            },
        ],
    },
);

#[test]
fn unions_in_both_profiles() {
    let properties = json!({
        "type": {"type": "string", "description": "Which member is set.", "enum": ["None", "Name"]},
        "name": {"type": "string"}});
    check(
        &UNION,
        json!({"type": "object", "required": ["type"], "properties": properties,
            "x-kubernetes-validations": [{
                "rule": "(self.type == 'Name') == has(self.name)",
                "message": "name must be set if, and only if, type is Name"}]}),
    );
    check_in(
        Profile::Extended,
        &UNION,
        json!({"type": "object", "required": ["type"], "properties": properties,
            "x-kubernetes-unions": [{"discriminator": "type", "fields": {"name": "Name"}}]}),
    );
    // Below a list without a limit a rule might cost too much.
    check(
        &Shape::new("Vec", Kind::Array(&UNION)),
        json!({"type": "array", "items": {"type": "object", "required": ["type"], "properties": properties,
        "oneOf": [
            {"properties": {"type": {"enum": ["None"]}}, "not": {"required": ["name"]}},
            {"properties": {"type": {"enum": ["Name"]}}, "required": ["name"]},
        ]}}),
    );
}

const SMALL: Attrs = Attrs {
    validation: &Validation {
        max_length: Some(5),
        ..Validation::NONE
    },
    ..Attrs::NONE
};
const VARIANTS: [Variant; 3] = [
    Variant::new(
        "A",
        Content::Struct(&[Field {
            attrs: &SMALL,
            ..Field::new("x", &STRING)
        }]),
    ),
    Variant::new(
        "B",
        Content::Struct(&[Field::new("x", &STRING), Field::new("y", &OPTION)]),
    ),
    Variant::new("C", Content::Unit),
];

#[test]
fn internally_tagged() {
    const ENUM: Shape = Shape::new("E", Kind::Variants(Tagging::Internal("type"), &VARIANTS));
    let properties = json!({
        "type": {"type": "string", "enum": ["A", "B", "C"]},
        "x": {"type": "string"},
        "y": {"type": "string", "nullable": true}});
    check(
        &ENUM,
        json!({"type": "object", "required": ["type"], "properties": properties,
        "x-kubernetes-validations": [
            {"rule": "self.type == 'C' || has(self.x)", "message": "x must be set unless type is C"},
            {"rule": "self.type != 'A' || !has(self.x) || size(self.x) <= 5",
                "message": "x must have at most 5 characters if type is A"},
        ]}),
    );
    let by_one_of = json!({"type": "object", "required": ["type"], "properties": properties, "oneOf": [
        {"properties": {"type": {"enum": ["A"]}, "x": {"maxLength": 5}}, "required": ["x"]},
        {"properties": {"type": {"enum": ["B"]}}, "required": ["x"]},
        {"properties": {"type": {"enum": ["C"]}}},
    ]});
    check_in(Profile::Extended, &ENUM, by_one_of.clone());
    check(
        &Shape::new("Vec", Kind::Array(&ENUM)),
        json!({"type": "array", "items": by_one_of}),
    );
}

#[test]
fn externally_tagged() {
    const DATA: [Variant; 2] = [
        Variant::new("a", Content::Newtype(&STRING)),
        Variant::new("b", Content::Tuple(&[&STRING, &STRING])),
    ];
    check(
        &Shape::new("E", Kind::Variants(Tagging::External, &DATA)),
        json!({"type": "object", "properties": {
            "a": {"type": "string"},
            "b": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}},
        "x-kubernetes-validations": [{
            "rule": "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1",
            "message": "exactly one of a, b must be set"}]}),
    );
    let null: &'static [Variant] = const { &[DATA[0], Variant::new("b", Content::Newtype(&OPTION))] };
    // The server counts a member that is null; whether a rule does is not worth asking.
    check(
        &Shape::new("E", Kind::Variants(Tagging::External, null)),
        json!({"type": "object", "minProperties": 1, "maxProperties": 1, "properties": {
            "a": {"type": "string"}, "b": {"type": "string", "nullable": true}}}),
    );
    refused(
        &Shape::new("E", Kind::Variants(Tagging::External, &VARIANTS)),
        "variant `C` holds no data",
    );
}

#[test]
fn disagreeing_variants_are_named() {
    const CLASH: [Variant; 2] = [
        Variant::new("A", Content::Struct(&[Field::new("x", &STRING)])),
        Variant::new("B", Content::Struct(&[Field::new("x", &U8)])),
    ];
    for tagging in [Tagging::Internal("t"), Tagging::Untagged] {
        refused(
            &Shape::new("E", Kind::Variants(tagging, &CLASH)),
            "variants `A` and `B` disagree on `x`: a string (`String`) in one, an integer (`u8`) in the other",
        );
    }
}

#[test]
fn untagged_scalars() {
    const MIXED: [Variant; 2] = [
        Variant::new("S", Content::Newtype(&STRING)),
        Variant::new("O", Content::Struct(&[Field::new("x", &U8)])),
    ];
    const SCALARS: [Variant; 2] = [
        Variant::new("I", Content::Newtype(&U8)),
        Variant::new("S", Content::Newtype(&STRING)),
    ];
    check(
        &Shape::new("E", Kind::Variants(Tagging::Untagged, &SCALARS)),
        json!({
            "x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}],
            "minimum": 0, "maximum": 255,
        }),
    );
    refused(
        &Shape::new("E", Kind::Variants(Tagging::Untagged, &MIXED)),
        "variants `S` and `O` are a string and an object at the same place",
    );
}

#[test]
fn flattened_enums() {
    const PAIR: [Variant; 2] = [
        Variant::new("a", Content::Newtype(&STRING)),
        Variant::new("b", Content::Newtype(&STRING)),
    ];
    const ENUM: Shape = Shape::new("E", Kind::Variants(Tagging::External, &PAIR));
    const MAYBE: Shape = Shape {
        optional: true,
        nullable: true,
        ..ENUM
    };
    const fn of(shape: &'static Shape) -> Field {
        Field {
            flatten: true,
            ..Field::new("e", shape)
        }
    }
    let properties = json!({"a": {"type": "string"}, "b": {"type": "string"}});
    check(
        &Shape::new("T", Kind::Object(&const { [of(&ENUM)] })),
        json!({"type": "object", "properties": properties, "x-kubernetes-validations": [{
            "rule": "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1",
            "message": "exactly one of a, b must be set"}]}),
    );
    check(
        &Shape::new("T", Kind::Object(&const { [of(&MAYBE)] })),
        json!({"type": "object", "properties": properties, "x-kubernetes-validations": [{
            "rule": "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1",
            "message": "at most one of a, b may be set"}]}),
    );
    let branches = json!([{"required": ["a"]}, {"required": ["b"]}]);
    check_in(
        Profile::Extended,
        &Shape::new("T", Kind::Object(&const { [of(&ENUM)] })),
        json!({"type": "object", "properties": properties, "oneOf": branches}),
    );
    check_in(
        Profile::Extended,
        &Shape::new("T", Kind::Object(&const { [of(&MAYBE)] })),
        json!({"type": "object", "properties": properties, "oneOf": [
            {"required": ["a"]}, {"required": ["b"]}, {"not": {"anyOf": branches}}]}),
    );
}
