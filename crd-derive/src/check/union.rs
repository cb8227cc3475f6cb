//! An enum under `#[derive(Union)]`.

use syn::Type;

use crate::codes;
use crate::context::Context;
use crate::input::{Body, Input, Style, Variant};
use crate::serde_attr::case::lower_first;

/// A union of KEP-2335.
pub(crate) struct Union<'a> {
    pub(crate) discriminator: String,
    pub(crate) members: Vec<Member<'a>>,
}

/// A member: a variant without content, or with one struct.
pub(crate) struct Member<'a> {
    pub(crate) variant: &'a Variant<'a>,
    /// The discriminator's value.
    pub(crate) value: String,
    /// The name of the member field; empty without content.
    pub(crate) field: String,
    pub(crate) ty: Option<&'a Type>,
}

/// Reads a union; what does not fit is reported.
pub(crate) fn read<'a>(cx: &Context, input: &'a Input<'a>) -> Option<Union<'a>> {
    let Body::Enum(variants) = &input.data else {
        cx.error(
            input.ident,
            codes::DERIVE,
            "`Union` is derived for an enum; on a struct, derive `Schema` and mark its fields with \
             `#[crd(discriminator)]` and `#[crd(union)]`",
        );
        return None;
    };
    for (name, token) in [
        ("tag", input.serde.tag.as_ref().map(|tag| &tag.tokens)),
        (
            "content",
            input.serde.content.as_ref().map(|content| &content.tokens),
        ),
    ] {
        if let Some(token) = token {
            cx.error(
                token,
                codes::CONTRADICTION,
                format!("a union writes itself; drop `{name}` and name the discriminator with `#[crd(discriminator = \"…\")]`"),
            );
        }
    }
    if let Some(untagged) = &input.serde.untagged {
        cx.error(
            untagged,
            codes::CONTRADICTION,
            "a union writes itself and has a discriminator; drop `untagged`",
        );
    }
    if !input.generics.params.is_empty() {
        cx.error(
            input.generics,
            codes::DERIVE,
            "a union takes no parameters; name its content types",
        );
    }
    let before = cx.count();
    let discriminator = input
        .attrs
        .discriminator_name
        .as_ref()
        .map_or("type", |name| &name.value)
        .to_owned();
    let mut members: Vec<Member<'a>> = Vec::new();
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
            _ => {
                cx.error(
                    variant.ident,
                    codes::UNION,
                    format!(
                        "a member holds one struct: write `{0}({0})` with a struct of these fields",
                        variant.ident
                    ),
                );
                continue;
            }
        };
        let field = if ty.is_some() { field } else { String::new() };
        if field == discriminator {
            cx.error(
                &variant.name,
                codes::UNION,
                format!("member field `{field}` has the name of the discriminator; rename one of the two"),
            );
        }
        if let Some(earlier) = members
            .iter()
            .find(|member| member.value == value || (!field.is_empty() && member.field == field))
        {
            cx.error(
                &variant.name,
                codes::UNION,
                format!(
                    "this member has the value or field of `{}`; rename one of the two",
                    earlier.variant.ident
                ),
            );
        }
        members.push(Member {
            variant,
            value,
            field,
            ty,
        });
    }
    if members.is_empty() && cx.count() == before {
        cx.error(input.ident, codes::UNION, "a union needs members");
    }
    Some(Union {
        discriminator,
        members,
    })
}
