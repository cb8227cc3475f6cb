//! Reads what comparisons and searches show about strings.

use std::sync::Arc;

use super::{NamedNode, RuleReader};
use crate::ast::{Kind, NodeId};
use crate::facts::known::{MemberPresence, ValueRange};
use crate::facts::terms::{constant_text, has_key, operand, tested_key};
use crate::facts::{Truth, ranges};

impl RuleReader<'_> {
    /// Adds which of its possible texts a string may be.
    pub(super) fn texts_compare(&mut self, operator: &str, one: NodeId, other: NodeId) -> bool {
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

    pub(super) fn is_in(&mut self, one: NodeId, list: NodeId, result: Truth) -> bool {
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

    /// Keeps the possible strings that are among some, or that are not.
    pub(super) fn is_among(&mut self, of: NamedNode, texts: &[&str], result: Truth) -> bool {
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
    pub(super) fn texts(&mut self, of: &NamedNode) -> Option<&mut Vec<String>> {
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
    pub(super) fn known_texts(&self, id: NodeId) -> Option<Vec<String>> {
        match self.ast.plain_call(id) {
            Some(("type", [of])) => {
                let of = operand(self.ast, *of)?;
                Some(vec![self.values.type_name(&of)?.to_owned()])
            }
            _ => self.values.texts(&operand(self.ast, id)?),
        }
    }

    /// Adds that a string has a prefix, a suffix or a part.
    pub(super) fn has_part(&mut self, function: &str, node: NodeId, part: NodeId, result: Truth) -> bool {
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
