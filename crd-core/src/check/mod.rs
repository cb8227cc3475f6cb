//! Checks texts in one call: the report tells whether a CRD is accepted, and if not, the reasons, places and suggestions.
//!
//! [`text`] reads a file of YAML or JSON documents, decodes each CRD as a server of the given version does, validates
//! it on create or on update, and creates diagnostics of the server's response, with their places in the text.
//! [`bytes()`] does the same for a file whose encoding is not known, [`crd`](crd()) for a CRD generated from Rust
//! types. Levels and `# crd-gen: allow` comments are applied. Nothing here reads files or prints.
//!
//! ```
//! use crd_core::check::{self, Options};
//!
//! let report = check::text("
//! apiVersion: apiextensions.k8s.io/v1
//! kind: CustomResourceDefinition
//! metadata: {name: widgets.example.com}
//! spec:
//!   group: example.com
//!   scope: Namespaced
//!   names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
//!   versions:
//!   - name: v1
//!     served: true
//!     storage: true
//!     schema: {openAPIV3Schema: {type: array}}
//! ", &Options::default());
//! assert!(!report.is_accepted());
//! let finding = &report.findings[0];
//! assert_eq!(finding.name.as_deref(), Some("widgets.example.com"));
//! println!("{}: {}", finding.diagnostic.code, finding.diagnostic.message);
//! ```
//!
//! [`codes`] is the table of codes and of the wording of each rule of the API server.

mod advise;
mod allow;
mod catalogue;
mod causes;
mod cel;
mod checker;
mod choices;
pub mod codes;
mod consequences;
mod corrections;
mod crd_document;
mod diagnose;
mod diagnostic;
mod documents;
mod edits;
mod findings;
mod fix;
#[cfg(test)]
mod followed;
mod foreign;
mod formats;
mod harmless;
mod indented_key;
mod joined_lines;
mod keyword_level;
mod known;
mod levels;
mod lints;
mod losses;
mod members;
mod minimum;
mod misplaced;
mod missing_items;
mod numbers;
#[cfg(feature = "eval")]
pub mod objects;
mod old;
mod one_rule;
mod options;
pub(crate) mod place;
mod proposals;
mod related;
mod repaired;
mod report;
mod rule_members;
pub(crate) mod rules;
mod sections;
pub(crate) mod suggest;
#[cfg(test)]
pub(crate) mod test_manifest;

pub use crate::model::mapping::{KeptDataLimit, MappedField, MappedPlace, MappedStep, Mapping};
pub use allow::{AllowComments, is_allow_comment, is_allowable, is_fingerprint};
pub use catalogue::{
    Lint, LintProfile, UnknownProfile, codes_named, help_for_unknown, lint_of, lints, lints_named,
};
pub(crate) use cel::forget_quotes;
pub use checker::{bytes, crd, text};
pub use codes::{Code, Severity};
pub use diagnostic::{Diagnostic, Edit, ExternalLocation, Fix, FixSafety, SourceFile, Stage};
pub use documents::{DocumentKind, crds_of, lossy_text};
pub use findings::{AllowedErrors, Finding, Findings};
pub use fix::apply;
pub use harmless::apply_harmless;
pub use known::KnownFindings;
pub use levels::{Level, Levels, LintChoice};
#[cfg(feature = "compat")]
pub(crate) use lints::converted_refusals;
pub use lints::size::Oversize;
#[cfg(feature = "compat")]
pub(crate) use lints::size::json_size;
#[cfg(feature = "compat")]
pub(crate) use losses::rewritten;
pub use losses::{Loss, losses};
pub use minimum::{MinimumVersion, PreviousVersionError};
pub use numbers::thousands;
pub use old::OldCrds;
pub use one_rule::rule;
pub use options::{CheckMode, DataLoss, Options, SizeCheck, UnknownMembers};
#[cfg(feature = "compat")]
pub(crate) use place::diagnostic_at;
pub use report::{
    CheckOutput, CheckReport, CheckedCrd, CheckedDocument, ConditionAnswer, DocumentContent, OtherDocument,
};

use crate::yaml::tree::Node;

/// A source text and one document parsed from it, for finding the places of findings about the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocumentSource<'a> {
    /// The whole text of the file; spans are byte offsets in it.
    pub(crate) text: &'a str,
    /// The document.
    pub(crate) document: &'a Node,
}
