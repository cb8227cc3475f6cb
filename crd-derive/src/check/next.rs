//! Reports mappings to the next version that would have no effect, as far as one type shows it.

use crd_cel::syntax::is_label_key;
use quote::ToTokens;

use crate::attr::input::{Input, InputField, ItemBody, Style, Variant};
use crate::attr::next::{MetadataKind, NextStep, StepFunctions};
use crate::errors::{Errors, report};

/// Checks the mapping of a type, of its fields and of its variants.
pub(super) fn check(cx: &Errors, input: &Input<'_>) {
    if input.attrs.next.is_none() {
        if cx.is_clean() {
            // Otherwise, `next` may have an error.
            without_target(cx, input);
        }
        return;
    }
    metadata(cx, input);
    match &input.data {
        ItemBody::Struct(style, fields) => {
            for variant in &input.attrs.added_variants {
                report!(cx, variant.name => ATTRIBUTE_MISPLACED,
                    "a struct has no variants: write `added(\"{}\")` for a field that only the next version has, or \
                     `variant(…)` on the enum", variant.name.value);
            }
            of_fields(cx, *style, fields);
        }
        ItemBody::Enum(variants) => enumeration(cx, input, variants),
    }
}

/// Reports mappings on a type without `next = …`.
fn without_target(cx: &Errors, input: &Input<'_>) {
    let (attrs, ident) = (&input.attrs, input.ident);
    let advice = format!("add `#[crd(next = …)]` to `{ident}`, with its type in the next version");
    if let Some(step) = steps(input).first() {
        report!(cx, step.ident => ATTRIBUTE_MISSING, "`{ident}` has mappings, but no next version: {advice}");
    } else if let Some(moved) = attrs.moved.first() {
        report!(cx, moved.ident => ATTRIBUTE_MISSING, "`moved` has no effect alone: {advice}");
    } else if let Some(added) = attrs.added.first() {
        report!(cx, added => ATTRIBUTE_MISSING, "`added` has no effect alone: {advice}");
    } else if let Some(variant) = attrs.added_variants.first() {
        report!(cx, variant.name => ATTRIBUTE_MISSING, "`variant` has no effect alone: {advice}");
    } else if let Some(unfit) = &attrs.unfit_ident {
        report!(cx, unfit => ATTRIBUTE_MISSING, "`unfit` has no effect alone: {advice}");
    }
}

/// Returns the steps on fields and variants, in their order.
fn steps<'a>(input: &'a Input<'_>) -> Vec<&'a NextStep> {
    let of_fields =
        |fields: &'a [InputField<'_>]| fields.iter().filter_map(|field| field.attrs.next_step.as_ref());
    match &input.data {
        ItemBody::Struct(_, fields) => of_fields(fields).collect(),
        ItemBody::Enum(variants) => variants
            .iter()
            .flat_map(|variant| {
                let own = variant.attrs.next_step.iter();
                own.chain(of_fields(&variant.fields))
            })
            .collect(),
    }
}

/// Only the type of a whole resource has annotations and labels beside it.
fn metadata(cx: &Errors, input: &Input<'_>) {
    let of_type = input.attrs.moved.iter();
    for step in steps(input).into_iter().chain(of_type) {
        let Some(entry) = &step.metadata else { continue };
        let name = &entry.name;
        let (what, is_key) = match entry.kind {
            MetadataKind::Annotation => ("an annotation", is_label_key(&name.value.to_lowercase())),
            MetadataKind::Label => ("a label", is_label_key(&name.value)),
        };
        if input.attrs.of_custom_resource.is_none() {
            report!(cx, step.ident => ATTRIBUTE_MISPLACED,
                "`{}` is not the spec of a resource, so it has no annotations and labels: write \
                 `moved(\"….…\", {} = …)` with the path of the field on the type with `kind = …`", input.ident,
                if matches!(entry.kind, MetadataKind::Label) { "label" } else { "annotation" });
        } else if !is_key {
            report!(cx, name => ATTRIBUTE_VALUE,
                "`{}` is not a valid key of {what}: write an optional domain and `/`, then at most 63 \
                 letters, digits, `-`, `_` and `.`", name.value);
        } else if matches!(entry.kind, MetadataKind::Annotation) && is_kept_aside(&name.value) {
            report!(cx, name => ATTRIBUTE_VALUE,
                "`{}` has the form of the annotations that conversions use to keep data of other versions, \
                 and conversions remove these: use a name that does not end in `.` and 16 hexadecimal digits", name.value);
        }
    }
}

/// Returns whether a name has the form of the annotations that `crd-core/src/convert/entry.rs` writes:
/// `example.com/v2.0123456789abcdef`.
fn is_kept_aside(name: &str) -> bool {
    let Some((_, name)) = name.split_once('/') else {
        return false;
    };
    let Some((version, hash)) = name.split_once('.') else {
        return false;
    };
    !version.is_empty()
        && hash.len() == 16
        && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn of_fields(cx: &Errors, style: Style, fields: &[InputField<'_>]) {
    for field in fields {
        let Some(step) = &field.attrs.next_step else {
            continue;
        };
        if style != Style::Named {
            report!(cx, step.ident => ATTRIBUTE_MISPLACED,
                "an unnamed field cannot have a mapping: write it on the field that has this type, or use \
                 `#[crd(next = …)]` on its type");
        }
        if let Some(falls_back) = &step.falls_back {
            report!(cx, falls_back => ATTRIBUTE_MISPLACED,
                "`falls_back` is only for variants; for a field that the next version does not have, write \
                 `next(dropped)`");
        }
    }
}

fn enumeration(cx: &Errors, input: &Input<'_>, variants: &[Variant<'_>]) {
    let serde = &input.serde;
    let has_data = variants.iter().any(|variant| variant.style != Style::Unit);
    if let (Some(added), false) = (input.attrs.added.first(), has_data || serde.tag.is_some()) {
        report!(cx, added => ATTRIBUTE_MISPLACED,
            "an enum of strings has no fields that could be added: write `variant(\"{}\", falls_back = \
             \"…\")` for a value that only the next version has", added.value);
    }
    for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
        of_fields(cx, variant.style, &variant.fields);
        let Some(step) = &variant.attrs.next_step else {
            continue;
        };
        let is_name = step.falls_back.is_some() || step.to.len() == 1;
        if !is_name || step.functions.is_some() || step.unfit.is_some() || step.metadata.is_some() {
            report!(cx, step.ident => ATTRIBUTE_MISPLACED,
                "a variant accepts only `next(rename = \"…\")`, or `next(falls_back = \"…\")` with the \
                 variant of the next version that represents it");
        }
        let of_field = variant
            .fields
            .iter()
            .find_map(|field| field.attrs.next_step.as_ref());
        if let (Some(_), Some(of_field)) = (&step.falls_back, of_field) {
            report!(cx, of_field.ident => ATTRIBUTE_CONTRADICTION,
                "the next version does not have `{}`, so its fields cannot have mappings; remove this one", variant.ident);
        }
    }
    if serde.content.is_some() || serde.tag.is_some() || serde.untagged.is_some() {
        shared(cx, variants);
    }
}

/// Reports different mappings of fields that have the same name in several variants: they are one member of the object.
fn shared(cx: &Errors, variants: &[Variant<'_>]) {
    let is_kept = |variant: &&Variant<'_>| {
        let step = variant.attrs.next_step.as_ref();
        !variant.is_skipped() && step.is_none_or(|step| step.falls_back.is_none())
    };
    let mut seen: Vec<(&Variant<'_>, &InputField<'_>)> = Vec::new();
    for variant in variants.iter().filter(is_kept) {
        for field in variant.fields.iter().filter(|field| !field.is_skipped()) {
            let Some((first, known)) = seen
                .iter()
                .find(|(_, known)| known.name.value == field.name.value)
            else {
                seen.push((variant, field));
                continue;
            };
            if said(known) != said(field) {
                let step = field.attrs.next_step.as_ref().or(known.attrs.next_step.as_ref());
                let Some(step) = step else { continue };
                report!(cx, step.ident => ATTRIBUTE_CONTRADICTION,
                    "`{}` of `{}` and of `{}` is the same property of the object, so both need the same \
                     mapping: write the same `next(…)` on both",
                    field.name.value, first.ident, variant.ident);
            }
        }
    }
}

/// Returns the mapping of a field: its target paths, whether it is dropped, and its functions.
fn said<'a>(field: &'a InputField<'_>) -> Option<(Vec<&'a str>, bool, Option<String>)> {
    let step = field.attrs.next_step.as_ref()?;
    let to = step.to.iter().map(|path| path.value.as_str()).collect();
    let functions = step.functions.as_ref();
    let functions = functions.map(|functions| match functions {
        StepFunctions::Own(pair) => [&pair.0, &pair.1]
            .map(|path| path.to_token_stream().to_string())
            .concat(),
        StepFunctions::By(ty) => ty.to_token_stream().to_string(),
        StepFunctions::Keyed { key, element, .. } => {
            let element = element.as_ref().map_or("", |element| &element.value);
            format!("{} {element}", key.value)
        }
    });
    Some((to, step.dropped.is_some(), functions))
}
