//! The trees of rules.

use std::sync::Arc;

use crd_cel::Ast;

use crate::KubeVersion;
use crate::server::cel::parsed;

/// Parses rules as a server of a version does.
#[derive(Clone, Copy)]
pub(in crate::check) struct RuleTrees {
    version: KubeVersion,
}

impl RuleTrees {
    pub(in crate::check) fn new(version: KubeVersion) -> Self {
        RuleTrees { version }
    }

    #[cfg(feature = "eval")]
    pub(in crate::check) fn version(self) -> KubeVersion {
        self.version
    }

    /// Returns the tree of a rule; `None` if it cannot be parsed.
    pub(in crate::check) fn tree(self, rule: &str) -> Option<Arc<Ast>> {
        parsed(rule, self.version.compatibility()).ok()
    }
}
