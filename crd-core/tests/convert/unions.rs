//! Tests of unions and enums with data: added, dropped and renamed variants, and fields inside of them.

#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::Reviewer;
use serde_json::{Value, json};

pub mod v1 {
    use crd_core::{CustomResource, Schema, Union};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Disk",
        storage = false,
        status = DiskStatus
    )]
    #[crd(next = v2::DiskSpec)]
    pub struct DiskSpec {
        pub storage: Storage,
        #[serde(default)]
        pub mirrors: Vec<Storage>,
        pub source: Option<Source>,
        pub check: Option<Check>,
        pub action: Option<Action>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct DiskStatus {
        pub used: Option<Storage>,
    }

    #[derive(Union, Clone, Debug)]
    #[crd(next = v2::Storage, variant("S3", falls_back = "EmptyDir"), variant("Nfs", falls_back = "None"))]
    pub enum Storage {
        EmptyDir(EmptyDir),
        #[crd(next(rename = "LocalPath"))]
        HostPath(HostPath),
        #[crd(next(falls_back = "None"))]
        Tape(Tape),
        None,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct EmptyDir {
        pub size_limit: Option<u32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::LocalPath)]
    pub struct HostPath {
        #[crd(next(rename = "directory"))]
        pub path: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Tape {
        pub number: u32,
    }

    /// Fields beside the tag.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Source, variant("oci", falls_back = "archive"))]
    #[serde(tag = "type", rename_all = "camelCase")]
    pub enum Source {
        Git {
            #[crd(next(rename = "repository"))]
            url: String,
            branch: Option<String>,
        },
        Archive {
            address: Option<String>,
        },
    }

    /// Fields below a member beside the tag.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Action)]
    #[serde(tag = "kind", content = "data")]
    pub enum Action {
        Run {
            #[crd(next(rename = "command"))]
            script: String,
        },
        #[crd(next(rename = "Request"))]
        Call(Call),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Call {
        pub url: String,
    }

    /// Variants as members.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Check, variant("grpc", falls_back = "http"))]
    #[serde(rename_all = "camelCase")]
    pub enum Check {
        Http {
            #[crd(next(rename = "location"))]
            path: Option<String>,
        },
        #[crd(next(rename = "socket"))]
        Tcp {
            #[crd(next(rename = "number"))]
            port: Option<u16>,
        },
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema, Union};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Disk", status = DiskStatus)]
    pub struct DiskSpec {
        pub storage: Storage,
        #[serde(default)]
        pub mirrors: Vec<Storage>,
        pub source: Option<Source>,
        pub check: Option<Check>,
        pub action: Option<Action>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct DiskStatus {
        pub used: Option<Storage>,
    }

    #[derive(Union, Clone, Debug)]
    pub enum Storage {
        EmptyDir(super::v1::EmptyDir),
        LocalPath(LocalPath),
        S3(S3),
        Nfs(Nfs),
        None,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct LocalPath {
        pub directory: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct S3 {
        pub bucket: String,
        pub region: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Nfs {
        pub server: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type", rename_all = "camelCase")]
    pub enum Source {
        Git {
            repository: String,
            branch: Option<String>,
        },
        Archive {
            address: Option<String>,
        },
        Oci {
            image: String,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "kind", content = "data")]
    pub enum Action {
        Run { command: String },
        Request(super::v1::Call),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub enum Check {
        Http { location: Option<String> },
        Socket { number: Option<u16> },
        Grpc { service: String },
    }
}

/// Converts an object with its annotations.
fn convert(version: &str, object: &Value, to: &str) -> Value {
    let reviewer = Reviewer::builder().resource::<v1::Disk>().build().unwrap();
    crate::converted(&reviewer, "Disk", [version, to], object)
}

#[track_caller]
fn up(spec: &Value, expected: &Value) {
    assert_eq!(convert("v1", &json!({"spec": spec}), "v2")["spec"], *expected);
}

/// Converts a spec to v1, lets a client change the object there, and converts it back.
#[track_caller]
fn down(spec: &Value, expected: &Value, edit: impl FnOnce(&mut Value), after: &Value) {
    let mut there = convert("v2", &json!({"spec": spec}), "v1");
    assert_eq!(there["spec"], *expected);
    edit(&mut there["spec"]);
    let back = convert("v1", &there, "v2");
    assert_eq!(back["spec"], *after, "{there}");
}

#[test]
fn members_of_unions_are_renamed_with_their_fields() {
    up(
        &json!({"storage": {"type": "HostPath", "hostPath": {"path": "/a"}}}),
        &json!({"storage": {"type": "LocalPath", "localPath": {"directory": "/a"}}}),
    );
    let v2 = json!({"storage": {"type": "LocalPath", "localPath": {"directory": "/a"}}});
    let v1 = json!({"storage": {"type": "HostPath", "hostPath": {"path": "/a"}}});
    down(&v2, &v1, |_| {}, &v2);
}

#[test]
fn a_member_that_is_added_falls_back_to_one_without_content() {
    let v2 = json!({"storage": {"type": "Nfs", "nfs": {"server": "a"}}});
    let v1 = json!({"storage": {"type": "None"}});
    down(&v2, &v1, |_| {}, &v2);
    // A client of v1 chooses another storage: nothing of the previous one is restored.
    let chosen = json!({"type": "EmptyDir", "emptyDir": {"sizeLimit": 1}});
    let edit = |spec: &mut Value| spec["storage"] = chosen.clone();
    down(&v2, &v1, edit, &json!({"storage": chosen.clone()}));
}

#[test]
fn a_member_that_is_added_falls_back_to_one_with_optional_content() {
    let v2 = json!({"storage": {"type": "S3", "s3": {"bucket": "a", "region": "b"}}});
    let v1 = json!({"storage": {"type": "EmptyDir", "emptyDir": {}}});
    down(&v2, &v1, |_| {}, &v2);
    let chosen = json!({"type": "EmptyDir", "emptyDir": {"sizeLimit": 1}});
    let edit = |spec: &mut Value| spec["storage"]["emptyDir"]["sizeLimit"] = json!(1);
    down(&v2, &v1, edit, &json!({"storage": chosen.clone()}));
    let listed = json!({"storage": {"type": "None"}, "mirrors": [{"type": "None"}, {"type": "S3", "s3": {"bucket": "a"}}]});
    let there = json!({"storage": {"type": "None"}, "mirrors": [{"type": "None"}, {"type": "EmptyDir", "emptyDir": {}}]});
    down(&listed, &there, |_| {}, &listed);
}

#[test]
fn a_member_that_is_dropped_comes_back() {
    let tape = json!({"spec": {"storage": {"type": "Tape", "tape": {"number": 1}}}});
    let there = convert("v1", &tape, "v2");
    assert_eq!(there["spec"], json!({"storage": {"type": "None"}}));
    assert_eq!(convert("v2", &there, "v1")["spec"], tape["spec"]);
}

#[test]
fn fields_inside_of_variants_have_mappings() {
    let v1 = |source: Value| json!({"storage": {"type": "None"}, "source": source});
    let git = json!({"type": "git", "repository": "a", "branch": "b"});
    up(&v1(json!({"type": "git", "url": "a", "branch": "b"})), &v1(git));
    let oci = v1(json!({"type": "oci", "image": "a"}));
    down(&oci, &v1(json!({"type": "archive"})), |_| {}, &oci);
    let chosen = json!({"type": "archive", "address": "x"});
    let edit = |spec: &mut Value| spec["source"] = json!({"type": "git", "url": "x"});
    let git = json!({"type": "git", "repository": "x"});
    down(&oci, &v1(json!({"type": "archive"})), edit, &v1(git));
    up(&v1(chosen.clone()), &v1(chosen));
}

#[test]
fn variants_that_are_members_have_mappings_too() {
    let with = |check: Value| json!({"storage": {"type": "None"}, "check": check});
    up(
        &with(json!({"tcp": {"port": 1}})),
        &with(json!({"socket": {"number": 1}})),
    );
    up(
        &with(json!({"http": {"path": "/"}})),
        &with(json!({"http": {"location": "/"}})),
    );
    let grpc = with(json!({"grpc": {"service": "a"}}));
    down(&grpc, &with(json!({"http": {}})), |_| {}, &grpc);
    let edit = |spec: &mut Value| spec["check"] = json!({"tcp": {"port": 1}});
    down(
        &grpc,
        &with(json!({"http": {}})),
        edit,
        &with(json!({"socket": {"number": 1}})),
    );
}

#[test]
fn fields_below_a_member_beside_the_tag_have_mappings() {
    let with = |action: Value| json!({"storage": {"type": "None"}, "action": action});
    let v1 = with(json!({"kind": "Run", "data": {"script": "ls"}}));
    let v2 = with(json!({"kind": "Run", "data": {"command": "ls"}}));
    up(&v1, &v2);
    down(&v2, &v1, |_| {}, &v2);
    up(
        &with(json!({"kind": "Call", "data": {"url": "a"}})),
        &with(json!({"kind": "Request", "data": {"url": "a"}})),
    );
}

#[test]
fn nothing_is_lost_of_them() {
    crd_core::assert_round_trip!(v1::Disk, v2::Disk);
}
