//! Comparisons that are the same for every value, or that compare other values than their author meant.
//!
//! ```text
//! self == self                                          meant is `oldSelf`
//! self.port in [1-10]                                   only -9 is in the list
//! self.all(x, self.all(y, x.name != y.name))            false where both are the same element
//! matches('^a', self.name)                              `^a` is the text
//! self.percent / 100 > 0.5                              the division of integers drops the fraction
//! ```

use super::known::{DeclaredValue, ValueRange};
use super::optionals::ExpressionMistake;
use super::ranges::{compare, constant};
use super::terms::{operand, size_operand};
use super::{joined, number_results, text_results, without_effect};
use crate::ast::{Ast, Kind, Literal, NodeId, Quantifier, QuantifierKind, Text};

/// Finds such a comparison in a rule, or one that the range of a function or its texts decide. `declared` says what the schema says about
/// expressions of the rule.
pub fn mistaken_comparison(ast: &Ast, declared: &[(NodeId, DeclaredValue)]) -> Option<ExpressionMistake> {
    ast.ids().find_map(|id| match ast.kind(id) {
        Kind::Call {
            function,
            target,
            args,
        } => match (ast.text(function), target, ast.nodes(args)) {
            (sign @ ("_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_"), None, [one, other]) => {
                with_itself(ast, id, *one, *other)
                    .or_else(|| lost_fraction(ast, [*one, *other], declared))
                    .or_else(|| number_results::decided(ast, id, (*one, sign, *other), declared))
                    .or_else(|| text_results::never_returned(ast, id, sign, *one, *other))
                    .or_else(|| text_results::never_printed(ast, id, sign, [*one, *other], declared))
            }
            (operator @ ("_&&_" | "_||_"), None, [one, other]) => {
                joined::decided(ast, id, operator, [*one, *other], declared)
            }
            ("@in", None, [of, list]) => difference(ast, id, *of, *list)
                .or_else(|| number_results::never_in(ast, *of, *list, declared))
                .or_else(|| text_results::never_in(ast, *of, *list)),
            ("matches", Some(text), &[pattern]) | ("matches", None, &[text, pattern]) => {
                exchanged(ast, id, text, pattern).or_else(|| quoted(ast, text))
            }
            ("size", Some(of), []) => without_effect::counted_conditions(ast, id, of),
            ("size", None, [of]) => {
                quoted(ast, *of).or_else(|| without_effect::counted_conditions(ast, id, *of))
            }
            (function, None, &[text]) if is_test_of_text(function) => quoted(ast, text),
            ("_?_:_", None, [_, one, other]) => without_effect::equal_results(ast, id, *one, *other),
            ("_/_", None, [one, other]) => without_effect::lost_quotient(ast, id, *one, *other),
            (function @ ("contains" | "intersects"), Some(of), [_, list])
                if matches!(ast.kind(of), Kind::Ident(name) if ast.text(name) == "sets") =>
            {
                without_effect::empty_set(ast, id, function, *list)
            }
            ("contains" | "startsWith" | "endsWith", Some(text), [part]) => {
                quoted(ast, text).or_else(|| text_results::never_contained(ast, id, text, *part))
            }
            _ => None,
        },
        Kind::Comprehension(_) => {
            let found = ast.quantifier(id)?;
            pairs(ast, &found).or_else(|| without_effect::unused_variable(ast, id, &found))
        }
        _ => None,
    })
}

/// Whether a function has one argument and tests or reads a text.
fn is_test_of_text(function: &str) -> bool {
    matches!(
        function,
        "isQuantity"
            | "isIP"
            | "isCIDR"
            | "isURL"
            | "isSemver"
            | "quantity"
            | "ip"
            | "cidr"
            | "url"
            | "semver"
    )
}

/// Finds a selection in quotes: `isIP('self.address')`.
fn quoted(ast: &Ast, of: NodeId) -> Option<ExpressionMistake> {
    let text = ast.string_literal(of)?;
    let mut names = text.split('.');
    let is_selection = matches!(names.next()?, "self" | "oldSelf")
        && names.all(|name| name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_'))
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    is_selection.then(|| ExpressionMistake {
        span: ast.node(of).span,
        message: format!("`{}` is a text, not the value of `{text}`", ast.source_of(of)),
        label: "a text",
        help: format!("write `{text}` without quotes"),
    })
}

fn with_itself(ast: &Ast, id: NodeId, one: NodeId, other: NodeId) -> Option<ExpressionMistake> {
    let is_member = is_old_member(ast, one) || operand(ast, one).is_some();
    if ast.source_of(one) != ast.source_of(other) || !is_member {
        return None;
    }
    let is_equality = matches!(ast.plain_call(id), Some(("_==_" | "_!=_", _)));
    let name = ast.source_of(one);
    let old = match (name.strip_prefix("self"), name.strip_prefix("oldSelf")) {
        (Some(member), _) if is_equality => format!("did you mean `oldSelf{member}`?"),
        (_, Some(member)) => format!("did you mean `self{member}`?"),
        _ => "compare it with another value".to_owned(),
    };
    Some(ExpressionMistake {
        span: ast.node(id).span,
        message: format!("`{}` compares a value with itself", ast.source_of(id)),
        label: "always the same value",
        help: old,
    })
}

/// Whether an expression is `oldSelf` or a member of it.
fn is_old_member(ast: &Ast, id: NodeId) -> bool {
    match ast.kind(id) {
        Kind::Ident(name) => ast.text(name) == "oldSelf",
        Kind::Select {
            operand,
            test_only: false,
            ..
        } => is_old_member(ast, operand),
        _ => false,
    }
}

/// Finds a list of one difference, with which a range is meant.
fn difference(ast: &Ast, id: NodeId, of: NodeId, list: NodeId) -> Option<ExpressionMistake> {
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
        help: format!(
            "write `{least} <= {of} && {of} <= {most}` in place of `{}`",
            ast.source_of(id)
        ),
    })
}

/// Finds a quotient of integers that is compared with a fraction.
fn lost_fraction(
    ast: &Ast,
    [one, other]: [NodeId; 2],
    declared: &[(NodeId, DeclaredValue)],
) -> Option<ExpressionMistake> {
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
    let is_literal = |id: &NodeId| matches!(ast.kind(*id), Kind::Literal(Literal::Int(_)));
    let is_declared = |id: &NodeId| {
        declared.iter().any(|(node, value)| {
            node == id && matches!(value, DeclaredValue::Range(range) if range.is_integers())
        })
    };
    let is_int = |id: &NodeId| is_literal(id) || is_declared(id) || size_operand(ast, *id).is_some();
    // Both operands have the same type.
    if !operands.iter().any(is_int) {
        return None;
    }
    let as_double = |id: &NodeId| {
        let source = ast.source_of(*id);
        if is_literal(id) {
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
    let (inner_node, is_negated) = match ast.plain_call(outer.predicate) {
        Some(("!_", [negated])) => (*negated, true),
        _ => (outer.predicate, false),
    };
    if let Some((result, equal)) = finds_itself(ast, outer, inner_node) {
        let (test, list) = (ast.source_of(inner_node), ast.source_of(outer.range));
        let (is, effect) = match (result, is_negated) {
            (true, false) => ("always true", "no list is rejected"),
            (true, true) => ("always true", "every list with an element is rejected"),
            (false, false) => ("never true", "every list with an element is rejected"),
            (false, true) => ("never true", "no list is rejected"),
        };
        return Some(ExpressionMistake {
            span: ast.node(inner_node).span,
            message: format!("`{test}` is {is}: it also finds the element itself, so {effect}"),
            label: "also finds the element itself",
            help: format!(
                "write `{list}.all({}, {list}.exists_one({equal}))` in place of both loops",
                ast.text(outer.variable)
            ),
        });
    }
    let inner = ast.quantifier(inner_node)?;
    let has_one = |of: &Quantifier| of.second_variable.is_none();
    let list = ast.source_of(outer.range);
    if outer.kind != QuantifierKind::All
        || !has_one(outer)
        || !has_one(&inner)
        || list != ast.source_of(inner.range)
        || operand(ast, outer.range).is_none()
    {
        return None;
    }
    let same = SameElement {
        ast,
        variables: (outer.variable, inner.variable),
    };
    let with_itself = same.result(inner.predicate)?;
    let rejects = match (inner.kind, with_itself) {
        (QuantifierKind::All, false) => !is_negated,
        (QuantifierKind::Exists, true) => is_negated,
        _ => return None,
    };
    // The negation of what all pairs satisfy may be meant.
    if is_negated && inner.kind == QuantifierKind::All {
        return None;
    }
    let compared = ast.source_of(inner.predicate);
    let (one, other) = (ast.text(outer.variable), ast.text(inner.variable));
    let equal = match inner.kind {
        QuantifierKind::All if joins(ast, inner.predicate, ("_||_", "_!=_")) => {
            Some(compared.replace("!=", "==").replace("||", "&&"))
        }
        QuantifierKind::Exists if joins(ast, inner.predicate, ("_&&_", "_==_")) => Some(compared.to_owned()),
        // For an order, the same element may be meant too.
        QuantifierKind::Exists if !is_negated => return None,
        _ => None,
    };
    let effect = if rejects {
        "every list with an element is rejected"
    } else {
        "no list is rejected"
    };
    Some(ExpressionMistake {
        span: ast.node(inner.predicate).span,
        message: format!("`{compared}` is {with_itself} where both are the same element, so {effect}"),
        label: "also compares each element with itself",
        help: if let Some(equal) = equal {
            format!("write `{list}.all({one}, {list}.exists_one({other}, {equal}))` in place of both loops")
        } else if inner.kind == QuantifierKind::Exists {
            format!("write `{one} != {other} && ({compared})`, which passes over the same element")
        } else {
            format!("write `{one} == {other} || {compared}`, which passes over the same element")
        },
    })
}

/// Returns the result of a test that searches each element of a list among all of them, with the variable and the condition of the
/// elements that it finds: true, and `y, y.name == x.name`, for `x.name in self.map(y, y.name)` and `self.filter(y, y.name == x.name).size() > 0`.
fn finds_itself(ast: &Ast, outer: &Quantifier, test: NodeId) -> Option<(bool, String)> {
    let (operator, &[one, other]) = ast.plain_call(test)? else {
        return None;
    };
    let searched = match operator {
        "@in" => other,
        _ => size_operand(ast, one)?,
    };
    let mapped = ast.mapped_list(searched)?;
    if outer.kind != QuantifierKind::All
        || outer.second_variable.is_some()
        || ast.source_of(outer.range) != ast.source_of(mapped.range)
    {
        return None;
    }
    let variables = (outer.variable, mapped.variable);
    let name = ast.text(mapped.variable);
    match (operator, mapped.filter) {
        ("@in", None) => {
            let (element, one_source) = (ast.source_of(mapped.element), ast.source_of(one));
            if of_other(ast, one, variables.0, variables.1)? != element {
                return None;
            }
            let (name, element) = match element.strip_prefix(name) {
                Some(rest) if ast.text(variables.0) == name => ("y", format!("y{rest}")),
                _ => (name, element.to_owned()),
            };
            Some((true, format!("{name}, {element} == {one_source}")))
        }
        (sign, Some(filter)) => {
            let is_same = SameElement { ast, variables }.result(filter) == Some(true);
            let number = constant(ast, other).filter(|_| is_same)?;
            let result = compare(sign, ValueRange::integers(1.0, f64::INFINITY), number)?;
            Some((result, format!("{name}, {}", ast.source_of(filter))))
        }
        _ => None,
    }
}

/// Whether a condition is a comparison with an operator, or several that another operator joins.
fn joins(ast: &Ast, id: NodeId, of: (&str, &str)) -> bool {
    match ast.plain_call(id) {
        Some((function, [one, other])) if function == of.0 => joins(ast, *one, of) && joins(ast, *other, of),
        Some((function, _)) => function == of.1,
        None => false,
    }
}

/// Two variables that stand for the same element.
struct SameElement<'a> {
    ast: &'a Ast,
    variables: (Text, Text),
}

impl SameElement<'_> {
    /// Returns the result of a condition; `None` if it depends on the element.
    fn result(&self, id: NodeId) -> Option<bool> {
        match self.ast.plain_call(id)? {
            ("!_", [negated]) => self.result(*negated).map(|result| !result),
            ("_&&_", [one, other]) => both(self.result(*one), self.result(*other)),
            ("_||_", [one, other]) => {
                let not = |id: &NodeId| self.result(*id).map(|result| !result);
                both(not(one), not(other)).map(|neither| !neither)
            }
            (operator, [one, other]) if self.is_turned(*one, *other) => match operator {
                "_==_" | "_<=_" | "_>=_" => Some(true),
                "_!=_" | "_<_" | "_>_" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether two expressions are the same about one variable and the other.
    fn is_turned(&self, one: NodeId, other: NodeId) -> bool {
        let (first, second) = self.variables;
        let is_turned = |variable, with| {
            of_other(self.ast, one, variable, with).as_deref() == Some(self.ast.source_of(other))
        };
        is_turned(first, second) || is_turned(second, first)
    }
}

/// Whether two conditions are both true; `None` if one is unknown and the other one is not false.
fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Returns an expression about a variable with another one in its place.
fn of_other(ast: &Ast, id: NodeId, variable: Text, other: Text) -> Option<String> {
    let rest = ast.source_of(id).strip_prefix(ast.text(variable))?;
    (rest.is_empty() || rest.starts_with(['.', '['])).then(|| format!("{}{rest}", ast.text(other)))
}

/// Returns the help for the comparison in a rule.
#[cfg(test)]
pub(super) fn help_of(rule: &str) -> Option<String> {
    let ast = crate::parse(rule, crate::CompatVersion::of_server(36)).unwrap();
    mistaken_comparison(&ast, &[]).map(|mistake| mistake.help)
}

#[cfg(test)]
mod tests {
    use super::*;

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
                Some("write `1 <= self.port && self.port <= 10` in place of `self.port in [1-10]`"),
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
            (
                "isIP('self.address')",
                Some("write `self.address` without quotes"),
            ),
            ("'self'.startsWith('a')", Some("write `self` without quotes")),
            ("'self' + self.name == 'a'", None),
            ("size('self or no') > 1", None),
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
            ("self.a <= self.a", Some("compare it with another value")),
            ("oldSelf.a == oldSelf.a", Some("did you mean `self.a`?")),
            ("oldSelf == oldSelf", Some("did you mean `self`?")),
            (
                "self.a % 4 == 4",
                Some("a remainder is less than the divisor: `== 0` is true for multiples of it"),
            ),
            ("!has(self.a) || self.a % 4 == 3", None),
            (
                "self.all(x, self.all(y, x.name != y.name))",
                Some("write `self.all(x, self.exists_one(y, x.name == y.name))` in place of both loops"),
            ),
            (
                "self.l.all(x, self.l.all(y, y != x))",
                Some("write `self.l.all(x, self.l.exists_one(y, y == x))` in place of both loops"),
            ),
            ("self.a.all(x, self.b.all(y, x.name != y.name))", None),
            ("self.all(x, self.all(y, x.name != y.other))", None),
            (
                "self.all(x, !(x.name in self.map(y, y.name)))",
                Some("write `self.all(x, self.exists_one(y, y.name == x.name))` in place of both loops"),
            ),
            (
                "self.a.all(x, x in self.a.map(x, x))",
                Some("write `self.a.all(x, self.a.exists_one(y, y == x))` in place of both loops"),
            ),
            (
                "self.a.all(x, self.a.filter(y, y.name == x.name).size() == 0)",
                Some("write `self.a.all(x, self.a.exists_one(y, y.name == x.name))` in place of both loops"),
            ),
            (
                "self.a.all(x, !(size(self.a.filter(y, x.name == y.name)) >= 1))",
                Some("write `self.a.all(x, self.a.exists_one(y, x.name == y.name))` in place of both loops"),
            ),
            (
                "self.a.all(x, self.a.filter(y, y.name == x.name).size() == 1)",
                None,
            ),
            (
                "self.a.all(x, self.a.filter(y, y.name == x.name).size() > 1)",
                None,
            ),
            (
                "self.a.all(x, self.b.filter(y, y.name == x.name).size() == 0)",
                None,
            ),
            ("self.a.all(x, x.name in self.b.map(y, y.name))", None),
            ("self.a.all(x, x.parent in self.a.map(y, y.name))", None),
            (
                "self.a.all(x, !(x.name in self.a.filter(y, y != x).map(y, y.name)))",
                None,
            ),
            ("self.all(x, self.all(y, x == y || x.name != y.name))", None),
            ("self.all(x, self.exists(y, x.name != y.name))", None),
            (
                "self.all(x, self.exists(y, y.name == x.name))",
                Some("write `self.all(x, self.exists_one(y, y.name == x.name))` in place of both loops"),
            ),
            ("self.all(x, self.exists_one(y, y.name == x.name))", None),
            ("self.a.all(x, self.b.exists(y, y.name == x.name))", None),
            (
                "self.all(x, !self.exists(y, y.name == x.name))",
                Some("write `self.all(x, self.exists_one(y, y.name == x.name))` in place of both loops"),
            ),
            (
                "self.all(x, self.all(y, x.start != y.start || x.venue != y.venue))",
                Some(
                    "write `self.all(x, self.exists_one(y, x.start == y.start && x.venue == y.venue))` in place of both loops",
                ),
            ),
            (
                "self.all(x, !self.exists(y, x.a == y.a && x.b == y.b))",
                Some(
                    "write `self.all(x, self.exists_one(y, x.a == y.a && x.b == y.b))` in place of both loops",
                ),
            ),
            (
                "self.all(x, self.all(y, x.start < y.start && x.a != ''))",
                Some("write `x == y || x.start < y.start && x.a != ''`, which passes over the same element"),
            ),
            ("self.all(x, self.all(y, x.end < y.start))", None),
            ("self.all(x, !self.all(y, x.a != y.a))", None),
            ("self.all(x, self.all(y, x.a == y.a))", None),
            ("self.all(x, self.exists(y, x.a <= y.a))", None),
        ] {
            assert_eq!(help_of(rule).as_deref(), expected, "{rule}");
        }
    }
}
