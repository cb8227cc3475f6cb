//! Evaluates conditions to bools.

use super::run::{Bound, Scope, Tree, made};
use super::{Node, Place};
use crate::eval::data::DataKind;
use crate::eval::frequent;
use crate::eval::function::Function;
use crate::eval::plan::{Constant, ConstantSet, Plain};
use crate::eval::value::Value;

use serde_json::Value as Json;

impl<'p: 'a, 'a> Tree<'_, 'a> {
    /// Whether a condition holds.
    pub(super) fn test(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<bool> {
        match node {
            Node::Constant(Constant::Literal(Plain::Bool(value))) => Some(*value),
            Node::Has(path) => self.has(path, scope),
            Node::Not(condition) => {
                self.charge(1)?;
                self.test(condition, scope).map(|holds| !holds)
            }
            Node::And(sides) => {
                let [left, right] = &**sides;
                match self.test(left, scope) {
                    Some(true) => self.test(right, scope),
                    Some(false) => Some(false),
                    None => self.absorbed(false, |tree| tree.test(right, scope)),
                }
            }
            Node::Or(sides) => {
                let [left, right] = &**sides;
                match self.test(left, scope) {
                    Some(true) => Some(true),
                    Some(false) => self.test(right, scope),
                    None => self.absorbed(true, |tree| tree.test(right, scope)),
                }
            }
            Node::If(parts) => {
                let [condition, yes, no] = &**parts;
                let taken = if self.test(condition, scope)? { yes } else { no };
                self.test(taken, scope)
            }
            Node::Ints { function, sides } => {
                let [left, right] = &**sides;
                self.charge(1)?;
                let Some(left) = self.int(left, scope) else {
                    return self.left_failed(|tree| tree.int(right, scope));
                };
                let right = match right {
                    Node::Constant(Constant::Literal(Plain::Int(right))) => *right,
                    right => self.int(right, scope)?,
                };
                frequent::compare_ints(*function, left, right)
            }
            Node::Bools { function, sides } => {
                let [left, right] = &**sides;
                self.charge(1)?;
                let Some(left) = self.test(left, scope) else {
                    return self.left_failed(|tree| tree.test(right, scope));
                };
                let are_equal = left == self.test(right, scope)?;
                Some(are_equal == (*function == Function::Equals))
            }
            Node::Durations { function, sides } => {
                let [left, right] = &**sides;
                self.charge(1)?;
                let Some(left) = self.duration(left, scope) else {
                    return self.left_failed(|tree| tree.duration(right, scope));
                };
                frequent::compare_ints(*function, left, self.duration(right, scope)?)
            }
            Node::Texts { site, sides } => self.texts(site, sides, scope),
            Node::In { set, value } => self.is_in(set, value, scope),
            Node::Member(sides) => {
                let found = self.is_member(sides, scope);
                self.unless_failed(found)
            }
            Node::Form { site, text } => self.has_form(site, text, scope),
            Node::Matches(matches) => self.matches(matches, scope),
            Node::Decided { loop_, value } => self.decided(loop_, *value, scope),
            Node::One(loop_) => self.one(loop_, scope),
            Node::Path(path) => match self.path(path, scope)? {
                (Json::Bool(value), schema) if schema.kind == DataKind::Bool => Some(*value),
                _ => None,
            },
            node => match self.bound(node, scope)? {
                Bound::Data(Json::Bool(value), schema) if schema.kind == DataKind::Bool => Some(*value),
                bound => match made(bound)? {
                    Value::Bool(value) => Some(value),
                    _ => None,
                },
            },
        }
    }

    fn is_in(&mut self, set: &ConstantSet, value: &'p Node, scope: Scope<'_, 'a>) -> Option<bool> {
        // The variable of a loop over texts is not copied.
        if let Node::Variable {
            place: Place::Loop(hops),
            charge,
        } = value
            && let Some(Bound::Value(Value::String(text))) = scope.at(*hops)
        {
            self.charge(*charge)?;
            return Some(set.contains_text(text.as_str()));
        }
        match self.bound(value, scope)? {
            Bound::Data(Json::String(text), schema)
                if matches!(schema.kind, DataKind::String | DataKind::IntOrString) =>
            {
                Some(set.contains_text(text))
            }
            bound => Some(set.contains(&made(bound)?)),
        }
    }
}
