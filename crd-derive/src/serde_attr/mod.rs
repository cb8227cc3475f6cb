//! What `#[serde(…)]` says, as far as it changes what stands on the wire.
//!
//! Attributes that serde itself refuses are left to serde.

pub(crate) mod case;

use proc_macro2::Ident;
use syn::{Attribute, Expr, ExprLit, Lit, Path, Type};

use self::case::{CASES, Case};
use crate::attr::meta::{Arg, Body, Meta};
use crate::attr::read::Spanned;
use crate::codes;
use crate::context::Context;

/// `#[serde(…)]` on a type.
#[derive(Default)]
pub(crate) struct Container {
    pub(crate) rename_all: Option<Case>,
    pub(crate) rename_all_fields: Option<Case>,
    pub(crate) default: Option<DefaultFrom>,
    pub(crate) tag: Option<Spanned<String>>,
    pub(crate) content: Option<Spanned<String>>,
    pub(crate) untagged: Option<Ident>,
    pub(crate) transparent: bool,
    pub(crate) deny_unknown_fields: bool,
    /// The type it is read from, and whether that can fail.
    pub(crate) from: Option<(Type, Ident)>,
    /// The type it is written as.
    pub(crate) into: Option<(Type, Ident)>,
    pub(crate) remote: Option<Ident>,
}

/// Where serde takes a default from.
#[derive(Clone)]
pub(crate) enum DefaultFrom {
    /// `default`: the `Default` of the type.
    Trait,
    /// `default = "path"`.
    Path(Path),
}

/// `#[serde(…)]` on a field.
#[derive(Default)]
pub(crate) struct Field {
    pub(crate) rename: Option<Spanned<String>>,
    pub(crate) aliases: Vec<Spanned<String>>,
    pub(crate) default: Option<DefaultFrom>,
    pub(crate) skip_serializing: Option<Ident>,
    pub(crate) skip_deserializing: Option<Ident>,
    pub(crate) skip_serializing_if: Option<(Path, Ident)>,
    pub(crate) flatten: Option<Ident>,
    /// `with` and its like, which hide what stands on the wire.
    pub(crate) custom: Option<Ident>,
}

/// `#[serde(…)]` on a variant.
#[derive(Default)]
pub(crate) struct Variant {
    pub(crate) rename: Option<Spanned<String>>,
    pub(crate) aliases: Vec<Spanned<String>>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) skip: Option<Ident>,
    pub(crate) other: Option<Ident>,
    pub(crate) untagged: Option<Ident>,
    pub(crate) custom: Option<Ident>,
}

impl Container {
    pub(crate) fn read(cx: &Context, attributes: &[Attribute]) -> Container {
        let mut container = Container::default();
        for meta in Meta::collect(cx, attributes, "serde") {
            match meta.name.as_str() {
                "rename_all" => container.rename_all = rename_all(cx, &meta),
                "rename_all_fields" => container.rename_all_fields = rename_all(cx, &meta),
                "default" => container.default = default(&meta),
                "tag" => container.tag = string(&meta),
                "content" => container.content = string(&meta),
                "untagged" => container.untagged = Some(meta.ident),
                "transparent" => container.transparent = true,
                "deny_unknown_fields" => container.deny_unknown_fields = true,
                "from" | "try_from" => {
                    container.from = type_(&meta).map(|ty| (ty, meta.ident));
                }
                "into" => container.into = type_(&meta).map(|ty| (ty, meta.ident)),
                "remote" => container.remote = Some(meta.ident),
                // `rename`, `bound`, `crate`, `expecting` change nothing on the wire.
                _ => {}
            }
        }
        container
    }
}

impl Field {
    pub(crate) fn read(cx: &Context, attributes: &[Attribute]) -> Field {
        let mut field = Field::default();
        for meta in Meta::collect(cx, attributes, "serde") {
            match meta.name.as_str() {
                "rename" => field.rename = rename(cx, &meta),
                "alias" => field.aliases.extend(string(&meta)),
                "default" => field.default = default(&meta),
                "skip" => {
                    field.skip_serializing = Some(meta.ident.clone());
                    field.skip_deserializing = Some(meta.ident);
                }
                "skip_serializing" => field.skip_serializing = Some(meta.ident),
                "skip_deserializing" => field.skip_deserializing = Some(meta.ident),
                "skip_serializing_if" => {
                    field.skip_serializing_if = path(&meta).map(|path| (path, meta.ident));
                }
                "flatten" => field.flatten = Some(meta.ident),
                "with" | "serialize_with" | "deserialize_with" | "getter" => field.custom = Some(meta.ident),
                _ => {}
            }
        }
        field
    }
}

impl Variant {
    pub(crate) fn read(cx: &Context, attributes: &[Attribute]) -> Variant {
        let mut variant = Variant::default();
        for meta in Meta::collect(cx, attributes, "serde") {
            match meta.name.as_str() {
                "rename" => variant.rename = rename(cx, &meta),
                "alias" => variant.aliases.extend(string(&meta)),
                "rename_all" => variant.rename_all = rename_all(cx, &meta),
                "skip" => variant.skip = Some(meta.ident),
                "skip_serializing" | "skip_deserializing" => cx.error(
                    &meta.ident,
                    codes::SERDE,
                    format!(
                        "`{}` makes what is written differ from what is read; use `skip` for both",
                        meta.name
                    ),
                ),
                "other" => variant.other = Some(meta.ident),
                "untagged" => variant.untagged = Some(meta.ident),
                "with" | "serialize_with" | "deserialize_with" => variant.custom = Some(meta.ident),
                _ => {}
            }
        }
        variant
    }
}

/// `rename = "x"`, or `rename(serialize = "x", deserialize = "x")` when both say the same.
fn rename(cx: &Context, meta: &Meta) -> Option<Spanned<String>> {
    let Body::List(arguments) = &meta.body else {
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
        cx.error(
            &meta.ident,
            codes::SERDE,
            format!(
                "`{}` gives one name to write and another to read, but a schema has one name for both; \
                 use `{} = \"…\"` and `alias` for other names to read",
                meta.name, meta.name
            ),
        );
    }
    Some(first)
}

fn rename_all(cx: &Context, meta: &Meta) -> Option<Case> {
    let rule = rename(cx, meta)?;
    CASES
        .iter()
        .find(|(name, _)| *name == rule.value)
        .map(|(_, case)| *case)
}

fn default(meta: &Meta) -> Option<DefaultFrom> {
    match &meta.body {
        Body::Flag => Some(DefaultFrom::Trait),
        _ => path(meta).map(DefaultFrom::Path),
    }
}

fn string(meta: &Meta) -> Option<Spanned<String>> {
    match &meta.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => Some(Spanned::new(text.value(), text)),
        _ => None,
    }
}

fn path(meta: &Meta) -> Option<Path> {
    match &meta.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => text.parse().ok(),
        _ => None,
    }
}

fn type_(meta: &Meta) -> Option<Type> {
    match &meta.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => text.parse().ok(),
        _ => None,
    }
}
