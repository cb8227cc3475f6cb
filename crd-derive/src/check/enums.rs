//! Reports enums that serde or a structural schema cannot express.

use crate::attr::input::{Input, InputField, Style, Variant};
use crate::errors::{Errors, report};
use crate::rust_type;

const WAYS_OUT: &str = "tag it with `#[serde(tag = \"…\")]`, use `#[derive(Union)]`, or accept any value \
    with `#[crd(preserve_unknown_fields)]` on the enum";

/// Checks an enum under `#[derive(Schema)]`.
pub(super) fn check(cx: &Errors, input: &Input<'_>, variants: &[Variant<'_>]) {
    let on_wire: Vec<&Variant<'_>> = variants.iter().filter(|variant| !variant.is_skipped()).collect();
    if on_wire.is_empty() {
        report!(cx, input.ident => ENUM_INEXPRESSIBLE,
            "an enum without variants has no valid value; add a variant");
    }
    names(cx, &on_wire);
    for variant in variants {
        if let Some(value) = &variant.attrs.value {
            report!(cx, value => ATTRIBUTE_MISPLACED,
                "`value` is only for variants of a union; the name in JSON is `#[serde(rename = {:?})]`", value.value);
        }
        if let Some(skip) = &variant.serde.skip_one_way {
            report!(cx, skip => SERDE_INEXPRESSIBLE,
                "`{skip}` makes the serialized form differ from the deserialized form; use `skip` for both");
        }
    }
    let tag = input.serde.tag.as_ref();
    for variant in &on_wire {
        super::fields::check(cx, input, &variant.fields, None);
        if let Some(untagged) = &variant.serde.untagged {
            report!(cx, untagged => SERDE_INEXPRESSIBLE,
                "an untagged variant in a tagged enum mixes two JSON forms; remove it, or use `#[derive(Union)]`");
        }
        if let Some(custom) = &variant.serde.custom {
            report!(cx, custom => SERDE_INEXPRESSIBLE,
                "`{custom}` on a variant makes its JSON form unknown; put it on a field with \
                 `#[crd(schema_as = …)]`");
        }
        if let Some(tag) = tag {
            for field in &variant.fields {
                if variant.style == Style::Named
                    && input.serde.content.is_none()
                    && field.name.value == tag.value
                {
                    report!(cx, field.name => PROPERTY_DUPLICATE,
                        "`{}` is also the name of the tag of `{}`; rename the field or the tag", tag.value, input.ident);
                    cx.serde_rejects_it_too();
                }
            }
        }
        content(cx, input, variant);
    }
    other(cx, input, variants);
    if let (Some(tag), Some(content)) = (tag, &input.serde.content)
        && tag.value == content.value
    {
        report!(cx, content => PROPERTY_DUPLICATE, "`content` must have a different name than `tag`");
        cx.serde_rejects_it_too();
    }
    if let (None, Some(content)) = (tag, &input.serde.content) {
        report!(cx, content => SERDE_INEXPRESSIBLE,
            "serde's `content` needs a `tag`: write `#[serde(tag = \"type\", content = {:?})]`", content.value);
        cx.serde_rejects_it_too();
    }
    mixed(cx, input, &on_wire);
}

/// `other` reads unknown values of a tag as a variant. serde rejects it elsewhere, without a way out.
fn other(cx: &Errors, input: &Input<'_>, variants: &[Variant<'_>]) {
    for (index, variant) in variants.iter().enumerate() {
        let Some(other) = &variant.serde.other else {
            continue;
        };
        if input.serde.untagged.is_some() {
            report!(cx, other => SERDE_INEXPRESSIBLE,
                "`other` is for unknown tags, but an untagged enum has no tag; remove it, and make the last \
                 variant accept any value: `{}(serde_json::Value)`", variant.ident);
            cx.serde_rejects_it_too();
        } else if variant.style != Style::Unit {
            report!(cx, other => SERDE_INEXPRESSIBLE,
                "the variant with `other` cannot have fields, because serde drops the content of unknown \
                 values; write `{}`",
                variant.ident);
            cx.serde_rejects_it_too();
        } else if index + 1 != variants.len() {
            report!(cx, other => SERDE_INEXPRESSIBLE,
                "the variant with `other` must be the last one; move `{}` to the end", variant.ident);
            cx.serde_rejects_it_too();
        }
    }
}

fn names(cx: &Errors, variants: &[&Variant<'_>]) {
    let mut seen: Vec<(&str, String)> = Vec::new();
    for variant in variants {
        for name in std::iter::once(&variant.name).chain(&variant.serde.aliases) {
            match seen.iter().find(|(taken, _)| *taken == name.value) {
                Some((_, owner)) if *variant.ident != owner => report!(cx, name => PROPERTY_DUPLICATE,
                    "variant `{owner}` already has the name `{}`; rename one of the two", name.value),
                Some(_) => {}
                None => seen.push((&name.value, variant.ident.to_string())),
            }
        }
    }
}

fn content(cx: &Errors, input: &Input<'_>, variant: &Variant<'_>) {
    let on_wire: Vec<&InputField<'_>> = variant
        .fields
        .iter()
        .filter(|field| !field.is_skipped())
        .collect();
    if variant.style == Style::Tuple && on_wire.is_empty() {
        report!(cx, variant.ident => ENUM_INEXPRESSIBLE,
            "serde writes an empty list for a tuple variant without fields; write `{} {{}}`", variant.ident);
    }
    if variant.style != Style::Tuple || variant.fields.len() < 2 {
        return;
    }
    if input.serde.tag.is_some() && input.serde.content.is_none() {
        report!(cx, variant.ident => ENUM_INEXPRESSIBLE,
            "serde cannot add a tag to a tuple; name the fields of this variant");
        cx.serde_rejects_it_too();
    } else if !same_type(&on_wire) {
        report!(cx, variant.ident => ENUM_INEXPRESSIBLE,
            "a tuple of different types is a list of different types in JSON, which a structural schema \
             cannot express; name the fields of this variant");
    }
}

/// Whether all fields have the same type.
pub(super) fn same_type(fields: &[&InputField<'_>]) -> bool {
    let mut texts = fields.iter().map(|field| rust_type::text(field.ty));
    let first = texts.next();
    texts.all(|text| Some(&text) == first.as_ref())
}

/// Reports an enum whose values are strings for some variants and objects for others.
fn mixed(cx: &Errors, input: &Input<'_>, variants: &[&Variant<'_>]) {
    if input.serde.tag.is_some() || input.attrs.replaces_schema() {
        return;
    }
    let unit = variants.iter().find(|variant| variant.style == Style::Unit);
    let data = variants.iter().find(|variant| variant.style != Style::Unit);
    if input.serde.untagged.is_some() {
        if let Some(unit) = unit.filter(|unit| unit.serde.other.is_none()) {
            report!(cx, unit.ident => ENUM_INEXPRESSIBLE,
                "serde writes null for an untagged unit variant; add a field to it, or make the enum's \
                 field `Option`");
        }
    } else if let (Some(unit), Some(data)) = (unit, data) {
        report!(cx, unit.ident => ENUM_INEXPRESSIBLE,
            "`{}` is a string in JSON but `{}` is an object, and a structural schema cannot express both; \
             write `{} {{}}`, {WAYS_OUT}", unit.name.value, data.name.value, unit.ident);
    }
}
