//! The stored objects; others are validated as updates of them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::builtin::group_and_version;
use super::crds::Crds;
use super::list::objects_of;
use crate::yaml::tree::Node;
use crate::yaml::{self, read};

/// The identity of an object, independent of its API version. The namespace is last, because objects of cluster-scoped kinds are found
/// without it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Identity {
    group: String,
    kind: String,
    name: String,
    namespace: String,
}

/// The stored objects, by group, kind, name and namespace.
///
/// An object without a namespace is assumed to be in `default`, as kubectl does without `--namespace`.
#[derive(Clone, Debug, Default)]
pub struct OldObjects {
    by_identity: BTreeMap<Identity, Value>,
    unidentified: usize,
}

impl OldObjects {
    /// Adds the objects of a text, including those in lists. Returns the number of documents that cannot be parsed.
    pub fn add(&mut self, text: &[u8], reading: yaml::Options) -> usize {
        let read = read(text, reading);
        for document in &read.documents {
            for node in objects_of(&document.root) {
                match Identity::of(node) {
                    Some(identity) => drop(self.by_identity.insert(identity, node.to_json())),
                    None => self.unidentified += usize::from(node.as_mapping().is_some()),
                }
            }
        }
        read.errors.len()
    }

    /// Returns the number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_identity.len()
    }

    /// Returns the number of objects that were left out, because `apiVersion`, `kind` or the name is missing or not a string.
    #[must_use]
    pub fn unidentified(&self) -> usize {
        self.unidentified
    }

    /// Whether there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_identity.is_empty()
    }

    /// Returns the stored object with the identity of an object. The server drops the namespace of an object whose kind is
    /// cluster-scoped.
    pub(super) fn of(&self, node: &Node, crds: &Crds) -> Option<&Value> {
        let identity = Identity::of(node)?;
        let declared = crds.declaring(&identity.group, &identity.kind);
        if !declared.is_some_and(|declared| declared.is_cluster_scoped) {
            return self.by_identity.get(&identity);
        }
        let first = Identity {
            namespace: String::new(),
            ..identity.clone()
        };
        let (found, stored) = self.by_identity.range(first..).next()?;
        let is_same =
            found.group == identity.group && found.kind == identity.kind && found.name == identity.name;
        is_same.then_some(stored)
    }

    /// Returns the stored object for a `Scale`, by namespace and name, of any kind. `None` if there are several.
    pub(super) fn named_as(&self, scale: &Node) -> Option<&Value> {
        let wanted = Identity::of(scale)?;
        let mut found = self.by_identity.iter().filter(|(identity, _)| {
            identity.namespace == wanted.namespace
                && identity.name == wanted.name
                && identity.kind != wanted.kind
        });
        match (found.next(), found.next()) {
            (Some((_, only)), None) => Some(only),
            _ => None,
        }
    }
}

impl Identity {
    fn of(node: &Node) -> Option<Self> {
        let text = |node: &Node| node.as_str().map(str::to_owned);
        let api_version = node.get("apiVersion")?.as_str()?;
        let metadata = node.get("metadata")?;
        Some(Identity {
            group: group_and_version(api_version).0.to_owned(),
            kind: text(node.get("kind")?)?,
            name: text(metadata.get("name")?)?,
            namespace: metadata
                .get("namespace")
                .and_then(text)
                .unwrap_or_else(|| "default".to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KubeVersion;
    use crate::check::objects::{Crds, ObjectOptions, Objects};
    use crate::check::test_manifest::widgets;

    /// Checks whether the stored object of another namespace is the one that an object replaces.
    #[track_caller]
    fn check(scope: &str, stored: &str, written: &str, expected: bool) {
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add(
            "crd.yaml",
            widgets("a: {type: string}").replace("Namespaced", scope),
        );
        let object = |metadata: &str| {
            format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: b{metadata}}}\n")
        };
        let mut old = OldObjects::default();
        for text in [object(stored), object(", namespace: a").replace(": b", ": a")] {
            old.add(text.as_bytes(), yaml::Options::default());
        }
        let text = object(written);
        let objects = Objects::read(&text, &ObjectOptions::default());
        let found = old.of(objects.object(0).unwrap(), &crds);
        assert_eq!(found.is_some(), expected, "{scope} {stored} {written}");
    }

    #[test]
    fn objects_of_cluster_scoped_kinds_have_no_namespace() {
        for (stored, written) in [
            ("", ", namespace: a"),
            (", namespace: a", ""),
            (", namespace: a", ", namespace: z"),
        ] {
            check("Cluster", stored, written, true);
            check("Namespaced", stored, written, false);
        }
        check("Namespaced", "", ", namespace: default", true);
    }
}
