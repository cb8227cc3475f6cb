//! Types whose JSON kind is known from their tokens alone. Constant checks that they pass are left out.
//!
//! ```text
//! #[crd(minimum = 1, maximum = 65535)] port: u16     Integer(0, 65535): both bounds fit, no check is generated
//! #[crd(minimum = 1)] port: Port                     Unknown: the compiler checks that `Port` is a number
//! ```
//!
//! The compiler takes far longer to evaluate a constant check than the macro takes to look at a name, and nearly all
//! bounds are on numbers and strings.

use syn::Type;

use crate::attr::json_literal::JsonLiteral;
use crate::attr::keys;
use crate::attr::validation::{Keyword, Restricts, Validation};
use crate::rust_type;
use crate::spanned::Spanned;

/// The kind of JSON that a type is written as.
#[derive(Clone, Copy)]
pub(crate) enum KnownKind {
    /// Whole numbers, with the least and the most.
    Integer(f64, f64),
    Number,
    String,
    List,
    /// The tokens do not show it.
    Unknown,
}

impl KnownKind {
    pub(crate) fn of(ty: &Type) -> KnownKind {
        let Some(name) = rust_type::name(ty) else {
            return KnownKind::Unknown;
        };
        match (name.as_str(), rust_type::arguments(ty).as_slice()) {
            ("Option", [inner]) if !rust_type::is_option(inner) => KnownKind::of(inner),
            ("i8", []) => KnownKind::Integer(f64::from(i8::MIN), f64::from(i8::MAX)),
            ("i16", []) => KnownKind::Integer(f64::from(i16::MIN), f64::from(i16::MAX)),
            ("i32", []) => KnownKind::Integer(f64::from(i32::MIN), f64::from(i32::MAX)),
            ("u8", []) => KnownKind::Integer(0.0, f64::from(u8::MAX)),
            ("u16", []) => KnownKind::Integer(0.0, f64::from(u16::MAX)),
            ("u32", []) => KnownKind::Integer(0.0, f64::from(u32::MAX)),
            ("f32" | "f64", []) => KnownKind::Number,
            ("String", []) => KnownKind::String,
            ("Vec", [_]) => KnownKind::List,
            _ => KnownKind::Unknown,
        }
    }

    /// Whether the compiler must check the validation: some keyword may not restrict such values, or the bounds may
    /// leave no value.
    pub(crate) fn needs_check(self, validation: &Validation) -> bool {
        let v = validation;
        let (least, most) = match self {
            KnownKind::Integer(least, most) => (least, most),
            _ => (f64::MIN, f64::MAX),
        };
        let low = v.minimum.as_ref().map_or(least, |bound| bound.value);
        let high = v.maximum.as_ref().map_or(most, |bound| bound.value);
        let passes = v.constants.is_empty()
            && v.keywords.iter().all(|keyword| self.is_restricted_by(keyword, v))
            && least <= low
            && low <= high
            && high <= most
            && is_ordered(v.min_length.as_ref(), v.max_length.as_ref())
            && is_ordered(v.min_items.as_ref(), v.max_items.as_ref());
        !passes
    }

    /// Whether all values of `enum(…)` are values of the kind, so that the compiler need not check them.
    pub(crate) fn holds_all(self, values: &[Spanned<JsonLiteral>]) -> bool {
        values.iter().all(|value| match (self, &value.value) {
            (KnownKind::Integer(least, most), JsonLiteral::Int(_)) => value
                .value
                .as_number()
                .is_some_and(|number| least <= number && number <= most),
            (KnownKind::Number, JsonLiteral::Int(_) | JsonLiteral::Float(_))
            | (KnownKind::String, JsonLiteral::Str(_))
            | (_, JsonLiteral::Expression(_)) => true,
            _ => false,
        })
    }

    fn is_restricted_by(self, keyword: &Keyword, validation: &Validation) -> bool {
        // Whether an exclusive bound leaves a value is for the compiler to decide.
        let is_exclusive = matches!(keyword.name, keys::EXCLUSIVE_MINIMUM | keys::EXCLUSIVE_MAXIMUM);
        match self {
            KnownKind::Integer(..) | KnownKind::Number => {
                matches!(keyword.restricts, Restricts::Numbers | Restricts::Anything) && !is_exclusive
            }
            KnownKind::String => match keyword.restricts {
                Restricts::Strings | Restricts::Anything => true,
                Restricts::Scalars => !validation.has_number_format(),
                _ => false,
            },
            KnownKind::List => keyword.restricts == Restricts::Lists,
            KnownKind::Unknown => false,
        }
    }
}

fn is_ordered(low: Option<&Spanned<i64>>, high: Option<&Spanned<i64>>) -> bool {
    match (low, high) {
        (Some(low), Some(high)) => low.value <= high.value,
        _ => true,
    }
}
