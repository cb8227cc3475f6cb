//! Tests of the facts about a mapping that checks use: the size of kept annotations, and the fields that correspond in both versions.

#![allow(unreachable_pub, reason = "as a library has it")]

use std::sync::Arc;

use crd_core::check::{Options, Severity};
use crd_core::convert::{Mapping, Reviewer, mapping_of};
use crd_core::generate::merge;
use crd_core::{Crd, CustomResource as _};
use serde_json::{Value, json};

use super::api;

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "facts.example.com", version = "v1", kind = "Store", storage = false)]
    #[crd(next = v2::StoreSpec)]
    pub struct StoreSpec {
        #[crd(next(dropped), max_length = 40)]
        pub notes: Option<String>,
        #[crd(next(dropped), max_items = 3)]
        pub tags: Option<Vec<Tag>>,
        #[crd(next(dropped), list_type = map, list_map_keys("name"), max_items = 2)]
        pub users: Option<Vec<User>>,
        #[crd(next(rename = "size", unfit = "pass"), minimum = 1, maximum = 10)]
        pub megabytes: u32,
        /// Values that do not fit are kept.
        #[crd(minimum = 1, maximum = 10)]
        pub heat: Option<u32>,
        #[crd(next(unfit = "pass"), max_items = 9)]
        pub rooms: Option<Vec<String>>,
        #[crd(next(path = "place.zone"), max_length = 9)]
        pub zone: Option<String>,
        #[crd(next(rename = "owner"))]
        pub contact: Option<String>,
        pub mode: Option<Mode>,
        pub kind: Option<Kind>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(transparent)]
    pub struct Tag(#[crd(max_length = 5)] pub String);

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct User {
        #[crd(max_length = 8)]
        pub name: String,
        pub admin: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Mode)]
    pub enum Mode {
        Fast,
        #[crd(next(falls_back = "Fast"))]
        Quick,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Kind {
        Disk,
        Memory,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "facts.example.com", version = "v2", kind = "Store")]
    #[crd(conversion(service = "webhook", namespace = "stores"))]
    pub struct StoreSpec {
        #[crd(minimum = 1, maximum = 5)]
        pub size: u32,
        #[crd(minimum = 1, maximum = 5)]
        pub heat: Option<u32>,
        #[crd(max_items = 3)]
        pub rooms: Option<Vec<String>>,
        pub place: Option<Place>,
        pub owner: String,
        pub mode: Option<Mode>,
        pub kind: Option<super::v1::Kind>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Place {
        #[crd(max_length = 9)]
        pub zone: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Mode {
        Fast,
    }
}

fn mapping() -> Mapping {
    mapping_of(&v1::Store::RESOURCE).unwrap()
}

/// Returns the size in bytes of all annotations of the fullest object after conversion.
fn converted_bytes(from: &str, to: &str, spec: &Value) -> u64 {
    let reviewer = Reviewer::builder().resource::<v1::Store>().build().unwrap();
    let review = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "ConversionReview",
        "request": {"uid": "1", "desiredAPIVersion": format!("facts.example.com/{to}"), "objects": [
            {"apiVersion": format!("facts.example.com/{from}"), "kind": "Store", "metadata": {"name": "a"}, "spec": spec},
        ]},
    });
    // Go escapes characters that have a meaning in HTML.
    let review = review.to_string().replace('<', "\\u003c");
    let answer: Value = serde_json::from_slice(&reviewer.review(review.as_bytes())).unwrap();
    let annotations = answer["response"]["convertedObjects"][0]["metadata"]["annotations"].as_object();
    let length = |(name, value): (&String, &Value)| (name.len() + value.as_str().unwrap().len()) as u64;
    annotations.into_iter().flatten().map(length).sum()
}

#[test]
fn the_bound_holds_for_the_fullest_object() {
    let kept = mapping().kept;
    assert_eq!(
        kept.iter().map(|kept| &*kept.version).collect::<Vec<_>>(),
        ["v1", "v2"]
    );
    for kept in &kept {
        assert!(kept.unbounded.is_empty(), "{kept:?}");
    }
    let user = |name: &str| json!({"name": name.repeat(8), "admin": false});
    let spec = json!({
        "notes": "<".repeat(40),
        "tags": ["<".repeat(5), "<".repeat(5), "<".repeat(5)],
        "users": [user("<"), user("&")],
        "megabytes": 1,
        "zone": "z",
        "mode": "Quick",
    });
    let bytes = converted_bytes("v1", "v2", &spec);
    let bound = kept[1].bytes;
    assert!(bytes <= bound && bound < 3 * bytes, "{bytes} of at most {bound}");
    // v1 has all fields of v2, except an object around the zone.
    assert!(kept[0].bytes < 300, "{kept:?}");
}

#[test]
fn what_nothing_limits_is_named() {
    let kept = mapping_of(&api::v1::Database::RESOURCE).unwrap().kept;
    let of = |version: &str| kept.iter().find(|kept| kept.version == version).unwrap();
    for (version, field) in [
        ("v2", "v1: spec.legacy"),
        ("v2", "v1: spec.users[]"),
        ("v3", "v1: spec.legacy"),
        ("v1", "v2: spec.tier"),
        ("v1", "v2: spec.extra.*"),
        ("v1", "v2: status.observedGeneration"),
    ] {
        let is_limited = field.ends_with("observedGeneration");
        let unbounded = &of(version).unbounded;
        assert_eq!(
            unbounded.iter().any(|path| path == field),
            !is_limited,
            "{version} {field}: {unbounded:?}"
        );
    }
}

/// Returns the findings about versions that a webhook converts.
fn findings(mapping: Option<Mapping>) -> Vec<(String, Severity, String)> {
    findings_of([v1::Store::crd().unwrap(), v2::Store::crd().unwrap()], mapping)
}

fn findings_of(versions: [Crd; 2], mapping: Option<Mapping>) -> Vec<(String, Severity, String)> {
    let crd = merge(versions).unwrap().remove(0);
    let mut options = Options::default();
    options.mapping = mapping.map(Arc::new);
    let (_, report) = crd_core::check::crd(&crd, &options).unwrap();
    let found = report.findings.iter().map(|finding| {
        let diagnostic = &finding.diagnostic;
        (
            diagnostic.code.to_string(),
            diagnostic.severity,
            diagnostic.message.clone(),
        )
    });
    found
        .filter(|(code, ..)| matches!(code.as_str(), "CRD0636" | "CRD0637"))
        .collect()
}

#[test]
fn restrictions_are_compared_where_fields_are_one() {
    let found = findings(Some(mapping()));
    let messages: Vec<&str> = found.iter().map(|(.., message)| &**message).collect();
    assert_eq!(
        messages,
        [
            "one version accepts values of `spec.contact` that another rejects: `v2` requires `owner`, `v1` does not",
            "one version accepts values of `spec.megabytes` that another rejects: `v2` requires `maximum: 5`, `v1` does not",
            "one version accepts values of `spec.rooms` that another rejects: `v2` requires `maxItems: 3`, `v1` does not",
        ]
    );
    // Without the mapping, the field has a different name, and the enum's value may be rejected.
    let found = findings(None);
    let messages: Vec<&str> = found.iter().map(|(.., message)| &**message).collect();
    assert_eq!(
        messages,
        [
            "one version accepts values of 3 fields that another rejects: `v1` and the storage version `v2` restrict them differently"
        ]
    );
}

/// Versions with fields that functions compute.
#[expect(clippy::needless_pass_by_value, reason = "functions of mappings take values")]
mod computed {
    pub mod v1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        use super::v2;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "facts.example.com", version = "v1", kind = "Runner", storage = false)]
        #[crd(next = v2::RunnerSpec)]
        #[crd(moved("street", "town", to = "address", up = join, down = split, lossy))]
        #[crd(moved("road", "place", to = "home", up = join_optional, down = split_optional, lossy))]
        pub struct RunnerSpec {
            #[crd(next(rename = "seconds", up = number, down = text, lossy))]
            pub time: Option<String>,
            #[crd(next(into("first", "last"), up = split, down = join, lossy))]
            pub name: Option<String>,
            #[crd(max_items = 9, next(up = limited, down = unlimited, lossy))]
            pub clubs: Option<Vec<String>>,
            pub level: Option<Level>,
            pub street: Option<String>,
            pub town: String,
            pub road: Option<String>,
            pub place: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(next = v2::Level)]
        pub enum Level {
            #[crd(next(rename = "High"))]
            Best,
        }

        fn number(text: String) -> Option<i64> {
            text.parse().ok()
        }

        fn text(number: i64) -> String {
            number.to_string()
        }

        fn split(text: String) -> Option<(Option<String>, String)> {
            let (one, other) = text.split_once(' ')?;
            Some((Some(one.to_owned()), other.to_owned()))
        }

        fn join(one: Option<String>, other: String) -> Option<String> {
            Some(format!("{} {other}", one?))
        }

        fn split_optional(text: String) -> Option<(Option<String>, Option<String>)> {
            let (one, other) = split(text)?;
            Some((one, Some(other)))
        }

        fn join_optional(one: Option<String>, other: Option<String>) -> Option<String> {
            join(one, other?)
        }

        fn limited(clubs: Vec<String>) -> Vec<String> {
            clubs.into_iter().take(3).collect()
        }

        fn unlimited(clubs: Vec<String>) -> Vec<String> {
            clubs
        }
    }

    pub mod v2 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "facts.example.com", version = "v2", kind = "Runner")]
        #[crd(conversion(service = "webhook", namespace = "runners"))]
        pub struct RunnerSpec {
            pub seconds: i64,
            pub first: Option<String>,
            pub last: String,
            #[crd(max_items = 3)]
            pub clubs: Option<Vec<String>>,
            pub level: Level,
            pub address: String,
            pub home: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub enum Level {
            High,
        }
    }
}

#[test]
fn a_required_field_without_its_sources_is_found() {
    use computed::{v1, v2};

    let mapping = mapping_of(&v1::Runner::RESOURCE).unwrap();
    let found = findings_of(
        [v1::Runner::crd().unwrap(), v2::Runner::crd().unwrap()],
        Some(mapping),
    );
    let required: Vec<&str> = found
        .iter()
        .filter(|(code, ..)| code == "CRD0636")
        .map(|(.., message)| message.split_once(": ").unwrap().1)
        .collect();
    assert_eq!(
        required,
        [
            "`v2` requires `level`, `v1` does not",
            "`v2` requires `last`, `v1` does not",
            "`v2` requires `home`, `v1` does not",
            "`v2` requires `seconds`, `v1` does not",
        ]
    );
}

#[test]
fn annotations_that_may_be_too_long_are_found() {
    let with = |bytes: u64, unbounded: &[&str]| {
        let mut mapping = mapping();
        mapping.fields.clear();
        let kept = mapping.kept.last_mut().unwrap();
        kept.bytes = bytes;
        kept.unbounded = unbounded.iter().map(ToString::to_string).collect();
        findings(Some(mapping))
    };
    assert_eq!(with(262_144, &[]), []);
    let found = with(262_145, &[]);
    assert!(
        matches!(&*found, [(code, Severity::Warning, message)] if code == "CRD0637" && message.contains("262145 bytes")),
        "{found:?}"
    );
    let found = with(1, &["v1: spec.notes"]);
    assert!(
        matches!(&*found, [(code, Severity::Note, message)] if code == "CRD0637" && message.contains("`v1: spec.notes`")),
        "{found:?}"
    );
}
