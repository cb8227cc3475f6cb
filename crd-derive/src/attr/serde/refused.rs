//! Reports some of the attributes that serde rejects: serde's derives then implement nothing, so the root of a custom
//! resource, which needs their traits, must not cause further errors.
//!
//! Anything that a later serde may accept is left to serde.

use super::case::CASES;
use crate::attr::meta::{Meta, MetaValue, literal};
use crate::errors::{Errors, report};
use crate::suggest::did_you_mean;

/// serde's attributes on types, fields and variants.
const NAMES: &[&str] = &[
    "alias",
    "borrow",
    "bound",
    "content",
    "crate",
    "default",
    "deny_unknown_fields",
    "deserialize_with",
    "expecting",
    "field_identifier",
    "flatten",
    "from",
    "getter",
    "into",
    "other",
    "remote",
    "rename",
    "rename_all",
    "rename_all_fields",
    "serialize_with",
    "skip",
    "skip_deserializing",
    "skip_serializing",
    "skip_serializing_if",
    "tag",
    "transparent",
    "try_from",
    "untagged",
    "variant_identifier",
    "with",
];

/// Reports an attribute with a misspelled name of serde's, and a value that is not a string.
pub(super) fn report(cx: &Errors, meta: &Meta) {
    let name = &*meta.name;
    if !NAMES.contains(&name) {
        let meant = did_you_mean(name, NAMES.iter().copied());
        if !meant.is_empty() {
            report!(cx, meta.ident => SERDE_INEXPRESSIBLE, "unknown serde attribute `{name}`{meant}");
        }
        return;
    }
    match &meta.value {
        MetaValue::Expr(literal!(Str(rule))) if name.starts_with("rename_all") => {
            let rule = rule.value();
            if !CASES.iter().any(|(known, _)| *known == rule) {
                let near = CASES.iter().find(|(known, _)| {
                    known.eq_ignore_ascii_case(&rule)
                        || known.strip_suffix("Case").is_some_and(|word| word == rule)
                        || known.strip_suffix("_case").is_some_and(|word| word == rule)
                        || known.strip_suffix("-case").is_some_and(|word| word == rule)
                });
                let hint = match near {
                    Some((near, _)) => format!("; did you mean `{near}`?"),
                    None => did_you_mean(&rule, CASES.iter().map(|(known, _)| *known)),
                };
                report!(cx, meta => SERDE_INEXPRESSIBLE, "`{rule}` is not a value of `{name}`{hint}");
            }
        }
        MetaValue::Expr(syn::Expr::Lit(_)) | MetaValue::Flag | MetaValue::List(_) | MetaValue::Type(_) => {}
        MetaValue::Expr(value) => {
            let written = quote::ToTokens::to_token_stream(value)
                .to_string()
                .replace(' ', "");
            report!(cx, value => SERDE_INEXPRESSIBLE,
                "serde expects this value in quotes: `{name} = \"{written}\"`");
        }
    }
}
