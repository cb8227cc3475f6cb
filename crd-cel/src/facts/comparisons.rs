//! Comparisons that are the same for every value, or that compare other values than their author meant.
//!
//! ```text
//! self == self                                          meant is `oldSelf`
//! self.port in [1-10]                                   only -9 is in the list
//! self.all(x, self.all(y, x.name != y.name))            false where both are the same element
//! matches('^a', self.name)                              `^a` is the text
//! self.percent / 100 > 0.5                              the division of integers drops the fraction
//! ```

use super::optionals::ExpressionMistake;
use super::terms::operand;
use crate::ast::{Ast, Kind, Literal, NodeId, Quantifier, QuantifierKind, Text};

/// Finds such a comparison in a rule.
pub fn mistaken_comparison(ast: &Ast) -> Option<ExpressionMistake> {
    ast.ids().find_map(|id| match ast.kind(id) {
        Kind::Call {
            function,
            target,
            args,
        } => match (ast.text(function), target, ast.nodes(args)) {
            ("_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_", None, [one, other]) => {
                with_itself(ast, id, *one, *other).or_else(|| lost_fraction(ast, *one, *other))
            }
            ("@in", None, [of, list]) => difference(ast, *of, *list),
            ("matches", Some(text), &[pattern]) | ("matches", None, &[text, pattern]) => {
                exchanged(ast, id, text, pattern)
            }
            _ => None,
        },
        Kind::Comprehension(_) => pairs(ast, &ast.quantifier(id)?),
        _ => None,
    })
}

fn with_itself(ast: &Ast, id: NodeId, one: NodeId, other: NodeId) -> Option<ExpressionMistake> {
    let is_equality = matches!(ast.plain_call(id), Some(("_==_" | "_!=_", _)));
    if !is_equality
        || ast.source_of(one) != ast.source_of(other)
        || operand(ast, one)? != operand(ast, other)?
    {
        return None;
    }
    let old = match ast.source_of(one).strip_prefix("self") {
        Some(member) => format!("did you mean `oldSelf{member}`?"),
        None => "compare it with another value".to_owned(),
    };
    Some(ExpressionMistake {
        span: ast.node(id).span,
        message: format!("`{}` compares a value with itself", ast.source_of(id)),
        label: "always the same value",
        help: old,
    })
}

/// Finds a list of one difference, with which a range is meant.
fn difference(ast: &Ast, of: NodeId, list: NodeId) -> Option<ExpressionMistake> {
    let Kind::List { elements, .. } = ast.kind(list) else {
        return None;
    };
    let &[element] = ast.nodes(elements) else {
        return None;
    };
    let ("_-_", &[least, most]) = ast.plain_call(element)? else {
        return None;
    };
    let number = |id| match ast.kind(id) {
        Kind::Literal(Literal::Int(number)) => Some(number),
        _ => None,
    };
    let (least, most) = (number(least)?, number(most)?);
    let of = ast.source_of(of);
    Some(ExpressionMistake {
        span: ast.node(element).span,
        message: format!(
            "`{}` is a difference: {}",
            ast.source_of(element),
            least.checked_sub(most)?
        ),
        label: "one number, not a range",
        help: format!("write `{least} <= {of} && {of} <= {most}`"),
    })
}

/// Finds a quotient of integers that is compared with a fraction.
fn lost_fraction(ast: &Ast, one: NodeId, other: NodeId) -> Option<ExpressionMistake> {
    let is_fraction =
        |id: NodeId| matches!(ast.kind(id), Kind::Literal(Literal::Double(number)) if number.fract() != 0.0);
    let (quotient, fraction) = match (is_fraction(one), is_fraction(other)) {
        (true, false) => (other, one),
        (false, true) => (one, other),
        _ => return None,
    };
    let ("_/_", operands) = ast.plain_call(quotient)? else {
        return None;
    };
    let is_int = |id: &NodeId| matches!(ast.kind(*id), Kind::Literal(Literal::Int(_)));
    // Both operands have the same type.
    if !operands.iter().any(is_int) {
        return None;
    }
    let as_double = |id: &NodeId| {
        let source = ast.source_of(*id);
        if is_int(id) {
            format!("{source}.0")
        } else {
            format!("double({source})")
        }
    };
    let doubles: Vec<String> = operands.iter().map(as_double).collect();
    Some(ExpressionMistake {
        span: ast.node(quotient).span,
        message: format!(
            "`{}` is an integer without a fraction, but compared with `{}`",
            ast.source_of(quotient),
            ast.source_of(fraction)
        ),
        label: "a division of integers drops the fraction",
        help: format!("write `{}`", doubles.join(" / ")),
    })
}

/// Finds a constant pattern in the place of the text, with the text in the place of the pattern.
fn exchanged(ast: &Ast, id: NodeId, constant: NodeId, value: NodeId) -> Option<ExpressionMistake> {
    let is_pattern = ast
        .string_literal(constant)?
        .contains(['^', '$', '[', '(', '*', '+', '\\']);
    (is_pattern && operand(ast, value).is_some()).then(|| ExpressionMistake {
        span: ast.node(id).span,
        message: format!(
            "`{}` searches the constant, with the value as the pattern",
            ast.source_of(id)
        ),
        label: "text and pattern are exchanged",
        help: format!(
            "write `{}.matches({})`",
            ast.source_of(value),
            ast.source_of(constant)
        ),
    })
}

/// Finds a comparison of each element of a list with each, also with itself.
fn pairs(ast: &Ast, outer: &Quantifier) -> Option<ExpressionMistake> {
    let inner = ast.quantifier(outer.predicate)?;
    let is_all = |of: &Quantifier| of.kind == QuantifierKind::All && of.second_variable.is_none();
    let list = ast.source_of(outer.range);
    if !is_all(outer)
        || !is_all(&inner)
        || list != ast.source_of(inner.range)
        || operand(ast, outer.range).is_none()
    {
        return None;
    }
    let ("_!=_", &[one, other]) = ast.plain_call(inner.predicate)? else {
        return None;
    };
    let compared = ast.source_of(inner.predicate);
    let is_turned =
        |variable, with| of_other(ast, one, variable, with).as_deref() == Some(ast.source_of(other));
    let is_same = is_turned(outer.variable, inner.variable) || is_turned(inner.variable, outer.variable);
    is_same.then(|| ExpressionMistake {
        span: ast.node(inner.predicate).span,
        message: format!(
            "`{compared}` is false where both are the same element, so every list with an element is rejected"
        ),
        label: "also compares each element with itself",
        help: format!(
            "write `{list}.all({}, {list}.exists_one({}, {}))`",
            ast.text(outer.variable),
            ast.text(inner.variable),
            compared.replacen("!=", "==", 1)
        ),
    })
}

/// Returns an expression about a variable with another one in its place.
fn of_other(ast: &Ast, id: NodeId, variable: Text, other: Text) -> Option<String> {
    let rest = ast.source_of(id).strip_prefix(ast.text(variable))?;
    (rest.is_empty() || rest.starts_with(['.', '['])).then(|| format!("{}{rest}", ast.text(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CompatVersion;

    #[test]
    fn comparisons_with_another_meaning() {
        for (rule, expected) in [
            ("self == self", Some("did you mean `oldSelf`?")),
            (
                "has(self.a) && self.a.b != self.a.b",
                Some("did you mean `oldSelf.a.b`?"),
            ),
            ("self == oldSelf", None),
            ("self.a == self.b", None),
            (
                "self.port in [1-10]",
                Some("write `1 <= self.port && self.port <= 10`"),
            ),
            ("self.port in [1, 10]", None),
            ("self.port in [-10]", None),
            (
                "matches('^a', self.name)",
                Some("write `self.name.matches('^a')`"),
            ),
            ("'^a'.matches(self.name)", Some("write `self.name.matches('^a')`")),
            ("self.name.matches('^a')", None),
            ("'a'.matches(self.pattern)", None),
            // An example for a pattern, or a test that it is one.
            ("'dev-meters'.matches(self)", None),
            ("''.matches(self) || true", None),
            (
                "self.size() / 100 > 0.5",
                Some("write `double(self.size()) / 100.0`"),
            ),
            ("0.5 <= size(self) / 2", Some("write `double(size(self)) / 2.0`")),
            ("double(self.size()) / 100.0 > 0.5", None),
            ("self.size() / 2 > 1", None),
            ("self.a <= self.a", None),
            (
                "self.all(x, self.all(y, x.name != y.name))",
                Some("write `self.all(x, self.exists_one(y, x.name == y.name))`"),
            ),
            (
                "self.l.all(x, self.l.all(y, y != x))",
                Some("write `self.l.all(x, self.l.exists_one(y, y == x))`"),
            ),
            ("self.a.all(x, self.b.all(y, x.name != y.name))", None),
            ("self.all(x, self.all(y, x.name != y.other))", None),
            ("self.all(x, self.all(y, x == y || x.name != y.name))", None),
            ("self.all(x, self.exists(y, x.name != y.name))", None),
        ] {
            let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
            let help = mistaken_comparison(&ast).map(|mistake| mistake.help);
            assert_eq!(help.as_deref(), expected, "{rule}");
        }
    }
}
