//! What lints look at.

use crate::check::{DocumentSource, Levels, Options};
use crate::model::crd::{Crd, Version};
use crate::model::field::{FieldError, Path};
use crate::server::validation::Verdict;

/// A CRD that the server has judged.
#[derive(Clone, Copy)]
pub(in crate::check) struct JudgedCrd<'a> {
    /// What is asked.
    pub(in crate::check) options: &'a Options,
    /// The levels that count for the CRD.
    pub(in crate::check) levels: &'a Levels,
    /// The CRD as it is written.
    pub(in crate::check) source: DocumentSource<'a>,
    /// The CRD.
    pub(in crate::check) crd: &'a Crd,
    /// The deployed CRD that it replaces.
    pub(in crate::check) old: Option<&'a Crd>,
    /// What the server answers.
    pub(in crate::check) verdict: &'a Verdict,
    /// The errors that the server says only when those of its verdict are gone.
    pub(in crate::check) later: &'a [FieldError],
}

/// A version of a CRD that the server has judged.
#[derive(Clone, Copy)]
pub(in crate::check) struct JudgedVersion<'a> {
    /// The CRD.
    pub(in crate::check) judged: &'a JudgedCrd<'a>,
    /// The version.
    pub(in crate::check) version: &'a Version,
    /// Its position in the list.
    pub(in crate::check) index: usize,
    /// Its place: `spec.versions[0]`.
    pub(in crate::check) path: &'a Path<'a>,
}
