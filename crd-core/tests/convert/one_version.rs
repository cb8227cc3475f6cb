//! Tests of fields that only one version has: each kind of field, with and without a default, at each kind of place.

use crd_core::convert::{RoundTripOptions, round_trip_of};
use crd_core::shape::{
    Attrs, Content, Field, Kind, ListType, Literal, MapType, Next, NextStep, Null, Presence, Schema, Shape,
    Tagging, UnionMember, Variant, When,
};
use crd_core::types::IntOrString;

use super::planted::{leaked, object, paths, resource};

/// The mapped type of the older version, and the type of the newer one.
type Versions = [&'static Shape; 2];

/// Puts the types of both versions into others.
type Placement = fn(Versions) -> Versions;

/// A field with a name that says what is special about it.
type Named = (String, Field);

fn text() -> &'static Shape {
    <String as Schema>::REF
}

fn number() -> &'static Shape {
    <i64 as Schema>::REF
}

fn shape(kind: Kind) -> &'static Shape {
    leaked(Shape::new("Value", kind))
}

#[expect(
    clippy::large_types_passed_by_value,
    reason = "constructors of attributes return values"
)]
fn with(shape: &'static Shape, attrs: Attrs) -> &'static Shape {
    leaked(Shape {
        attrs: leaked(attrs),
        ..*shape
    })
}

fn optional(name: &'static str, shape: &'static Shape) -> Field {
    Field::new(name, shape)
        .presence(Presence::Optional)
        .null(Null::Refused)
}

/// An object whose members have no defaults.
fn plain() -> &'static Shape {
    object(
        "Plain",
        vec![Field::new("a", text()), optional("b", number())],
        None,
    )
}

/// An object some of whose members have defaults.
fn filled() -> &'static Shape {
    object(
        "Filled",
        vec![
            optional("a", text()),
            Field::new("b", number()).default(Literal::Int(1)),
            Field::new("c", shape(Kind::Array(text()))).default(Literal::List(&[])),
        ],
        None,
    )
}

/// A list that is merged by keys.
fn keyed(items: &'static Shape, keys: &'static [&'static str]) -> &'static Shape {
    with(
        shape(Kind::Array(items)),
        Attrs::NONE.list_type(ListType::Map(keys)),
    )
}

fn union_member(value: &'static str, field: &'static str, shape: Option<&'static Shape>) -> UnionMember {
    UnionMember {
        value,
        field,
        description: "",
        shape,
        when: &When::ALWAYS,
    }
}

fn union() -> &'static Shape {
    shape(Kind::Union {
        discriminator: "type",
        members: vec![
            union_member("Plain", "plain", Some(plain())),
            union_member("Filled", "filled", Some(filled())),
            union_member("None", "", None),
        ]
        .leak(),
    })
}

/// The shapes of fields, each with defaults.
fn shapes() -> Vec<(&'static str, &'static Shape, Vec<Literal>)> {
    const A: Literal = Literal::Str("a");
    const AB: Literal = Literal::Object(&[("a", A), ("b", Literal::Int(1))]);
    const EMPTY: Literal = Literal::Object(&[]);
    const NONE: Literal = Literal::List(&[]);
    let pair = object(
        "Pair",
        vec![
            Field::new("a", text()),
            Field::new("b", number()),
            optional("c", text()),
        ],
        None,
    );
    let inner = object(
        "Inner",
        vec![
            Field::new("a", text()),
            Field::new("d", keyed(plain(), &["a"])).default(NONE),
        ],
        None,
    );
    let variants = shape(Kind::Variants(
        Tagging::External,
        vec![
            Variant::new("one", Content::Newtype(plain())),
            Variant::new("other", Content::Newtype(text())),
        ]
        .leak(),
    ));
    vec![
        (
            "bool",
            <bool as Schema>::REF,
            vec![Literal::Bool(false), Literal::Bool(true)],
        ),
        ("number", number(), vec![Literal::Int(0), Literal::Int(1)]),
        ("text", text(), vec![Literal::Str(""), A]),
        (
            "int or string",
            <IntOrString as Schema>::REF,
            vec![Literal::Int(1), A],
        ),
        ("any", <serde_json::Value as Schema>::REF, vec![EMPTY, NONE, A]),
        (
            "list",
            shape(Kind::Array(text())),
            vec![NONE, Literal::List(&[A])],
        ),
        (
            "list of objects",
            shape(Kind::Array(plain())),
            vec![NONE, Literal::List(&[AB])],
        ),
        ("set", shape(Kind::Set(text())), vec![NONE, Literal::List(&[A])]),
        (
            "list with a key",
            keyed(plain(), &["a"]),
            vec![NONE, Literal::List(&[AB])],
        ),
        (
            "list with two keys",
            keyed(pair, &["a", "b"]),
            vec![NONE, Literal::List(&[AB])],
        ),
        ("list with a key and lists", keyed(inner, &["a"]), vec![NONE]),
        (
            "map",
            shape(Kind::Map(text())),
            vec![EMPTY, Literal::Object(&[("a", A)])],
        ),
        (
            "map of objects",
            shape(Kind::Map(plain())),
            vec![EMPTY, Literal::Object(&[("a", AB)])],
        ),
        (
            "map of lists",
            shape(Kind::Map(keyed(plain(), &["a"]))),
            vec![EMPTY],
        ),
        ("object", plain(), vec![AB]),
        ("object with defaults", filled(), vec![EMPTY, AB]),
        (
            "atomic object",
            with(plain(), Attrs::NONE.map_type(MapType::Atomic)),
            vec![AB],
        ),
        (
            "object with a list",
            inner,
            vec![Literal::Object(&[("a", A), ("d", NONE)])],
        ),
        (
            "union",
            union(),
            vec![Literal::Object(&[("type", Literal::Str("None"))])],
        ),
        ("enum", variants, vec![Literal::Object(&[("other", A)])]),
    ]
}

/// All fields: required, optional, nullable, and with each default.
fn fields() -> Vec<Named> {
    let mut all = Vec::new();
    for (name, shape, defaults) in shapes() {
        let mut add = |what: &str, field: Field| all.push((format!("{name}, {what}"), field));
        add("required", Field::new("x", shape));
        add("optional", optional("x", shape));
        let nullable = optional("x", shape).null(Null::Allowed);
        add("nullable", nullable);
        for (number, default) in defaults.into_iter().enumerate() {
            add(
                &format!("default {number}"),
                Field::new("x", shape).default(default),
            );
            add(&format!("nullable, default {number}"), nullable.default(default));
        }
    }
    all
}

/// An object type of both versions, one of which has the field.
fn versions(field: Field, is_added: bool, others: &[Field]) -> Versions {
    let with = [others, &[field]].concat();
    let without = others.to_vec();
    if is_added {
        let newer = object("Newer", with, None);
        let next = Next {
            added: paths(&[field.name]),
            ..Next::new(newer)
        };
        [object("Older", without, Some(next)), newer]
    } else {
        let newer = object("Newer", without, None);
        let dropped = NextStep {
            from: paths(&[field.name]),
            ..NextStep::NONE
        };
        let next = Next {
            steps: vec![dropped].leak(),
            ..Next::new(newer)
        };
        [object("Older", with, Some(next)), newer]
    }
}

/// A type with a field of the same name in both versions.
fn around(make: impl Fn(&'static Shape) -> Field, [older, newer]: Versions) -> Versions {
    let newer = object("NewerOuter", vec![make(newer)], None);
    let older = object("OlderOuter", vec![make(older)], Some(Next::new(newer)));
    [older, newer]
}

/// A type whose field `y` is the one at `path` in the newer version.
fn moved(path: &'static str, [older, newer]: Versions) -> Versions {
    let mut names = path.rsplit('.');
    let last = names.next().unwrap_or(path);
    let first = Field::new(last, newer);
    let field = names.fold(first, |field, name| {
        Field::new(name, object("Between", vec![field], None))
    });
    let newer = object("NewerOuter", vec![field], None);
    let step = NextStep {
        from: paths(&["y"]),
        to: paths(&[path]),
        ..NextStep::NONE
    };
    let next = Next {
        steps: vec![step].leak(),
        ..Next::new(newer)
    };
    [
        object("OlderOuter", vec![Field::new("y", older)], Some(next)),
        newer,
    ]
}

/// All places: the types of both versions around those that have the field.
fn places() -> Vec<(&'static str, Placement)> {
    const KEY: &[&str] = &["k"];
    vec![
        ("in the spec", |versions| versions),
        ("in an object", |versions| {
            around(|shape| Field::new("y", shape), versions)
        }),
        ("in an optional object", |versions| {
            around(|shape| optional("y", shape), versions)
        }),
        ("in a nullable object", |versions| {
            around(|shape| optional("y", shape).null(Null::Allowed), versions)
        }),
        ("in a renamed object", |versions| moved("z", versions)),
        ("in a moved object", |versions| moved("z.y", versions)),
        ("in a list", |versions| {
            around(|items| Field::new("y", shape(Kind::Array(items))), versions)
        }),
        ("in a list with a key", |versions| {
            around(|items| Field::new("y", keyed(items, KEY)), versions)
        }),
        ("in a list with a key and a default", |versions| {
            around(
                |items| Field::new("y", keyed(items, KEY)).default(Literal::List(&[])),
                versions,
            )
        }),
        ("in a list in a list with a key", |versions| {
            let lists = |items| vec![Field::new("k", text()), Field::new("y", keyed(items, KEY))];
            let [older, newer] = versions;
            let newer = object("NewerItem", lists(newer), None);
            let older = object("OlderItem", lists(older), Some(Next::new(newer)));
            around(|items| Field::new("z", keyed(items, KEY)), [older, newer])
        }),
        ("in a map", |versions| {
            around(|values| Field::new("y", shape(Kind::Map(values))), versions)
        }),
        ("in a union", |[older, newer]| {
            let union = |shape| Kind::Union {
                discriminator: "type",
                members: vec![
                    union_member("Own", "own", Some(shape)),
                    union_member("None", "", None),
                ]
                .leak(),
            };
            let newer = shape(union(newer));
            let older = with(shape(union(older)), Attrs::NONE.next(leaked(Next::new(newer))));
            around(|shape| Field::new("y", shape), [older, newer])
        }),
        ("in an atomic object", |versions| {
            let atomic = |shape| with_more(shape, Attrs::map_type, MapType::Atomic);
            let [older, newer] = versions.map(atomic);
            around(|shape| Field::new("y", shape), [older, newer])
        }),
    ]
}

/// Sets an attribute beside those that the shape has.
fn with_more<T>(shape: &'static Shape, set: fn(Attrs, T) -> Attrs, value: T) -> &'static Shape {
    with(shape, set(*shape.attrs, value))
}

#[test]
fn nothing_of_a_field_of_one_version_is_lost() {
    let mut options = RoundTripOptions::default();
    options.objects = 12;
    let others = [Field::new("k", text()), optional("o", number())];
    let mut lost = Vec::new();
    let mut count = 0;
    for (place, make) in places() {
        for (name, field) in fields() {
            for is_added in [true, false] {
                let [older, newer] = make(versions(field, is_added, &others));
                let v2 = resource("v2", newer, None);
                count += 1;
                if let Err(error) = round_trip_of(resource("v1", older, Some(v2)), options) {
                    let which = if is_added { "newer" } else { "older" };
                    lost.push(format!("{name}, {place}, {which}: {error}"));
                }
            }
        }
    }
    assert!(count > 2_000, "{count}");
    assert!(
        lost.is_empty(),
        "{} of {count}:\n{}",
        lost.len(),
        lost.join("\n\n")
    );
}
