//! Collects the parts of a rule that depend on types of other items, which the compiler checks.
//!
//! [`RulePart`] mirrors `crd_core::shape::check::rules::RulePart`, which documents each part.

use std::ops::Range;

/// An expression with parts whose types the tokens of the item do not show.
pub(crate) struct CrossTypeCheck {
    pub(crate) purpose: RulePurpose,
    pub(crate) parts: Vec<RulePart>,
}

/// The purpose of the expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RulePurpose {
    Rule,
    Message,
    FieldPath,
}

/// The index of an earlier part.
pub(crate) type PartId = usize;

/// A part of an expression.
#[derive(Clone, PartialEq)]
pub(crate) enum RulePart {
    Root,
    Known(u16, String),
    ListOf(PartId),
    OptionalOf(PartId),
    Unwrapped(PartId),
    Field(PartId, String, Range<usize>),
    OptionalField(PartId, String, Range<usize>),
    Element(PartId, Range<usize>),
    AnElement(PartId),
    Key(PartId, Range<usize>),
    Value(PartId, Range<usize>),
    Index(PartId, PartId, Range<usize>),
    OptionalIndex(PartId, PartId, Range<usize>),
    Either(RuleChoice, PartId, PartId, Range<usize>),
    Equal(String, PartId, PartId, Range<usize>),
    In(PartId, PartId, Range<usize>),
    Texts(PartId, Vec<(String, Range<usize>)>),
    Condition(PartId, Range<usize>),
    Call(Box<RuleCall>),
    Whole(PartId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleChoice {
    Condition,
    OrValue,
}

/// A call with its candidate signatures.
#[derive(Clone, PartialEq)]
pub(crate) struct RuleCall {
    pub(crate) style: CallForm,
    pub(crate) name: String,
    pub(crate) arguments: Vec<PartId>,
    /// The types of the arguments and of the result, as bits.
    pub(crate) signatures: Vec<(Vec<u16>, u16)>,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallForm {
    Operator,
    Function,
    Method,
}

impl RulePart {
    /// Calls `each` with the parts that this one refers to.
    pub(crate) fn for_each_id(&mut self, each: &mut dyn FnMut(&mut PartId)) {
        match self {
            RulePart::Root | RulePart::Known(..) => {}
            RulePart::ListOf(of)
            | RulePart::OptionalOf(of)
            | RulePart::Unwrapped(of)
            | RulePart::Field(of, ..)
            | RulePart::OptionalField(of, ..)
            | RulePart::Element(of, _)
            | RulePart::AnElement(of)
            | RulePart::Key(of, _)
            | RulePart::Value(of, _)
            | RulePart::Texts(of, _)
            | RulePart::Condition(of, _)
            | RulePart::Whole(of) => each(of),
            RulePart::Index(one, other, _)
            | RulePart::OptionalIndex(one, other, _)
            | RulePart::Either(_, one, other, _)
            | RulePart::Equal(_, one, other, _)
            | RulePart::In(one, other, _) => {
                each(one);
                each(other);
            }
            RulePart::Call(call) => {
                for argument in &mut call.arguments {
                    each(argument);
                }
            }
        }
    }
}

/// Keeps the parts that `checks` need, in their order.
pub(crate) fn reachable(mut parts: Vec<RulePart>, checks: &[PartId]) -> Vec<RulePart> {
    let mut needed = vec![false; parts.len()];
    for check in checks {
        if let Some(place) = needed.get_mut(*check) {
            *place = true;
        }
    }
    // Parts refer to earlier ones only.
    for at in (0..parts.len()).rev() {
        if !needed.get(at).copied().unwrap_or(false) {
            continue;
        }
        if let Some(part) = parts.get_mut(at) {
            part.for_each_id(&mut |id| {
                if let Some(place) = needed.get_mut(*id) {
                    *place = true;
                }
            });
        }
    }
    let mut places = Vec::with_capacity(parts.len());
    let mut kept = Vec::new();
    for (at, mut part) in parts.into_iter().enumerate() {
        places.push(kept.len());
        if needed.get(at).copied().unwrap_or(false) {
            part.for_each_id(&mut |id| *id = places.get(*id).copied().unwrap_or(0));
            kept.push(part);
        }
    }
    kept
}
