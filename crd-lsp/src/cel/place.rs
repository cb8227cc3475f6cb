//! Locates the expressions of a text, and maps their byte offsets to those of the text.

use std::ops::Range;
use std::sync::Arc;

use crd_core::cel::RuleReport;
use crd_core::yaml::source_offsets;
use crd_core::yaml::tree::{Node, Span};
use crd_core::{Crd, KubeVersion};

use crate::parsed::{ParsedDocument, rules_of};
use crate::snapshot::Snapshot;
use crate::yaml::{CursorStep, LooseNode, LooseValue, Style, node_at};

/// The keyword of rules.
const RULES: &str = "x-kubernetes-validations";

/// The member of a rule that an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpressionMember {
    Rule,
    Message,
}

/// An expression with its place in the document.
#[derive(Clone, Debug)]
pub(crate) struct PlacedExpression {
    /// The path from the document to it; the last steps are the keyword of rules, the index, and the member.
    pub(crate) path: Vec<CursorStep>,
    pub(crate) member: ExpressionMember,
    /// The range of the scalar in the text.
    pub(crate) span: Range<usize>,
    style: Option<Style>,
}

impl PlacedExpression {
    /// Returns the index of the version, the path from the version's schema to the node, and the index of the rule.
    pub(crate) fn node(&self) -> Option<(usize, &[CursorStep], usize)> {
        let (version, below) = in_version(&self.path)?;
        let (
            node,
            [
                CursorStep::Member(_),
                CursorStep::Element(index),
                CursorStep::Member(_),
            ],
        ) = below.split_at_checked(below.len().checked_sub(3)?)?
        else {
            return None;
        };
        Some((version, node, *index))
    }
}

/// Returns the index of the version whose schema contains a path, and the rest of the path.
pub(crate) fn in_version(path: &[CursorStep]) -> Option<(usize, &[CursorStep])> {
    let is = |step: &CursorStep, name: &str| matches!(step, CursorStep::Member(member) if member == name);
    match path {
        [
            spec,
            versions,
            CursorStep::Element(version),
            schema,
            root,
            below @ ..,
        ] if is(spec, "spec")
            && is(versions, "versions")
            && is(schema, "schema")
            && is(root, "openAPIV3Schema") =>
        {
            Some((*version, below))
        }
        _ => None,
    }
}

/// A CRD of a text, as far as it can be read.
pub(crate) struct CrdText {
    document: Arc<ParsedDocument>,
    crd: Option<Arc<Crd>>,
}

impl CrdText {
    /// Returns the CRDs of a text.
    pub(crate) fn all(snapshot: &Snapshot) -> Vec<Self> {
        let content = snapshot.content();
        if !content.contains(RULES) {
            return Vec::new();
        }
        let documents = snapshot.documents().iter();
        let crds = documents.filter(|document| is_crd(document, content));
        crds.map(|document| CrdText::read(snapshot, document, None))
            .collect()
    }

    /// Returns the CRD and the expression at a byte offset of a text.
    pub(crate) fn at(snapshot: &Snapshot, offset: usize) -> Option<(Self, PlacedExpression)> {
        let content = snapshot.content();
        if !content.contains(RULES) {
            return None;
        }
        let document = snapshot.document_at(offset)?;
        if !is_crd(document, content) {
            return None;
        }
        let mut path = Vec::new();
        let found = expression_at(&document.loose.root, content, offset, &mut path)?;
        Some((CrdText::read(snapshot, document, Some(&found)), found))
    }

    /// Returns the CRD that contains a byte offset of a text.
    pub(crate) fn around(snapshot: &Snapshot, offset: usize) -> Option<Self> {
        let document = snapshot.document_at(offset)?;
        is_crd(document, snapshot.content()).then(|| CrdText::read(snapshot, document, None))
    }

    /// Reads a document. If it is not well-formed, possibly because of the incomplete expression, the CRD is read without that
    /// expression, or else the previous CRD is used.
    fn read(snapshot: &Snapshot, document: &Arc<ParsedDocument>, typed: Option<&PlacedExpression>) -> Self {
        let mut crd = document.crd().cloned();
        if let (None, Some(typed)) = (&crd, typed) {
            crd = document.crd_without(&typed.span);
        }
        if crd.is_none() {
            let name = document.loose.root.get("metadata");
            let name = name.and_then(|metadata| metadata.text_of("name", snapshot.content()));
            let crds = snapshot.crds();
            let last = crds
                .declarations()
                .find(|declaration| Some(declaration.crd_name()) == name.as_deref());
            crd = last.and_then(|declaration| declaration.crd(snapshot.version()));
        }
        CrdText {
            document: Arc::clone(document),
            crd,
        }
    }

    /// Returns the CRD.
    pub(crate) fn crd(&self) -> Option<&Crd> {
        self.crd.as_deref()
    }

    /// Returns the rules of a version, compiled for a version of the server.
    pub(super) fn rules(&self, version: usize, server: KubeVersion) -> Arc<Vec<RuleReport>> {
        let rules = self.document.rules(version, server);
        // The CRD may be that of the previous text.
        let of_last = || self.crd().map(|crd| rules_of(crd, version, server));
        rules.unwrap_or_else(|| Arc::new(of_last().unwrap_or_default()))
    }

    /// Returns the byte range of the document.
    pub(crate) fn span(&self) -> Range<usize> {
        self.document.loose.span.clone()
    }

    /// Returns the tree of the document.
    pub(crate) fn root(&self) -> &LooseNode {
        &self.document.loose.root
    }

    /// Returns all expressions, in the order of the text.
    pub(crate) fn expressions(&self) -> Vec<PlacedExpression> {
        let mut found = Vec::new();
        collect(self.root(), &mut Vec::new(), &mut found);
        found
    }

    /// Returns the text of an expression.
    pub(crate) fn source(&self, snapshot: &Snapshot, expression: &PlacedExpression) -> ExpressionText {
        let content = snapshot.content();
        let steps = &expression.path;
        if let Some(node) = self.document.root().and_then(|root| exact_at(root, steps))
            && let Some(text) = node.as_str()
        {
            let base = self.document.loose.span.start;
            let span = Span::new(node.span.start as usize, node.span.end as usize);
            let offsets = source_offsets(self.document.text(), span);
            let offsets = offsets.into_iter().map(|at| at as usize + base);
            return ExpressionText {
                text: text.to_owned(),
                offsets: offsets.collect(),
            };
        }
        // The source text without its quotes is used, since escapes are rare.
        let mut span = expression.span.clone();
        let written = content.get(span.clone()).unwrap_or_default();
        match expression.style {
            Some(Style::Double | Style::Single) => {
                let quote = written.get(..1).unwrap_or_default();
                let is_closed = written.len() > 1 && written.ends_with(quote);
                span = span.start + 1..span.end - usize::from(is_closed);
            }
            Some(Style::Block) => {
                let header = written.find('\n').map_or(written.len(), |end| end + 1);
                span.start += header;
            }
            _ => {}
        }
        let span = span.start..span.end.max(span.start);
        ExpressionText {
            text: content.get(span.clone()).unwrap_or_default().to_owned(),
            offsets: (span.start..=span.end).collect(),
        }
    }
}

/// The text of an expression, and for each of its bytes the offset in the document.
#[derive(Clone, Debug)]
pub(crate) struct ExpressionText {
    pub(crate) text: String,
    offsets: Vec<usize>,
}

impl ExpressionText {
    /// Returns the offset in the expression for an offset in the document: the first that is not before it.
    pub(crate) fn inner(&self, offset: usize) -> usize {
        let mut at = self
            .offsets
            .partition_point(|known| *known < offset)
            .min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at += 1;
        }
        at
    }

    /// Converts a byte range of the expression to one of the document.
    pub(crate) fn outer(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let known = self.offsets.get(at).or(self.offsets.last());
            known.copied().unwrap_or_default()
        };
        let start = place(range.start);
        start..place(range.end).max(start)
    }
}

fn is_crd(document: &ParsedDocument, content: &str) -> bool {
    document.loose.root.text_of("kind", content).as_deref() == Some("CustomResourceDefinition")
}

fn exact_at<'n>(root: &'n Node, path: &[CursorStep]) -> Option<&'n Node> {
    path.iter().try_fold(root, |node, step| match step {
        CursorStep::Member(name) => node.get(name),
        CursorStep::Element(index) => node.elements().get(*index),
    })
}

/// Returns the member of a rule to which a path leads.
fn member_of(path: &[CursorStep]) -> Option<ExpressionMember> {
    match path {
        [
            ..,
            CursorStep::Member(rules),
            CursorStep::Element(_),
            CursorStep::Member(name),
        ] if rules == RULES => match name.as_str() {
            "rule" => Some(ExpressionMember::Rule),
            "messageExpression" => Some(ExpressionMember::Message),
            _ => None,
        },
        _ => None,
    }
}

fn placed(node: &LooseNode, path: &[CursorStep]) -> Option<PlacedExpression> {
    let member = member_of(path)?;
    let style = match node.value {
        LooseValue::Missing => None,
        LooseValue::Scalar(style) => Some(style),
        LooseValue::Mapping(_) | LooseValue::Sequence(_) => return None,
    };
    Some(PlacedExpression {
        path: path.to_vec(),
        member,
        span: node.span.clone(),
        style,
    })
}

/// A step to a value, by reference, since most paths do not lead to an expression.
#[derive(Clone, Copy)]
enum StepHere<'n> {
    Member(&'n str),
    Element(usize),
}

fn collect<'n>(node: &'n LooseNode, path: &mut Vec<StepHere<'n>>, found: &mut Vec<PlacedExpression>) {
    for member in node.members() {
        path.push(StepHere::Member(&member.name));
        if let [.., StepHere::Member(RULES), StepHere::Element(_), _] = path.as_slice() {
            let steps = path.iter().map(|step| match step {
                StepHere::Member(name) => CursorStep::Member((*name).to_owned()),
                StepHere::Element(index) => CursorStep::Element(*index),
            });
            found.extend(placed(&member.value, &steps.collect::<Vec<_>>()));
        }
        collect(&member.value, path, found);
        path.pop();
    }
    for (index, element) in node.elements().iter().enumerate() {
        path.push(StepHere::Element(index));
        collect(element, path, found);
        path.pop();
    }
}

/// Returns the expression at a byte offset: in its scalar, after its colon, or in the empty lines after it.
fn expression_at(
    node: &LooseNode,
    content: &str,
    offset: usize,
    path: &mut Vec<CursorStep>,
) -> Option<PlacedExpression> {
    let members = node.members();
    for (index, member) in members.iter().enumerate() {
        let next = members.get(index + 1).map_or(usize::MAX, |next| next.key.start);
        if offset < member.key.end || offset >= next {
            continue;
        }
        path.push(CursorStep::Member(member.name.clone()));
        if let Some(mut found) = placed(&member.value, path) {
            let behind = content
                .get(found.span.end..offset.max(found.span.end))
                .unwrap_or_default();
            let reaches = match found.style {
                // There is at least one blank after the colon.
                None => offset > member.key.end + 1 && !behind.contains('\n'),
                Some(Style::Block) => {
                    behind.trim().is_empty() && !is_at_margin(content, member.key.start, offset)
                }
                Some(Style::Plain) => behind.trim_matches(' ').is_empty(),
                Some(Style::Single | Style::Double) => {
                    behind.is_empty() && !is_behind_quote(content, &found.span, offset)
                }
            };
            if found.span.start > offset && found.style.is_some() || !reaches {
                return None;
            }
            if found.style.is_none() {
                found.span = offset..offset;
            } else if found.style == Some(Style::Plain) {
                found.span.end = found.span.end.max(offset);
            }
            return Some(found);
        }
        return expression_at(&member.value, content, offset, path);
    }
    let elements = node.elements();
    for (index, element) in elements.iter().enumerate() {
        let next = elements.get(index + 1).map_or(usize::MAX, |next| next.span.start);
        if element.span.start <= offset && offset < next {
            path.push(CursorStep::Element(index));
            return expression_at(element, content, offset, path);
        }
    }
    None
}

/// Whether an offset is on an otherwise empty line, at or before the column of a name.
fn is_at_margin(content: &str, name: usize, offset: usize) -> bool {
    let column = |at: usize| {
        let before = content.get(..at).unwrap_or_default();
        at - before.rfind('\n').map_or(0, |end| end + 1)
    };
    let between = content.get(name..offset).unwrap_or_default();
    between.contains('\n') && column(offset) <= column(name)
}

/// Whether an offset is after the closing quote of a scalar.
fn is_behind_quote(content: &str, span: &Range<usize>, offset: usize) -> bool {
    let written = content.get(span.clone()).unwrap_or_default();
    let quote = written.get(..1).unwrap_or_default();
    offset >= span.end && written.len() > 1 && written.ends_with(quote)
}

/// Returns the value of another member of the expression's rule.
pub(crate) fn beside(root: &LooseNode, path: &[CursorStep], name: &str, content: &str) -> Option<String> {
    let rule = node_at(root, path.get(..path.len().checked_sub(1)?)?)?;
    rule.text_of(name, content)
}
