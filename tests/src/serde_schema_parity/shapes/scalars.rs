//! Scalars, lists, maps and options of std, and the types of `crd_core::types`.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4};
use std::num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU32, Saturating, Wrapping};
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64};
use std::sync::{Mutex, RwLock};
use std::time::SystemTime;

use crd_core::types::{
    Condition, Duration, EmbeddedResource, IntOrString, LabelSelector, LocalObjectReference, MicroTime,
    ObjectMeta, OwnerReference, Quantity, RawExtension, Time,
};
use serde_json::Value;

use super::{Entry, subjects};

/// A hasher with which iteration has the same order every time.
type Hasher = BuildHasherDefault<DefaultHasher>;

pub(super) const LIST: &[Entry] = subjects!(
    bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64, char, String, Box<str>, Cow<'static, str>, PathBuf,
    NonZeroU8, NonZeroU32, NonZeroI8, NonZeroI64, Wrapping<i16>, Saturating<u32>,
    Ipv4Addr, Ipv6Addr, IpAddr, SocketAddr, SocketAddrV4, std::time::Duration, SystemTime, (), PhantomData<u8>,
    Range<u8>, RangeInclusive<i64>, RangeFrom<u16>, RangeTo<String>, Range<Option<u8>>, Result<u8, String>, Result<Vec<bool>, BTreeMap<String, u8>>,
    Reverse<u16>, Cell<i8>, RefCell<String>, Mutex<u8>, RwLock<Option<u8>>, AtomicBool, AtomicI32, AtomicU64, BinaryHeap<u8>,
    IntOrString, Quantity, Time, MicroTime, Duration, EmbeddedResource, RawExtension, ObjectMeta, OwnerReference,
    LabelSelector, Condition, LocalObjectReference,
    Value, serde_json::Map<String, Value>, Option<Value>, Vec<Value>, BTreeMap<String, Value>, Vec<BTreeMap<String, Vec<Value>>>,
    Option<u8>, Option<Option<String>>, Option<Option<Vec<Option<u8>>>>, Vec<Option<bool>>, BTreeMap<String, Option<u8>>,
    Option<IntOrString>, Vec<Quantity>, BTreeMap<String, Quantity>, Option<Time>,
    Vec<u8>, Vec<Vec<String>>, VecDeque<bool>, BTreeSet<String>, HashSet<u16, Hasher>, BTreeSet<Vec<u8>>, BTreeSet<BTreeSet<u8>>, [u8; 3], [String; 0], (u8,), (String, String), (i64, i64, i64),
    BTreeMap<String, u8>, HashMap<String, String, Hasher>, BTreeMap<Box<str>, u8>, BTreeMap<Cow<'static, str>, u8>, BTreeMap<char, u8>, BTreeMap<String, BTreeMap<String, u8>>,
    Box<u8>, Box<Option<u8>>, Option<Box<Option<String>>>, Option<()>, Vec<()>, Option<char>, BTreeMap<String, ()>,
);
