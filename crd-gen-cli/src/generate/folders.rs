//! Chooses the folders for the CRDs of several outputs.
//!
//! ```text
//! --channel standard --channel experimental -o config/crd
//!     config/crd/standard/…, config/crd/experimental/…     CRDs that differ
//!     config/crd/…                                         CRDs that are the same in all outputs
//!     config/crd/alpha+beta/…                              CRDs that are the same in these two of three outputs
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::harness::Manifest;
use super::selection::Selected;

/// The CRDs that go into one directory.
pub(super) struct Folder {
    /// The path below the output directory; empty for the directory itself.
    pub(super) path: PathBuf,
    pub(super) manifests: Vec<Manifest>,
}

impl Folder {
    /// Returns its path inside the output directory.
    pub(super) fn below(&self, output: &Path) -> PathBuf {
        // Joined to an empty path, the directory would end in a slash.
        if self.path.as_os_str().is_empty() {
            output.to_owned()
        } else {
            output.join(&self.path)
        }
    }
}

/// Puts CRDs that are the same in all outputs into the directory itself, those that are the same in some into one named after
/// these, as in `Default+TechPreview`, and the others into one for each output.
pub(super) fn folders(outputs: Vec<(Selected, Vec<Manifest>)>) -> Vec<Folder> {
    let count = outputs.len();
    let mut texts: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (position, (_, manifests)) in outputs.iter().enumerate() {
        for manifest in manifests {
            texts.entry(key(manifest)).or_default().push(position);
        }
    }
    let selected: Vec<Selected> = outputs.iter().map(|(selected, _)| selected.clone()).collect();
    let mut found: BTreeMap<PathBuf, Vec<Manifest>> = BTreeMap::new();
    for (position, (own, manifests)) in outputs.into_iter().enumerate() {
        for manifest in manifests {
            let same = texts.get(&key(&manifest)).map_or(&[][..], Vec::as_slice);
            let path = if same.len() == count {
                Some(PathBuf::new())
            } else {
                together(same.iter().filter_map(|other| selected.get(*other)))
            };
            match path {
                None => found.entry(own.directory()).or_default().push(manifest),
                // The first of these outputs writes it.
                Some(path) if same.first() == Some(&position) => {
                    found.entry(path).or_default().push(manifest);
                }
                Some(_) => {}
            }
        }
    }
    // Directories without CRDs may contain stale ones.
    let mut paths = vec![PathBuf::new()];
    if count > 1 {
        paths.extend(selected.iter().map(Selected::directory));
        paths.extend(shared_paths(&selected));
    }
    let mut folders: Vec<Folder> = Vec::new();
    for path in paths {
        if folders.iter().all(|folder| folder.path != path) {
            let manifests = found.remove(&path).unwrap_or_default();
            folders.push(Folder { path, manifests });
        }
    }
    folders
}

/// Returns the name and the text of a CRD.
fn key(manifest: &Manifest) -> (String, String) {
    (
        format!("{}.{}", manifest.plural, manifest.group),
        manifest.json.clone(),
    )
}

/// Returns the directory for CRDs that several outputs share; `None` for one output, and for outputs that differ in
/// both channel and feature set.
fn together<'a>(outputs: impl Iterator<Item = &'a Selected>) -> Option<PathBuf> {
    let (mut channels, mut sets): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut count = 0;
    for output in outputs {
        count += 1;
        for (name, names) in [(&output.channel, &mut channels), (&output.feature_set, &mut sets)] {
            if let Some(name) = name
                && !names.contains(&name.as_str())
            {
                names.push(name);
            }
        }
    }
    let is_one_way = channels.len() <= 1 || sets.len() <= 1;
    let parts = [channels, sets].into_iter().filter(|names| !names.is_empty());
    (count > 1 && is_one_way).then(|| parts.map(|names| names.join("+")).collect())
}

/// Returns the directories of [`together`] for each subset of more than one output and less than all.
fn shared_paths(outputs: &[Selected]) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    // More outputs are improbable, and would have too many subsets.
    if outputs.len() <= MOST_SUBSETS {
        for chosen in 0..1_usize << outputs.len() {
            let some = outputs.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            if chosen.count_ones() as usize != outputs.len() {
                found.extend(together(some.map(|(_, output)| output)));
            }
        }
    }
    found
}

/// Maximum number of outputs whose subsets are searched for stale CRDs.
const MOST_SUBSETS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::selection::SelectionArgs;
    use crd_core::build::AllowedManifest;

    fn manifest(plural: &str, json: &str) -> Manifest {
        Manifest {
            group: "a.b".to_owned(),
            plural: plural.to_owned(),
            rust_paths: Vec::new(),
            yaml: String::new(),
            json: json.to_owned(),
            owners: crd_core::build::Owners::default(),
            is_mapped: false,
            mapping: None,
            package: PathBuf::new(),
            allowed: AllowedManifest::default(),
        }
    }

    #[test]
    fn what_is_the_same_everywhere_is_written_once() {
        let args = SelectionArgs {
            channel: ["standard", "experimental", "standard"]
                .map(str::to_owned)
                .to_vec(),
            ..SelectionArgs::default()
        };
        let outputs = args.outputs();
        assert_eq!(outputs.len(), 2);
        let manifests = [
            vec![manifest("ones", "1"), manifest("twos", "2")],
            vec![
                manifest("ones", "1"),
                manifest("twos", "two"),
                manifest("threes", "3"),
            ],
        ];
        let shown: Vec<String> = folders(outputs.into_iter().zip(manifests).collect())
            .iter()
            .map(|folder| {
                let names: Vec<&str> = folder.manifests.iter().map(|one| one.plural.as_str()).collect();
                format!("{}: {}", folder.path.display(), names.join(" "))
            })
            .collect();
        assert_eq!(shown, [": ones", "standard: twos", "experimental: twos threes"]);
    }

    #[test]
    fn what_is_the_same_in_some_outputs_is_written_once() {
        let args = SelectionArgs {
            feature_set: ["Default", "Tech", "Dev"].map(str::to_owned).to_vec(),
            ..SelectionArgs::default()
        };
        let manifests = [
            vec![
                manifest("ones", "1"),
                manifest("twos", "2"),
                manifest("threes", "3"),
            ],
            vec![
                manifest("ones", "1"),
                manifest("twos", "2"),
                manifest("threes", "three"),
            ],
            vec![
                manifest("ones", "1"),
                manifest("twos", "two"),
                manifest("threes", "three"),
            ],
        ];
        let folders = folders(args.outputs().into_iter().zip(manifests).collect());
        let shown: Vec<String> = folders
            .iter()
            .map(|folder| format!("{}: {}", folder.path.display(), folder.manifests.len()))
            .collect();
        assert_eq!(
            shown,
            [
                ": 1",
                "Default: 1",
                "Tech: 0",
                "Dev: 1",
                "Default+Dev: 0",
                "Default+Tech: 1",
                "Tech+Dev: 1"
            ]
        );
    }

    #[test]
    fn channels_and_feature_sets_are_combined() {
        let args = SelectionArgs {
            channel: vec!["standard".to_owned()],
            feature_set: ["Default", "TechPreview"].map(str::to_owned).to_vec(),
            ..SelectionArgs::default()
        };
        let shown: Vec<String> = args
            .outputs()
            .iter()
            .map(|selected| selected.directory().display().to_string())
            .collect();
        assert_eq!(shown, ["standard/Default", "standard/TechPreview"]);
        assert_eq!(SelectionArgs::default().outputs(), [Selected::default()]);
    }
}
