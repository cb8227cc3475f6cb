//! Counts the skipped objects, by reason and kind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crd_core::check::objects::SkipReason;
use serde_json::Value;

use crate::text::{counted, grouped};

/// Maximum number of kinds that are listed.
const KINDS: usize = 12;

/// Number of skipped objects of each kind, by reason.
pub(super) type PassedOverCounts = BTreeMap<PassedOverReason, BTreeMap<String, usize>>;

/// The reason for skipping objects, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PassedOverReason {
    Undeclared,
    Builtin,
    NoObject,
}

impl From<SkipReason> for PassedOverReason {
    fn from(reason: SkipReason) -> Self {
        match reason {
            SkipReason::Builtin => PassedOverReason::Builtin,
            SkipReason::Undeclared => PassedOverReason::Undeclared,
            _ => PassedOverReason::NoObject,
        }
    }
}

/// Sums the counts of all files.
pub(super) fn sum<'a>(files: impl Iterator<Item = &'a PassedOverCounts>) -> PassedOverCounts {
    let mut sum = PassedOverCounts::default();
    for (reason, kinds) in files.flatten() {
        let of_reason = sum.entry(*reason).or_default();
        for (kind, count) in kinds {
            *of_reason.entry(kind.clone()).or_default() += count;
        }
    }
    sum
}

/// Whether only CRDs were skipped.
pub(super) fn are_crds<'a>(counts: impl Iterator<Item = &'a PassedOverCounts>) -> bool {
    let mut kinds = counts
        .flat_map(BTreeMap::values)
        .flat_map(BTreeMap::keys)
        .peekable();
    kinds.peek().is_some() && kinds.all(|kind| is_crd(kind))
}

fn is_crd(kind: &str) -> bool {
    kind.starts_with("CustomResourceDefinition (")
}

/// Converts the counts by kind to JSON.
pub(super) fn json(counts: PassedOverCounts) -> Value {
    let kinds = counts.into_values().flatten();
    let kinds = kinds.filter(|(kind, _)| !kind.is_empty());
    let mut members = serde_json::Map::new();
    members.extend(kinds.map(|(kind, count)| (kind, count.into())));
    members.into()
}

/// Lists the skipped kinds with their counts; one line for each reason, and one for Helm templates.
pub(super) fn text(counts: PassedOverCounts, templates: usize) -> String {
    let mut text = String::new();
    for (reason, kinds) in counts {
        let why = match reason {
            PassedOverReason::Undeclared => "skipped (no CRD declares them)",
            PassedOverReason::Builtin => "skipped (built into Kubernetes)",
            PassedOverReason::NoObject => {
                let count = counted(kinds.values().sum(), "document");
                let _ = writeln!(text, "skipped: {count} without `kind` or `apiVersion`");
                continue;
            }
        };
        // The CRDs themselves are not listed.
        let kinds = kinds.iter().filter(|(kind, _)| !is_crd(kind));
        let mut named: Vec<String> = kinds
            .map(|(kind, count)| format!("{} {kind}", grouped(*count)))
            .collect();
        if named.is_empty() {
            continue;
        }
        let more = named.len().saturating_sub(KINDS);
        named.truncate(KINDS);
        let _ = write!(text, "{why}: {}", named.join(", "));
        if more > 0 {
            let _ = write!(text, " and {}", counted(more, "more kind"));
        }
        text.push('\n');
    }
    if templates > 0 {
        let templates = counted(templates, "Helm template");
        let _ = writeln!(
            text,
            "not read: {templates}; `helm template` renders objects from them"
        );
    }
    text
}
