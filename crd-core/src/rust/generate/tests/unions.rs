//! Unions and enums with data.

use super::*;

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
    // `minProperties` counts a member that is null; a rule might not, so none is derived.
    check(
        &Shape::new("E", Kind::Variants(Tagging::External, null)),
        json!({"type": "object", "minProperties": 1, "maxProperties": 1, "properties": {
            "a": {"type": "string"}, "b": {"type": "string", "nullable": true}}}),
    );
    refused(
        &Shape::new("E", Kind::Variants(Tagging::External, &VARIANTS)),
        "variant `C` has no data",
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
