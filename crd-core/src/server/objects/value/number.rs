//! Checks of numbers, with the conversions between `int64` and `float64` of the server's validator (rule VAL-01).

use serde_json::Number;

use super::{At, Check, ValidationOutcome};
use crate::KubeVersion;
use crate::go;
use crate::model::changes::Change;
use crate::model::field::{ErrorType, ValueFaultKind};
use crate::model::structural::ValueValidation;
#[cfg(feature = "eval")]
use crate::server::objects::compact::Numbers;

/// A number as the server decodes it: a 64-bit integer if it is written as one and fits, else a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Num {
    Int(i64),
    Float(f64),
}

impl Num {
    pub(super) fn of(number: &Number) -> Num {
        match number.as_i64() {
            Some(int) => Num::Int(int),
            None => Num::Float(number.as_f64().unwrap_or(f64::NAN)),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the server's own conversion")]
    fn as_float(self) -> f64 {
        match self {
            Num::Int(int) => int as f64,
            Num::Float(float) => float,
        }
    }

    fn text(self) -> String {
        match self {
            Num::Int(int) => int.to_string(),
            Num::Float(float) => go::float(float),
        }
    }
}

/// Go's conversion of a float to a 64-bit integer on amd64: out of range gives the smallest integer.
#[expect(clippy::cast_possible_truncation, reason = "truncation is what Go does")]
pub(super) fn truncate(float: f64) -> i64 {
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float) {
        float as i64
    } else {
        i64::MIN
    }
}

/// Whether a float counts as an integer: within ±(2^53 - 1) and whole, or as good as whole when positive.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "the comparison is exact on purpose"
)]
pub(super) fn is_json_integer(float: f64) -> bool {
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

/// The type and format that bound a number's range (since 1.36), empty where none does.
#[derive(Clone, Copy)]
pub(super) struct Range<'a> {
    pub(super) type_: &'a str,
    pub(super) format: &'a str,
}

/// The range that a type and a format bound.
pub(super) fn range_of<'s>(types: &[&'static str], format: &'s str, version: KubeVersion) -> Range<'s> {
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

/// The restrictions on integers, if they have any; `None` if a bound is outside of the range of the type, or a factor is none.
#[cfg(feature = "eval")]
#[expect(
    clippy::option_option,
    reason = "there may be no restrictions, or such as cannot be expressed"
)]
pub(in crate::server::objects) fn as_integers(
    types: &[&'static str],
    format: &str,
    version: KubeVersion,
    validation: &ValueValidation,
) -> Option<Option<Numbers>> {
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
    Some((!is_free).then_some(Numbers { least, most, factor }))
}

impl Range<'_> {
    /// The keyword that bounds the range.
    fn keyword(self) -> &'static str {
        if self.format.is_empty() { "type" } else { "format" }
    }

    /// Why `number` is outside the range.
    fn fault(self, number: Num, what: &str, at: &At<'_>) -> Option<String> {
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

/// Range, `multipleOf`, `maximum` and `minimum`.
pub(super) fn check(
    check: &Check<'_, '_>,
    into: &mut ValidationOutcome,
    at: &At<'_>,
    number: Num,
    range: Range<'_>,
    validation: Option<&ValueValidation>,
) {
    if let Some(fault) = range.fault(number, "Checked", at) {
        check.report.say_at_root(into, at, range.keyword(), fault);
    }
    let Some(validation) = validation else {
        return;
    };
    // A bound outside the range is itself an error, and is then compared as a float.
    let mut compared_as =
        |bound: f64, what: &str, keyword: &str| match range.fault(Num::Float(bound), what, at) {
            Some(fault) => {
                check.report.say_at_root(into, at, keyword, fault);
                Num::Float(number.as_float())
            }
            None => number,
        };
    let multiple = validation
        .multiple_of
        .map(|factor| (factor, compared_as(factor, "MultipleOf", "multipleOf")));
    let maximum = validation
        .maximum
        .map(|bound| (bound, compared_as(bound, "Maximum boundary", "maximum")));
    let minimum = validation
        .minimum
        .map(|bound| (bound, compared_as(bound, "Minimum boundary", "minimum")));
    if let Some((factor, number)) = multiple {
        check_multiple(check, into, at, number, factor);
    }
    if let Some((bound, number)) = maximum {
        let exclusive = validation.exclusive_maximum;
        let (over, bound) = match number {
            Num::Int(int) => {
                let bound = truncate(bound);
                (int > bound || exclusive && int == bound, bound.to_string())
            }
            Num::Float(float) => (float > bound || exclusive && float >= bound, go::float(bound)),
        };
        if over {
            let than = if exclusive {
                "less than"
            } else {
                "less than or equal to"
            };
            say(check, into, at, "maximum", number, &format!("{than} {bound}"));
        }
    }
    if let Some((bound, number)) = minimum {
        let exclusive = validation.exclusive_minimum;
        let (under, bound) = match number {
            Num::Int(int) => {
                let bound = truncate(bound);
                (int < bound || exclusive && int == bound, bound.to_string())
            }
            Num::Float(float) => (float < bound || exclusive && float <= bound, go::float(bound)),
        };
        if under {
            let than = if exclusive {
                "greater than"
            } else {
                "greater than or equal to"
            };
            say(check, into, at, "minimum", number, &format!("{than} {bound}"));
        }
    }
}

fn check_multiple(
    check: &Check<'_, '_>,
    into: &mut ValidationOutcome,
    at: &At<'_>,
    number: Num,
    factor: f64,
) {
    let (positive, multiple, factor) = match number {
        Num::Int(int) => {
            let factor = truncate(factor);
            (factor > 0, factor > 0 && int % factor == 0, factor.to_string())
        }
        Num::Float(float) => {
            let times = if factor < 1.0 {
                1.0 / factor * float
            } else {
                float / factor
            };
            (factor > 0.0, is_json_integer(times), go::float(factor))
        }
    };
    if !positive {
        let message = format!(
            "factor MultipleOf declared for {} must be positive: {factor}",
            at.name()
        );
        check
            .report
            .say(into, at, "multipleOf", ErrorType::Invalid, factor, message);
    } else if !multiple {
        say(
            check,
            into,
            at,
            "multipleOf",
            number,
            &format!("a multiple of {factor}"),
        );
    }
}

fn say(
    check: &Check<'_, '_>,
    into: &mut ValidationOutcome,
    at: &At<'_>,
    keyword: &str,
    number: Num,
    should_be: &str,
) {
    let message = format!("{} in body should be {should_be}", at.name());
    check
        .report
        .say(into, at, keyword, ErrorType::Invalid, number.text(), message);
    into.explain(at, ValueFaultKind::Number(should_be.to_owned()));
}
