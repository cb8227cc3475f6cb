//! The sections `spec` and `status` of a schema that are declared with other letters, or inside of each other.
//!
//! ```text
//! properties:               properties:
//!   Spec:                     spec:
//!     type: object              properties:
//!                                 status:
//!                                   type: object
//! ```

use super::consequences::Attempt;
use super::edits::{self, object_at};
use super::misplaced::Correction;
use super::place::node_at;
use super::{Diagnostic, codes};
use crate::model::field::FieldPath;
use crate::yaml::tree::{Entry, Node};

const SECTIONS: [&str; 2] = ["spec", "status"];

/// Findings about a section that is not declared.
const ABSENT: [super::Code; 5] = [
    codes::COLUMN_PATH_DANGLING,
    codes::SCALE_PATH_DANGLING,
    codes::SELECTABLE_PATH,
    codes::REQUIRED_UNDECLARED,
    codes::SUBRESOURCE_WITHOUT_STATUS,
];

/// Returns the corrections of sections for the findings about a CRD.
pub(super) fn attempts(document: &Node, found: &[Diagnostic]) -> Vec<Attempt> {
    let mut known: Vec<(usize, &str)> = Vec::new();
    let mut attempts = Vec::new();
    for (index, finding) in found.iter().enumerate() {
        let Some(absent) = section_of(document, finding) else {
            continue;
        };
        if known.contains(&absent) {
            continue;
        }
        known.push(absent);
        let properties = properties_of(absent.0);
        let correction = with_other_letters(document, &properties, absent.1)
            .or_else(|| status_in_spec(document, &properties, absent.1));
        if let Some(correction) = correction {
            let mut attempt = Attempt::of(correction, &[]);
            attempt.subjects = vec![index];
            attempts.push(attempt);
        }
    }
    attempts
}

/// Returns the index of the version and the section that a finding is about, if it may be absent.
fn section_of(document: &Node, finding: &Diagnostic) -> Option<(usize, &'static str)> {
    if !ABSENT.contains(&finding.code) {
        return None;
    }
    let version = finding.field.version_index()?;
    if finding.code == codes::SUBRESOURCE_WITHOUT_STATUS {
        return Some((version, "status"));
    }
    let written = node_at(document, &finding.field)?.as_str()?;
    let is_required_at_root = || {
        let above = finding.field.ancestor(2);
        above
            .segments
            .last()
            .is_some_and(|last| last.is_field("openAPIV3Schema"))
    };
    let first = match written.strip_prefix('.') {
        Some(path) => path.split(['.', '[']).next()?,
        None if is_required_at_root() => written,
        None => return None,
    };
    let section = SECTIONS.into_iter().find(|section| *section == first)?;
    Some((version, section))
}

/// Returns the path of the fields of objects in a version.
fn properties_of(version: usize) -> FieldPath {
    let version = FieldPath::default()
        .child("spec")
        .child("versions")
        .index(version);
    version
        .child("schema")
        .child("openAPIV3Schema")
        .child("properties")
}

/// The section has other letters: `Spec`.
fn with_other_letters(document: &Node, properties: &FieldPath, section: &str) -> Option<Correction> {
    let fields = node_at(document, properties)?;
    let is_meant = |entry: &&Entry| entry.key.eq_ignore_ascii_case(section);
    let mut written = fields.members().iter().filter(is_meant);
    let (Some(entry), None) = (written.next(), written.next()) else {
        return None;
    };
    Some(Correction {
        names: Vec::new(),
        place: entry.key_span,
        message: format!(
            "the field `{}` is not `{section}`: names of fields are case-sensitive",
            entry.key
        ),
        label: format!("not `{section}`"),
        help: format!("write `{section}`"),
        document: edits::renamed(document, &properties.clone().key(&entry.key), section)?,
    })
}

/// The status is declared as a field of `spec`.
fn status_in_spec(document: &Node, properties: &FieldPath, section: &str) -> Option<Correction> {
    let inside = properties.clone().key("spec").child("properties");
    let status = node_at(document, &inside)?.as_mapping()?.get("status")?;
    let is_object = status.value.get("properties").is_some();
    if section != "status" || !is_object || node_at(document, properties)?.get("status").is_some() {
        return None;
    }
    let mut corrected = edits::removed(document, &inside.clone().key("status"))?;
    let root = object_at(&mut corrected, &properties.segments)?;
    root.entries.push(status.clone());
    Some(Correction {
        names: Vec::new(),
        place: status.key_span,
        message: "`status` is declared as a field of `spec`, and not beside it".to_owned(),
        label: "belongs beside `spec`".to_owned(),
        help: "indent `status` and its schema like `spec`".to_owned(),
        document: corrected,
    })
}
