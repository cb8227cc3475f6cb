//! The settings of a validation.

use super::outcome::Reporter;
use crate::KubeVersion;
use crate::model::rules::RuleId;
use crate::server::objects::parts::{Patterns, ValidationPurpose};

/// The settings of a validation.
#[derive(Clone, Copy)]
pub(crate) struct ValidationSettings<'a> {
    pub(crate) purpose: ValidationPurpose,
    pub(crate) version: KubeVersion,
    /// The rule to which errors are assigned.
    pub(crate) rule: RuleId,
    /// Compiled patterns, kept between calls.
    pub(crate) patterns: &'a Patterns,
}

/// One validation.
pub(super) struct Check<'a, 'p> {
    pub(super) rules: ValidationSettings<'a>,
    pub(super) report: Reporter<'p>,
}
