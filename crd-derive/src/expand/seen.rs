//! What the tokens of a type show, so that the compiler need not evaluate what is right at sight.

use syn::Type;

use crate::attr::read::Spanned;
use crate::attr::validation::Validation;
use crate::ty;

/// The values of a type that everyone knows.
#[derive(Clone, Copy)]
pub(crate) enum Seen {
    /// Whole numbers of a range.
    Integer(f64, f64),
    Number,
    Text,
    List,
    /// Only the compiler knows.
    Nothing,
}

impl Seen {
    pub(crate) fn of(ty: &Type) -> Seen {
        let Some(name) = ty::name(ty) else {
            return Seen::Nothing;
        };
        match (name.as_str(), ty::arguments(ty).as_slice()) {
            ("Option", [inner]) if !ty::is_option(inner) => Seen::of(inner),
            ("i8", []) => Seen::Integer(f64::from(i8::MIN), f64::from(i8::MAX)),
            ("i16", []) => Seen::Integer(f64::from(i16::MIN), f64::from(i16::MAX)),
            ("i32", []) => Seen::Integer(f64::from(i32::MIN), f64::from(i32::MAX)),
            ("u8", []) => Seen::Integer(0.0, f64::from(u8::MAX)),
            ("u16", []) => Seen::Integer(0.0, f64::from(u16::MAX)),
            ("u32", []) => Seen::Integer(0.0, f64::from(u32::MAX)),
            ("f32" | "f64", []) => Seen::Number,
            ("String", []) => Seen::Text,
            ("Vec", [_]) => Seen::List,
            _ => Seen::Nothing,
        }
    }

    /// Whether every keyword restricts such values, and the bounds leave room for one.
    pub(crate) fn settles(self, validation: &Validation) -> bool {
        let v = validation;
        let fits = |name: &str| match self {
            Seen::Integer(..) | Seen::Number => {
                matches!(name, "minimum" | "maximum" | "multiple_of" | "enum")
            }
            Seen::Text => matches!(name, "min_length" | "max_length" | "pattern" | "format" | "enum"),
            Seen::List => matches!(name, "min_items" | "max_items"),
            Seen::Nothing => false,
        };
        let (least, most) = match self {
            Seen::Integer(least, most) => (least, most),
            _ => (f64::MIN, f64::MAX),
        };
        let low = v.minimum.as_ref().map_or(least, |bound| bound.value);
        let high = v.maximum.as_ref().map_or(most, |bound| bound.value);
        v.keywords.iter().all(|keyword| fits(keyword.name))
            && least <= low
            && low <= high
            && high <= most
            && ordered(v.min_length.as_ref(), v.max_length.as_ref())
            && ordered(v.min_items.as_ref(), v.max_items.as_ref())
    }
}

fn ordered(low: Option<&Spanned<i64>>, high: Option<&Spanned<i64>>) -> bool {
    match (low, high) {
        (Some(low), Some(high)) => low.value <= high.value,
        _ => true,
    }
}
