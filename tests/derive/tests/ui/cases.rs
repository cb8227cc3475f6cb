//! The files of cases, with the output recorded beside each.

use std::fs;
use std::path::{Path, PathBuf};

/// A mistake.
pub(crate) struct Case {
    /// `class/mistake`.
    pub(crate) name: String,
    /// The source.
    path: PathBuf,
    /// The recorded output.
    pub(crate) recorded: Option<String>,
}

/// Returns the folder of the package.
pub(crate) fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all cases, by name.
pub(crate) fn all() -> Vec<Case> {
    let ui = package().join("ui");
    let mut cases = Vec::new();
    for class in fs::read_dir(&ui).expect("classes of failures").flatten() {
        for file in fs::read_dir(class.path()).expect("cases").flatten() {
            let path = file.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.with_extension("");
                let name = name.strip_prefix(&ui).expect("a case");
                let recorded = fs::read_to_string(path.with_extension("stderr")).ok();
                cases.push(Case {
                    name: name.to_string_lossy().replace('\\', "/"),
                    path,
                    recorded: recorded.map(|text| text.replace("\r\n", "\n")),
                });
            }
        }
    }
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

impl Case {
    /// Creates a case without a recorded output.
    pub(crate) fn without_record(name: String, path: PathBuf) -> Self {
        Self {
            name,
            path,
            recorded: None,
        }
    }

    /// Returns the path of the source as the compiler prints it.
    pub(crate) fn source(&self) -> String {
        self.path.to_string_lossy().replace('\\', "/")
    }

    /// Returns the source's text.
    pub(crate) fn text(&self) -> String {
        fs::read_to_string(&self.path).expect("the source of a case")
    }

    /// Writes the output beside the source.
    pub(crate) fn record(&self, output: &str) {
        fs::write(self.path.with_extension("stderr"), output).expect("a recorded output");
    }
}
