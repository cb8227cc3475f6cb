//! Collects the Rust examples of lints: those on the pages of codes, and those of `fixtures/lints`. Each becomes a module of the
//! program `types`, whose test generates the CRDs and checks them (`types/lint_examples.rs`).
//!
//! ````text
//! ```rust,fragment            on the page CRD1019.md: has this finding; after the line `Fixed:`, does not have it
//! ```rust finds=list-type-absent      in a file of fixtures; `quiet=…` if it does not have the finding
//! ````

#![expect(clippy::expect_used, reason = "a build without its files fails")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut examples = Vec::new();
    for folder in ["../crd-core/src/check/codes/pages", "fixtures/lints"] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let entries = fs::read_dir(&folder).expect("a folder of pages");
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files
            .iter()
            .filter(|file| file.extension().is_some_and(|ending| ending == "md"))
        {
            examples.extend(examples_of(file));
        }
    }
    let mut code = String::new();
    for (number, example) in examples.iter().enumerate() {
        example.write(number, &mut code);
    }
    code.push_str("pub(super) const EXAMPLES: &[LintExample] = &[\n");
    for (
        number,
        Example {
            page, finds, lint, ..
        },
    ) in examples.iter().enumerate()
    {
        writeln!(
            code,
            "LintExample {{ page: {page:?}, lint: {lint:?}, finds: {finds}, crd: example_{number}::crd }},"
        )
        .expect("a string");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("lint_examples.rs"), code).expect("the examples are written");
}

/// A Rust example.
struct Example {
    /// The file, without its extension.
    page: String,
    /// The code or the slug of the finding.
    lint: String,
    /// Whether it has the finding.
    finds: bool,
    text: String,
}

fn examples_of(file: &Path) -> Vec<Example> {
    let page = file.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(file).expect("a page");
    let mut examples = Vec::new();
    let mut is_fixed = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        is_fixed |= line == "Fixed:";
        let (lint, finds) = if line == "```rust,fragment" {
            (page.clone(), !is_fixed)
        } else if let Some(lint) = line.strip_prefix("```rust finds=") {
            (lint.to_owned(), true)
        } else if let Some(lint) = line.strip_prefix("```rust quiet=") {
            (lint.to_owned(), false)
        } else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        examples.push(Example {
            page: page.clone(),
            lint,
            finds,
            text: block.join("\n"),
        });
    }
    examples
}

impl Example {
    /// Writes the module with the example, and a function that returns its CRD.
    ///
    /// Without a custom resource of its own, `Example` is a field of the spec of one, `ExampleSpec` its spec, and `ExampleStatus`
    /// its status.
    fn write(&self, number: usize, code: &mut String) {
        let text = self.text.replace(
            "Schema, Serialize, Deserialize)]",
            "Schema, Serialize, Deserialize, Clone, Debug)]",
        );
        let declares = |name: &str| {
            [format!("struct {name} "), format!("enum {name} ")]
                .iter()
                .any(|declaration| text.contains(declaration))
        };
        let own_kind = text
            .split_once("kind = \"")
            .and_then(|(_, rest)| rest.split_once('"'));
        let (kind, resource) = own_kind.map_or_else(
            || ("Widget", resource_with(&declares)),
            |(kind, _)| (kind, String::new()),
        );
        writeln!(
            code,
            "mod example_{number} {{\nuse crd_core::{{CustomResource, Schema}};\nuse serde::{{Deserialize, Serialize}};\n\
             {text}\n{resource}\npub(super) fn crd() -> Result<crd_core::Crd, crd_core::generate::Problems> {{\n\
             {kind}::crd()\n}}\n}}"
        )
        .expect("a string");
    }
}

/// Returns a custom resource that has the types of an example.
fn resource_with(declares: &dyn Fn(&str) -> bool) -> String {
    let status = if declares("ExampleStatus") {
        ", status = ExampleStatus"
    } else {
        ""
    };
    let mut fields = String::new();
    if declares("Example") {
        fields.push_str("/// The example.\npub example: Example,\n");
    }
    if declares("ExampleSpec") {
        fields.push_str("#[serde(flatten)]\npub example: ExampleSpec,\n");
    }
    format!(
        "/// The spec.\n#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]\n\
         #[crd(group = \"example.com\", version = \"v1\", kind = \"Widget\", namespaced{status})]\n\
         pub struct WidgetSpec {{\n{fields}}}\n"
    )
}
