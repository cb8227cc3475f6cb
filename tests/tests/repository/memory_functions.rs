//! The functions of crd-gen-cli/memory.c do what their names say.

use std::path::Path;
use std::process::Command;

/// Gives the functions names that do not replace those of the test itself.
const NAMES: [&str; 4] = ["memcpy", "memmove", "memcmp", "bcmp"];

#[test]
#[cfg_attr(
    not(all(target_arch = "x86_64", unix)),
    ignore = "the functions are for x86-64"
)]
fn memory_functions_equal_loops_over_bytes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = tempfile::tempdir().unwrap();
    let (object, program) = (folder.path().join("memory.o"), folder.path().join("test"));
    let compile = |arguments: &mut Command| {
        let Ok(status) = arguments.status() else {
            println!("skipped: no C compiler");
            return false;
        };
        assert!(status.success(), "{arguments:?}");
        true
    };
    let options = ["-O2", "-fno-builtin"];
    let renamed = NAMES.map(|name| format!("-D{name}=tested_{name}"));
    let functions = root.join("crd-gen-cli/memory.c");
    let test = root.join("tests/fixtures/memory_functions.c");
    let mut command = Command::new("cc");
    command
        .args(options)
        .args(renamed)
        .arg("-c")
        .arg(functions)
        .arg("-o")
        .arg(&object);
    if !compile(&mut command) {
        return;
    }
    let mut command = Command::new("cc");
    command
        .args(options)
        .arg(test)
        .arg(&object)
        .arg("-o")
        .arg(&program);
    compile(&mut command);
    let output = Command::new(&program).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}
