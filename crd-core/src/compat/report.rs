//! Turns detected breakages into findings: applies the policy and guards, merges findings with one cause, and computes
//! fingerprints.

use super::CompatOptions;
use super::affected::AffectedParty;
use super::comparison::of_stored;
use super::draft::FindingDraft;
use super::finding::{CompatFinding, StoredObjects};
use super::law::Policy;
use super::one_type::is_of_one_type;
use super::schema::schema_of;
use crate::changes::path_in_objects;
use crate::check::Severity;
use crate::model::crd::Crd;
use crate::model::field::Segment;

/// Returns the findings of two CRDs that the options select.
pub(super) fn report(
    old: &Crd,
    new: &Crd,
    drafts: Vec<FindingDraft>,
    options: &CompatOptions,
) -> Vec<CompatFinding> {
    let mut found: Vec<CompatFinding> = Vec::new();
    let mut groups: Vec<(String, Vec<Segment>)> = Vec::new();
    for draft in drafts {
        let Some(finding) = finding(old, new, &draft, options) else {
            continue;
        };
        let key = group_of(&draft, &finding);
        let version = draft.version.as_deref();
        let schemas = [old, new].map(|crd| schema_of(crd, version.and_then(|name| crd.version(name))?));
        let group = groups
            .iter()
            .position(|(other, node)| *other == key && is_of_one_type(schemas, node, &draft.node));
        match group.and_then(|place| found.get_mut(place)) {
            Some(first) => {
                first.other_paths.push(finding.path);
                first.other_paths.extend(finding.other_paths);
            }
            None => {
                groups.push((key, draft.node));
                found.push(finding);
            }
        }
    }
    found
}

fn group_of(draft: &FindingDraft, finding: &CompatFinding) -> String {
    let version = draft.version.as_deref().unwrap_or_default();
    let level = finding.severity;
    format!("{}|{version}|{level:?}|{}", draft.law.rule, draft.detail)
}

fn finding(old: &Crd, new: &Crd, draft: &FindingDraft, options: &CompatOptions) -> Option<CompatFinding> {
    let mut breaks = draft.law.affected();
    if matches!(draft.stored, Some(StoredObjects::Uneditable(_)))
        && !breaks.contains(&AffectedParty::StoredObjects)
    {
        breaks.insert(0, AffectedParty::StoredObjects);
    }
    if draft.spares_stored {
        breaks.retain(|affected| *affected != AffectedParty::StoredObjects);
    }
    let mut severity = if draft.is_of_status() {
        draft.law.in_status
    } else {
        draft.law.in_spec
    };
    if !draft.is_decided {
        severity = severity.min(Severity::Warning);
    }
    let is_neutral = breaks.is_empty();
    if !is_neutral && !breaks.iter().any(|affected| options.policy.protects(*affected)) {
        return None;
    }
    if let Some(name) = &draft.version {
        guard(old, new, name, draft, &mut breaks, &mut severity);
    }
    // With ratcheting, objects that have the value can be edited, as long as it is unchanged.
    if options.policy == Policy::Stored && draft.stored == Some(StoredObjects::Editable) {
        severity = severity.min(Severity::Warning);
    }
    let of_stored = of_stored(draft.stored.as_ref()).filter(|_| options.policy == Policy::Stored);
    let path = path_in_objects(&draft.node);
    let mut help = vec![draft.help.clone()];
    if !draft.is_decided {
        help.insert(
            0,
            "undecided: no object was found that is affected, and it is not proven that there is none"
                .to_owned(),
        );
    }
    Some(CompatFinding {
        rule: draft.law.rule,
        code: draft.law.code,
        severity,
        breaks,
        name: old.metadata.name.to_string(),
        version: draft.version.as_deref().map(str::to_owned),
        fingerprint: fingerprint(old, draft, &path),
        path,
        other_paths: draft.also_at.iter().map(|node| path_in_objects(node)).collect(),
        message: draft.message.clone(),
        help,
        witness: of_stored.or(draft.witness.as_ref()).cloned(),
        stored: draft.stored.clone(),
        is_decided: draft.is_decided,
        places: draft.places.clone(),
    })
}

/// Lowers the severity of a change of a version that nobody can write or read, or that is alpha.
fn guard(
    old: &Crd,
    new: &Crd,
    name: &str,
    draft: &FindingDraft,
    breaks: &mut Vec<AffectedParty>,
    severity: &mut Severity,
) {
    let Some(before) = old.version(name) else { return };
    let is_of_schema = !draft.node.is_empty() || draft.witness.is_some();
    if !before.served && is_of_schema {
        breaks.retain(|affected| matches!(affected, AffectedParty::StoredObjects | AffectedParty::GitOps));
        let is_stored = old.stored_versions().contains(&name) || new.stored_versions().contains(&name);
        if !is_stored {
            breaks.clear();
        }
        if breaks.is_empty() {
            *severity = Severity::Note;
        }
    }
    if is_alpha(name) {
        *severity = match severity {
            Severity::Error => Severity::Warning,
            _ => Severity::Note,
        };
    }
}

/// Whether a version is alpha by its name, such as `v1alpha2`.
fn is_alpha(name: &str) -> bool {
    let digits = name.strip_prefix('v').unwrap_or_default();
    digits
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .strip_prefix("alpha")
        .is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

/// Returns twelve hexadecimal digits for the CRD, the version, the field and the change, independent of files and formatting.
fn fingerprint(crd: &Crd, draft: &FindingDraft, path: &str) -> String {
    let rule = draft.law.rule.to_string();
    let version = draft.version.as_deref().unwrap_or_default();
    // This is FNV-1a, 64 bits.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in [&*crd.metadata.name, version, path, &rule, &draft.detail] {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{:012x}", hash >> 16)
}
