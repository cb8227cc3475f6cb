//! Checks an enum under `#[derive(Union)]`: its members, and whether their names differ.

use syn::Type;

use crate::attr::input::{Input, ItemBody, Style, Variant};
use crate::attr::serde::case::lower_first;
use crate::check::rule::RuleChecks;
use crate::errors::{Errors, report};

/// A union as in KEP-2335.
pub(crate) struct UnionItem<'a> {
    pub(crate) discriminator: String,
    pub(crate) members: Vec<UnionMember<'a>>,
    pub(crate) rule_checks: RuleChecks<'a>,
}

/// A member of a union: a variant without content, or with one struct.
pub(crate) struct UnionMember<'a> {
    pub(crate) variant: &'a Variant<'a>,
    /// The discriminator's value.
    pub(crate) value: String,
    /// The name of the field with the content; empty if the member has no content.
    pub(crate) field: String,
    pub(crate) ty: Option<&'a Type>,
}

/// Checks a union and returns its members; `None` for anything but an enum.
pub(crate) fn check<'a>(cx: &Errors, input: &'a Input<'a>) -> Option<UnionItem<'a>> {
    super::input::attribute_lists(cx, input);
    super::next::check(cx, input);
    super::beside::check_union(cx, input);
    let rule_checks = super::cel::check_union(cx, input);
    let ItemBody::Enum(variants) = &input.data else {
        report!(cx, input.ident => DERIVE_TARGET,
            "`Union` can only be derived for an enum; on a struct, derive `Schema` and mark its fields with \
             `#[crd(discriminator)]` and `#[crd(union)]`");
        return None;
    };
    serde_attributes(cx, input);
    if !input.generics.params.is_empty() {
        report!(cx, input.generics => DERIVE_TARGET,
            "a union cannot be generic; name the types of its members");
    }
    let before = cx.count();
    let discriminator = input
        .attrs
        .discriminator_name
        .as_ref()
        .map_or("type", |name| &name.value)
        .to_owned();
    let mut members: Vec<UnionMember<'a>> = Vec::new();
    for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
        let value = variant
            .attrs
            .value
            .as_ref()
            .map_or_else(|| variant.ident.to_string(), |value| value.value.clone());
        let field = variant.serde.rename.as_ref().map_or_else(
            || {
                input.serde.rename_all.map_or_else(
                    || lower_first(&variant.ident.to_string()),
                    |case| case.variant(&variant.ident.to_string()),
                )
            },
            |name| name.value.clone(),
        );
        let ty = match (variant.style, variant.fields.as_slice()) {
            (Style::Unit, _) => None,
            (Style::Tuple, [field]) => Some(field.ty),
            (_, []) => {
                report!(cx, variant.ident => UNION_MEMBERS,
                    "a member without content has no braces or parentheses: write `{}`", variant.ident);
                continue;
            }
            _ => {
                report!(cx, variant.ident => UNION_MEMBERS,
                    "a member must contain one struct: write `{0}({0})` with a struct of these fields",
                    variant.ident);
                continue;
            }
        };
        if let (true, Some(name), Some(_)) = (field.is_empty(), &variant.serde.rename, ty) {
            report!(cx, name => UNION_MEMBERS, "`rename` is empty, and so would be the name of the member's field");
        }
        let field = if ty.is_some() { field } else { String::new() };
        if field == discriminator {
            report!(cx, variant.name => UNION_MEMBERS,
                "member field `{field}` has the same name as the discriminator; rename one of the two");
        }
        if let Some(earlier) = members
            .iter()
            .find(|member| member.value == value || (!field.is_empty() && member.field == field))
        {
            report!(cx, variant.name => UNION_MEMBERS,
                "this member has the same value or field as `{}`; rename one of the two",
                earlier.variant.ident);
        }
        members.push(UnionMember {
            variant,
            value,
            field,
            ty,
        });
    }
    if members.is_empty() && cx.count() == before {
        report!(cx, input.ident => UNION_MEMBERS, "a union needs at least one member");
    }
    Some(UnionItem {
        discriminator,
        members,
        rule_checks,
    })
}

/// Reports serde's attributes, which have no effect because the macro generates serde's traits.
fn serde_attributes(cx: &Errors, input: &Input<'_>) {
    for (name, token) in [
        ("tag", input.serde.tag.as_ref().map(|tag| &tag.tokens)),
        (
            "content",
            input.serde.content.as_ref().map(|content| &content.tokens),
        ),
    ] {
        if let Some(token) = token {
            report!(cx, token => ATTRIBUTE_CONTRADICTION,
                "`{name}` is not supported, because a union has its own serde form; remove it, and name the \
                 discriminator with `#[crd(discriminator = \"…\")]`");
        }
    }
    if let Some(untagged) = &input.serde.untagged {
        report!(cx, untagged => ATTRIBUTE_CONTRADICTION,
            "`untagged` is not supported, because a union has a discriminator; remove it");
    }
}
