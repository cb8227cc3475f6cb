//! Mistakes in CRDs that the API server accepts, and that the macros report as errors.
//!
//! ```text
//! rule: "!has(self.name)", and `name` is required     #[crd(allow("rule-never-true", reason = "…"))]
//! minimum: 5, maximum: 3                              #[crd(schema_with = …)]
//! ```

use std::collections::BTreeMap;

use crd_core::check::{Code, Diagnostic, Severity, codes, is_allowable};
use crd_core::field::{FieldPath, Segment};

use crate::place::{SchemaPosition, SchemaStep, Scope};

/// The reason in `allow(…)`.
pub(crate) const REASON: &str = "the imported CRD has it, and the API server accepts it";

/// Findings about contradictions between keywords, which the macros would report; a schema that is written as JSON is not checked.
const CONTRADICTIONS: [Code; 3] = [
    codes::UNSATISFIABLE,
    codes::ENUM_MEMBER_REFUSED,
    codes::DEFAULT_REPEATS,
];

/// Warnings that are errors of the macros.
const ERRORS_OF_MACROS: [Code; 2] = [codes::CEL_NEVER_EQUAL, codes::CEL_DIVISION_BY_ZERO];

/// A finding about a node of a schema.
pub(crate) struct ImportMistake {
    /// The index of the version among the imported ones.
    pub(crate) version: usize,
    steps: Vec<SchemaStep>,
    pub(crate) code: Code,
    pub(crate) message: String,
}

/// The findings about the CRDs of an import, by the places of their nodes.
#[derive(Default)]
pub(crate) struct ImportMistakes {
    codes: BTreeMap<SchemaPosition, Vec<Code>>,
}

/// Returns the findings that affect types. `order` contains the indices of the imported versions.
pub(crate) fn findings(diagnostics: &[Diagnostic], order: &[usize]) -> Vec<ImportMistake> {
    let found = diagnostics.iter().filter_map(|diagnostic| {
        let is_error = diagnostic.severity == Severity::Error && is_allowable(diagnostic);
        let is_reported = is_error
            || CONTRADICTIONS.contains(&diagnostic.code)
            || ERRORS_OF_MACROS.contains(&diagnostic.code);
        let index = diagnostic.field.version_index().filter(|_| is_reported)?;
        Some(ImportMistake {
            version: order.iter().position(|other| *other == index)?,
            steps: steps(&diagnostic.field)?,
            code: diagnostic.code,
            message: diagnostic.message.clone(),
        })
    });
    found.collect()
}

/// Returns the steps to the node that a path is in.
pub(crate) fn steps(path: &FieldPath) -> Option<Vec<SchemaStep>> {
    let mut steps = Vec::new();
    let mut rest = path.below_schema()?.iter();
    while let Some(segment) = rest.next() {
        match (segment.field(), rest.as_slice().first()) {
            (Some("properties"), Some(Segment::Key(name))) => {
                steps.push(SchemaStep::Member(name.to_string()));
                rest.next();
            }
            (Some("items"), _) => steps.push(SchemaStep::Element),
            (Some("additionalProperties"), _) => steps.push(SchemaStep::Value),
            _ => break,
        }
    }
    Some(steps)
}

impl ImportMistake {
    /// Returns whether `allow(…)` names the code.
    pub(crate) fn is_allowed(&self) -> bool {
        self.code != codes::ENUM_MEMBER_REFUSED
    }

    pub(crate) fn place(&self, kind: &str, crd: usize) -> SchemaPosition {
        SchemaPosition {
            kind: kind.to_owned(),
            scope: Scope {
                crd,
                version: self.version,
            },
            steps: self.steps.clone(),
        }
    }
}

impl ImportMistakes {
    /// Collects the findings about CRDs, each with its kind, in the order of the import.
    pub(crate) fn of<'a>(crds: impl Iterator<Item = (&'a str, &'a [ImportMistake])>) -> ImportMistakes {
        let mut findings = ImportMistakes::default();
        for (index, (kind, of_crd)) in crds.enumerate() {
            for finding in of_crd {
                let place = finding.place(kind, index);
                let codes = findings.codes.entry(place).or_default();
                if !codes.contains(&finding.code) {
                    codes.push(finding.code);
                }
            }
        }
        findings
    }

    /// Returns the names for `allow(…)` at a node.
    pub(crate) fn allowed_at(&self, place: &SchemaPosition) -> Vec<&'static str> {
        let codes = self.codes.get(place).into_iter().flatten();
        let names = codes
            .filter(|code| **code != codes::ENUM_MEMBER_REFUSED)
            .filter_map(|code| codes::entry(*code));
        names.map(|entry| entry.slug).collect()
    }

    /// Returns whether keywords of a node contradict each other.
    pub(crate) fn contradict_at(&self, place: &SchemaPosition) -> bool {
        let mut codes = self.codes.get(place).into_iter().flatten();
        codes.any(|code| CONTRADICTIONS.contains(code))
    }
}
