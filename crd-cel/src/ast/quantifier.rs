//! Loops of the macros `all` and `exists`, and lists that `map` and `filter` make.

use super::{Ast, Kind, Literal, NodeId, Text};

/// A loop of `all` or `exists`, which macros expand to `@result && …` or `@result || …`.
#[derive(Clone, Copy, Debug)]
pub struct Quantifier {
    /// Whether the predicate must be true for all elements or for one.
    pub kind: QuantifierKind,
    /// The list or map.
    pub range: NodeId,
    /// The element (list) or key (map); with a second variable the index or key.
    pub variable: Text,
    /// The value, in a two-variable loop.
    pub second_variable: Option<Text>,
    /// The condition on an element.
    pub predicate: NodeId,
}

/// Which elements must satisfy a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantifierKind {
    /// `all`
    All,
    /// `exists`
    Exists,
}

impl Ast {
    /// Returns the loop of `all` or `exists` that a node is.
    pub fn quantifier(&self, id: NodeId) -> Option<Quantifier> {
        let Kind::Comprehension(id) = self.kind(id) else {
            return None;
        };
        let lap = self.comprehension(id)?;
        let (kind, operator) = match self.kind(lap.accu_init) {
            Kind::Literal(Literal::Bool(true)) => (QuantifierKind::All, "_&&_"),
            Kind::Literal(Literal::Bool(false)) => (QuantifierKind::Exists, "_||_"),
            _ => return None,
        };
        let is_result = |id: NodeId| matches!(self.kind(id), Kind::Ident(name) if self.text(name) == self.text(lap.accu_var));
        match self.plain_call(lap.loop_step)? {
            (function, [result, predicate])
                if function == operator && is_result(*result) && is_result(lap.result) =>
            {
                Some(Quantifier {
                    kind,
                    range: lap.iter_range,
                    variable: lap.iter_var,
                    second_variable: lap.iter_var2,
                    predicate: *predicate,
                })
            }
            _ => None,
        }
    }
}

/// A list that `map` or `filter` makes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MappedList {
    /// The list or map.
    pub(crate) range: NodeId,
    /// The element (list) or key (map).
    #[cfg(feature = "comparisons")]
    pub(crate) variable: Text,
    /// The condition on an element.
    pub(crate) filter: Option<NodeId>,
    /// The element of the result.
    pub(crate) element: NodeId,
}

impl Ast {
    /// Returns the list of `map` or `filter` that a node is.
    pub(crate) fn mapped_list(&self, id: NodeId) -> Option<MappedList> {
        let Kind::Comprehension(id) = self.kind(id) else {
            return None;
        };
        let lap = self.comprehension(id)?;
        if lap.iter_var2.is_some() || !matches!(self.kind(lap.accu_init), Kind::List { .. }) {
            return None;
        }
        let (filter, step) = match self.plain_call(lap.loop_step)? {
            ("_?_:_", [filter, step, _]) => (Some(*filter), *step),
            _ => (None, lap.loop_step),
        };
        let ("_+_", [_, added]) = self.plain_call(step)? else {
            return None;
        };
        match self.kind(*added) {
            Kind::List { elements, .. } => match self.nodes(elements) {
                [element] => Some(MappedList {
                    range: lap.iter_range,
                    #[cfg(feature = "comparisons")]
                    variable: lap.iter_var,
                    filter,
                    element: *element,
                }),
                _ => None,
            },
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::QuantifierKind;
    use crate::CompatVersion;

    #[test]
    fn all_and_exists_are_quantifiers() {
        for (expression, expected) in [
            ("self.all(x, x > 1)", Some(QuantifierKind::All)),
            ("self.all(k, v, v > 1)", Some(QuantifierKind::All)),
            ("self.exists(x, x > 1)", Some(QuantifierKind::Exists)),
            ("self.exists_one(x, x > 1)", None),
            ("self.map(x, x)", None),
            ("self.filter(x, x > 1)", None),
            ("true", None),
        ] {
            let tree = crate::parse(expression, CompatVersion::of_server(36)).unwrap();
            let found = tree.quantifier(tree.root().unwrap()).map(|found| found.kind);
            assert_eq!(found, expected, "{expression}");
        }
    }
}
