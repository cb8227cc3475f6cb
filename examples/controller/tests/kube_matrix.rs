//! Tests of kube's derive with the shapes in the guide's matrix: the word in the second column is determined here,
//! with the real derive and the validation of the API server. `Quantity` and `IntOrString` are omitted, since k8s-openapi's
//! schemas take long to build.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic;

use crd_core::{KubeVersion, validate, yaml};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::{CustomResource, CustomResourceExt, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const GUIDE: &str = include_str!("../../../crd-core/src/guide/from_kube_derive.md");

/// Declares a custom resource for each shape: its types, and the attributes and the fields of its spec.
macro_rules! shapes {
    ($($shape:literal: { $($types:tt)* } $(#[$attribute:meta])* [$($fields:tt)*];)*) => {
        fn shapes() -> Vec<(&'static str, fn() -> CustomResourceDefinition)> {
            vec![$(($shape, || {
                $($types)*
                #[derive(CustomResource, KubeSchema, Serialize, Deserialize, Clone, Debug)]
                #[kube(group = "matrix.example.com", version = "v1", kind = "Row")]
                $(#[$attribute])*
                struct RowSpec { $($fields)* }
                Row::crd()
            })),*]
        }
    };
}

/// Adds the derives to a type below a spec.
macro_rules! part {
    ($($item:tt)*) => {
        #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $($item)*
    };
}

shapes! {
    "unit enum": { part! { enum Mode { On, Off } } } [value: Mode];
    "unit enum, some variants with docs": {
        part! { enum Mode { /** At work. */ On, Off } }
    } [value: Mode];
    "externally tagged: struct and newtype variants": {
        part! { enum Store { Disk { size: u8 }, Bucket { size: String }, Name(String) } }
    } [value: Store];
    "externally tagged: unit variants beside data": {
        part! { enum Mode { Off, On { level: u8 } } }
    } [value: Mode];
    "externally tagged: tuple variant of one type": {
        part! { enum Range { Of(u8, u8), From(u8) } }
    } [value: Range];
    "tuple variant of several types": { part! { enum Pair { Of(u8, String) } } } [value: Pair];
    "internally tagged: struct variants": {
        part! { #[serde(tag = "type")] enum Job { Daily { hour: u8 }, Weekly { hour: u8, day: String }, Never } }
    } [value: Job];
    "internally tagged: only unit variants": {
        part! { #[serde(tag = "type")] enum Mode { On, Off } }
    } [value: Mode];
    "internally tagged: newtype variants of structs": {
        part! { struct Disk { path: String } }
        part! { struct Bucket { url: String } }
        part! { #[serde(tag = "type")] enum Store { Disk(Disk), Bucket(Bucket) } }
    } [value: Store];
    "internally tagged: flattened into a struct": {
        part! { #[serde(tag = "type")] enum Job { Daily { hour: u8 }, Never } }
    } [name: String, #[serde(flatten)] job: Job];
    "internally tagged: one variant": {
        part! { #[serde(tag = "type")] enum Job { Daily { hour: u8 } } }
    } [value: Job];
    "adjacently tagged": {
        part! { #[serde(tag = "t", content = "c")] enum Job { Daily { hour: u8 }, Weekly { day: String }, Never } }
    } [value: Job];
    "adjacently tagged: contents of different types": {
        part! { #[serde(tag = "t", content = "c")] enum Job { Daily(u8), Weekly(String) } }
    } [value: Job];
    "untagged: structs without a common field": {
        part! { #[serde(untagged)] enum Source { Url { url: String }, Path { path: String } } }
    } [value: Source];
    "untagged: a common field of one type, docs differ": {
        part! {
            #[serde(untagged)]
            enum Source {
                Url { /** Of the page. */ name: String, url: String },
                Path { /** Of the file. */ name: String, path: String },
            }
        }
    } [value: Source];
    "untagged: a common field of different types": {
        part! { #[serde(untagged)] enum Source { A { size: u8 }, B { size: String } } }
    } [value: Source];
    "untagged: `i32 | String`": {
        part! { #[serde(untagged)] enum Port { Number(i32), Name(String) } }
    } [value: Port];
    "untagged: other scalars": {
        part! { #[serde(untagged)] enum Setting { Flag(bool), Text(String) } }
    } [value: Setting];
    "untagged: unit enums": {
        part! { enum Fruit { Apple } }
        part! { enum Herb { Basil } }
        part! { #[serde(untagged)] enum Plant { Fruit(Fruit), Herb(Herb) } }
    } [value: Plant];
    "untagged: scalar or struct": {
        part! { #[serde(untagged)] enum Target { Name(String), Full { x: u8 } } }
    } [value: Target];
    "`Option` of an enum with data": { part! { enum Data { A { x: u8 }, B(u8) } } } [value: Option<Data>];
    "map with values of an enum with data": {
        part! { enum Data { A { x: u8 }, B(u8) } }
    } [value: BTreeMap<String, Data>];
    "flatten an enum": {
        part! { enum Data { A { x: u8 }, B(u8) } }
    } [name: String, #[serde(flatten)] data: Data];
    "flatten `Option` of an enum": {
        part! { enum Data { A { x: u8 }, B(u8) } }
    } [name: String, #[serde(flatten)] data: Option<Data>];
    "flatten two enums": {
        part! { enum Data { A { x: u8 }, B(u8) } }
        part! { enum Other { C(u8), D(String) } }
    } [#[serde(flatten)] data: Data, #[serde(flatten)] other: Other];
    "`Option` of a unit enum": { part! { enum Mode { On, Off } } } [value: Option<Mode>];
    "`Option` that is never written as null": {} [
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u8>
    ];
    "recursion through `Vec`, `Option` or `Box`": {
        part! { struct Node { size: u8, children: Vec<Node> } }
    } [value: Node];
    "`serde_json::Value`, `Option` and `Vec` of it": {} [value: Value];
    "map of lists of `Value`": {} [value: BTreeMap<String, Vec<Value>>];
    "map of `Value`": {} [value: HashMap<String, Value>];
    "flatten a map of `Value`, or a `Value`": {} [name: String, #[serde(flatten)] rest: HashMap<String, Value>];
    "flatten a map of anything but `Value`": {} [
        name: String,
        #[serde(flatten)]
        rest: HashMap<String, String>
    ];
    "`u8` to `u32`": {} [value: u8, more: u32];
    "`u64` up to `i64::MAX`": {} [value: u64];
    "`i128`, `u128`": {} [value: i128, more: u128];
    "pair or tuple struct of one type, array": {} [value: (u8, u8)];
    "tuple or tuple struct of several types": {} [value: (u8, String)];
    "`()`, unit struct": { part! { struct Nothing; } } [value: Nothing];
    "map with keys that are numbers": {} [value: BTreeMap<u32, String>];
    "set of scalars": {} [value: BTreeSet<String>];
    "`deny_unknown_fields`": {} #[serde(deny_unknown_fields)] [value: u8];
    "exclusive bounds": {} [#[schemars(extend("exclusiveMinimum" = 0))] value: f64];
    "a default outside the bounds": {
        fn nine() -> u8 { 9 }
    } [#[serde(default = "nine")] #[schemars(range(max = 5))] value: u8];
    "minimum above maximum": {} [#[schemars(range(min = 5, max = 1))] value: u8];
    "pattern with look-around or an open group": {} [#[schemars(regex(pattern = "^a(?!b)"))] value: String];
    "rule: syntax": {} [#[x_kube(validation = "self >")] value: u8];
    "rule: wrong types": {} [#[x_kube(validation = "self == 'a'")] value: u8];
    "rule: unknown field": {} #[x_kube(validation = "self.other > 1")] [value: u8];
    "rule: not a boolean": {} [#[x_kube(validation = "self + 1")] value: u8];
    "rule: too expensive": {} [
        #[x_kube(validation = "self.all(a, self.exists_one(b, a == b))")]
        value: Vec<String>
    ];
    "rule: bad pattern": {} [#[x_kube(validation = "self.matches('[')")] value: String];
    "rule: message of two lines": {} [#[x_kube(validation = ("self > 1", "a\nb"))] value: u8];
    "rule: empty": {} [#[x_kube(validation = "")] value: u8];
    "rule: `self.metadata.namespace`": {} #[kube(validation = "self.metadata.namespace != ''")] [value: u8];
    "rule on a flattened field": {
        part! { struct Inner { first: u8, second: u8 } }
    } [#[serde(flatten)] #[x_kube(validation = "self == self")] inner: Inner];
    "list-map key that is unknown or optional": {
        part! { struct Port { name: String } }
    } [#[x_kube(merge_strategy = kube::core::ListMerge::Map(vec!["number".into()]))] value: Vec<Port>];
    "set of structs": {
        part! { struct Port { name: String } }
    } [#[x_kube(merge_strategy = kube::core::ListMerge::Set)] value: Vec<Port>];
    "list type on a map": {} [
        #[x_kube(merge_strategy = kube::core::ListMerge::Set)]
        value: BTreeMap<String, String>
    ];
    "struct that is owned as a whole (`StructMerge::Atomic`)": {
        part! { struct Range { low: u8, high: u8 } }
    } [#[x_kube(merge_strategy = kube::core::StructMerge::Atomic)] value: Range];
    "`scale` without `status`": {}
        #[kube(scale(spec_replicas_path = ".spec.value", status_replicas_path = ".status.value"))]
        [value: u8];
    "printer column with a path into nothing": {}
        #[kube(printcolumn(name = "A", type_ = "string", json_path = ".spec.other"))]
        [value: u8];
    "printer column of type `int`": {}
        #[kube(printcolumn(name = "A", type_ = "int", json_path = ".spec.value"))]
        [value: u8];
    "selectable field without a leading dot": {} #[kube(selectable = "spec.value")] [value: String];
    "bad group, version, kind or short name": {} #[kube(shortname = "a_b")] [value: u8];
}

/// Returns the first word of kube's column.
fn told(shape: &str) -> String {
    let shape = shape.replace('|', "\\|");
    let row = GUIDE
        .lines()
        .find_map(|line| line.strip_prefix(&format!("| {shape} | ")))
        .unwrap_or_else(|| panic!("no row `{shape}`"));
    row.split([' ', ',', ':', ';']).next().unwrap().to_owned()
}

fn measured(crd: fn() -> CustomResourceDefinition) -> (&'static str, String) {
    match panic::catch_unwind(crd) {
        Err(_) => ("panics", String::new()),
        Ok(crd) => {
            let text = serde_json::to_string(&crd).unwrap();
            let read = yaml::read(text.as_bytes(), yaml::Options::default());
            let crd = crd_core::decode::decode(&read.documents[0].root).crd.unwrap();
            let verdict = validate::create(&crd, KubeVersion::DEFAULT);
            let word = if verdict.accepted() {
                "accepted"
            } else {
                "rejected"
            };
            (word, format!("{:?}\n{text}", verdict.errors))
        }
    }
}

#[test]
fn kube_does_what_the_guide_says() {
    let shapes = shapes();
    panic::set_hook(Box::new(|_| {}));
    let found: Vec<(&str, (&str, String))> = shapes
        .into_iter()
        .map(|(shape, crd)| (shape, measured(crd)))
        .collect();
    let _ = panic::take_hook();
    println!("{} shapes", found.len());
    let differ: Vec<String> = found
        .into_iter()
        .filter(|(shape, (word, _))| told(shape) != *word)
        .map(|(shape, (word, why))| format!("`{shape}`: the guide says {}, it is {word}: {why}", told(shape)))
        .collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
