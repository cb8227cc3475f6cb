//! Other versions with the schema of this one.

use super::{Deprecation, deprecation};
use crate::attr::keys::also as part;
use crate::attr::literal::literal;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::{reject, value};
use crate::errors::Errors;
use crate::spanned::Spanned;

/// `also("v1beta1", served = false, deprecated = "…")`: another version with the schema of this one.
pub(crate) struct Also {
    pub(crate) version: Spanned<String>,
    /// `true` unless given.
    pub(crate) served: bool,
    /// `false` unless given.
    pub(crate) storage: bool,
    pub(crate) deprecated: Option<Deprecation>,
}

impl Also {
    /// Parses `also(…)`.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<Also> {
        let arguments = match &meta.value {
            MetaValue::List(arguments) => arguments.as_slice(),
            _ => &[],
        };
        let Some((Arg::Expr(literal!(Str(version))), rest)) = arguments.split_first() else {
            return value::wrong(cx, meta, "`also(\"v1beta1\")`, with the name of a version");
        };
        let mut also = Also {
            version: value::string_literal(version),
            served: true,
            storage: false,
            deprecated: None,
        };
        for argument in rest {
            let Arg::Meta(given) = argument else {
                return value::wrong(
                    cx,
                    meta,
                    "one version each: `also(\"v1beta1\"), also(\"v1alpha1\")`",
                );
            };
            match given.name.as_str() {
                part::SERVED => also.served = value::flag(cx, given)?,
                part::STORAGE => also.storage = value::flag(cx, given)?,
                part::DEPRECATED => also.deprecated = deprecation(cx, given),
                _ => reject::unknown_part(cx, given, "`also`", part::ALL),
            }
        }
        Some(also)
    }
}
