//! Embedded resources, and the merging of lists.

use serde_json::Value;

use super::KeywordComparison;
use crate::changes::ListMerge;
use crate::compat::comparison::{Otherwise, Probe};
use crate::compat::{law, words};
use crate::model::structural::StructuralShape;
use crate::samples::candidates::Constants;

/// The members that embedded resources have regardless of their schemas.
const EMBEDDED_MEMBERS: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl KeywordComparison<'_, '_, '_> {
    pub(super) fn embedded(&mut self) {
        let path = self.path.clone();
        let candidates = self.nodes.candidates(self.node, &Constants::default());
        let probe = Probe::Refused {
            candidates,
            because: Vec::new(),
            otherwise: Otherwise::Certain,
        };
        let message =
            format!("{path} must be a complete object now, with `apiVersion`, `kind` and `metadata`");
        self.add(
            law::EMBEDDED,
            message,
            words::EMBEDDED_HELP,
            "embedded".to_owned(),
            probe,
        );
    }

    pub(super) fn not_embedded(&mut self) {
        let path = self.path.clone();
        let lacks = |name: &&str| self.new.property(name).is_none();
        if !crate::changes::is_open(self.new) && EMBEDDED_MEMBERS.iter().any(lacks) {
            let mut candidates = self.nodes.values_of(self.node, |_| {});
            candidates.truncate(2);
            self.nodes
                .add(self.node, words::unknown_dropped(&path, candidates));
            return;
        }
        let message = format!("{path} no longer needs to be a complete object");
        self.add(
            law::EMBEDDED_GONE,
            message,
            words::WIDER_HELP,
            "not embedded".to_owned(),
            Probe::Nothing,
        );
    }

    pub(super) fn list_type(&mut self, before: &ListMerge, after: &ListMerge) {
        let law = match (before, after) {
            (ListMerge::Atomic, _) => law::LIST_KEYED,
            (_, ListMerge::Atomic) => law::LIST_ATOMIC,
            _ => law::LIST_KEYS,
        };
        let probe = if matches!(after, ListMerge::Atomic) {
            Probe::Nothing
        } else {
            let elements = self.nodes.values_of(self.node, |schema| {
                if let StructuralShape::Array(array) = &schema.shape {
                    *schema = (*array.items).clone();
                }
            });
            let twice = |element: Value| Value::Array(vec![element.clone(), element]);
            Probe::Refused {
                candidates: elements.into_iter().map(twice).collect(),
                because: Vec::new(),
                otherwise: Otherwise::Certain,
            }
        };
        let message = format!(
            "{} is merged as {} now, and as {} before",
            self.path,
            after.words(),
            before.words()
        );
        let detail = format!("list {} -> {}", before.words(), after.words());
        self.add(law, message, words::MERGE_HELP, detail, probe);
    }
}
