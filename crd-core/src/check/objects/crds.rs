//! The CRDs by which objects are validated.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::builtin::group_and_version;
use super::declaration::Declaration;
use super::declared::{DeclaredCrd, DeclaredRule};
use crate::KubeVersion;
use crate::check::allow::Allowances;
use crate::check::diagnose::unreadable;
use crate::check::documents::crds_of;
use crate::check::findings::{Collector, FindingSubject};
use crate::check::{Diagnostic, Findings, Levels, SourceFile};
use crate::yaml::{self, read};

/// CRDs by group and kind, from any number of files.
#[derive(Debug)]
pub struct Crds {
    version: KubeVersion,
    by_group: BTreeMap<Box<str>, BTreeMap<Box<str>, Arc<DeclaredCrd>>>,
}

/// The CRDs of a file, which several [`Crds`] can share: each schema is compiled once for all of them, so all must be for the
/// same version of the server.
#[derive(Clone, Debug, Default)]
pub struct CrdFile {
    declared: Vec<Arc<DeclaredCrd>>,
    unreadable: Vec<Diagnostic>,
}

impl CrdFile {
    /// Parses the CRDs of a text; `file` is its name in findings. Other documents are skipped.
    #[must_use]
    pub fn read(file: &str, text: String) -> Self {
        let read = read(text.as_bytes(), yaml::Options::default());
        let unreadable = read.errors.iter().map(unreadable).collect();
        let file = Arc::new(SourceFile {
            name: file.to_owned(),
            text,
        });
        let declared = read.documents.iter().flat_map(|document| {
            crds_of(&document.root).filter_map(|node| DeclaredCrd::new(&file, document, node).map(Arc::new))
        });
        CrdFile {
            declared: declared.collect(),
            unreadable,
        }
    }

    /// Returns the same CRDs with schemas of their own, for another version of the server.
    #[must_use]
    pub fn read_again(&self) -> Self {
        match self.declared.first() {
            Some(declared) => CrdFile::read(declared.file_name(), declared.file_text().to_owned()),
            None => CrdFile::default(),
        }
    }

    /// Whether the file has no CRDs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.declared.is_empty()
    }
}

/// The result of adding a file of CRDs.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AddedCrds {
    /// Number of CRDs in the file.
    pub count: usize,
    /// The documents that cannot be parsed.
    pub unreadable: Vec<Diagnostic>,
    /// The names of CRDs that had already been added; the later one takes precedence, as when both are applied.
    pub replaced: Vec<String>,
}

/// A CRD that the server would reject, although objects were validated by it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RejectedCrd {
    /// The file of the CRD.
    pub file: Arc<SourceFile>,
    /// The finding about it, after levels have been applied.
    pub findings: Findings,
}

/// The treatment of CRDs that have already been added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RepeatedKinds {
    Keep,
    Replace,
}

impl Crds {
    /// Creates an empty set for a version of the server.
    #[must_use]
    pub fn new(version: KubeVersion) -> Self {
        Crds {
            version,
            by_group: BTreeMap::new(),
        }
    }

    /// Returns the version of the server.
    #[must_use]
    pub fn version(&self) -> KubeVersion {
        self.version
    }

    /// Adds the CRDs of a text; `file` is its name in findings. Other documents are skipped.
    pub fn add(&mut self, file: &str, text: String) -> AddedCrds {
        self.add_with(file, text, RepeatedKinds::Replace)
    }

    /// Adds the CRDs of a text that declare new kinds.
    pub fn add_missing(&mut self, file: &str, text: String) -> AddedCrds {
        self.add_with(file, text, RepeatedKinds::Keep)
    }

    fn add_with(&mut self, file: &str, text: String, known: RepeatedKinds) -> AddedCrds {
        let file = CrdFile::read(file, text);
        let replaced = self.include(&file, known);
        AddedCrds {
            count: file.declared.len(),
            unreadable: file.unreadable,
            replaced,
        }
    }

    /// Adds the CRDs of a file that declare new kinds.
    pub fn include_missing(&mut self, file: &CrdFile) {
        self.include(file, RepeatedKinds::Keep);
    }

    /// Adds the CRDs of a file. Returns the names of those that it replaced.
    fn include(&mut self, file: &CrdFile, known: RepeatedKinds) -> Vec<String> {
        let mut replaced = Vec::new();
        for declared in &file.declared {
            let kinds = self.by_group.entry(declared.group.clone()).or_default();
            if known == RepeatedKinds::Keep && kinds.contains_key(&declared.kind) {
                continue;
            }
            if kinds
                .insert(declared.kind.clone(), Arc::clone(declared))
                .is_some()
            {
                replaced.push(declared.name.to_string());
            }
        }
        replaced
    }

    /// Returns the number of CRDs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_group.values().map(BTreeMap::len).sum()
    }

    /// Whether there are no CRDs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_group.is_empty()
    }

    /// Returns the CRD that declares a kind.
    pub(super) fn declaring(&self, group: &str, kind: &str) -> Option<&DeclaredCrd> {
        Some(&**self.by_group.get(group)?.get(kind)?)
    }

    /// Returns the declaration of the objects of an `apiVersion` and a kind.
    #[must_use]
    pub fn declaration(&self, api_version: &str, kind: &str) -> Option<Declaration<'_>> {
        let (group, version) = group_and_version(api_version);
        let declared = self.declaring(group, kind)?;
        let version = declared.versions.iter().find(|known| *known.name == *version)?;
        Some(Declaration { declared, version })
    }

    /// Returns the declarations of all versions of all CRDs, by group and kind.
    pub fn declarations(&self) -> impl Iterator<Item = Declaration<'_>> {
        let declared = self.by_group.values().flat_map(BTreeMap::values);
        declared.flat_map(|declared| {
            let versions = declared.versions.iter();
            versions.map(move |version| Declaration { declared, version })
        })
    }

    /// Returns the CRDs that the server would reject, although objects were validated by them.
    #[must_use]
    pub fn rejected(&self, levels: &Levels) -> Vec<RejectedCrd> {
        let declared = self.by_group.values().flat_map(BTreeMap::values);
        let rejected = declared.filter_map(|declared| {
            let diagnostic = declared.rejected(self.version)?;
            let file = Arc::clone(declared.file());
            let mut collector = Collector::new(&file.text, &[], levels, usize::MAX);
            let subject = FindingSubject {
                name: Some(&declared.name),
                ..FindingSubject::default()
            };
            collector.add(subject, diagnostic);
            let findings = collector.finish(Allowances::mistakes_about_objects);
            Some(RejectedCrd { file, findings })
        });
        rejected.collect()
    }

    /// Returns the kinds of a group.
    pub(super) fn kinds_of(&self, group: &str) -> impl Iterator<Item = &str> {
        let kinds = self.by_group.get(group);
        kinds
            .into_iter()
            .flat_map(|kinds| kinds.keys().map(|kind| &**kind))
    }

    /// Returns the CRDs that declare a kind, by group.
    pub(super) fn of_kind(&self, kind: &str) -> impl Iterator<Item = &DeclaredCrd> {
        let groups = self.by_group.values();
        groups.filter_map(move |kinds| Some(&**kinds.get(kind)?))
    }

    /// Returns the groups that have CRDs.
    pub(super) fn groups(&self) -> impl Iterator<Item = &str> {
        self.by_group.keys().map(|group| &**group)
    }

    /// Returns all rules of all served versions, by CRD.
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
