//! Finds the patches of kustomize that affect the check of a CRD: those that add a conversion webhook.
//!
//! ```text
//! config/crd/kustomization.yaml       resources: [bases/widgets.yaml]
//!                                     patches: [{path: patches/webhook_in_widgets.yaml}]
//! config/crd/patches/webhook_in_…     spec: {conversion: {strategy: Webhook, …}}
//! ->  config/crd/bases/widgets.yaml is converted by a webhook, and the patch is not checked as a CRD
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crd_core::yaml;
use serde_json::Value;

/// The names that kustomize looks for.
const NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

const KIND: &str = "CustomResourceDefinition";

/// Number of directories above a file that are searched; kubebuilder has its CRDs one level below.
const LEVELS: usize = 3;

/// The kustomizations that a run has read, by directory.
#[derive(Default)]
pub(crate) struct Kustomizations {
    /// The real paths of directories.
    directories: Mutex<BTreeMap<PathBuf, Option<PathBuf>>>,
    read: Mutex<BTreeMap<PathBuf, Option<Arc<Kustomization>>>>,
}

/// The content of a `kustomization.yaml` that concerns CRDs.
#[derive(Debug, Default)]
struct Kustomization {
    resources: BTreeSet<PathBuf>,
    /// The files of its patches.
    patches: BTreeSet<PathBuf>,
    converted: Vec<PatchedCrds>,
}

/// The CRDs to which a patch adds a conversion webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PatchedCrds {
    All,
    Named(String),
}

/// The effects of kustomizations on a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct KustomizedFile {
    /// Whether it is a patch instead of an object, in use or not.
    pub(crate) is_patch: bool,
    converts_all: bool,
    converted: Vec<String>,
}

impl KustomizedFile {
    /// Returns the names of the CRDs of the file to which a patch adds a conversion webhook; `names` returns those of
    /// all CRDs in the file.
    pub(crate) fn converted(&self, names: impl FnOnce() -> Vec<String>) -> Vec<String> {
        if self.converts_all {
            names()
        } else {
            self.converted.clone()
        }
    }
}

impl Kustomizations {
    /// Returns the effects on a file with a content of the kustomizations in the directories above it.
    pub(crate) fn of(&self, file: &Path, content: &[u8]) -> KustomizedFile {
        let mut found = KustomizedFile::default();
        let Some(file) = self.real_path(file) else {
            return found;
        };
        let (mut is_resource, mut is_unused) = (false, false);
        for directory in file.ancestors().skip(1).take(LEVELS) {
            let Some(kustomization) = self.in_directory(directory) else {
                continue;
            };
            found.is_patch |= kustomization.patches.contains(&file);
            if !kustomization.resources.contains(&file) {
                is_unused |= !kustomization.resources.is_empty();
                continue;
            }
            is_resource = true;
            for crds in &kustomization.converted {
                match crds {
                    PatchedCrds::All => found.converts_all = true,
                    PatchedCrds::Named(name) => found.converted.push(name.clone()),
                }
            }
        }
        // As kubebuilder writes patches, which its kustomization names in comments at first.
        found.is_patch |= is_unused && !is_resource && are_patches(content);
        found
    }

    /// Returns the path of a file without symbolic links. Each directory is looked up once.
    fn real_path(&self, file: &Path) -> Option<PathBuf> {
        if fs::symlink_metadata(file).ok()?.is_symlink() {
            return fs::canonicalize(file).ok();
        }
        let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        let directory = directory.unwrap_or(Path::new("."));
        let mut known = self.directories.lock().unwrap_or_else(PoisonError::into_inner);
        let real = match known.get(directory) {
            Some(real) => real.clone(),
            None => {
                let real = fs::canonicalize(directory).ok();
                known.insert(directory.to_owned(), real.clone());
                real
            }
        };
        Some(real?.join(file.file_name()?))
    }

    fn in_directory(&self, directory: &Path) -> Option<Arc<Kustomization>> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(directory) {
            return known.clone();
        }
        let kustomization = Kustomization::read(directory).map(Arc::new);
        read.insert(directory.to_owned(), kustomization.clone());
        kustomization
    }
}

impl Kustomization {
    /// Reads the kustomization of a directory, if there is one. Files that cannot be read are ignored.
    fn read(directory: &Path) -> Option<Self> {
        let document = NAMES
            .iter()
            .find_map(|name| documents(&directory.join(name)))?
            .into_iter()
            .next()?;
        let texts = |member: &str| {
            let list = document.get(member).and_then(Value::as_array);
            list.into_iter().flatten().cloned().collect::<Vec<Value>>()
        };
        let at = |path: &str| fs::canonicalize(directory.join(path)).ok();
        let mut found = Kustomization::default();
        for resource in texts("resources").iter().chain(&texts("bases")) {
            found.resources.extend(resource.as_str().and_then(at));
        }
        for patch in texts("patchesStrategicMerge") {
            // The entry is a path, or the patch itself.
            let Some(text) = patch.as_str() else { continue };
            match at(text) {
                Some(path) => found.add_file(path, None),
                None => found.add_patches(&read_documents(text.as_bytes()), None),
            }
        }
        for patch in texts("patches").iter().chain(&texts("patchesJson6902")) {
            let target = patch.get("target");
            if let Some(path) = patch.get("path").and_then(Value::as_str).and_then(at) {
                found.add_file(path, target);
            }
            if let Some(text) = patch.get("patch").and_then(Value::as_str) {
                found.add_patches(&read_documents(text.as_bytes()), target);
            }
        }
        Some(found)
    }

    fn add_file(&mut self, path: PathBuf, target: Option<&Value>) {
        self.add_patches(&documents(&path).unwrap_or_default(), target);
        self.patches.insert(path);
    }

    fn add_patches(&mut self, patches: &[Value], target: Option<&Value>) {
        for patch in patches {
            let adds_webhook = match patch.as_array() {
                Some(operations) => operations.iter().any(operation_adds_webhook),
                None => is_webhook(patch.pointer("/spec/conversion")),
            };
            if adds_webhook {
                self.converted.extend(patched(patch, target));
            }
        }
    }
}

/// Returns the CRDs that a patch applies to.
fn patched(patch: &Value, target: Option<&Value>) -> Option<PatchedCrds> {
    let text = |value: &Value, member: &str| value.get(member).and_then(Value::as_str).map(str::to_owned);
    let Some(target) = target else {
        let name = text(patch.get("metadata")?, "name")?;
        return (text(patch, "kind")? == KIND).then_some(PatchedCrds::Named(name));
    };
    let selects = |member: &str| target.get(member).is_some();
    if selects("labelSelector") || selects("annotationSelector") {
        return None;
    }
    if text(target, "kind").is_some_and(|kind| kind != KIND) {
        return None;
    }
    Some(match text(target, "name") {
        // The name is a regular expression; of its special characters, names of CRDs only have dots.
        Some(name) if name != ".*" => PatchedCrds::Named(name),
        _ => PatchedCrds::All,
    })
}

/// Whether documents are CRDs that only have parts of what each CRD must have.
fn are_patches(content: &[u8]) -> bool {
    // Few files are read for it: nearly all CRDs have `versions`.
    let has_versions = memchr::memmem::find(content, b"versions:").is_some();
    let is_patch = |document: &Value| {
        let has = |path: &str| document.pointer(path).is_some();
        document.get("kind").and_then(Value::as_str) == Some(KIND)
            && has("/metadata/name")
            && !["/spec/group", "/spec/names", "/spec/versions"]
                .into_iter()
                .any(has)
    };
    let documents = if has_versions {
        Vec::new()
    } else {
        read_documents(&yaml::to_utf8(content.to_owned()))
    };
    !documents.is_empty() && documents.iter().all(is_patch)
}

/// Whether an operation of a JSON patch adds a conversion webhook.
fn operation_adds_webhook(operation: &Value) -> bool {
    let text = |member: &str| operation.get(member).and_then(Value::as_str);
    if !matches!(text("op"), Some("add" | "replace")) {
        return false;
    }
    match text("path") {
        Some("/spec/conversion") => is_webhook(operation.get("value")),
        Some("/spec/conversion/strategy") => text("value") == Some("Webhook"),
        _ => false,
    }
}

fn is_webhook(conversion: Option<&Value>) -> bool {
    conversion.and_then(|conversion| conversion.get("strategy")) == Some(&Value::from("Webhook"))
}

/// Returns the documents of a file; `None` if it cannot be read.
fn documents(path: &Path) -> Option<Vec<Value>> {
    Some(read_documents(&yaml::to_utf8(fs::read(path).ok()?)))
}

fn read_documents(text: &[u8]) -> Vec<Value> {
    let read = yaml::read(text, yaml::Options::default());
    read.documents
        .iter()
        .map(|document| document.root.to_json())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(directory: &Path, file: &str, text: &str) -> PathBuf {
        let path = directory.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn patches_of_every_form_are_read() {
        const PATCH: &str = "kind: CustomResourceDefinition\nmetadata: {name: a.b.c}\nspec: {conversion: {strategy: Webhook}}\n";
        let named = ["a.b.c"].as_slice();
        for (kustomization, expected) in [
            ("patches: [{path: patches/webhook_in_a.yaml}]", named),
            ("patchesStrategicMerge: [patches/webhook_in_a.yaml]", named),
            (
                "patches: [{path: patches/webhook_in_a.yaml, target: {kind: CustomResourceDefinition}}]",
                &["all"],
            ),
            (
                "patches: [{path: patches/webhook_in_a.yaml, target: {kind: Deployment}}]",
                &[],
            ),
            (
                "patches:\n- patch: |-\n    - {op: add, path: /spec/conversion, value: {strategy: Webhook}}\n  target: {kind: CustomResourceDefinition, name: a.b.c}",
                named,
            ),
            (
                "patches:\n- patch: |-\n    - {op: add, path: /spec/conversion, value: {strategy: None}}\n  target: {name: a.b.c}",
                &[],
            ),
            // As kubebuilder writes it before there is a webhook.
            ("patches:\n#- path: patches/webhook_in_a.yaml", &[]),
            ("patches: 3", &[]),
        ] {
            let directory = tempfile::tempdir().unwrap();
            let base = write(
                directory.path(),
                "crd/bases/a.yaml",
                "kind: CustomResourceDefinition\n",
            );
            let patch = write(directory.path(), "crd/patches/webhook_in_a.yaml", PATCH);
            write(
                directory.path(),
                "crd/kustomization.yaml",
                &format!("resources: [bases/a.yaml]\n{kustomization}\n"),
            );
            let all = Kustomizations::default();
            let names = || vec!["all".to_owned()];
            assert_eq!(all.of(&base, b"").converted(names), expected, "{kustomization}");
            assert!(!all.of(&base, b"").is_patch);
            let names_patch = kustomization.contains("patches/webhook") && !kustomization.contains('#');
            assert_eq!(all.of(&patch, b"").is_patch, names_patch, "{kustomization}");
            // Another file, which is not a resource of it.
            let other = write(directory.path(), "crd/bases/b.yaml", "");
            assert_eq!(all.of(&other, b""), KustomizedFile::default());
        }
    }

    /// The kustomization, the file, its content, and whether it is skipped.
    #[test]
    fn patches_that_no_kustomization_uses() {
        const PATCH: &str = "kind: CustomResourceDefinition\nmetadata: {name: a.b.c}\n";
        const SPEC: &str =
            "kind: CustomResourceDefinition\nmetadata: {name: a.b.c}\nspec: {conversion: {strategy: None}}\n";
        const CRD: &str = "kind: CustomResourceDefinition\nmetadata: {name: a.b.c}\nspec: {group: b.c}\n";
        const UNNAMED: &str = "kind: CustomResourceDefinition\nspec: {conversion: {strategy: None}}\n";
        const USED: &str = "resources: [bases/a.yaml]\n#patches: [patches/b.yaml]\n";
        for (kustomization, file, content, is_patch) in [
            (USED, "patches/b.yaml", PATCH, true),
            (USED, "patches/b.yaml", SPEC, true),
            (USED, "patches/b.yaml", CRD, false),
            (USED, "patches/b.yaml", UNNAMED, false),
            (
                USED,
                "patches/b.yaml",
                "kind: Widget\nmetadata: {name: a}\n",
                false,
            ),
            (USED, "bases/a.yaml", PATCH, false),
            ("resources: []", "patches/b.yaml", PATCH, false),
        ] {
            let directory = tempfile::tempdir().unwrap();
            write(directory.path(), "bases/a.yaml", CRD);
            write(directory.path(), "kustomization.yaml", kustomization);
            let file = write(directory.path(), file, content);
            let found = Kustomizations::default().of(&file, content.as_bytes());
            assert_eq!(found.is_patch, is_patch, "{kustomization} {content}");
        }
    }
}
