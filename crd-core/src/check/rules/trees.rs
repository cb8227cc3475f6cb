//! The trees of rules, each parsed once: versions of a CRD have many equal rules.

use std::collections::HashMap;
use std::sync::Arc;

use crd_cel::Ast;

use crate::KubeVersion;

/// The trees of the rules of a CRD, by their texts.
pub(in crate::check) struct RuleTrees {
    version: KubeVersion,
    known: HashMap<Box<str>, Option<Arc<Ast>>>,
}

impl RuleTrees {
    pub(in crate::check) fn new(version: KubeVersion) -> Self {
        RuleTrees {
            version,
            known: HashMap::new(),
        }
    }

    #[cfg(feature = "eval")]
    pub(in crate::check) fn version(&self) -> KubeVersion {
        self.version
    }

    /// Returns the tree of a rule; `None` if it cannot be parsed.
    pub(in crate::check) fn tree(&mut self, rule: &str) -> Option<Arc<Ast>> {
        if let Some(known) = self.known.get(rule) {
            return known.clone();
        }
        let tree = crd_cel::parse(rule, self.version.compatibility())
            .ok()
            .map(Arc::new);
        self.known.insert(rule.into(), tree.clone());
        tree
    }
}
