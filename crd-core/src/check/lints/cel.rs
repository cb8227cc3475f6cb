//! Rules that the server accepts, but that are certain to go wrong.

use crd_cel::nearest;

use crate::KubeVersion;
use crate::check::place::{entry_at, node_at};
use crate::check::{Diagnostic, DocumentSource, codes};
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::server::cel::{Pitfall, PitfallKind, pitfalls};
use crate::yaml::source_offset;
use crate::yaml::tree::Span;

/// How many values of an enum a help lists.
const VALUES: usize = 8;

/// Finds the pitfalls of each rule that the server accepts. What several versions share is reported once.
pub(in crate::check) fn check(
    source: DocumentSource<'_>,
    crd: &Crd,
    errors: &[FieldError],
    version: KubeVersion,
) -> Vec<Diagnostic> {
    let mut known: Vec<(Pitfall, usize)> = Vec::new();
    let mut found: Vec<Diagnostic> = Vec::new();
    for (number, served) in crd.spec.versions.iter().flatten().enumerate() {
        let schema = served
            .schema
            .as_ref()
            .and_then(|schema| schema.open_api_v3_schema.as_deref());
        let Some(schema) = schema else { continue };
        if !has_rules(schema) {
            continue;
        }
        for pitfall in pitfalls(schema, version) {
            let at = At { source, number };
            if let Some((_, place)) = known.iter().find(|(other, _)| *other == pitfall) {
                if let (Some(diagnostic), Some(span)) = (found.get_mut(*place), at.span(&pitfall)) {
                    diagnostic.labels.push((span, "the same here".to_owned()));
                }
                continue;
            }
            let rule = at.rule(&pitfall);
            if errors.iter().any(|error| is_about(&error.field, &pitfall)) {
                continue;
            }
            known.push((pitfall.clone(), found.len()));
            found.push(at.diagnostic(&pitfall).with_field(rule));
        }
    }
    found
}

fn has_rules(schema: &crate::model::schema::JsonSchemaProps) -> bool {
    !schema.rules().is_empty()
        || schema
            .properties
            .iter()
            .flat_map(crate::model::map::Map::iter)
            .any(|(_, property)| has_rules(property))
        || schema.item_schema().is_some_and(has_rules)
        || schema.additional_schema().is_some_and(has_rules)
}

/// Whether an error of the server is about the rule, in whatever version.
fn is_about(field: &FieldPath, pitfall: &Pitfall) -> bool {
    let is_root = |segment: &Segment| matches!(segment, Segment::Field(name) if &**name == "openAPIV3Schema");
    let Some(root) = field.segments.iter().position(is_root) else {
        return false;
    };
    let below = field.segments.get(root..).unwrap_or_default();
    below.starts_with(&rule_below(pitfall).segments)
}

/// The rule, below `schema`.
fn rule_below(pitfall: &Pitfall) -> FieldPath {
    let mut segments = pitfall.path.segments.clone();
    segments.push(Segment::Field("x-kubernetes-validations".into()));
    segments.push(Segment::Index(pitfall.index));
    FieldPath { segments }
}

/// A version of a CRD in a document.
struct At<'a> {
    source: DocumentSource<'a>,
    number: usize,
}

impl At<'_> {
    fn path(&self, below: &[Segment]) -> FieldPath {
        let mut segments = vec![
            Segment::Field("spec".into()),
            Segment::Field("versions".into()),
            Segment::Index(self.number),
            Segment::Field("schema".into()),
        ];
        segments.extend_from_slice(below);
        FieldPath { segments }
    }

    fn rule(&self, pitfall: &Pitfall) -> FieldPath {
        let mut below = rule_below(pitfall).segments;
        below.push(Segment::Field("rule".into()));
        self.path(&below)
    }

    /// The place of the pitfall in the text of the manifest.
    fn span(&self, pitfall: &Pitfall) -> Option<Span> {
        let node = node_at(self.source.document, &self.rule(pitfall))?;
        node.as_str()?;
        let offset = |at: u32| source_offset(self.source.text, node.span, at as usize);
        Some(Span {
            start: offset(pitfall.span.start),
            end: offset(pitfall.span.end),
        })
    }

    fn diagnostic(&self, pitfall: &Pitfall) -> Diagnostic {
        let span = self.span(pitfall).unwrap_or_default();
        match &pitfall.kind {
            PitfallKind::AbsentField {
                read,
                field,
                declared,
            } => {
                let message =
                    format!("`{read}` may be absent, and the rule then fails with `no such key: {field}`");
                let mut diagnostic = Diagnostic::new(codes::CEL_ABSENT_FIELD, message, span)
                    .with_label("read without `has`")
                    .with_help(format!(
                        "write `!has({read}) || …` or `has({read}) && …`, require `{field}`, or give it a default"
                    ));
                if let Some(entry) = entry_at(self.source.document, &self.path(&declared.segments)) {
                    diagnostic
                        .labels
                        .push((entry.key_span, "neither required nor defaulted".to_owned()));
                }
                diagnostic
            }
            PitfallKind::NeverEqual { text, values } => {
                let shown = if text.is_empty() { "''" } else { text };
                let message = format!(
                    "`{shown}` is no value of the enum, so this comparison always has the same result"
                );
                let names = values.iter().map(String::as_str);
                let help = match nearest(text, names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its values are {}", listed(values)),
                };
                Diagnostic::new(codes::CEL_NEVER_EQUAL, message, span)
                    .with_label("not in the enum")
                    .with_help(help)
            }
        }
    }
}

fn listed(values: &[String]) -> String {
    let mut text = values
        .iter()
        .take(VALUES)
        .map(|value| format!("`{value}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if values.len() > VALUES {
        text.push_str(" and others");
    }
    text
}
