//! Finds rules that no value satisfies together.
//!
//! ```text
//! self > 5                      self < 5
//! self.min < self.max           self.min > self.max
//! has(self.a) && has(self.b)    !has(self.a)
//! self.startsWith('a')          self == 'b'
//! ```
//!
//! A rule holds only if all parts of its conjunction hold, so each part says something about `self`, or about a member of it, in
//! all rules of a node. Parts that are not understood say nothing.

use crate::ast::{Ast, Kind, Literal, NodeId};
use crate::certain::{KnownValues, Operand, ValueRange, compare, operand, size_operand};

/// `a < b`, `a == b` and `a > b`, of which a comparison allows some.
const BELOW: u8 = 1;
const EQUAL: u8 = 2;
const ABOVE: u8 = 4;

/// What the results of expressions show about values.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Truth {
    True,
    False,
}

impl Truth {
    fn inverse(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
        }
    }

    fn of(is_true: bool) -> Self {
        if is_true { Self::True } else { Self::False }
    }
}

/// Why no value satisfies a rule together with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleContradiction {
    /// No value satisfies the rule, whatever the other rules are.
    Itself,
    /// No value that satisfies the rules before it satisfies it.
    RulesBefore,
}

/// What rules show about the values that satisfy all of them.
#[derive(Clone, Debug, Default)]
pub struct RuleFacts {
    /// The ranges of numbers and of sizes.
    ranges: Vec<(String, ValueRange)>,
    /// Whether booleans are true, and whether members are present.
    flags: Vec<(String, Truth)>,
    /// How two values compare.
    signs: Vec<(String, String, u8)>,
    /// Prefixes of strings.
    prefixes: Vec<(String, String)>,
    /// The possible strings.
    texts: Vec<(String, Vec<String>)>,
}

impl RuleFacts {
    /// Adds a rule. Returns why no value satisfies it together with the rules before it, if that is so; then nothing is added.
    ///
    /// Rules that compare with the old object are not considered, since they do not run when an object is created.
    pub fn add(&mut self, ast: &Ast, values: &dyn KnownValues) -> Option<RuleContradiction> {
        let root = ast.root()?;
        if ast.source().contains("oldSelf") {
            return None;
        }
        let is_possible = |mut facts: Self| {
            let mut reader = RuleReader {
                ast,
                values,
                facts: &mut facts,
            };
            reader.is_possible(root, Truth::True).then_some(facts)
        };
        match is_possible(self.clone()) {
            Some(facts) => {
                *self = facts;
                None
            }
            None if is_possible(Self::default()).is_none() => Some(RuleContradiction::Itself),
            None => Some(RuleContradiction::RulesBefore),
        }
    }
}

/// Reads one rule. Each function adds what an expression shows to the facts, and returns whether a value is possible.
struct RuleReader<'a> {
    ast: &'a Ast,
    values: &'a dyn KnownValues,
    facts: &'a mut RuleFacts,
}

/// An expression whose value has facts, and the name of that value.
struct NamedNode {
    key: String,
    node: NodeId,
}

impl RuleReader<'_> {
    /// Adds that an expression has a result.
    fn is_possible(&mut self, id: NodeId, result: Truth) -> bool {
        match self.ast.kind(id) {
            Kind::Literal(Literal::Bool(value)) => Truth::of(value) == result,
            Kind::Call {
                function,
                target,
                args,
            } => self.call(self.ast.text(function), target, self.ast.nodes(args), result),
            _ => match key(self.ast, id) {
                Some(key) => self.flag(key, result),
                None => true,
            },
        }
    }

    fn call(&mut self, function: &str, target: Option<NodeId>, args: &[NodeId], result: Truth) -> bool {
        match (function, target, args, result) {
            ("!_", None, [one], _) => self.is_possible(*one, result.inverse()),
            ("_&&_", None, [one, other], Truth::True) | ("_||_", None, [one, other], Truth::False) => {
                self.is_possible(*one, result) && self.is_possible(*other, result)
            }
            ("@in", None, [one, list], _) => self.is_in(*one, *list, result),
            ("startsWith", Some(target), [prefix], _) => self.starts_with(target, *prefix, result),
            (operator, None, [one, other], Truth::True) => self.compares(operator, *one, *other),
            (operator, None, [one, other], Truth::False) => {
                inverse(operator).is_none_or(|operator| self.compares(operator, *one, *other))
            }
            _ => true,
        }
    }

    fn flag(&mut self, key: String, result: Truth) -> bool {
        for (known, value) in &self.facts.flags {
            if *known == key {
                return *value == result;
            }
        }
        self.facts.flags.push((key, result));
        true
    }

    fn compares(&mut self, operator: &str, one: NodeId, other: NodeId) -> bool {
        let Some(signs) = signs_of(operator) else {
            return true;
        };
        match (key(self.ast, one), key(self.ast, other)) {
            (Some(one), Some(other)) if one == other => signs & EQUAL != 0,
            (Some(one), Some(other)) if one < other => self.sign(one, other, signs),
            (Some(one), Some(other)) => self.sign(other, one, mirrored(signs)),
            (Some(key), None) => self.with_literal(NamedNode { key, node: one }, operator, other),
            (None, Some(key)) => self.with_literal(NamedNode { key, node: other }, mirror(operator), one),
            (None, None) => true,
        }
    }

    fn sign(&mut self, one: String, other: String, signs: u8) -> bool {
        for (known_one, known_other, known) in &mut self.facts.signs {
            if *known_one == one && *known_other == other {
                *known &= signs;
                return *known != 0;
            }
        }
        self.facts.signs.push((one, other, signs));
        true
    }

    fn with_literal(&mut self, of: NamedNode, operator: &str, literal: NodeId) -> bool {
        if let Some(text) = self.ast.string_literal(literal) {
            return match operator {
                "_==_" => self.is_among(of, &[text], Truth::True),
                "_!=_" => self.is_among(of, &[text], Truth::False),
                _ => true,
            };
        }
        let Kind::Literal(Literal::Int(number)) = self.ast.kind(literal) else {
            return true;
        };
        if number.unsigned_abs() >= 1 << 53 {
            return true;
        }
        #[expect(clippy::cast_precision_loss, reason = "a float holds it")]
        let number = number as f64;
        // Sizes are integers. Of other numbers, only the type shows it.
        let is_integer = match size_operand(self.ast, of.node) {
            Some(_) => true,
            None => operand(self.ast, of.node).is_some_and(|of| self.values.integers(of).is_some()),
        };
        let step = if is_integer { 1.0 } else { 0.0 };
        let at = ValueRange {
            least: number,
            most: number,
        };
        let known = self.range(of);
        if compare(operator, *known, at) == Some(false) {
            return false;
        }
        match operator {
            "_<_" => known.most = known.most.min(number - step),
            "_<=_" => known.most = known.most.min(number),
            "_>_" => known.least = known.least.max(number + step),
            "_>=_" => known.least = known.least.max(number),
            "_==_" => *known = at,
            _ => {}
        }
        true
    }

    /// Returns the range of a number or a size.
    fn range(&mut self, of: NamedNode) -> &mut ValueRange {
        let place = self.facts.ranges.iter().position(|(known, _)| *known == of.key);
        let place = place.unwrap_or_else(|| {
            let (range, least) = match size_operand(self.ast, of.node) {
                Some(of) => (operand(self.ast, of).and_then(|of| self.values.sizes(of)), 0.0),
                None => (
                    operand(self.ast, of.node).and_then(|of| self.values.integers(of)),
                    f64::NEG_INFINITY,
                ),
            };
            let range = range.unwrap_or(ValueRange {
                least,
                most: f64::INFINITY,
            });
            self.facts.ranges.push((of.key, range));
            self.facts.ranges.len() - 1
        });
        &mut self.facts.ranges[place].1
    }

    fn is_in(&mut self, one: NodeId, list: NodeId, result: Truth) -> bool {
        let (Some(key), Kind::List { elements, .. }) = (key(self.ast, one), self.ast.kind(list)) else {
            return true;
        };
        let mut texts = Vec::new();
        for element in self.ast.nodes(elements) {
            match self.ast.string_literal(*element) {
                Some(text) => texts.push(text),
                None => return true,
            }
        }
        self.is_among(NamedNode { key, node: one }, &texts, result)
    }

    /// Keeps the possible strings that are among some, or that are not.
    fn is_among(&mut self, of: NamedNode, texts: &[&str], result: Truth) -> bool {
        if let Some(known) = self.texts(&of) {
            known.retain(|text| Truth::of(texts.contains(&text.as_str())) == result);
            return !known.is_empty();
        }
        if result == Truth::False {
            return true;
        }
        let mut kept = Vec::new();
        for text in texts {
            let mut fits = true;
            for (known, prefix) in &self.facts.prefixes {
                fits &= *known != of.key || text.starts_with(prefix.as_str());
            }
            if fits {
                kept.push((*text).to_owned());
            }
        }
        let is_possible = !kept.is_empty();
        self.facts.texts.push((of.key, kept));
        is_possible
    }

    /// Returns the possible strings, if they are known.
    fn texts(&mut self, of: &NamedNode) -> Option<&mut Vec<String>> {
        let place = match self.facts.texts.iter().position(|(known, _)| *known == of.key) {
            Some(place) => place,
            None => {
                let texts = self.values.texts(operand(self.ast, of.node)?)?;
                self.facts.texts.push((of.key.clone(), texts));
                self.facts.texts.len() - 1
            }
        };
        self.facts.texts.get_mut(place).map(|(_, texts)| texts)
    }

    fn starts_with(&mut self, node: NodeId, prefix: NodeId, result: Truth) -> bool {
        let (Some(key), Some(prefix)) = (key(self.ast, node), self.ast.string_literal(prefix)) else {
            return true;
        };
        let of = NamedNode { key, node };
        if let Some(known) = self.texts(&of) {
            known.retain(|text| Truth::of(text.starts_with(prefix)) == result);
            return !known.is_empty();
        }
        if result == Truth::False {
            return true;
        }
        for (known_of, known) in &self.facts.prefixes {
            if *known_of == of.key && !known.starts_with(prefix) && !prefix.starts_with(known.as_str()) {
                return false;
            }
        }
        self.facts.prefixes.push((of.key, prefix.to_owned()));
        true
    }
}

/// Returns a name for `self`, a member of it, their sizes, and `has`.
fn key(ast: &Ast, id: NodeId) -> Option<String> {
    if let Some(of) = size_operand(ast, id) {
        return Some(format!("size({})", key_of(operand(ast, of)?)));
    }
    if let Some(of) = operand(ast, id) {
        return Some(key_of(of));
    }
    match ast.kind(id) {
        Kind::Select {
            operand: of,
            field,
            test_only: true,
        } if crate::certain::is_self(ast, of) => Some(format!("has(self.{})", ast.text(field))),
        _ => None,
    }
}

fn key_of(operand: Operand<'_>) -> String {
    match operand {
        Operand::Whole => "self".to_owned(),
        Operand::Member(name) => format!("self.{name}"),
    }
}

fn signs_of(operator: &str) -> Option<u8> {
    Some(match operator {
        "_<_" => BELOW,
        "_<=_" => BELOW | EQUAL,
        "_>_" => ABOVE,
        "_>=_" => ABOVE | EQUAL,
        "_==_" => EQUAL,
        "_!=_" => BELOW | ABOVE,
        _ => return None,
    })
}

fn mirrored(signs: u8) -> u8 {
    signs & EQUAL | (signs & BELOW) << 2 | (signs & ABOVE) >> 2
}

/// Returns the operator with its operands exchanged.
fn mirror(operator: &str) -> &str {
    match operator {
        "_<_" => "_>_",
        "_<=_" => "_>=_",
        "_>_" => "_<_",
        "_>=_" => "_<=_",
        _ => operator,
    }
}

/// Returns the operator that is true where another is false.
fn inverse(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "_<_" => "_>=_",
        "_<=_" => "_>_",
        "_>_" => "_<=_",
        "_>=_" => "_<_",
        "_==_" => "_!=_",
        "_!=_" => "_==_",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{RuleContradiction, RuleFacts};
    use crate::CompatVersion;
    use crate::certain::{KnownValues, Operand, ValueRange};

    /// `self` and `self.n` are integers, `self.color` is red or green.
    struct Values;

    impl KnownValues for Values {
        fn integers(&self, of: Operand<'_>) -> Option<ValueRange> {
            matches!(of, Operand::Whole | Operand::Member("n")).then_some(ValueRange {
                least: -100.0,
                most: 100.0,
            })
        }

        fn sizes(&self, _: Operand<'_>) -> Option<ValueRange> {
            None
        }

        fn has(&self, _: &str) -> bool {
            false
        }

        fn texts(&self, of: Operand<'_>) -> Option<Vec<String>> {
            matches!(of, Operand::Member("color")).then(|| vec!["red".to_owned(), "green".to_owned()])
        }
    }

    #[test]
    fn rules_that_contradict_each_other() {
        for (rules, expected) in [
            (&["self > 5", "self < 5"][..], true),
            (&["self > 5 && self < 6"], true),
            (&["self.f > 5 && self.f < 6"], false),
            (&["self.f > 5 && self.f < 5"], true),
            (&["self >= 5", "5 >= self"], false),
            (&["self >= 5", "5 > self"], true),
            (&["self == 5", "self == 6"], true),
            (&["self == 5", "self != 5"], true),
            (&["self > 100"], true),
            (&["self > 5 || self < 5"], false),
            (&["!(self > 5 || self <= 5)"], true),
            (&["self.a < self.b", "self.b < self.a"], true),
            (&["self.a < self.b", "self.a <= self.b"], false),
            (&["self.a <= self.b", "self.b <= self.a"], false),
            (
                &["self.a <= self.b", "self.b <= self.a", "self.a != self.b"],
                true,
            ),
            (&["has(self.a) && has(self.b)", "!has(self.a)"], true),
            (&["has(self.a) || has(self.b)", "!has(self.a)"], false),
            (&["self.on", "!self.on"], true),
            (&["self.on", "!self.off"], false),
            (&["size(self.a) > 3", "self.a.size() < 3"], true),
            (&["size(self.a) > 3", "self.b.size() < 3"], false),
            (&["size(self.a) < 0"], true),
            (&["self.s == 'a'", "self.s == 'b'"], true),
            (&["self.s in ['a', 'b']", "self.s in ['b', 'c']"], false),
            (&["self.s in ['a', 'b']", "self.s in ['c']"], true),
            (&["self.s != 'a'", "self.s != 'b'"], false),
            (&["self.s.startsWith('a')", "self.s.startsWith('b')"], true),
            (&["self.s.startsWith('a')", "self.s.startsWith('ab')"], false),
            (&["self.s.startsWith('a')", "self.s == 'b'"], true),
            (&["self.s == 'b'", "self.s.startsWith('a')"], true),
            (&["self.color == 'blue'"], true),
            (&["self.color != 'red'", "self.color != 'green'"], true),
            (&["self.color != 'red'"], false),
            (
                &[
                    "self.s == 'a'",
                    "oldSelf.s == 'b'",
                    "self.s == 'b' || oldSelf.s == 'a'",
                ],
                false,
            ),
            (&["self.all(x, x > 5)", "self.all(x, x < 5)"], false),
            (&["self.a < self.a"], true),
            (&["self.a == self.a"], false),
            (&["false"], true),
        ] {
            let mut facts = RuleFacts::default();
            let mut found = false;
            for rule in rules {
                let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
                found |= facts.add(&ast, &Values).is_some();
            }
            assert_eq!(found, expected, "{rules:?}");
        }
    }

    #[test]
    fn a_contradiction_in_the_rule_itself_is_told_from_one_with_the_rules_before_it() {
        let mut facts = RuleFacts::default();
        for (rule, expected) in [
            ("self > 5", None),
            ("self.a < self.a", Some(RuleContradiction::Itself)),
            ("self < 5", Some(RuleContradiction::RulesBefore)),
            ("self < 8 && self < 5", Some(RuleContradiction::RulesBefore)),
            // Nothing of the rules that contradict others remains.
            ("self > 9", None),
        ] {
            let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
            assert_eq!(facts.add(&ast, &Values), expected, "{rule}");
        }
    }
}
