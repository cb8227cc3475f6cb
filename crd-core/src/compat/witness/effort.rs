//! Limits the effort of a search. If nothing is found within the limit, the change is undecided, never safe.

use serde_json::Value;

use crate::values::values_in;

/// Maximum number of values of objects that are generated and validated for one search, and for all searches of a version.
///
/// The unit is values, not seconds, so that the result is the same on every machine.
const FOR_ONE_SEARCH: usize = 30_000;
const FOR_ALL_SEARCHES: usize = 1_000_000;

/// Number of values of each search, also after the others have used all. Most objects that exist are found with fewer.
const FOR_EACH_SEARCH: usize = 2_500;

/// The part of what is left that one search may use, so that the first searches of many do not use all.
const PART_FOR_ONE: usize = 20;

/// The remaining number of values.
pub(super) struct Effort {
    left: usize,
    left_for_search: usize,
}

impl Effort {
    pub(super) fn whole() -> Self {
        Effort {
            left: FOR_ALL_SEARCHES,
            left_for_search: FOR_ONE_SEARCH,
        }
    }

    /// Starts another search.
    pub(super) fn begin(&mut self) {
        self.left_for_search = (self.left / PART_FOR_ONE).clamp(FOR_EACH_SEARCH, FOR_ONE_SEARCH);
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left_for_search == 0
    }

    /// Subtracts the values of an object that was generated, and validated this many times.
    pub(super) fn spend(&mut self, object: &Value, times: usize) {
        let cost = values_in(object).saturating_mul(times.max(1));
        self.left = self.left.saturating_sub(cost);
        self.left_for_search = self.left_for_search.saturating_sub(cost);
    }
}
