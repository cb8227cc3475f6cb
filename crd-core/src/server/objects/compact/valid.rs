//! A fast check of values (rule VAL-01). It does not tell why a value is invalid.

use serde_json::{Map, Value};

use super::lookup::Lookup;
use super::{Checks, CompactNode, CompactSchema, NodeId, Patterns, RareChecks, flags, id_of, types};
use crate::server::objects::parts::is_enum_member;

impl CompactSchema {
    /// Checks whether a value is valid; `None` if only the schema itself can decide.
    pub(in crate::server::objects) fn is_valid(
        &self,
        id: NodeId,
        value: &Value,
        patterns: &Patterns,
    ) -> Option<bool> {
        SilentCheck {
            schema: self,
            patterns,
        }
        .value(id, value)
    }
}

struct SilentCheck<'s> {
    schema: &'s CompactSchema,
    patterns: &'s Patterns,
}

impl SilentCheck<'_> {
    fn value(&self, id: NodeId, value: &Value) -> Option<bool> {
        let node = self.schema.node(id).filter(|node| !node.has(flags::UNSURE))?;
        let checks = match node.checks {
            Some(place) => Some(self.schema.checks.get(place.get() as usize - 1)?),
            None => None,
        };
        let rare = checks.and_then(|checks| checks.rare.as_deref());
        // A string format disables the type check of strings and lists.
        let is_formatted = checks.is_some_and(|checks| checks.format.is_some());
        let is_lenient = is_formatted && matches!(value, Value::String(_) | Value::Array(_));
        let fits = match value {
            _ if is_lenient && !has_type(node, type_of(value)) => return None,
            Value::Null => {
                let is_value = node.types == 0 || node.has(flags::NULLABLE);
                return Some(is_value && checks.is_none_or(|checks| checks.members.is_empty()));
            }
            Value::Bool(_) => has_type(node, types::BOOLEAN),
            Value::String(text) => {
                has_type(node, types::STRING)
                    && match checks {
                        Some(checks) => self.text(checks, text),
                        None => true,
                    }
            }
            Value::Number(number) => match number.as_i64() {
                Some(int) => {
                    has_type(node, types::INTEGER | types::NUMBER)
                        && checks
                            .and_then(|checks| checks.numbers.as_ref())
                            .is_none_or(|numbers| {
                                (numbers.least..=numbers.most).contains(&int) && int % numbers.factor == 0
                            })
                }
                // The schema itself handles floats and their comparison.
                None => return None,
            },
            Value::Array(items) => {
                has_type(node, types::ARRAY)
                    && rare.is_none_or(|rare| rare.items.contain(items.len()))
                    && match node.items {
                        Some(below) => {
                            let below = id_of(below);
                            for item in items {
                                if !self.value(below, item)? {
                                    return Some(false);
                                }
                            }
                            true
                        }
                        None => true,
                    }
            }
            Value::Object(members) => {
                has_type(node, types::OBJECT)
                    && rare.is_none_or(|rare| rare.properties.contain(members.len()))
                    && self.members(node, members)?
            }
        };
        if !fits || !checks.is_none_or(|checks| is_member(checks, value)) {
            return Some(false);
        }
        match rare {
            Some(rare) => self.junctors(rare, value),
            None => Some(true),
        }
    }

    fn members(&self, node: &CompactNode, members: &Map<String, Value>) -> Option<bool> {
        let mut required = 0;
        let mut lookup = Lookup::new(self.schema, node);
        for (key, value) in members {
            let found = lookup.find(key);
            required += u32::from(found.is_some_and(|member| member.is_required));
            let below = match found.and_then(|member| member.node) {
                Some(below) => Some(below),
                None if node.has(flags::CLOSED) => return Some(false),
                None => node.additional,
            };
            if let Some(below) = below
                && !self.value(id_of(below), value)?
            {
                return Some(false);
            }
        }
        Some(required == node.required)
    }

    fn text(&self, checks: &Checks, text: &str) -> bool {
        // A text has no more characters than bytes, and at least a quarter as many.
        let lengths = checks.lengths;
        let is_sure = lengths.contain(text.len()) && lengths.contain(text.len() / 4);
        (is_sure || lengths.contain(text.chars().count()))
            && checks.format.is_none_or(|format| format.accepts(text))
            && checks
                .pattern
                .is_none_or(|pattern| self.patterns.is_match(pattern as usize, text))
    }

    fn junctors(&self, checks: &RareChecks, value: &Value) -> Option<bool> {
        let mut any = checks.any_of.is_empty();
        for branch in &checks.any_of {
            if self.value(*branch, value)? {
                any = true;
                break;
            }
        }
        let mut one = 0_usize;
        for branch in &checks.one_of {
            one += usize::from(self.value(*branch, value)?);
        }
        if !any || one != 1 && !checks.one_of.is_empty() {
            return Some(false);
        }
        for branch in &checks.all_of {
            if !self.value(*branch, value)? {
                return Some(false);
            }
        }
        match checks.not {
            Some(branch) => Some(!self.value(branch, value)?),
            None => Some(true),
        }
    }
}

/// Checks whether a text is one of these, each of which is preceded by its length.
fn is_one_of(texts: &[u8], text: &[u8]) -> bool {
    let mut rest = texts;
    while let [length, after @ ..] = rest {
        let Some((member, after)) = after.split_at_checked(usize::from(*length)) else {
            return false;
        };
        if member == text {
            return true;
        }
        rest = after;
    }
    false
}

fn type_of(value: &Value) -> u8 {
    if value.is_array() {
        types::ARRAY
    } else {
        types::STRING
    }
}

fn has_type(node: &CompactNode, type_: u8) -> bool {
    node.types == 0 || node.types & type_ != 0
}

fn is_member(checks: &Checks, value: &Value) -> bool {
    match value {
        _ if checks.members.is_empty() => true,
        Value::String(text) => match &checks.texts {
            Some(texts) => is_one_of(texts, text.as_bytes()),
            None => checks
                .members
                .iter()
                .any(|member| member.as_str() == Some(text.as_str())),
        },
        value => checks.members.iter().any(|member| is_enum_member(value, member)),
    }
}
