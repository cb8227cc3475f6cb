//! The costs of rules that compile, also of those of other CRDs on the same thread: versions of a CRD, and the CRDs of a project, have
//! many equal nodes with equal rules.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::declared::{DeclId, DeclaredTypes};
use crate::KubeVersion;
use crate::model::schema::{LONGEST_KEY, ValidationRule};

/// Maximum size of the keys of all nodes that a thread keeps. Beyond it, all are forgotten.
const MOST_BYTES: usize = 1 << 20;

/// The costs of a rule, and whether it uses `oldSelf`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleCosts {
    pub(super) cost: u64,
    pub(super) message_cost: Option<u64>,
    pub(super) uses_old_self: bool,
}

/// What determines whether the new rules of a node compile, and their costs: their expressions, the type of the node and the version.
pub(super) struct NodeKey(Box<[u8]>);

/// The nodes whose rules all compile.
#[derive(Default)]
struct KnownRules {
    by_key: HashMap<Box<[u8]>, Rc<[RuleCosts]>>,
    /// The size of all keys.
    bytes: usize,
}

thread_local! {
    static RULES: RefCell<KnownRules> = RefCell::default();
}

impl NodeKey {
    /// Returns the key of a node; `None` if it would be long.
    pub(super) fn new(
        rules: &[ValidationRule],
        types: &DeclaredTypes,
        decl: DeclId,
        version: KubeVersion,
    ) -> Option<NodeKey> {
        /// No text contains this byte.
        const END: u8 = u8::MAX;
        let mut key = version.minor().to_le_bytes().to_vec();
        key.extend_from_slice(&rules.len().to_le_bytes());
        for rule in rules {
            key.push(rule.optional_old_self.map_or(2, u8::from));
            for text in [&*rule.rule, &*rule.message_expression] {
                key.extend_from_slice(text.as_bytes());
                key.push(END);
            }
        }
        types.write_key(decl, LONGEST_KEY, &mut key);
        (key.len() < LONGEST_KEY).then(|| NodeKey(key.into()))
    }

    /// Returns the costs of the rules of an equal node, if all of them compile.
    pub(super) fn known(&self) -> Option<Rc<[RuleCosts]>> {
        RULES.with_borrow(|known| known.by_key.get(&self.0).cloned())
    }

    /// Keeps the costs of the rules of the node, which all compile.
    pub(super) fn keep(self, costs: Vec<RuleCosts>) {
        RULES.with_borrow_mut(|known| {
            known.bytes += self.0.len();
            if known.bytes > MOST_BYTES {
                known.bytes = self.0.len();
                known.by_key.clear();
            }
            known.by_key.insert(self.0, costs.into());
        });
    }
}
