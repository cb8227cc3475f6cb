//! Finds the context of a position in an incomplete text: a mark is inserted at the position, and searched in the parsed tree.

use std::ops::Range;

use super::reader::{document_spans, read_document};
use super::scalar::Style;
use super::tree::{LooseDocument, LooseNode, LooseValue};

/// A character that no manifest has.
const MARK: char = '\u{e000}';

/// A step from a value to a child value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CursorStep {
    Member(String),
    Element(usize),
}

/// The kind of text at the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CursorPlace {
    /// The name of a member, with or without a colon after it.
    Key { has_colon: bool },
    /// The value of a member, after its colon.
    Value,
    /// A word that may be a value or the first name of an object: in an element, or below a name.
    Word,
    /// Lines of a block scalar.
    Block,
}

/// A position in a document.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// The text with the mark, to which the spans of the document refer.
    pub(crate) source: String,
    pub(crate) document: LooseDocument,
    pub(crate) place: CursorPlace,
    /// The path to the object whose member is named, or to the value.
    pub(crate) path: Vec<CursorStep>,
    /// The range of the word at the position, in the original text.
    pub(crate) word: Range<usize>,
    /// The part of the word before the position, without a quote.
    pub(crate) prefix: String,
    /// The quoting style of the word.
    pub(crate) style: Style,
    /// Whether a blank must be inserted before the word, after a colon.
    pub(crate) missing_blank: bool,
    /// Whether the position is between brackets.
    pub(crate) is_flow: bool,
}

impl Cursor {
    /// Returns the context at a byte offset of a text; `None` in comments and between documents.
    pub(crate) fn at(text: &str, offset: usize) -> Option<Self> {
        let before = text.get(..offset)?;
        let after = text.get(offset..)?;
        let line_before = before.rsplit('\n').next().unwrap_or_default();
        let rest = after.split('\n').next().unwrap_or_default();
        let missing_blank = line_before.ends_with(':') && rest.trim().is_empty();
        let mut mark = String::new();
        if missing_blank {
            mark.push(' ');
        }
        let mark_at = offset + mark.len();
        mark.push(MARK);
        let span = document_spans(text)
            .into_iter()
            .find(|span| span.start <= offset && offset <= span.end)?;
        // Only the document at the position is read.
        let mut source = String::with_capacity(text.len() + mark.len());
        source.push_str(before);
        source.push_str(&mark);
        source.push_str(after);
        let document = read_document(&source, span.start..span.end + mark.len());
        let mut found = MarkSearch {
            mark_at,
            path: Vec::new(),
            word: None,
        };
        found.look(&document.root, &source, CursorPlace::Value);
        let (word, place, style) = found.word?;
        let original = |at: usize| {
            if at > mark_at {
                at - mark.len()
            } else {
                at.min(offset)
            }
        };
        let prefix = source
            .get(word.start..mark_at)?
            .trim_start_matches(['"', '\''])
            .to_owned();
        if prefix.contains('\n') && place != CursorPlace::Block {
            return None;
        }
        Some(Cursor {
            place,
            path: found.path,
            word: original(word.start)..original(word.end),
            prefix,
            style,
            missing_blank,
            is_flow: is_flow(&document.root, &source, mark_at),
            source,
            document,
        })
    }

    /// Returns the node at a path.
    pub(crate) fn node(&self, path: &[CursorStep]) -> Option<&LooseNode> {
        node_at(&self.document.root, path)
    }
}

/// Returns the node at a path.
pub(crate) fn node_at<'a>(root: &'a LooseNode, path: &[CursorStep]) -> Option<&'a LooseNode> {
    path.iter().try_fold(root, |node, step| match step {
        CursorStep::Member(name) => node.get(name),
        CursorStep::Element(index) => node.elements().get(*index),
    })
}

/// A search for the mark.
struct MarkSearch {
    mark_at: usize,
    path: Vec<CursorStep>,
    word: Option<(Range<usize>, CursorPlace, Style)>,
}

impl MarkSearch {
    /// Searches below a node. A plain or quoted scalar there is at the given kind of place.
    fn look(&mut self, node: &LooseNode, source: &str, scalar_place: CursorPlace) {
        let mark_at = self.mark_at;
        let holds = |span: &Range<usize>| span.start <= mark_at && mark_at < span.end;
        match &node.value {
            LooseValue::Scalar(style) if holds(&node.span) => {
                let place = match style {
                    Style::Block => CursorPlace::Block,
                    _ => scalar_place,
                };
                self.word = Some((node.span.clone(), place, *style));
            }
            LooseValue::Mapping(members) => {
                for member in members {
                    if holds(&member.key) {
                        let place = CursorPlace::Key {
                            has_colon: member.has_colon,
                        };
                        let style = match source.get(member.key.start..).and_then(|key| key.chars().next()) {
                            Some('"') => Style::Double,
                            Some('\'') => Style::Single,
                            _ => Style::Plain,
                        };
                        self.word = Some((member.key.clone(), place, style));
                        return;
                    }
                    let between = source
                        .get(member.key.end..member.value.span.start)
                        .unwrap_or_default();
                    self.path.push(CursorStep::Member(member.name.clone()));
                    let scalar_place = if between.contains('\n') {
                        CursorPlace::Word
                    } else {
                        CursorPlace::Value
                    };
                    self.look(&member.value, source, scalar_place);
                    if self.word.is_some() {
                        return;
                    }
                    self.path.pop();
                }
            }
            LooseValue::Sequence(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.path.push(CursorStep::Element(index));
                    self.look(element, source, CursorPlace::Word);
                    if self.word.is_some() {
                        return;
                    }
                    self.path.pop();
                }
            }
            _ => {}
        }
    }
}

/// Whether an offset is inside of brackets.
fn is_flow(node: &LooseNode, source: &str, at: usize) -> bool {
    if !(node.span.start <= at && at <= node.span.end) {
        return false;
    }
    let is_collection = matches!(node.value, LooseValue::Mapping(_) | LooseValue::Sequence(_));
    let opens = source
        .get(node.span.start..)
        .is_some_and(|text| text.starts_with(['{', '[']));
    (is_collection && opens)
        || node
            .members()
            .iter()
            .any(|member| is_flow(&member.value, source, at))
        || node.elements().iter().any(|element| is_flow(element, source, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the context at the `|` of a text.
    fn check(text: &str, expected: &str) {
        let offset = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let found = Cursor::at(&text, offset).map(|cursor| {
            let path = cursor.path.iter().map(|step| match step {
                CursorStep::Member(name) => name.clone(),
                CursorStep::Element(index) => index.to_string(),
            });
            let place = match cursor.place {
                CursorPlace::Key { .. } => "key",
                CursorPlace::Value => "value",
                CursorPlace::Word => "word",
                CursorPlace::Block => "block",
            };
            let path = path.collect::<Vec<_>>().join(".");
            format!("{path} {place} {} {}", cursor.prefix, &text[cursor.word])
        });
        assert_eq!(found.as_deref().unwrap_or("nothing"), expected, "{text}");
    }

    #[test]
    fn places() {
        check("spec:\n  en|\n", "spec word en en");
        check("spec:\n  |\n  b: 1\n", "spec key  ");
        check("spec:\n  a: 1\n  |\n", "spec key  ");
        check("spec:\n  re|pl: 1\n", "spec key re repl");
        check("spec:\n  repl: |\n", "spec.repl value  ");
        check("spec:\n  repl:|\n", "spec.repl value  ");
        check("spec:\n  repl: sm|all # c\n", "spec.repl value sm small");
        check("spec:\n  repl: \"sm|\"\n", "spec.repl value sm \"sm\"");
        check("l:\n- |\n", "l.0 word  ");
        check("l:\n- a: 1\n  |\n- b: 2\n", "l.0 key  ");
        check("l:\n- a: 1\n|\n", " key  ");
        check("a: {b: 1, c|}\n", "a key c c");
        check("a: {b: 1, c: |}\n", "a.c value  ");
        check("a: [x, |]\n", "a.1 word  ");
        check("a: {b: |\nd: 1\n", "a.b value  ");
        check("a: 1 # |\n", "nothing");
        check("# |\na: 1\n", "nothing");
        check("a: 1\n---\nb:\n  |\n---\nc: 2\n", "b word  ");
        check("a: 1\n---\n|", " value  ");
        check("|", " value  ");
        check("rule: >\n  self.|\n", "rule block >\n  self. >\n  self.");
        // Errors elsewhere do not matter.
        check("x: [\ny: 'a\nspec:\n    a: 1\n  b: 2\n  |\n", "spec key  ");
    }
}
