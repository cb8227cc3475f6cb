//! Published JSON Schemas admit what admission accepts. `cargo xtask fuzz json-schemas` makes many more objects.

use crd_gen_tests::json_schemas::evaluate::Evaluator;
use crd_gen_tests::json_schemas::{Counts, material};
use crd_gen_tests::rng::Rng;
use crd_gen_tests::shared;

const OBJECTS: u64 = 1500;

#[test]
fn what_is_admitted_is_valid() {
    let Some(root) = shared("") else {
        return;
    };
    let material = material(&root, 16).unwrap();
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
    assert!(counts.admitted > OBJECTS / 8 && counts.refused > OBJECTS / 8, "{counts:?}");
    // Neither schema sees what rules and formats refuse.
    assert!(counts.refused_by_ours * 2 > counts.refused, "{counts:?}");
}
