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

/// What rules say about the values that satisfy all of them.
#[derive(Debug, Default)]
pub struct RuleFacts {
    /// The ranges of numbers and of sizes.
    ranges: Vec<(String, ValueRange)>,
    /// Whether booleans are true, and whether members are present.
    flags: Vec<(String, bool)>,
    /// How two values compare.
    signs: Vec<(String, String, u8)>,
    /// Prefixes of strings.
    prefixes: Vec<(String, String)>,
    /// The possible strings.
    texts: Vec<(String, Vec<String>)>,
}

impl RuleFacts {
    /// Adds a rule. Returns whether no value satisfies it together with the rules before it, by what is known about all values.
    ///
    /// Rules that compare with the old object are not considered, since they do not run when an object is created.
    pub fn contradicts(&mut self, ast: &Ast, values: &dyn KnownValues) -> bool {
        let Some(root) = ast.root() else { return false };
        if ast.source().contains("oldSelf") {
            return false;
        }
        !self.holds(ast, values, root, true)
    }

    /// Adds that an expression is true or false; returns whether that is possible.
    fn holds(&mut self, ast: &Ast, values: &dyn KnownValues, id: NodeId, is_true: bool) -> bool {
        match ast.kind(id) {
            Kind::Literal(Literal::Bool(value)) => value == is_true,
            Kind::Call {
                function,
                target,
                args,
            } => {
                let args = ast.nodes(args);
                match (ast.text(function), target, args) {
                    ("!_", None, [one]) => self.holds(ast, values, *one, !is_true),
                    ("_&&_", None, [one, other]) if is_true => {
                        self.holds(ast, values, *one, true) && self.holds(ast, values, *other, true)
                    }
                    ("_||_", None, [one, other]) if !is_true => {
                        self.holds(ast, values, *one, false) && self.holds(ast, values, *other, false)
                    }
                    ("@in", None, [one, list]) => self.is_in(ast, values, (*one, *list), is_true),
                    ("startsWith", Some(target), [prefix]) => {
                        self.starts_with(ast, values, (target, *prefix), is_true)
                    }
                    (operator, None, [one, other]) => {
                        let operator = if is_true {
                            Some(operator)
                        } else {
                            inverse(operator)
                        };
                        operator.is_none_or(|operator| self.compares(ast, values, operator, (*one, *other)))
                    }
                    _ => true,
                }
            }
            _ => match key(ast, id) {
                Some(key) => self.flag(key, is_true),
                None => true,
            },
        }
    }

    fn flag(&mut self, key: String, is_true: bool) -> bool {
        for (known, value) in &self.flags {
            if *known == key {
                return *value == is_true;
            }
        }
        self.flags.push((key, is_true));
        true
    }

    fn compares(
        &mut self,
        ast: &Ast,
        values: &dyn KnownValues,
        operator: &str,
        (one, other): (NodeId, NodeId),
    ) -> bool {
        let Some(signs) = signs_of(operator) else {
            return true;
        };
        match (key(ast, one), key(ast, other)) {
            (Some(one), Some(other)) if one == other => signs & EQUAL != 0,
            (Some(one), Some(other)) if one < other => self.sign(one, other, signs),
            (Some(one), Some(other)) => self.sign(other, one, mirrored(signs)),
            (Some(key), None) => self.with_literal(ast, values, (key, one), operator, other),
            (None, Some(key)) => {
                let operator = mirror(operator);
                self.with_literal(ast, values, (key, other), operator, one)
            }
            (None, None) => true,
        }
    }

    fn sign(&mut self, one: String, other: String, signs: u8) -> bool {
        for (known_one, known_other, known) in &mut self.signs {
            if *known_one == one && *known_other == other {
                *known &= signs;
                return *known != 0;
            }
        }
        self.signs.push((one, other, signs));
        true
    }

    fn with_literal(
        &mut self,
        ast: &Ast,
        values: &dyn KnownValues,
        (key, of): (String, NodeId),
        operator: &str,
        literal: NodeId,
    ) -> bool {
        if let Some(text) = ast.string_literal(literal) {
            return match operator {
                "_==_" => self.keep_texts(ast, values, (key, of), &[text], true),
                "_!=_" => self.keep_texts(ast, values, (key, of), &[text], false),
                _ => true,
            };
        }
        let Kind::Literal(Literal::Int(number)) = ast.kind(literal) else {
            return true;
        };
        if number.unsigned_abs() >= 1 << 53 {
            return true;
        }
        #[expect(clippy::cast_precision_loss, reason = "a float holds it")]
        let number = number as f64;
        let place = self.range(ast, values, key, of);
        let Some((_, known)) = self.ranges.get_mut(place) else {
            return true;
        };
        let at = ValueRange {
            least: number,
            most: number,
        };
        if compare(operator, *known, at) == Some(false) {
            return false;
        }
        // A size is an integer. Of other numbers, it is only known if their type is.
        let is_integer = match size_operand(ast, of) {
            Some(_) => true,
            None => operand(ast, of).is_some_and(|of| values.integers(of).is_some()),
        };
        let step = if is_integer { 1.0 } else { 0.0 };
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

    /// Returns the index of the range of a number or a size.
    fn range(&mut self, ast: &Ast, values: &dyn KnownValues, key: String, of: NodeId) -> usize {
        for (place, (known, _)) in self.ranges.iter().enumerate() {
            if *known == key {
                return place;
            }
        }
        let (range, least) = match size_operand(ast, of) {
            Some(of) => (operand(ast, of).and_then(|of| values.sizes(of)), 0.0),
            None => (
                operand(ast, of).and_then(|of| values.integers(of)),
                f64::NEG_INFINITY,
            ),
        };
        self.ranges.push((
            key,
            range.unwrap_or(ValueRange {
                least,
                most: f64::INFINITY,
            }),
        ));
        self.ranges.len() - 1
    }

    fn is_in(
        &mut self,
        ast: &Ast,
        values: &dyn KnownValues,
        (one, list): (NodeId, NodeId),
        is_true: bool,
    ) -> bool {
        let (Some(key), Kind::List { elements, .. }) = (key(ast, one), ast.kind(list)) else {
            return true;
        };
        let mut texts = Vec::new();
        for element in ast.nodes(elements) {
            match ast.string_literal(*element) {
                Some(text) => texts.push(text),
                None => return true,
            }
        }
        self.keep_texts(ast, values, (key, one), &texts, is_true)
    }

    /// Keeps the possible strings that are among some, or that are not.
    fn keep_texts(
        &mut self,
        ast: &Ast,
        values: &dyn KnownValues,
        (key, of): (String, NodeId),
        texts: &[&str],
        is_among: bool,
    ) -> bool {
        if let Some(place) = self.texts_of(ast, values, &key, of) {
            let Some((_, known)) = self.texts.get_mut(place) else {
                return true;
            };
            known.retain(|text| texts.contains(&text.as_str()) == is_among);
            return !known.is_empty();
        }
        if !is_among {
            return true;
        }
        let mut kept = Vec::new();
        for text in texts {
            let mut fits = true;
            for (of, prefix) in &self.prefixes {
                fits &= *of != key || text.starts_with(prefix.as_str());
            }
            if fits {
                kept.push((*text).to_owned());
            }
        }
        let is_possible = !kept.is_empty();
        self.texts.push((key, kept));
        is_possible
    }

    /// Returns the index of the possible strings, if they are known.
    fn texts_of(&mut self, ast: &Ast, values: &dyn KnownValues, key: &str, of: NodeId) -> Option<usize> {
        for (place, (known, _)) in self.texts.iter().enumerate() {
            if known == key {
                return Some(place);
            }
        }
        let texts = values.texts(operand(ast, of)?)?;
        self.texts.push((key.to_owned(), texts));
        Some(self.texts.len() - 1)
    }

    fn starts_with(
        &mut self,
        ast: &Ast,
        values: &dyn KnownValues,
        (of, prefix): (NodeId, NodeId),
        is_true: bool,
    ) -> bool {
        let (Some(key), Some(prefix)) = (key(ast, of), ast.string_literal(prefix)) else {
            return true;
        };
        if let Some(place) = self.texts_of(ast, values, &key, of) {
            let Some((_, known)) = self.texts.get_mut(place) else {
                return true;
            };
            known.retain(|text| text.starts_with(prefix) == is_true);
            return !known.is_empty();
        }
        if !is_true {
            return true;
        }
        for (known_of, known) in &self.prefixes {
            if *known_of == key && !known.starts_with(prefix) && !prefix.starts_with(known.as_str()) {
                return false;
            }
        }
        self.prefixes.push((key, prefix.to_owned()));
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
    use super::RuleFacts;
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
                found |= facts.contradicts(&ast, &Values);
            }
            assert_eq!(found, expected, "{rules:?}");
        }
    }
}
