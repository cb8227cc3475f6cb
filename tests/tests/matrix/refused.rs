//! Rows that do not compile: `tests/ui` holds the case, and the text that the compiler prints.

use std::fs;
use std::path::Path;

/// The case is there, and each code it prints stands in the guide.
pub fn check(shape: &str, told: &str, case: &str) {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    assert!(ui.join(format!("{case}.rs")).is_file(), "{shape}: no case {case}");
    let text = fs::read_to_string(ui.join(format!("{case}.stderr"))).expect("a recorded text");
    // A missing trait and a cycle have the compiler's own codes.
    let codes: Vec<&str> = ["[CRD", "[E0277", "[E0391"]
        .into_iter()
        .flat_map(|start| text.match_indices(start))
        .filter_map(|(at, _)| text.get(at + 1..)?.split(']').next())
        .collect();
    assert!(!codes.is_empty(), "{shape}: {case} prints no code");
    for code in codes {
        assert!(
            told.contains(code),
            "{shape}: {case} prints {code}, the guide says {told}"
        );
    }
}
