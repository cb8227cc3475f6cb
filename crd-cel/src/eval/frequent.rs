//! The calls that rules make most, without the table of functions.

use super::cost::{self, Price};
use super::function::Function;
use super::node::CallSite;

/// Comparisons of integers, by far the most frequent calls; each costs 1.
pub(super) fn compare_ints(function: Function, a: i64, b: i64) -> Option<bool> {
    Some(match function {
        Function::Equals => a == b,
        Function::NotEquals => a != b,
        Function::Less => a < b,
        Function::LessEquals => a <= b,
        Function::Greater => a > b,
        Function::GreaterEquals => a >= b,
        _ => return None,
    })
}

/// Comparisons of texts and searches in them, each with its cost.
pub(super) fn compare_texts(site: &CallSite, a: &str, b: &str) -> Option<(bool, u64)> {
    use Function as F;
    /// Longer texts are searched only where the limit admits it.
    const SHORT: usize = 4096;
    let result = match site.function {
        F::Equals => a == b,
        F::NotEquals => a != b,
        F::Less => a < b,
        F::LessEquals => a <= b,
        F::Greater => a > b,
        F::GreaterEquals => a >= b,
        F::StartsWith => a.starts_with(b),
        F::EndsWith => a.ends_with(b),
        F::Contains if a.len().max(b.len()) <= SHORT => {
            return Some((a.contains(b), cost::of_text(a) * cost::of_text(b)));
        }
        _ => return None,
    };
    let cost = match site.price {
        Price::Reading(0) => cost::of_text(a),
        Price::Reading(_) => cost::of_text(b),
        Price::Shorter => cost::of_texts(a, b),
        Price::One | Price::Computed => return None,
    };
    Some((result, cost))
}
