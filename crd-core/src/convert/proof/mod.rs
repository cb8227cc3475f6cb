//! Proves on random objects that conversion loses nothing.
//!
//! ```text
//! random object at v1 ──> v2, pruned by the server ──> v1 again: the same object
//!                              └─ another object in its place ──> v1 ──> v2: that other object
//!                              └─ fields removed by an applier, merged by the server at v1 ──> v2: they stay removed
//! ```

mod generate;
mod laws;
mod merge;
mod random;
mod sample;
mod shrink;

use std::fmt;

use super::chain::Chain;
use super::reviewer::BuildError;
use crate::rust::generate::CustomResource;
use crate::rust::shape::Resource;
use laws::Laws;
use random::Random;

/// How many objects are tried, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofOptions {
    /// How many objects for each ordered pair of versions.
    pub objects: usize,
    /// Where the random objects start; the same number gives the same objects.
    pub seed: u64,
}

impl Default for ProofOptions {
    /// 2,000 objects for each pair; 100,000 in an optimized build.
    fn default() -> Self {
        ProofOptions {
            objects: if cfg!(debug_assertions) { 2_000 } else { 100_000 },
            seed: 0,
        }
    }
}

/// What was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proved {
    /// The ordered pairs of versions.
    pub pairs: usize,
    /// The objects of all pairs.
    pub objects: usize,
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// The versions do not fit.
    Build(BuildError),
    /// A conversion that loses or changes something, on the smallest object that was found.
    Counterexample(String),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Build(error) => error.fmt(f),
            ProofError::Counterexample(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ProofError {}

/// Tries random objects of every version on every other version, from the oldest version to the newest.
///
/// [`assert_round_trip!`](crate::assert_round_trip) does it in a test.
///
/// # Errors
/// A counterexample, if there is one.
pub fn round_trip<T: CustomResource>(options: ProofOptions) -> Result<Proved, ProofError> {
    round_trip_of(&T::RESOURCE, options)
}

/// [`round_trip`] by the constant of the oldest version.
///
/// # Errors
/// A counterexample, if there is one.
pub fn round_trip_of(oldest: &'static Resource, options: ProofOptions) -> Result<Proved, ProofError> {
    let chain = Chain::new(oldest).map_err(|problems| ProofError::Build(BuildError::new(problems)))?;
    let count = chain.len();
    let mut proved = Proved { pairs: 0, objects: 0 };
    for from in 0..count {
        for to in (0..count).filter(|to| *to != from) {
            let laws = Laws::new(&chain, from, to);
            let seed = options.seed ^ ((from as u64) << 32) ^ ((to as u64) << 40);
            for number in 0..options.objects {
                let start = seed.wrapping_add((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
                let mut random = Random::new(start);
                let law = Laws::choose(&mut random);
                let samples = laws.samples(law, &mut random);
                if laws.broken(law, &samples).is_some() {
                    let samples = shrink::shrink(samples, |samples| laws.broken(law, samples).is_some());
                    let broken = laws.broken(law, &samples).unwrap_or_default();
                    return Err(ProofError::Counterexample(laws.explain(law, &broken)));
                }
            }
            proved.pairs += 1;
            proved.objects += options.objects;
        }
    }
    Ok(proved)
}

/// Fails a test if conversion between the versions of a resource loses or changes anything.
///
/// The arguments are the oldest version, those after it for the reader, and optionally, after a semicolon, `objects = …`, how many random
/// objects are tried for each ordered pair of versions: 2,000 unless given, 100,000 in an optimized build.
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
/// # }
/// ```
///
/// # Panics
/// With the smallest object that was found, its conversions as YAML, and what differs.
#[macro_export]
macro_rules! assert_round_trip {
    ($oldest:ty $(, $newer:ty)* $(,)?) => {
        $crate::convert::__assert_round_trip(
            &<$oldest as $crate::CustomResource>::RESOURCE,
            &[$(&<$newer as $crate::CustomResource>::RESOURCE),*],
            $crate::convert::ProofOptions::default(),
        )
    };
    ($oldest:ty $(, $newer:ty)*; objects = $objects:expr $(,)?) => {{
        let mut options = $crate::convert::ProofOptions::default();
        options.objects = $objects;
        $crate::convert::__assert_round_trip(
            &<$oldest as $crate::CustomResource>::RESOURCE,
            &[$(&<$newer as $crate::CustomResource>::RESOURCE),*],
            options,
        )
    }};
}

/// [`assert_round_trip!`](crate::assert_round_trip).
///
/// # Panics
/// If there is a counterexample, or if the versions after the oldest are not those that are named.
#[doc(hidden)]
#[track_caller]
#[expect(clippy::panic, reason = "it is an assertion")]
pub fn __assert_round_trip(oldest: &'static Resource, newer: &[&Resource], options: ProofOptions) {
    let mut chain = vec![oldest.version];
    let mut next = oldest.next;
    while let Some(resource) = next {
        chain.push(resource.version);
        next = resource.next;
    }
    let mut named = vec![oldest.version];
    named.extend(newer.iter().map(|resource| resource.version));
    assert!(
        newer.is_empty() || named == chain,
        "the versions from `{}` on are {}, but the assertion names {}; they follow from `#[crd(next = …)]`",
        oldest.rust_path,
        chain.join(", "),
        named.join(", ")
    );
    if let Err(error) = round_trip_of(oldest, options) {
        panic!("{error}");
    }
}
