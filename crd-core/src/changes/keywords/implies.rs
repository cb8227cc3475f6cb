//! Decides by their syntax trees whether a rule accepts all that another one accepts.
//!
//! ```text
//! self in ['a', 'b']                self in ['a', 'b', 'c']
//! self.min < 3 && has(self.max)     self.min < 5
//! self.all(x, x == 'a')             self.all(x, x == 'a' || x == 'b')
//! ```
//!
//! Both rules are evaluated for the same values. `&&`, `||`, `all` and `exists` are true or false whatever errors their other operands
//! have, so an operand with that result suffices.

use crd_cel::ast::{Ast, Kind, Literal, NodeId, Quantifier, Text};

use super::trees::is_same_node;

/// Whether each value for which the first rule is true is also one for which the second is true. `false` if that is not known.
pub(super) fn implies(rule: &str, other: &str) -> bool {
    let tree = |rule: &str| crd_cel::parse(rule, crd_cel::CompatVersion::STORED).ok();
    let (Some(one), Some(other)) = (tree(rule), tree(other)) else {
        return false;
    };
    match (one.root(), other.root()) {
        (Some(here), Some(there)) => Implication {
            one: &one,
            other: &other,
            result: true,
        }
        .holds(here, there),
        _ => false,
    }
}

/// Two expressions with the same variables, of which the second has this result whenever the first one has it.
#[derive(Clone, Copy)]
struct Implication<'a> {
    one: &'a Ast,
    other: &'a Ast,
    result: bool,
}

impl Implication<'_> {
    /// Whether it is known for two nodes. The parser limits the depth of expressions.
    fn holds(self, here: NodeId, there: NodeId) -> bool {
        if self.is_same(here, there) {
            return true;
        }
        // Both operands of `joint` have the result of the operator, and one operand of `either` has it.
        let (joint, either) = if self.result {
            ("_&&_", "_||_")
        } else {
            ("_||_", "_&&_")
        };
        if let Some((a, b)) = binary(self.other, there, joint) {
            return self.holds(here, a) && self.holds(here, b);
        }
        if let Some((a, b)) = binary(self.one, here, either) {
            return self.holds(a, there) && self.holds(b, there);
        }
        if let Some((a, b)) = binary(self.one, here, joint)
            && (self.holds(a, there) || self.holds(b, there))
        {
            return true;
        }
        if let Some((a, b)) = binary(self.other, there, either)
            && (self.holds(here, a) || self.holds(here, b))
        {
            return true;
        }
        if let (Some(a), Some(b)) = (self.one.quantifier(here), self.other.quantifier(there)) {
            return self.quantifiers(a, b);
        }
        match (self.one.plain_call(here), self.other.plain_call(there)) {
            (Some(one), Some(other)) => self.calls(one, other),
            _ => false,
        }
    }

    fn calls(self, (function, args): (&str, &[NodeId]), (other, others): (&str, &[NodeId])) -> bool {
        match (function, args, other, others) {
            ("!_", [a], "!_", [b]) => Self {
                result: !self.result,
                ..self
            }
            .holds(*a, *b),
            ("_?_:_", [condition, a, b], "_?_:_", [same, c, d]) => {
                self.is_same(*condition, *same) && self.holds(*a, *c) && self.holds(*b, *d)
            }
            ("@in", [value, list], "@in", [same, longer]) if self.result => {
                self.is_same(*value, *same) && self.has_all(*list, *longer)
            }
            ("@in", [value, list], "@in", [same, shorter]) => {
                let inverse = Self {
                    one: self.other,
                    other: self.one,
                    ..self
                };
                self.is_same(*value, *same) && inverse.has_all(*shorter, *list)
            }
            ("_==_", [value, constant], "@in", [same, list]) if self.result => {
                self.is_same(*value, *same)
                    && literals(self.other, *list)
                        .is_some_and(|list| list.iter().any(|element| self.is_same(*constant, *element)))
            }
            (operator, [value, bound], same, [same_value, other_bound]) if operator == same => {
                let (Some(bound), Some(other_bound)) =
                    (integer(self.one, *bound), integer(self.other, *other_bound))
                else {
                    return false;
                };
                self.is_same(*value, *same_value)
                    && match operator {
                        "_<_" | "_<=_" => (bound <= other_bound) == self.result || bound == other_bound,
                        "_>_" | "_>=_" => (bound >= other_bound) == self.result || bound == other_bound,
                        _ => false,
                    }
            }
            _ => false,
        }
    }

    fn is_same(self, here: NodeId, there: NodeId) -> bool {
        is_same_node((self.one, here), (self.other, there))
    }

    /// Whether each element of a list of literals is in another one.
    fn has_all(self, list: NodeId, longer: NodeId) -> bool {
        match (literals(self.one, list), literals(self.other, longer)) {
            (Some(list), Some(longer)) => list
                .iter()
                .all(|element| longer.iter().any(|other| self.is_same(*element, *other))),
            _ => false,
        }
    }

    /// Compares two loops over the same list or map.
    fn quantifiers(self, a: Quantifier, b: Quantifier) -> bool {
        let is_same_text = |a: Text, b: Text| self.one.text(a) == self.other.text(b);
        let is_same_second = match (a.second_variable, b.second_variable) {
            (Some(a), Some(b)) => is_same_text(a, b),
            (None, None) => true,
            _ => false,
        };
        a.kind == b.kind
            && self.is_same(a.range, b.range)
            && is_same_text(a.variable, b.variable)
            && is_same_second
            && self.holds(a.predicate, b.predicate)
    }
}

fn binary(ast: &Ast, id: NodeId, operator: &str) -> Option<(NodeId, NodeId)> {
    match ast.plain_call(id)? {
        (function, [a, b]) if function == operator => Some((*a, *b)),
        _ => None,
    }
}

/// Returns the elements of a list of literals.
fn literals(ast: &Ast, id: NodeId) -> Option<&[NodeId]> {
    let Kind::List { elements, optional } = ast.kind(id) else {
        return None;
    };
    let elements = ast.nodes(elements);
    let is_literal = |element: &NodeId| matches!(ast.kind(*element), Kind::Literal(_));
    (optional.is_empty() && elements.iter().all(is_literal)).then_some(elements)
}

fn integer(ast: &Ast, id: NodeId) -> Option<i64> {
    match ast.kind(id) {
        Kind::Literal(Literal::Int(number)) => Some(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::implies;

    #[test]
    fn longer_lists_wider_bounds_and_more_alternatives_accept_more() {
        for (rule, wider) in [
            ("self in ['a', 'b']", "self in ['b', 'c', 'a']"),
            ("self == 'a'", "self in ['a', 'b']"),
            ("self.size() <= 3", "self.size() <= 5"),
            ("self.n > 3", "self.n > 3 || has(self.m)"),
            ("self.n > 3 && has(self.m)", "self.n > 2"),
            ("!(self in ['a', 'b'])", "!(self in ['a'])"),
            ("!(self.n > 3 || self.m)", "!(self.n > 4)"),
            ("self.all(x, x == 'a')", "self.all(x, x == 'a' || x == 'b')"),
            ("self.exists(x, x > 5)", "self.exists(x, x > 1)"),
            ("!has(self.a) || self.a >= 5", "!has(self.a) || self.a >= 4"),
            (
                "has(self.a) ? self.a < 3 : self.b",
                "has(self.a) ? self.a < 4 : self.b",
            ),
            ("self.n == 1 || self.n == 2", "self.n in [1, 2, 3]"),
        ] {
            assert!(implies(rule, wider), "{rule} and {wider}");
            assert!(!implies(wider, rule), "{wider} and {rule}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_implied() {
        for (rule, other) in [
            ("self in ['a']", "self.b in ['a', 'b']"),
            ("self in self.list", "self in ['a']"),
            ("self < 3", "self > 1"),
            ("self.exists_one(x, x > 5)", "self.exists_one(x, x > 1)"),
            (
                "self.filter(x, x > 5).size() == 2",
                "self.filter(x, x > 1).size() == 2",
            ),
            ("self.all(x, x > 5)", "self.all(y, y > 1)"),
            ("self.a.all(x, x > 5)", "self.b.all(x, x > 1)"),
            ("self.all(x, x > 5)", "self.exists(x, x > 5)"),
            ("self.startsWith('ab')", "self.startsWith('a')"),
            ("self in [1, 2", "self in [1, 2, 3]"),
        ] {
            assert!(!implies(rule, other), "{rule} and {other}");
        }
    }
}
