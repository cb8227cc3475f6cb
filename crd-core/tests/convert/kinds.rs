//! Tests of enums with data, flattened types and aliases in mappings.

#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::Reviewer;
use serde_json::{Value, json};

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Build", storage = false)]
    #[crd(next = v2::BuildSpec)]
    pub struct BuildSpec {
        pub source: Source,
        /// Its fields are those of the spec.
        #[serde(flatten)]
        pub limits: Limits,
        /// Read under an older name, too.
        #[serde(alias = "title")]
        pub name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Source, variant("oci", falls_back = "web"))]
    #[serde(tag = "type", rename_all = "camelCase")]
    pub enum Source {
        Git {
            url: String,
            branch: Option<String>,
        },
        #[crd(next(rename = "http"))]
        Web {
            url: String,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Limits {
        pub cpu: Option<u32>,
        pub memory: Option<u32>,
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Build")]
    pub struct BuildSpec {
        pub source: Source,
        pub cpu: Option<u32>,
        pub memory: Option<u32>,
        #[serde(alias = "title")]
        pub name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type", rename_all = "camelCase")]
    pub enum Source {
        Git { url: String, branch: Option<String> },
        Http { url: String },
        Oci { url: String, digest: Option<String> },
    }
}

fn convert(version: &str, spec: &Value, to: &str) -> Value {
    let reviewer = Reviewer::builder().resource::<v1::Build>().build().unwrap();
    crate::converted(&reviewer, "Build", [version, to], &json!({"spec": spec}))["spec"].take()
}

#[test]
fn variants_with_data_are_renamed_and_fall_back() {
    assert_eq!(
        convert("v1", &json!({"source": {"type": "web", "url": "a"}}), "v2"),
        json!({"source": {"type": "http", "url": "a"}})
    );
    assert_eq!(
        convert(
            "v2",
            &json!({"source": {"type": "oci", "url": "a", "digest": "b"}}),
            "v1"
        ),
        json!({"source": {"type": "web", "url": "a"}})
    );
}

#[test]
fn fields_of_a_flattened_type_are_fields_of_the_type_around_it() {
    let spec = json!({"source": {"type": "git", "url": "a", "branch": "b"}, "cpu": 1, "memory": 2});
    assert_eq!(convert("v1", &spec, "v2"), spec);
    assert_eq!(convert("v2", &spec, "v1"), spec);
}

#[test]
fn aliases_are_properties_of_their_own() {
    let spec = json!({"source": {"type": "git", "url": "a"}, "title": "t"});
    assert_eq!(convert("v1", &spec, "v2"), spec);
}

#[test]
fn nothing_is_lost_of_them() {
    crd_core::assert_round_trip!(v1::Build, v2::Build);
}
