//! Parses `#[serde(…)]`, as far as it changes the JSON of a value.
//!
//! Attributes that serde itself rejects are left to serde, except for those in `refused.rs`.

pub(crate) mod case;
mod refused;

use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::parse::Parse;
use syn::{Attribute, Path, Type};

use self::case::{CASES, RenameRule};
use self::refused::SerdeTarget;
use crate::attr::literal::literal;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::unquoted::source_of;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// `#[serde(…)]` on a type.
#[derive(Default)]
pub(crate) struct SerdeContainer {
    pub(crate) rename_all: Option<RenameRule>,
    pub(crate) rename_all_fields: Option<RenameRule>,
    pub(crate) default: Option<DefaultFrom>,
    pub(crate) tag: Option<Spanned<String>>,
    pub(crate) content: Option<Spanned<String>>,
    pub(crate) untagged: Option<Ident>,
    pub(crate) transparent: bool,
    pub(crate) deny_unknown_fields: bool,
    /// `from` or `try_from`: the type it is deserialized from.
    pub(crate) from: Option<(Type, Ident)>,
    /// `into`: the type it is serialized as.
    pub(crate) into: Option<(Type, Ident)>,
    pub(crate) remote: Option<Ident>,
}

/// The source of serde's default value.
#[derive(Clone)]
pub(crate) enum DefaultFrom {
    /// `default`: the `Default` of the type.
    Trait,
    /// `default = "path"`.
    Path(Path),
}

/// `#[serde(…)]` on a field.
#[derive(Default)]
pub(crate) struct SerdeField {
    pub(crate) rename: Option<Spanned<String>>,
    pub(crate) aliases: Vec<Spanned<String>>,
    pub(crate) default: Option<DefaultFrom>,
    pub(crate) default_ident: Option<Ident>,
    pub(crate) skip_serializing: Option<Ident>,
    pub(crate) skip_deserializing: Option<Ident>,
    pub(crate) skip_serializing_if: Option<(Path, Ident)>,
    pub(crate) flatten: Option<Ident>,
    /// `with` and similar attributes, which hide the JSON form.
    pub(crate) custom: Option<Ident>,
    /// `with` or `deserialize_with`.
    pub(crate) reads_by_function: Option<Ident>,
}

/// `#[serde(…)]` on a variant.
#[derive(Default)]
pub(crate) struct SerdeVariant {
    pub(crate) rename: Option<Spanned<String>>,
    pub(crate) aliases: Vec<Spanned<String>>,
    pub(crate) rename_all: Option<RenameRule>,
    pub(crate) skip: Option<Ident>,
    /// `skip_serializing` or `skip_deserializing`.
    pub(crate) skip_one_way: Option<Ident>,
    pub(crate) other: Option<Ident>,
    pub(crate) untagged: Option<Ident>,
    pub(crate) custom: Option<Ident>,
}

impl SerdeContainer {
    pub(crate) fn parse(cx: &Errors, attributes: &[Attribute]) -> SerdeContainer {
        let mut container = SerdeContainer::default();
        for meta in Meta::collect(cx, attributes, "serde") {
            match refused::report(cx, &meta, SerdeTarget::Type) {
                "default" => container.default = default(&meta),
                "transparent" => container.transparent = true,
                "deny_unknown_fields" => container.deny_unknown_fields = true,
                "from" | "try_from" => {
                    container.from = parsed(&meta).map(|ty| (ty, meta.ident));
                }
                "into" => container.into = parsed(&meta).map(|ty| (ty, meta.ident)),
                "remote" => container.remote = Some(meta.ident),
                // `rename`, `bound`, `crate` and `expecting` do not change the JSON.
                name => container.set_form(cx, name, &meta),
            }
        }
        container
    }

    /// Sets the names and the tag.
    fn set_form(&mut self, cx: &Errors, name: &str, meta: &Meta) {
        match name {
            "rename_all" => self.rename_all = rename_all(cx, meta),
            "rename_all_fields" => self.rename_all_fields = rename_all(cx, meta),
            "tag" => self.tag = string(meta),
            "content" => self.content = string(meta),
            "untagged" => self.untagged = Some(meta.ident.clone()),
            _ => {}
        }
    }

    /// Reads attributes of serde that are written in `#[crd(…)]`, which is reported elsewhere, as serde's: nothing else seems to be wrong
    /// because of them.
    pub(crate) fn adopt(&mut self, metas: &[Meta]) {
        for meta in metas {
            self.set_form(&Errors::silent(), &meta.name, meta);
        }
    }
}

impl SerdeField {
    pub(crate) fn parse(cx: &Errors, attributes: &[Attribute]) -> SerdeField {
        let mut field = SerdeField::default();
        for meta in Meta::collect(cx, attributes, "serde") {
            match refused::report(cx, &meta, SerdeTarget::Field) {
                "rename" => field.rename = rename(cx, &meta),
                "alias" => field.aliases.extend(string(&meta)),
                "default" => {
                    field.default = default(&meta);
                    field.default_ident = Some(meta.ident);
                }
                "skip" => {
                    field.skip_serializing = Some(meta.ident.clone());
                    field.skip_deserializing = Some(meta.ident);
                }
                "skip_serializing" => field.skip_serializing = Some(meta.ident),
                "skip_deserializing" => field.skip_deserializing = Some(meta.ident),
                "skip_serializing_if" => {
                    field.skip_serializing_if = parsed(&meta).map(|path| (path, meta.ident));
                }
                "flatten" => field.flatten = Some(meta.ident),
                "with" | "serialize_with" | "deserialize_with" | "getter" => {
                    if matches!(meta.name.as_str(), "with" | "deserialize_with") {
                        field.reads_by_function = Some(meta.ident.clone());
                    }
                    field.custom = Some(meta.ident);
                }
                _ => {}
            }
        }
        field
    }
}

impl SerdeVariant {
    pub(crate) fn parse(cx: &Errors, attributes: &[Attribute]) -> SerdeVariant {
        let mut variant = SerdeVariant::default();
        for meta in Meta::collect(cx, attributes, "serde") {
            match refused::report(cx, &meta, SerdeTarget::Variant) {
                "rename" => variant.rename = rename(cx, &meta),
                "alias" => variant.aliases.extend(string(&meta)),
                "rename_all" => variant.rename_all = rename_all(cx, &meta),
                "skip" => variant.skip = Some(meta.ident),
                "skip_serializing" | "skip_deserializing" => variant.skip_one_way = Some(meta.ident),
                "other" => variant.other = Some(meta.ident),
                "untagged" => variant.untagged = Some(meta.ident),
                "with" | "serialize_with" | "deserialize_with" => variant.custom = Some(meta.ident),
                _ => {}
            }
        }
        variant
    }
}

/// Parses `rename = "x"`, or `rename(serialize = "x", deserialize = "x")` with the same name twice.
fn rename(cx: &Errors, meta: &Meta) -> Option<Spanned<String>> {
    let MetaValue::List(arguments) = &meta.value else {
        return string(meta);
    };
    let mut names: Vec<Spanned<String>> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Arg::Meta(inner) => string(inner),
            _ => None,
        })
        .collect();
    let first = names.pop()?;
    if names.iter().any(|name| name.value != first.value) || names.is_empty() {
        report!(cx, meta.ident => SERDE_INEXPRESSIBLE,
            "`{}` with different names for serializing and deserializing cannot be expressed in a schema; \
             use `{} = \"…\"`, and `alias` for other names to read", meta.name, meta.name);
    }
    Some(first)
}

/// Parses the rule of `rename_all`. In place of a wrong one it returns the one that was probably meant, so that no further
/// error follows from the names of the fields.
fn rename_all(cx: &Errors, meta: &Meta) -> Option<RenameRule> {
    let rule = match &meta.value {
        MetaValue::Expr(value @ syn::Expr::Path(_)) => source_of(value.to_token_stream()),
        _ => rename(cx, meta)?.value,
    };
    match CASES.iter().find(|(name, _)| *name == rule) {
        Some((_, case)) => Some(*case),
        None => Some(refused::nearest_case(&rule).map_or(RenameRule::Camel, |(_, case)| case)),
    }
}

fn default(meta: &Meta) -> Option<DefaultFrom> {
    match &meta.value {
        MetaValue::Flag => Some(DefaultFrom::Trait),
        _ => parsed(meta).map(DefaultFrom::Path),
    }
}

fn string(meta: &Meta) -> Option<Spanned<String>> {
    match &meta.value {
        MetaValue::Expr(literal!(Str(text))) => Some(Spanned::new(text.value(), text)),
        _ => None,
    }
}

/// Parses the path or the type in a string literal.
fn parsed<T: Parse>(meta: &Meta) -> Option<T> {
    match &meta.value {
        MetaValue::Expr(literal!(Str(text))) => text.parse().ok(),
        _ => None,
    }
}
