//! Evaluates conditions to bools.

use super::run::{Bound, Scope, Tree, made};
use super::{Matches, Node};
use crate::eval::cost;
use crate::eval::data::DataKind;
use crate::eval::frequent;
use crate::eval::function::Function;
use crate::eval::plan::{Constant, Plain};
use crate::eval::value::{Text, Value};

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
            Node::Texts { site, sides } => {
                let [left, right] = &**sides;
                let Some(left) = self.text(left, scope) else {
                    let left = self.or_error(None)?;
                    let right = self.text(right, scope).map(Value::String);
                    let right = self.or_error(right)?;
                    return self.made(site, &[left, right]).and(None);
                };
                let right = match right {
                    Node::Constant(Constant::Literal(Plain::String(right))) => Text::Borrowed(right),
                    right => match self.text(right, scope) {
                        Some(right) => right,
                        None => {
                            let right = self.or_error(None)?;
                            return self.made(site, &[Value::String(left), right]).and(None);
                        }
                    },
                };
                let (result, cost) = frequent::compare_texts(site, left.as_str(), right.as_str())?;
                self.charge(cost)?;
                Some(result)
            }
            Node::In { set, value } => match self.bound(value, scope)? {
                Bound::Data(Json::String(text), schema)
                    if matches!(schema.kind, DataKind::String | DataKind::IntOrString) =>
                {
                    Some(set.contains_text(text))
                }
                bound => Some(set.contains(&made(bound)?)),
            },
            Node::Matches(matches) => self.matches(matches, scope),
            Node::Decided { loop_, value } => self.decided(loop_, *value, scope),
            Node::One(loop_) => self.one(loop_, scope),
            node => match self.bound(node, scope)? {
                Bound::Data(Json::Bool(value), schema) if schema.kind == DataKind::Bool => Some(*value),
                bound => match made(bound)? {
                    Value::Bool(value) => Some(value),
                    _ => None,
                },
            },
        }
    }

    fn matches(&mut self, matches: &'p Matches, scope: Scope<'_, 'a>) -> Option<bool> {
        let text = self.text(&matches.text, scope)?;
        let text = text.as_str();
        self.charge(match matches.quarter {
            Some(quarter) => cost::of_match(text, quarter),
            None => 1,
        })?;
        Some(matches.regex.is_match(text))
    }
}
