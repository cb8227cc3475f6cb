//! The CRDs that objects are judged by.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::declared::{DeclaredCrd, DeclaredRule};
use crate::KubeVersion;
use crate::check::diagnose::unreadable;
use crate::check::documents::crds_of;
use crate::check::{Diagnostic, SourceFile};
use crate::yaml::{self, read};

/// CRDs by group and kind, from any number of files.
#[derive(Debug)]
pub struct Crds {
    version: KubeVersion,
    by_group: BTreeMap<Box<str>, BTreeMap<Box<str>, DeclaredCrd>>,
}

/// What was found in a file of CRDs.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AddedCrds {
    /// How many CRDs the file has.
    pub count: usize,
    /// The documents that cannot be read.
    pub unreadable: Vec<Diagnostic>,
    /// The names of CRDs that were there already; the later one counts, as it does when both are applied.
    pub replaced: Vec<String>,
}

/// What is done about CRDs that are there already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RepeatedKinds {
    Keep,
    Replace,
}

impl Crds {
    /// No CRDs, for a server of a version.
    #[must_use]
    pub fn new(version: KubeVersion) -> Self {
        Crds {
            version,
            by_group: BTreeMap::new(),
        }
    }

    /// The version of the server.
    #[must_use]
    pub fn version(&self) -> KubeVersion {
        self.version
    }

    /// Adds the CRDs of a text; `file` is how findings name it. What is no CRD is skipped.
    pub fn add(&mut self, file: &str, text: String) -> AddedCrds {
        self.add_with(file, text, RepeatedKinds::Replace)
    }

    /// Adds the CRDs of a text that declare kinds which are not there yet.
    pub fn add_missing(&mut self, file: &str, text: String) -> AddedCrds {
        self.add_with(file, text, RepeatedKinds::Keep)
    }

    fn add_with(&mut self, file: &str, text: String, known: RepeatedKinds) -> AddedCrds {
        let read = read(text.as_bytes(), yaml::Options::default());
        let mut added = AddedCrds {
            unreadable: read.errors.iter().map(unreadable).collect(),
            ..AddedCrds::default()
        };
        let file = Arc::new(SourceFile {
            name: file.to_owned(),
            text,
        });
        for document in &read.documents {
            for node in crds_of(&document.root) {
                let Some(declared) = DeclaredCrd::new(&file, document, node) else {
                    continue;
                };
                added.count += 1;
                let name = declared.name.to_string();
                let kinds = self.by_group.entry(declared.group.clone()).or_default();
                if known == RepeatedKinds::Keep && kinds.contains_key(&declared.kind) {
                    continue;
                }
                if kinds.insert(declared.kind.clone(), declared).is_some() {
                    added.replaced.push(name);
                }
            }
        }
        added
    }

    /// How many CRDs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_group.values().map(BTreeMap::len).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_group.is_empty()
    }

    /// The CRD that declares a kind.
    pub(super) fn declaring(&self, group: &str, kind: &str) -> Option<&DeclaredCrd> {
        self.by_group.get(group)?.get(kind)
    }

    /// The kinds of a group.
    pub(super) fn kinds_of(&self, group: &str) -> impl Iterator<Item = &str> {
        let kinds = self.by_group.get(group);
        kinds
            .into_iter()
            .flat_map(|kinds| kinds.keys().map(|kind| &**kind))
    }

    /// The groups that have CRDs.
    pub(super) fn groups(&self) -> impl Iterator<Item = &str> {
        self.by_group.keys().map(|group| &**group)
    }

    /// All rules of all served versions, by CRD.
    #[must_use]
    pub fn rules(&self) -> Vec<DeclaredRule> {
        let mut rules = Vec::new();
        for declared in self.by_group.values().flat_map(BTreeMap::values) {
            for version in declared.versions.iter().filter(|version| version.is_served) {
                rules.extend(declared.rules(version));
            }
        }
        rules
    }
}
