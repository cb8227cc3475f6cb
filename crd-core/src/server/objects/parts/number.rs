//! Numbers as the server decodes them, and the ranges of types and formats.

use serde_json::Number;

use crate::KubeVersion;
use crate::go;
use crate::model::changes::Change;
use crate::model::structural::ValueValidation;
use crate::server::objects::at::At;

/// A number as the server decodes it: a 64-bit integer if it is written as one and fits, otherwise a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::server::objects) enum Num {
    Int(i64),
    Float(f64),
}

impl Num {
    pub(in crate::server::objects) fn of(number: &Number) -> Num {
        match number.as_i64() {
            Some(int) => Num::Int(int),
            None => Num::Float(number.as_f64().unwrap_or(f64::NAN)),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the server's own conversion")]
    pub(in crate::server::objects) fn as_float(self) -> f64 {
        match self {
            Num::Int(int) => int as f64,
            Num::Float(float) => float,
        }
    }

    pub(in crate::server::objects) fn text(self) -> String {
        match self {
            Num::Int(int) => int.to_string(),
            Num::Float(float) => go::float(float),
        }
    }
}

/// Implements Go's conversion of a float to a 64-bit integer on amd64: out of range gives the smallest integer.
#[expect(clippy::cast_possible_truncation, reason = "truncation is what Go does")]
pub(in crate::server::objects) fn truncate(float: f64) -> i64 {
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float) {
        float as i64
    } else {
        i64::MIN
    }
}

/// Checks whether a float counts as an integer: within ±(2^53 - 1) and whole, or almost whole if positive.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "the comparison is exact on purpose"
)]
pub(in crate::server::objects) fn is_json_integer(float: f64) -> bool {
    const MAX: f64 = 9_007_199_254_740_991.0;
    if !(-MAX..=MAX).contains(&float) {
        return false;
    }
    let whole = float as i64 as f64;
    if float == whole {
        return true;
    }
    whole > 0.0 && (float - whole) / (float + whole) < 1e-9
}

/// The type and format that limit a number's range (since 1.36); empty if none does.
#[derive(Clone, Copy)]
pub(in crate::server::objects) struct Range<'a> {
    pub(in crate::server::objects) type_: &'a str,
    pub(in crate::server::objects) format: &'a str,
}

/// Returns the range of a type and a format.
pub(in crate::server::objects) fn range_of<'s>(
    types: &[&'static str],
    format: &'s str,
    version: KubeVersion,
) -> Range<'s> {
    let (type_, format) = match (types, format) {
        _ if !version.has(Change::ChecksNumericRanges) => ("", ""),
        (["integer"], "int32" | "int64") => ("integer", format),
        (["integer"], _) => ("integer", ""),
        (["number"], "float" | "double") => ("number", format),
        (["number"], _) => ("number", ""),
        _ => ("", ""),
    };
    Range { type_, format }
}

/// Checks whether a bound is outside the range of a type and a format. The server then rejects every value (VAL-01).
pub(crate) fn is_outside_of_format(type_: &str, format: &str, bound: f64, version: KubeVersion) -> bool {
    let types: &[&'static str] = match type_ {
        "integer" => &["integer"],
        "number" => &["number"],
        _ => return false,
    };
    range_of(types, format, version)
        .fault(Num::Float(bound), "", &At::ROOT)
        .is_some()
}

/// Returns the restrictions on integers, if there are any; `None` if a bound is outside the range of the
/// type, or a factor is invalid.
#[expect(
    clippy::option_option,
    reason = "there may be no restrictions, or such as cannot be expressed"
)]
pub(in crate::server::objects) fn as_integers(
    types: &[&'static str],
    format: &str,
    version: KubeVersion,
    validation: &ValueValidation,
) -> Option<Option<IntegerBounds>> {
    let range = range_of(types, format, version);
    let bounds = [validation.multiple_of, validation.maximum, validation.minimum];
    let is_outside = |bound: f64| range.fault(Num::Float(bound), "", &At::ROOT).is_some();
    if bounds.into_iter().flatten().any(is_outside) {
        return None;
    }
    let (mut least, mut most, mut factor) = (i64::MIN, i64::MAX, 1);
    if let Some(bound) = validation.minimum {
        least = truncate(bound).checked_add(i64::from(validation.exclusive_minimum))?;
    }
    if let Some(bound) = validation.maximum {
        most = truncate(bound).checked_sub(i64::from(validation.exclusive_maximum))?;
    }
    if let Some(given) = validation.multiple_of {
        factor = Some(truncate(given)).filter(|factor| *factor > 0)?;
    }
    if (range.type_, range.format) == ("integer", "int32") {
        least = least.max(i32::MIN.into());
        most = most.min(i32::MAX.into());
    }
    let is_free = least == i64::MIN && most == i64::MAX && factor == 1;
    Some((!is_free).then_some(IntegerBounds { least, most, factor }))
}

impl Range<'_> {
    /// Returns the keyword that limits the range.
    pub(in crate::server::objects) fn keyword(self) -> &'static str {
        if self.format.is_empty() { "type" } else { "format" }
    }

    /// Returns the reason why `number` is outside the range.
    pub(in crate::server::objects) fn fault(self, number: Num, what: &str, at: &At<'_>) -> Option<String> {
        let inside = match (self.type_, self.format, number) {
            ("integer", "int32", Num::Int(int)) => i32::try_from(int).is_ok(),
            ("integer", format, Num::Float(float)) => {
                let bounds = if format == "int32" {
                    -2_147_483_648.0..2_147_483_648.0
                } else {
                    -9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0
                };
                float.fract() == 0.0 && bounds.contains(&float)
            }
            ("number", "float", number) => fits_f32(number.as_float()),
            _ => true,
        };
        if inside {
            return None;
        }
        let format = match self.format {
            "" => " (default format)".to_owned(),
            format => format!(" with format {format}"),
        };
        Some(format!(
            "{what} value must be of type {}{format} in {}",
            self.type_,
            at.name()
        ))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the range is what is asked for")]
fn fits_f32(float: f64) -> bool {
    (float as f32).is_finite()
}

/// The restrictions on numbers, as far as they apply to integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server::objects) struct IntegerBounds {
    pub(in crate::server::objects) least: i64,
    pub(in crate::server::objects) most: i64,
    /// The number that integers must be multiples of; 1 if there is none.
    pub(in crate::server::objects) factor: i64,
}
