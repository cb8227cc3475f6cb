//! The source text of a random module.

use std::fmt::Write;

use super::types::RandomType;
use crate::rng::Rng;

/// A random module of Rust source.
#[derive(Clone, Debug)]
pub struct Module {
    /// The seed of the module: the same number gives the same source.
    pub number: u64,
    /// The number of structs and enums that it declares.
    pub types: usize,
    /// The source text.
    pub source: String,
}

impl Module {
    /// Returns the name of the Rust module, such as `t7`.
    pub fn name(&self) -> String {
        format!("t{}", self.number)
    }
}

/// Writes one module, item by item.
pub(super) struct ModuleWriter {
    pub(super) rng: Rng,
    pub(super) items: Vec<String>,
    pub(super) types: usize,
    /// Whether to insert mistakes that the derive must reject.
    pub(super) with_mistakes: bool,
    /// Whether a restriction was added that the random values do not respect, so that only the CRD can be checked.
    pub(super) restricted_by_hand: bool,
    /// Types that are declared so far and may be used again.
    pub(super) declared: Vec<RandomType>,
}

const PRELUDE: &str = r#"#![allow(dead_code, unused_imports, non_camel_case_types, unused_macros)]
use std::borrow::Cow;
use std::collections::*;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::*;

use crd_core::types::*;
use crd_core::{CustomResource, Schema, Union};
use crd_gen_tests::arbitrary;
use crd_gen_tests::serde_schema_parity::{Subject, arbitrary};
use serde::{Deserialize, Serialize};
use serde_json::Value;

type Hasher = BuildHasherDefault<DefaultHasher>;

mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

fn yes() -> bool { true }
fn seven() -> i64 { 7 }
fn word() -> String { "word".to_owned() }
"#;

/// Generates the module with a number.
pub fn module(number: u64) -> Module {
    let mut rng = Rng::new(number);
    let with_mistakes = rng.one_in(4);
    let mut source = ModuleWriter {
        rng,
        items: Vec::new(),
        types: 0,
        with_mistakes,
        restricted_by_hand: false,
        declared: Vec::new(),
    };
    let root = match source.rng.below(8) {
        0..=2 => source.structure(3),
        3..=5 => source.enumeration(3),
        6 => source.resource(),
        _ => source.ty(3),
    };
    let mut text = PRELUDE.to_owned();
    for item in &source.items {
        let _ = writeln!(text, "\n{item}");
    }
    let _ = writeln!(
        text,
        "\ntype Root = {};\npub fn subject(name: &str) -> Result<Subject, String> {{ Subject::new::<Root>(name) }}\nconst _: crd_core::Shape = <Root as Schema>::SHAPE;",
        root.text
    );
    if !text.contains("pub fn resource()") {
        text.push_str("pub fn resource() -> Option<Value> { None }\n");
    }
    let _ = writeln!(
        text,
        "pub const RESTRICTED_BY_HAND: bool = {};",
        source.restricted_by_hand
    );
    Module {
        number,
        types: source.types,
        source: text,
    }
}

impl ModuleWriter {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.rng.one_in(n)
    }

    /// Returns true in one of `n` cases if mistakes are inserted, else false.
    pub(super) fn makes_mistake(&mut self, n: usize) -> bool {
        self.with_mistakes && self.rng.one_in(n)
    }

    pub(super) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        self.rng.pick(list).copied().unwrap_or_default()
    }

    /// Returns a name for the next type.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.types += 1;
        format!("{prefix}{}", self.types)
    }
}
