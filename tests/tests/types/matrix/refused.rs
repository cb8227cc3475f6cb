//! Rows on types that do not compile: `tests/derive/ui` contains the type and the output of the compiler.

use std::fs;
use std::path::Path;

/// Asserts that the case exists and that the row of the guide names each code in its output.
pub fn check(shape: &str, cell: &str, case: &str) {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive/ui");
    assert!(ui.join(format!("{case}.rs")).is_file(), "{shape}: no case {case}");
    let text = fs::read_to_string(ui.join(format!("{case}.stderr"))).expect("a recorded text");
    // A missing trait (E0277) and a cycle (E0391) are errors of the compiler.
    let codes: Vec<&str> = ["[CRD", "[E0277", "[E0391"]
        .into_iter()
        .flat_map(|start| text.match_indices(start))
        .filter_map(|(at, _)| text.get(at + 1..)?.split(']').next())
        .collect();
    assert!(!codes.is_empty(), "{shape}: {case} prints no code");
    for code in codes {
        assert!(
            cell.contains(code),
            "{shape}: {case} prints {code}, the guide says {cell}"
        );
    }
}
