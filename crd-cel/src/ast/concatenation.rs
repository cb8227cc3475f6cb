//! Concatenations of texts, written as calls of `format`.

use super::{Ast, Kind, NodeId, Span, Text};

impl Ast {
    /// Returns the expression with a call of `format` for each concatenation that converts a value with one of these
    /// functions, if there is one: `'a%s'.format([x])` for `'a' + string(x)`. For the server, the result of `string(…)` may
    /// be as long as a request.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, parse};
    ///
    /// let tree = parse("'over ' + string(self.max) + ' %'", CompatVersion::new(35)).unwrap();
    /// assert_eq!(tree.with_formats(&["string"]).unwrap(), "'over %s %%'.format([self.max])");
    /// ```
    pub fn with_formats(&self, functions: &[&str]) -> Option<String> {
        let mut parts: Vec<_> = self
            .ids()
            .filter(|id| self.sum(*id).is_some() || Some(*id) == self.root())
            .filter(|id| {
                let parts = self.summands(*id);
                parts
                    .iter()
                    .any(|part| self.converted(*part, functions).is_some())
            })
            .filter_map(|id| Some((self.node(id).span.range(), self.format_of(id, functions)?)))
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

    /// Returns the size of the joined texts instead of that of the text that they are joined to: `l.map(x, x.size()).sum()` for
    /// `l.join(',').size()`.
    pub fn with_sums(&self) -> Option<String> {
        self.ids().find_map(|id| {
            let (Some(joined), "size") = self.called(id)? else {
                return None;
            };
            let (Some(list), "join") = self.called(joined)? else {
                return None;
            };
            let sizes = match self.source_of(list).strip_suffix(')') {
                Some(mapped) if mapped.contains(".map(") => format!("{mapped}.size())"),
                _ => format!("{}.map(x, x.size())", self.source_of(list)),
            };
            let mut text = self.source().to_owned();
            text.replace_range(self.node(id).span.range(), &format!("{sizes}.sum()"));
            Some(text)
        })
    }

    /// Returns the expression with `!(a == b)` for each `a != b`.
    pub fn with_equality(&self) -> Option<String> {
        let mut text = self.source().to_owned();
        let mut start = text.len();
        // The last one first, so that the places of the others stay the same; not those within one that is replaced.
        for id in self.ids().collect::<Vec<_>>().into_iter().rev() {
            let Some(("_!=_", [left, right])) = self.plain_call(id) else {
                continue;
            };
            let span = self.node(id).span.range();
            if span.end > start {
                continue;
            }
            start = span.start;
            let (left, right) = (self.source_of(*left), self.source_of(*right));
            text.replace_range(span, &format!("!({left} == {right})"));
        }
        (text != self.source()).then_some(text)
    }

    /// Returns the receiver, or the argument of a function, and the name of a call.
    fn called(&self, node: NodeId) -> Option<(Option<NodeId>, &str)> {
        let Kind::Call {
            function,
            target,
            args,
        } = self.kind(node)
        else {
            return None;
        };
        let first = target.or_else(|| self.nodes(args).first().copied());
        Some((first, self.text(function)))
    }

    /// Returns a call of `format` with the text of a concatenation.
    pub(crate) fn as_format(&self, node: NodeId) -> Option<String> {
        self.format_of(node, &["string"])
    }

    /// Returns the call of `format` for the outermost concatenation with a text and a conversion that contains a part of the source, and
    /// the place of the concatenation.
    pub(crate) fn format_around(&self, part: Span) -> Option<(Span, String)> {
        let is_around = |span: Span| span.start <= part.start && part.end <= span.end;
        let whole = self
            .ids()
            .filter(|id| self.sum(*id).is_some() && is_around(self.node(*id).span))
            .max_by_key(|id| self.node(*id).span.range().len())?;
        // Only in a message is the form of a list of no importance.
        let functions: &[&str] = match self.root() {
            Some(root) if root == whole => &["string", "join"],
            _ => &["string"],
        };
        let parts = self.summands(whole);
        let has = |is: &dyn Fn(NodeId) -> bool| parts.iter().any(|part| is(*part));
        let is_joined = has(&|part| self.string_literal(part).is_some())
            && has(&|part| self.converted(part, functions).is_some());
        let format = self.format_of(whole, functions).filter(|_| is_joined)?;
        Some((self.node(whole).span, format))
    }

    pub(crate) fn format_of(&self, node: NodeId, functions: &[&str]) -> Option<String> {
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
                let value = self.converted(part, functions).unwrap_or(part);
                values.push(self.source_of(value));
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

    /// Returns the operands of a concatenation and of those in it, in order, or any other node itself.
    pub(crate) fn summands(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open = vec![node];
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

    /// Returns the value that one of these functions makes a text of.
    fn converted(&self, node: NodeId, functions: &[&str]) -> Option<NodeId> {
        let (value, name) = self.called(node)?;
        value.filter(|_| functions.contains(&name))
    }
}
