//! Nodes whose rules were judged before, also those of other CRDs: versions of a CRD, and the CRDs of a project, have many equal nodes.
//!
//! As with proofs about schemas, a known result is used only if it would be found again with the same effort, so that the findings about
//! a CRD do not depend on the CRDs before it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::satisfiable::Effort;
use crate::KubeVersion;
#[cfg(feature = "samples")]
use crate::check::rules::FallibleExpression;
use crate::check::rules::Pitfall;
use crate::model::cache::Cache;
use crate::model::schema::{JsonSchemaProps, KeyPart as _, LONGEST_KEY};

/// What is known about the rules of all nodes that are equal apart from their documentation.
#[derive(Default)]
pub(super) struct KnownNode {
    /// The pitfalls of its rules if its ancestors require nothing; others hide some of them.
    pub(super) pitfalls: OnceLock<Arc<[Pitfall]>>,
    /// The failures of its rules. Only nodes of [`needed`] members have them.
    ///
    /// [`needed`]: crate::check::rules::failing::needed
    #[cfg(feature = "samples")]
    pub(super) failing: OnceLock<KnownFailures>,
    /// Whether no pattern of its rules has a quantifier without effect.
    pub(super) has_no_idle_quantifier: AtomicBool,
    /// The results of its rules, and the effort to find them.
    pub(super) results: OnceLock<(Arc<[Option<RuleResult>]>, Effort)>,
}

/// The expressions that may fail, and the failures that were found.
#[cfg(feature = "samples")]
type KnownFailures = (Box<[FallibleExpression]>, Arc<[Pitfall]>);

/// The nodes by their keys.
static NODES: Cache<Arc<KnownNode>> = Cache::new();

/// What is known about the result of a rule.
#[derive(Clone)]
pub(super) enum RuleResult {
    True,
    False,
    /// False for all values that the previous rules accept.
    FalseBeside,
    /// That of this keyword.
    OfKeyword(Box<str>),
    /// False for all updates that do not change the value, or one of the conditions that are joined with `||` is.
    FalseIfUnchanged {
        part: Option<Box<str>>,
        /// The other conditions, if the part is only false where they are.
        others: Option<Box<str>>,
    },
    /// False for all values without this optional member.
    Needs(Box<str>),
}

/// Returns the known node that equals a node apart from its documentation; `None` if it is large.
pub(super) fn find(
    schema: &JsonSchemaProps,
    keeps_unknown: bool,
    version: KubeVersion,
) -> Option<Arc<KnownNode>> {
    let mut key = Vec::with_capacity(LONGEST_KEY);
    keeps_unknown.write_key(&mut key);
    key.extend_from_slice(&version.minor().to_le_bytes());
    schema.write_key(&mut key);
    (key.len() < LONGEST_KEY).then(|| NODES.get(&key).unwrap_or_else(|| NODES.add(&key, Arc::default())))
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Code, Options, codes};

    /// Returns the paths of the findings with a code.
    fn found(manifest: &str, code: Code) -> Vec<String> {
        let report = check::text(manifest, &Options::default());
        let findings = report.findings.iter().map(|finding| &finding.diagnostic);
        let findings = findings.filter(|diagnostic| diagnostic.code == code);
        findings.map(|diagnostic| diagnostic.field.to_string()).collect()
    }

    #[test]
    fn equal_nodes_have_equal_results() {
        let node =
            "{type: integer, minimum: 1, x-kubernetes-validations: [{rule: self > 0}, {rule: self < 0}]}";
        let other = node.replace("minimum: 1", "minimum: -1");
        let manifest = widgets(&format!(
            "spec: {{type: object, properties: {{a: {node}, b: {node}, c: {other}}}}}"
        ));
        for _ in 0..2 {
            let constant = found(&manifest, codes::RULE_CONSTANT);
            assert_eq!(constant.len(), 2, "{constant:?}");
            assert!(
                constant[0].contains("[a]") && constant[1].contains("[b]"),
                "{constant:?}"
            );
            let never_true = found(&manifest, codes::RULE_NEVER_TRUE);
            assert_eq!(never_true.len(), 3, "{never_true:?}");
        }
    }

    /// The `anyOf` of an ancestor may require the field that the rule reads.
    #[test]
    fn pitfalls_depend_on_the_nodes_above() {
        let node = "{type: object, properties: {x: {type: integer}}, x-kubernetes-validations: [{rule: self.x > 0}]}";
        let hidden = format!(
            "{{type: object, properties: {{a: {node}}}, anyOf: [{{properties: {{a: {{required: [x]}}}}}}]}}"
        );
        for properties in [
            format!("hidden: {hidden}, open: {node}"),
            format!("a: {node}, hidden: {hidden}"),
        ] {
            let manifest = widgets(&format!("spec: {{type: object, properties: {{{properties}}}}}"));
            for _ in 0..2 {
                let found = found(&manifest, codes::CEL_ABSENT_FIELD);
                assert!(found.len() == 1 && !found[0].contains("hidden"), "{found:?}");
            }
        }
    }
}
