//! Parts of a rule that do not depend on what their author meant.
//!
//! ```text
//! self.a > 1 ? has(self.b) : has(self.b)       both results are the same
//! self.copies * (10 / 100) < 5                 a product with 0
//! self.map(x, x.a > 1).size() > 0              the number of all elements
//! self.all(x, self.min > 1)                    nothing about the elements
//! sets.intersects(self, [])                    never true
//! ```

use super::optionals::ExpressionMistake;
use super::reader::is_condition;
use crate::ast::{Ast, Kind, Literal, NodeId, Quantifier, Text};

/// Finds a condition whose two results are the same.
pub(super) fn equal_results(ast: &Ast, id: NodeId, one: NodeId, other: NodeId) -> Option<ExpressionMistake> {
    let (whole, result) = (ast.source_of(id), ast.source_of(one));
    // Macros have such conditions too, which are not written.
    if result.is_empty() || result == whole || result != ast.source_of(other) {
        return None;
    }
    Some(ExpressionMistake {
        span: ast.node(id).span,
        message: format!("both results of `{whole}` are `{result}`"),
        label: "the same for both",
        help: format!("correct one of them, or write `{result}` in place of `{whole}`"),
    })
}

/// Finds a division of constants whose quotient is 0.
pub(super) fn lost_quotient(ast: &Ast, id: NodeId, one: NodeId, other: NodeId) -> Option<ExpressionMistake> {
    let number = |id| match ast.kind(id) {
        Kind::Literal(Literal::Int(number)) => Some(number),
        _ => None,
    };
    let (dividend, divisor) = (number(one)?, number(other)?);
    if dividend == 0 || dividend.checked_div(divisor)? != 0 {
        return None;
    }
    let written = ast.source_of(id);
    let of_product = ast.ids().find_map(|product| match ast.plain_call(product)? {
        ("_*_", &[factor, quotient] | &[quotient, factor]) if quotient == id => Some((product, factor)),
        _ => None,
    });
    let help = match of_product {
        Some((product, factor)) => {
            let factor = match ast.plain_call(factor) {
                Some((operator, _)) if operator.starts_with('_') && operator.ends_with('_') => {
                    format!("({})", ast.source_of(factor))
                }
                _ => ast.source_of(factor).to_owned(),
            };
            format!(
                "write `{factor} * {written}` in place of `{}`",
                ast.source_of(product)
            )
        }
        None => format!("multiply first: `… * {written}`"),
    };
    Some(ExpressionMistake {
        span: ast.node(id).span,
        message: format!("`{written}` is 0"),
        label: "a division of integers drops the fraction",
        help,
    })
}

/// Finds the size of a list of conditions, with which the number of those that are true is meant.
pub(super) fn counted_conditions(ast: &Ast, id: NodeId, of: NodeId) -> Option<ExpressionMistake> {
    let mapped = ast.mapped_list(of)?;
    if mapped.filter.is_some() || !is_condition(ast, mapped.element) {
        return None;
    }
    let written = ast.source_of(id);
    let is_one = written.matches(".map(").count() == 1;
    Some(ExpressionMistake {
        span: ast.node(id).span,
        message: format!("`{written}` counts all elements: `map` keeps each of them"),
        label: "counts all elements",
        help: if is_one {
            format!("write `{}`", written.replacen(".map(", ".filter(", 1))
        } else {
            "`filter` keeps the elements for which the condition is true".to_owned()
        },
    })
}

/// Finds a loop whose condition does not depend on the element.
pub(super) fn unused_variable(ast: &Ast, id: NodeId, found: &Quantifier) -> Option<ExpressionMistake> {
    let is_read = |variable: Text| {
        ast.ids().any(|ident| {
            matches!(ast.kind(ident), Kind::Ident(name) if ast.text(name) == ast.text(variable))
                && is_within(ast, ident, found.predicate)
                && !is_hidden(ast, ident, found.predicate, variable)
        })
    };
    let is_constant = matches!(ast.kind(found.predicate), Kind::Literal(_));
    if is_constant || is_read(found.variable) || found.second_variable.is_some_and(is_read) {
        return None;
    }
    let (condition, name) = (ast.source_of(found.predicate), ast.text(found.variable));
    if condition.is_empty() {
        return None;
    }
    Some(ExpressionMistake {
        span: ast.node(found.predicate).span,
        message: format!(
            "`{condition}` is the same for all elements of `{}`: it does not read `{name}`",
            ast.source_of(found.range)
        ),
        label: "does not read the element",
        help: format!("read the element with `{name}`, or write the condition without the loop"),
    })
    .filter(|_| !ast.source_of(id).is_empty())
}

/// Whether a node is a part of another one.
fn is_within(ast: &Ast, id: NodeId, whole: NodeId) -> bool {
    let (part, whole) = (ast.node(id).span, ast.node(whole).span);
    whole.start <= part.start && part.end <= whole.end
}

/// Whether a variable of a loop inside of another one has the same name.
fn is_hidden(ast: &Ast, ident: NodeId, outer: NodeId, variable: Text) -> bool {
    ast.ids().any(|id| match ast.kind(id) {
        Kind::Comprehension(lap) => ast.comprehension(lap).is_some_and(|lap| {
            let is_named = |name| ast.text(name) == ast.text(variable);
            (is_named(lap.iter_var) || lap.iter_var2.is_some_and(is_named))
                && is_within(ast, id, outer)
                && is_within(ast, ident, id)
                && !is_within(ast, ident, lap.iter_range)
        }),
        _ => false,
    })
}

/// Finds a test of a set against the empty list.
pub(super) fn empty_set(ast: &Ast, id: NodeId, function: &str, list: NodeId) -> Option<ExpressionMistake> {
    let Kind::List { elements, .. } = ast.kind(list) else {
        return None;
    };
    if !ast.nodes(elements).is_empty() {
        return None;
    }
    let (label, which) = match function {
        "contains" => (
            "always true",
            "every list contains all elements of the empty list",
        ),
        _ => ("never true", "no list has an element of the empty list"),
    };
    Some(ExpressionMistake {
        span: ast.node(id).span,
        message: format!("`{}` is {label}: {which}", ast.source_of(id)),
        label,
        help: "write the elements that are meant".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use crate::facts::comparisons::help_of;

    #[test]
    fn parts_with_another_meaning() {
        let unused = "read the element with `x`, or write the condition without the loop";
        for (rule, expected) in [
            (
                "self.a > 1 ? has(self.b) : has(self.b)",
                Some(
                    "correct one of them, or write `has(self.b)` in place of `self.a > 1 ? has(self.b) : has(self.b)`",
                ),
            ),
            ("self.a > 1 ? has(self.b) : has(self.c)", None),
            (
                "self.copies * (10 / 100) < 5",
                Some("write `self.copies * 10 / 100` in place of `self.copies * (10 / 100)`"),
            ),
            (
                "1 / 2 * (self.a + self.b) < 5",
                Some("write `(self.a + self.b) * 1 / 2` in place of `1 / 2 * (self.a + self.b)`"),
            ),
            ("self.a > 1 / 2", Some("multiply first: `… * 1 / 2`")),
            ("self.a * (100 / 10) < 5", None),
            ("self.a / 2 < 5", None),
            (
                "self.map(x, x.a == 'b').size() > 0",
                Some("write `self.filter(x, x.a == 'b').size()`"),
            ),
            (
                "size(self.map(x, has(x.a))) > 0",
                Some("write `size(self.filter(x, has(x.a)))`"),
            ),
            ("self.map(x, x.a).size() > 0", None),
            ("self.map(x, has(x.a), x.a > 1).size() > 0", None),
            ("self.all(x, self.a > 1)", Some(unused)),
            ("self.l.all(x, self.l.exists(x, x > 1))", Some(unused)),
            ("self.exists(x, true)", None),
            ("self.all(k, self[k] > 1)", None),
            ("self.l.all(x, self.m.exists(y, y == x))", None),
            ("self.l.exists(k, v, v > 1)", None),
            (
                "sets.intersects(self, [])",
                Some("write the elements that are meant"),
            ),
            ("sets.contains(self, ['a'])", None),
        ] {
            assert_eq!(help_of(rule).as_deref(), expected, "{rule}");
        }
    }
}
