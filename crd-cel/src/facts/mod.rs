//! Facts about the values of `self` that rules show, and rules that contradict them.
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

#[cfg(feature = "comparisons")]
mod always;
#[cfg(feature = "comparisons")]
mod comparisons;
mod inverted;
#[cfg(feature = "comparisons")]
mod joined;
mod known;
#[cfg(feature = "comparisons")]
mod number_results;
mod operators;
mod optional_terms;
mod optionals;
mod ranges;
mod reader;
mod terms;
#[cfg(test)]
#[cfg(feature = "comparisons")]
mod tests;
#[cfg(feature = "comparisons")]
mod text_results;
#[cfg(feature = "comparisons")]
mod without_effect;

use std::sync::Arc;

use crate::ast::Ast;
#[cfg(feature = "comparisons")]
pub use always::{is_always_true, is_message_never_evaluated};
#[cfg(feature = "comparisons")]
pub use comparisons::mistaken_comparison;
pub use inverted::InvertedTest;
pub use known::{
    DeclaredValue, ELEMENT, KnownValues, LIST_ELEMENT, MAP_VALUE, MemberPresence, Numbers, ValueRange,
};
pub use operators::mirror;
pub use optionals::{ExpressionMistake, is_false_on_create, optional_mistake};
use reader::RuleReader;
pub use terms::{is_self, size_operand};

/// Whether a rule runs when an object is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldValue {
    /// A rule with `oldSelf` does not.
    Required,
    /// It does, and `oldSelf` has no value then: `optionalOldSelf: true`.
    Optional,
}

impl OldValue {
    /// Returns that of a rule by its `optionalOldSelf`.
    pub fn of_flag(optional_old_self: Option<bool>) -> Self {
        match optional_old_self {
            Some(true) => OldValue::Optional,
            _ => OldValue::Required,
        }
    }
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
    ranges: Vec<(Arc<str>, ValueRange)>,
    /// Whether booleans are true, and whether members are present.
    flags: Vec<(Arc<str>, Truth)>,
    /// How two values compare.
    signs: Vec<(Arc<str>, Arc<str>, u8)>,
    /// Prefixes of strings.
    prefixes: Vec<(Arc<str>, String)>,
    /// The possible strings.
    texts: Vec<(Arc<str>, Vec<String>)>,
}

impl RuleFacts {
    /// Adds a rule. Returns why no value satisfies it together with the rules before it, if that is so; then nothing is added.
    ///
    /// Rules that do not run when an object is created are not considered: without objects, there is nothing that they compare with.
    pub fn add(
        &mut self,
        ast: &Arc<Ast>,
        old: OldValue,
        values: &dyn KnownValues,
    ) -> Option<RuleContradiction> {
        ast.root()?;
        if old == OldValue::Required && ast.source().contains("oldSelf") {
            return None;
        }
        match self.with(ast, values) {
            Some(facts) => {
                *self = facts;
                None
            }
            None if RuleReader::read(ast, values, KnownFacts::default(), Truth::True).is_none() => {
                Some(RuleContradiction::Itself)
            }
            None => Some(RuleContradiction::RulesBefore),
        }
    }

    /// Returns the members of `self` that all values have which satisfy the rules.
    pub fn present(&self) -> impl Iterator<Item = &str> {
        let present = self.known.flags.iter().filter(|(_, value)| *value == Truth::True);
        present.filter_map(|(key, _)| member_of(key.strip_prefix("has(")?.strip_suffix(')')?))
    }

    /// Returns members of `self` with the only strings that they can be.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &[String])> {
        let texts = self.known.texts.iter();
        texts.filter_map(|(key, texts)| Some((member_of(key)?, &**texts)))
    }

    /// Returns members of `self` with a prefix that they have.
    pub fn prefixes(&self) -> impl Iterator<Item = (&str, &str)> {
        let prefixes = self.known.prefixes.iter();
        prefixes.filter_map(|(key, prefix)| Some((member_of(key)?, &**prefix)))
    }

    /// Returns members of `self` with their ranges.
    pub fn ranges(&self) -> impl Iterator<Item = (&str, ValueRange)> {
        let ranges = self.known.ranges.iter();
        ranges.filter_map(|(key, range)| Some((member_of(key)?, *range)))
    }

    /// Returns these facts and those of another rule; `None` if no value is possible.
    fn with(&self, ast: &Arc<Ast>, values: &dyn KnownValues) -> Option<Self> {
        let (mut known, is_open) = RuleReader::read(ast, values, self.known.clone(), Truth::True)?;
        let mut open = self.open.clone();
        if known != self.known {
            let mut still_open = Vec::new();
            for ast in open {
                let (more, is_open) = RuleReader::read(&ast, values, known, Truth::True)?;
                known = more;
                if is_open {
                    still_open.push(ast);
                }
            }
            open = still_open;
        }
        if is_open {
            open.push(Arc::clone(ast));
        }
        Some(RuleFacts { known, open })
    }
}

/// Returns the name of the member of `self` that a key stands for.
fn member_of(key: &str) -> Option<&str> {
    let name = key.strip_prefix("self.")?;
    (!name.contains('.')).then_some(name)
}
