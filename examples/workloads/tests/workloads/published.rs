//! Compares the shapes of k8s-openapi's types with two sources that their generator does not use: the merge schemas of server-side
//! apply with the Go types (`tests/fixtures/k8s-types.jsonl`, recorded by the oracle), and the members that k8s-openapi reads.

use std::collections::{BTreeMap, BTreeSet};

use super::support::types::published;
use crd_core::CustomResource;
use crd_core::generate::{self, Profile};
use crd_core::shape::{Attrs, Field, Kind, ListType, MapType, Resource};
use crd_core::{KubeVersion, Schema, Shape, validate};
use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde_json::Value;
use workloads_example::Worker;

/// Returns every type by its name in Kubernetes.
fn all() -> BTreeMap<&'static str, Type> {
    let mut all = BTreeMap::new();
    macro_rules! each {
        ($($name:literal: $type:ty;)*) => { $(
            let empty = serde_json::from_str::<$type>("{}").ok();
            let written = empty.map(|value| serde_json::to_value(value).unwrap());
            all.insert($name, Type { shape: <$type as Schema>::SHAPE, read: asked::<$type>(), written });
        )* };
    }
    published!(each);
    all
}

/// Facts about a type.
struct Type {
    shape: Shape,
    /// The members that k8s-openapi reads, for a struct.
    read: Option<BTreeSet<&'static str>>,
    /// The value that k8s-openapi writes for `{}`.
    written: Option<Value>,
}

/// Returns the members that `Deserialize` requests.
fn asked<T: Deserialize<'static>>() -> Option<BTreeSet<&'static str>> {
    let mut fields = None;
    T::deserialize(Asked(&mut fields)).err()?;
    fields
}

/// A deserializer that records the members of the requested struct, and fails.
struct Asked<'a>(&'a mut Option<BTreeSet<&'static str>>);

impl<'de> Deserializer<'de> for Asked<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("no struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = Some(fields.iter().copied().collect());
        Err(Error::custom("a struct"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

fn fields(shape: &Shape) -> &'static [Field] {
    match shape.kind {
        Kind::Object(fields) => fields,
        _ => &[],
    }
}

#[test]
fn every_member_that_is_read_is_in_the_schema() {
    let mut compared = 0;
    for (name, Type { shape, read, .. }) in all() {
        let Some(read) = read else { continue };
        let known: BTreeSet<&str> = fields(&shape).iter().map(|field| field.name).collect();
        assert_eq!(known, read, "{name}");
        compared += 1;
    }
    println!("{compared} types");
    assert!(compared > 350, "{compared}");
}

#[test]
fn what_is_required_is_always_written() {
    let mut compared = 0;
    for (name, Type { shape, written, .. }) in all() {
        let Some(Value::Object(written)) = written else {
            continue;
        };
        for field in fields(&shape).iter().filter(|field| field.is_required()) {
            assert!(written.contains_key(field.name), "{name}.{}", field.name);
        }
        compared += 1;
    }
    println!("{compared} types");
    assert!(compared > 300, "{compared}");
}

#[test]
fn every_type_can_be_a_spec() {
    let mut judged = 0;
    for (name, Type { shape, .. }) in all() {
        let resource = Resource {
            spec: Box::leak(Box::new(shape)),
            status: None,
            status_default: None,
            scale: None,
            next: None,
            conversion: None,
            rust_path: name,
            ..Worker::RESOURCE
        };
        let crd = generate::crd(&resource, Profile::ApiServer).unwrap();
        let verdict = validate::create(&crd, KubeVersion::DEFAULT);
        assert!(verdict.accepted(), "{name}: {:?}", verdict.errors);
        judged += 1;
    }
    println!("{judged} CRDs");
    assert!(judged > 350, "{judged}");
}

/// Formats a shape like the recording.
fn describe(shape: &Shape, attrs: &Attrs) -> String {
    let relation = match (attrs.list_type, attrs.map_type) {
        (Some(ListType::Atomic), _) | (_, Some(MapType::Atomic)) => " atomic".to_owned(),
        (Some(ListType::Set), _) => " set".to_owned(),
        (Some(ListType::Map(keys)), _) => format!(" map {}", keys.join(",")),
        (None, Some(MapType::Granular)) => " separable".to_owned(),
        (None, None) => String::new(),
    };
    let of = match shape.kind {
        Kind::Array(items) => format!("[{}]", describe(items, &Attrs::NONE)),
        Kind::Map(values) => format!("{{{}}}", describe(values, &Attrs::NONE)),
        Kind::Boolean => "bool".to_owned(),
        Kind::Integer { .. } if shape.name == "i32" => "int32".to_owned(),
        Kind::Integer { .. } => "int64".to_owned(),
        Kind::String { .. } if shape.name == "ByteString" => "bytes".to_owned(),
        Kind::String { format: "" } => "string".to_owned(),
        _ => shape.name.to_owned(),
    };
    of + &relation
}

/// Lists whose keys may be absent: the server rejects CRDs with them (OAS-41), so they are atomic here.
const KEYS_MAY_BE_ABSENT: &[(&str, &str)] = &[("io.k8s.api.core.v1.ServiceAccount", "secrets")];

/// Members that are published as required although the Go type omits them if they are empty.
const REQUIRED_ALL_THE_SAME: &[&str] = &[
    "io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler.spec",
    "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler.spec",
    "io.k8s.api.batch.v1.CronJob.spec",
    "io.k8s.api.core.v1.ContainerRestartRule.action",
    "io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes.operator",
    "io.k8s.api.core.v1.ImageVolumeStatus.imageRef",
    "io.k8s.api.core.v1.PodCertificateProjection.keyType",
    "io.k8s.api.core.v1.PodCertificateProjection.signerName",
    "io.k8s.api.networking.v1.IPAddress.spec",
    "io.k8s.api.networking.v1.IPAddressSpec.parentRef",
    "io.k8s.api.networking.v1.ParentReference.name",
    "io.k8s.api.networking.v1.ParentReference.resource",
];

#[test]
fn types_lists_and_maps_are_those_of_the_server() {
    let recorded = include_str!("../../../../tests/fixtures/k8s-types.jsonl");
    let mut recorded: BTreeMap<String, Value> = recorded
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .map(|line: Value| (line["type"].as_str().unwrap().to_owned(), line))
        .collect();
    let (mut types, mut members, mut unrecorded, mut left_out) = (0, 0, Vec::new(), BTreeSet::new());
    for (name, Type { shape, .. }) in all() {
        let Some(line) = recorded.remove(name) else {
            unrecorded.push(name);
            continue;
        };
        types += 1;
        let atomic = shape.attrs.map_type == Some(MapType::Atomic);
        assert_eq!(atomic, line["map"] == "atomic", "{name}");
        let theirs: BTreeMap<&str, (String, bool)> = line["fields"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(field, of)| {
                let always = field.ends_with('!');
                // The recording has type names with their packages.
                let of = of.as_str().unwrap().to_owned();
                let start = of.find(|c: char| c.is_ascii_alphabetic()).unwrap();
                let end = start + of[start..].find([']', '}', ' ']).unwrap_or(of.len() - start);
                let short = of[start..end].rsplit('.').next().unwrap();
                (
                    field.trim_end_matches('!'),
                    (format!("{}{short}{}", &of[..start], &of[end..]), always),
                )
            })
            .collect();
        let ours: BTreeMap<&str, &Field> = fields(&shape).iter().map(|field| (field.name, field)).collect();
        assert_eq!(
            ours.keys().collect::<Vec<_>>(),
            theirs.keys().collect::<Vec<_>>(),
            "{name}"
        );
        for (field, (of, always)) in theirs {
            let here = ours[field];
            members += 1;
            if KEYS_MAY_BE_ABSENT.contains(&(name, field)) {
                assert_eq!(here.attrs.list_type, Some(ListType::Atomic), "{name}.{field}");
                continue;
            }
            assert_eq!(describe(here.shape, here.attrs), of, "{name}.{field}");
            if here.is_required() && !always {
                left_out.insert(format!("{name}.{field}"));
            }
        }
    }
    println!(
        "{types} types, {members} members; not in the recording: {}",
        unrecorded.join(", ")
    );
    assert_eq!(
        left_out.iter().map(String::as_str).collect::<Vec<_>>(),
        REQUIRED_ALL_THE_SAME
    );
    assert!(types > 330 && members > 1500, "{types} types, {members} members");
}
