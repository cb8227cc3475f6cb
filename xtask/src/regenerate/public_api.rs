//! `cargo xtask public-api`: writes the list of the public items of the libraries, or checks it.
//!
//! ```text
//! mod crd_core::check
//! struct crd_core::check::Options (non_exhaustive, 5 fields)
//! fn crd_core::check::Options::new
//! enum crd_core::check::Severity (3 variants)
//! ```
//!
//! The public items come from rustdoc's JSON output, which needs a nightly toolchain. An item is listed at every path at which users
//! can name it. Implementations of traits and hidden items are left out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{fs, io};

use clap::Args;
use serde_json::Value;

use super::Mode;

/// The libraries whose public items are listed, with the features that add items.
const CRATES: [(&str, &str); 3] = [
    ("crd-cel", "eval"),
    ("crd-core", "compat,eval,convert,docs,publish,registry,schemars"),
    ("crd-webhook", "signal,tower"),
];

/// The folder of the lists.
const FOLDER: &str = "docs/public-api";

/// Writes the list of the public items of crd-cel, crd-core and crd-webhook, or checks that it is up to date.
///
/// Every public module needs a line in docs/public-api/README.md that says why it is public. Needs a nightly toolchain;
/// without one, nothing is done.
#[derive(Debug, Args)]
pub(crate) struct PublicApiOptions {
    /// Writes nothing; fails if a list is out of date.
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(options: &PublicApiOptions) -> ExitCode {
    if !has_nightly() {
        println!("public-api: skipped, because there is no nightly toolchain");
        return ExitCode::SUCCESS;
    }
    let mode = if options.check { Mode::Check } else { Mode::Write };
    let files = generate(&super::workspace());
    match files.and_then(|files| super::write_or_compare(&files, mode)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("out of date; run `cargo xtask public-api` and read the difference");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("public-api: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether a nightly toolchain is installed.
pub(crate) fn has_nightly() -> bool {
    let mut version = Command::new("cargo");
    version.args(["+nightly", "--version"]);
    version.env_remove("RUSTUP_TOOLCHAIN");
    version.stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// Returns the path and text of each list.
///
/// # Errors
///
/// rustdoc fails, its output cannot be understood, or a module has no reason to be public.
pub(crate) fn generate(workspace: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let folder = workspace.join(FOLDER);
    let mut files = Vec::new();
    let mut modules = BTreeSet::new();
    for (package, features) in CRATES {
        let lines = list(&rustdoc(workspace, package, features)?)?;
        modules.extend(
            lines
                .iter()
                .filter_map(|line| line.strip_prefix("mod "))
                .map(str::to_owned),
        );
        let mut text = String::new();
        for line in &lines {
            text.push_str(line);
            text.push('\n');
        }
        files.push((folder.join(format!("{package}.txt")), text));
    }
    reasons(&folder.join("README.md"), &modules)?;
    Ok(files)
}

/// Fails if a public module has no row in the table of reasons, or a row has no module.
fn reasons(readme: &Path, modules: &BTreeSet<String>) -> io::Result<()> {
    let text = fs::read_to_string(readme)?;
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let explained: BTreeSet<String> = rows
        .filter_map(|row| row.split_once('`'))
        .map(|(module, _)| module.to_owned())
        .collect();
    let mut wrong: Vec<String> = modules
        .difference(&explained)
        .map(|module| format!("`{module}` is public, and the table does not say why"))
        .collect();
    wrong.extend(
        explained
            .difference(modules)
            .map(|module| format!("`{module}` is in the table, and is not public")),
    );
    if wrong.is_empty() {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "{}: {}",
        readme.display(),
        wrong.join("; ")
    )))
}

/// Runs rustdoc on a package and returns its JSON output.
fn rustdoc(workspace: &Path, package: &str, features: &str) -> io::Result<Value> {
    let target = workspace.join("target/public-api");
    let mut command = Command::new("cargo");
    // Cargo of the toolchain that runs this program would ignore `+nightly`.
    command.env_remove("RUSTUP_TOOLCHAIN").current_dir(workspace);
    command.args([
        "+nightly",
        "rustdoc",
        "-q",
        "--lib",
        "-p",
        package,
        "--features",
        features,
    ]);
    command.arg("--target-dir").arg(&target);
    command.args(["--", "-Z", "unstable-options", "--output-format", "json"]);
    if !command.status()?.success() {
        return Err(io::Error::other(format!("rustdoc fails on {package}")));
    }
    let file = target
        .join("doc")
        .join(format!("{}.json", package.replace('-', "_")));
    Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
}

/// Lists the items of rustdoc's output, in order.
fn list(doc: &Value) -> io::Result<BTreeSet<String>> {
    let mut list = List {
        doc,
        lines: BTreeSet::new(),
    };
    let root = list.item(&doc["root"]).ok_or_else(|| unknown(doc))?;
    list.lines.insert(format!("mod {}", name(root)));
    list.module(root, name(root), 0);
    if list.lines.len() < 2 {
        return Err(unknown(doc));
    }
    Ok(list.lines)
}

fn unknown(doc: &Value) -> io::Error {
    let version = &doc["format_version"];
    io::Error::other(format!("rustdoc's JSON (format {version}) is not understood"))
}

fn name(item: &Value) -> &str {
    item["name"].as_str().unwrap_or_default()
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The public items found so far.
struct List<'d> {
    doc: &'d Value,
    lines: BTreeSet<String>,
}

impl<'d> List<'d> {
    /// Returns the item with an ID, if it is in this crate.
    fn item(&self, id: &Value) -> Option<&'d Value> {
        self.doc["index"].get(id.to_string().trim_matches('"'))
    }

    /// Adds the items of a module; `depth` limits the recursion into modules that re-export themselves.
    fn module(&mut self, module: &'d Value, path: &str, depth: usize) {
        if depth > 8 {
            return;
        }
        for id in array(&module["inner"]["module"]["items"]) {
            if let Some(item) = self.item(id) {
                self.add(item, name(item), path, depth);
            }
        }
    }

    /// Adds an item that users can name as `parent::name`.
    fn add(&mut self, item: &'d Value, name: &str, parent: &str, depth: usize) {
        let Some((kind, inner)) = item["inner"].as_object().and_then(|inner| inner.iter().next()) else {
            return;
        };
        let path = format!("{parent}::{name}");
        let open = if item["attrs"].to_string().contains("non_exhaustive") {
            "non_exhaustive, "
        } else {
            ""
        };
        match kind.as_str() {
            "use" => self.reexport(inner, parent, depth),
            "module" => {
                self.lines.insert(format!("mod {path}"));
                self.module(item, &path, depth + 1);
            }
            "struct" => {
                let fields = fields(&inner["kind"]);
                self.lines.insert(format!("struct {path} ({open}{fields})"));
                self.methods(inner, &path);
            }
            "enum" => {
                let variants = array(&inner["variants"]).len();
                self.lines
                    .insert(format!("enum {path} ({open}{variants} variants)"));
                self.methods(inner, &path);
            }
            "trait" => {
                let items = array(&inner["items"]).len();
                self.lines.insert(format!("trait {path} ({items} items)"));
            }
            "function" => {
                self.lines.insert(format!("fn {path}"));
            }
            "constant" | "assoc_const" => {
                self.lines.insert(format!("const {path}"));
            }
            kind => {
                self.lines.insert(format!("{} {path}", kind.replace('_', " ")));
            }
        }
    }

    /// Adds the items that a `pub use` makes visible in `parent`.
    fn reexport(&mut self, used: &'d Value, parent: &str, depth: usize) {
        match self.item(&used["id"]) {
            Some(item) if used["is_glob"] == true => self.module(item, parent, depth + 1),
            Some(item) => self.add(item, name(used), parent, depth),
            None => {
                let (name, source) = (name(used), used["source"].as_str().unwrap_or_default());
                self.lines.insert(format!("use {parent}::{name} ({source})"));
            }
        }
    }

    /// Adds the functions and constants of the implementations of a type that are not of a trait.
    fn methods(&mut self, inner: &'d Value, path: &str) {
        for id in array(&inner["impls"]) {
            let Some(block) = self.item(id).map(|item| &item["inner"]["impl"]) else {
                continue;
            };
            if !block["trait"].is_null() {
                continue;
            }
            for id in array(&block["items"]) {
                if let Some(item) = self.item(id) {
                    self.add(item, name(item), path, 0);
                }
            }
        }
    }
}

/// Counts the public fields of a struct.
fn fields(kind: &Value) -> String {
    let (fields, private) = match (kind.get("plain"), kind.get("tuple")) {
        (Some(plain), _) => (
            array(&plain["fields"]).len(),
            plain["has_stripped_fields"] == true,
        ),
        (None, Some(tuple)) => {
            let fields = array(tuple);
            let public = fields.iter().filter(|field| !field.is_null()).count();
            (public, public < fields.len())
        }
        (None, None) => (0, false),
    };
    let private = if private { ", others private" } else { "" };
    format!("{fields} fields{private}")
}
