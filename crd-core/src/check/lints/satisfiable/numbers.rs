//! Contradictions between bounds of numbers.
//!
//! The server compares a number without a fraction with bounds and factors that are truncated to integers: 1 is at least 1.5, and 2 is
//! a multiple of 2.5. So a contradiction is reported only if it holds for numbers both with and without a fraction.

use super::{Conjunction, Contradiction};

/// The range of `int32`.
pub(super) const INT32: (f64, f64) = (-2_147_483_648.0, 2_147_483_647.0);
/// Floats cannot represent all integers above this.
const EXACT: f64 = 9e15;

/// The minimum and the maximum, and whether each is exclusive.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    least: (f64, bool),
    most: (f64, bool),
}

/// How numbers are compared with bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberForm {
    /// With the exact bounds.
    Float,
    /// With bounds that are truncated to integers.
    Integer,
}

impl NumberForm {
    fn bound(self, bound: f64) -> f64 {
        match self {
            NumberForm::Float => bound,
            NumberForm::Integer => bound.trunc(),
        }
    }
}

impl Bounds {
    fn of(all: &Conjunction<'_>, form: NumberForm) -> Self {
        let mut bounds = Bounds {
            least: (f64::NEG_INFINITY, false),
            most: (f64::INFINITY, false),
        };
        for schema in &all.all {
            if let Some(least) = schema.minimum {
                bounds.at_least((form.bound(least), schema.exclusive_minimum));
            }
            if let Some(most) = schema.maximum {
                bounds.at_most((form.bound(most), schema.exclusive_maximum));
            }
        }
        bounds
    }

    fn at_least(&mut self, (least, is_excluded): (f64, bool)) {
        if least > self.least.0 {
            self.least = (least, is_excluded);
        } else if least >= self.least.0 {
            self.least.1 |= is_excluded;
        }
    }

    fn at_most(&mut self, (most, is_excluded): (f64, bool)) {
        if most < self.most.0 {
            self.most = (most, is_excluded);
        } else if most <= self.most.0 {
            self.most.1 |= is_excluded;
        }
    }

    /// Returns inclusive bounds for integers.
    fn integers(self) -> (f64, f64) {
        let inside = |(bound, is_excluded): (f64, bool), rounded: f64, step: f64| {
            if is_excluded && bound.fract() == 0.0 {
                bound + step
            } else {
                rounded
            }
        };
        (
            inside(self.least, self.least.0.ceil(), 1.0),
            inside(self.most, self.most.0.floor(), -1.0),
        )
    }
}

pub(super) fn contradiction(all: &Conjunction<'_>, type_: &str, format: &str) -> Option<Contradiction> {
    of_form(all, type_, format, NumberForm::Integer)?;
    of_form(all, type_, format, NumberForm::Float)
}

fn of_form(all: &Conjunction<'_>, type_: &str, format: &str, form: NumberForm) -> Option<Contradiction> {
    let mut bounds = Bounds::of(all, form);
    let is_integer = type_ == "integer" || form == NumberForm::Integer;
    if is_integer && format == "int32" {
        bounds.at_least((INT32.0, false));
        bounds.at_most((INT32.1, false));
    }
    let ((least, least_excluded), (most, most_excluded)) = (bounds.least, bounds.most);
    let own = all.all.first()?;
    let keyword = match (own.maximum, own.minimum) {
        (Some(_), _) => "maximum",
        (None, Some(_)) => "minimum",
        (None, None) => "allOf",
    };
    if least > most || least >= most && (least_excluded || most_excluded) {
        let words = if least > most { "above" } else { "as large as" };
        return Contradiction::new(
            keyword,
            format!("the minimum {least} is {words} the maximum {most}"),
        );
    }
    let (mut low, mut high) = (least, most);
    if is_integer {
        (low, high) = bounds.integers();
        if low.abs() < EXACT && high.abs() < EXACT && low > high {
            return Contradiction::new(keyword, format!("there is no integer between {least} and {most}"));
        }
    }
    let factors = all.all.iter().filter_map(|schema| schema.multiple_of);
    if let Some(factor) = factors.clone().find(|factor| form.bound(*factor) <= 0.0) {
        // In this case, the server rejects every value.
        let range = if is_integer { "less than 1" } else { "not above 0" };
        return Contradiction::new("multipleOf", format!("`multipleOf: {factor}` is {range}"));
    }
    for factor in factors.map(|factor| form.bound(factor)) {
        let (below, above) = (high / factor, low / factor);
        // The server rounds quotients, so values near a multiple are accepted.
        let is_near = |quotient: f64| (quotient - quotient.round()).abs() < 1e-6;
        let is_exact = below.abs() < EXACT && above.abs() < EXACT;
        if is_exact && below.floor() < above.ceil() && !is_near(below) && !is_near(above) {
            return Contradiction::new(
                "multipleOf",
                format!("no multiple of {factor} is between {least} and {most}"),
            );
        }
    }
    None
}

/// Returns the minimum and the maximum integer, if there are both.
pub(super) fn integers(all: &Conjunction<'_>) -> Option<(i64, i64)> {
    let (least, most) = Bounds::of(all, NumberForm::Integer).integers();
    Some((as_integer(least)?, as_integer(most)?))
}

/// Converts a number without a fraction to an integer.
#[expect(clippy::cast_possible_truncation, reason = "it is whole, and not large")]
pub(super) fn as_integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < EXACT).then_some(number as i64)
}
