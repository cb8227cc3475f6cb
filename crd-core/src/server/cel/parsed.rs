//! Parsed expressions, which many CRDs share.

use std::sync::Arc;

use crd_cel::{Ast, CompatVersion, Issues};

use crate::KubeVersion;
use crate::model::cache::Cache;

/// The trees by their versions and sources.
static TREES: Cache<Arc<Ast>> = Cache::new();

/// Returns the tree of an expression.
///
/// # Errors
///
/// Returns the mistakes of an expression that cannot be parsed.
pub(crate) fn parsed(source: &str, version: CompatVersion) -> Result<Arc<Ast>, Issues> {
    let key = [&[version.minor(), version.server()], source.as_bytes()].concat();
    if let Some(tree) = TREES.get(&key) {
        return Ok(tree);
    }
    Ok(TREES.add(&key, Arc::new(crd_cel::parse(source, version)?)))
}

/// Returns the tree of a rule as a server of a version parses it in new CRDs; `None` if it has a mistake.
pub(crate) fn tree(rule: &str, version: KubeVersion) -> Option<Arc<Ast>> {
    parsed(rule, version.compatibility()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_that_of_its_source_and_version() {
        let (old, new) = (
            KubeVersion::OLDEST.compatibility(),
            KubeVersion::NEWEST.compatibility(),
        );
        let source = "self.all(i, v, i < v)";
        let nodes = |version| parsed(source, version).map(|tree| tree.len());
        for _ in 0..2 {
            assert!(parsed("self > 0", new).is_ok_and(|tree| tree.source() == "self > 0"));
            // Older servers have no macro with two variables.
            assert!(nodes(old).unwrap() < nodes(new).unwrap());
            assert!(parsed("self >", new).is_err());
        }
    }
}
