//! Functions that only the compiler runs are `#[inline]`, so that no machine code is generated for them.

use std::fs;
use std::path::Path;

#[test]
fn functions_of_constants_are_inline() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-core/src/rust/shape/check");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    let mut functions = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (index, line) in lines.iter().enumerate() {
            let is_function =
                line.starts_with("const fn ") || line.starts_with("pub") && line.contains(" const fn ");
            if is_function {
                functions += 1;
                let mut attributes = lines[..index]
                    .iter()
                    .rev()
                    .take_while(|line| line.starts_with("#["));
                let place = format!("{}:{}", file.display(), index + 1);
                assert!(
                    attributes.any(|line| *line == "#[inline]"),
                    "{place} is not `#[inline]`"
                );
            }
        }
    }
    assert!(functions > 300, "{functions}");
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
