//! The outputs of one run: each channel and each feature set that is asked for, and where its CRDs go.
//!
//! ```text
//! --channel standard --channel experimental -o config/crd
//!     config/crd/standard/…, config/crd/experimental/…     CRDs that differ
//!     config/crd/…                                         CRDs that are the same in all outputs
//! ```

use std::path::{Path, PathBuf};

use clap::Args;

use super::harness::Manifest;

/// Which parts of types are written.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Channels and feature gates")]
pub struct SelectionArgs {
    /// Write what this channel has, which `crd_core::channels!` declares; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub channel: Vec<String>,
    /// Write what exists with the gates of this set, which `crd_core::feature_sets!` declares; may be given several times.
    #[arg(long, value_name = "NAME", conflicts_with = "feature_gates")]
    pub feature_set: Vec<String>,
    /// Write what exists with these gates on and no others, separated by commas.
    #[arg(long, value_name = "GATES")]
    pub feature_gates: Option<String>,
}

/// One output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selected {
    pub(super) channel: Option<String>,
    pub(super) feature_set: Option<String>,
    pub(super) feature_gates: Option<String>,
}

impl Selected {
    /// The directory of its CRDs below that of all.
    pub(super) fn directory(&self) -> PathBuf {
        self.channel.iter().chain(&self.feature_set).collect()
    }
}

impl SelectionArgs {
    /// The outputs, at least one.
    pub(super) fn outputs(&self) -> Vec<Selected> {
        let or_none = |names: &[String]| -> Vec<Option<String>> {
            if names.is_empty() {
                return vec![None];
            }
            let mut once: Vec<Option<String>> = Vec::new();
            for name in names {
                if !once.contains(&Some(name.clone())) {
                    once.push(Some(name.clone()));
                }
            }
            once
        };
        let sets = or_none(&self.feature_set);
        let channels = or_none(&self.channel).into_iter();
        channels
            .flat_map(|channel| {
                sets.iter().map(move |set| Selected {
                    channel: channel.clone(),
                    feature_set: set.clone(),
                    feature_gates: self.feature_gates.clone(),
                })
            })
            .collect()
    }
}

/// The CRDs that go into one directory.
pub(super) struct Folder {
    /// Below the output directory; empty for the directory itself.
    pub(super) path: PathBuf,
    pub(super) manifests: Vec<Manifest>,
}

impl Folder {
    /// Its path below the output directory.
    pub(super) fn below(&self, output: &Path) -> PathBuf {
        // Joined to an empty path, the directory would end in a slash.
        if self.path.as_os_str().is_empty() {
            output.to_owned()
        } else {
            output.join(&self.path)
        }
    }
}

/// Puts CRDs that are the same in all outputs into the directory itself, and the others into one for each output.
pub(super) fn folders(outputs: Vec<(Selected, Vec<Manifest>)>) -> Vec<Folder> {
    let count = outputs.len();
    if count == 1 {
        let only = outputs.into_iter().map(|(_, manifests)| Folder {
            path: PathBuf::new(),
            manifests,
        });
        return only.collect();
    }
    let texts: Vec<(String, String)> = outputs
        .iter()
        .flat_map(|(_, manifests)| manifests)
        .map(|manifest| {
            (
                format!("{}.{}", manifest.plural, manifest.group),
                manifest.json.clone(),
            )
        })
        .collect();
    let is_same_everywhere = |manifest: &Manifest| {
        let name = format!("{}.{}", manifest.plural, manifest.group);
        let same = texts
            .iter()
            .filter(|(other, json)| *other == name && *json == manifest.json);
        same.count() == count
    };
    let mut common = Folder {
        path: PathBuf::new(),
        manifests: Vec::new(),
    };
    let mut folders = Vec::new();
    for (position, (selected, manifests)) in outputs.into_iter().enumerate() {
        let (same, own): (Vec<Manifest>, Vec<Manifest>) = manifests.into_iter().partition(is_same_everywhere);
        if position == 0 {
            common.manifests = same;
        }
        folders.push(Folder {
            path: selected.directory(),
            manifests: own,
        });
    }
    folders.insert(0, common);
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(plural: &str, json: &str) -> Manifest {
        Manifest {
            group: "a.b".to_owned(),
            plural: plural.to_owned(),
            rust_paths: Vec::new(),
            yaml: String::new(),
            json: json.to_owned(),
            owners: crd_core::build::Owners::default(),
            is_mapped: false,
            package: PathBuf::new(),
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
