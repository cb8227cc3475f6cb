//! The stored objects; others are validated as updates of them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::builtin::group_and_version;
use super::list::objects_of;
use crate::yaml::tree::Node;
use crate::yaml::{self, read};

/// The identity of an object, independent of its API version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Identity {
    group: String,
    kind: String,
    namespace: String,
    name: String,
}

/// The stored objects, by group, kind, namespace and name.
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

    /// Returns the stored object with the identity of an object.
    pub(super) fn of(&self, node: &Node) -> Option<&Value> {
        self.by_identity.get(&Identity::of(node)?)
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
            namespace: metadata
                .get("namespace")
                .and_then(text)
                .unwrap_or_else(|| "default".to_owned()),
            name: text(metadata.get("name")?)?,
        })
    }
}
