//! Reads back what the writer wrote, with our reader and with `serde_yaml`, and compares the bytes with a fixture that Go's
//! `sigs.k8s.io/yaml` has read.
#![cfg(feature = "check")]

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use crate::yaml::{Options, read, to_string};

fn fixture_path(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/fixtures")
        .join(name)
}

fn read_back(text: &str) -> Json {
    let read = read(text.as_bytes(), Options::default());
    assert_eq!(read.errors, [], "{text}");
    read.documents
        .first()
        .map_or(Json::Null, |document| document.root.to_json())
}

#[test]
fn strings_that_look_like_something_else() {
    let strings: Vec<String> =
        serde_json::from_str(&std::fs::read_to_string(fixture_path("yaml-strings.json")).unwrap()).unwrap();
    assert!(strings.len() >= 200);
    let keys: Map<String, Json> = strings.iter().map(|text| (text.clone(), json!([text]))).collect();
    let value = json!({"keys": keys, "nested": {"in": {"lists": [strings]}}, "values": strings});
    let text = to_string(&value).unwrap();
    assert_eq!(read_back(&text), value);
    assert_eq!(serde_yaml::from_str::<Json>(&text).unwrap(), value);

    let recorded = fixture_path("yaml-strings.yaml");
    if std::env::var_os("CRD_GEN_UPDATE").is_some() {
        std::fs::write(&recorded, &text).unwrap();
    }
    assert!(
        text == std::fs::read_to_string(&recorded).unwrap(),
        "strings are written differently now; run with CRD_GEN_UPDATE=1, look at the diff, and ask Go again"
    );
}

fn text() -> impl Strategy<Value = String> {
    let signs = "[-?:,\\[\\]{}#&*!|>'\"%@`~=<.+_ \n\t0-9a-fxoenyT]{0,8}";
    prop_oneof![
        signs,
        "\\PC{0,12}",
        "[a-z :#\n]{0,30}",
        "[ -~\r\u{85}\u{2028}\u{feff}\u{0}😀]{0,6}"
    ]
}

fn value() -> impl Strategy<Value = Json> {
    let number = prop_oneof![
        any::<i64>().prop_map(Json::from),
        // Whole floats come back as integers, as with JSON.
        any::<f64>()
            .prop_filter("whole", |float| float.is_finite() && float.fract() != 0.0)
            .prop_map(Json::from),
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        number,
        text().prop_map(Json::from),
        text().prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::btree_map(text(), inner, 0..6)
                .prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_value(value in value()) {
        let text = to_string(&value).unwrap();
        prop_assert_eq!(&read_back(&text), &value, "{}", text);
        prop_assert_eq!(&serde_yaml::from_str::<Json>(&text).unwrap(), &value, "{}", text);
    }
}
