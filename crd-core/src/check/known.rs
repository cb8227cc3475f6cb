//! Known findings, for a ratchet: only new findings are reported.

use std::collections::BTreeMap;

use super::codes::Code;
use super::{Diagnostic, Severity};
use crate::model::field::{FieldPath, Segment};

/// The findings about earlier CRDs. Findings with the same place and code are not new.
///
/// Errors of the server are always reported.
#[derive(Clone, Debug, Default)]
pub struct KnownFindings {
    counts: BTreeMap<FindingKey, usize>,
}

/// The identity of a finding: CRD, version, code, and the place in the schema.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FindingKey {
    name: String,
    version: String,
    code: Code,
    field: FieldPath,
}

impl FindingKey {
    /// Returns the key of a finding; `None` for an error of the server.
    pub(super) fn of(name: Option<&str>, version: Option<&str>, diagnostic: &Diagnostic) -> Option<Self> {
        if diagnostic.server.is_some() && diagnostic.severity == Severity::Error {
            return None;
        }
        let field = &diagnostic.field;
        // Indexes change when an element is added before.
        let below = field.version_index().map_or(&field.segments[..], |_| {
            field.segments.get(3..).unwrap_or_default()
        });
        let is_position = |segment: &&Segment| matches!(segment, Segment::Index(_));
        Some(FindingKey {
            name: name.unwrap_or_default().to_owned(),
            version: version.unwrap_or_default().to_owned(),
            code: diagnostic.code,
            field: below
                .iter()
                .filter(|segment| !is_position(segment))
                .cloned()
                .collect(),
        })
    }
}

impl KnownFindings {
    /// Adds a finding about an earlier CRD.
    pub(super) fn add(&mut self, key: FindingKey) {
        *self.counts.entry(key).or_default() += 1;
    }

    /// Returns the number of earlier findings with this key.
    pub(super) fn count(&self, key: &FindingKey) -> usize {
        self.counts.get(key).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::check::test_manifest::widgets;
    use crate::check::{self, LintChoice, Options};

    fn crd(properties: &str) -> String {
        widgets(&format!("spec:\n  type: object\n  properties: {{{properties}}}"))
    }

    #[test]
    fn only_new_findings_are_reported() {
        let mut options = Options::default();
        options
            .levels
            .choose("boolean-field", LintChoice::Select)
            .unwrap();
        let mut known = KnownFindings::default();
        check::text(&crd("a: {type: boolean}"), &options).add_to(&mut known);
        options.known = Some(Arc::new(known));
        let report = check::text(&crd("b: {type: boolean}, a: {type: boolean}"), &options);
        let messages: Vec<&str> = report
            .findings
            .iter()
            .map(|found| &*found.diagnostic.message)
            .collect();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("`spec.b`"), "{messages:?}");
        assert_eq!(report.findings.known, 1);
        let refused = check::text(&crd("a: {type: int}"), &options);
        assert!(!refused.is_accepted());
    }
}
