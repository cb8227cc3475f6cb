//! What the text of a validation rule says, without a parser.

use super::ValidationRule;

impl ValidationRule {
    /// Returns the words of the rule: names, keywords and numbers, and the words of its strings.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        words(&self.rule)
    }

    /// Whether the rule mentions `oldSelf`.
    pub(crate) fn is_transition(&self) -> bool {
        self.words().any(|word| word == "oldSelf")
    }

    /// Returns the message expression of a rule that has no other message.
    pub(crate) fn only_message(&self) -> Option<&str> {
        let is_only = self.message.is_empty() && !self.message_expression.is_empty();
        is_only.then_some(&*self.message_expression)
    }

    /// Whether the rule forbids each change of the value: `self == oldSelf`.
    pub(crate) fn is_immutability(&self) -> bool {
        let is = |text: &str| self.rule.chars().filter(|c| !c.is_whitespace()).eq(text.chars());
        is("self==oldSelf") || is("oldSelf==self")
    }
}

/// Returns the words of an expression.
pub(crate) fn words(expression: &str) -> impl Iterator<Item = &str> {
    expression.split(|c: char| !is_of_word(c))
}

/// Whether a character is part of a word.
pub(crate) fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
