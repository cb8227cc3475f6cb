//! Reads what one rule shows.

mod numbers;
mod texts;

use std::sync::Arc;

use crate::ast::{Ast, Kind, Literal, NodeId, Quantifier, QuantifierKind};

use crate::facts::known::{KnownValues, MemberPresence, ValueRange};
use crate::facts::operators::{ABOVE, BELOW, EQUAL, inverse, mirrored, signs_of};
use crate::facts::optional_terms::{is_absent_without_old, null_comparison};
use crate::facts::terms::{self, has_key, operand, tested};
use crate::facts::{KnownFacts, Truth};

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
    /// The lists and maps of the loops around what is read.
    loops: Vec<Vec<&'a str>>,
    old: AssumedOld,
}

/// What is assumed of `oldSelf`.
enum AssumedOld {
    Unknown,
    /// It is an optional without a value. The node is the first read of its value.
    Absent(Option<NodeId>),
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
        let mut reader = RuleReader::new(ast, values, facts, AssumedOld::Unknown);
        let is_possible = reader.is_possible(ast.root()?, result);
        is_possible.then_some((reader.facts, reader.is_open))
    }

    fn new(ast: &'a Ast, values: &'a dyn KnownValues, facts: KnownFacts, old: AssumedOld) -> Self {
        RuleReader {
            ast,
            values,
            facts,
            splits: MOST_SPLITS,
            is_open: false,
            names: Vec::new(),
            loops: Vec::new(),
            old,
        }
    }

    /// Whether a rule with an optional `oldSelf` may have a result when an object is created.
    pub(super) fn is_possible_on_create(ast: &'a Ast, values: &'a dyn KnownValues, result: Truth) -> bool {
        let mut reader = RuleReader::new(ast, values, KnownFacts::default(), AssumedOld::Absent(None));
        ast.root().is_none_or(|root| reader.is_possible(root, result))
    }

    /// Returns the read of `oldSelf` because of which a rule is true for no object that is created, although it is true for others.
    pub(super) fn fails_on_create(ast: &'a Ast, values: &'a dyn KnownValues) -> Option<NodeId> {
        let mut reader = RuleReader::new(ast, values, KnownFacts::default(), AssumedOld::Absent(None));
        if reader.is_possible(ast.root()?, Truth::True) {
            return None;
        }
        Self::read(ast, values, KnownFacts::default(), Truth::True)?;
        match reader.old {
            AssumedOld::Absent(read) => read,
            AssumedOld::Unknown => None,
        }
    }

    /// Whether an expression may have a result for values with these facts.
    #[cfg(feature = "comparisons")]
    pub(super) fn may_have_result(ast: &'a Ast, values: &'a dyn KnownValues, facts: KnownFacts) -> bool {
        let mut reader = RuleReader::new(ast, values, facts, AssumedOld::Unknown);
        ast.root().is_none_or(|root| reader.can_evaluate(root))
    }

    /// Whether an expression is an optional without a value.
    fn is_absent(&self, id: NodeId) -> bool {
        matches!(self.old, AssumedOld::Absent(_)) && is_absent_without_old(self.ast, id)
    }

    /// Adds that an expression has a result.
    fn is_possible(&mut self, id: NodeId, result: Truth) -> bool {
        match self.ast.kind(id) {
            Kind::Literal(Literal::Bool(value)) => Truth::of(value) == result,
            Kind::Call { target, args, .. } => {
                let ast = self.ast;
                self.call(id, target, ast.nodes(args), result)
            }
            Kind::Comprehension(_) => match self.ast.quantifier(id) {
                Some(found) => self.is_quantified(&found, result),
                None => self.can_evaluate(id),
            },
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
            ("hasValue", Some(of), [], _) if self.is_absent(of) => return result == Truth::False,
            ("orValue", Some(of), [other], _) if self.is_absent(of) => {
                return self.is_possible(*other, result);
            }
            ("_==_" | "_!=_", None, _, _)
                if matches!(self.old, AssumedOld::Absent(_)) && null_comparison(ast, id).is_some() =>
            {
                return Truth::of(function == "_!=_") == result;
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
                if let ("_?_:_", AssumedOld::Absent(_), &[condition, one, other]) =
                    (function, &self.old, ast.nodes(args))
                {
                    return self.can_evaluate_case(condition, one, other);
                }
                // These do not need all of their arguments.
                if matches!(
                    function,
                    "_&&_" | "_||_" | "_?_:_" | "_?._" | "_[?_]" | "@not_strictly_false"
                ) {
                    return true;
                }
                let args = match function {
                    "or" | "orValue" => &[],
                    _ => ast.nodes(args),
                };
                target.iter().chain(args).all(|arg| self.can_evaluate(*arg))
                    && match (function, args) {
                        ("value", []) => !self.reads_absent(id, target),
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

    /// Whether `all` or `exists` may have a result. If it needs an element for which the predicate has this result, there may be one.
    fn is_quantified(&mut self, found: &Quantifier, result: Truth) -> bool {
        if !self.can_evaluate(found.range) {
            return false;
        }
        let (mut range, mut filters) = (found.range, Vec::new());
        while let Some(mapped) = self.ast.mapped_list(range) {
            filters.extend(mapped.filter);
            range = mapped.range;
        }
        let Some(range) = operand(self.ast, range) else {
            return true;
        };
        let is_needed = (found.kind == QuantifierKind::Exists) == (result == Truth::True)
            || filters.is_empty() && self.values.sizes(&range).is_some_and(|sizes| sizes.least >= 1.0);
        // Elements of the same list in two loops are different.
        if !is_needed || self.loops.contains(&range) {
            return true;
        }
        // What is found is about one element.
        let before = (self.facts.clone(), self.is_open);
        self.loops.push(range);
        let is_possible = filters
            .iter()
            .all(|filter| self.is_possible(*filter, Truth::True))
            && self.is_possible(found.predicate, result);
        self.loops.pop();
        (self.facts, self.is_open) = before;
        is_possible
    }

    /// Whether one of two results can be evaluated.
    fn can_evaluate_case(&mut self, condition: NodeId, one: NodeId, other: NodeId) -> bool {
        let before = self.facts.clone();
        let mut is_possible = false;
        for (result, id) in [(Truth::True, one), (Truth::False, other)] {
            is_possible |= self.is_possible(condition, result) && self.can_evaluate(id);
            self.facts = before.clone();
        }
        is_possible
    }

    /// Whether an expression reads the value of an optional that has none.
    fn reads_absent(&mut self, id: NodeId, of: Option<NodeId>) -> bool {
        let is_absent = of.is_some_and(|of| self.is_absent(of));
        if let AssumedOld::Absent(read) = &mut self.old
            && is_absent
        {
            read.get_or_insert(id);
        }
        is_absent
    }

    /// Adds that the member whose value is read is present.
    fn is_present(&mut self, id: NodeId) -> bool {
        let Some(member) = operand(self.ast, id) else {
            return true;
        };
        self.values.presence(&member) == MemberPresence::Unknown
            || self.add_flag(has_key(&member), Truth::True)
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
        if !self.numbers_compare(operator, one, other)
            || !self.texts_compare(operator, one, other)
            || self.sums_compare(operator, one, other) == Some(false)
        {
            return false;
        }
        match (self.key(one), self.key(other)) {
            // Before Kubernetes 1.34, an object with a null does not equal itself.
            (Some(key), Some(same)) if key == same => {
                signs & EQUAL != 0 || operator == "_!=_" && !self.equals_itself(one)
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

    fn equals_itself(&self, id: NodeId) -> bool {
        operand(self.ast, id).is_some_and(|of| self.values.equals_itself(&of))
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
}

/// Returns the operator and the operands of a sum, a difference or a product.
fn arithmetic_operands(ast: &Ast, id: NodeId) -> Option<(&str, NodeId, NodeId)> {
    match ast.plain_call(id)? {
        (operator @ ("_+_" | "_-_" | "_*_"), [one, other]) => Some((operator, *one, *other)),
        _ => None,
    }
}

/// Whether an expression is certainly a boolean.
pub(super) fn is_condition(ast: &Ast, id: NodeId) -> bool {
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
