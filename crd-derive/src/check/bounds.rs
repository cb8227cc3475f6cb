//! Checks `bound = "…"`, which replaces the bounds that the derive adds.
//!
//! ```text
//! #[crd(bound = "T: Clone")] struct Limits<T> { low: T }        `low` has no schema without `T: Schema`
//! ```

use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::{Type, TypeParam, TypeParamBound, WherePredicate};

use crate::attr::input::{Input, InputField, ItemBody};
use crate::errors::{Errors, report};
use crate::rust_type::{self, StdType};

/// Traits that do not imply `Schema`. Any other trait may have it as a supertrait.
const WITHOUT_SCHEMA: &[&str] = &[
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deserialize",
    "DeserializeOwned",
    "Display",
    "Eq",
    "FromStr",
    "Hash",
    "JsonSchema",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Serialize",
    "Sized",
    "Sync",
    "ToString",
    "Unpin",
];

/// Reports bounds with which a type parameter of a field has no schema.
pub(super) fn check(cx: &Errors, input: &Input<'_>) {
    let Some(bound) = &input.attrs.bound else {
        return;
    };
    if input.serde.into.is_some() || input.attrs.replaces_schema() {
        return;
    }
    let given: Vec<&WherePredicate> = bound.value.predicates.iter().collect();
    let declared = input.generics.where_clause.iter();
    let mut all = given.clone();
    all.extend(declared.flat_map(|clause| &clause.predicates));
    let without_schema: Vec<&Ident> = input
        .generics
        .type_params()
        .filter(|parameter| is_needed(input, &parameter.ident) && has_no_schema(parameter, &all))
        .map(|parameter| &parameter.ident)
        .collect();
    let Some(first) = without_schema.first() else {
        return;
    };
    report!(cx, bound => TYPE_INEXPRESSIBLE,
        "`bound` replaces the bounds of the derive, and without them `{first}` has no schema; write `bound = \"{}\"`",
        corrected(&given, &without_schema));
}

/// Whether the schema of a field is that of the parameter, perhaps as elements of lists or values of maps.
fn is_needed(input: &Input<'_>, parameter: &Ident) -> bool {
    let needs = |fields: &[InputField<'_>]| {
        fields.iter().any(|field| {
            !field.is_skipped() && !field.attrs.replaces_schema() && is_or_holds(field.ty, parameter)
        })
    };
    match &input.data {
        ItemBody::Struct(_, fields) => needs(fields),
        ItemBody::Enum(variants) => variants
            .iter()
            .any(|variant| !variant.is_skipped() && needs(&variant.fields)),
    }
}

fn is_or_holds(ty: &Type, parameter: &Ident) -> bool {
    match rust_type::std_type(ty) {
        Some(
            StdType::List(inner) | StdType::Map(inner) | StdType::Option(inner) | StdType::Pointer(inner),
        ) => is_or_holds(inner, parameter),
        _ => is(ty, parameter),
    }
}

fn is(ty: &Type, parameter: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(parameter))
}

/// Whether no bound of the parameter, or of a type with it, can imply `Schema`.
fn has_no_schema(parameter: &TypeParam, predicates: &[&WherePredicate]) -> bool {
    let is_known = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            WITHOUT_SCHEMA.contains(&rust_type::last_segment(&bound.path).as_str())
        }
        TypeParamBound::Lifetime(_) => true,
        _ => false,
    };
    parameter.bounds.iter().all(is_known)
        && predicates.iter().all(|predicate| match predicate {
            WherePredicate::Type(predicate) => {
                rust_type::find_name(&predicate.bounded_ty, &parameter.ident.to_string()).is_none()
                    || predicate.bounds.iter().all(is_known)
            }
            _ => true,
        })
}

/// Returns the source of a bound, whose tokens have no positions.
fn text_of(predicate: &WherePredicate) -> String {
    let mut text = predicate.to_token_stream().to_string();
    for (from, to) in [
        (" :: ", "::"),
        (" :", ":"),
        (" < ", "<"),
        (" >", ">"),
        (" ,", ","),
    ] {
        text = text.replace(from, to);
    }
    text
}

/// Returns the bounds with `Schema` of these parameters.
fn corrected(given: &[&WherePredicate], parameters: &[&Ident]) -> String {
    let mut left = parameters.to_vec();
    let mut texts: Vec<String> = Vec::new();
    for predicate in given {
        let text = text_of(predicate);
        let of = match predicate {
            WherePredicate::Type(predicate) => left.iter().position(|ident| is(&predicate.bounded_ty, ident)),
            _ => None,
        };
        texts.push(if let Some(at) = of {
            left.remove(at);
            let plus = if text.trim_end().ends_with(':') { "" } else { " +" };
            format!("{text}{plus} crd_core::Schema")
        } else {
            text
        });
    }
    texts.extend(left.iter().map(|ident| format!("{ident}: crd_core::Schema")));
    texts.join(", ")
}
