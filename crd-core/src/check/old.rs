//! The deployed CRDs; others are checked as updates of them.

use super::documents::crds_of;
use crate::model::crd::Crd;
use crate::model::kube_version::KubeVersion;
use crate::model::map::Map;
use crate::server::decode::{decode, decode_for};
use crate::yaml::tree::Node;
use crate::yaml::{self, read};

/// The deployed CRDs by name.
///
/// ```
/// # let deployed: &[u8] = b"";
/// use std::sync::Arc;
/// use crd_core::check::{OldCrds, Options};
///
/// let mut old = OldCrds::default();
/// old.add(deployed);
/// let mut options = Options::default();
/// options.old = Some(Arc::new(old));
/// ```
#[derive(Clone, Debug, Default)]
pub struct OldCrds {
    by_name: Map<Node>,
}

impl OldCrds {
    /// Adds the CRDs of a text, including those in lists. Returns the number of CRDs that cannot be decoded and were
    /// left out; other documents and invalid YAML are skipped.
    pub fn add(&mut self, text: &[u8]) -> usize {
        let mut undecodable = 0;
        for document in read(text, yaml::Options::default()).documents {
            for node in crds_of(&document.root) {
                match decode(node).crd {
                    Some(crd) => drop(self.by_name.insert(&*crd.metadata.name, node.clone())),
                    None => undecodable += 1,
                }
            }
        }
        undecodable
    }

    /// Returns the names of the CRDs, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys()
    }

    /// Whether there are no CRDs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Returns the deployed CRD with this name, as a server of the version decodes it.
    #[must_use]
    pub fn named(&self, name: &str, version: KubeVersion) -> Option<Crd> {
        decode_for(self.by_name.get(name)?, version).crd
    }
}
