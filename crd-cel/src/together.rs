//! Finds rules that no value satisfies together.
//!
//! ```text
//! self > 5                      self < 5
//! self.min < self.max           self.min > self.max
//! has(self.a) && has(self.b)    !has(self.a)
//! self.startsWith('a')          self == 'b'
//! self.a < self.b               self.b < self.c && self.c < self.a
//! ```
//!
//! A rule holds only if all parts of its conjunction hold, so each part says something about `self`, or about a member of it, in
//! all rules of a node. Of a disjunction, each side is tried. Parts that are not understood say nothing.

mod operators;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::ast::{Ast, Kind, Literal, NodeId};
use crate::certain::{KnownValues, ValueRange, compare, operand, size_operand, tested};
use operators::{ABOVE, BELOW, EQUAL, inverse, mirror, mirrored, signs_of};

/// The maximum number of disjunctions of a rule of which each side is tried.
const MOST_SPLITS: usize = 24;

/// Whether a rule runs when an object is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldValue {
    /// A rule with `oldSelf` does not.
    Required,
    /// It does, and `oldSelf` has no value then: `optionalOldSelf: true`.
    Optional,
}

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
    known: KnownFacts,
    /// The rules with a disjunction of which both sides are possible. Later rules may exclude one.
    open: Vec<Arc<Ast>>,
}

/// What is known about the values.
#[derive(Clone, Debug, Default, PartialEq)]
struct KnownFacts {
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
    /// Rules that do not run when an object is created are not considered: without objects, there is nothing that they compare with.
    pub fn add(&mut self, ast: &Ast, old: OldValue, values: &dyn KnownValues) -> Option<RuleContradiction> {
        ast.root()?;
        if old == OldValue::Required && ast.source().contains("oldSelf") {
            return None;
        }
        match self.with(ast, values) {
            Some(facts) => {
                *self = facts;
                None
            }
            None if RuleReader::read(ast, values, KnownFacts::default()).is_none() => {
                Some(RuleContradiction::Itself)
            }
            None => Some(RuleContradiction::RulesBefore),
        }
    }

    /// Returns these facts and those of another rule; `None` if no value is possible.
    fn with(&self, ast: &Ast, values: &dyn KnownValues) -> Option<Self> {
        let (mut known, is_open) = RuleReader::read(ast, values, self.known.clone())?;
        let mut open = self.open.clone();
        if known != self.known {
            let mut still_open = Vec::new();
            for ast in open {
                let (more, is_open) = RuleReader::read(&ast, values, known)?;
                known = more;
                if is_open {
                    still_open.push(ast);
                }
            }
            open = still_open;
        }
        if is_open {
            open.push(Arc::new(ast.clone()));
        }
        Some(RuleFacts { known, open })
    }
}

/// Reads one rule. Each function adds what an expression shows to the facts, and returns whether a value is possible.
struct RuleReader<'a> {
    ast: &'a Ast,
    values: &'a dyn KnownValues,
    facts: KnownFacts,
    /// The number of further disjunctions of which each side is tried.
    splits: usize,
    /// Whether both sides of a disjunction are possible.
    is_open: bool,
}

/// An expression whose value has facts, and the name of that value.
struct NamedNode {
    key: String,
    node: NodeId,
}

impl<'a> RuleReader<'a> {
    /// Returns what a rule shows beside other facts, and whether both sides of a disjunction are possible; `None` if no value is.
    fn read(ast: &'a Ast, values: &'a dyn KnownValues, facts: KnownFacts) -> Option<(KnownFacts, bool)> {
        let mut reader = RuleReader {
            ast,
            values,
            facts,
            splits: MOST_SPLITS,
            is_open: false,
        };
        let is_possible = reader.is_possible(ast.root()?, Truth::True);
        is_possible.then_some((reader.facts, reader.is_open))
    }

    /// Adds that an expression has a result.
    fn is_possible(&mut self, id: NodeId, result: Truth) -> bool {
        match self.ast.kind(id) {
            Kind::Literal(Literal::Bool(value)) => Truth::of(value) == result,
            Kind::Call {
                function,
                target,
                args,
            } => {
                let ast = self.ast;
                self.call(ast.text(function), target, ast.nodes(args), result)
            }
            _ => match key(self.ast, id) {
                Some(key) => self.flag(key, id, result),
                None => true,
            },
        }
    }

    fn call(&mut self, function: &str, target: Option<NodeId>, args: &[NodeId], result: Truth) -> bool {
        let evaluates_all = function == "@in" || signs_of(function).is_some();
        if evaluates_all && args.iter().any(|id| self.is_error(*id)) {
            return false;
        }
        match (function, target, args, result) {
            ("!_", None, [one], _) => self.is_possible(*one, result.inverse()),
            ("_&&_", None, [one, other], Truth::True) | ("_||_", None, [one, other], Truth::False) => {
                self.is_possible(*one, result) && self.is_possible(*other, result)
            }
            ("_||_", None, [one, other], Truth::True) | ("_&&_", None, [one, other], Truth::False) => {
                self.is_either([&[(*one, result)], &[(*other, result)]])
            }
            ("_?_:_", None, [condition, one, other], _) => self.is_either([
                &[(*condition, Truth::True), (*one, result)],
                &[(*condition, Truth::False), (*other, result)],
            ]),
            ("_==_" | "_!=_", None, [one, other], _)
                if is_condition(self.ast, *one) || is_condition(self.ast, *other) =>
            {
                let is_equal = Truth::of(function == "_==_") == result;
                let second = |first: Truth| if is_equal { first } else { first.inverse() };
                self.is_either(
                    [Truth::True, Truth::False]
                        .map(|first| [(*one, first), (*other, second(first))])
                        .each_ref()
                        .map(|side| &side[..]),
                )
            }
            // When an object is created, there is no old one.
            ("hasValue", Some(target), [], _) if matches!(self.ast.kind(target), Kind::Ident(name) if self.ast.text(name) == "oldSelf") => {
                result == Truth::False
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

    /// Whether the evaluation of an expression is always an error: it divides by 0, or reads an element behind the end of a list.
    fn is_error(&self, id: NodeId) -> bool {
        let Some((function, args)) = self.ast.plain_call(id) else {
            return false;
        };
        let literal = |id: &NodeId| match self.ast.kind(*id) {
            Kind::Literal(Literal::Int(number)) => Some(number),
            _ => None,
        };
        match (function, args) {
            ("_/_" | "_%_", [_, divisor]) if literal(divisor) == Some(0) => true,
            #[expect(clippy::cast_precision_loss, reason = "no list is that long")]
            ("_[_]", [list, index]) => {
                let most = operand(self.ast, *list).and_then(|of| self.values.sizes(&of));
                literal(index)
                    .zip(most)
                    .is_some_and(|(index, sizes)| index as f64 >= sizes.most)
            }
            ("_+_" | "_-_" | "_*_" | "_/_" | "_%_" | "-_" | "size", args) => {
                args.iter().any(|id| self.is_error(*id))
            }
            _ => false,
        }
    }

    /// Adds that all expressions of one of two sides have results. Facts remain if only one of them is possible.
    fn is_either(&mut self, sides: [&[(NodeId, Truth)]; 2]) -> bool {
        let Some(left) = self.splits.checked_sub(1) else {
            return true;
        };
        self.splits = left;
        let before = self.facts.clone();
        let mut possible = Vec::new();
        for side in sides {
            self.facts = before.clone();
            if side.iter().all(|(id, result)| self.is_possible(*id, *result)) {
                possible.push(std::mem::take(&mut self.facts));
            }
        }
        let is_possible = !possible.is_empty();
        self.is_open |= possible.len() > 1;
        self.facts = match (possible.pop(), possible.pop()) {
            (Some(only), None) => only,
            _ => before,
        };
        is_possible
    }

    fn flag(&mut self, key: String, id: NodeId, result: Truth) -> bool {
        for (known, value) in &self.facts.flags {
            if *known == key {
                return *value == result;
            }
        }
        let known = match tested(self.ast, id) {
            Some(member) => self.values.has(&member).then_some(true),
            None => operand(self.ast, id).and_then(|of| self.values.boolean(&of)),
        };
        if known.is_some_and(|known| Truth::of(known) != result) {
            return false;
        }
        self.facts.flags.push((key, result));
        true
    }

    fn compares(&mut self, operator: &str, one: NodeId, other: NodeId) -> bool {
        let Some(signs) = signs_of(operator) else {
            return true;
        };
        match (key(self.ast, one), key(self.ast, other)) {
            // Before Kubernetes 1.34, an object with a null does not equal itself.
            (Some(one), Some(other)) if one == other => signs & EQUAL != 0 || operator == "_!=_",
            (Some(one), Some(other)) if one < other => self.sign(&one, &other, signs),
            (Some(one), Some(other)) => self.sign(&other, &one, mirrored(signs)),
            (Some(key), None) => self.with_literal(NamedNode { key, node: one }, operator, other),
            (None, Some(key)) => self.with_literal(NamedNode { key, node: other }, mirror(operator), one),
            (None, None) => true,
        }
    }

    fn sign(&mut self, one: &str, other: &str, signs: u8) -> bool {
        let signed = &mut self.facts.signs;
        let place = signed
            .iter()
            .position(|(known_one, known_other, _)| *known_one == one && *known_other == other);
        let signs = if let Some((_, _, known)) = place.and_then(|place| signed.get_mut(place)) {
            *known &= signs;
            *known
        } else {
            signed.push((one.to_owned(), other.to_owned(), signs));
            signs
        };
        let is_below = signs & ABOVE == 0;
        let is_above = signs & BELOW == 0;
        signs != 0
            && !(is_below && self.are_in_order(other, one, signs))
            && !(is_above && self.are_in_order(one, other, signs))
    }

    /// Whether a chain of comparisons says that a value is at most another, although they are not equal: by a comparison of the chain, or
    /// by `signs`.
    fn are_in_order(&self, one: &str, other: &str, signs: u8) -> bool {
        let mut reached = vec![(one, signs & EQUAL == 0)];
        let mut next = 0;
        while let Some((at, strict)) = reached.get(next).copied() {
            next += 1;
            for (first, second, signs) in &self.facts.signs {
                let step = match signs {
                    _ if first == at && signs & ABOVE == 0 => second,
                    _ if second == at && signs & BELOW == 0 => first,
                    _ => continue,
                };
                let found = (step.as_str(), strict || signs & EQUAL == 0);
                if found == (other, true) {
                    return true;
                }
                if !reached.contains(&found) {
                    reached.push(found);
                }
            }
        }
        false
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
            None => operand(self.ast, of.node).is_some_and(|of| self.values.integers(&of).is_some()),
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
                Some(of) => (operand(self.ast, of).and_then(|of| self.values.sizes(&of)), 0.0),
                None => (
                    operand(self.ast, of.node).and_then(|of| self.values.integers(&of)),
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
                let texts = self.values.texts(&operand(self.ast, of.node)?)?;
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

/// Whether an expression is certainly a boolean.
fn is_condition(ast: &Ast, id: NodeId) -> bool {
    match ast.kind(id) {
        Kind::Literal(Literal::Bool(_)) | Kind::Select { test_only: true, .. } => true,
        Kind::Call { function, .. } => {
            let function = ast.text(function);
            matches!(function, "!_" | "_&&_" | "_||_" | "@in" | "startsWith") || signs_of(function).is_some()
        }
        _ => false,
    }
}

/// Returns a name for `self`, a member of it, their sizes, and `has`.
fn key(ast: &Ast, id: NodeId) -> Option<String> {
    if let Some(of) = size_operand(ast, id) {
        return Some(format!("size({})", key_of(&operand(ast, of)?)));
    }
    if let Some(of) = operand(ast, id) {
        return Some(key_of(&of));
    }
    Some(format!("has({})", key_of(&tested(ast, id)?)))
}

fn key_of(names: &[&str]) -> String {
    names.iter().fold("self".to_owned(), |key, name| key + "." + name)
}
