//! Shapes of the types of the standard library, in the form that serde writes.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4};
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroUsize, Saturating, Wrapping,
};
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16, AtomicU32,
    AtomicU64, AtomicUsize,
};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime};

use super::{
    Attrs, Content, Field, Kind, Literal, Null, Presence, Schema, Shape, Tagging, Validation, Variant,
};

impl Shape {
    /// Creates a shape without attributes.
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Shape {
            name,
            kind,
            optional: false,
            nullable: false,
            attrs: &Attrs::NONE,
            source: None,
        }
    }

    /// Creates an alias of a shape, which is optional and nullable if that shape is.
    pub const fn alias(of: &'static Shape) -> Self {
        Shape {
            name: of.name,
            kind: Kind::Alias(of),
            optional: of.optional,
            nullable: of.nullable,
            attrs: &Attrs::NONE,
            source: None,
        }
    }

    /// Returns the shape with attributes.
    #[must_use]
    pub const fn with(self, attrs: &'static Attrs) -> Self {
        Shape { attrs, ..self }
    }
}

/// A type whose values serde writes as the names of members, so that it can be the key of a map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map in a Kubernetes schema [CRD0909]",
    label = "keys of JSON objects are strings",
    note = "use `String`, or a list of structs with `#[crd(list_type = map, list_map_keys(\"…\"))]`"
)]
pub trait MapKey {
    /// The shape of the keys if they are an enum, whose values are the only valid keys.
    const KEYS: Option<&'static Shape> = None;
}

/// Attributes of a map with these keys.
pub(crate) struct Keyed<K: ?Sized>(PhantomData<K>);

impl<K: MapKey + ?Sized> Keyed<K> {
    pub(crate) const ATTRS: Attrs = Attrs {
        keys: K::KEYS,
        ..Attrs::NONE
    };
}

macro_rules! map_keys {
    ($($type:ty),*) => { $( impl MapKey for $type {} )* };
}

map_keys!(String, str, char, Box<str>, Arc<str>, Rc<str>, Cow<'_, str>);

impl<K: MapKey + ?Sized> MapKey for &K {
    const KEYS: Option<&'static Shape> = K::KEYS;
}

/// Declares a static: the compiler does not check the statics of other crates when it checks references to them.
macro_rules! at_one_place {
    ($type:ty) => {{
        static SHAPE: $crate::Shape = <$type as $crate::Schema>::SHAPE;
        &SHAPE
    }};
}

pub(crate) use at_one_place;

macro_rules! plain {
    ($($type:ty => $kind:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = Shape::new(stringify!($type), $kind);
            const REF: &'static Shape = at_one_place!($type);
        }
    )* };
}

plain! {
    bool => Kind::Boolean;
    f32 => Kind::Number { format: "float" };
    f64 => Kind::Number { format: "double" };
    str => Kind::String { format: "" };
    String => Kind::String { format: "" };
    Path => Kind::String { format: "" };
    PathBuf => Kind::String { format: "" };
    Ipv6Addr => Kind::String { format: "ipv6" };
    serde_json::Map<String, serde_json::Value> => Kind::Map(serde_json::Value::REF);
}

macro_rules! integers {
    ($($type:ident $nonzero:ident),*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = Shape::new(
                stringify!($type),
                Kind::Integer { minimum: $type::MIN as i128, maximum: $type::MAX as i128 },
            );
            const REF: &'static Shape = at_one_place!($type);
        }

        #[diagnostic::do_not_recommend]
        impl Schema for $nonzero {
            const SHAPE: Shape = if $type::MIN == 0 {
                Shape::new(stringify!($nonzero), Kind::Integer { minimum: 1, maximum: $type::MAX as i128 })
            } else {
                Shape { name: stringify!($nonzero), attrs: &NOT_ZERO, ..$type::SHAPE }
            };
        }
    )* };
}

const NOT_ZERO: Attrs = Attrs {
    validation: &Validation {
        not: Some(&Validation {
            enumeration: &[Literal::Int(0)],
            ..Validation::NONE
        }),
        ..Validation::NONE
    },
    ..Attrs::NONE
};

integers!(
    i8 NonZeroI8, i16 NonZeroI16, i32 NonZeroI32, i64 NonZeroI64, isize NonZeroIsize,
    u8 NonZeroU8, u16 NonZeroU16, u32 NonZeroU32, u64 NonZeroU64, usize NonZeroUsize
);

#[diagnostic::do_not_recommend]
impl Schema for char {
    const SHAPE: Shape = Shape::new("char", Kind::String { format: "" }).with(&Attrs {
        validation: &Validation {
            min_length: Some(1),
            max_length: Some(1),
            ..Validation::NONE
        },
        ..Attrs::NONE
    });
}

/// The pattern of an IPv4 address. The server's `ipv4` accepts `01.2.3.4` and `::ffff:1.2.3.4` too.
const IPV4: Validation = Validation {
    pattern: r"^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])$",
    ..Validation::NONE
};

#[diagnostic::do_not_recommend]
impl Schema for Ipv4Addr {
    const SHAPE: Shape = Shape::new("Ipv4Addr", Kind::String { format: "ipv4" }).with(&Attrs {
        validation: &IPV4,
        ..Attrs::NONE
    });
}

#[diagnostic::do_not_recommend]
impl Schema for IpAddr {
    const SHAPE: Shape = Shape::new("IpAddr", Kind::String { format: "" }).with(&Attrs {
        validation: &Validation {
            any_of: &[
                Validation {
                    format: Some("ipv4"),
                    ..IPV4
                },
                Validation {
                    format: Some("ipv6"),
                    ..Validation::NONE
                },
            ],
            ..Validation::NONE
        },
        ..Attrs::NONE
    });
}

/// An IP address with a port.
macro_rules! socket_address {
    ($($type:ident => $host:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = Shape::new(stringify!($type), Kind::String { format: "" }).with(&Attrs {
                validation: &Validation {
                    pattern: concat!(
                        "^",
                        $host,
                        ":(6553[0-5]|655[0-2][0-9]|65[0-4][0-9][0-9]|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})$"
                    ),
                    ..Validation::NONE
                },
                ..Attrs::NONE
            });
        }
    )* };
}

socket_address! {
    SocketAddr => r"(((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])|\[[0-9a-fA-F:.]+(%[0-9]+)?\])";
    SocketAddrV4 => r"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
}

/// Unit types: serde writes null, and reads nothing else. No object satisfies both `minProperties: 1` and `maxProperties: 0`.
const UNIT: Shape = Shape {
    nullable: true,
    ..Shape::new("()", Kind::Object(&[]))
}
.with(&Attrs {
    validation: &Validation {
        min_properties: Some(1),
        max_properties: Some(0),
        ..Validation::NONE
    },
    ..Attrs::NONE
});

#[diagnostic::do_not_recommend]
impl Schema for () {
    const SHAPE: Shape = UNIT;
}

impl<T: ?Sized> Schema for PhantomData<T> {
    const SHAPE: Shape = Shape {
        name: "PhantomData",
        optional: false,
        ..UNIT
    };
}

#[diagnostic::do_not_recommend]
impl Schema for serde_json::Value {
    const SHAPE: Shape = Shape {
        nullable: true,
        ..Shape::new("Value", Kind::Any)
    };
}

/// Attributes of the nanoseconds beside whole seconds.
const NANOSECONDS: Attrs = Attrs {
    validation: &Validation {
        maximum: Some(999_999_999.0),
        ..Validation::NONE
    },
    ..Attrs::NONE
};

#[diagnostic::do_not_recommend]
impl Schema for Duration {
    const SHAPE: Shape = Shape::new(
        "Duration",
        Kind::Object(&[
            Field::new("secs", u64::REF),
            Field {
                attrs: &NANOSECONDS,
                ..Field::new("nanos", u32::REF)
            },
        ]),
    );
}

#[diagnostic::do_not_recommend]
impl Schema for SystemTime {
    const SHAPE: Shape = Shape::new(
        "SystemTime",
        Kind::Object(&[
            Field::new("secs_since_epoch", u64::REF),
            Field {
                attrs: &NANOSECONDS,
                ..Field::new("nanos_since_epoch", u32::REF)
            },
        ]),
    );
}

macro_rules! ranges {
    ($($range:ident: $($end:literal)+;)*) => { $(
        impl<T: Schema> Schema for $range<T> {
            // serde requires both ends, whatever their type.
            const SHAPE: Shape = Shape::new(
                stringify!($range),
                Kind::Object(&[$(Field { presence: Presence::Required, ..Field::new($end, T::REF) }),+]),
            );
        }
    )* };
}

ranges! {
    Range: "start" "end";
    RangeInclusive: "start" "end";
    RangeFrom: "start";
    RangeTo: "end";
}

impl<T: Schema, E: Schema> Schema for Result<T, E> {
    const SHAPE: Shape = Shape::new(
        "Result",
        Kind::Variants(
            Tagging::External,
            &[
                Variant::new("Ok", Content::Newtype(T::REF)),
                Variant::new("Err", Content::Newtype(E::REF)),
            ],
        ),
    );
}

impl<T: Schema> Schema for Option<T> {
    const SHAPE: Shape = Shape {
        optional: true,
        nullable: true,
        ..T::SHAPE
    };
    const IS_REFERENCE: bool = T::IS_REFERENCE;
    const NULL_OF_SKIPPED: Null = Null::of_skipped(T::REF);
}

macro_rules! pointers {
    ($($pointer:ty),*) => { $(
        impl<T: Schema + ?Sized> Schema for $pointer {
            const SHAPE: Shape = T::SHAPE;
        }
    )* };
}

pointers!(Box<T>, Rc<T>, Arc<T>);

impl<T: Schema + ?Sized> Schema for &T {
    const SHAPE: Shape = T::SHAPE;
    const IS_REFERENCE: bool = true;
}

impl<T: Schema + ToOwned + ?Sized> Schema for Cow<'_, T> {
    const SHAPE: Shape = T::SHAPE;
}

macro_rules! wrappers {
    ($($wrapper:ident)*) => { $(
        impl<T: Schema> Schema for $wrapper<T> {
            const SHAPE: Shape = T::SHAPE;
        }
    )* };
}

wrappers!(Wrapping Saturating Reverse Cell RefCell Mutex RwLock);

macro_rules! atomics {
    ($($atomic:ident $type:ident),*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $atomic {
            const SHAPE: Shape = $type::SHAPE;
        }
    )* };
}

atomics!(
    AtomicBool bool, AtomicI8 i8, AtomicI16 i16, AtomicI32 i32, AtomicI64 i64, AtomicIsize isize,
    AtomicU8 u8, AtomicU16 u16, AtomicU32 u32, AtomicU64 u64, AtomicUsize usize
);

macro_rules! lists {
    ($($list:ty, $name:literal);*) => { $(
        impl<T: Schema> Schema for $list {
            const SHAPE: Shape = Shape::new($name, Kind::Array(T::REF));
        }
    )* };
}

lists!(Vec<T>, "Vec"; VecDeque<T>, "VecDeque"; LinkedList<T>, "LinkedList"; BinaryHeap<T>, "BinaryHeap"; [T], "[T]");

/// Attributes of a list of exactly `N` elements.
struct Exactly<const N: usize>;

impl<const N: usize> Exactly<N> {
    #[expect(clippy::cast_possible_wrap, reason = "no array is longer than i64::MAX")]
    const ATTRS: Attrs = Attrs {
        validation: &Validation {
            min_items: Some(N as i64),
            max_items: Some(N as i64),
            ..Validation::NONE
        },
        ..Attrs::NONE
    };
}

impl<T: Schema, const N: usize> Schema for [T; N] {
    const SHAPE: Shape = Shape::new("[T; N]", Kind::Array(T::REF)).with(&Exactly::<N>::ATTRS);
}

// Tuples of one type are lists of fixed length; other tuples have no structural schema.
macro_rules! tuples {
    ($($length:literal $tuple:ty;)*) => { $(
        impl<T: Schema> Schema for $tuple {
            const SHAPE: Shape = Shape::new("tuple", Kind::Array(T::REF)).with(&Exactly::<$length>::ATTRS);
        }
    )* };
}

tuples! { 1 (T,); 2 (T, T); 3 (T, T, T); 4 (T, T, T, T); }

impl<T: Schema> Schema for BTreeSet<T> {
    const SHAPE: Shape = Shape::new("BTreeSet", Kind::Set(T::REF));
}

impl<T: Schema, S> Schema for HashSet<T, S> {
    const SHAPE: Shape = Shape::new("HashSet", Kind::Set(T::REF));
}

impl<K: MapKey, V: Schema> Schema for BTreeMap<K, V> {
    const SHAPE: Shape = Shape::new("BTreeMap", Kind::Map(V::REF)).with(&Keyed::<K>::ATTRS);
}

impl<K: MapKey, V: Schema, S> Schema for HashMap<K, V, S> {
    const SHAPE: Shape = Shape::new("HashMap", Kind::Map(V::REF)).with(&Keyed::<K>::ATTRS);
}
