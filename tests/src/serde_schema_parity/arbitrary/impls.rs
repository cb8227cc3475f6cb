//! Random values of types that are not declared here.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4};
use std::num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, Saturating, Wrapping};
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64};
use std::sync::{Mutex, RwLock};
use std::time::SystemTime;

use crd_core::types::{
    Condition, Duration, EmbeddedResource, IntOrString, LabelSelector, LabelSelectorRequirement,
    LocalObjectReference, MicroTime, ObjectMeta, OwnerReference, Quantity, RawExtension, Time,
};
use serde_json::{Value, json};

use super::{Arbitrary, Gen, arbitrary};

macro_rules! integers {
    ($($type:ty),*) => { $(
        impl Arbitrary for $type {
            fn arbitrary(g: &mut Gen) -> Self {
                // The server has only signed 64-bit integers (`known_gaps::NOT_WRITTEN`).
                let most = i64::try_from(<$type>::MAX).map_or(i64::MAX as $type, |_| <$type>::MAX);
                match g.below(8) {
                    0 => <$type>::MIN,
                    1 => most,
                    2 => 0,
                    3 => 1,
                    _ => <$type>::try_from(g.below(120)).unwrap_or(7),
                }
            }
        }
    )* };
}

integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! samples {
    ($($type:ty: $g:ident => $value:expr;)*) => { $(
        impl Arbitrary for $type {
            fn arbitrary($g: &mut Gen) -> Self { $value }
        }
    )* };
}

/// Texts that some parsers interpret as another kind of value.
const TEXTS: [&str; 14] = [
    "",
    "a",
    "abc",
    "É",
    "true",
    "1",
    "null",
    "a b",
    "-",
    "0x1",
    "\"",
    "\n",
    "1.5e3",
    "a longer text, in words",
];

samples! {
    bool: g => g.one_in(2);
    char: g => g.pick(&['a', 'Z', '0', 'é', ' ', '"', '\u{1F600}']);
    f32: g => g.pick(&[0.0, 1.0, -1.5, 0.1, 1e10, f32::MAX, f32::MIN_POSITIVE]);
    f64: g => g.pick(&[0.0, 1.0, -1.5, 0.1, 1e300, f64::MAX, f64::MIN_POSITIVE, -0.0]);
    String: g => g.pick(&TEXTS).to_owned();
    PathBuf: g => g.pick(&TEXTS).into();
    (): _chance => ();
    Ipv4Addr: g => g.pick(&[Ipv4Addr::LOCALHOST, Ipv4Addr::UNSPECIFIED, Ipv4Addr::BROADCAST]);
    Ipv6Addr: g => g.pick(&[Ipv6Addr::LOCALHOST, Ipv6Addr::UNSPECIFIED, Ipv4Addr::LOCALHOST.to_ipv6_mapped(), Ipv4Addr::LOCALHOST.to_ipv6_compatible()]);
    IpAddr: g => if g.one_in(2) { IpAddr::V4(arbitrary(g)) } else { IpAddr::V6(arbitrary(g)) };
    SocketAddr: g => SocketAddr::new(arbitrary(g), arbitrary(g));
    SocketAddrV4: g => SocketAddrV4::new(arbitrary(g), arbitrary(g));
    SystemTime: g => SystemTime::UNIX_EPOCH + std::time::Duration::new(g.pick(&[0, 1, 1 << 40]), g.pick(&[0, 1, 999_999_999]));
    AtomicBool: g => arbitrary::<bool>(g).into();
    AtomicI32: g => arbitrary::<i32>(g).into();
    AtomicU64: g => arbitrary::<u64>(g).into();
    Value: g => {
        let text = arbitrary::<String>(g);
        g.pick(&[
            Value::Null, json!(true), json!(0), json!(-7), json!(1.5), json!(text), json!([]), json!([null, 1, "a"]),
            json!({}), json!({ "a": null, "b": { "c": [{ "d": text }] } }), json!([[{ "e": 1 }]]),
        ])
    };
    serde_json::Map<String, Value>: g => {
        let high = g.size;
        g.map(0, high, arbitrary)
    };
    IntOrString: g => if g.one_in(2) { IntOrString::Int(arbitrary(g)) } else { IntOrString::String(arbitrary(g)) };
    Quantity: g => g.pick(&["0", "500m", "1.5Gi", "1e3", "-2", "+.5", "1E-3", "12Ei", "1."]).parse().expect("a quantity");
    Time: g => g.pick(&["1970-01-01T00:00:00Z", "2026-02-28T23:59:59Z", "2024-02-29T12:00:00+02:00"]).parse().expect("a time");
    MicroTime: g => g.pick(&["1970-01-01T00:00:00.000000Z", "2026-02-28T23:59:59.123456Z"]).parse().expect("a time");
    Duration: g => Duration::from_nanos(arbitrary(g));
    std::time::Duration: g => std::time::Duration::new(g.pick(&[0, 1, 3600, i64::MAX.cast_unsigned()]), g.pick(&[0, 1, 999_999_999]));
    RawExtension: g => RawExtension(arbitrary(g));
    LocalObjectReference: g => serde_json::from_value(json!({ "name": arbitrary::<String>(g) })).expect("a reference");
    ObjectMeta: g => ObjectMeta {
        name: g.maybe(|_| "a".to_owned()),
        labels: g.map(0, 2, |_| "b".to_owned()),
        creation_timestamp: g.maybe(arbitrary),
        ..ObjectMeta::default()
    };
    OwnerReference: g => OwnerReference {
        api_version: arbitrary(g), kind: arbitrary(g), name: arbitrary(g), uid: arbitrary(g), controller: arbitrary(g),
        block_owner_deletion: arbitrary(g),
    };
    LabelSelectorRequirement: g => LabelSelectorRequirement { key: arbitrary(g), operator: arbitrary(g), values: arbitrary(g) };
    LabelSelector: g => LabelSelector { match_expressions: arbitrary(g), match_labels: arbitrary(g) };
    Condition: g => Condition {
        type_: g.pick(&["Ready", "example.com/Done"]).to_owned(),
        status: g.pick(&["True", "False", "Unknown"]).to_owned(),
        observed_generation: g.maybe(|g| g.between(0, i64::MAX)),
        last_transition_time: arbitrary(g),
        reason: "AllWell".to_owned(),
        message: arbitrary(g),
    };
    NonZeroU8: g => NonZeroU8::new(arbitrary(g)).unwrap_or(NonZeroU8::MIN);
    NonZeroU16: g => NonZeroU16::new(arbitrary(g)).unwrap_or(NonZeroU16::MAX);
    NonZeroU32: g => NonZeroU32::new(arbitrary(g)).unwrap_or(NonZeroU32::MAX);
    NonZeroI8: g => NonZeroI8::new(arbitrary(g)).unwrap_or(NonZeroI8::MIN);
    NonZeroI64: g => NonZeroI64::new(arbitrary(g)).unwrap_or(NonZeroI64::MIN);
    EmbeddedResource: g => EmbeddedResource(json!({
        "apiVersion": "example.com/v1", "kind": "Other", "metadata": { "name": "other" }, "spec": arbitrary::<Value>(g),
    }));
}

impl Arbitrary for Box<str> {
    fn arbitrary(g: &mut Gen) -> Self {
        arbitrary::<String>(g).into()
    }
}

impl Arbitrary for Cow<'static, str> {
    fn arbitrary(g: &mut Gen) -> Self {
        arbitrary::<String>(g).into()
    }
}

impl<T> Arbitrary for PhantomData<T> {
    fn arbitrary(_: &mut Gen) -> Self {
        PhantomData
    }
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        g.maybe(arbitrary)
    }
}

impl<T: Arbitrary> Arbitrary for Box<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        Box::new(arbitrary(g))
    }
}

impl<T: Arbitrary> Arbitrary for Range<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        arbitrary(g)..arbitrary(g)
    }
}

impl<T: Arbitrary> Arbitrary for RangeInclusive<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        arbitrary(g)..=arbitrary(g)
    }
}

impl<T: Arbitrary> Arbitrary for RangeFrom<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        arbitrary(g)..
    }
}

impl<T: Arbitrary> Arbitrary for RangeTo<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        ..arbitrary(g)
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn arbitrary(g: &mut Gen) -> Self {
        if g.one_in(2) {
            Ok(arbitrary(g))
        } else {
            Err(arbitrary(g))
        }
    }
}

macro_rules! wrappers {
    (new: $($wrapper:ident)*) => { $(
        impl<T: Arbitrary> Arbitrary for $wrapper<T> {
            fn arbitrary(g: &mut Gen) -> Self {
                $wrapper::new(arbitrary(g))
            }
        }
    )* };
    ($($wrapper:ident)*) => { $(
        impl<T: Arbitrary> Arbitrary for $wrapper<T> {
            fn arbitrary(g: &mut Gen) -> Self {
                $wrapper(arbitrary(g))
            }
        }
    )* };
}

wrappers!(Wrapping Saturating Reverse);
wrappers!(new: Cell RefCell Mutex RwLock);

macro_rules! lists {
    ($($list:ty $(, $bound:path)*;)*) => { $(
        impl<T: Arbitrary $(+ $bound)*> Arbitrary for $list {
            fn arbitrary(g: &mut Gen) -> Self {
                g.some(arbitrary)
            }
        }
    )* };
}

lists! {
    Vec<T>;
    VecDeque<T>;
    LinkedList<T>;
    BTreeSet<T>, Ord;
    BinaryHeap<T>, Ord;
}

impl<T: Arbitrary + Eq + Hash, S: BuildHasher + Default> Arbitrary for HashSet<T, S> {
    fn arbitrary(g: &mut Gen) -> Self {
        g.some(arbitrary)
    }
}

impl<K: Arbitrary + Ord, V: Arbitrary> Arbitrary for BTreeMap<K, V> {
    fn arbitrary(g: &mut Gen) -> Self {
        g.some(|g| (arbitrary(g), arbitrary(g)))
    }
}

impl<K: Arbitrary + Eq + Hash, V: Arbitrary, S: BuildHasher + Default> Arbitrary for HashMap<K, V, S> {
    fn arbitrary(g: &mut Gen) -> Self {
        g.some(|g| (arbitrary(g), arbitrary(g)))
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn arbitrary(g: &mut Gen) -> Self {
        std::array::from_fn(|_| arbitrary(g))
    }
}

macro_rules! tuples {
    ($($($one:ident)+;)*) => { $(
        impl<T: Arbitrary> Arbitrary for ($($one,)+) {
            fn arbitrary(g: &mut Gen) -> Self {
                ($(arbitrary::<$one>(g),)+)
            }
        }
    )* };
}

tuples! { T; T T; T T T; T T T T; }
