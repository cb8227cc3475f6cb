//! Comparisons with numbers that the range of a value decides: that of the results of a function, or of the numbers that a schema admits.
//!
//! ```text
//! self.start.getMonth() == 12                           months are 0 to 11
//! !has(self.suite) || self.beds > 6                     with `maximum: 6`
//! ```

use super::known::{DeclaredValue, ValueRange};
use super::operators::mirror;
use super::optionals::ExpressionMistake;
use super::ranges::{arithmetic, compare, constant, of_function, of_time};
use super::terms::size_operand;
use crate::ast::{Ast, Kind, NodeId};

const ANY_INTEGER: ValueRange = ValueRange::integers(f64::NEG_INFINITY, f64::INFINITY);

/// The values of an expression.
struct Results<'a> {
    range: ValueRange,
    /// The function that returns them; `None` if the schema determines them.
    function: Option<&'a str>,
}

impl<'a> Results<'a> {
    /// Returns those of an expression, by its function and by its schema.
    fn of(ast: &'a Ast, id: NodeId, declared: &[(NodeId, DeclaredValue)]) -> impl Iterator<Item = Self> {
        let by_schema = declared.iter().filter_map(move |(node, value)| match value {
            DeclaredValue::Range(range) if *node == id => Some(Results {
                range: *range,
                function: None,
            }),
            _ => None,
        });
        Self::of_call(ast, id, declared).into_iter().chain(by_schema)
    }

    fn of_call(ast: &'a Ast, id: NodeId, declared: &[(NodeId, DeclaredValue)]) -> Option<Self> {
        if let Some(of) = size_operand(ast, id) {
            let (function, least) = if is_split(ast, of) {
                ("split", 1.0)
            } else {
                ("size", 0.0)
            };
            return Some(Results {
                range: ValueRange::integers(least, f64::INFINITY),
                function: Some(function),
            });
        }
        if let Some(("_%_", &[_, divisor])) = ast.plain_call(id) {
            return Some(Results {
                range: arithmetic("_%_", ANY_INTEGER, number(ast, divisor)?)?,
                function: Some("%"),
            });
        }
        let (function, target, arguments) = ast.method_call(id)?;
        // Only those of points in time have a time zone.
        let is_timestamp = || {
            !arguments.is_empty()
                || declared.contains(&(target, DeclaredValue::Timestamp))
                || matches!(ast.plain_call(target), Some(("timestamp", _)))
        };
        let range = of_function(function).or_else(|| of_time(function).filter(|_| is_timestamp()))?;
        Some(Results {
            range,
            function: Some(function),
        })
    }

    /// Returns the result of a comparison with a number; `None` if it depends on the value.
    fn compared(&self, sign: &str, number: ValueRange) -> Option<bool> {
        // There is no family 5.
        let is_between =
            self.function == Some("family") && [4.0, 6.0].iter().all(|family| !number.is_at(*family));
        match sign {
            "_==_" | "_!=_" if is_between => Some(sign == "_!=_"),
            _ => compare(sign, self.range, number),
        }
    }

    /// Whether authors write a comparison on purpose although its result is certain.
    fn is_usual(&self, comparison: &DecidedComparison<'_>) -> bool {
        let DecidedComparison {
            sign,
            number,
            result,
            is_whole_rule,
            is_one_of_two,
        } = *comparison;
        match self.function {
            // The rule itself is reported as one that is always or never true.
            None => result || is_whole_rule || number.is_at(0.0),
            Some("size") => result && is_whole_rule,
            // Parts of times and addresses are often compared with both bounds.
            Some(function) => {
                let is_two_sided = function.starts_with("get") && is_one_of_two;
                result && (is_two_sided || function == "prefixLength") && self.is_bound(sign, number)
            }
        }
    }

    /// Whether a comparison that is always true has the last number for which it is.
    fn is_bound(&self, sign: &str, number: ValueRange) -> bool {
        let ValueRange { least, most, .. } = self.range;
        match sign {
            "_<=_" => number.is_at(most),
            "_<_" => number.is_at(most + 1.0),
            "_>=_" => number.is_at(least),
            "_>_" => number.is_at(least - 1.0),
            _ => false,
        }
    }

    /// Says which values there are.
    fn described(&self) -> String {
        let ValueRange { least, most, .. } = self.range;
        match self.function {
            Some("family") => "`family` returns 4 or 6".to_owned(),
            Some("split") => "`split` returns at least one text".to_owned(),
            Some("%") => format!("the remainder is at most {most}"),
            Some(function) if most.is_finite() => format!("`{function}` returns {least} to {most}"),
            Some(function) => format!("`{function}` returns at least {least}"),
            None if self.range.is_at(least) => format!("the schema only allows {least}"),
            None if most.is_infinite() => format!("the schema allows at least {least}"),
            None if least.is_infinite() => format!("the schema allows at most {most}"),
            None => format!("the schema allows {least} to {most}"),
        }
    }

    /// Returns the help for a comparison whose result is certain.
    fn help(&self) -> String {
        match self.function {
            None => "correct the number, or the bound in the schema",
            Some("getMonth") => "January is 0, and December is 11",
            Some("getDayOfWeek") => "Sunday is 0, and Saturday is 6",
            Some("getDayOfMonth") => "the first day is 0; with `getDate()` it is 1",
            Some("getDayOfYear") => "the first day is 0",
            Some("getHours") => "midnight is 0, and the last hour is 23",
            Some("%") => "a remainder is less than the divisor: `== 0` is true for multiples of it",
            Some("split") => "compare with `''` to find an empty text",
            Some("compareTo") => "compare it with 0: `a.compareTo(b) > 0` is true if `a` is greater",
            Some("indexOf" | "lastIndexOf") => "it returns -1 if nothing is found: write `>= 0`",
            Some("size") => "write `size(…) > 0` or `size(…) == 0`",
            Some(_) => "correct the number",
        }
        .to_owned()
    }
}

/// A comparison with a number whose result is certain.
struct DecidedComparison<'a> {
    sign: &'a str,
    number: ValueRange,
    result: bool,
    is_whole_rule: bool,
    /// Whether the rule contains the value twice.
    is_one_of_two: bool,
}

/// Whether an expression is a list of the parts of a text around a separator, of which there is at least one.
fn is_split(ast: &Ast, id: NodeId) -> bool {
    let Kind::Call {
        function,
        target: Some(_),
        args,
    } = ast.kind(id)
    else {
        return false;
    };
    let &[separator] = ast.nodes(args) else {
        return false;
    };
    ast.text(function) == "split" && ast.string_literal(separator).is_some_and(|text| !text.is_empty())
}

/// Finds a comparison with a number whose result is certain: `getMonth() == 12`, `size(x) >= 0`.
pub(super) fn decided(
    ast: &Ast,
    id: NodeId,
    (one, sign, other): (NodeId, &str, NodeId),
    declared: &[(NodeId, DeclaredValue)],
) -> Option<ExpressionMistake> {
    let (of, sign, number) = match (number(ast, one), number(ast, other)) {
        (None, Some(number)) => (one, sign, number),
        (Some(number), None) => (other, mirror(sign), number),
        _ => return None,
    };
    let is_whole_rule = ast.root() == Some(id);
    let is_one_of_two = ast.source().matches(ast.source_of(of)).nth(1).is_some();
    Results::of(ast, of, declared).find_map(|results| {
        let result = results.compared(sign, number)?;
        let comparison = DecidedComparison {
            sign,
            number,
            result,
            is_whole_rule,
            is_one_of_two,
        };
        if results.is_usual(&comparison) {
            return None;
        }
        let (result, label) = if result {
            ("always true", "true for every value")
        } else {
            ("never true", "never true")
        };
        Some(ExpressionMistake {
            span: ast.node(id).span,
            message: format!("`{}` is {result}: {}", ast.source_of(id), results.described()),
            label,
            help: results.help(),
        })
    })
}

/// Finds a number in a list that a value never is.
pub(super) fn never_in(
    ast: &Ast,
    of: NodeId,
    list: NodeId,
    declared: &[(NodeId, DeclaredValue)],
) -> Option<ExpressionMistake> {
    let Kind::List { elements, .. } = ast.kind(list) else {
        return None;
    };
    Results::of(ast, of, declared).find_map(|results| {
        let is_never = |element: &&NodeId| {
            number(ast, **element).is_some_and(|number| {
                let comparison = DecidedComparison {
                    sign: "_==_",
                    number,
                    result: false,
                    is_whole_rule: false,
                    is_one_of_two: false,
                };
                results.compared("_==_", number) == Some(false) && !results.is_usual(&comparison)
            })
        };
        let element = *ast.nodes(elements).iter().find(is_never)?;
        Some(ExpressionMistake {
            span: ast.node(element).span,
            message: format!(
                "`{}` is never `{}`: {}",
                ast.source_of(of),
                ast.source_of(element),
                results.described()
            ),
            label: "never equal",
            help: results.help(),
        })
    })
}

/// Returns the number of a literal.
fn number(ast: &Ast, id: NodeId) -> Option<ValueRange> {
    matches!(ast.kind(id), Kind::Literal(_)).then(|| constant(ast, id))?
}

#[cfg(test)]
mod tests {
    use crate::facts::comparisons::help_of;

    #[test]
    fn numbers_that_a_function_never_returns() {
        for (rule, expected) in [
            (
                "self.a || self.t.getMonth() == 12",
                Some("January is 0, and December is 11"),
            ),
            (
                "self.t.getDayOfWeek() in [1, 7]",
                Some("Sunday is 0, and Saturday is 6"),
            ),
            ("self.t.getDayOfWeek() in [0, 6]", None),
            ("0 <= self.t.getMonth() && self.t.getMonth() <= 11", None),
            (
                "self.a && 0 <= size(self.l)",
                Some("write `size(…) > 0` or `size(…) == 0`"),
            ),
            (
                "self.a || size(self.l) < 0",
                Some("write `size(…) > 0` or `size(…) == 0`"),
            ),
            ("size(self.l) >= 0", None),
            ("self.a || size(self.l) <= 0", None),
            (
                "self.a && self.n.indexOf('x') > -2",
                Some("it returns -1 if nothing is found: write `>= 0`"),
            ),
            ("self.a && self.n.indexOf('x') > -1", None),
            (
                "self.n.indexOf('x') >= -1",
                Some("it returns -1 if nothing is found: write `>= 0`"),
            ),
            (
                "timestamp(self.t).getHours() == 24",
                Some("midnight is 0, and the last hour is 23"),
            ),
            ("self.t.getMinutes('UTC') in [0, 60]", Some("correct the number")),
            ("timestamp(self.t).getSeconds() > 59", Some("correct the number")),
            (
                "timestamp(self.t).getMilliseconds() < 1000",
                Some("correct the number"),
            ),
            (
                "self.t.getMonth() >= 1 && self.t.getMonth() <= 12",
                Some("January is 0, and December is 11"),
            ),
            ("self.t.getMonth() < 12", Some("January is 0, and December is 11")),
            ("self.a || self.t.getMonth() > -1 && self.t.getMonth() < 12", None),
            (
                "self.a || self.t.getDayOfWeek() != 7",
                Some("Sunday is 0, and Saturday is 6"),
            ),
            // It may be a duration.
            ("self.t.getHours() == 24", None),
            ("ip(self.a).family() == 5", Some("correct the number")),
            ("ip(self.a).family() == 6", None),
            ("cidr(self.a).prefixLength() > 128", Some("correct the number")),
            ("self.a || cidr(self.a).prefixLength() <= 128", None),
            (
                "self.a.split(',').size() == 0",
                Some("compare with `''` to find an empty text"),
            ),
            ("self.a.split(',').size() == 1", None),
            ("self.a.split('').size() == 0", None),
            (
                "self.q.compareTo(quantity('1')) == 2",
                Some("compare it with 0: `a.compareTo(b) > 0` is true if `a` is greater"),
            ),
        ] {
            assert_eq!(help_of(rule).as_deref(), expected, "{rule}");
        }
    }
}
