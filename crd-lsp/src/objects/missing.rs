//! Missing required fields: the place and the initial value for their insertion.

use crd_core::check::{Diagnostic, codes};
use crd_core::field::Segment;
use crd_core::objects::Admission;
use crd_core::values::{ValueOptions, ValueStep, Values, node_at};
use crd_core::yaml;
use serde_json::json;

use super::subject::Subject;
use crate::snapshot::Snapshot;
use crate::yaml::LooseNode;

/// A member to insert.
pub(super) struct Insertion {
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) text: String,
}

/// Returns the member that is missing according to a finding; `document` is the index of its document in the text.
pub(super) fn insertion(snapshot: &Snapshot, document: usize, diagnostic: &Diagnostic) -> Option<Insertion> {
    if diagnostic.code != codes::OBJECT_REQUIRED {
        return None;
    }
    let content = snapshot.content();
    let root = &snapshot.documents().get(document)?.loose.root;
    let (missing, above) = diagnostic.field.segments.split_last()?;
    let name = missing.name()?.to_owned();
    let mut object = root;
    let mut steps = Vec::new();
    for segment in above {
        (object, steps) = below(object, segment, steps)?;
    }
    let last = object.members().last()?;
    let first = object.members().first()?;
    let opens = content.get(object.span.start..)?;
    if opens.starts_with('{') {
        return None;
    }
    let line = snapshot.text.line(snapshot.text.line_of(first.key.start));
    let column = first.key.start - line.start;
    let end = last.value.span.end.max(last.key.end);
    let at = snapshot.text.line(snapshot.text.line_of(end)).end;
    let subject = Subject::of(snapshot, root, content, &[])?;
    let value = subject.with_crd(|crd, version| {
        let admission = Admission::new(crd, version, snapshot.version()).ok()?;
        steps.push(ValueStep::Member(name.as_str().into()));
        let schema = node_at(admission.schema(), &steps)?;
        let value = schema.generic.default.clone();
        Some(value.unwrap_or_else(|| Values::new(0).value(schema, ValueOptions::READABLE)))
    })?;
    let written = yaml::to_string(&json!({name.as_str(): value})).ok()?;
    let indent = " ".repeat(column);
    let lines: Vec<String> = written.lines().map(|line| format!("\n{indent}{line}")).collect();
    Some(Insertion {
        name,
        at,
        text: lines.concat(),
    })
}

fn below<'n>(
    node: &'n LooseNode,
    segment: &Segment,
    mut steps: Vec<ValueStep>,
) -> Option<(&'n LooseNode, Vec<ValueStep>)> {
    let node = match segment {
        Segment::Index(index) => {
            steps.push(ValueStep::Element);
            node.elements().get(*index)?
        }
        named => {
            let name = named.name()?;
            steps.push(ValueStep::Member(name.into()));
            node.get(name)?
        }
    };
    Some((node, steps))
}
