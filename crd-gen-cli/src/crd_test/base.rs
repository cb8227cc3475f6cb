//! Cases that fail because of the base, which is then reported once instead of at each of them.

use crd_core::check::objects::Crds;

use super::run::{self, Said};
use super::suite::{CaseRequest, Suite};

/// A base that makes cases fail.
pub(super) struct BaseFailure {
    /// The server's response to the creation of the base, in words.
    pub(super) reason: String,
    /// The indexes of the cases that fail for this reason.
    pub(super) cases: Vec<usize>,
}

impl BaseFailure {
    /// Returns the failure of the base of a file, if cases fail because of it. A base is not meant to be valid alone if a case that
    /// creates a changed one is accepted.
    pub(super) fn find(suite: &Suite, crds: &Crds, said: &[Said], misses: &[Vec<String>]) -> Option<Self> {
        let base = suite.base.as_ref()?;
        if misses.iter().all(Vec::is_empty) {
            return None;
        }
        let mut answered = suite.cases.iter().zip(said);
        if answered
            .any(|(case, said)| matches!(case.request, CaseRequest::Create(_)) && *said == Said::Accepted)
        {
            return None;
        }
        let of_base = run::create(&base.object, crds, suite.field_validation);
        let fails = |index: &usize| {
            let case = suite.cases.get(*index)?;
            let expected = case.expect.as_ref().map(|(expectation, _)| expectation);
            let has_missed = misses.get(*index).is_some_and(|misses| !misses.is_empty());
            Some(has_missed && said.get(*index)?.follows(&of_base, expected))
        };
        let cases: Vec<usize> = (0..suite.cases.len())
            .filter(|index| fails(index) == Some(true))
            .collect();
        (!cases.is_empty()).then(|| BaseFailure {
            reason: of_base.describe(),
            cases,
        })
    }

    /// Whether a case fails because of the base.
    pub(super) fn explains(&self, case: usize) -> bool {
        self.cases.contains(&case)
    }
}
