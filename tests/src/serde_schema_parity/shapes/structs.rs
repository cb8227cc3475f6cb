//! Structs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use crd_core::Schema;
use crd_core::types::{IntOrString, Quantity};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Entry, subjects, type_};
use crate::arbitrary;
use crate::serde_schema_parity::arbitrary;

pub(super) const LIST: &[Entry] = subjects!(
    Plain, Empty, Unit, Newtype, NewtypeOfOption, Transparent, TransparentOption, TransparentMarked, TransparentWithMarker<u128>, Triple, Renamed,
    Aliases, Nulls, Defaults, DefaultNotNone, DefaultsOfStruct, DefaultsByPath, SkipsOneWay, Bounded, BoundedElements, BoundedName, Junctors,
    Flat, FlatOptional, FlatOptionalDefaults, FlatMapAlone, FlatMapOfOptions, FlatValue, FlatNested, FlatAliases, Denies,
    Generic<u8, 2>, Generic<Option<String>, 0>, Generic<Plain, 1>, Borrowed<'static>, ByText, TryByNumber, WithModule,
    Made, Raw, Deep, Open,
);

type_! { struct Plain { a: u8, b: String, c: Option<bool>, d: Vec<i64>, e: BTreeMap<String, f64> } }
arbitrary!(struct Plain { a, b, c, d, e });

type_! { struct Empty {} }
arbitrary!(
    struct Empty {}
);

type_! { struct Unit; }
arbitrary!(
    struct Unit {}
);

type_! { struct Newtype(u16); }
arbitrary!(struct Newtype(_));

type_! { struct NewtypeOfOption(Option<Newtype>); }
arbitrary!(struct NewtypeOfOption(_));

type_! { #[serde(transparent)] struct Transparent { inner: Plain } }
arbitrary!(struct Transparent { inner });

type_! { #[serde(transparent)] struct TransparentOption(Option<u8>); }
arbitrary!(struct TransparentOption(_));

type_! { #[serde(transparent)] struct TransparentWithMarker<T> { inner: Vec<u8>, #[serde(skip)] marker: PhantomData<T> } }
arbitrary!(struct TransparentWithMarker<u128> { inner, marker });

type_! { #[serde(transparent)] struct TransparentMarked { inner: u8, marker: PhantomData<u128> } }
arbitrary!(struct TransparentMarked { inner, marker });

type_! { struct Triple(u8, u8, u8); }
arbitrary!(struct Triple(_, _, _));

type_! {
    #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
    struct Renamed { first_name: u8, #[serde(rename = "second")] other: u8, r#type: u8, #[serde(rename = "a.b/c~d 'é'")] odd: u8 }
}
arbitrary!(struct Renamed { first_name, other, r#type, odd });

type_! {
    struct Aliases {
        #[serde(alias = "aa", alias = "aaa")] a: u8,
        #[serde(alias = "bb")] b: Option<String>,
        #[serde(default, alias = "cc")] c: bool,
    }
}
arbitrary!(struct Aliases { a, b, c });

type_! {
    struct Nulls {
        plain: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")] skipped: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")] skipped_default: Option<Vec<Option<String>>>,
        #[serde(default)] defaulted: Option<Unit>,
        #[serde(default)] twice: Option<Option<u8>>,
        open: Option<Value>,
        value: Value,
        unit: (),
        in_map: BTreeMap<String, Option<Value>>,
        newtype: NewtypeOfOption,
        transparent: TransparentOption,
        boxed: Box<Option<u8>>,
        #[crd(optional)] by_hand: Option<u8>,
    }
}
arbitrary!(struct Nulls {
    plain, skipped, skipped_default, defaulted, twice, open, value, unit, in_map, newtype, transparent, boxed, by_hand,
});

type_! {
    struct Defaults {
        #[serde(default)] flag: bool,
        #[serde(default)] text: String,
        #[serde(default)] list: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")] hidden: Vec<u8>,
        #[serde(default)] map: BTreeMap<String, u8>,
        #[serde(default = "seven")] seven: i64,
        #[serde(default = "some_seven")] some: Option<i64>,
        #[serde(default = "some_seven", skip_serializing_if = "Option::is_none")] some_hidden: Option<i64>,
        #[serde(default = "seven", skip_serializing_if = "is_seven")] hidden_seven: i64,
        #[serde(default)] inner: Inner,
        #[serde(default)] port: IntOrString,
        #[serde(default)] size: Quantity,
        #[serde(default)] unit: (),
        #[serde(default)] value: Value,
        #[serde(default)] letter: char,
        #[serde(default)] ratio: f32,
        #[serde(default)] nested: Option<Inner>,
    }
}
arbitrary!(struct Defaults {
    flag, text, list, hidden, map, seven, some, some_hidden, hidden_seven, inner, port, size, unit, value, letter, ratio, nested,
});

type_! { struct DefaultNotNone { #[serde(default = "some_seven", skip_serializing_if = "Option::is_none")] number: Option<i64> } }
arbitrary!(struct DefaultNotNone { number });

fn seven() -> i64 {
    7
}

#[expect(clippy::unnecessary_wraps, reason = "the default of an `Option`")]
fn some_seven() -> Option<i64> {
    Some(7)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_seven(value: &i64) -> bool {
    *value == 7
}

type_! {
    #[derive(Default)]
    #[serde(default)]
    struct Inner { size: u8, #[serde(skip_serializing_if = "Option::is_none")] name: Option<String>, maybe: Option<u8> }
}
arbitrary!(struct Inner { size, name, maybe });

type_! {
    #[serde(default)]
    struct DefaultsOfStruct { a: u8, b: Option<String>, c: Vec<u8>, #[serde(default)] d: u8, #[serde(skip_serializing_if = "Option::is_none")] e: Option<u8> }
}
arbitrary!(struct DefaultsOfStruct { a, b, c, d, e });

impl Default for DefaultsOfStruct {
    fn default() -> Self {
        DefaultsOfStruct {
            a: 5,
            b: Some("five".to_owned()),
            c: vec![5],
            d: 5,
            e: Some(5),
        }
    }
}

// Within a macro, serde does not find the names that it generates for a default of the whole type.
#[derive(Schema, Serialize, Deserialize)]
#[serde(default = "by_path", rename_all = "camelCase")]
struct DefaultsByPath {
    first_field: u8,
    second_field: Option<bool>,
}
arbitrary!(struct DefaultsByPath { first_field, second_field });

fn by_path() -> DefaultsByPath {
    DefaultsByPath {
        first_field: 9,
        second_field: None,
    }
}

type_! {
    struct SkipsOneWay {
        #[serde(skip)] never: PhantomData<u128>,
        #[serde(skip_serializing, default)] secret: String,
        #[serde(skip_serializing, default)] secret_option: Option<String>,
        #[serde(skip_deserializing)] computed: u8,
        #[serde(skip_deserializing)] computed_option: Option<u8>,
        shown: bool,
    }
}
arbitrary!(struct SkipsOneWay { never, secret, secret_option, computed, computed_option, shown });

type_! {
    #[crd(min_length = 1, max_length = 3)]
    struct BoundedName(String);
}
arbitrary!(struct BoundedName((|c| c.text(1, 3))));

type_! {
    struct Bounded {
        #[crd(minimum = 1, maximum = 50)] a: u32,
        #[crd(exclusive_minimum = 0, maximum = 1.5)] b: f64,
        #[crd(multiple_of = 5)] c: i16,
        #[crd(min_length = 2, max_length = 4)] d: String,
        #[crd(enum("x", "y"))] e: String,
        #[crd(enum(1, 2))] f: Option<u8>,
        #[crd(min_items = 1, max_items = 2)] g: Vec<u8>,
        #[crd(min_properties = 1)] h: Option<BTreeMap<String, u8>>,
        #[crd(pattern = "^[a-z]$")] i: Option<String>,
        #[crd(list_type = set)] j: Vec<String>,
    }
}
arbitrary!(struct Bounded {
    a: (|c| u32::try_from(c.between(1, 50)).unwrap_or(1)), b: (|c| c.pick(&[0.5, 1.5])), c: (|c| c.pick(&[-5, 0, 10])),
    d: (|c| c.text(2, 4)), e: (|c| c.pick(&["x", "y"]).to_owned()), f: (|c| c.maybe(|c| c.pick(&[1, 2]))),
    g: (|c| c.list(1, 2, arbitrary::arbitrary)), h: (|c| c.maybe(|c| c.map(1, 3, arbitrary::arbitrary))), i: (|c| c.maybe(|_| "q".to_owned())),
    j: (|c| ["p", "q", "r"][..c.below(4)].iter().map(|text| (*text).to_owned()).collect()),
});

type_! {
    struct BoundedElements {
        #[crd(items(minimum = 3, maximum = 4))] a: Vec<i32>,
        #[crd(items(items(max_length = 2)), list_type = atomic)] b: Vec<Vec<String>>,
        #[crd(values(items(values(enum("on", "off")))))] c: BTreeMap<String, Vec<BTreeMap<String, String>>>,
        #[crd(items(nullable), max_items = 3)] d: Vec<Option<u8>>,
        #[crd(values(minimum = 1))] e: Option<BTreeMap<String, Option<u8>>>,
    }
}
arbitrary!(struct BoundedElements {
    a: (|c| c.list(0, 2, |c| c.pick(&[3, 4]))),
    b: (|c| c.list(0, 2, |c| c.list(0, 2, |c| c.text(0, 2)))),
    c: (|c| c.map(0, 2, |c| c.list(0, 2, |c| c.map(0, 2, |c| c.pick(&["on", "off"]).to_owned())))),
    d: (|c| c.list(0, 3, arbitrary::arbitrary)),
    e: (|c| c.maybe(|c| c.map(0, 2, |c| c.maybe(|c| c.pick(&[1, 9]))))),
});

type_! {
    struct Junctors {
        #[crd(any_of((minimum = 1, maximum = 3), minimum = 10), not(enum(2)))] a: i32,
        #[crd(one_of((enum("a", "b")), (min_length = 4)))] b: String,
        #[crd(all_of(minimum = 1, maximum = 2))] c: Option<u8>,
    }
}
arbitrary!(struct Junctors {
    a: (|c| c.pick(&[1, 3, 10, 999])), b: (|c| c.pick(&["a", "b", "long"]).to_owned()), c: (|c| c.maybe(|c| c.pick(&[1, 2]))),
});

type_! { struct Flat { own: u8, #[serde(flatten)] inner: Inner, #[serde(flatten)] named: Named } }
arbitrary!(struct Flat { own, inner, named });

type_! { struct Named { title: String, count: Option<u8> } }
arbitrary!(struct Named { title, count });

type_! { struct FlatOptional { own: u8, #[serde(flatten)] named: Option<Named> } }
arbitrary!(struct FlatOptional { own, named });

type_! { struct FlatOptionalDefaults { own: u8, #[serde(flatten)] inner: Option<WithDefault> } }
arbitrary!(struct FlatOptionalDefaults { own, inner });

type_! { struct WithDefault { must: u8, #[serde(default = "seven")] seven: i64 } }
arbitrary!(struct WithDefault { must, seven });

type_! { struct FlatMapAlone { #[serde(flatten)] rest: BTreeMap<String, u8> } }
arbitrary!(struct FlatMapAlone { rest });

type_! { struct FlatMapOfOptions { #[serde(flatten)] rest: BTreeMap<String, Option<u8>> } }
arbitrary!(struct FlatMapOfOptions { rest });

type_! { struct FlatValue { own: u8, #[serde(flatten)] rest: BTreeMap<String, Value> } }
arbitrary!(struct FlatValue { own, rest: (|c| c.map(0, 3, arbitrary::arbitrary)) });

type_! { struct FlatNested { #[serde(flatten)] flat: Flat, #[serde(flatten)] aliases: FlatAliases } }
arbitrary!(struct FlatNested { flat, aliases });

type_! { struct FlatAliases { #[serde(flatten)] aliases: Aliases, other: u8 } }
arbitrary!(struct FlatAliases { aliases, other });

type_! { #[serde(deny_unknown_fields)] struct Denies { a: u8, b: Option<Empty> } }
arbitrary!(struct Denies { a, b });

type_! {
    #[serde(bound = "T: Serialize + serde::de::DeserializeOwned")]
    struct Generic<T, const N: usize = 2> where T: Clone {
        one: T, many: Vec<T>, #[serde(with = "array")] #[crd(schema_as = [u8; N])] fixed: [u8; N], marker: PhantomData<fn() -> T>,
    }
}
impl<T: arbitrary::Arbitrary + Clone, const N: usize> arbitrary::Arbitrary for Generic<T, N> {
    fn arbitrary(c: &mut arbitrary::Gen) -> Self {
        Generic {
            one: arbitrary::arbitrary(c),
            many: arbitrary::arbitrary(c),
            fixed: arbitrary::arbitrary(c),
            marker: PhantomData,
        }
    }
}

/// Arrays of any length, which serde's own derive does not support.
mod array {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer, const N: usize>(
        array: &[u8; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        array.as_slice().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[u8; N], D::Error> {
        Vec::deserialize(deserializer)?
            .try_into()
            .map_err(|_| D::Error::custom("another length"))
    }
}

type_! { struct Borrowed<'a> { text: Cow<'a, str>, maybe: Option<Cow<'a, str>> } }
arbitrary!(struct Borrowed<'static> { text, maybe });

type_! { #[serde(from = "String", into = "String")] struct ByText(u128); }
arbitrary!(struct ByText((|c| u128::try_from(c.below(9)).unwrap_or(0) << 100)));

impl From<String> for ByText {
    fn from(text: String) -> Self {
        ByText(text.parse().unwrap_or_default())
    }
}

impl From<ByText> for String {
    fn from(number: ByText) -> Self {
        number.0.to_string()
    }
}

type_! { #[serde(try_from = "u8", into = "u8")] #[crd(maximum = 99)] struct TryByNumber(u8); }
arbitrary!(struct TryByNumber((|c| u8::try_from(c.below(100)).unwrap_or(0))));

impl TryFrom<u8> for TryByNumber {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number < 100 {
            Ok(TryByNumber(number))
        } else {
            Err("too large".to_owned())
        }
    }
}

impl From<TryByNumber> for u8 {
    fn from(number: TryByNumber) -> Self {
        number.0
    }
}

type_! {
    struct WithModule {
        #[serde(with = "text")] #[crd(schema_as = String, pattern = "^[0-9]+$", max_length = 19)] wide: u64,
        #[serde(serialize_with = "text::serialize", deserialize_with = "text::deserialize")]
        #[crd(schema_with = digits)] by_function: u64,
    }
}
arbitrary!(struct WithModule { wide: (|c| c.pick(&[0, 7, 1 << 60])), by_function: (|c| c.pick(&[0, 7, 1 << 60])) });

fn digits() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    let mut schema = crd_core::Structural::new(crd_core::structural::StructuralShape::String);
    schema.validation.pattern = "^[0-9]{1,19}$".into();
    Ok(schema)
}

/// Numbers as texts.
mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

macro_rules! made {
    ($name:ident, $type:ty, $list:ty, $attribute:meta, $maximum:expr) => {
        type_! {
            struct $name {
                #[crd(maximum = $maximum)] size: $type,
                #[$attribute] list: $list,
                #[serde(default)] option: $list,
                #[cfg_attr(all(), serde(rename = "renamed"))] #[cfg_attr(any(), crd(nonsense))] name: String,
            }
        }
        arbitrary!(struct $name { size: (|c| c.pick(&[0, 9])), list, option, name });
    };
}
made!(
    Made,
    u8,
    Option<Vec<u8>>,
    serde(skip_serializing_if = "Option::is_none"),
    9
);

type_! { #[serde(rename_all = "camelCase")] struct Raw { r#type: u8, r#async: Option<r#fn>, r#match_arm: bool } }
arbitrary!(struct Raw { r#type, r#async, r#match_arm });

type_! { #[allow(non_camel_case_types)] struct r#fn { r#loop: u8 } }
arbitrary!(struct r#fn { r#loop });

type_! { struct Deep { a: Option<Box<Vec<BTreeMap<String, Option<Flat>>>>>, b: Vec<Nulls>, c: BTreeMap<String, Defaults> } }
arbitrary!(struct Deep { a, b, c });

type_! {
    struct Open {
        #[crd(preserve_unknown_fields)] any: Value,
        #[crd(preserve_unknown_fields)] tree: Option<Box<Open>>,
        #[crd(int_or_string)] port: IntOrString,
        #[crd(embedded_resource)] object: Option<crd_core::types::EmbeddedResource>,
    }
}
impl arbitrary::Arbitrary for Open {
    fn arbitrary(c: &mut arbitrary::Gen) -> Self {
        Open {
            any: arbitrary::arbitrary(c),
            tree: c.maybe(|c| {
                Box::new(Open {
                    any: arbitrary::arbitrary(c),
                    tree: None,
                    port: arbitrary::arbitrary(c),
                    object: None,
                })
            }),
            port: arbitrary::arbitrary(c),
            object: arbitrary::arbitrary(c),
        }
    }
}
