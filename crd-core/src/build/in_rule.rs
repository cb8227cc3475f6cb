//! Findings about the text of a rule, at that text in the user's Rust code.
//!
//! ```text
//! - rule: self.maxReplica > 1            #[crd(rule("self.maxReplica > 1"))]
//!         finding at bytes 5 to 15                        ^^^^^^^^^^
//! ```
//!
//! The text is found by its value, since attributes, channels and unions decide in which order rules are generated.

use std::ops::Range;
use std::path::Path;

use super::in_rust::{InRust, Owners, in_rust, owners_above};
use super::rust_file::RustFile;
use crate::check::Finding;
use crate::check::place::node_at;
use crate::model::field::{FieldPath, Segment};
use crate::rust::generate::owners::PlacedText;
use crate::yaml::tree::Span;
use crate::yaml::{self, source_offsets};

/// The members of a rule that are texts in the attribute.
const TEXTS: [&str; 4] = ["rule", "message", "messageExpression", "fieldPath"];

/// Like [`in_rust`], but a finding about a rule in the manifest is placed at the text of the rule in the Rust code, if it is known.
pub fn in_rust_text(finding: &Finding, manifest: &str, owners: &Owners, package: &Path) -> Option<InRust> {
    let mut found = in_rust(finding, owners, package)?;
    if let Some((file, span)) = of_column(finding, manifest, owners, package) {
        found.diagnostic.span = Some(span);
        found.file = Some(file);
        return Some(found);
    }
    let placed = text_of(finding, manifest).and_then(|(value, part)| {
        let (text, part) = find(finding, owners, &value, &part)?;
        RustFile::of_text(text, &part, package)
    });
    if let Some((file, span)) = placed {
        found.diagnostic.span = Some(span);
        found.diagnostic.label = format!("in a rule of `{}`", found.owner);
        found.file = Some(file);
    }
    Some(found)
}

/// Returns the place of a column that a finding concerns: the path in its attribute, or the field that it shows.
fn of_column(finding: &Finding, manifest: &str, owners: &Owners, package: &Path) -> Option<(RustFile, Span)> {
    let segments = &finding.diagnostic.field.segments;
    let list = segments
        .iter()
        .position(|segment| segment.is_field("additionalPrinterColumns"))?;
    let mut segments = segments.get(..list + 2)?.to_vec();
    segments.push(Segment::Field("jsonPath".into()));
    let read = yaml::read(manifest.as_bytes(), yaml::Options::default());
    let column = node_at(
        &read.documents.get(finding.document)?.root,
        &FieldPath { segments },
    )?;
    let path = column.as_str()?;
    let above = owners_above(finding, owners);
    let mut texts = above.iter().flat_map(|owner| &owner.texts);
    if let Some(text) = texts.find(|text| text.text == path) {
        return RustFile::of_text(text, &(0..path.len()), package);
    }
    let of_version = owners.get(finding.version.as_ref()?)?;
    RustFile::of(of_version.get(path.strip_prefix('.')?)?, package)
}

/// Returns the text in the manifest that a finding concerns, and the part of it.
fn text_of(finding: &Finding, manifest: &str) -> Option<(String, Range<usize>)> {
    let path = path_of_text(&finding.diagnostic.field)?;
    let read = yaml::read(manifest.as_bytes(), yaml::Options::default());
    let node = node_at(&read.documents.get(finding.document)?.root, &path)?;
    let value = node.as_str()?.to_owned();
    let span = finding.diagnostic.span?;
    let is_part = node.span.start <= span.start && span.end <= node.span.end && span != node.span;
    let part = if is_part {
        let offsets = source_offsets(manifest, node.span);
        let offset = |of: u32| offsets.partition_point(|at| *at < of).min(value.len());
        offset(span.start)..offset(span.end)
    } else {
        0..value.len()
    };
    Some((value, part))
}

/// Returns the path of the text of a rule; for a finding about the whole rule or another member, it is the expression.
fn path_of_text(field: &FieldPath) -> Option<FieldPath> {
    let is_list = |segment: &Segment| segment.is_field("x-kubernetes-validations");
    let list = field.segments.iter().rposition(is_list)?;
    let mut segments = field.segments.get(..list + 2)?.to_vec();
    let member = field.segments.get(list + 2);
    let is_text = |segment: &&Segment| TEXTS.iter().any(|text| segment.is_field(text));
    let member = member.filter(is_text).cloned();
    segments.push(member.unwrap_or_else(|| Segment::Field("rule".into())));
    Some(FieldPath { segments })
}

/// Returns the text with a value in the attributes, and the part of it. A rule of a variant may be generated with a condition around
/// it; then it is the longest text that the value contains.
fn find<'o>(
    finding: &Finding,
    owners: &'o Owners,
    value: &str,
    part: &Range<usize>,
) -> Option<(&'o PlacedText, Range<usize>)> {
    let owners = owners_above(finding, owners);
    let texts = || owners.iter().flat_map(|owner| &owner.texts);
    if let Some(text) = texts().find(|text| text.text == value) {
        return Some((text, part.clone()));
    }
    let contained = texts().filter_map(|text| Some((text, value.find(&text.text)?)));
    let (text, start) = contained
        .filter(|(text, _)| !text.text.is_empty())
        .max_by_key(|(text, _)| text.text.len())?;
    let inside = start..start + text.text.len();
    let part = if inside.start <= part.start && part.end <= inside.end {
        part.start - start..part.end - start
    } else {
        0..text.text.len()
    };
    Some((text, part))
}
