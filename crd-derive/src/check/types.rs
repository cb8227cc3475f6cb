//! Reports Rust types that no structural schema can express, as far as their tokens show it.

use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, Path, Type, TypeArray};

use crate::attr::attrs::{Attrs, SchemaSource};
use crate::attr::input::{Input, InputField, ItemBody, Style};
use crate::errors::{Errors, report};
use crate::rust_type::{self, StdType};

/// Checks the type of one field.
pub(super) fn check(cx: &Errors, input: &Input<'_>, field: &InputField<'_>) {
    if field.attrs.source.is_none() && field.serde.custom.is_none() && !field.is_skipped() {
        opened(cx, &field.attrs, field.ty);
    }
    if !field.is_skipped() {
        schema_as(cx, field);
    }
    let marker = rust_type::name(field.ty).is_some_and(|name| name == "PhantomData");
    if marker || field.is_skipped() || field.attrs.replaces_schema() {
        return;
    }
    for wide in ["i128", "u128"] {
        if let Some(token) = rust_type::find_name(field.ty, wide) {
            let narrow = wide.replace("128", "64");
            report!(cx, token => TYPE_INEXPRESSIBLE,
                "the integers of Kubernetes have at most 64 bits: use `{narrow}`, or serialize `{wide}` as \
                 a string with `#[serde(with = \"…\")] #[crd(schema_as = String)]`");
        }
    }
    let own = input.ident.to_string();
    for own in [own.as_str(), "Self"] {
        if let Some(token) = rust_type::find_name(field.ty, own) {
            let text = rust_type::text(field.ty).replace(' ', "");
            // Rust needs a pointer, too.
            let boxed = match &*text {
                _ if text == own => format!("write `Box<{own}>`, and "),
                _ if text == format!("Option<{own}>") => format!("write `Option<Box<{own}>>`, and "),
                _ => String::new(),
            };
            report!(cx, token => TYPE_RECURSIVE,
                "`{}` contains itself, but a structural schema cannot be recursive; {boxed}break the cycle with \
                 `#[crd(preserve_unknown_fields)]` on this field", input.ident);
        }
    }
    references(cx, field.ty);
    shape(cx, field.ty);
}

/// Reports a schema of another type than that of a field which serde writes itself.
fn schema_as(cx: &Errors, field: &InputField<'_>) {
    let (Some(SchemaSource::As(schema)), None) = (&field.attrs.source, &field.serde.custom) else {
        return;
    };
    let (Some(json), Some(other)) = (rust_type::known_json(field.ty), rust_type::known_json(schema)) else {
        return;
    };
    let is_number = |json: &str| json == "integers" || json == "numbers";
    if json != other && !(is_number(json) && is_number(other)) {
        let (ty, schema_text) = (
            rust_type::text(field.ty).replace(' ', ""),
            rust_type::text(schema),
        );
        report!(cx, schema => CONSTRAINT_UNSUITED,
            "serde reads and writes {json} for `{ty}`, but the schema of `{schema_text}` admits {other}; remove `schema_as`, or \
             convert the values with `#[serde(with = \"…\")]`");
    }
}

/// Reports the references in a type that serde cannot read.
pub(super) fn references(cx: &Errors, ty: &Type) {
    if let Some(owned) = rust_type::unreadable_reference(ty) {
        report!(cx, ty => TYPE_INEXPRESSIBLE,
            "serde cannot read an object into a reference, because nothing would own the value; write `{owned}`");
    }
    for argument in rust_type::arguments(ty) {
        references(cx, argument);
    }
}

/// Applies [`opened`] to a newtype, whose JSON is that of its field.
pub(super) fn opened_newtype(cx: &Errors, input: &Input<'_>) {
    if let ItemBody::Struct(style, members) = &input.data
        && (*style == Style::Tuple || input.serde.transparent)
        && let [field] = members.as_slice()
        && input.attrs.source.is_none()
        && field.serde.custom.is_none()
        && input.serde.from.is_none()
        && input.serde.into.is_none()
    {
        opened(cx, &input.attrs, field.ty);
    }
}

/// Reports `int_or_string` and `preserve_unknown_fields` on types of the standard library that cannot hold the values
/// that these admit. The generator checks other types.
fn opened(cx: &Errors, attrs: &Attrs, ty: &Type) {
    let Some(json) = rust_type::known_json(ty) else {
        return;
    };
    if attrs.int_or_string.is_some() && attrs.preserve_unknown_fields.is_some() {
        // `attrs::check` reports that they contradict each other.
        return;
    }
    let text = rust_type::text(ty).replace(' ', "");
    if let Some(ident) = &attrs.int_or_string {
        report!(cx, ident => CONSTRAINT_UNSUITED,
            "serde reads only {json} into `{text}`, so it fails on objects that the server accepts; make \
             the type `crd_core::types::IntOrString`, or remove `int_or_string`");
    }
    // The elements of a list may have the type itself; the attribute breaks this cycle.
    let is_list = json == "lists";
    let is_cut =
        is_list && rust_type::element(ty).is_none_or(|element| rust_type::known_json(element).is_none());
    if let Some(ident) = &attrs.preserve_unknown_fields
        && json != "objects"
        && !is_cut
    {
        let way_out = if is_list {
            "remove it, or make the elements `serde_json::Value`"
        } else {
            "remove it, or make the type `serde_json::Value`"
        };
        report!(cx, ident => CONSTRAINT_UNSUITED,
            "`preserve_unknown_fields` keeps unknown members of objects, but serde reads only {json} into \
             `{text}`; {way_out}");
    }
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        if let Some(element) = rust_type::element(ty) {
            null(cx, nested, element);
            opened(cx, nested, element);
        }
    }
}

/// Reports `nullable` of elements that are no `Option`.
fn null(cx: &Errors, attrs: &Attrs, element: &Type) {
    let is_option = matches!(rust_type::std_type(element), None | Some(StdType::Option(_)));
    if let (Some(true), Some(ident), false) = (attrs.nullable, &attrs.nullable_ident, is_option) {
        let text = rust_type::text(element);
        report!(cx, ident => ATTRIBUTE_CONTRADICTION,
            "`nullable` allows null in stored objects, which serde cannot read as `{text}`; make it `Option<{text}>`, or \
             remove `nullable`");
    }
}

/// Reports types that never implement `Schema`, with a better message than the error about a missing impl.
fn shape(cx: &Errors, ty: &Type) {
    match ty {
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let first = tuple.elems.first().map(|ty| ty.to_token_stream().to_string());
            let mixed = tuple
                .elems
                .iter()
                .any(|ty| Some(ty.to_token_stream().to_string()) != first);
            if mixed {
                report!(cx, ty => TYPE_INEXPRESSIBLE,
                    "a tuple of different types is a list of different types in JSON, which a structural \
                     schema cannot express; use a struct with named fields");
            }
        }
        Type::Ptr(_) | Type::FnPtr(_) | Type::TraitObject(_) | Type::Never(_) => {
            report!(cx, ty => TYPE_INEXPRESSIBLE,
                "this type has no JSON form; omit the field with `#[serde(skip)]`, or choose its schema \
                 with `#[crd(schema_as = …)]`");
        }
        Type::Path(path) => {
            if let Some(advice) = of_std(&path.path) {
                report!(cx, ty => TYPE_INEXPRESSIBLE, "{advice}");
            }
        }
        Type::Array(array) if is_unreadable(array) => {
            let (element, length) = (rust_type::text(&array.elem), array.len.to_token_stream());
            report!(cx, ty => TYPE_INEXPRESSIBLE,
                "serde reads arrays of at most 32 elements; write `Vec<{element}>`, with `#[crd(min_items = {length}, \
                 max_items = {length})]`");
        }
        _ => {}
    }
    for argument in rust_type::arguments(ty) {
        shape(cx, argument);
    }
}

/// Whether serde does not implement its traits for arrays of this length.
fn is_unreadable(array: &TypeArray) -> bool {
    matches!(&array.len, Expr::Lit(ExprLit { lit: Lit::Int(length), .. })
        if length.base10_parse::<u64>().is_ok_and(|length| length > 32))
}

/// Returns what to write instead of a type of std without a JSON form, if its path shows that it is from std.
fn of_std(path: &Path) -> Option<&'static str> {
    let first = path.segments.first()?;
    if path.segments.len() < 2 || !["std", "core", "alloc"].iter().any(|name| first.ident == name) {
        return None;
    }
    match rust_type::last_segment(path).as_str() {
        "Bound" => Some(
            "serde writes a string for `Unbounded` and an object for the other variants, which a structural \
             schema cannot express; use an `Option` for each end",
        ),
        "Instant" => Some(
            "an `Instant` is meaningless outside its process and has no JSON form; use \
             `crd_core::types::Time`",
        ),
        "OsString" | "OsStr" => {
            Some("the JSON form of an `OsString` depends on the operating system; use `String`")
        }
        "CString" | "CStr" => Some("serde writes a `CString` as a list of bytes; use `String`"),
        "Weak" => Some(
            "serde writes null for a weak pointer whose value was dropped; use `Arc` or the value itself",
        ),
        _ => None,
    }
}
