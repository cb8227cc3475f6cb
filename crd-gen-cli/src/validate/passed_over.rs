//! The objects that were passed over, by reason and kind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crd_core::check::objects::PassedOver;
use serde_json::Value;

use super::file::ValidatedFile;
use crate::text::{counted, grouped};

/// How many kinds are named.
const KINDS: usize = 12;

/// How many objects of each kind were passed over, by reason.
pub(super) type PassedOverCounts = BTreeMap<PassedOverReason, BTreeMap<String, usize>>;

/// Why objects were passed over, in the order in which that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PassedOverReason {
    Undeclared,
    Builtin,
    NoObject,
}

impl From<PassedOver> for PassedOverReason {
    fn from(reason: PassedOver) -> Self {
        match reason {
            PassedOver::Builtin => PassedOverReason::Builtin,
            PassedOver::Undeclared => PassedOverReason::Undeclared,
            _ => PassedOverReason::NoObject,
        }
    }
}

fn sum(files: &[ValidatedFile]) -> PassedOverCounts {
    let mut sum = PassedOverCounts::default();
    for (reason, kinds) in files.iter().flat_map(|file| &file.passed_over) {
        let of_reason = sum.entry(*reason).or_default();
        for (kind, count) in kinds {
            *of_reason.entry(kind.clone()).or_default() += count;
        }
    }
    sum
}

/// The counts by kind as JSON.
pub(super) fn json(files: &[ValidatedFile]) -> Value {
    let kinds = sum(files).into_values().flatten();
    let kinds = kinds.filter(|(kind, _)| !kind.is_empty());
    kinds
        .map(|(kind, count)| (kind, count.into()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// The kinds that were passed over, with counts; a line for each reason.
pub(super) fn text(files: &[ValidatedFile]) -> String {
    let mut text = String::new();
    for (reason, kinds) in sum(files) {
        let why = match reason {
            PassedOverReason::Undeclared => "passed over (no CRD declares them)",
            PassedOverReason::Builtin => "passed over (built into Kubernetes)",
            PassedOverReason::NoObject => {
                let count = counted(kinds.values().sum(), "document");
                let _ = writeln!(text, "passed over: {count} without a kind");
                continue;
            }
        };
        // The CRDs themselves are no news.
        let kinds = kinds
            .iter()
            .filter(|(kind, _)| !kind.starts_with("CustomResourceDefinition ("));
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
    let templates: usize = files.iter().map(|file| file.templates).sum();
    if templates > 0 {
        let templates = counted(templates, "Helm template");
        let _ = writeln!(
            text,
            "not read: {templates}; `helm template` makes objects of them"
        );
    }
    text
}
