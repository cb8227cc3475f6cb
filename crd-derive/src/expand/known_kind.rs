//! Types whose JSON kind is known from their tokens alone. Constant checks that they pass are not generated.
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
use crate::attr::validation::{KeywordAttr, NUMBER_FORMATS, Restricts, ValidationAttrs};
use crate::rust_type::{self, StdType};
use crate::spanned::Spanned;

/// The JSON kind that a type is serialized as.
#[derive(Clone, Copy)]
pub(crate) enum KnownKind {
    /// Integers, with the minimum and the maximum.
    Integer(f64, f64),
    Number,
    String,
    List,
    /// The tokens do not show the kind.
    Unknown,
}

impl KnownKind {
    pub(crate) fn of(ty: &Type) -> KnownKind {
        match rust_type::std_type(ty) {
            Some(StdType::Option(inner)) if !rust_type::is_option(inner) => KnownKind::of(inner),
            Some(StdType::Integer(least, most)) => match (i32::try_from(least), u32::try_from(most)) {
                (Ok(least), Ok(most)) => KnownKind::Integer(f64::from(least), f64::from(most)),
                _ => KnownKind::Unknown,
            },
            Some(StdType::Float) => KnownKind::Number,
            Some(StdType::Text) => KnownKind::String,
            Some(StdType::List(_)) => KnownKind::List,
            _ => KnownKind::Unknown,
        }
    }

    /// Whether the compiler must check the validation: a keyword may not apply to such values, or the bounds may exclude all
    /// values.
    pub(crate) fn needs_check(self, validation: &ValidationAttrs) -> bool {
        let v = validation;
        let (least, most) = match self {
            KnownKind::Integer(least, most) => (least, most),
            _ => (f64::MIN, f64::MAX),
        };
        let low = v.minimum.value.as_ref().map_or(least, |bound| bound.value);
        let high = v.maximum.value.as_ref().map_or(most, |bound| bound.value);
        // The server rejects every value if a bound is not a number of the format.
        let bounds = [&v.minimum.value, &v.maximum.value, &v.multiple_of];
        let fits_format = bounds.into_iter().flatten().all(|bound| match self {
            KnownKind::Integer(..) => bound.value.fract() == 0.0 && bound.value.abs() <= f64::from(i32::MAX),
            KnownKind::Number => bound.value.abs() <= f64::from(f32::MAX),
            _ => true,
        });
        let passes = v.constants.is_empty()
            && v.multiple_of.is_none()
            && fits_format
            && v.keywords.iter().all(|keyword| self.is_restricted_by(keyword, v))
            && least <= low
            && low <= high
            && high <= most;
        !passes
    }

    /// Whether all values of `enum(…)` have this kind, so that the compiler need not check them.
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

    fn is_restricted_by(self, keyword: &KeywordAttr, validation: &ValidationAttrs) -> bool {
        // The compiler checks whether an exclusive bound excludes all values.
        let is_exclusive = matches!(keyword.name, keys::EXCLUSIVE_MINIMUM | keys::EXCLUSIVE_MAXIMUM);
        match self {
            KnownKind::Integer(..) | KnownKind::Number => {
                matches!(keyword.restricts, Restricts::Numbers | Restricts::Anything) && !is_exclusive
            }
            KnownKind::String => match keyword.restricts {
                Restricts::Strings | Restricts::Anything => true,
                Restricts::Scalars => !validation.has_format(NUMBER_FORMATS),
                _ => false,
            },
            // A set may have fewer different elements than its minimum.
            KnownKind::List => {
                keyword.restricts == Restricts::Lists
                    && (keyword.name != keys::MIN_ITEMS
                        || validation.count(keys::MIN_ITEMS).is_none_or(|least| least < 2))
            }
            KnownKind::Unknown => false,
        }
    }
}
