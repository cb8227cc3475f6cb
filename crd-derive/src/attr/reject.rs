//! Rejects attributes that are unknown, misplaced or repeated.

use proc_macro2::Ident;
use syn::{Data, DeriveInput};

use super::foreign;
use super::keys::{self, AttributeKey, AttributeTarget};
use super::meta::Meta;
use crate::errors::{Errors, report};
use crate::suggest::did_you_mean;

/// Checks whether an enum has attributes of `Union`, and reports that on its `discriminator`.
pub(crate) fn is_union(cx: &Errors, item: &DeriveInput, metas: &[Meta]) -> bool {
    let discriminator = metas.iter().find(|meta| meta.name == keys::DISCRIMINATOR);
    match (&item.data, discriminator) {
        (Data::Enum(_), Some(meta)) => {
            report!(cx, meta.ident => DERIVE_TARGET,
                "an enum with a `discriminator` is a union: write `#[derive(Union)]`, which implements \
                 `Schema`, `Serialize` and `Deserialize`, and do not derive these");
            true
        }
        _ => false,
    }
}

/// Reports unknown, misplaced and repeated attributes, and returns the others.
///
/// Attributes of the root of a custom resource may be written beside those of its spec's schema. They are left
/// out here without an error: `#[derive(CustomResource)]` parses them.
pub(super) fn invalid(cx: &Errors, target: AttributeTarget, metas: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    for meta in metas {
        let Some(key) = keys::find(&meta.name) else {
            report_unknown(cx, target, &meta);
            continue;
        };
        if !key.belongs(target) {
            if !(target == AttributeTarget::Type && key.belongs(AttributeTarget::Root)) {
                report_misplaced(cx, target, &meta, key);
            }
            continue;
        }
        if !key.is_repeatable() && kept.iter().any(|earlier| earlier.name == meta.name) {
            report_repeated(cx, &meta);
            continue;
        }
        kept.push(meta);
    }
    kept
}

/// Returns the first attribute on a type that only `#[derive(CustomResource)]` reads.
pub(super) fn first_of_root(target: AttributeTarget, metas: &[Meta]) -> Option<Ident> {
    if target != AttributeTarget::Type {
        return None;
    }
    let is_of_root = |meta: &&Meta| {
        keys::find(&meta.name).is_some_and(|key| key.belongs(AttributeTarget::Root) && !key.belongs(target))
    };
    metas.iter().find(is_of_root).map(|meta| meta.ident.clone())
}

/// Returns the attributes of the root of a custom resource; reports repeated ones.
///
/// The other attributes are left out without an error: `#[derive(Schema)]` parses them.
pub(super) fn root_attributes(cx: &Errors, metas: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    for meta in metas {
        let Some(key) = keys::find(&meta.name).filter(|key| key.belongs(AttributeTarget::Root)) else {
            continue;
        };
        if !key.is_repeatable() && kept.iter().any(|earlier| earlier.name == meta.name) {
            // `#[derive(Schema)]` reports errors in the attributes that it also parses.
            if !key.belongs(AttributeTarget::Type) {
                report_repeated(cx, &meta);
            }
            continue;
        }
        kept.push(meta);
    }
    kept
}

/// Reports repeated names among the parts of one attribute, and returns the others.
pub(super) fn repeated_parts(cx: &Errors, parts: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    for part in parts {
        if kept.iter().any(|earlier| earlier.name == part.name) {
            report_repeated(cx, &part);
        } else {
            kept.push(part);
        }
    }
    kept
}

/// Reports a part that an attribute does not have.
pub(super) fn unknown_part(cx: &Errors, part: &Meta, owner: &str, known: &[&str]) {
    let hint = match foreign::part(&part.name, known) {
        Some(meant) => format!("; use `{meant}`"),
        None => did_you_mean(&part.name, known.iter().copied()),
    };
    let hint = if hint.is_empty() {
        format!("; it accepts {}", known.join(", "))
    } else {
        hint
    };
    report!(cx, part.ident => ATTRIBUTE_UNKNOWN, "{owner} has no `{}`{hint}", part.name);
}

pub(super) fn report_repeated(cx: &Errors, meta: &Meta) {
    report!(cx, meta.ident => ATTRIBUTE_DUPLICATE, "`{}` is specified twice; keep one", meta.name);
}

fn report_unknown(cx: &Errors, target: AttributeTarget, meta: &Meta) {
    let name = &meta.name;
    if let Some(advice) = foreign::advice(name) {
        report!(cx, meta.ident => ATTRIBUTE_UNKNOWN, "unknown attribute `{name}`: {advice}");
        return;
    }
    let here = keys::KEYS.iter().filter(|key| {
        key.belongs(target) || (target == AttributeTarget::Type && key.belongs(AttributeTarget::Root))
    });
    let mut hint = did_you_mean(name, here.map(|key| key.name));
    if hint.is_empty() {
        hint = did_you_mean(name, keys::KEYS.iter().map(|key| key.name));
    }
    if hint.is_empty() {
        hint.push_str("; the documentation of the derive macro lists all attributes");
    }
    report!(cx, meta.ident => ATTRIBUTE_UNKNOWN, "unknown attribute `{name}`{hint}");
}

fn report_misplaced(cx: &Errors, target: AttributeTarget, meta: &Meta, key: &AttributeKey) {
    let mut belongs = Vec::new();
    for other in AttributeTarget::ALL {
        if key.belongs(other) {
            belongs.push(match other {
                AttributeTarget::Root => "on the spec struct of a custom resource",
                AttributeTarget::Union => "on an enum with `#[derive(Union)]`",
                _ => place(other),
            });
        }
    }
    report!(cx, meta.ident => ATTRIBUTE_MISPLACED,
        "`{}` cannot be used {}; it belongs {}{}",
        meta.name, place(target), belongs.join(" or "), elsewhere(target, &meta.name));
}

/// Returns what to write instead of a misplaced attribute.
fn elsewhere(target: AttributeTarget, name: &str) -> &'static str {
    match (target, name) {
        (AttributeTarget::Field, keys::DEPRECATED) => {
            "; for a field, write `lifecycle(project = \"…\", min_version = \"…\", status = deprecated, replacement = \"…\")`"
        }
        (AttributeTarget::Field, keys::FLATTEN) => "; on a field, write `#[serde(flatten)]`",
        (AttributeTarget::Field | AttributeTarget::Variant, keys::DOC) => {
            "; here, write a doc comment or `description`"
        }
        (AttributeTarget::Field, keys::ANNOTATION | keys::LABEL) => {
            "; it sets metadata of the CRD, not of objects"
        }
        _ => "",
    }
}

const fn place(target: AttributeTarget) -> &'static str {
    match target {
        AttributeTarget::Root => "on a custom resource",
        AttributeTarget::Type => "on a type",
        AttributeTarget::Union => "on a union",
        AttributeTarget::Field => "on a field",
        AttributeTarget::Variant => "on a variant",
        AttributeTarget::Element => "in `items(…)` or `values(…)`",
        AttributeTarget::Nested => "in `any_of`, `all_of`, `one_of` or `not`",
    }
}
