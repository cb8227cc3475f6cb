//! Conditions on channels and feature gates: `channel = experimental, feature_gate = "Mirror"`.

use proc_macro2::Ident;
use syn::Expr;

use super::meta::{Meta, MetaValue};
use super::{keys, value};
use crate::errors::Errors;
use crate::spanned::Spanned;

/// The channels and feature gates with which an item exists; it exists always if nothing is given.
#[derive(Clone, Default)]
pub(crate) struct When {
    /// The first channel in which it exists.
    pub(crate) channel: Option<Ident>,
    /// The first channel in which it no longer exists.
    pub(crate) before: Option<Ident>,
    /// Gates that must all be on.
    pub(crate) feature_gates: Vec<Spanned<String>>,
    /// Gates that must all be off.
    pub(crate) without_gates: Vec<Spanned<String>>,
}

/// Whether an attribute is a condition that [`When::take`] took.
pub(crate) enum Taken {
    Yes,
    No,
}

impl When {
    /// Takes one attribute if it is a condition.
    pub(crate) fn take(&mut self, cx: &Errors, meta: &Meta) -> Taken {
        match meta.name.as_str() {
            keys::CHANNEL => self.channel = channel(cx, meta),
            keys::BEFORE => self.before = channel(cx, meta),
            keys::FEATURE_GATE => self.feature_gates.extend(value::plain_names(cx, meta)),
            keys::WITHOUT_GATE => self.without_gates.extend(value::plain_names(cx, meta)),
            _ => return Taken::No,
        }
        Taken::Yes
    }

    /// Whether the condition always holds.
    pub(crate) fn is_always(&self) -> bool {
        self.channel.is_none()
            && self.before.is_none()
            && self.feature_gates.is_empty()
            && self.without_gates.is_empty()
    }

    /// Whether the tokens show that `other` holds whenever this condition holds.
    pub(crate) fn is_within(&self, other: &When) -> bool {
        // The tokens do not show the order of two channels; the compiler knows it (`is_ordered_with`).
        let in_channel = other.channel.is_none() || self.channel.is_some();
        let has_gate = |gate: &Spanned<String>| self.feature_gates.iter().any(|own| own.value == gate.value);
        in_channel && other.feature_gates.iter().all(has_gate)
    }

    /// Whether both have channels with different names, whose order only the compiler knows.
    pub(crate) fn is_ordered_with(&self, other: &When) -> bool {
        matches!((&self.channel, &other.channel), (Some(one), Some(other)) if one != other)
    }
}

/// Parses `channel = experimental`: a name that `channels!` declares, which the compiler looks up.
fn channel(cx: &Errors, meta: &Meta) -> Option<Ident> {
    if let MetaValue::Expr(Expr::Path(path)) = &meta.value
        && let Some(name) = path.path.get_ident()
    {
        return Some(name.clone());
    }
    value::wrong(
        cx,
        meta,
        &format!(
            "`{} = experimental`, with a name that `crd_core::channels!` declares",
            meta.name
        ),
    )
}
