//! Writes a YAML document with another value, and keeps unchanged lines.
//!
//! ```text
//! spec:
//!   # big enough            stays, for `size` is the same
//!   size: 5
//!   name: a  # the name     the value is replaced, and the comment stays
//!   type: x  # the kind     a member that has another name now, and the same value, keeps its line too
//! ```
//!
//! Comments of a moved member move with it ([`comments`](super::comments)).

use std::cell::RefCell;

use crd_core::yaml::tree::{Entry, Node, Value as Tree};
use crd_core::yaml::{self, Document};
use serde_json::{Map, Value};

use super::comments::{Gone, added};
use super::key::as_key;

/// Returns the text of a document with another value; `None` if its style is not supported, or if the result would be wrong.
pub(super) fn rewrite(source: &str, document: &Document, new: &Value) -> Option<String> {
    let text = document.span.slice(source)?;
    let offset = document.span.start as usize;
    let Value::Object(new_members) = new else {
        return None;
    };
    let writer = Rewriter {
        text,
        offset,
        gone: RefCell::default(),
    };
    writer.find_gone(&document.root, new);
    let mut out = String::with_capacity(text.len());
    let first = writer.entries(&document.root)?.first()?;
    let start = writer.line_start(first.key_span.start as usize - offset);
    out.push_str(text.get(..start)?);
    writer.mapping(&document.root, new_members, (start, text.len()), &mut out)?;
    let again = yaml::read(out.as_bytes(), yaml::Options::default());
    match again.documents.as_slice() {
        [only] if again.errors.is_empty() && only.root.to_json() == *new => Some(out),
        _ => None,
    }
}

struct Rewriter<'s> {
    /// The text of the document.
    text: &'s str,
    /// Byte offset of the document in the file.
    offset: usize,
    /// Members that were moved or removed, with comments that are not written yet.
    gone: RefCell<Vec<Gone>>,
}

impl<'s> Rewriter<'s> {
    /// Returns the members of a mapping in block style, each on lines of its own.
    fn entries<'n>(&self, node: &'n Node) -> Option<&'n [Entry]> {
        let Tree::Mapping(mapping) = &node.value else {
            return None;
        };
        let entries = mapping.entries.as_slice();
        let is_block = entries.iter().enumerate().all(|(index, entry)| {
            let at = (entry.key_span.start as usize).saturating_sub(self.offset);
            let line = self.text.get(self.line_start(at)..at).unwrap_or("x");
            line.bytes().all(|byte| byte == b' ')
                // The first member of a list element.
                || index == 0 && line.bytes().all(|byte| matches!(byte, b' ' | b'-'))
        });
        (is_block && !entries.is_empty()).then_some(entries)
    }

    /// Writes a mapping whose lines are `region`.
    fn mapping(
        &self,
        node: &'s Node,
        new: &Map<String, Value>,
        (start, end): (usize, usize),
        out: &mut String,
    ) -> Option<()> {
        let entries = self.entries(node)?;
        let indent = self.indent(entries.first()?);
        let renamed = renamed(entries, new);
        let mut at = start;
        for (index, entry) in entries.iter().enumerate() {
            let own_end = match entries.get(index + 1) {
                Some(next) => self.comments_before(next, at),
                None => end,
            };
            let lines = self.text.get(at..own_end)?;
            match new.get(&*entry.key) {
                None => {
                    if let Some((_, name)) = renamed.iter().find(|(old, _)| **old == *entry.key) {
                        let key = (entry.key_span.start as usize).checked_sub(self.offset)?;
                        let end = (entry.key_span.end as usize).checked_sub(self.offset)?;
                        out.push_str(self.text.get(at..key)?);
                        out.push_str(&as_key(name)?);
                        out.push_str(self.text.get(end..own_end)?);
                    }
                }
                Some(value) if *value == entry.value.to_json() => out.push_str(lines),
                Some(value) => self.member(entry, value, (at, own_end), out)?,
            }
            at = own_end;
        }
        let others: Map<String, Value> = new
            .iter()
            .filter(|(name, _)| entries.iter().all(|entry| *entry.key != ***name))
            .filter(|(name, _)| renamed.iter().all(|(_, new)| new != name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        if !others.is_empty() {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            added(&others, indent, &mut self.gone.borrow_mut(), out)?;
        }
        Some(())
    }

    /// Collects the members that were moved or removed and have comments.
    fn find_gone(&self, node: &Node, new: &Value) {
        match (&node.value, new) {
            (Tree::Mapping(mapping), Value::Object(members)) => {
                let renamed = renamed(&mapping.entries, members);
                for entry in &mapping.entries {
                    match members.get(&*entry.key) {
                        Some(value) => self.find_gone(&entry.value, value),
                        None if renamed.iter().any(|(old, _)| **old == *entry.key) => {}
                        None => self.is_gone(entry),
                    }
                }
            }
            (Tree::Sequence(elements), Value::Array(values)) if elements.len() == values.len() => {
                for (element, value) in elements.iter().zip(values) {
                    self.find_gone(element, value);
                }
            }
            _ => {}
        }
    }

    /// Records the comments before a member, and after its value.
    fn is_gone(&self, entry: &Entry) {
        let (key, value) = (entry.key_span, entry.value.span);
        let [key, key_end, from, end] =
            [key.start, key.end, value.start, value.end].map(|at| (at as usize).saturating_sub(self.offset));
        let before = self
            .text
            .get(self.comments_before(entry, 0)..key)
            .unwrap_or_default();
        // The value of a mapping or list in block style begins on a line of its own.
        let head = self.text.get(key_end..from).unwrap_or_default();
        let tail = self.text.get(end..).unwrap_or_default();
        let behind = head.find('#').and_then(|at| head.get(at..)).or_else(|| {
            tail.lines()
                .next()
                .filter(|line| line.trim_start().starts_with('#'))
        });
        let comments: Vec<String> = before
            .lines()
            .chain(behind.and_then(|text| text.lines().next()))
            .map(str::trim)
            .filter(|line| line.starts_with('#'))
            .map(str::to_owned)
            .collect();
        if !comments.is_empty() {
            self.gone.borrow_mut().push(Gone {
                name: entry.key.to_string(),
                value: entry.value.to_json(),
                comments,
            });
        }
        if let Tree::Mapping(mapping) = &entry.value.value {
            mapping.entries.iter().for_each(|entry| self.is_gone(entry));
        }
    }

    /// Writes a member whose value has changed.
    fn member(
        &self,
        entry: &'s Entry,
        new: &Value,
        (start, end): (usize, usize),
        out: &mut String,
    ) -> Option<()> {
        let key = (entry.key_span.start as usize).checked_sub(self.offset)?;
        let from = (entry.value.span.start as usize).checked_sub(self.offset)?;
        let to = (entry.value.span.end as usize).checked_sub(self.offset)?;
        if let (Value::Object(members), Some(inner)) = (new, self.entries(&entry.value))
            && !members.is_empty()
        {
            let inner_start = self.comments_before(inner.first()?, key);
            if inner_start > key {
                out.push_str(self.text.get(start..inner_start)?);
                return self.mapping(&entry.value, members, (inner_start, end), out);
            }
        }
        if let Value::Array(elements) = new {
            let mut list = String::new();
            if self
                .sequence(&entry.value, elements, (start, end), &mut list)
                .is_some()
            {
                out.push_str(&list);
                return Some(());
            }
        }
        let is_scalar = |value: &Value| !value.is_object() && !value.is_array();
        let old = self.text.get(from..to)?;
        if is_scalar(new) && is_scalar(&entry.value.to_json()) && !old.contains('\n') && !old.is_empty() {
            let scalar = yaml::to_string(new).ok()?;
            if scalar.trim_end().contains('\n') {
                return None;
            }
            out.push_str(self.text.get(start..from)?);
            out.push_str(scalar.trim_end());
            out.push_str(self.text.get(to..end)?);
            return Some(());
        }
        let line = self.line_start(key);
        out.push_str(self.text.get(start..line)?);
        let mut member = Map::new();
        member.insert(entry.key.to_string(), new.clone());
        out.push_str(&indented(&Value::Object(member), key - line)?);
        Some(())
    }

    /// Writes a list with the same number of elements, whose lines are `region`; `None` if it has another number or style.
    fn sequence(
        &self,
        node: &'s Node,
        new: &[Value],
        (start, end): (usize, usize),
        out: &mut String,
    ) -> Option<()> {
        let Tree::Sequence(elements) = &node.value else {
            return None;
        };
        if elements.len() != new.len() {
            return None;
        }
        let mut at = start;
        for (index, (element, new)) in elements.iter().zip(new).enumerate() {
            let from = (element.span.start as usize).checked_sub(self.offset)?;
            let dash = self.line_start(from);
            if self.text.get(dash..from)?.trim() != "-" {
                return None;
            }
            let to = match elements.get(index + 1) {
                Some(next) => self.comments_above((next.span.start as usize).checked_sub(self.offset)?, from),
                None => end,
            };
            if *new == element.to_json() {
                out.push_str(self.text.get(at..to)?);
            } else if let Some(members) = self.continued(element, new) {
                // The text before the name of the first member: comments and the dash.
                out.push_str(self.text.get(at..from)?);
                self.mapping(element, members, (from, to), out)?;
            } else {
                out.push_str(self.text.get(at..dash)?);
                let list = Value::Array(vec![new.clone()]);
                let line = self.text.get(dash..from)?;
                out.push_str(&indented(&list, line.len() - line.trim_start().len())?);
            }
            at = to;
        }
        Some(())
    }

    /// Returns the new members of a list element if its first member, which is on the line of the dash, is kept or renamed.
    fn continued<'n>(&self, element: &Node, new: &'n Value) -> Option<&'n Map<String, Value>> {
        let Value::Object(members) = new else {
            return None;
        };
        let entries = self.entries(element)?;
        let first = entries.first()?;
        let stays = || members.contains_key(&*first.key);
        let is_renamed = || {
            renamed(entries, members)
                .iter()
                .any(|(old, _)| **old == *first.key)
        };
        (stays() || is_renamed()).then_some(members)
    }

    /// Returns the start of the comments and empty lines before a member.
    fn comments_before(&self, entry: &Entry, least: usize) -> usize {
        self.comments_above((entry.key_span.start as usize).saturating_sub(self.offset), least)
    }

    /// Returns the start of the comments and empty lines above the line of a byte.
    fn comments_above(&self, at: usize, least: usize) -> usize {
        let mut start = self.line_start(at);
        while start > least {
            let before = self.line_start(start - 1);
            let line = self.text.get(before..start).unwrap_or_default().trim();
            if before < least || !(line.is_empty() || line.starts_with('#')) {
                break;
            }
            start = before;
        }
        start
    }

    fn indent(&self, entry: &Entry) -> usize {
        let key = (entry.key_span.start as usize).saturating_sub(self.offset);
        key - self.line_start(key)
    }

    /// Returns the start of the line of a byte.
    fn line_start(&self, at: usize) -> usize {
        self.text
            .get(..at)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |newline| newline + 1)
    }
}

/// Finds renamed members, with their new names: the only removed and the only added member with the same value. Common
/// values, which many members have by chance, are ignored.
fn renamed<'e>(entries: &'e [Entry], new: &'e Map<String, Value>) -> Vec<(&'e str, &'e String)> {
    let gone: Vec<(&str, Value)> = entries
        .iter()
        .filter(|entry| !new.contains_key(&*entry.key))
        .map(|entry| (&*entry.key, entry.value.to_json()))
        .filter(|(_, value)| !matches!(value, Value::Null | Value::Bool(_)))
        .collect();
    let added: Vec<(&String, &Value)> = new
        .iter()
        .filter(|(name, _)| entries.iter().all(|entry| *entry.key != ***name))
        .collect();
    gone.iter()
        .filter_map(|(name, value)| {
            let mut same = added.iter().filter(|(_, other)| *other == value);
            let (to, _) = same.next()?;
            let is_only =
                same.next().is_none() && gone.iter().filter(|(_, other)| other == value).count() == 1;
            is_only.then_some((*name, *to))
        })
        .collect()
}

/// Formats a value as YAML, with each line indented.
fn indented(value: &Value, indent: usize) -> Option<String> {
    let text = yaml::to_string(value).ok()?;
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indent));
            out.push_str(line);
        }
        out.push('\n');
    }
    Some(out)
}

#[cfg(test)]
mod tests;
