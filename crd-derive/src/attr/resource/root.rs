//! The attributes that shape the root type: `derive(…)`, `attr = "…"`, and kube's `schema = "derived"`.

use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, LitStr, Path};

use crate::attr::literal::literal;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::resource::{SpecOptional, TypeMetaDocs};
use crate::attr::unquoted::source_of;
use crate::attr::value;
use crate::codes;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// Parses `schema = "derived"`. kube's other modes are rejected.
pub(super) fn schema_mode(cx: &Errors, meta: &Meta) {
    let Some(mode) = value::string(cx, meta) else {
        return;
    };
    let hint = match mode.value.as_str() {
        "derived" => return,
        "manual" => {
            "for a schema written by hand, put `schema_with = path` on the type or field; for kube's own \
             derive, `crd_core::json_schema!` provides the schema of the spec"
        }
        "disabled" => {
            "if another program owns the CRD, put `#[crd(preserve_unknown_fields)]` on the fields whose \
             schema is unknown"
        }
        _ => "remove the attribute",
    };
    report!(cx, mode => ATTRIBUTE_VALUE, "the schema is always derived: {hint}");
}

/// Parses `spec_optional`, or `spec_optional = option`.
pub(super) fn spec_optional(cx: &Errors, meta: &Meta) -> Option<SpecOptional> {
    match &meta.value {
        MetaValue::Flag => Some(SpecOptional::Default(meta.ident.clone())),
        MetaValue::Expr(literal!(Bool(given))) => {
            given.value.then(|| SpecOptional::Default(meta.ident.clone()))
        }
        MetaValue::Expr(Expr::Path(path)) if path.path.is_ident("option") => Some(SpecOptional::Option),
        _ => value::wrong(
            cx,
            meta,
            "`spec_optional`, or `spec_optional = option` for a spec without `Default`",
        ),
    }
}

/// Parses `describe_type_meta`, `describe_type_meta = joined`, or `describe_type_meta("…", "…")`.
pub(super) fn type_meta(cx: &Errors, meta: &Meta) -> Option<TypeMetaDocs> {
    match &meta.value {
        MetaValue::Flag => return Some(TypeMetaDocs::Lines),
        MetaValue::Expr(literal!(Bool(given))) => return given.value.then_some(TypeMetaDocs::Lines),
        MetaValue::Expr(Expr::Path(path)) if path.path.is_ident("joined") => {
            return Some(TypeMetaDocs::Joined);
        }
        MetaValue::List(arguments) => {
            if let [
                Arg::Expr(literal!(Str(of_version))),
                Arg::Expr(literal!(Str(of_kind))),
            ] = &**arguments
            {
                return Some(TypeMetaDocs::Given(
                    value::string_literal(of_version),
                    value::string_literal(of_kind),
                ));
            }
        }
        _ => {}
    }
    value::wrong(
        cx,
        meta,
        "`describe_type_meta`, `describe_type_meta = joined`, or `describe_type_meta(\"…\", \"…\")` with the descriptions of \
         `apiVersion` and `kind`",
    )
}

/// Parses `attr = "allow(deprecated)"`, an attribute of the root.
pub(super) fn attribute(cx: &Errors, meta: &Meta) -> Option<Spanned<syn::Meta>> {
    let text = value::string(cx, meta)?;
    match LitStr::new(&text.value, text.tokens.span()).parse::<syn::Meta>() {
        Ok(attribute) => Some(Spanned {
            value: attribute,
            tokens: text.tokens,
        }),
        Err(_) => value::wrong(cx, meta, "`attr = \"allow(deprecated)\"`"),
    }
}

/// Parses `derive(Default, PartialEq)` or `derive = "Default"`: traits that the root derives.
pub(super) fn derives(cx: &Errors, meta: &Meta) -> Vec<Path> {
    let given = match &meta.value {
        MetaValue::List(arguments) => arguments.iter().filter_map(derived_path).collect(),
        MetaValue::Expr(literal!(Str(text))) if text.value().contains(',') => {
            let _: Option<()> = value::wrong(cx, meta, &format!("`derive({})`", text.value()));
            return Vec::new();
        }
        MetaValue::Expr(literal!(Str(text))) => vec![text.parse()],
        MetaValue::Expr(Expr::Path(path)) => {
            let path = source_of(path.to_token_stream());
            let _: Option<()> = value::wrong(cx, meta, &format!("`derive({path})`"));
            return Vec::new();
        }
        _ => Vec::new(),
    };
    let mut paths = Vec::new();
    for path in given {
        match path {
            Ok(path) => paths.push(path),
            Err(error) => cx.syntax(codes::ATTRIBUTE_VALUE, &error),
        }
    }
    if paths.is_empty() {
        let _: Option<()> = value::wrong(cx, meta, "`derive(Default, PartialEq)`");
    }
    paths
}

fn derived_path(argument: &Arg) -> Option<syn::Result<Path>> {
    match argument {
        Arg::Meta(Meta {
            ident,
            value: MetaValue::Flag,
            ..
        }) => Some(Ok(ident.clone().into())),
        Arg::Expr(Expr::Path(path)) => Some(Ok(path.path.clone())),
        Arg::Expr(literal!(Str(text))) => Some(text.parse()),
        _ => None,
    }
}
