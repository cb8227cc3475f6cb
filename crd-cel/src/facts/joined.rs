//! Two comparisons of one value with constants that are never true together, or of which one is always true.
//!
//! ```text
//! c.role == 'Driver' && c.role == 'Doctor'              never true
//! c.role != 'Driver' || c.role != 'Doctor'              never false
//! d.getHours() == 1 && d.getMinutes() == 30             never true: the minutes of a duration are all of them
//! ```

use super::known::{DeclaredValue, ValueRange};
use super::operators::{inverse, mirror, signs_of};
use super::optionals::ExpressionMistake;
use super::ranges::{compare, constant, narrowed};
use crate::ast::{Ast, Kind, Literal, NodeId};

/// A comparison of a value with a constant.
#[derive(Clone, Copy)]
struct Comparison<'a> {
    node: NodeId,
    of: NodeId,
    operator: &'a str,
    constant: NodeId,
}

impl<'a> Comparison<'a> {
    fn read(ast: &'a Ast, node: NodeId) -> Option<Self> {
        let (operator, &[one, other]) = ast.plain_call(node)? else {
            return None;
        };
        signs_of(operator)?;
        let is_constant = |id| matches!(ast.kind(id), Kind::Literal(_)) || constant(ast, id).is_some();
        let (of, operator, constant) = match (is_constant(one), is_constant(other)) {
            (false, true) => (one, operator, other),
            (true, false) => (other, mirror(operator), one),
            _ => return None,
        };
        Some(Comparison {
            node,
            of,
            operator,
            constant,
        })
    }

    fn inverse(self) -> Option<Self> {
        inverse(self.operator).map(|operator| Comparison { operator, ..self })
    }
}

/// Finds two comparisons on the two sides of an operator that decide the result of both.
pub(super) fn decided(
    ast: &Ast,
    id: NodeId,
    operator: &str,
    sides: [NodeId; 2],
    declared: &[(NodeId, DeclaredValue)],
) -> Option<ExpressionMistake> {
    let [one, other] = sides;
    find(ast, operator, one, &mut |first| {
        find(ast, operator, other, &mut |second| {
            let units = units(ast, [first, second], declared);
            let is_decided = match units {
                Some(units) => operator == "_&&_" && are_apart(ast, [first, second], units),
                None => is_decided(ast, operator, [first, second]),
            };
            (is_decided && !is_reported(ast, id, operator, (first, units.is_some()))).then(|| {
                let chain = Chain::around(ast, id, operator);
                mistake(ast, &chain, [first, second], units.is_some(), declared)
            })
        })
    })
}

/// Returns what is found for a comparison among the parts that an operator joins.
fn find(
    ast: &Ast,
    operator: &str,
    id: NodeId,
    found: &mut dyn FnMut(Comparison<'_>) -> Option<ExpressionMistake>,
) -> Option<ExpressionMistake> {
    match ast.plain_call(id) {
        Some((function, &[one, other])) if function == operator => {
            find(ast, operator, one, found).or_else(|| find(ast, operator, other, found))
        }
        Some(_) => found(Comparison::read(ast, id)?),
        None => None,
    }
}

/// Whether the result of two comparisons is certain.
fn is_decided(ast: &Ast, operator: &str, both: [Comparison<'_>; 2]) -> bool {
    let [one, other] = both;
    if ast.source_of(one.of) != ast.source_of(other.of) {
        return false;
    }
    match operator {
        "_&&_" => are_exclusive(ast, one, other),
        _ => one
            .inverse()
            .zip(other.inverse())
            .is_some_and(|(one, other)| are_exclusive(ast, one, other)),
    }
}

/// Whether no value satisfies two comparisons.
fn are_exclusive(ast: &Ast, one: Comparison<'_>, other: Comparison<'_>) -> bool {
    let text = |of: Comparison<'_>| ast.string_literal(of.constant);
    if let (Some(first), Some(second)) = (text(one), text(other)) {
        return match (one.operator, other.operator) {
            ("_==_", "_==_") => first != second,
            ("_==_", "_!=_") | ("_!=_", "_==_") => first == second,
            _ => false,
        };
    }
    let (Some(first), Some(second)) = (constant(ast, one.constant), constant(ast, other.constant)) else {
        return false;
    };
    let excludes = |(one, first), (other, second)| {
        narrowed(one, ValueRange::ANY, first)
            .is_some_and(|values| compare(other, values, second) == Some(false))
    };
    let (one, other) = ((one.operator, first), (other.operator, second));
    excludes(one, other) || excludes(other, one)
}

/// Returns the milliseconds of the units of the functions whose results are compared, if these are of the same duration.
fn units(ast: &Ast, both: [Comparison<'_>; 2], declared: &[(NodeId, DeclaredValue)]) -> Option<[f64; 2]> {
    let read = |of: NodeId| {
        let (function, target, []) = ast.method_call(of)? else {
            return None;
        };
        let unit = match function {
            "getHours" => 3_600_000.0,
            "getMinutes" => 60_000.0,
            "getSeconds" => 1000.0,
            _ => return None,
        };
        Some((target, unit))
    };
    let [(one, unit), (other, other_unit)] = [read(both[0].of)?, read(both[1].of)?];
    let is_duration = declared.contains(&(one, DeclaredValue::Duration))
        || matches!(ast.plain_call(one), Some(("duration", _)));
    let is_other = ast.source_of(both[0].of) != ast.source_of(both[1].of);
    (is_other && is_duration && ast.source_of(one) == ast.source_of(other)).then_some([unit, other_unit])
}

/// Whether no duration satisfies two comparisons of its hours, minutes or seconds, which are cut towards 0.
fn are_apart(ast: &Ast, both: [Comparison<'_>; 2], units: [f64; 2]) -> bool {
    let range = |of: Comparison<'_>, unit: f64| {
        if !matches!(ast.kind(of.constant), Kind::Literal(Literal::Int(_))) {
            return None;
        }
        let all = ValueRange::integers(f64::NEG_INFINITY, f64::INFINITY);
        let ValueRange { least, most, .. } = narrowed(of.operator, all, constant(ast, of.constant)?)?;
        let least = if least > 0.0 { least } else { least - 1.0 };
        let most = if most < 0.0 { most } else { most + 1.0 };
        Some((least * unit, most * unit))
    };
    let [one, other] = both;
    match (range(one, units[0]), range(other, units[1])) {
        (Some(one), Some(other)) => one.1 <= other.0 || other.1 <= one.0,
        _ => false,
    }
}

/// Whether the whole rule is reported as one that is never or always true.
fn is_reported(ast: &Ast, id: NodeId, operator: &str, (first, is_by_units): (Comparison<'_>, bool)) -> bool {
    let is_order =
        !matches!(first.operator, "_==_" | "_!=_") && matches!(ast.kind(first.constant), Kind::Literal(_));
    let mut of_root: Vec<NodeId> = ast.root().into_iter().collect();
    while let Some(at) = of_root.pop() {
        if at == id {
            return !is_by_units && (operator == "_&&_" || is_order);
        }
        if let Some((function, parts)) = ast.plain_call(at)
            && function == operator
        {
            of_root.extend(parts);
        }
    }
    false
}

/// The parts that an operator joins.
struct Chain<'a> {
    operator: &'a str,
    whole: NodeId,
    parts: Vec<NodeId>,
}

impl<'a> Chain<'a> {
    /// Returns that of which an operator is a part.
    fn around(ast: &Ast, id: NodeId, operator: &'a str) -> Self {
        let mut whole = id;
        let is_step_of_loop = |id: NodeId| {
            ast.ids().any(|of| match ast.kind(of) {
                Kind::Comprehension(of) => ast.comprehension(of).is_some_and(|lap| lap.loop_step == id),
                _ => false,
            })
        };
        let above = |of: NodeId| {
            ast.ids().find(|id| {
                ast.plain_call(*id)
                    .is_some_and(|(function, parts)| function == operator && parts.contains(&of))
                    && !is_step_of_loop(*id)
            })
        };
        while let Some(around) = above(whole) {
            whole = around;
        }
        Chain {
            operator,
            whole,
            parts: ast.joined_by(operator, whole),
        }
    }
}

fn mistake(
    ast: &Ast,
    chain: &Chain<'_>,
    both: [Comparison<'_>; 2],
    is_by_units: bool,
    declared: &[(NodeId, DeclaredValue)],
) -> ExpressionMistake {
    let [one, other] = both;
    let (sign, turned, is) = match chain.operator {
        "_&&_" => ("&&", " || ", "never true"),
        _ => ("||", " && ", "never false"),
    };
    let are_same = one.operator == other.operator && matches!(one.operator, "_==_" | "_!=_");
    let is_alike = |comparison: &Comparison<'_>| {
        comparison.operator == one.operator && ast.source_of(comparison.of) == ast.source_of(one.of)
    };
    let parts = chain.parts.iter();
    let alike: Vec<Comparison<'_>> = parts
        .filter_map(|part| Comparison::read(ast, *part))
        .filter(is_alike)
        .collect();
    let is_whole = are_same && alike.len() == chain.parts.len();
    let is_pair = [one.node, other.node] == *chain.parts;
    let at = if is_whole || is_pair {
        chain.whole
    } else {
        other.node
    };
    let written: Vec<&str> = alike
        .iter()
        .map(|comparison| ast.source_of(comparison.node))
        .collect();
    let (first, second) = (ast.source_of(one.node), ast.source_of(other.node));
    ExpressionMistake {
        span: ast.node(at).span,
        message: format!("`{first} {sign} {second}` is {is}"),
        label: is,
        help: if is_by_units {
            "the hours, minutes and seconds of a duration are each the whole duration: compare it with `duration('1h30m')`"
                .to_owned()
        } else if are_same && has_all_texts(ast, &alike, declared) {
            "the schema allows no other values: correct one of the texts, or remove the comparisons"
                .to_owned()
        } else if are_same {
            // Beside `&&`, the parts of `||` need parentheses.
            let meant = written.join(turned);
            let meant = match (chain.operator, ast.root() == Some(at)) {
                ("_&&_", false) => format!("write `({meant})`"),
                _ => format!("write `{meant}`"),
            };
            if at == other.node {
                format!("{meant} in place of the comparisons")
            } else {
                meant
            }
        } else {
            "correct one of the two comparisons".to_owned()
        },
    }
}

/// Whether a value is compared with every text that the schema allows.
fn has_all_texts(ast: &Ast, comparisons: &[Comparison<'_>], declared: &[(NodeId, DeclaredValue)]) -> bool {
    let count = declared.iter().find_map(|(node, value)| match value {
        DeclaredValue::OneOf(count) if comparisons.iter().any(|one| one.of == *node) => Some(*count),
        _ => None,
    });
    let mut texts: Vec<&str> = comparisons
        .iter()
        .filter_map(|comparison| ast.string_literal(comparison.constant))
        .collect();
    texts.sort_unstable();
    texts.dedup();
    count.is_some_and(|count| texts.len() >= count)
}

#[cfg(test)]
mod tests {
    use crate::facts::comparisons::help_of;

    #[test]
    fn comparisons_that_decide_each_other() {
        let turned = |text: &str| Some(format!("write `{text}`"));
        let correct = || Some("correct one of the two comparisons".to_owned());
        let units = || {
            Some(
                "the hours, minutes and seconds of a duration are each the whole duration: compare it with `duration('1h30m')`"
                    .to_owned(),
            )
        };
        for (rule, expected) in [
            (
                "self.all(c, c.a == 'x' && c.a == 'y')",
                turned("(c.a == 'x' || c.a == 'y')"),
            ),
            (
                "self.all(c, c.b || c.a != 'x' || 'y' != c.a)",
                Some("write `c.a != 'x' && 'y' != c.a` in place of the comparisons".to_owned()),
            ),
            (
                "self.b || self.a == 3 && self.c && self.a == 4",
                Some("write `(self.a == 3 || self.a == 4)` in place of the comparisons".to_owned()),
            ),
            (
                "self.a != 'x' || self.a != 'y' || self.a != 'z'",
                turned("self.a != 'x' && self.a != 'y' && self.a != 'z'"),
            ),
            ("self.b || self.a > 5 && self.a < 5", correct()),
            ("self.b && (self.a > 5 || self.a <= 5)", correct()),
            ("self.a == 3 || self.a != 3", correct()),
            ("self.d < duration('1h') || self.d >= duration('1h')", correct()),
            ("self.all(c, c.a > 5 && c.a < 6)", None),
            ("self.all(c, c.a == 'x' || c.a == 'y')", None),
            ("self.all(c, c.a != 'x' && c.a != 'y')", None),
            ("self.all(c, c.a > 'x' && c.a < 'b')", None),
            ("self.all(c, c.a == 'x' && c.b == 'y')", None),
            ("self.all(c, c.a == 1 && c.a == 1.0)", None),
            ("self.a == 'x' && self.a == 'y'", None),
            ("self.a > 5 || self.a <= 5", None),
            (
                "duration(self).getHours() == 1 && duration(self).getMinutes() == 30",
                units(),
            ),
            (
                "duration(self).getMinutes() == 30 && duration(self).getSeconds() < 60",
                units(),
            ),
            (
                "duration(self).getHours() == 1 && duration(self).getMinutes() < 90",
                None,
            ),
            (
                "duration(self).getHours() == 0 && duration(self).getMinutes() == -59",
                None,
            ),
            (
                "timestamp(self).getHours() == 1 && timestamp(self).getMinutes() == 30",
                None,
            ),
        ] {
            assert_eq!(help_of(rule), expected, "{rule}");
        }
    }
}
