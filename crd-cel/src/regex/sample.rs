//! Generates texts that match a pattern (feature `samples`).

use super::RegexError;
use super::ast::{Class, ClassItem, Count, Regex, RegexNode, RegexNodeId};
use super::parse::parse;

/// The maximum number of repetitions beyond the lower bound if there is no upper bound.
const REPEATED: u32 = 3;

/// A pattern for which matching texts are generated.
pub struct Sampler(Regex);

impl Sampler {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Returns the same errors as [`check`](super::check).
    pub fn new(pattern: &str) -> Result<Sampler, RegexError> {
        parse(pattern).map(Sampler)
    }

    /// Appends a text that the pattern most likely matches: assertions inside it are assumed to hold, and classes
    /// of Unicode properties give few of their characters. `below` returns a random number below its argument.
    pub fn sample(&self, below: &mut dyn FnMut(usize) -> usize, out: &mut String) {
        self.node(self.0.root, below, out);
    }

    /// Appends a text for a node. The parser bounds the depth of the recursion.
    fn node(&self, id: RegexNodeId, below: &mut dyn FnMut(usize) -> usize, out: &mut String) {
        match self.0.node(id) {
            RegexNode::Empty | RegexNode::Surrogate | RegexNode::Assertion(_) => {}
            RegexNode::Literal { char, .. } => out.push(*char),
            RegexNode::Class { class, .. } => out.extend(character(class, below)),
            RegexNode::AnyChar { .. } => out.push(if below(8) == 0 { 'é' } else { printable(below) }),
            RegexNode::Capture(child) => self.node(*child, below, out),
            RegexNode::Concat(children) => {
                for child in children {
                    self.node(*child, below, out);
                }
            }
            RegexNode::Alternate(children) => {
                if let Some(child) = children.get(below(children.len())) {
                    self.node(*child, below, out);
                }
            }
            RegexNode::Repeat { child, count, .. } => {
                let (min, max) = match count {
                    Count::Star => (0, REPEATED),
                    Count::Plus => (1, REPEATED),
                    Count::Optional => (0, 1),
                    Count::Range { min, max } => {
                        (*min, max.unwrap_or(u32::MAX).min(min.saturating_add(REPEATED)))
                    }
                };
                let more = below(
                    usize::try_from(max.saturating_sub(min))
                        .unwrap_or(0)
                        .saturating_add(1),
                );
                for _ in 0..(min as usize).saturating_add(more) {
                    self.node(*child, below, out);
                }
            }
        }
    }
}

fn printable(below: &mut dyn FnMut(usize) -> usize) -> char {
    char::from(b' ' + u8::try_from(below(95)).unwrap_or(0))
}

fn character(class: &Class, below: &mut dyn FnMut(usize) -> usize) -> Option<char> {
    if !class.negated && !class.items.is_empty() {
        let item = class.items.get(below(class.items.len()))?;
        if let ClassItem::Range(first, last) = item {
            let width = usize::try_from(last.saturating_sub(*first))
                .unwrap_or(0)
                .saturating_add(1);
            return char::from_u32(first.saturating_add(u32::try_from(below(width)).unwrap_or(0)));
        }
    }
    (0..256)
        .map(|_| printable(below))
        .chain(['é', '\n', '日'])
        .find(|char| is_in(class, *char))
}

fn is_in(class: &Class, char: char) -> bool {
    let code = u32::from(char);
    let has = |item: &ClassItem| match item {
        ClassItem::Range(first, last) => (*first..=*last).contains(&code),
        ClassItem::Ascii { ranges, negated } => {
            ranges
                .iter()
                .any(|(first, last)| (u32::from(*first)..=u32::from(*last)).contains(&code))
                != *negated
        }
        // Most properties in use are those of letters.
        ClassItem::Unicode { negated, .. } => char.is_alphabetic() != *negated,
    };
    class.items.iter().any(has) != class.negated
}
