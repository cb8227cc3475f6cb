//! Rules that the server accepts, but that certainly have errors.

use crd_cel::nearest;

use super::judged::{JudgedCrd, JudgedVersion};
use super::walk::SchemaNode;
use crate::check::place::{entry_at, node_at};
use crate::check::rules::{Collection, Pitfall, PitfallKind, RuleTrees, pitfalls_of_node};
use crate::check::{Code, Diagnostic, DocumentSource, codes};
use crate::model::field::{FieldPath, Segment};
use crate::model::schema::JsonSchemaProps;
use crate::yaml::source_offset;
use crate::yaml::tree::Span;

/// The maximum number of values of an enum in a help text.
const VALUES: usize = 8;

/// The codes of pitfalls.
const CODES: [Code; 5] = [
    codes::CEL_ABSENT_FIELD,
    codes::CEL_ABSENT_ELEMENT,
    codes::CEL_DIVISION_BY_ZERO,
    codes::CEL_INT_OR_STRING,
    codes::CEL_NEVER_EQUAL,
];

/// Finds the pitfalls of each rule that the server accepts. Pitfalls that several versions share are reported once.
pub(super) struct RuleLints<'a> {
    judged: &'a JudgedCrd<'a>,
    /// Whether one of the codes is reported.
    is_on: bool,
    /// The pitfalls that are reported, in the order of `found`.
    known: Vec<Pitfall>,
    pub(super) found: Vec<Diagnostic>,
}

impl<'a> RuleLints<'a> {
    pub(super) fn new(judged: &'a JudgedCrd<'a>) -> Self {
        RuleLints {
            judged,
            is_on: CODES.iter().any(|code| judged.levels.severity(*code).is_some()),
            known: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Checks the rules of a node of the schema of a version.
    pub(super) fn check(
        &mut self,
        version: &JudgedVersion<'_>,
        node: &SchemaNode<'_>,
        trees: &mut RuleTrees,
    ) {
        if !self.is_on {
            return;
        }
        if !node.is_root() && self.has_none(node, trees) {
            return;
        }
        let source = self.judged.source;
        let number = version.index;
        let at = PitfallVersion { source, number };
        let mut above: Vec<_> = std::iter::successors(node.above(), |above| above.above())
            .map(|above| above.schema)
            .collect();
        above.reverse();
        let mut path = node.path.to_field_path();
        path.segments.drain(..at.path(&[]).segments.len());
        for pitfall in pitfalls_of_node(node.schema, &above, &path, trees) {
            if let Some(place) = self.known.iter().position(|other| *other == pitfall) {
                if let (Some(diagnostic), Some(span)) = (self.found.get_mut(place), at.span(&pitfall)) {
                    diagnostic.labels.push((span, "the same here".to_owned()));
                }
                continue;
            }
            let mut errors = self.judged.verdict.errors.iter().chain(self.judged.later);
            if !errors.any(|error| is_about(&error.field, &pitfall)) {
                self.found
                    .push(at.diagnostic(&pitfall).with_field(at.rule(&pitfall)));
                self.known.push(pitfall);
            }
        }
    }

    /// Whether the rules of a node have no pitfalls, whatever the nodes above it are.
    fn has_none(&self, node: &SchemaNode<'_>, trees: &mut RuleTrees) -> bool {
        let known = node.known(self.judged.options.version);
        if known.as_ref().is_some_and(|known| known.has_no_pitfalls.get()) {
            return true;
        }
        // A node that requires nothing hides no pitfall.
        let above = JsonSchemaProps::default();
        let has_none = pitfalls_of_node(node.schema, &[&above], &FieldPath::default(), trees).is_empty();
        if let Some(known) = known {
            known.has_no_pitfalls.set(has_none);
        }
        has_none
    }
}

/// Whether an error of the server concerns the rule, in any version.
fn is_about(field: &FieldPath, pitfall: &Pitfall) -> bool {
    let is_root = |segment: &Segment| segment.is_field("openAPIV3Schema");
    let Some(root) = field.segments.iter().position(is_root) else {
        return false;
    };
    let below = field.segments.get(root..).unwrap_or_default();
    below.starts_with(&rule_below(pitfall).segments)
}

/// Returns the path of the rule relative to `schema`.
fn rule_below(pitfall: &Pitfall) -> FieldPath {
    let mut segments = pitfall.path.segments.clone();
    segments.push(Segment::Field("x-kubernetes-validations".into()));
    segments.push(Segment::Index(pitfall.index));
    FieldPath { segments }
}

/// A version of a CRD in a document.
struct PitfallVersion<'a> {
    source: DocumentSource<'a>,
    number: usize,
}

impl PitfallVersion<'_> {
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

    /// Returns the place of the pitfall in the text of the manifest.
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
            PitfallKind::AbsentElement {
                read,
                index,
                collection,
                declared,
            } => {
                let selected = index.trim_matches('\'');
                let of = read
                    .strip_suffix(&format!("[{index}]"))
                    .or_else(|| read.strip_suffix(selected)?.strip_suffix('.'))
                    .or_else(|| read.strip_suffix(']')?.rsplit_once('[').map(|(of, _)| of))
                    .unwrap_or("the list");
                let (fault, help, label) = match collection {
                    Collection::List(least) => (
                        format!("index out of bounds: {index}"),
                        format!("write `size({of}) < {least} || …`, or set `minItems: {least}`"),
                        format!("may have fewer than {least} elements"),
                    ),
                    Collection::Map => (
                        format!("no such key: {}", index.trim_matches(['\'', '"'])),
                        format!("write `!({index} in {of}) || …`, or require the key"),
                        "may not have the key".to_owned(),
                    ),
                };
                let message = format!("`{read}` may be absent, and the rule then fails with `{fault}`");
                let mut diagnostic = Diagnostic::new(codes::CEL_ABSENT_ELEMENT, message, span)
                    .with_label("read without a test")
                    .with_help(help);
                if let Some(entry) = entry_at(self.source.document, &self.path(&declared.segments)) {
                    diagnostic.labels.push((entry.key_span, label));
                }
                diagnostic
            }
            PitfallKind::NegativeIndex { read } => {
                let (of, index) = read.rsplit_once('[').unwrap_or((read, ""));
                let index = index.trim_end_matches(']').trim();
                let from_end = index.trim_start_matches('-');
                Diagnostic::new(
                    codes::CEL_ABSENT_ELEMENT,
                    format!("`{read}` always fails with `index out of bounds: {index}`"),
                    span,
                )
                .with_label("no element has a negative index")
                .with_help(format!("write `{of}[size({of}) - {from_end}]`"))
            }
            PitfallKind::DivisionByZero { division, operator } => {
                let fault = match operator {
                    '%' => "modulus by zero",
                    _ => "division by zero",
                };
                Diagnostic::new(
                    codes::CEL_DIVISION_BY_ZERO,
                    format!("`{division}` always fails with `{fault}`"),
                    span,
                )
                .with_label("the divisor is 0")
                .with_help("correct the divisor")
            }
            PitfallKind::IntOrString {
                operation,
                value,
                fails_with,
                declared,
            } => {
                let (with, help) = match *fails_with {
                    Some("string") => (
                        format!("if `{value}` is a string"),
                        format!(
                            "write `type({value}) == int ? {operation} : …`, or declare a type that admits only integers"
                        ),
                    ),
                    Some(_) => (
                        format!("if `{value}` is an integer"),
                        format!(
                            "write `string({value})` in place of `{value}`, or `type({value}) == string ? … : …`, or declare a \
                             type that admits only strings"
                        ),
                    ),
                    None => (
                        format!("for every `{value}`, which is an integer or a string"),
                        format!("convert the value first, for example with `quantity(string({value}))`"),
                    ),
                };
                let message = format!("`{operation}` fails with `no such overload` {with}");
                let mut diagnostic = Diagnostic::new(codes::CEL_INT_OR_STRING, message, span)
                    .with_label(if fails_with.is_some() {
                        "fails with values of this type"
                    } else {
                        "fails with all values"
                    })
                    .with_help(help);
                if let Some(entry) = entry_at(self.source.document, &self.path(&declared.segments)) {
                    diagnostic
                        .labels
                        .push((entry.key_span, "an integer or a string".to_owned()));
                }
                diagnostic
            }
            PitfallKind::NeverEqual { text, values } => {
                let shown = if text.is_empty() { "''" } else { text };
                let message = format!(
                    "`{shown}` is not a value of the enum, so this comparison always has the same result"
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
