//! `--add-allow`: writes `#[crd(allow(…))]` at the Rust places of findings about generated CRDs.
//!
//! ```text
//! pub hosts: Vec<String>,          #[crd(allow("list-type-absent", reason = "TODO: say why"))]
//!                                  pub hosts: Vec<String>,
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crd_core::build::in_rust;
use crd_core::check::{codes, is_allowable};

use super::folders::Folder;
use super::{GenerateArgs, verdict};
use crate::config::Config;
use crate::terminal::Terminal;
use crate::text::counted;
use crate::{CommandError, CommandOutcome, write};

/// A Rust file, with the slugs of the findings by the offset of the name that they concern.
#[derive(Default)]
struct Findings {
    text: String,
    at: BTreeMap<usize, BTreeSet<&'static str>>,
}

/// Writes the attributes; manifests are not written.
pub(super) fn write(
    args: &GenerateArgs,
    config: &Config,
    folders: &[Folder],
    reason: &str,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let mut files: BTreeMap<PathBuf, Findings> = BTreeMap::new();
    for manifest in folders.iter().flat_map(|folder| &folder.manifests) {
        for finding in &verdict::report(manifest, args, config)?.findings {
            let Some(entry) =
                codes::entry(finding.diagnostic.code).filter(|_| is_allowable(&finding.diagnostic))
            else {
                continue;
            };
            let found = in_rust(finding, &manifest.owners, &manifest.package);
            let placed = found.and_then(|found| found.file.zip(found.diagnostic.span));
            match placed {
                Some((file, span)) => {
                    let known = files.entry(file.path).or_default();
                    known.text = file.text;
                    known
                        .at
                        .entry(span.start as usize)
                        .or_default()
                        .insert(entry.slug);
                }
                None => terminal.warning(&format!(
                    "{}: unknown location in Rust; allow it in `crd-gen.toml`: `levels = {{{} = \"allow\"}}`",
                    finding.diagnostic.field.short(),
                    entry.slug
                )),
            }
        }
    }
    for (path, found) in &files {
        let text = with_attributes(found, reason);
        write::file(path, text)?;
        let attributes = counted(found.at.len(), "attribute");
        terminal.note(&format!("wrote {attributes} into `{}`", path.display()));
    }
    terminal.note(if files.is_empty() {
        "there is nothing to allow"
    } else {
        "no manifest was written; run `crd-gen generate` again"
    });
    Ok(CommandOutcome::Clean)
}

/// Returns the text with the attributes.
fn with_attributes(found: &Findings, reason: &str) -> String {
    let mut text = found.text.clone();
    // From the end, so that earlier offsets stay valid.
    for (place, slugs) in found.at.iter().rev() {
        let names: Vec<String> = slugs.iter().map(|slug| format!("\"{slug}\"")).collect();
        let attribute = format!("#[crd(allow({}, reason = {reason:?}))]", names.join(", "));
        let start = start_of_item(&text, *place);
        let line = text
            .get(..start)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |end| end + 1);
        let indentation = text.get(line..start).unwrap_or_default();
        let after = if indentation.trim().is_empty() {
            format!("\n{indentation}")
        } else {
            " ".to_owned()
        };
        text.insert_str(start, &format!("{attribute}{after}"));
    }
    text
}

/// Returns the start of the type or field whose name is at an offset: before its visibility and its keyword.
fn start_of_item(text: &str, name: usize) -> usize {
    let mut before = text.get(..name).unwrap_or_default();
    for keyword in ["struct", "enum"] {
        if let Some(rest) = before.trim_end().strip_suffix(keyword) {
            before = rest;
        }
    }
    let trimmed = before.trim_end();
    if let Some(rest) = trimmed.strip_suffix("pub") {
        before = rest;
    } else if trimmed.ends_with(')')
        && let Some(at) = trimmed.rfind("pub(")
    {
        before = trimmed.get(..at).unwrap_or(before);
    }
    before.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_stand_before_visibilities() {
        for (text, name, expected) in [
            (
                "struct A {\n    pub(crate) b: u8,\n}",
                "b:",
                "struct A {\n    @\n    pub(crate) b: u8,\n}",
            ),
            ("/// A.\npub struct A {}", "A {", "/// A.\n@\npub struct A {}"),
            ("struct A { b: u8, c: u8 }", "c:", "struct A { b: u8, @ c: u8 }"),
            (
                "enum A {\n    #[x]\n    B(u8),\n}",
                "B",
                "enum A {\n    #[x]\n    @\n    B(u8),\n}",
            ),
        ] {
            let found = Findings {
                text: text.to_owned(),
                at: [(text.find(name).unwrap(), ["list-unbounded"].into())].into(),
            };
            let attribute = "#[crd(allow(\"list-unbounded\", reason = \"a\"))]";
            assert_eq!(with_attributes(&found, "a"), expected.replace('@', attribute));
        }
    }
}
