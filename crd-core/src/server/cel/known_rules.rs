//! The costs of rules that compile, which many CRDs share.

use std::sync::Arc;

use super::declared::{DeclId, DeclaredTypes};
use crate::KubeVersion;
use crate::model::cache::{Cache, NO_TEXT};
use crate::model::schema::{LONGEST_KEY, ValidationRule};

/// The costs of a rule, and whether it uses `oldSelf`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleCosts {
    pub(super) cost: u64,
    pub(super) message_cost: Option<u64>,
    pub(super) uses_old_self: bool,
}

/// What determines whether the new rules of a node compile, and their costs: their expressions, the type of the node and the version.
pub(super) struct NodeKey(Vec<u8>);

/// Those of nodes whose rules all compile.
static RULES: Cache<Arc<[RuleCosts]>> = Cache::new();

impl NodeKey {
    /// Returns the key of a node; `None` if it would be long.
    pub(super) fn new(
        rules: &[ValidationRule],
        types: &DeclaredTypes,
        decl: DeclId,
        version: KubeVersion,
    ) -> Option<NodeKey> {
        let mut key = version.minor().to_le_bytes().to_vec();
        key.extend_from_slice(&rules.len().to_le_bytes());
        for rule in rules {
            key.push(rule.optional_old_self.map_or(2, u8::from));
            for text in [&*rule.rule, &*rule.message_expression] {
                key.extend_from_slice(text.as_bytes());
                key.push(NO_TEXT);
            }
        }
        types.write_key(decl, LONGEST_KEY, &mut key);
        (key.len() < LONGEST_KEY).then_some(NodeKey(key))
    }

    /// Returns the costs of the rules of an equal node, if all of them compile.
    pub(super) fn known(&self) -> Option<Arc<[RuleCosts]>> {
        RULES.get(&self.0)
    }

    /// Keeps the costs of the rules of the node, which all compile.
    pub(super) fn keep(self, costs: Vec<RuleCosts>) {
        RULES.add(&self.0, costs.into());
    }
}
