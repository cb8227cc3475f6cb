//! The source of random values.

use crate::rng::Rng;

/// A source of random values, and the size of lists and maps.
#[derive(Debug)]
pub struct Gen {
    rng: Rng,
    /// The maximum number of elements of lists and maps without other bounds.
    pub size: usize,
}

impl Gen {
    /// Creates the generator with a seed.
    pub fn new(seed: u64, size: usize) -> Gen {
        Gen {
            rng: Rng::new(seed),
            size,
        }
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    /// Returns true in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.rng.one_in(n)
    }

    /// Returns a clone of a random element of the list.
    ///
    /// # Panics
    /// When the list is empty.
    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        self.rng.pick(list).expect("something to pick from").clone()
    }

    /// Returns a number in the closed range; in one of three cases, one of its ends.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(usize::MAX);
        match self.below(6) {
            0 => low,
            1 => high,
            _ => low.saturating_add(i64::try_from(self.below(span)).unwrap_or(0)),
        }
    }

    /// Returns a text of `low` to `high` characters.
    pub fn text(&mut self, low: usize, high: usize) -> String {
        let length = low + self.below(high - low + 1);
        (0..length)
            .map(|_| self.pick(&['a', 'b', 'Z', '0', 'é']))
            .collect()
    }

    /// Returns a list of `low` to `high` elements.
    pub fn list<T, C: FromIterator<T>>(
        &mut self,
        low: usize,
        high: usize,
        make: impl Fn(&mut Self) -> T,
    ) -> C {
        let length = low + self.below(high - low + 1);
        (0..length).map(|_| make(self)).collect()
    }

    /// Returns `None` in one of three cases.
    pub fn maybe<T>(&mut self, make: impl Fn(&mut Self) -> T) -> Option<T> {
        (!self.one_in(3)).then(|| make(self))
    }

    /// Returns a map of `low` to `high` entries, with the keys `key-0`, `key-1` and so on.
    pub fn map<V, C: FromIterator<(String, V)>>(
        &mut self,
        low: usize,
        high: usize,
        make: impl Fn(&mut Self) -> V,
    ) -> C {
        let length = low + self.below(high - low + 1);
        (0..length).map(|at| (format!("key-{at}"), make(self))).collect()
    }

    /// Returns a list of at most [`Gen::size`] elements.
    pub(super) fn some<T, C: FromIterator<T>>(&mut self, make: impl Fn(&mut Self) -> T) -> C {
        let high = self.size;
        self.list(0, high, make)
    }
}
