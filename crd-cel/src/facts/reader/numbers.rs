//! Reads what comparisons show about numbers and sizes.

use std::sync::Arc;

use super::RuleReader;
use crate::ast::{Ast, Kind, Literal, NodeId};
use crate::facts::known::{MemberPresence, ValueRange};
use crate::facts::operators::mirror;
use crate::facts::terms::{has_key, member_key, operand, size_key, size_operand, tested};
use crate::facts::{Truth, ranges};

/// Returns the names on the way to the member of an optional selection: `self.?a`.
fn optional_member(ast: &Ast, id: NodeId) -> Option<Vec<&str>> {
    let ("_?._", &[of, name]) = ast.plain_call(id)? else {
        return None;
    };
    let mut names = operand(ast, of)?;
    names.push(ast.string_literal(name)?);
    Some(names)
}

impl RuleReader<'_> {
    /// Adds that a list has an element with this index.
    pub(super) fn has_element(&mut self, list: NodeId, index: NodeId) -> bool {
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

    /// Adds the ranges of two numbers for which a comparison may be true.
    pub(super) fn numbers_compare(&mut self, operator: &str, one: NodeId, other: NodeId) -> bool {
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

    /// Compares two sums of the same number and a constant: `self.a >= self.a + 1`. An overflow is an error.
    pub(super) fn sums_compare(&mut self, operator: &str, one: NodeId, other: NodeId) -> Option<bool> {
        let ((one, more), (other, than)) = (self.sum(one), self.sum(other));
        let has_sum = more != 0.0 || than != 0.0;
        if !has_sum || self.key(one)? != self.key(other)? {
            return None;
        }
        ranges::compare(
            operator,
            ValueRange::integers(more, more),
            ValueRange::integers(than, than),
        )
    }

    /// Returns the number and the constant of a sum or a difference; 0 if it is none.
    fn sum(&self, id: NodeId) -> (NodeId, f64) {
        let constant = |id| match self.ast.kind(id) {
            Kind::Literal(Literal::Int(number)) => i32::try_from(number).ok().map(f64::from),
            _ => None,
        };
        let found = match self.ast.plain_call(id) {
            Some(("_+_", [one, other])) => constant(*other).map(|number| (*one, number)),
            Some(("_-_", [one, other])) => constant(*other).map(|number| (*one, -number)),
            _ => None,
        };
        found.unwrap_or((id, 0.0))
    }

    /// Adds the range of a number for which a comparison with a range may be true.
    pub(super) fn narrow(
        &mut self,
        id: NodeId,
        known: ValueRange,
        operator: &str,
        other: ValueRange,
    ) -> bool {
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

    pub(super) fn set_range(&mut self, key: Arc<str>, range: ValueRange) {
        match self.facts.ranges.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = range,
            None => self.facts.ranges.push((key, range)),
        }
    }

    pub(super) fn known_range(&self, key: &str) -> Option<ValueRange> {
        let mut ranges = self.facts.ranges.iter();
        ranges.find(|(known, _)| **known == *key).map(|(_, range)| *range)
    }

    /// Returns the range of the numbers that an expression may have as its result.
    pub(super) fn range(&mut self, id: NodeId) -> Option<ValueRange> {
        let known = self.key(id).and_then(|key| self.known_range(&key));
        known.or_else(|| self.range_of(id))
    }

    pub(super) fn range_of(&mut self, id: NodeId) -> Option<ValueRange> {
        if let Some(of) = size_operand(self.ast, id) {
            return Some(ranges::of_size(self.ast, self.values, of));
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
            (Some(optional), [other]) if function == "orValue" => {
                let member = optional_member(self.ast, optional)?;
                Some(self.values.numbers(&member)?.or(self.range(*other)?))
            }
            (None, [of]) => self.converted(function, *of),
            (None, [condition, one, other]) if function == "_?_:_" => self.case(*condition, *one, *other),
            (None, [one, other]) => ranges::arithmetic(function, self.range(*one)?, self.range(*other)?),
            _ => ranges::of_function(function),
        }
    }

    /// Returns the range of the results of a case, which is one of two if the presence of its member is not known.
    pub(super) fn case(&mut self, condition: NodeId, one: NodeId, other: NodeId) -> Option<ValueRange> {
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
    pub(super) fn converted(&self, function: &str, of: NodeId) -> Option<ValueRange> {
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

    /// Adds that a number is one of some, or that it is none of them.
    pub(super) fn is_one_of(&mut self, id: NodeId, numbers: &[ValueRange], result: Truth) -> bool {
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
}
