//! Nodes whose rules were judged before, also those of other CRDs on the same thread: versions of a CRD, and the CRDs of a project, have
//! many equal nodes.
//!
//! As with proofs about schemas, a known result is used only if it would be found again with the same effort, so that the findings about
//! a CRD do not depend on the CRDs before it.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::satisfiable::Effort;
use crate::KubeVersion;
use crate::check::rules::Pitfall;
use crate::model::map::Map;
use crate::model::schema::{Alike as _, JsonSchemaProps};

/// Maximum number of schemas in a node that is kept, and in all nodes that a thread keeps. Beyond it, all are forgotten.
const MOST_OF_A_NODE: usize = 100;
const MOST_SCHEMAS: usize = 8_192;

/// A node with rules, and what is known about all nodes that equal it apart from their documentation.
pub(super) struct KnownNode {
    version: KubeVersion,
    keeps_unknown: bool,
    schema: JsonSchemaProps,
    /// The pitfalls of its rules if its ancestors require nothing; others hide some of them.
    pub(super) pitfalls: OnceCell<Rc<[Pitfall]>>,
    /// Whether no pattern of its rules has a quantifier without effect.
    pub(super) has_no_idle_quantifier: Cell<bool>,
    /// The results of its rules, and the effort to find them.
    pub(super) results: OnceCell<(Rc<[Option<RuleResult>]>, Effort)>,
}

/// The nodes by their fingerprints.
#[derive(Default)]
struct KnownNodes {
    by_fingerprint: BTreeMap<u64, Vec<Rc<KnownNode>>>,
    schemas: usize,
}

thread_local! {
    static NODES: RefCell<KnownNodes> = RefCell::default();
}

/// What is known about the result of a rule.
#[derive(Clone)]
pub(super) enum RuleResult {
    True,
    False,
    /// False for all values that the previous rules accept.
    FalseBeside,
    /// That of this keyword.
    OfKeyword(Box<str>),
}

/// Returns the known node that equals a node apart from its documentation; `None` if it is large.
pub(super) fn find(
    schema: &JsonSchemaProps,
    keeps_unknown: bool,
    version: KubeVersion,
) -> Option<Rc<KnownNode>> {
    let fingerprint = fingerprint(schema);
    NODES.with_borrow_mut(|known| {
        if let Some(alike) = known.by_fingerprint.get(&fingerprint) {
            let is_same = |known: &&Rc<KnownNode>| {
                known.version == version
                    && known.keeps_unknown == keeps_unknown
                    && known.schema.is_alike(schema)
            };
            if let Some(found) = alike.iter().find(is_same) {
                return Some(Rc::clone(found));
            }
        }
        let size = size(schema)?;
        if known.schemas + size > MOST_SCHEMAS {
            *known = KnownNodes::default();
        }
        known.schemas += size;
        let added = Rc::new(KnownNode {
            version,
            keeps_unknown,
            schema: schema.clone(),
            pitfalls: OnceCell::new(),
            has_no_idle_quantifier: Cell::new(false),
            results: OnceCell::new(),
        });
        let alike = known.by_fingerprint.entry(fingerprint).or_default();
        alike.push(Rc::clone(&added));
        Some(added)
    })
}

/// Returns the number of schemas of a node, with the members of its enums; `None` if there are many.
fn size(schema: &JsonSchemaProps) -> Option<usize> {
    let mut size = 0;
    let is_large = schema.any(&mut |schema| {
        size += 1 + schema.enum_.as_ref().map_or(0, Vec::len);
        size > MOST_OF_A_NODE
    });
    (!is_large).then_some(size)
}

/// Returns a number that is equal for such nodes, and usually differs for others.
fn fingerprint(schema: &JsonSchemaProps) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |length: usize| hash = (hash ^ length as u64).wrapping_mul(0x0100_0000_01b3);
    for text in [&schema.type_, &schema.pattern, &schema.format] {
        add(text.len());
    }
    add(schema.properties.as_ref().map_or(0, Map::len));
    for rule in schema.rules() {
        add(rule.rule.len());
    }
    hash
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
