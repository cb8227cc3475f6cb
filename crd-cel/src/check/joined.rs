//! Sums of texts and conditions: what to write instead of an operand of another type.
//!
//! ```text
//! 'at most ' + self.max               'at most %s'.format([self.max])
//! 'at most ' + self.max.toString()    'at most %s'.format([self.max])
//! 'was ' + oldSelf.name               'was ' + oldSelf.value().name
//! 'is ' + has(self.a) ? self.a : ''   'is ' + (has(self.a) ? self.a : '')
//! has(self.a) + has(self.b)           [has(self.a), has(self.b)].filter(x, x).size()
//! ```

use super::advice::SEARCHED;
use super::compared::constructor;
use super::{Proposals, TypeChecker};
use crate::ast::{NodeId, Span};
use crate::parse::parse;
use crate::proposal::{required_value, short};
use crate::types::{Type, TypeId};

/// The functions whose argument is the text of their value.
const OF_TEXTS: [&str; 6] = ["string", "quantity", "semver", "ip", "cidr", "url"];

impl TypeChecker<'_, '_> {
    /// Returns what is meant by `+`, and the node that it replaces: the whole sum or more.
    pub(super) fn joined(&self, node: NodeId, types: &[TypeId]) -> Option<(NodeId, String)> {
        if self.proposals == Proposals::None || self.issues.len() > SEARCHED {
            return None;
        }
        let whole = self.ast.whole_concatenation(node);
        if types == [TypeId::BOOL, TypeId::BOOL] {
            let conditions = self.parts(&self.ast.summands(whole));
            return Some((whole, short(format!("[{conditions}].filter(x, x).size()"))?));
        }
        if !types.contains(&TypeId::STRING) {
            return None;
        }
        if let Some(choice) = self
            .grouped_choice(node)
            .filter(|_| types.last() == Some(&TypeId::BOOL))
        {
            return Some(choice);
        }
        if self.is_text_and_scalar(types) {
            return Some((whole, short(self.ast.as_format(whole)?)?));
        }
        // A condition is no sum, so this is a message.
        if self.ast.root() != Some(whole) {
            return None;
        }
        let of_type = |is_it: fn(Type) -> bool| types.iter().any(|ty| is_it(self.types.get(*ty)));
        if of_type(|ty| matches!(ty, Type::List(_))) {
            return Some((whole, short(self.ast.as_format(whole)?)?));
        }
        if of_type(|ty| matches!(ty, Type::Optional(_))) {
            return Some((whole, self.with_required_values(whole, types)?));
        }
        let is_opaque = types.iter().any(|ty| constructor(*ty).is_some());
        let written = self.ast.format_of(whole, &OF_TEXTS).filter(|_| is_opaque)?;
        Some((whole, short(written)?))
    }

    /// Returns `'a ' + (b ? c : d)` for `'a ' + b ? c : d`, in which `+` binds tighter, and all of it.
    fn grouped_choice(&self, sum: NodeId) -> Option<(NodeId, String)> {
        let (_, &[_, condition]) = self.ast.plain_call(sum)? else {
            return None;
        };
        let choice = self.ast.ids().find(|id| {
            matches!(self.ast.plain_call(*id), Some(("_?_:_", operands)) if operands.first() == Some(&sum))
        })?;
        let source = self.part(choice);
        let start = self.span(condition).start.checked_sub(self.span(choice).start)?;
        let (text, choice_of_it) = source.split_at_checked(start as usize)?;
        let written = short(format!("{text}({choice_of_it})"))?;
        self.corrects(self.span(choice), &written)
            .then_some((choice, written))
    }

    /// Returns a text with the values of its optionals, which must be present: the message of a rule that compares them.
    fn with_required_values(&self, whole: NodeId, types: &[TypeId]) -> Option<String> {
        let written = required_value(self.part(whole))?;
        let tree = parse(&written, self.version).ok()?;
        let is_text = |ty: &TypeId| match self.types.get(*ty) {
            Type::Optional(inner) => inner == TypeId::STRING,
            ty => ty == Type::String,
        };
        short(if types.iter().all(is_text) {
            // The texts of numbers have no known length.
            tree.with_formats(&["string"]).unwrap_or(written)
        } else {
            tree.as_format(tree.root()?)?
        })
    }

    /// Returns what is meant by `string(x)` of an optional, a list or a map in a message, and the node that it replaces.
    pub(super) fn text_of_value(&self, call: NodeId, types: &[TypeId]) -> Option<(NodeId, String)> {
        let whole = self.ast.whole_concatenation(call);
        let is_message = self.proposals != Proposals::None
            && self.issues.len() <= SEARCHED
            && self.ast.root() == Some(whole);
        let [ty] = types else { return None };
        let source = match self.types.get(*ty) {
            Type::Optional(_) if is_message => required_value(self.part(whole))?,
            Type::List(_) | Type::Map(..) if is_message => self.part(whole).to_owned(),
            _ => return None,
        };
        let tree = parse(&source, self.version).ok()?;
        Some((whole, short(tree.with_formats(&["string"])?)?))
    }

    /// Returns the call of `format` that is meant by texts joined with `string(x)` after a proposal for a part of them, and its place: the
    /// server counts the results of `string` and `join` as texts of any length.
    pub(super) fn joined_text(&self, replaced: Span, proposal: &str) -> Option<(Span, String)> {
        let source = self.source_with(replaced, proposal)?;
        let tree = parse(&source, self.version).ok()?;
        let start = replaced.start as usize;
        let (sum, written) = tree.format_around(Span::new(start, start + proposal.len()))?;
        let after = source.len().checked_sub(sum.end as usize)?;
        let place = Span::new(sum.start as usize, self.ast.source().len().checked_sub(after)?);
        let written = short(written)?;
        self.corrects(place, &written).then_some((place, written))
    }
}
