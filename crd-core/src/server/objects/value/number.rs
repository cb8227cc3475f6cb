//! Checks of numbers, with the conversions between `int64` and `float64` of the server's validator (rule VAL-01).

use std::cmp::Ordering;

use super::outcome::ValidationOutcome;
use super::settings::Check;
use crate::go;
use crate::model::field::ValueFaultKind;
use crate::model::structural::ValueValidation;
use crate::server::objects::at::At;
use crate::server::objects::parts::{Num, Range, is_json_integer, truncate};

/// A maximum or minimum.
struct NumberBound {
    keyword: &'static str,
    bound: f64,
    is_exclusive: bool,
    /// The order relative to the bound that is rejected.
    refused: Ordering,
}

impl Check<'_, '_> {
    /// Checks the range, `multipleOf`, `maximum` and `minimum`.
    pub(super) fn number(
        &self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        number: Num,
        range: Range<'_>,
        validation: Option<&ValueValidation>,
    ) {
        if let Some(fault) = range.fault(number, "Checked", at) {
            self.report.say_at_root(into, at, range.keyword(), fault);
        }
        let Some(validation) = validation else {
            return;
        };
        let bounds = [
            ("multipleOf", "MultipleOf", validation.multiple_of),
            ("maximum", "Maximum boundary", validation.maximum),
            ("minimum", "Minimum boundary", validation.minimum),
        ];
        // A bound outside the range is itself an error, and is then compared as a float.
        let [multiple, maximum, minimum] = bounds.map(|(keyword, what, bound)| {
            let compared = match range.fault(Num::Float(bound?), what, at) {
                Some(fault) => {
                    self.report.say_at_root(into, at, keyword, fault);
                    Num::Float(number.as_float())
                }
                None => number,
            };
            Some((bound?, compared))
        });
        if let Some((factor, number)) = multiple {
            self.multiple(into, at, number, factor);
        }
        if let Some((bound, number)) = maximum {
            let maximum = NumberBound {
                keyword: "maximum",
                bound,
                is_exclusive: validation.exclusive_maximum,
                refused: Ordering::Greater,
            };
            self.bound(into, at, number, &maximum);
        }
        if let Some((bound, number)) = minimum {
            let minimum = NumberBound {
                keyword: "minimum",
                bound,
                is_exclusive: validation.exclusive_minimum,
                refused: Ordering::Less,
            };
            self.bound(into, at, number, &minimum);
        }
    }

    fn multiple(&self, into: &mut ValidationOutcome, at: &At<'_>, number: Num, factor: f64) {
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
            let name = at.name();
            let message = format!("factor MultipleOf declared for {name} must be positive: {factor}");
            self.report.say(into, at, "multipleOf", factor, message);
        } else if !multiple {
            let fault = ValueFaultKind::Number(format!("a multiple of {factor}"));
            self.report.fail(into, at, "multipleOf", number.text(), fault);
        }
    }

    fn bound(&self, into: &mut ValidationOutcome, at: &At<'_>, number: Num, of: &NumberBound) {
        let (order, bound) = match number {
            Num::Int(int) => {
                let bound = truncate(of.bound);
                (Some(int.cmp(&bound)), bound.to_string())
            }
            Num::Float(float) => (float.partial_cmp(&of.bound), go::float(of.bound)),
        };
        if order != Some(of.refused) && !(of.is_exclusive && order == Some(Ordering::Equal)) {
            return;
        }
        let than = match of.refused {
            Ordering::Greater => "less than",
            _ => "greater than",
        };
        let or_equal = if of.is_exclusive { "" } else { " or equal to" };
        let fault = ValueFaultKind::Number(format!("{than}{or_equal} {bound}"));
        self.report.fail(into, at, of.keyword, number.text(), fault);
    }
}
