//! Random values of Rust types.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, Saturating, Wrapping};
use std::path::PathBuf;

use crd_core::types::{
    Condition, Duration, EmbeddedResource, IntOrString, LabelSelector, LabelSelectorRequirement,
    LocalObjectReference, MicroTime, ObjectMeta, OwnerReference, Quantity, RawExtension, Time,
};
use serde_json::{Value, json};

use crate::fuzz::rng::Rng;

/// Where random values come from.
#[derive(Debug)]
pub struct Chance {
    rng: Rng,
    /// How many elements lists and maps have at most.
    pub size: usize,
}

impl Chance {
    /// The chance of a seed.
    pub fn new(seed: u64, size: usize) -> Chance {
        Chance {
            rng: Rng::new(seed),
            size,
        }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.rng.one_in(n)
    }

    /// An element of the list.
    ///
    /// # Panics
    /// When the list is empty.
    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        self.rng.pick(list).expect("something to pick from").clone()
    }

    /// A number of the closed range.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(usize::MAX);
        match self.below(6) {
            0 => low,
            1 => high,
            _ => low.saturating_add(i64::try_from(self.below(span)).unwrap_or(0)),
        }
    }

    /// A text of so many letters.
    pub fn text(&mut self, low: usize, high: usize) -> String {
        let length = low + self.below(high - low + 1);
        (0..length)
            .map(|_| self.pick(&['a', 'b', 'Z', '0', 'é']))
            .collect()
    }

    /// A list of so many elements.
    pub fn list<T, C: FromIterator<T>>(
        &mut self,
        low: usize,
        high: usize,
        make: impl Fn(&mut Self) -> T,
    ) -> C {
        let length = low + self.below(high - low + 1);
        (0..length).map(|_| make(self)).collect()
    }

    /// Something or nothing.
    pub fn maybe<T>(&mut self, make: impl Fn(&mut Self) -> T) -> Option<T> {
        (!self.one_in(3)).then(|| make(self))
    }

    /// A map with so many keys.
    pub fn map<V, C: FromIterator<(String, V)>>(
        &mut self,
        low: usize,
        high: usize,
        make: impl Fn(&mut Self) -> V,
    ) -> C {
        let length = low + self.below(high - low + 1);
        (0..length).map(|at| (format!("key-{at}"), make(self))).collect()
    }

    fn some<T, C: FromIterator<T>>(&mut self, make: impl Fn(&mut Self) -> T) -> C {
        let high = self.size;
        self.list(0, high, make)
    }
}

/// A type of which random values can be made.
pub trait Any: Sized {
    /// A random value.
    fn any(chance: &mut Chance) -> Self;
}

/// A random value of the type that is asked for.
pub fn any<T: Any>(chance: &mut Chance) -> T {
    T::any(chance)
}

/// Implements [`Any`] for a struct or enum whose fields it lists. `field: |chance| …` gives the value of a field
/// that not every value of its type fits.
///
/// ```text
/// any!(struct Database { replicas: |c| c.between(1, 50) as u32, name });
/// any!(struct Pair(_, _));
/// any!(<T> enum Source<T> { Nothing, Url(_), Of { inner } });
/// ```
#[macro_export]
macro_rules! any {
    ($(<$($parameter:ident),*>)? struct $name:ident $(<$($argument:tt),*>)? { $($field:ident $(: $make:expr)?),* $(,)? }) => {
        impl $(<$($parameter: $crate::agree::Any),*>)? $crate::agree::Any for $name $(<$($argument),*>)? {
            #[allow(unused_variables)]
            fn any(chance: &mut $crate::agree::Chance) -> Self {
                $name { $($field: $crate::any!(@element chance $($make)?)),* }
            }
        }
    };
    ($(<$($parameter:ident),*>)? struct $name:ident $(<$($argument:tt),*>)? ( $($element:tt),* $(,)? )) => {
        impl $(<$($parameter: $crate::agree::Any),*>)? $crate::agree::Any for $name $(<$($argument),*>)? {
            #[allow(unused_variables)]
            fn any(chance: &mut $crate::agree::Chance) -> Self {
                $name ( $($crate::any!(@element chance $element)),* )
            }
        }
    };
    ($(<$($parameter:ident),*>)? enum $name:ident $(<$($argument:tt),*>)? {
        $($variant:ident $(( $($element:tt),* $(,)? ))? $({ $($field:ident $(: $make:expr)?),* $(,)? })?),* $(,)?
    }) => {
        impl $(<$($parameter: $crate::agree::Any),*>)? $crate::agree::Any for $name $(<$($argument),*>)? {
            fn any(chance: &mut $crate::agree::Chance) -> Self {
                let makers: &[fn(&mut $crate::agree::Chance) -> Self] = &[
                    $(|chance| {
                        let _ = &chance;
                        $name::$variant
                            $(( $($crate::any!(@element chance $element)),* ))?
                            $({ $($field: $crate::any!(@element chance $($make)?)),* })?
                    }),*
                ];
                chance.pick(makers)(chance)
            }
        }
    };
    (@element $chance:ident) => { $crate::agree::any::any($chance) };
    (@element $chance:ident _) => { $crate::agree::any::any($chance) };
    (@element $chance:ident $make:expr) => {{
        fn with<T>(chance: &mut $crate::agree::Chance, make: impl Fn(&mut $crate::agree::Chance) -> T) -> T {
            make(chance)
        }
        with($chance, $make)
    }};
}

macro_rules! integers {
    ($($type:ty),*) => { $(
        impl Any for $type {
            fn any(chance: &mut Chance) -> Self {
                // The server has no integers beyond 64 bits with sign (`gaps::WRITTEN`).
                let most = i64::try_from(<$type>::MAX).map_or(i64::MAX as $type, |_| <$type>::MAX);
                match chance.below(8) {
                    0 => <$type>::MIN,
                    1 => most,
                    2 => 0,
                    3 => 1,
                    _ => <$type>::try_from(chance.below(120)).unwrap_or(7),
                }
            }
        }
    )* };
}

integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

macro_rules! samples {
    ($($type:ty: $chance:ident => $value:expr;)*) => { $(
        impl Any for $type {
            fn any($chance: &mut Chance) -> Self { $value }
        }
    )* };
}

/// Texts that readers of many kinds stumble over.
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
    bool: chance => chance.one_in(2);
    char: chance => chance.pick(&['a', 'Z', '0', 'é', ' ', '"', '\u{1F600}']);
    f32: chance => chance.pick(&[0.0, 1.0, -1.5, 0.1, 1e10, f32::MAX, f32::MIN_POSITIVE]);
    f64: chance => chance.pick(&[0.0, 1.0, -1.5, 0.1, 1e300, f64::MAX, f64::MIN_POSITIVE, -0.0]);
    String: chance => chance.pick(&TEXTS).to_owned();
    PathBuf: chance => chance.pick(&TEXTS).into();
    (): _chance => ();
    Ipv4Addr: chance => chance.pick(&[Ipv4Addr::LOCALHOST, Ipv4Addr::UNSPECIFIED, Ipv4Addr::BROADCAST]);
    Ipv6Addr: chance => chance.pick(&[Ipv6Addr::LOCALHOST, Ipv6Addr::UNSPECIFIED, Ipv4Addr::LOCALHOST.to_ipv6_mapped(), Ipv4Addr::LOCALHOST.to_ipv6_compatible()]);
    IpAddr: chance => if chance.one_in(2) { IpAddr::V4(any(chance)) } else { IpAddr::V6(any(chance)) };
    SocketAddr: chance => SocketAddr::new(any(chance), any(chance));
    Value: chance => {
        let text = any::<String>(chance);
        chance.pick(&[
            Value::Null, json!(true), json!(0), json!(-7), json!(1.5), json!(text), json!([]), json!([null, 1, "a"]),
            json!({}), json!({ "a": null, "b": { "c": [{ "d": text }] } }), json!([[{ "e": 1 }]]),
        ])
    };
    serde_json::Map<String, Value>: chance => {
        let high = chance.size;
        chance.map(0, high, any)
    };
    IntOrString: chance => if chance.one_in(2) { IntOrString::Int(any(chance)) } else { IntOrString::String(any(chance)) };
    Quantity: chance => chance.pick(&["0", "500m", "1.5Gi", "1e3", "-2", "+.5", "1E-3", "12Ei", "1."]).parse().expect("a quantity");
    Time: chance => chance.pick(&["1970-01-01T00:00:00Z", "2026-02-28T23:59:59Z", "2024-02-29T12:00:00+02:00"]).parse().expect("a time");
    MicroTime: chance => chance.pick(&["1970-01-01T00:00:00.000000Z", "2026-02-28T23:59:59.123456Z"]).parse().expect("a time");
    Duration: chance => Duration::from_nanos(any(chance));
    std::time::Duration: chance => std::time::Duration::new(chance.pick(&[0, 1, 3600, i64::MAX.cast_unsigned()]), chance.pick(&[0, 1, 999_999_999]));
    RawExtension: chance => RawExtension(any(chance));
    LocalObjectReference: chance => serde_json::from_value(json!({ "name": any::<String>(chance) })).expect("a reference");
    ObjectMeta: chance => ObjectMeta {
        name: chance.maybe(|_| "a".to_owned()),
        labels: chance.map(0, 2, |_| "b".to_owned()),
        creation_timestamp: chance.maybe(any),
        ..ObjectMeta::default()
    };
    OwnerReference: chance => OwnerReference {
        api_version: any(chance), kind: any(chance), name: any(chance), uid: any(chance), controller: any(chance),
        block_owner_deletion: any(chance),
    };
    LabelSelectorRequirement: chance => LabelSelectorRequirement { key: any(chance), operator: any(chance), values: any(chance) };
    LabelSelector: chance => LabelSelector { match_expressions: any(chance), match_labels: any(chance) };
    Condition: chance => Condition {
        type_: chance.pick(&["Ready", "example.com/Done"]).to_owned(),
        status: chance.pick(&["True", "False", "Unknown"]).to_owned(),
        observed_generation: chance.maybe(|chance| chance.between(0, i64::MAX)),
        last_transition_time: any(chance),
        reason: "AllWell".to_owned(),
        message: any(chance),
    };
    NonZeroU8: chance => NonZeroU8::new(any(chance)).unwrap_or(NonZeroU8::MIN);
    NonZeroU16: chance => NonZeroU16::new(any(chance)).unwrap_or(NonZeroU16::MAX);
    NonZeroU32: chance => NonZeroU32::new(any(chance)).unwrap_or(NonZeroU32::MAX);
    NonZeroI8: chance => NonZeroI8::new(any(chance)).unwrap_or(NonZeroI8::MIN);
    NonZeroI64: chance => NonZeroI64::new(any(chance)).unwrap_or(NonZeroI64::MIN);
    EmbeddedResource: chance => EmbeddedResource(json!({
        "apiVersion": "example.com/v1", "kind": "Other", "metadata": { "name": "other" }, "spec": any::<Value>(chance),
    }));
}

impl Any for Box<str> {
    fn any(chance: &mut Chance) -> Self {
        any::<String>(chance).into()
    }
}

impl Any for Cow<'static, str> {
    fn any(chance: &mut Chance) -> Self {
        any::<String>(chance).into()
    }
}

impl<T> Any for PhantomData<T> {
    fn any(_: &mut Chance) -> Self {
        PhantomData
    }
}

impl<T: Any> Any for Option<T> {
    fn any(chance: &mut Chance) -> Self {
        chance.maybe(any)
    }
}

impl<T: Any> Any for Box<T> {
    fn any(chance: &mut Chance) -> Self {
        Box::new(any(chance))
    }
}

impl<T: Any> Any for Wrapping<T> {
    fn any(chance: &mut Chance) -> Self {
        Wrapping(any(chance))
    }
}

impl<T: Any> Any for Saturating<T> {
    fn any(chance: &mut Chance) -> Self {
        Saturating(any(chance))
    }
}

macro_rules! lists {
    ($($list:ty $(, $bound:path)*;)*) => { $(
        impl<T: Any $(+ $bound)*> Any for $list {
            fn any(chance: &mut Chance) -> Self {
                chance.some(any)
            }
        }
    )* };
}

lists! {
    Vec<T>;
    VecDeque<T>;
    LinkedList<T>;
    BTreeSet<T>, Ord;
}

impl<T: Any + Eq + Hash, S: BuildHasher + Default> Any for HashSet<T, S> {
    fn any(chance: &mut Chance) -> Self {
        chance.some(any)
    }
}

impl<K: Any + Ord, V: Any> Any for BTreeMap<K, V> {
    fn any(chance: &mut Chance) -> Self {
        chance.some(|chance| (any(chance), any(chance)))
    }
}

impl<K: Any + Eq + Hash, V: Any, S: BuildHasher + Default> Any for HashMap<K, V, S> {
    fn any(chance: &mut Chance) -> Self {
        chance.some(|chance| (any(chance), any(chance)))
    }
}

impl<T: Any, const N: usize> Any for [T; N] {
    fn any(chance: &mut Chance) -> Self {
        std::array::from_fn(|_| any(chance))
    }
}

macro_rules! tuples {
    ($($($one:ident)+;)*) => { $(
        impl<T: Any> Any for ($($one,)+) {
            fn any(chance: &mut Chance) -> Self {
                ($(any::<$one>(chance),)+)
            }
        }
    )* };
}

tuples! { T; T T; T T T; T T T T; }
