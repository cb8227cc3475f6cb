//! Property tests with random shapes: the generator can merge every shape that the constant checks accept.
//!
//! The shapes have no parts that exist only at run time and no rules. So if the generator reports problems, one of them
//! must come from a constant check; those end with a code. Others may follow from it.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{Profile, structural};
use crate::rust::shape::{Attrs, Content, EnumValue, Field, Kind, Presence, Schema, Shape, Tagging, Variant};

/// Only a few names, so that members of different types often share one.
const NAMES: [&str; 4] = ["a", "b", "kind", "value"];

/// A shape, printed in one line.
#[derive(Clone, Copy)]
struct Sketch(&'static Shape);

impl fmt::Debug for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.attrs.closed {
            f.write_str("closed ")?;
        }
        if self.0.optional {
            f.write_str("?")?;
        }
        match self.0.kind {
            Kind::Object(list) => write_fields(f, list),
            Kind::Array(items) => write!(f, "[{:?}]", Sketch(items)),
            Kind::Map(values) => write!(f, "{{*: {:?}}}", Sketch(values)),
            Kind::Alias(inner) => write!(f, "={:?}", Sketch(inner)),
            Kind::Variants(tagging, list) => {
                write!(f, "{tagging:?}(")?;
                for variant in list {
                    write!(f, " {}", variant.name)?;
                    match variant.content {
                        Content::Unit => {}
                        Content::Newtype(shape) => write!(f, "({:?})", Sketch(shape))?,
                        Content::Struct(list) => write_fields(f, list)?,
                        Content::Tuple(list) => write!(f, "({:?} × {})", Sketch(list[0]), list.len())?,
                    }
                }
                f.write_str(" )")
            }
            _ => f.write_str(self.0.name),
        }
    }
}

fn write_fields(f: &mut fmt::Formatter<'_>, list: &'static [Field]) -> fmt::Result {
    f.write_str("{")?;
    for field in list {
        let flatten = if field.flatten { "flatten " } else { "" };
        write!(f, " {flatten}{}: {:?},", field.name, Sketch(field.shape))?;
    }
    f.write_str(" }")
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Returns a name that is unique to shapes with the same members: the checks compare enums by name.
fn named_by_content(shape: &'static Shape) -> &'static str {
    let mut hasher = DefaultHasher::new();
    format!("{:?}", Sketch(shape)).hash(&mut hasher);
    leak(format!("Enum{:x}", hasher.finish()))
}

fn scalar() -> impl Strategy<Value = &'static Shape> {
    const LIMITED: Attrs = Attrs {
        validation: &crate::rust::shape::Validation {
            max_length: Some(5),
            ..crate::rust::shape::Validation::NONE
        },
        ..Attrs::NONE
    };
    const UNITS: Shape = Shape::new(
        "Units",
        Kind::StringEnum(&[
            EnumValue {
                name: "X",
                description: "",
                aliases: &[],
                when: &crate::rust::shape::When::ALWAYS,
            },
            EnumValue {
                name: "Y",
                description: "",
                aliases: &["y"],
                when: &crate::rust::shape::When::ALWAYS,
            },
        ]),
    );
    prop_oneof![
        Just(String::REF),
        Just(&const { String::SHAPE.with(&LIMITED) }),
        Just(&UNITS),
        Just(u8::REF),
        Just(i64::REF),
        Just(f64::REF),
        Just(bool::REF),
        Just(crate::rust::types::IntOrString::REF),
        Just(serde_json::Value::REF),
        Just(<Option<u8> as Schema>::REF),
    ]
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&NAMES[..])
}

/// Fields with distinct names, as the derive macros check. Flattened fields are objects, enums and maps; their names do
/// not matter.
fn fields(types: BoxedStrategy<&'static Shape>) -> impl Strategy<Value = &'static [Field]> {
    let field = (name(), types, any::<bool>(), prop::bool::weighted(0.3));
    prop::collection::vec(field, 0..4).prop_map(|list| {
        let mut fields: Vec<Field> = Vec::new();
        for (name, shape, required, flatten) in list {
            let flatten = flatten && may_be_flattened(shape);
            if flatten || fields.iter().all(|field| field.flatten || field.name != name) {
                fields.push(Field {
                    flatten,
                    presence: if required {
                        Presence::FromType
                    } else {
                        Presence::Optional
                    },
                    ..Field::new(name, shape)
                });
            }
        }
        &**leak(fields)
    })
}

/// Whether serde can serialize a flattened value of the shape.
fn may_be_flattened(shape: &Shape) -> bool {
    matches!(
        shape.kind,
        Kind::Object(_) | Kind::Variants(..) | Kind::Map(_) | Kind::Any
    )
}

fn variants(types: BoxedStrategy<&'static Shape>) -> impl Strategy<Value = &'static Shape> {
    let content = prop_oneof![
        Just(Content::Unit),
        types.clone().prop_map(Content::Newtype),
        fields(types.clone()).prop_map(Content::Struct),
        types.prop_map(|shape| Content::Tuple(leak([shape, shape]))),
    ];
    let tagging = prop_oneof![
        Just(Tagging::External),
        Just(Tagging::Internal("kind")),
        Just(Tagging::Adjacent("kind", "value")),
        Just(Tagging::Untagged),
    ];
    (tagging, prop::collection::vec(content, 1..4), any::<bool>()).prop_map(|(tagging, contents, closed)| {
        let mut list = Vec::new();
        for (name, content) in ["One", "Two", "Three"].into_iter().zip(contents) {
            // The macro itself rejects these three.
            let content = match (tagging, content) {
                (Tagging::External, Content::Unit) => Content::Newtype(String::REF),
                (Tagging::Internal(_), Content::Tuple([shape, ..])) => Content::Newtype(shape),
                (Tagging::Internal(tag), Content::Struct(fields))
                    if fields.iter().any(|field| !field.flatten && field.name == tag) =>
                {
                    Content::Unit
                }
                (_, content) => content,
            };
            list.push(Variant::new(name, content));
        }
        let attrs = Attrs {
            closed,
            ..Attrs::NONE
        };
        let kind = Kind::Variants(tagging, leak(list));
        let shape = Shape::new("Enum", kind).with(leak(attrs));
        let name = named_by_content(leak(shape));
        leak(Shape { name, ..shape })
    })
}

fn shapes() -> impl Strategy<Value = Sketch> {
    let shapes = scalar().prop_recursive(3, 12, 4, |inner| {
        let types = inner.boxed();
        prop_oneof![
            2 => fields(types.clone()).prop_map(|fields| leak(Shape::new("Struct", Kind::Object(fields)))),
            3 => variants(types.clone()),
            1 => types.clone().prop_map(|items| leak(Shape::new("Vec", Kind::Array(items)))),
            1 => types.clone().prop_map(|values| leak(Shape::new("Map", Kind::Map(values)))),
            1 => types.prop_map(|inner| leak(Shape::alias(inner))),
        ]
    });
    shapes.prop_map(Sketch)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5_000,
        rng_seed: RngSeed::Fixed(0),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_merge_accepts_what_the_constant_checks_accept(shape in shapes()) {
        if let Err(problems) = structural(shape.0, Profile::ApiServer) {
            let of_checks = problems.0.iter().any(|problem| problem.message.ends_with(']'));
            prop_assert!(of_checks, "only the merge rejects this: {problems}");
        }
    }
}
