//! Reports some of the attributes that serde rejects: serde's derives then implement nothing, so the root of a custom
//! resource, which needs their traits, must not cause further errors.
//!
//! Anything that a later serde may accept is left to serde.

use quote::ToTokens as _;

use super::case::{CASES, RenameRule};
use crate::attr::keys::{self, AttributeTarget};
use crate::attr::literal::literal;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::unquoted::source_of;
use crate::errors::{Errors, report};
use crate::suggest::nearest;

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

/// Those that have no value.
const FLAGS: [&str; 10] = [
    "deny_unknown_fields",
    "field_identifier",
    "flatten",
    "other",
    "skip",
    "skip_deserializing",
    "skip_serializing",
    "transparent",
    "untagged",
    "variant_identifier",
];

/// What an attribute of serde is written on.
#[derive(Clone, Copy)]
pub(super) enum SerdeTarget {
    Type,
    Field,
    Variant,
}

/// Returns what an attribute is for and what to write instead, if it can have no meaning on its target.
fn misplaced(name: &str, target: SerdeTarget) -> Option<(&'static str, &'static str)> {
    let is_of_types = matches!(name, "tag" | "content" | "transparent" | "deny_unknown_fields");
    let is_of_fields = matches!(name, "flatten" | "skip_serializing_if");
    let (is_for_types, is_for_fields) = match target {
        SerdeTarget::Field => (
            is_of_types || matches!(name, "rename_all" | "rename_all_fields" | "untagged" | "remote"),
            false,
        ),
        SerdeTarget::Variant => (is_of_types, is_of_fields),
        SerdeTarget::Type => (
            false,
            is_of_fields
                || matches!(
                    name,
                    "alias" | "skip" | "with" | "serialize_with" | "deserialize_with"
                ),
        ),
    };
    match (is_for_types, is_for_fields) {
        (true, _) if name == "rename_all" => Some(("a type", "; the name of a field is `rename = \"…\"`")),
        (true, _) => Some(("a type", "")),
        (_, true) => Some(("a field", "")),
        _ => None,
    }
}

/// Reports an attribute with a misspelled name of serde's, one on a wrong target, and a value that is not a string. Returns the name that
/// was meant.
pub(super) fn report<'a>(cx: &Errors, meta: &'a Meta, target: SerdeTarget) -> &'a str {
    let name = &*meta.name;
    if let Some((meant, advice)) = misplaced(name, target) {
        report!(cx, meta.ident => SERDE_INEXPRESSIBLE, "serde's `{name}` is for {meant}{advice}");
        cx.serde_rejects_it_too();
        return "";
    }
    if !NAMES.contains(&name) {
        let place = match target {
            SerdeTarget::Type => AttributeTarget::Type,
            SerdeTarget::Field => AttributeTarget::Field,
            SerdeTarget::Variant => AttributeTarget::Variant,
        };
        if keys::find(name).is_some_and(|key| key.belongs(place)) {
            let value = if matches!(meta.value, MetaValue::Flag) {
                ""
            } else {
                " = …"
            };
            report!(cx, meta.ident => SERDE_INEXPRESSIBLE,
                "`{name}` is an attribute of crd-core, not of serde: write `#[crd({name}{value})]`");
            cx.serde_rejects_it_too();
            return "";
        }
        let is_flag = matches!(meta.value, MetaValue::Flag);
        let is_possible = |known: &&str| {
            let has_form = matches!(*known, "default" | "borrow") || FLAGS.contains(known) == is_flag;
            has_form && misplaced(known, target).is_none()
        };
        let possible = || NAMES.iter().copied().filter(is_possible);
        let Some(meant) = of_similar_meaning(name).or_else(|| nearest(name, possible())) else {
            return name;
        };
        report!(cx, meta.ident => SERDE_INEXPRESSIBLE, "unknown serde attribute `{name}`; did you mean `{meant}`?");
        cx.serde_rejects_it_too();
        return meant;
    }
    match &meta.value {
        MetaValue::Expr(value) if FLAGS.contains(&name) => value_of_flag(cx, name, value),
        MetaValue::List(arguments)
            if let [Arg::Expr(value @ literal!(Str(_text)))] = arguments.as_slice() =>
        {
            report!(cx, value => SERDE_INEXPRESSIBLE, "serde expects an `=`: write `{name} = {}`", value.to_token_stream());
            cx.serde_rejects_it_too();
        }
        MetaValue::Expr(literal @ literal!(Str(rule)))
            if name == "rename"
                && matches!(target, SerdeTarget::Type)
                && CASES.iter().any(|(known, _)| **known == rule.value()) =>
        {
            report!(cx, literal => SERDE_INEXPRESSIBLE,
                "`rename` names the type, and not its fields: write `rename_all = \"{}\"`", rule.value());
            return "rename_all";
        }
        MetaValue::Expr(literal @ literal!(Str(text)))
            if text.value().is_empty() && is_name_of_property(name, target) =>
        {
            report!(cx, literal => SERDE_INEXPRESSIBLE, "`{name}` is empty, and so would be the name of the field in JSON");
        }
        MetaValue::Expr(value @ syn::Expr::Lit(_)) if name == "default" => value_for_default(cx, value),
        MetaValue::Expr(literal @ literal!(Str(rule))) if name.starts_with("rename_all") => {
            wrong_case(cx, name, &rule.value(), literal);
        }
        MetaValue::List(arguments) if name.starts_with("rename_all") => {
            for argument in arguments {
                if let Arg::Meta(Meta {
                    value: MetaValue::Expr(literal @ literal!(Str(rule))),
                    ..
                }) = argument
                {
                    wrong_case(cx, name, &rule.value(), literal);
                }
            }
        }
        MetaValue::Expr(syn::Expr::Lit(_)) | MetaValue::Flag | MetaValue::List(_) | MetaValue::Type(_) => {}
        MetaValue::Expr(value) => {
            let written = source_of(value.to_token_stream());
            if let Some(elements) = written.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
                && name == "alias"
            {
                let each: Vec<String> = elements
                    .split(',')
                    .map(|text| format!("alias = {}", text.trim()))
                    .collect();
                report!(cx, value => SERDE_INEXPRESSIBLE, "serde expects one name: write `{}`", each.join(", "));
                cx.serde_rejects_it_too();
                return name;
            }
            report!(cx, value => SERDE_INEXPRESSIBLE,
                "serde expects this value in quotes: `{name} = \"{written}\"`");
            cx.serde_rejects_it_too();
        }
    }
    name
}

/// Reports the value of an attribute that has none.
fn value_of_flag(cx: &Errors, name: &str, value: &syn::Expr) {
    let meant = if name == "skip_serializing" {
        "write `skip_serializing_if = \"…\"` for a condition".to_owned()
    } else {
        format!("write `{name}`")
    };
    report!(cx, value => SERDE_INEXPRESSIBLE, "serde's `{name}` has no value: {meant}");
    cx.serde_rejects_it_too();
}

/// Returns the attribute of serde that another name means although it has few of its letters.
fn of_similar_meaning(name: &str) -> Option<&'static str> {
    match name {
        _ if name.starts_with("skip_if") || name.starts_with("skip_serializing_") => {
            Some("skip_serializing_if")
        }
        "discriminator" | "discriminant" => Some("tag"),
        "rename_all_variants" | "rename_variants" | "rename_fields" => Some("rename_all"),
        _ => None,
    }
}

/// Whether the value of an attribute is the name of a property. The name of a variant may be the empty value of an enum.
fn is_name_of_property(name: &str, target: SerdeTarget) -> bool {
    match target {
        SerdeTarget::Type => matches!(name, "tag" | "content"),
        SerdeTarget::Field => name == "rename",
        SerdeTarget::Variant => false,
    }
}

/// Reports a value for `default`, which serde expects to be the path of a function.
fn value_for_default(cx: &Errors, value: &syn::Expr) {
    let written = match value {
        literal!(Str(text)) if text.parse::<syn::ExprPath>().is_ok() => return,
        literal!(Str(text))
            if text.parse::<syn::LitInt>().is_ok() || text.parse::<syn::LitFloat>().is_ok() =>
        {
            text.value()
        }
        literal!(Str(text)) if text.parse::<syn::LitBool>().is_ok() => text.value(),
        literal!(Str(text)) if let Some(path) = text.value().strip_suffix("()") => {
            report!(cx, value => SERDE_INEXPRESSIBLE,
                "serde's `default` is the path of a function, without a call: write `default = \"{path}\"`");
            cx.serde_rejects_it_too();
            return;
        }
        other => other.to_token_stream().to_string(),
    };
    report!(cx, value => SERDE_INEXPRESSIBLE,
        "serde's `default` is the path of a function; the default of a field is `#[crd(default = {written})]`");
    cx.serde_rejects_it_too();
}

/// Reports a rule that `rename_all` does not have.
fn wrong_case(cx: &Errors, name: &str, rule: &str, literal: &syn::Expr) {
    if CASES.iter().any(|(known, _)| *known == rule) {
        return;
    }
    let hint = match nearest_case(rule) {
        Some((near, _)) => format!("; did you mean `{near}`?"),
        None => {
            let known: Vec<&str> = CASES.iter().map(|(known, _)| *known).collect();
            format!("; its values are `{}`", known.join("`, `"))
        }
    };
    report!(cx, literal => SERDE_INEXPRESSIBLE, "`{rule}` is not a value of `{name}`{hint}");
    cx.serde_rejects_it_too();
}

/// Returns the rule of `rename_all` that was probably meant.
pub(super) fn nearest_case(rule: &str) -> Option<(&'static str, RenameRule)> {
    let is_near = |known: &str| {
        known.eq_ignore_ascii_case(rule)
            || ["Case", "_case", "-case", "case", "CASE"].iter().any(|end| {
                known
                    .strip_suffix(end)
                    .is_some_and(|word| word.eq_ignore_ascii_case(rule))
            })
    };
    let meant = CASES.iter().map(|(known, _)| *known).find(|known| is_near(known));
    let is_screaming = rule.contains('_') && rule.chars().all(|c| c == '_' || c.is_ascii_uppercase());
    let meant = if is_screaming {
        Some("SCREAMING_SNAKE_CASE")
    } else {
        meant
    };
    let meant = meant.or_else(|| nearest(rule, CASES.iter().map(|(known, _)| *known)))?;
    CASES.iter().copied().find(|(known, _)| *known == meant)
}
