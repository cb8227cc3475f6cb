//! Parsed expressions, also those of other CRDs on the same thread: versions of a CRD, and the CRDs of a project, have many equal rules.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crd_cel::{Ast, CompatVersion, Issues};

/// Maximum size of the sources of all expressions that a thread keeps. Beyond it, all are forgotten.
const MOST_BYTES: usize = 1 << 18;

type TreesBySource = HashMap<Box<str>, Arc<Ast>>;

/// The trees of expressions by their sources, for each version that they were parsed for.
#[derive(Default)]
struct KnownTrees {
    by_version: Vec<(CompatVersion, TreesBySource)>,
    /// The size of all sources.
    bytes: usize,
}

thread_local! {
    static TREES: RefCell<KnownTrees> = RefCell::default();
}

/// Returns the tree of an expression.
///
/// # Errors
///
/// Returns the mistakes of an expression that cannot be parsed.
pub(crate) fn parsed(source: &str, version: CompatVersion) -> Result<Arc<Ast>, Issues> {
    TREES.with_borrow_mut(|known| {
        let mut versions = known.by_version.iter().map(|(version, _)| *version);
        let at = versions.position(|known| known == version);
        let trees = at.and_then(|at| known.by_version.get(at));
        if let Some(tree) = trees.and_then(|(_, trees)| trees.get(source)) {
            return Ok(Arc::clone(tree));
        }
        let tree = Arc::new(crd_cel::parse(source, version)?);
        known.add(source, version, Arc::clone(&tree));
        Ok(tree)
    })
}

impl KnownTrees {
    fn add(&mut self, source: &str, version: CompatVersion, tree: Arc<Ast>) {
        self.bytes += source.len();
        if self.bytes > MOST_BYTES {
            self.by_version.clear();
            self.bytes = source.len();
        }
        let (source, mut versions) = (source.into(), self.by_version.iter_mut());
        match versions.find(|(known, _)| *known == version) {
            Some((_, trees)) => _ = trees.insert(source, tree),
            None => self.by_version.push((version, HashMap::from([(source, tree)]))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KubeVersion;

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
