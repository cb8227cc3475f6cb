//! The input of lints.

use crate::check::{DocumentSource, Levels, Options};
use crate::model::crd::{Crd, Version};
use crate::model::field::{FieldError, Path};
use crate::server::validation::Verdict;
use crate::yaml::tree::Span;

/// A CRD with the server's verdict.
#[derive(Clone, Copy)]
pub(in crate::check) struct JudgedCrd<'a> {
    /// The options of the check.
    pub(in crate::check) options: &'a Options,
    /// The levels of findings that apply to the CRD.
    pub(in crate::check) levels: &'a Levels,
    /// The source text of the CRD.
    pub(in crate::check) source: DocumentSource<'a>,
    /// The comments of that text.
    pub(in crate::check) comments: &'a [Span],
    /// The CRD.
    pub(in crate::check) crd: &'a Crd,
    /// The deployed CRD that it replaces.
    pub(in crate::check) old: Option<&'a Crd>,
    /// The server's verdict.
    pub(in crate::check) verdict: &'a Verdict,
    /// The errors that the server reports only once those of its verdict are fixed.
    pub(in crate::check) later: &'a [FieldError],
}

/// A version of a CRD with the server's verdict.
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
