//! Writes planned types as Rust.

pub(crate) mod attrs;
mod choice;
mod common;
pub(crate) mod docs;
pub(crate) mod item;
mod layout;
pub(crate) mod literal;
pub(crate) mod module;
mod names;
pub(crate) mod root;
pub(crate) mod text;

use crate::home::{Home, SHARED};
use crate::layout::{Plan, PlannedCrd};
use crate::names::kept::title;
use crate::plan::root::ResourceRoot;
use module::ModuleText;
use text::IndentedText;

/// Lints that descriptions and names of imported CRDs may violate.
const ALLOWED: &str = "#![allow(
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant
)]
#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags
)]
";

/// A written module, with its name.
pub(crate) struct WrittenFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Returns the texts of all CRDs, and of their shared types, each for a separate file.
pub(crate) fn files(plan: &Plan<'_>) -> Vec<WrittenFile> {
    let mut files: Vec<WrittenFile> = plan
        .crds
        .iter()
        .map(|planned| WrittenFile {
            name: planned.module.clone(),
            text: format!("{}{ALLOWED}\n{}", head(plan, planned), body(plan, planned, 0)),
        })
        .collect();
    let shared = module(plan, Home::Shared, &[], 0);
    if !shared.is_empty() {
        let head = format!("{GENERATED}{}", names::table(plan, &|home| home == Home::Shared));
        files.push(WrittenFile {
            name: SHARED.to_owned(),
            text: format!("{head}\n//! Types that several resources use.\n\n{ALLOWED}\n{shared}"),
        });
    }
    files
}

/// Returns the text of all CRDs as one file.
pub(crate) fn one_file(plan: &Plan<'_>) -> String {
    if let [planned] = plan.crds.as_slice() {
        return format!("{}{ALLOWED}\n{}", head(plan, planned), body(plan, planned, 0));
    }
    let mut text = format!("{GENERATED}{}\n{ALLOWED}", names::table(plan, &|_| true));
    for planned in &plan.crds {
        let docs = title(&planned.crd.spec.names.kind, &planned.crd.spec.group);
        text.push_str(&format!(
            "\n/// {docs}\npub mod {} {{\n{}}}\n",
            planned.module,
            body(plan, planned, 4)
        ));
    }
    let shared = module(plan, Home::Shared, &[], 4);
    if !shared.is_empty() {
        text.push_str(&format!(
            "\n/// Types that several resources use.\npub mod {SHARED} {{\n{shared}}}\n"
        ));
    }
    text
}

/// Returns the file that declares the modules of the other files.
pub(crate) fn index(files: &[WrittenFile]) -> String {
    let mut text = format!("{GENERATED}\n");
    for file in files {
        text.push_str(&format!("pub mod {};\n", file.name));
    }
    text
}

const GENERATED: &str = "// Written by `crd-gen import`, which overwrites it: change names in the table \
    below, and the rest with `[import]` of `crd-gen.toml`.\n";

/// Whether a text was written by an import.
pub fn is_imported(text: &str) -> bool {
    text.starts_with("// Written by `crd-gen import`")
}

/// Returns the text of a file without its own attributes and documentation, which `include!` does not allow.
pub(crate) fn for_include(text: &str) -> String {
    let Some((head, types)) = text.split_once(ALLOWED) else {
        return text.to_owned();
    };
    let head = head.split_inclusive('\n').filter(|line| line.starts_with("// "));
    format!("{}{types}", head.collect::<String>())
}

fn head(plan: &Plan<'_>, planned: &PlannedCrd<'_>) -> String {
    let table = names::table(plan, &|home| match home {
        Home::Version(scope) => plan
            .crds
            .get(scope.crd)
            .is_some_and(|other| std::ptr::eq(other, planned)),
        Home::Shared => false,
    });
    let spec = &planned.crd.spec;
    let title = title(&spec.names.kind, &spec.group);
    format!("{GENERATED}{table}\n//! {title}\n\n")
}

/// Returns the types of a CRD, in modules for its versions if it has several.
fn body(plan: &Plan<'_>, planned: &PlannedCrd<'_>, indent: usize) -> String {
    if !planned.has_modules() {
        let home = planned.roots.first().map(|root| Home::Version(root.scope));
        return home
            .map(|home| module(plan, home, &planned.roots, indent))
            .unwrap_or_default();
    }
    let mut text = IndentedText {
        out: String::new(),
        indent,
    };
    for root in &planned.roots {
        let Some((_, version)) = plan.version(root.scope) else {
            continue;
        };
        text.blank();
        text.line(&format!("/// Version `{}`.", version.name));
        text.line(&format!("pub mod {} {{", version.name));
        text.out.push_str(&module(
            plan,
            Home::Version(root.scope),
            std::slice::from_ref(root),
            indent + 4,
        ));
        text.line("}");
    }
    text.out
}

/// Returns the text of a module.
fn module(plan: &Plan<'_>, home: Home, roots: &[ResourceRoot], indent: usize) -> String {
    let mut module = ModuleText::new(plan, home, indent);
    for id in plan.types_of(home) {
        if let Some(entry) = plan.types.get(id) {
            let root = roots.iter().find(|root| root.spec == id);
            item::write(&mut module, id, entry, root);
        }
    }
    for named in plan.names.iter().filter(|named| named.home == home) {
        item::aliases(&mut module, named);
    }
    module.finish()
}
