//! Tests on random objects that conversion loses no data.
//!
//! ```text
//! random object at v1 ──> v2, pruned by the server ──> v1 again: the same object
//!                              └─ replaced by another object ──> v1 ──> v2: that other object
//!                              └─ fields removed by an applier, merged by the server at v1 ──> v2: they stay removed
//! ```
//!
//! It is for tests, and the only part of this crate that starts threads.

mod functions;
mod generated;
mod laws;
mod merge;
mod metadata;
mod parts;
mod removals;
mod room;
mod sample;
mod shrink;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::chain::Chain;
use super::json::Written;
use super::reviewer::BuildError;
use crate::rust::generate::CustomResource;
use crate::rust::shape::Resource;
use laws::{Laws, Trial};
use room::Room;

/// Options for round-trip tests.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RoundTripOptions {
    /// Number of objects for each ordered pair of versions. Pairs with the same first version share them.
    pub objects: usize,
    /// The seed of the random objects; the same seed gives the same objects.
    pub seed: u64,
    /// Generators of values of fields, for functions that only accept values of a certain form.
    pub values: &'static [FieldValues],
}

/// A generator of values of a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldValues {
    /// The name of the version, such as `v1`.
    pub version: &'static str,
    /// The path of the field in its object, such as `spec.address`.
    pub path: &'static str,
    /// Generates the value with a number. It is called with numbers from 0 on.
    pub make: fn(u64) -> serde_json::Value,
}

impl Default for RoundTripOptions {
    /// 2,000 objects for each pair; 100,000 in an optimized build.
    fn default() -> Self {
        RoundTripOptions {
            objects: if cfg!(debug_assertions) { 2_000 } else { 100_000 },
            seed: 0,
            values: &[],
        }
    }
}

/// The number of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoundTripReport {
    /// Number of ordered pairs of versions.
    pub pairs: usize,
    /// Number of tests of an object with another version: the objects of all pairs.
    pub objects: usize,
}

/// The reason why round-trip tests fail.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoundTripError {
    /// The versions are incompatible.
    Build(BuildError),
    /// A conversion that loses or changes data, with the smallest object that was found.
    Counterexample(String),
}

impl fmt::Display for RoundTripError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoundTripError::Build(error) => error.fmt(f),
            RoundTripError::Counterexample(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for RoundTripError {}

/// Tests random objects of every version with every other version, from the oldest version to the newest.
///
/// [`assert_round_trip!`](crate::assert_round_trip) does so in a test. All cores of the machine are used; the result does not depend
/// on their number.
///
/// # Errors
/// A counterexample, if there is one.
pub fn round_trip<T: CustomResource>(options: RoundTripOptions) -> Result<RoundTripReport, RoundTripError> {
    round_trip_of(&T::RESOURCE, options)
}

/// Like [`round_trip`], for the constant of the oldest version.
///
/// # Errors
/// A counterexample, if there is one.
pub fn round_trip_of(
    oldest: &'static Resource,
    options: RoundTripOptions,
) -> Result<RoundTripReport, RoundTripError> {
    let chain = Chain::new(oldest).map_err(|problems| RoundTripError::Build(BuildError::new(problems)))?;
    let schemas = generated::schemas(&chain, options.values).map_err(RoundTripError::Counterexample)?;
    if let Some(what) = functions::wrong_function(&chain, &schemas, options.objects, options.seed) {
        return Err(RoundTripError::Counterexample(what));
    }
    let proof = Proof {
        laws: Laws::new(&chain, schemas),
        versions: chain.len(),
        options,
    };
    if let Some(index) = proof.first_broken() {
        return Err(RoundTripError::Counterexample(proof.counterexample(index)));
    }
    let pairs = chain.len() * (chain.len() - 1);
    Ok(RoundTripReport {
        pairs,
        objects: pairs * options.objects,
    })
}

/// The number of objects that a thread tests at a time.
const PORTION: usize = 256;

/// The trials of a chain: objects of each version, each tested with all other versions.
struct Proof<'c> {
    laws: Laws<'c>,
    versions: usize,
    options: RoundTripOptions,
}

impl Proof<'_> {
    /// Creates the trial with a number.
    fn trial(&self, index: usize, room: &mut Room) -> Trial {
        let objects = self.options.objects.max(1);
        let (at, number) = (index / objects, (index % objects) as u64);
        let seed = self.options.seed ^ ((at as u64) << 32);
        self.laws.trial(
            at,
            seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            room,
        )
    }

    /// Returns the smallest counterexample that is found from a trial, in words.
    fn counterexample(&self, index: usize) -> String {
        let tried = catch_unwind(AssertUnwindSafe(|| self.broken(index)));
        tried.unwrap_or_else(|panic| {
            let what = functions::words_of(&*panic).to_owned();
            let object = self.trial(index, &mut Room::default());
            let objects = object.into_objects();
            let text = objects.first().map(Written::text).unwrap_or_default();
            format!("a function of the mapping panicked ({what}) while this object or a part of it was converted: {text}")
        })
    }

    fn broken(&self, index: usize) -> String {
        let mut room = Room::default();
        let trial = self.trial(index, &mut room);
        let Some(other) = self.laws.broken_with(&trial, &mut room) else {
            return String::new();
        };
        let case = shrink::shrink(trial.with(other), |case| {
            self.laws.broken(case, &mut room).is_some()
        });
        let broken = self.laws.broken(&case, &mut room).unwrap_or_default();
        self.laws.explain(&case, &broken)
    }

    /// Returns the number of the first trial that violates a property, independently of the number of threads.
    fn first_broken(&self) -> Option<usize> {
        let total = self.versions * self.options.objects;
        let next = AtomicUsize::new(0);
        let first = AtomicUsize::new(usize::MAX);
        let work = || {
            let mut room = Room::default();
            loop {
                let start = next.fetch_add(PORTION, Ordering::Relaxed);
                if start >= total || start > first.load(Ordering::Relaxed) {
                    return;
                }
                let mut portion = start..total.min(start + PORTION);
                let broken = portion.find(|index| {
                    let mut is_broken = || {
                        let trial = self.trial(*index, &mut room);
                        let is_broken = self.laws.broken_with(&trial, &mut room).is_some();
                        room.give(trial.into_objects());
                        is_broken
                    };
                    // A panic of a function violates each property.
                    catch_unwind(AssertUnwindSafe(&mut is_broken)).unwrap_or(true)
                });
                if let Some(index) = broken {
                    first.fetch_min(index, Ordering::Relaxed);
                    return;
                }
            }
        };
        let threads = thread::available_parallelism()
            .map_or(1, usize::from)
            .min(total / PORTION);
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                // If a thread cannot be started, the others process its portions.
                .filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            work();
            for other in others {
                if let Err(panic) = other.join() {
                    resume_unwind(panic);
                }
            }
        });
        Some(first.into_inner()).filter(|first| *first < total)
    }
}

/// Fails a test if conversion between the versions of a resource loses or changes data.
///
/// The arguments are the oldest version, the later ones for documentation (also as a list, as in `assert_crd!`), and optionally,
/// after a semicolon:
///
/// * `objects = …`: the number of random objects for each ordered pair of versions; 2,000 unless given, 100,000 in an optimized
///   build.
/// * `values = &[FieldValues { version: "v1", path: "spec.address", make: address }]`: generators of values for fields whose
///   functions only accept values of a certain form.
///
/// The functions of the mapping are also tested separately. If `down(up(x))` is not `x`, the value of the object is restored from an
/// annotation; this is an error in one of them, unless the mapping has `lossy`.
///
/// ```
/// # mod v1 {
/// #     use crd_core::{CustomResource, Schema};
/// #     use serde::{Deserialize, Serialize};
/// #     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #     #[crd(group = "cache.example.com", version = "v1", kind = "Cache", storage = false)]
/// #     #[crd(next = super::v2::CacheSpec)]
/// #     pub struct CacheSpec { #[crd(next(rename = "size"))] pub megabytes: u32 }
/// # }
/// # mod v2 {
/// #     use crd_core::{CustomResource, Schema};
/// #     use serde::{Deserialize, Serialize};
/// #     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #     #[crd(group = "cache.example.com", version = "v2", kind = "Cache")]
/// #     pub struct CacheSpec { pub size: u32 }
/// # }
/// # fn main() {
/// // In a function with `#[test]`:
/// crd_core::assert_round_trip!(v1::Cache, v2::Cache);
/// crd_core::assert_round_trip!(v1::Cache, v2::Cache; objects = 500);
/// crd_core::assert_round_trip!([v1::Cache, v2::Cache]; objects = 500);
/// # }
/// ```
///
/// # Panics
/// With the smallest object that was found, its conversions as YAML, and the difference.
#[macro_export]
macro_rules! assert_round_trip {
    (@usage) => {
        ::core::compile_error!(
            "write `assert_round_trip!(v1::Database, v2::Database)`, the oldest version first; options come after a semicolon: `assert_round_trip!(v1::Database, v2::Database; objects = 500)`"
        )
    };
    // The form of `assert_crd!`.
    ([$oldest:ty $(, $newer:ty)* $(,)?] $(; $($options:tt)*)?) => {
        $crate::assert_round_trip!($oldest $(, $newer)* $(; $($options)*)?)
    };
    ([$($versions:tt)*] $($other:tt)*) => {
        $crate::assert_round_trip!(@usage)
    };
    ($oldest:ty $(, $newer:ty)* $(,)?) => {
        $crate::convert::__assert_round_trip(
            &<$oldest as $crate::CustomResource>::RESOURCE,
            &[$(&<$newer as $crate::CustomResource>::RESOURCE),*],
            $crate::convert::RoundTripOptions::default(),
        )
    };
    ($oldest:ty $(, $newer:ty)*; $($option:ident = $value:expr),+ $(,)?) => {{
        let mut options = $crate::convert::RoundTripOptions::default();
        $(options.$option = $value;)+
        $crate::convert::__assert_round_trip(
            &<$oldest as $crate::CustomResource>::RESOURCE,
            &[$(&<$newer as $crate::CustomResource>::RESOURCE),*],
            options,
        )
    }};
    ($oldest:ty $(, $newer:ty)*; $option:ident : $($other:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "options are written with `=`: `", ::core::stringify!($option), " = …`"
        ))
    };
    ($($other:tt)*) => {
        $crate::assert_round_trip!(@usage)
    };
}

/// Returns a version and those after it, as declared by `#[crd(next = …)]`.
fn versions_since(oldest: &Resource) -> Vec<&'static str> {
    let mut chain = vec![oldest.version];
    let mut next = oldest.next;
    while let Some(resource) = next {
        chain.push(resource.version);
        next = resource.next;
    }
    chain
}

/// Implements [`assert_round_trip!`](crate::assert_round_trip).
///
/// # Panics
/// If there is a counterexample, or if the versions after the oldest are not the given ones.
#[doc(hidden)]
#[track_caller]
#[expect(clippy::panic, reason = "it is an assertion")]
pub fn __assert_round_trip(oldest: &'static Resource, newer: &[&Resource], options: RoundTripOptions) {
    let is_other = |other: &&&Resource| (other.group, other.kind) != (oldest.group, oldest.kind);
    if let Some(other) = newer.iter().find(is_other) {
        panic!(
            "`{}` is no version of the resource of `{}`: it is `{}` of `{}`, not `{}` of `{}`",
            other.rust_path, oldest.rust_path, other.kind, other.group, oldest.kind, oldest.group,
        );
    }
    assert!(
        oldest.next.is_some() || !newer.is_empty(),
        "no `#[crd(next = …)]` leads from `{}` to another version, so there is nothing to convert; name the oldest version of \
         `{}` in `assert_round_trip!`, or remove the assertion",
        oldest.rust_path,
        oldest.kind,
    );
    let chain = versions_since(oldest);
    let mut named = vec![oldest.version];
    named.extend(newer.iter().map(|resource| resource.version));
    if !newer.is_empty() && named != chain {
        let follows = |other: &&&Resource| versions_since(other).contains(&oldest.version);
        if let Some(older) = newer.iter().find(follows) {
            panic!(
                "`{}` is older than `{}`, as declared by `#[crd(next = …)]`; the oldest version comes first in \
                 `assert_round_trip!`",
                older.rust_path, oldest.rust_path,
            );
        }
        panic!(
            "the versions since `{}` are {}, as declared by `#[crd(next = …)]`, but the assertion lists {}",
            oldest.rust_path,
            chain.join(", "),
            named.join(", ")
        );
    }
    if let Err(error) = round_trip_of(oldest, options) {
        panic!("{error}");
    }
}
