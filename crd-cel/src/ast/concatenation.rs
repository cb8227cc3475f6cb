//! Concatenations of texts, written as calls of `format`.

use super::{Ast, Kind, NodeId, Text};

impl Ast {
    /// Returns the expression with a call of `format` for each concatenation that converts a value, if there is one:
    /// `'a%s'.format([x])` for `'a' + string(x)`. For the server, the result of `string(…)` may be as long as a request.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, parse};
    ///
    /// let tree = parse("'over ' + string(self.max) + ' %'", CompatVersion::new(35)).unwrap();
    /// assert_eq!(tree.with_formats().unwrap(), "'over %s %%'.format([self.max])");
    /// ```
    pub fn with_formats(&self) -> Option<String> {
        let mut parts: Vec<_> = self
            .ids()
            .filter(|id| {
                self.summands(*id)
                    .iter()
                    .any(|part| self.converted(*part).is_some())
            })
            .filter_map(|id| Some((self.node(id).span.range(), self.as_format(id)?)))
            .collect();
        // The outermost concatenation of those that begin at the same place comes first.
        parts.sort_unstable_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut text = String::new();
        let mut end = 0;
        for (span, format) in &parts {
            if span.start >= end {
                text.push_str(self.source().get(end..span.start)?);
                text.push_str(format);
                end = span.end;
            }
        }
        text.push_str(self.source().get(end..)?);
        (end > 0).then_some(text)
    }

    /// Returns a call of `format` with the text of a concatenation.
    pub(crate) fn as_format(&self, node: NodeId) -> Option<String> {
        let mut template = String::new();
        let mut values = Vec::new();
        for part in self.summands(node) {
            if let Some(text) = self.string_literal(part) {
                for character in text.chars() {
                    match character {
                        '%' => template.push_str("%%"),
                        '\\' | '\'' => template.extend(['\\', character]),
                        _ if character.is_control() => return None,
                        _ => template.push(character),
                    }
                }
            } else {
                template.push_str("%s");
                let value = self.converted(part).unwrap_or(part);
                values.push(self.source().get(self.node(value).span.range())?);
            }
        }
        (!values.is_empty()).then(|| format!("'{template}'.format([{}])", values.join(", ")))
    }

    /// Returns the outermost concatenation that a node is a part of.
    pub(crate) fn whole_concatenation(&self, mut node: NodeId) -> NodeId {
        let whole = |part| {
            self.ids()
                .find(|id| self.sum(*id).is_some_and(|parts| parts.contains(&part)))
        };
        while let Some(parent) = whole(node) {
            node = parent;
        }
        node
    }

    /// Returns the operands of a concatenation and of those in it, in order; none for any other node.
    fn summands(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open: Vec<NodeId> = self.sum(node).unwrap_or_default().iter().rev().copied().collect();
        while let Some(part) = open.pop() {
            match self.sum(part) {
                Some(parts) => open.extend(parts.iter().rev()),
                None => found.push(part),
            }
        }
        found
    }

    fn sum(&self, node: NodeId) -> Option<&[NodeId]> {
        match self.kind(node) {
            Kind::Call {
                function: Text::ADD,
                target: None,
                args,
            } => Some(self.nodes(args)),
            _ => None,
        }
    }

    /// Returns the argument of `string(…)`.
    fn converted(&self, node: NodeId) -> Option<NodeId> {
        match self.plain_call(node)? {
            ("string", [value]) => Some(*value),
            _ => None,
        }
    }
}
