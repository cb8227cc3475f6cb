//! Finds stale manifests: those of types that were removed or renamed.
//!
//! Files that crd-gen writes are recognized without a marker: the file has the name of its CRD, and its text after
//! comments is exactly what this tool writes for that CRD. Files of other tools, edited files, and subdirectories are
//! ignored.

use crd_core::sort::sort_by;
use std::fs;
use std::path::{Path, PathBuf};

use crd_core::check::is_allow_comment;
use crd_core::decode::decode;
use crd_core::yaml::{self, Options, read};
use crd_core::{Crd, build};

use super::harness::{self, Manifest};
use super::package::{self, Package};
use super::selection::Selected;
use super::{BuildArgs, ContentArgs};
use crate::CommandError;
use crate::terminal::Terminal;

/// A manifest that crd-gen wrote, and that no type generates any more.
pub(super) struct LeftOver {
    pub(super) path: PathBuf,
    pub(super) origin: LeftOverOrigin,
}

/// The likely origin of a manifest that no type generates.
pub(super) enum LeftOverOrigin {
    /// A removed type: other types of its group still exist.
    Gone,
    /// No type is in its group, so it may come from another repository.
    OtherGroup(String),
}

/// Returns the manifests in a directory that crd-gen wrote, and that none of the packages generates, in order.
///
/// Other packages of the workspace may write to the same directory. They are only built if a manifest would be stale
/// without them.
pub(super) fn find(
    build: &BuildArgs,
    packages: &[Package],
    written: &[String],
    groups: &[&str],
    directory: &Path,
    terminal: &Terminal,
) -> Result<Vec<LeftOver>, CommandError> {
    let mut unknown = unknown_manifests(directory, written);
    if unknown.is_empty() {
        return Ok(Vec::new());
    }
    for other in package::others(build, packages)? {
        let mut whole = BuildArgs {
            all_features: true,
            ..BuildArgs::of(&build.packages)
        };
        whole.packages.package = vec![other.name.clone()];
        let content = ContentArgs::default();
        let answer =
            harness::ask(&whole, &content, &other, &Selected::default(), terminal).map_err(|failure| {
                failure.help(format!(
                    "package `{}` was built because it may have generated `{}`, which is in the output \
                     directory",
                    other.name,
                    unknown
                        .first()
                        .map(|(path, _)| path.display().to_string())
                        .unwrap_or_default()
                ))
            })?;
        unknown.retain(|(_, crd)| {
            let makes =
                |made: &Manifest| *made.group == *crd.spec.group && *made.plural == *crd.spec.names.plural;
            !answer.manifests.iter().any(makes)
        });
    }
    let is_ours = |crd: &Crd| groups.contains(&&*crd.spec.group);
    Ok(unknown
        .into_iter()
        .map(|(path, crd)| LeftOver {
            path,
            origin: if is_ours(&crd) {
                LeftOverOrigin::Gone
            } else {
                LeftOverOrigin::OtherGroup(crd.spec.group.into())
            },
        })
        .collect())
}

/// Returns the manifests that crd-gen wrote and that are not among the given file names.
fn unknown_manifests(directory: &Path, written: &[String]) -> Vec<(PathBuf, Crd)> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut found: Vec<(PathBuf, Crd)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| !written.iter().any(|written| written == name))
        })
        .filter_map(|path| {
            let crd = written_by_us(&path)?;
            Some((path, crd))
        })
        .collect();
    sort_by(&mut found, &|(one, _), (another, _)| one.cmp(another));
    found
}

/// Returns the CRD of a manifest, if crd-gen wrote it.
fn written_by_us(path: &Path) -> Option<Crd> {
    let name = path.file_name()?.to_str()?;
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    if !name.contains('_') || !(is_json || path.extension().is_some_and(|extension| extension == "yaml")) {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let comments: usize = text
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#') || line.trim().is_empty())
        .map(str::len)
        .sum();
    // The allowances of types are in comments.
    let lines = text.get(comments..)?.split_inclusive('\n');
    let body: String = lines.filter(|line| !is_allow_comment(line)).collect();
    let read = read(body.as_bytes(), Options::default());
    let [document] = read.documents.as_slice() else {
        return None;
    };
    let crd = decode(&document.root).crd?;
    let ours = if is_json {
        serde_json::to_string_pretty(&crd).ok()? + "\n"
    } else {
        yaml::to_string(&crd).ok()?
    };
    let expected = build::file_name(&crd);
    let is_name = expected.strip_suffix(".yaml") == path.file_stem()?.to_str();
    (is_name && ours == body).then_some(crd)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\nspec:\n  \
                       group: example.com\n  names:\n    kind: Widget\n    listKind: WidgetList\n    plural: widgets\n    singular: widget\n  \
                       scope: Namespaced\n  versions:\n  - name: v1\n    served: true\n    storage: true\n";

    /// Returns the text that crd-gen writes for the CRD.
    fn ours() -> String {
        let read = read(CRD.as_bytes(), Options::default());
        yaml::to_string(&decode(&read.documents[0].root).crd.unwrap()).unwrap()
    }

    #[test]
    fn only_what_this_tool_wrote_is_recognised() {
        let directory = tempfile::tempdir().unwrap();
        let is_ours = |name: &str, text: &str| {
            let path = directory.path().join(name);
            fs::write(&path, text).unwrap();
            written_by_us(&path).is_some()
        };
        let name = "example.com_widgets.yaml";
        let ours = ours();
        assert!(is_ours(name, &ours));
        assert!(is_ours(name, &format!("# Copyright\n#\n{ours}")));
        assert!(is_ours(
            name,
            &ours.replace("  scope:", "  # crd-gen: allow names-form a\n  scope:")
        ));
        // Another name, another tool, an additional document, an edit, and invalid YAML.
        assert!(!is_ours("widgets.yaml", &ours));
        assert!(!is_ours("example.com_gadgets.yaml", &ours));
        assert!(!is_ours(name, &format!("---\n{ours}")));
        assert!(!is_ours(name, &format!("{ours}---\nkind: A\n")));
        assert!(!is_ours(
            name,
            &ours.replace("scope: Namespaced", "scope: \"Namespaced\"")
        ));
        assert!(!is_ours(name, &ours.replace("spec:", "spec: # edited")));
        assert!(!is_ours(name, "a: ["));
        assert!(!is_ours("example.com_widgets.json", &ours));
        let read = read(ours.as_bytes(), Options::default());
        let json = serde_json::to_string_pretty(&decode(&read.documents[0].root).crd.unwrap()).unwrap();
        assert!(is_ours("example.com_widgets.json", &format!("{json}\n")));
        fs::create_dir(directory.path().join("other.example.com_folders.yaml")).unwrap();
        assert!(written_by_us(&directory.path().join("other.example.com_folders.yaml")).is_none());
    }
}
