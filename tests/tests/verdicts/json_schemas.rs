//! Published JSON Schemas admit the objects that admission accepts. `cargo xtask fuzz json-schemas` tests many more objects.

use crd_gen_tests::json_schemas::evaluate::Evaluator;
use crd_gen_tests::json_schemas::{Counts, Judged, material};
use crd_gen_tests::published::crds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::shared;
use serde_json::json;

/// If a format applies, the server does not check the type of strings and lists.
#[test]
fn a_list_is_admitted_as_a_time() {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.g.example.com"},
        "spec": {
            "group": "g.example.com",
            "scope": "Namespaced",
            "names": {"plural": "things", "kind": "Thing"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {
                    "time": {"type": "string", "format": "date-time"}, "text": {"type": "string", "format": "unknown"},
                },
            }}}],
        },
    });
    let crd = crds(&crd.to_string()).remove(0).crd.unwrap();
    let judged = Judged::new("things", &crd, Vec::new()).unwrap();
    let mut counts = Counts::default();
    for (name, value) in [
        ("time", json!([null])),
        ("text", json!("a")),
        ("text", json!([])),
        ("time", json!({})),
    ] {
        let mut object =
            json!({"apiVersion": "g.example.com/v1", "kind": "Thing", "metadata": {"name": "a"}});
        object[name] = value;
        let broken = judged.count(object, 4, &mut counts, &Evaluator::default());
        assert!(broken.is_none(), "{broken:?}");
    }
    assert_eq!(
        [counts.admitted, counts.refused, counts.refused_by_ours],
        [2, 2, 2]
    );
}

const OBJECTS: u64 = 600;

#[test]
fn what_is_admitted_is_valid() {
    let Some(root) = shared("") else {
        return;
    };
    let material = material(&root, 64).unwrap();
    let evaluator = Evaluator::default();
    let mut counts = Counts::default();
    let mut broken = Vec::new();
    for number in 0..OBJECTS {
        let mut rng = Rng::new(number);
        let judged = rng.pick(&material).unwrap();
        let object = judged.object(&mut rng);
        broken.extend(judged.count(object, OBJECTS, &mut counts, &evaluator));
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(
        counts.admitted > OBJECTS / 8 && counts.refused > OBJECTS / 8,
        "{counts:?}"
    );
    // Neither schema covers rules and formats.
    assert!(counts.refused_by_ours * 2 > counts.refused, "{counts:?}");
}
