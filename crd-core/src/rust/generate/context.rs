use super::{Problem, Problems, Profile};

/// What a walk over shapes carries along.
pub(super) struct Context {
    pub(super) profile: Profile,
    rust_path: &'static str,
    place: Vec<&'static str>,
    problems: Vec<Problem>,
    unbounded: usize,
}

impl Context {
    pub(super) fn new(profile: Profile, rust_path: &'static str) -> Self {
        Context {
            profile,
            rust_path,
            place: Vec::new(),
            problems: Vec::new(),
            unbounded: 0,
        }
    }

    /// Runs `walk` one step further down.
    pub(super) fn within<T>(&mut self, name: &'static str, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(name);
        let result = walk(self);
        self.place.pop();
        result
    }

    /// Runs `walk` on the elements of a list or map that says how many it holds, or does not.
    pub(super) fn elements<T>(&mut self, bounded: bool, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.unbounded += usize::from(!bounded);
        let result = walk(self);
        self.unbounded -= usize::from(!bounded);
        result
    }

    /// Whether a rule here would run once for each element of a list or map without a limit.
    pub(super) fn is_unbounded(&self) -> bool {
        self.unbounded > 0
    }

    pub(super) fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem {
            rust_path: self.rust_path.to_owned(),
            place: self.place.join("."),
            message: message.into(),
        });
    }

    pub(super) fn finish<T>(self, value: T) -> Result<T, Problems> {
        if self.problems.is_empty() {
            Ok(value)
        } else {
            Err(Problems(self.problems))
        }
    }
}
