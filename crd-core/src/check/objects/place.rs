//! Finds the place in an object that a path of the server refers to.
//!
//! The server's paths are ambiguous if keys contain dots or brackets, so the path is matched against the object:
//!
//! ```text
//! metadata.labels.a.b/c    metadata: {labels: {a.b/c: x}}    one key `a.b/c`
//! spec.users[1].name       the second element of a list
//! spec.users[anna]         the member `anna` of an object
//! ```

use crate::yaml::tree::{Node, Span, Value};

/// A step from a value to one inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectStep<'a> {
    /// To the member of an object.
    Member(&'a str),
    /// To the element of a list.
    Element(usize),
}

/// The part of a path that an object has.
#[derive(Clone, Debug)]
pub(super) struct PathPlace<'a, 'p> {
    /// The steps that the object has.
    pub(super) steps: Vec<ObjectStep<'a>>,
    /// The name of the last member on the path.
    pub(super) key: Option<Span>,
    /// The value that the steps lead to.
    pub(super) node: &'a Node,
    /// The rest of the path, without a leading dot; empty if the object has all of it.
    pub(super) rest: &'p str,
}

impl PathPlace<'_, '_> {
    /// Returns the span to underline: the value of a scalar; for other values, or if a part of the path is missing, the
    /// name of the member.
    pub(super) fn span(&self) -> Span {
        if self.is_empty_element() {
            // The dash, which is all that is written.
            let end = self.node.span.end;
            return Span {
                start: end.saturating_sub(1),
                end,
            };
        }
        let is_large = self.node.is_collection();
        match (self.key, self.node.first_key()) {
            _ if self.rest.is_empty() && !is_large && self.node.span.start < self.node.span.end => {
                self.node.span
            }
            // A list element has no name; the name of its first member is shown.
            (_, Some(first)) if matches!(self.steps.last(), Some(ObjectStep::Element(_))) => first,
            (Some(key), _) => key,
            (None, Some(first)) => first,
            (None, None) => self.node.span,
        }
    }

    /// Whether the value is an element of a list of which only the dash is written.
    pub(super) fn is_empty_element(&self) -> bool {
        let is_element = self.rest.is_empty() && matches!(self.steps.last(), Some(ObjectStep::Element(_)));
        is_element && self.node.value == Value::Null && self.node.span.start == self.node.span.end
    }

    /// Returns the name at the start of the rest of the path.
    pub(super) fn missing(&self) -> &str {
        let rest = self.rest.trim_start_matches('[');
        rest.split(['.', '[', ']']).next().unwrap_or_default()
    }
}

/// Returns the path that the server's message about an unknown or repeated field quotes literally.
pub(super) fn quoted_path(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('"')?;
    Some(rest.rsplit_once('"')?.0)
}

/// Finds the place of a path in a document.
pub(super) fn find<'a, 'p>(document: &'a Node, path: &'p str) -> PathPlace<'a, 'p> {
    let start = PathPlace {
        steps: Vec::new(),
        key: None,
        node: document,
        rest: path.trim_start_matches('.'),
    };
    follow(start)
}

/// Follows the path as far as possible; of several interpretations, takes the longest.
fn follow<'a, 'p>(at: PathPlace<'a, 'p>) -> PathPlace<'a, 'p> {
    if at.rest.is_empty() {
        return at;
    }
    let mut best: Option<PathPlace<'a, 'p>> = None;
    let mut offer = |step: ObjectStep<'a>, key: Option<Span>, node: &'a Node, rest: &'p str| {
        let mut next = PathPlace {
            steps: at.steps.clone(),
            key: key.or(at.key),
            node,
            rest: rest.strip_prefix('.').unwrap_or(rest),
        };
        next.steps.push(step);
        let found = follow(next);
        let is_whole = found.rest.is_empty();
        if best
            .as_ref()
            .is_none_or(|best| found.rest.len() < best.rest.len())
        {
            best = Some(found);
        }
        is_whole
    };
    match &at.node.value {
        Value::Sequence(items) => {
            let inside = at.rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
            if let Some((index, rest)) = inside
                && let Ok(index) = index.parse()
                && let Some(item) = items.get(index)
            {
                offer(ObjectStep::Element(index), None, item, rest);
            }
        }
        Value::Mapping(mapping) => {
            let (bracket, text) = match at.rest.strip_prefix('[') {
                Some(text) => ("]", text),
                None => ("", at.rest),
            };
            let ends = text.match_indices(['.', '[', ']']).map(|(end, _)| end);
            for end in ends.chain([text.len()]) {
                let (name, rest) = text.split_at(end);
                let Some(rest) = rest.strip_prefix(bracket) else {
                    continue;
                };
                if !rest.is_empty() && !rest.starts_with(['.', '[']) {
                    continue;
                }
                if let Some(entry) = mapping.get(name) {
                    let step = ObjectStep::Member(&entry.key);
                    if offer(step, Some(entry.key_span), &entry.value, rest) {
                        break;
                    }
                }
            }
        }
        _ => {}
    }
    best.unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Options, read};

    #[test]
    fn paths_are_matched_against_the_object() {
        let text = "metadata: {labels: {a.b/c: one, a: {x: no}}}\nspec:\n  users:\n  - {name: two}\n  m: {'k[0]': three}\n";
        let read = read(text.as_bytes(), Options::default());
        for (path, shown, rest) in [
            ("metadata.labels.a.b/c", "one", ""),
            ("metadata.labels[a.b/c]", "one", ""),
            ("spec.users[0].name", "two", ""),
            (".spec.users[0]", "name", ""),
            ("spec.m[k[0]]", "three", ""),
            ("spec.m.k[0]", "three", ""),
            ("spec.users[3].name", "users", "[3].name"),
            ("spec.size", "spec", "size"),
            ("status.x", "metadata", "status.x"),
            ("", "metadata", ""),
        ] {
            let place = find(&read.documents[0].root, path);
            assert_eq!(place.span().slice(text), Some(shown), "{path}");
            assert_eq!(place.rest, rest, "{path}");
        }
    }
}
