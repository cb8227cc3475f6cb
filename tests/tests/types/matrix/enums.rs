//! Rows on enums.

use std::collections::BTreeMap;

use crd_core::Schema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::proof::{Row, field_schema, refused, schema};

pub const ROWS: &[Row] = &[
    schema("unit enum", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        enum Mode {
            On,
            Off,
        }
        m.field(
            vec![Mode::On, Mode::Off],
            &[json!("Other"), json!(null), json!(1)],
        );
    }),
    schema("unit enum, some variants with docs", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        enum Mode {
            /// At work.
            On,
            Off,
        }
        m.field(vec![Mode::On, Mode::Off], &[json!("Other")]);
        assert_eq!(
            field_schema::<Mode>()["enum"],
            json!(["On", "Off"]),
            "the order of the enum"
        );
    }),
    schema("externally tagged: struct and newtype variants", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        enum Store {
            Disk { size: u8 },
            Bucket { size: String },
            Name(String),
        }
        let values = vec![
            Store::Disk { size: 1 },
            Store::Bucket {
                size: "1Gi".to_owned(),
            },
            Store::Name("a".to_owned()),
        ];
        let both = json!({"Disk": {"size": 1}, "Name": "a"});
        m.field(
            values,
            &[both, json!({}), json!({"Disk": {"size": "1"}}), json!("Disk")],
        );
    }),
    refused(
        "externally tagged: unit variants beside data",
        &["enums/string-and-object"],
    ),
    schema("externally tagged: tuple variant of one type", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        enum Range {
            Of(u8, u8),
            From(u8),
        }
        let short = json!({"Of": [1]});
        m.field(
            vec![Range::Of(1, 2), Range::From(3)],
            &[short, json!({"Of": [1, 2, 3]}), json!({"Of": 1})],
        );
    }),
    refused("tuple variant of several types", &["enums/tuple-variant-mixed"]),
    schema("internally tagged: struct variants", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(tag = "type")]
        enum Job {
            Daily { hour: u8 },
            Weekly { hour: u8, day: String },
            Never,
        }
        let day = "Monday".to_owned();
        let values = vec![Job::Daily { hour: 1 }, Job::Weekly { hour: 2, day }, Job::Never];
        let others = [
            json!({"type": "Daily"}),
            json!({"type": "Weekly", "hour": 1}),
            json!({"type": "Yearly"}),
            json!({"hour": 1}),
        ];
        m.field(values, &others);
    }),
    schema("internally tagged: only unit variants", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(tag = "type")]
        enum Mode {
            On,
            Off,
        }
        m.field(vec![Mode::On, Mode::Off], &[json!({"type": "Other"}), json!({})]);
    }),
    schema("internally tagged: newtype variants of structs", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Disk {
            path: String,
        }
        #[derive(Schema, Serialize, Deserialize)]
        struct Bucket {
            url: String,
        }
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(tag = "type")]
        enum Store {
            Disk(Disk),
            Bucket(Bucket),
        }
        let (path, url) = ("/a".to_owned(), "s3://a".to_owned());
        let values = vec![Store::Disk(Disk { path }), Store::Bucket(Bucket { url })];
        m.field(
            values,
            &[json!({"type": "Disk"}), json!({"type": "Disk", "path": 1})],
        );
    }),
    schema("internally tagged: flattened into a struct", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(tag = "type")]
        enum Job {
            Daily { hour: u8 },
            Never,
        }
        #[derive(Schema, Serialize, Deserialize)]
        struct Task {
            name: String,
            #[serde(flatten)]
            job: Job,
        }
        let task = |job| Task {
            name: "a".to_owned(),
            job,
        };
        let values = vec![task(Job::Daily { hour: 1 }), task(Job::Never)];
        m.field(
            values,
            &[json!({"name": "a"}), json!({"name": "a", "type": "Daily"})],
        );
    }),
    schema("internally tagged: one variant", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(tag = "type")]
        enum Job {
            Daily { hour: u8 },
        }
        m.field(
            vec![Job::Daily { hour: 1 }],
            &[json!({"type": "Daily"}), json!({"hour": 1})],
        );
    }),
    schema("adjacently tagged", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(tag = "t", content = "c")]
        enum Job {
            Daily { hour: u8 },
            Weekly { day: String },
            Never,
        }
        let values = vec![
            Job::Daily { hour: 1 },
            Job::Weekly {
                day: "Monday".to_owned(),
            },
            Job::Never,
        ];
        m.field(
            values,
            &[
                json!({"t": "Daily"}),
                json!({"t": "Daily", "c": {"day": "Monday"}}),
                json!({"c": {}}),
            ],
        );
    }),
    refused(
        "adjacently tagged: contents of different types",
        &["enums/contents-disagree"],
    ),
    schema("untagged: structs without a common field", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(untagged)]
        enum Source {
            Url { url: String },
            Path { path: String },
        }
        let (url, path) = ("a".to_owned(), "b".to_owned());
        m.field(
            vec![Source::Url { url }, Source::Path { path }],
            &[json!({}), json!({"url": 1})],
        );
    }),
    schema("untagged: a common field of one type, docs differ", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(untagged)]
        enum Source {
            Url {
                /// Of the page.
                name: String,
                url: String,
            },
            Path {
                /// Of the file.
                name: String,
                path: String,
            },
        }
        let (name, url, path) = ("n".to_owned(), "a".to_owned(), "b".to_owned());
        let values = vec![
            Source::Url {
                name: name.clone(),
                url,
            },
            Source::Path { name, path },
        ];
        m.field(values, &[json!({"name": "n"}), json!({"url": "a"})]);
    }),
    refused(
        "untagged: a common field of different types",
        &["enums/variants-disagree"],
    ),
    schema("untagged: `i32 | String`", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(untagged)]
        enum Port {
            Number(i32),
            Name(String),
        }
        let values = vec![Port::Number(80), Port::Name("http".to_owned())];
        m.field(values, &[json!(true), json!(1.5), json!({}), json!(null)]);
    }),
    refused("untagged: other scalars", &["enums/untagged-scalars"]),
    schema("untagged: unit enums", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        enum Fruit {
            Apple,
        }
        #[derive(Schema, Serialize, Deserialize)]
        enum Herb {
            Basil,
        }
        #[derive(Schema, Serialize, Deserialize)]
        #[serde(untagged)]
        enum Plant {
            Fruit(Fruit),
            Herb(Herb),
        }
        let values = vec![Plant::Fruit(Fruit::Apple), Plant::Herb(Herb::Basil)];
        m.field(values, &[json!("Oak"), json!(1)]);
    }),
    refused(
        "untagged: scalar or struct",
        &["enums/untagged-string-and-object"],
    ),
    schema("`Option` of an enum with data", |m| {
        m.field(
            vec![None, Some(Data::A { x: 1 }), Some(Data::B(2))],
            &[json!({}), json!({"A": {"x": 1}, "B": 2})],
        );
    }),
    schema("map with values of an enum with data", |m| {
        let map = BTreeMap::from([("a".to_owned(), Data::A { x: 1 }), ("b".to_owned(), Data::B(2))]);
        m.field(vec![map], &[json!({"a": {}}), json!({"a": {"C": 1}})]);
    }),
    schema("flatten an enum", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Spec {
            name: String,
            #[serde(flatten)]
            data: Data,
        }
        let name = "a".to_owned();
        m.spec(
            vec![Spec {
                name,
                data: Data::B(2),
            }],
            &[json!({"name": "a"})],
        );
        // serde reads the first of the two.
        m.never::<Spec>(&[json!({"name": "a", "A": {"x": 1}, "B": 2})]);
    }),
    schema("flatten `Option` of an enum", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        struct Spec {
            name: String,
            #[serde(flatten)]
            data: Option<Data>,
        }
        let spec = |data| Spec {
            name: "a".to_owned(),
            data,
        };
        m.spec(
            vec![spec(None), spec(Some(Data::A { x: 1 }))],
            &[json!({"A": {"x": 1}})],
        );
        m.never::<Spec>(&[json!({"name": "a", "A": {"x": 1}, "B": 2})]);
    }),
    schema("flatten two enums", |m| {
        #[derive(Schema, Serialize, Deserialize)]
        enum Other {
            C(u8),
            D(String),
        }
        #[derive(Schema, Serialize, Deserialize)]
        struct Spec {
            #[serde(flatten)]
            data: Data,
            #[serde(flatten)]
            other: Other,
        }
        let values = vec![
            Spec {
                data: Data::B(2),
                other: Other::C(3),
            },
            Spec {
                data: Data::A { x: 1 },
                other: Other::D("d".to_owned()),
            },
        ];
        m.spec(values, &[json!({"A": {"x": 1}}), json!({"C": 1})]);
        m.never::<Spec>(&[json!({"B": 2, "C": 3, "D": "d"})]);
    }),
];

/// An enum with data, externally tagged.
#[derive(Schema, Serialize, Deserialize)]
enum Data {
    A { x: u8 },
    B(u8),
}
