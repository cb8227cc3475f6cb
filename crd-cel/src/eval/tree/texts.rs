//! Makes texts of texts without values in between.

use std::rc::Rc;

use super::Node;
use super::run::{Scope, Tree};
use crate::eval::cost;
use crate::eval::function::Function;
use crate::eval::value::Text;

/// Longer texts are left to the machine, which counts what it makes.
const LONGEST: usize = 1 << 16;

impl<'p: 'a, 'a> Tree<'_, 'a> {
    /// A text in lower or upper case. It is changed in place where nobody else has it, and stays where it is if nothing changes.
    pub(super) fn cased(
        &mut self,
        function: Function,
        of: &'p Node,
        scope: Scope<'_, 'a>,
    ) -> Option<Text<'a>> {
        let text = self.text(of, scope);
        let text = self.unless_failed(text)?;
        if text.as_str().len() > LONGEST {
            return None;
        }
        self.charge(cost::of_text(text.as_str()))?;
        let is_lower = function == Function::LowerAscii;
        let changes = |byte: u8| {
            if is_lower {
                byte.is_ascii_uppercase()
            } else {
                byte.is_ascii_lowercase()
            }
        };
        if !text.as_str().bytes().any(changes) {
            return Some(text);
        }
        let mut own = match text {
            Text::Owned(text) => text,
            Text::Borrowed(text) => Rc::from(text),
        };
        if Rc::get_mut(&mut own).is_none() {
            own = Rc::from(&*own);
        }
        let chars = Rc::get_mut(&mut own)?;
        if is_lower {
            chars.make_ascii_lowercase();
        } else {
            chars.make_ascii_uppercase();
        }
        Some(Text::Owned(own))
    }

    /// A text with one separator in the place of another.
    pub(super) fn rejoined(&mut self, parts: &'p [Node], scope: Scope<'_, 'a>) -> Option<Text<'a>> {
        let joined = self.joined(parts, scope);
        self.unless_failed(joined)
    }

    fn joined(&mut self, parts: &'p [Node], scope: Scope<'_, 'a>) -> Option<Text<'a>> {
        let [text, separator, new @ ..] = parts else {
            return None;
        };
        let (text, separator) = (self.text(text, scope)?, self.text(separator, scope)?);
        let new = match new {
            [] => Text::Borrowed(""),
            [new] => self.text(new, scope)?,
            _ => return None,
        };
        let (text, separator, new) = (text.as_str(), separator.as_str(), new.as_str());
        // An empty separator splits into code points.
        if separator.is_empty() || text.len().saturating_mul(new.len().max(1)) > LONGEST {
            return None;
        }
        self.charge(cost::of_splitting(text))?;
        let mut separators = separator.chars();
        let joined = match (separators.next(), separators.next()) {
            (Some(separator), None) => join(text, text.split(separator), new),
            _ => join(text, text.split(separator), new),
        };
        self.charge(cost::of_splitting(&joined))?;
        Some(Text::Owned(joined.into()))
    }
}

/// The pieces of a text with `new` between them.
fn join<'t>(text: &str, mut pieces: impl Iterator<Item = &'t str>, new: &str) -> String {
    /// A guess at how many separators there are.
    const SEPARATORS: usize = 8;
    let mut joined = String::with_capacity(text.len() + SEPARATORS * new.len());
    joined.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        joined.push_str(new);
        joined.push_str(piece);
    }
    joined
}
