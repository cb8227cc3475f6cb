//! Reads what one rule shows.

use std::sync::Arc;

use crate::ast::{Ast, Kind, Literal, NodeId};

use super::known::{KnownValues, MemberPresence, ValueRange};
use super::operators::{ABOVE, BELOW, EQUAL, inverse, mirror, mirrored, signs_of};
use super::terms::{
    self, constant_text, has_key, member_key, operand, size_key, size_operand, tested, tested_key,
};
use super::{KnownFacts, Truth, ranges};

/// The maximum number of disjunctions of a rule of which each side is tried.
const MOST_SPLITS: usize = 24;

/// Reads one rule. Each function adds what an expression shows to the facts, and returns whether a value is possible.
pub(super) struct RuleReader<'a> {
    ast: &'a Ast,
    values: &'a dyn KnownValues,
    facts: KnownFacts,
    /// The number of further disjunctions of which each side is tried.
    splits: usize,
    /// Whether both sides of a disjunction are possible.
    is_open: bool,
    /// The names of the nodes that were asked for.
    names: Vec<NodeName>,
}

/// The name of a node of the tree of a rule.
#[derive(Clone)]
enum NodeName {
    NotAsked,
    Known(Option<Arc<str>>),
}

/// An expression whose value has facts, and the name of that value.
struct NamedNode {
    key: Arc<str>,
    node: NodeId,
}

impl<'a> RuleReader<'a> {
    /// Returns what the result of a rule shows beside other facts, and whether both sides of a disjunction are possible; `None` if no
    /// value has this result.
    pub(super) fn read(
        ast: &'a Ast,
        values: &'a dyn KnownValues,
        facts: KnownFacts,
        result: Truth,
    ) -> Option<(KnownFacts, bool)> {
        let mut reader = RuleReader {
            ast,
            values,
            facts,
            splits: MOST_SPLITS,
            is_open: false,
            names: Vec::new(),
        };
        let is_possible = reader.is_possible(ast.root()?, result);
        is_possible.then_some((reader.facts, reader.is_open))
    }

    /// Adds that an expression has a result.
    fn is_possible(&mut self, id: NodeId, result: Truth) -> bool {
        match self.ast.kind(id) {
            Kind::Literal(Literal::Bool(value)) => Truth::of(value) == result,
            Kind::Call { target, args, .. } => {
                let ast = self.ast;
                self.call(id, target, ast.nodes(args), result)
            }
            _ => self.can_evaluate(id) && self.flag(id, result),
        }
    }

    fn call(&mut self, id: NodeId, target: Option<NodeId>, args: &[NodeId], result: Truth) -> bool {
        let ast = self.ast;
        let Kind::Call { function, .. } = ast.kind(id) else {
            return true;
        };
        let function = ast.text(function);
        match (function, target, args, result) {
            ("!_", None, [one], _) => return self.is_possible(*one, result.inverse()),
            ("_&&_", None, [one, other], Truth::True) | ("_||_", None, [one, other], Truth::False) => {
                return self.is_possible(*one, result) && self.is_possible(*other, result);
            }
            ("_||_", None, [one, other], Truth::True) | ("_&&_", None, [one, other], Truth::False) => {
                return self.is_either([&[(*one, result)], &[(*other, result)]]);
            }
            ("_?_:_", None, [condition, one, other], _) => {
                return self.is_either([
                    &[(*condition, Truth::True), (*one, result)],
                    &[(*condition, Truth::False), (*other, result)],
                ]);
            }
            ("_==_" | "_!=_", None, [one, other], _)
                if (is_condition(ast, *one) || is_condition(ast, *other))
                    && !self.may_be_null(*one)
                    && !self.may_be_null(*other) =>
            {
                let is_equal = Truth::of(function == "_==_") == result;
                let second = |first: Truth| if is_equal { first } else { first.inverse() };
                return self.is_either(
                    [Truth::True, Truth::False]
                        .map(|first| [(*one, first), (*other, second(first))])
                        .each_ref()
                        .map(|side| &side[..]),
                );
            }
            // When an object is created, there is no old one.
            ("hasValue", Some(target), [], _) if matches!(ast.kind(target), Kind::Ident(name) if ast.text(name) == "oldSelf") =>
            {
                return result == Truth::False;
            }
            _ => {}
        }
        if !self.can_evaluate(id) {
            return false;
        }
        match (function, target, args) {
            ("@in", None, [one, list]) => self.is_in(*one, *list, result),
            ("startsWith" | "endsWith" | "contains", Some(of), [text]) => {
                self.has_part(function, of, *text, result) && self.flag(id, result)
            }
            ("isLessThan", Some(one), [other]) => self.compares_as("_<_", one, *other, result),
            ("isGreaterThan", Some(one), [other]) => self.compares_as("_>_", one, *other, result),
            (operator, None, [one, other]) if signs_of(operator).is_some() => {
                self.compares_as(operator, *one, *other, result)
            }
            _ => self.flag(id, result),
        }
    }

    /// Whether an expression whose value is needed may have one: it does not divide by 0, reads no element behind the end of a list, and
    /// no member that is absent. Adds that these members are present.
    fn can_evaluate(&mut self, id: NodeId) -> bool {
        match self.ast.kind(id) {
            Kind::Select {
                operand: of,
                test_only,
                ..
            } => {
                let is_read = self.can_evaluate(of);
                is_read && (test_only || self.is_present(id))
            }
            Kind::List { elements, .. } => {
                let ast = self.ast;
                ast.nodes(elements)
                    .iter()
                    .all(|element| self.can_evaluate(*element))
            }
            Kind::Call {
                function,
                target,
                args,
            } => {
                let ast = self.ast;
                let function = ast.text(function);
                // These do not need all of their arguments. `oldSelf.orValue(…)` and others have none with facts.
                if matches!(
                    function,
                    "_&&_" | "_||_" | "_?_:_" | "_?._" | "_[?_]" | "@not_strictly_false"
                ) {
                    return true;
                }
                let args = ast.nodes(args);
                target.iter().chain(args).all(|arg| self.can_evaluate(*arg))
                    && match (function, args) {
                        ("_/_" | "_%_", [one, divisor]) => {
                            // A number divided by 0.0 has a result.
                            let is_zero = matches!(ast.kind(*divisor), Kind::Literal(Literal::Int(0)));
                            !is_zero || self.range(*one).is_some_and(|range| !range.is_integers())
                        }
                        ("_[_]", [of, index]) => self.is_present(id) && self.has_element(*of, *index),
                        _ => true,
                    }
            }
            Kind::Comprehension(id) => {
                let found = self.ast.comprehension(id);
                found.is_none_or(|found| self.can_evaluate(found.iter_range))
            }
            _ => true,
        }
    }

    /// Adds that the member whose value is read is present.
    fn is_present(&mut self, id: NodeId) -> bool {
        let Some(member) = operand(self.ast, id) else {
            return true;
        };
        self.values.presence(&member) == MemberPresence::Unknown
            || self.add_flag(has_key(&member), Truth::True)
    }

    /// Adds that a list has an element with this index.
    fn has_element(&mut self, list: NodeId, index: NodeId) -> bool {
        let Kind::Literal(Literal::Int(index)) = self.ast.kind(index) else {
            return true;
        };
        let (Some(list_key), Ok(index)) = (self.key(list), u32::try_from(index)) else {
            return true;
        };
        let key = size_key(&list_key);
        let known = match self.known_range(&key) {
            Some(known) => Some(known),
            None => operand(self.ast, list).and_then(|of| self.values.sizes(&of)),
        };
        let known = known.unwrap_or(ValueRange::integers(0.0, f64::INFINITY));
        let needed = ValueRange::integers(f64::from(index), f64::INFINITY);
        let found = ranges::narrowed("_>_", known, needed);
        found.map(|found| self.set_range(key, found)).is_some()
    }

    /// Returns the name of an expression, also of sums, differences and products of integers.
    fn key(&mut self, id: NodeId) -> Option<Arc<str>> {
        if self.names.is_empty() {
            self.names = vec![NodeName::NotAsked; self.ast.len()];
        }
        if let Some(NodeName::Known(key)) = self.names.get(id.index()) {
            return key.clone();
        }
        let key = terms::key(self.ast, id).or_else(|| self.arithmetic_key(id));
        let key: Option<Arc<str>> = key.map(Into::into);
        if let Some(name) = self.names.get_mut(id.index()) {
            *name = NodeName::Known(key.clone());
        }
        key
    }

    fn arithmetic_key(&mut self, id: NodeId) -> Option<String> {
        let (operator, one, other) = arithmetic_operands(self.ast, id)?;
        let one = self.integer_key(one)?;
        let other = self.integer_key(other)?;
        Some(format!("{operator}({one},{other})"))
    }

    /// Returns the name of an expression that is an integer.
    fn integer_key(&mut self, id: NodeId) -> Option<Arc<str>> {
        if let Kind::Literal(Literal::Int(number)) = self.ast.kind(id) {
            return Some(number.to_string().into());
        }
        let key = self.key(id)?;
        // What has operands and a name is an integer.
        let is_integer = arithmetic_operands(self.ast, id).is_some()
            || self.range_of(id).is_some_and(ValueRange::is_integers);
        is_integer.then_some(key)
    }

    fn flag(&mut self, id: NodeId, result: Truth) -> bool {
        let Some(key) = self.key(id) else {
            return true;
        };
        let known = match tested(self.ast, id) {
            Some(member) => (self.values.presence(&member) == MemberPresence::Always).then_some(true),
            None => operand(self.ast, id).and_then(|of| self.values.boolean(&of)),
        };
        known.is_none_or(|known| Truth::of(known) == result) && self.add_flag(key, result)
    }

    fn add_flag(&mut self, key: Arc<str>, result: Truth) -> bool {
        if let Some((_, value)) = self.facts.flags.iter().find(|(known, _)| *known == key) {
            return *value == result;
        }
        self.facts.flags.push((key, result));
        true
    }

    fn compares_as(&mut self, operator: &str, one: NodeId, other: NodeId, result: Truth) -> bool {
        match result {
            Truth::True => self.compares(operator, one, other),
            Truth::False => inverse(operator).is_none_or(|operator| self.compares(operator, one, other)),
        }
    }

    fn compares(&mut self, operator: &str, one: NodeId, other: NodeId) -> bool {
        let Some(signs) = signs_of(operator) else {
            return true;
        };
        if !self.numbers_compare(operator, one, other) || !self.texts_compare(operator, one, other) {
            return false;
        }
        match (self.key(one), self.key(other)) {
            // Before Kubernetes 1.34, an object with a null does not equal itself.
            (Some(key), Some(same)) if key == same => {
                signs & EQUAL != 0 || operator == "_!=_" && !self.is_simple(one)
            }
            (Some(one), Some(other)) if one < other => self.sign(&one, &other, signs),
            (Some(one), Some(other)) => self.sign(&other, &one, mirrored(signs)),
            _ => true,
        }
    }

    /// Whether the value of a member may be null, which equals neither of two booleans.
    fn may_be_null(&self, id: NodeId) -> bool {
        operand(self.ast, id)
            .is_some_and(|of| !of.is_empty() && self.values.presence(&of) == MemberPresence::Unknown)
    }

    /// Whether the value of an expression is a number, a string or a boolean.
    fn is_simple(&self, id: NodeId) -> bool {
        let of = operand(self.ast, id);
        let name = of.and_then(|of| self.values.type_name(&of));
        name.is_some_and(|name| name != "list")
    }

    /// Adds the ranges of two numbers for which a comparison may be true.
    fn numbers_compare(&mut self, operator: &str, one: NodeId, other: NodeId) -> bool {
        let of_one = self.range(one);
        let of_other = self.range(other);
        if of_one.is_none() && of_other.is_none() {
            return true;
        }
        // What is compared with a number is one, or it is not equal.
        let of_one = of_one.unwrap_or(ValueRange::ANY);
        let of_other = of_other.unwrap_or(ValueRange::ANY);
        self.narrow(one, of_one, operator, of_other) && self.narrow(other, of_other, mirror(operator), of_one)
    }

    /// Adds the range of a number for which a comparison with a range may be true.
    fn narrow(&mut self, id: NodeId, known: ValueRange, operator: &str, other: ValueRange) -> bool {
        let Some(found) = ranges::narrowed(operator, known, other) else {
            return false;
        };
        if found != known
            && let Some(key) = self.key(id)
        {
            self.set_range(key, found);
        }
        true
    }

    fn set_range(&mut self, key: Arc<str>, range: ValueRange) {
        match self.facts.ranges.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = range,
            None => self.facts.ranges.push((key, range)),
        }
    }

    fn known_range(&self, key: &str) -> Option<ValueRange> {
        let mut ranges = self.facts.ranges.iter();
        ranges.find(|(known, _)| **known == *key).map(|(_, range)| *range)
    }

    /// Returns the range of the numbers that an expression may have as its result.
    fn range(&mut self, id: NodeId) -> Option<ValueRange> {
        let known = self.key(id).and_then(|key| self.known_range(&key));
        known.or_else(|| self.range_of(id))
    }

    fn range_of(&mut self, id: NodeId) -> Option<ValueRange> {
        if let Some(of) = size_operand(self.ast, id) {
            let known = operand(self.ast, of).and_then(|of| self.values.sizes(&of));
            return Some(known.unwrap_or(ValueRange::integers(0.0, f64::INFINITY)));
        }
        if let Some(constant) = ranges::constant(self.ast, id) {
            return Some(constant);
        }
        if let Some(of) = operand(self.ast, id) {
            return self.values.numbers(&of);
        }
        let Kind::Call {
            function,
            target,
            args,
        } = self.ast.kind(id)
        else {
            return None;
        };
        let function = self.ast.text(function);
        match (target, self.ast.nodes(args)) {
            (None, [one]) if function == "-_" => {
                ranges::arithmetic("_-_", ValueRange::integers(0.0, 0.0), self.range(*one)?)
            }
            (None, [of]) => self.converted(function, *of),
            (None, [condition, one, other]) if function == "_?_:_" => self.case(*condition, *one, *other),
            (None, [one, other]) => ranges::arithmetic(function, self.range(*one)?, self.range(*other)?),
            _ => ranges::of_function(function),
        }
    }

    /// Returns the range of the results of a case, which is one of two if the presence of its member is not known.
    fn case(&mut self, condition: NodeId, one: NodeId, other: NodeId) -> Option<ValueRange> {
        let member = tested(self.ast, condition)?;
        let is_required = self.values.presence(&member) == MemberPresence::Always;
        let key = has_key(&member);
        let known = self.facts.flags.iter().find(|(known, _)| *known == key);
        match known.map(|(_, result)| *result) {
            Some(Truth::False) => self.range(other),
            Some(Truth::True) => self.range(one),
            None if is_required => self.range(one),
            None => {
                self.is_open = true;
                Some(self.range(one)?.or(self.range(other)?))
            }
        }
    }

    /// Returns the range of the results of a conversion, if all texts that it may convert are known.
    fn converted(&self, function: &str, of: NodeId) -> Option<ValueRange> {
        let of = operand(self.ast, of)?;
        let known = self.facts.texts.iter().find(|(key, _)| **key == *member_key(&of));
        let texts = match known {
            Some((_, texts)) => texts.clone(),
            None => self.values.texts(&of)?,
        };
        let mut range: Option<ValueRange> = None;
        for text in texts {
            let number = ranges::converted(function, &text)?;
            let so_far = range.unwrap_or(ValueRange::reals(number, number));
            range = Some(ValueRange::reals(
                so_far.least.min(number),
                so_far.most.max(number),
            ));
        }
        range
    }

    /// Adds which of its possible texts a string may be.
    fn texts_compare(&mut self, operator: &str, one: NodeId, other: NodeId) -> bool {
        let result = match operator {
            "_==_" => Truth::True,
            "_!=_" => Truth::False,
            _ => return true,
        };
        let (of, text) = match (constant_text(self.ast, one), constant_text(self.ast, other)) {
            (Some(one), Some(other)) => return Truth::of(one == other) == result,
            (None, Some(text)) => (one, text),
            (Some(text), None) => (other, text),
            (None, None) => return true,
        };
        match self.key(of) {
            Some(key) => self.is_among(NamedNode { key, node: of }, &[text], result),
            None => true,
        }
    }

    fn is_in(&mut self, one: NodeId, list: NodeId, result: Truth) -> bool {
        if let Some(member) = tested_key(self.ast, one, list) {
            // A list has no members.
            return self.values.presence(&member) == MemberPresence::Unknown
                || self.add_flag(has_key(&member), result);
        }
        let (Some(key), Kind::List { elements, .. }) = (self.key(one), self.ast.kind(list)) else {
            return true;
        };
        let ast = self.ast;
        let elements = ast.nodes(elements);
        let texts: Option<Vec<&str>> = elements
            .iter()
            .map(|element| ast.string_literal(*element))
            .collect();
        if let Some(texts) = texts {
            return self.is_among(NamedNode { key, node: one }, &texts, result);
        }
        let numbers: Option<Vec<ValueRange>> = elements
            .iter()
            .map(|element| ranges::constant(ast, *element))
            .collect();
        match numbers {
            Some(numbers) => self.is_one_of(one, &numbers, result),
            None => true,
        }
    }

    /// Adds that a number is one of some, or that it is none of them.
    fn is_one_of(&mut self, id: NodeId, numbers: &[ValueRange], result: Truth) -> bool {
        let known = self.range(id).unwrap_or(ValueRange::ANY);
        if result == Truth::False {
            return numbers.iter().all(|number| {
                let known = self.range(id).unwrap_or(ValueRange::ANY);
                self.narrow(id, known, "_!=_", *number)
            });
        }
        let mut possible = numbers
            .iter()
            .filter_map(|number| ranges::narrowed("_==_", known, *number));
        let Some(first) = possible.next() else {
            return false;
        };
        let all = possible.fold(first, |all, number| ValueRange {
            least: all.least.min(number.least),
            most: all.most.max(number.most),
            ..all
        });
        self.narrow(id, known, "_==_", all)
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

    fn sign(&mut self, one: &Arc<str>, other: &Arc<str>, signs: u8) -> bool {
        let signed = &mut self.facts.signs;
        let place = signed
            .iter()
            .position(|(known_one, known_other, _)| *known_one == *one && *known_other == *other);
        let signs = if let Some((_, _, known)) = place.and_then(|place| signed.get_mut(place)) {
            *known &= signs;
            *known
        } else {
            signed.push((Arc::clone(one), Arc::clone(other), signs));
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
                    _ if **first == *at && signs & ABOVE == 0 => second,
                    _ if **second == *at && signs & BELOW == 0 => first,
                    _ => continue,
                };
                let found = (&**step, strict || signs & EQUAL == 0);
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
                let texts = self.known_texts(of.node)?;
                self.facts.texts.push((Arc::clone(&of.key), texts));
                self.facts.texts.len() - 1
            }
        };
        self.facts.texts.get_mut(place).map(|(_, texts)| texts)
    }

    /// Returns the possible strings of a member, and the possible type of `type(…)`.
    fn known_texts(&self, id: NodeId) -> Option<Vec<String>> {
        match self.ast.plain_call(id) {
            Some(("type", [of])) => {
                let of = operand(self.ast, *of)?;
                Some(vec![self.values.type_name(&of)?.to_owned()])
            }
            _ => self.values.texts(&operand(self.ast, id)?),
        }
    }

    /// Adds that a string has a prefix, a suffix or a part.
    fn has_part(&mut self, function: &str, node: NodeId, part: NodeId, result: Truth) -> bool {
        let (Some(key), Some(part)) = (self.key(node), self.ast.string_literal(part)) else {
            return true;
        };
        let of = NamedNode { key, node };
        if let Some(known) = self.texts(&of) {
            known.retain(|text| {
                let has = match function {
                    "startsWith" => text.starts_with(part),
                    "endsWith" => text.ends_with(part),
                    _ => text.contains(part),
                };
                Truth::of(has) == result
            });
            return !known.is_empty();
        }
        if result == Truth::False || function != "startsWith" {
            return true;
        }
        for (known_of, known) in &self.facts.prefixes {
            if *known_of == of.key && !known.starts_with(part) && !part.starts_with(known.as_str()) {
                return false;
            }
        }
        self.facts.prefixes.push((of.key, part.to_owned()));
        true
    }
}

/// Returns the operator and the operands of a sum, a difference or a product.
fn arithmetic_operands(ast: &Ast, id: NodeId) -> Option<(&str, NodeId, NodeId)> {
    match ast.plain_call(id)? {
        (operator @ ("_+_" | "_-_" | "_*_"), [one, other]) => Some((operator, *one, *other)),
        _ => None,
    }
}

/// Whether an expression is certainly a boolean.
fn is_condition(ast: &Ast, id: NodeId) -> bool {
    match ast.kind(id) {
        Kind::Literal(Literal::Bool(_)) | Kind::Select { test_only: true, .. } => true,
        Kind::Call { function, .. } => {
            let function = ast.text(function);
            matches!(
                function,
                "!_" | "_&&_" | "_||_" | "@in" | "startsWith" | "endsWith" | "contains" | "matches"
            ) || signs_of(function).is_some()
        }
        _ => false,
    }
}
