//! What the generator carries through the shapes: the profile, the current place, and the problems found so far.

use super::opened::Opened;
use super::{Problem, Problems, Profile};

/// State of one run of the generator.
pub(super) struct Context {
    pub(super) profile: Profile,
    rust_path: &'static str,
    /// Wire names from the root to the current node; `[]` for elements and `*` for map values.
    place: Vec<&'static str>,
    problems: Vec<Problem>,
    /// How many of the surrounding lists and maps have no limit on their size.
    unlimited: usize,
    /// The opened fields around the current node, from the outermost.
    pub(super) opened: Vec<Opened>,
}

/// Whether a list or map limits the number of its elements (`maxItems`, `maxProperties`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementCount {
    Limited,
    Unlimited,
}

impl Context {
    pub(super) fn new(profile: Profile, rust_path: &'static str) -> Self {
        Context {
            profile,
            rust_path,
            place: Vec::new(),
            problems: Vec::new(),
            unlimited: 0,
            opened: Vec::new(),
        }
    }

    /// Runs `walk` with `name` added to the current place.
    pub(super) fn within<T>(&mut self, name: &'static str, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(name);
        let result = walk(self);
        self.place.pop();
        result
    }

    /// Runs `walk` for the elements of a list or map.
    pub(super) fn elements<T>(&mut self, count: ElementCount, walk: impl FnOnce(&mut Self) -> T) -> T {
        let added = usize::from(count == ElementCount::Unlimited);
        self.unlimited += added;
        let result = walk(self);
        self.unlimited -= added;
        result
    }

    /// Whether the current node is inside of a list or map without a limit. The server multiplies the cost of a
    /// rule by the number of elements, so a rule here would exceed its budget.
    pub(super) fn is_unlimited(&self) -> bool {
        self.unlimited > 0
    }

    /// Reports a problem at the current place.
    pub(super) fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem {
            rust_path: self.rust_path.to_owned(),
            place: self.place.join("."),
            message: message.into(),
        });
    }

    /// How many problems were reported so far.
    pub(super) fn problem_count(&self) -> usize {
        self.problems.len()
    }

    /// Forgets the problems after the first `count`, which are about a schema that is left out.
    pub(super) fn forget_problems(&mut self, count: usize) {
        self.problems.truncate(count);
    }

    /// Returns `value`, or all problems if there are any.
    pub(super) fn finish<T>(self, value: T) -> Result<T, Problems> {
        if self.problems.is_empty() {
            Ok(value)
        } else {
            Err(Problems(self.problems))
        }
    }
}
