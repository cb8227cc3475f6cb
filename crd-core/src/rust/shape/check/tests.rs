//! The checks at run time, on shapes of the standard library and of this crate.

use super::{BoundKeyword, CheckResult, Keyword, number_bound};
use crate::rust::shape::{
    Attrs, Content, Field, Kind, ListType, Literal, Null, Schema, Shape, Tagging, Validation, Variant,
};
use crate::rust::types::{Condition, IntOrString, ObjectMeta};
use std::collections::BTreeMap;

#[track_caller]
fn check(outcome: CheckResult, expected: &str) {
    let text = match &outcome {
        Ok(()) => "",
        Err(message) => message.as_str(),
    };
    assert_eq!(text, expected);
}

#[inline]
const fn flat(shape: &'static Shape) -> Field {
    Field {
        flatten: true,
        ..Field::new("flat", shape)
    }
}

#[test]
fn keys_of_lists() {
    const OPTIONAL_KEY: Shape = Shape::new(
        "Item",
        Kind::Object(&[Field::new("id", &<Option<u8> as Schema>::SHAPE)]),
    );
    const LIST: Shape = Shape::new("Vec", Kind::Array(&OPTIONAL_KEY));
    let conditions = &<Vec<Condition> as Schema>::SHAPE;
    check(super::list_map(conditions), "");
    check(super::list_map_key(conditions, "type"), "");
    check(
        super::list_map_key(conditions, "tpye"),
        "`list_map_keys`: `tpye` is not a field of `Condition`; did you mean `type`? [CRD0331]",
    );
    check(
        super::list_map_key(&LIST, "id"),
        "`list_map_keys`: `id` of `Item` may be absent or null; a key must be required, so remove the `Option` of its type [CRD0336]",
    );
    check(
        super::list_map(&<Vec<String> as Schema>::SHAPE),
        "`list_type = map` needs elements that are objects, but `String` is a string; use `list_type = set` or `atomic` [CRD0333]",
    );
    check(
        super::list_map(&<Vec<serde_json::Value> as Schema>::SHAPE),
        "`list_type = map` needs elements with known fields, but they can have any value; use `atomic` [CRD0333]",
    );
}

#[test]
fn formats_of_types_are_kept() {
    const ID: Shape = Shape::new("Id", Kind::String { format: "uuid" });
    for format in ["uuid", "uuid4", ""] {
        check(super::format(&ID, format), "");
    }
    check(super::format(&<String as Schema>::SHAPE, "date"), "");
    check(
        super::format(&<Option<std::net::Ipv6Addr> as Schema>::SHAPE, "ipv4"),
        "`format = \"ipv4\"` would replace the format `ipv6`, in which `Ipv6Addr` is written; remove it, or choose another type, \
         such as `String` [CRD0921]",
    );
}

#[test]
fn sets() {
    check(super::list_set(&<Vec<String> as Schema>::SHAPE, &Attrs::NONE), "");
    check(
        super::list_set(&<Vec<IntOrString> as Schema>::SHAPE, &Attrs::NONE),
        "",
    );
    check(
        super::list_set(&<Vec<Condition> as Schema>::SHAPE, &Attrs::NONE),
        "`list_type = set` needs elements that are scalar or atomic, but `Condition` is an object; use `list_type = map` with `list_map_keys(…)`, or `atomic` [CRD0324]",
    );
    let atomic = Attrs {
        items: Some(&Attrs {
            list_type: Some(ListType::Atomic),
            ..Attrs::NONE
        }),
        ..Attrs::NONE
    };
    check(super::list_set(&<Vec<Vec<u8>> as Schema>::SHAPE, &atomic), "");
}

/// Each constraint on each type that it does not restrict: what to write instead.
#[test]
fn constraints_of_other_types() {
    const STRUCT: Shape = Shape::new("Spec", Kind::Object(&[]));
    let shapes: [&'static Shape; 7] = [
        <bool as Schema>::REF,
        <u32 as Schema>::REF,
        <String as Schema>::REF,
        <Vec<String> as Schema>::REF,
        <Vec<u32> as Schema>::REF,
        <BTreeMap<String, u32> as Schema>::REF,
        &STRUCT,
    ];
    let number = |what: &str, name: &str| format!("for the number of {what}, write `{name}`");
    let text = |name: &str| format!("for the length, write `{name}`");
    let value = |name: &str| format!("for the value, write `{name}`");
    let each = |list: &str, name: &str| format!("for its elements, write `{list}({name} = …)`");
    let or_each =
        |own: String, what: &str, nested: &str| format!("{own}, or for each of its {what} write `{nested}`");
    let (remove, none) = ("remove it".to_owned(), String::new());
    let cases: [(Keyword, [String; 7]); 7] = [
        (
            Keyword::Number("maximum"),
            [
                remove.clone(),
                none.clone(),
                text("max_length"),
                number("elements", "max_items"),
                or_each(number("elements", "max_items"), "elements", "items(maximum = …)"),
                or_each(
                    number("entries", "max_properties"),
                    "values",
                    "values(maximum = …)",
                ),
                "write it on a field of this type, which is a number".to_owned(),
            ],
        ),
        (
            Keyword::String("min_length"),
            [
                remove.clone(),
                value("minimum"),
                none.clone(),
                or_each(
                    number("elements", "min_items"),
                    "elements",
                    "items(min_length = …)",
                ),
                number("elements", "min_items"),
                number("entries", "min_properties"),
                number("fields", "min_properties"),
            ],
        ),
        (
            Keyword::String("pattern"),
            [
                remove.clone(),
                remove.clone(),
                none.clone(),
                each("items", "pattern"),
                remove.clone(),
                remove.clone(),
                remove.clone(),
            ],
        ),
        (
            Keyword::List("max_items"),
            [
                remove.clone(),
                value("maximum"),
                text("max_length"),
                none.clone(),
                none.clone(),
                number("entries", "max_properties"),
                number("fields", "max_properties"),
            ],
        ),
        (
            Keyword::List("items"),
            [
                remove.clone(),
                remove.clone(),
                remove.clone(),
                none.clone(),
                none.clone(),
                "write `values(…)`".to_owned(),
                remove.clone(),
            ],
        ),
        (
            Keyword::Map("values"),
            [
                remove.clone(),
                remove.clone(),
                remove.clone(),
                "write `items(…)`".to_owned(),
                "write `items(…)`".to_owned(),
                none.clone(),
                remove.clone(),
            ],
        ),
        (
            Keyword::Object("min_properties"),
            [
                remove,
                value("minimum"),
                text("min_length"),
                number("elements", "min_items"),
                number("elements", "min_items"),
                none.clone(),
                none,
            ],
        ),
    ];
    for (keyword, expected) in cases {
        for (shape, expected) in shapes.iter().zip(expected) {
            let found = super::keyword(shape, keyword).err();
            let found = found.as_ref().map_or("", |message| message.as_str());
            let way_out = found.split_once("; ").map_or("", |(_, rest)| rest);
            assert_eq!(
                way_out.trim_end_matches(" [CRD0921]"),
                expected,
                "{keyword:?} on {}",
                shape.name
            );
        }
    }
}

/// The server rejects every value of a schema with a bound outside of its format.
#[test]
fn bounds_are_of_the_format() {
    macro_rules! field {
        ($type:ty, minimum $value:expr) => { field!($type, minimum $value, Minimum) };
        ($type:ty, maximum $value:expr) => { field!($type, maximum $value, Maximum) };
        ($type:ty, multiple_of $value:expr) => { field!($type, multiple_of $value, MultipleOf) };
        ($type:ty, $validation:ident $value:expr, $bound:ident) => {
            number_bound(
                <$type as Schema>::REF,
                &const {
                    Attrs {
                        validation: &Validation::NONE.$validation($value),
                        ..Attrs::NONE
                    }
                },
                BoundKeyword::$bound,
            )
        };
    }
    let refused = |keyword: &str, bound: &str, format: &str, of: &str| {
        format!(
            "`{keyword}` {bound} does not fit the format `{format}` of `{of}`, so the API server would \
             reject every value; remove it, or choose another bound or type [CRD0921]"
        )
    };
    check(field!(i32, maximum 2_147_483_647.0), "");
    check(
        field!(i32, maximum 3e9),
        &refused("maximum", "3000000000", "int32", "i32"),
    );
    check(
        field!(u8, minimum 1.5),
        &refused("minimum", "1.500", "int32", "u8"),
    );
    let without_effect =
        |bound: &str| format!("{bound}; remove it, or choose a type with a wider range [CRD0919]");
    check(
        field!(u32, maximum 5e9),
        &without_effect("`maximum` 5000000000 has no effect, because `u32` ends at 4294967295"),
    );
    check(
        field!(u32, minimum - 1.0),
        &without_effect("`minimum` -1 has no effect, because `u32` begins at 0"),
    );
    check(field!(u32, minimum 0.0), "");
    check(
        field!(i64, maximum 9_223_372_036_854_775_807.0),
        &refused("maximum", "9223372036854775808", "int64", "i64"),
    );
    check(field!(i64, minimum - 9_223_372_036_854_775_808.0), "");
    check(
        field!(f32, maximum 1e39),
        &refused("maximum", "1e39", "float", "f32"),
    );
    check(field!(f64, maximum 1e39), "");
    check(
        field!(Option<i64>, multiple_of 0.5),
        &refused("multiple_of", "0.500", "int64", "i64"),
    );
    check(field!(IntOrString, maximum 3e9), "");
}

#[test]
fn keywords() {
    let text = &<Option<String> as Schema>::SHAPE;
    check(super::keyword(text, Keyword::String("pattern")), "");
    check(
        super::keyword(text, Keyword::Number("minimum")),
        "`minimum` is for numbers, but `String` is a string; for the length, write `min_length` [CRD0921]",
    );
    check(
        super::keyword(&<IntOrString as Schema>::SHAPE, Keyword::Number("minimum")),
        "",
    );
    check(
        super::keyword(&<serde_json::Value as Schema>::SHAPE, Keyword::List("items")),
        "",
    );
    check(
        super::keyword(
            &<BTreeMap<String, u8> as Schema>::SHAPE,
            Keyword::Number("maximum"),
        ),
        "`maximum` is for numbers, but `BTreeMap` is a map; for the number of entries, write `max_properties`, or for each of its values write `values(maximum = …)` [CRD0921]",
    );
}

#[test]
fn bounds() {
    const HIGH: Attrs = Attrs {
        validation: &Validation {
            minimum: Some(300.0),
            ..Validation::NONE
        },
        ..Attrs::NONE
    };
    check(
        number_bound(&<u16 as Schema>::SHAPE, &HIGH, BoundKeyword::Minimum),
        "",
    );
    check(
        number_bound(&<u8 as Schema>::SHAPE, &HIGH, BoundKeyword::Minimum),
        "`minimum` 300 is above every `u8`, whose limit is 255; no value is valid [CRD0919]",
    );
}

#[test]
fn defaults() {
    #[inline]
    const fn with(shape: &'static Shape, default: Literal) -> Field {
        Field {
            default: Some(default),
            ..Field::new("f", shape)
        }
    }
    const U8: Shape = <u8 as Schema>::SHAPE;
    const LIST: Shape = <Vec<u8> as Schema>::SHAPE;
    const CASES: [(Field, &str); 5] = [
        (with(&U8, Literal::Int(255)), ""),
        (
            with(&U8, Literal::Int(256)),
            "the default 256 is outside the range of `u8`, 0 to 255 [CRD0312]",
        ),
        (
            with(&U8, Literal::Bool(true)),
            "the default is a boolean, but `u8` is an integer [CRD0312]",
        ),
        (
            with(&LIST, Literal::List(&[Literal::Int(1), Literal::Str("x")])),
            "the default is a string, but `u8` is an integer; a function is called without quotes: `default = f()` [CRD0312]",
        ),
        (
            with(&U8, Literal::Null),
            "the default is null, but `f` cannot be null [CRD0312]",
        ),
    ];
    const NULLABLE: Field = Field {
        null: Null::Allowed,
        ..with(&U8, Literal::Null)
    };
    for (field, expected) in &CASES {
        check(super::default(field), expected);
    }
    check(super::default(&NULLABLE), "");
}

#[test]
fn names_through_flatten() {
    const META: Field = flat(&<ObjectMeta as Schema>::SHAPE);
    const NAME: Field = Field::new("name", &<String as Schema>::SHAPE);
    const SIZE: Field = Field::new("size", &<u8 as Schema>::SHAPE);
    const CLASH: Shape = Shape::new("Spec", Kind::Object(&[NAME, META]));
    const APART: Shape = Shape::new("Spec", Kind::Object(&[SIZE, META]));
    const SCALAR: Shape = Shape::new("Spec", Kind::Object(&[flat(&<u8 as Schema>::SHAPE)]));
    check(
        super::distinct(&CLASH, 1),
        "`name` is a field of `Spec` and of the flattened `ObjectMeta`; rename one of the two [CRD0916]",
    );
    check(super::distinct(&APART, 1), "");
    check(
        super::distinct(&SCALAR, 0),
        "only an object can be flattened, but `flat` is an integer; remove `flatten` [CRD0908]",
    );
}

/// serde passes members that no field reads to flattened values, of which some enums look at all.
#[test]
fn members_that_a_flattened_value_rejects() {
    const CLOSED: &Attrs = &Attrs {
        closed: true,
        ..Attrs::NONE
    };
    const TAG: Tagging = Tagging::Internal("mode");
    const SIZE: Field = Field::new("size", &<u8 as Schema>::SHAPE);
    const COMPUTED: Field = Field {
        written_only: true,
        ..Field::new("computed", &<u8 as Schema>::SHAPE)
    };
    #[inline]
    const fn tagged(tagging: Tagging, attrs: &'static Attrs) -> Shape {
        const CONTENT: Content = Content::Struct(&[Field::new("level", &<u8 as Schema>::SHAPE)]);
        Shape::new(
            "Mode",
            Kind::Variants(tagging, &const { [Variant::new("One", CONTENT)] }),
        )
        .attrs(attrs)
    }
    const MODE: Shape = tagged(TAG, CLOSED);
    const OPEN: Shape = tagged(TAG, &Attrs::NONE);
    const EXTERNAL: Shape = tagged(Tagging::External, CLOSED);
    const LEVEL: Shape = Shape::new(
        "Level",
        Kind::Object(&[Field::new("level", &<u8 as Schema>::SHAPE)]),
    )
    .attrs(CLOSED);
    const OF_STRUCT: Shape = Shape::new(
        "Mode",
        Kind::Variants(TAG, &const { [Variant::new("One", Content::Newtype(&LEVEL))] }),
    );
    const HOLDER: Shape = Shape::new("Holder", Kind::Object(&const { [flat(&MODE)] }));
    const PART: Shape = Shape::new("Part", Kind::Object(&[SIZE]));
    const PART_COMPUTED: Shape = Shape::new("Part", Kind::Object(&[SIZE, COMPUTED]));
    const CHOICE: Shape = Shape::new(
        "Choice",
        Kind::Variants(
            Tagging::Internal("choice"),
            &const { [Variant::new("One", Content::Unit)] },
        ),
    );
    const ANY: Shape = <BTreeMap<String, serde_json::Value> as Schema>::SHAPE;
    fn rejected(fields: &'static [Field], index: usize, expected: &str) {
        let text = match super::distinct(&Shape::new("Spec", Kind::Object(fields)), index) {
            Ok(()) => String::new(),
            Err(message) => message.as_str().to_owned(),
        };
        let found = text
            .strip_prefix("serde writes ")
            .and_then(|rest| rest.split_once(" beside"));
        assert_eq!(found.map_or(text.as_str(), |(name, _)| name), expected);
    }
    #[inline]
    const fn beside(shape: &'static Shape) -> [Field; 2] {
        [COMPUTED, flat(shape)]
    }
    rejected(&const { beside(&MODE) }, 1, "`computed`");
    rejected(&const { beside(&OF_STRUCT) }, 1, "`computed`");
    rejected(&const { beside(&HOLDER) }, 1, "`computed`");
    rejected(&const { beside(&OPEN) }, 1, "");
    rejected(&const { beside(&EXTERNAL) }, 1, "");
    rejected(&const { beside(&LEVEL) }, 1, "");
    rejected(&const { [SIZE, flat(&MODE)] }, 1, "");
    rejected(&const { [flat(&PART), flat(&MODE)] }, 1, "");
    rejected(&const { [flat(&MODE), flat(&PART)] }, 0, "`size`");
    rejected(&const { [flat(&PART_COMPUTED), flat(&MODE)] }, 1, "`computed`");
    rejected(&const { [flat(&CHOICE), flat(&MODE)] }, 1, "`choice`");
    rejected(&const { [flat(&ANY), flat(&MODE)] }, 1, "the keys of `flat`");
}

/// Shapes that the generator could not merge, found by random shapes.
#[test]
fn merges_that_are_impossible() {
    const VALUE: Field = Field::new("value", &<String as Schema>::SHAPE);
    const TEXT: Content = Content::Newtype(&<String as Schema>::SHAPE);
    const TAGS: Tagging = Tagging::Adjacent("kind", "value");
    const ADJACENT: Shape = Shape::new("Tagged", Kind::Variants(TAGS, &[Variant::new("One", TEXT)]));
    const CONTENT: Shape = Shape::new("Spec", Kind::Object(&[VALUE, flat(&ADJACENT)]));
    const PAIR: Content = Content::Tuple(&[&<u8 as Schema>::SHAPE, &<u8 as Schema>::SHAPE]);
    const MAP: Content = Content::Newtype(&<BTreeMap<String, u8> as Schema>::SHAPE);
    const PAIRS: Shape = Shape::new(
        "Pairs",
        Kind::Variants(Tagging::Untagged, &[Variant::new("One", PAIR)]),
    );
    const MAPS: Shape = Shape::new(
        "Maps",
        Kind::Variants(Tagging::Untagged, &[Variant::new("One", MAP)]),
    );
    const OF_PAIRS: Shape = Shape::new("Spec", Kind::Object(&const { [flat(&PAIRS)] }));
    const OF_MAPS: Shape = Shape::new("Spec", Kind::Object(&const { [flat(&MAPS)] }));
    const LIST: Content = Content::Newtype(&<Vec<u8> as Schema>::SHAPE);
    const OPTIONS: Content = Content::Newtype(&<Vec<Option<u8>> as Schema>::SHAPE);
    const LISTS: [Variant; 2] = [Variant::new("One", LIST), Variant::new("Two", OPTIONS)];
    check(
        super::distinct(&CONTENT, 1),
        "`value` is a field of `Spec` and of the flattened `Tagged`; rename one of the two [CRD0916]",
    );
    for shape in [OF_PAIRS, OF_MAPS] {
        check(
            super::distinct(&shape, 0),
            "only an object can be flattened, but `flat` is an enum without named fields; remove `flatten` [CRD0908]",
        );
    }
    check(
        super::variant(&Shape::new("Lists", Kind::Variants(TAGS, &LISTS)), 1),
        "variants `One` and `Two` are a list and a list of other values at the same place, which a \
         structural schema cannot express; use structs in both, or `#[derive(Union)]` [CRD0911]",
    );
}

#[test]
#[should_panic(expected = "`tpye` is not a field of `Condition`")]
fn require_panics_with_the_message() {
    super::require(super::list_map_key(&<Vec<Condition> as Schema>::SHAPE, "tpye"));
}
