//! A small ordered map, kept as a sorted list.

use std::fmt;

use super::sort::sort_by;
use super::text::InternedText;

/// A map from names to `T`, ordered by name. Compact for the many small maps of a schema, and
/// deterministic to iterate.
#[derive(Clone, PartialEq)]
pub struct Map<T> {
    entries: Vec<(InternedText, T)>,
}

/// Up to this many entries, a name is found by comparing lengths first, so that most names are not compared.
const FEW: usize = 8;

impl<T> Map<T> {
    /// Creates an empty map.
    pub const fn new() -> Self {
        Map { entries: Vec::new() }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Checks whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the value for `name`.
    pub fn get(&self, name: &str) -> Option<&T> {
        if self.entries.len() <= FEW {
            let found = self.entries.iter().find(|(entry, _)| **entry == *name);
            return found.map(|(_, value)| value);
        }
        self.position(name)
            .ok()
            .and_then(|at| self.entries.get(at))
            .map(|(_, value)| value)
    }

    /// Returns the value for `name`, searching from `place` on: a caller that asks for names in order finds
    /// each one immediately.
    #[cfg(feature = "convert")]
    pub(crate) fn get_from(&self, name: &str, place: &mut usize) -> Option<&T> {
        let ahead = self.entries.get(*place..).unwrap_or_default();
        // Names of other lengths are skipped without comparing them.
        let found = ahead.iter().take(FEW).position(|(entry, _)| **entry == *name);
        let at = match found {
            Some(steps) => *place + steps,
            None => self.position(name).ok()?,
        };
        *place = at + 1;
        self.entries.get(at).map(|(_, value)| value)
    }

    /// Returns the value at an index of [`iter`](Self::iter).
    #[cfg(feature = "convert")]
    pub(crate) fn at(&self, place: usize) -> Option<&T> {
        self.entries.get(place).map(|(_, value)| value)
    }

    /// Returns the entry for `name`.
    #[cfg(feature = "check")]
    pub(crate) fn named(&self, name: &str) -> Option<(&InternedText, &T)> {
        let at = self.position(name).ok()?;
        self.entries.get(at).map(|(name, value)| (name, value))
    }

    /// Returns a mutable reference to the value for `name`.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let at = self.position(name).ok()?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Checks whether there is an entry `name`.
    pub fn contains_key(&self, name: &str) -> bool {
        self.position(name).is_ok()
    }

    /// Inserts `value` for `name`; returns the previous value.
    pub fn insert(&mut self, name: impl Into<InternedText>, value: T) -> Option<T> {
        let name = name.into();
        // Sorted input, the common case, appends.
        if self.entries.last().is_none_or(|(last, _)| **last < *name) {
            self.entries.push((name, value));
            return None;
        }
        match self.position(&name) {
            Ok(at) => self
                .entries
                .get_mut(at)
                .map(|entry| std::mem::replace(&mut entry.1, value)),
            Err(at) => {
                self.entries.insert(at, (name, value));
                None
            }
        }
    }

    /// Removes the value for `name`.
    pub fn remove(&mut self, name: &str) -> Option<T> {
        let at = self.position(name).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// Returns the entries in the order of their names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &T)> + DoubleEndedIterator {
        self.entries.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the entries in the order of their names, with mutable values.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut T)> {
        self.entries.iter_mut().map(|(name, value)| (&**name, value))
    }

    /// Returns the names in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.iter().map(|(name, _)| name)
    }

    /// Returns the values in the order of their names.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &T> {
        self.iter().map(|(_, value)| value)
    }

    /// Creates a map from entries; later ones replace earlier ones.
    fn of(mut entries: Vec<(InternedText, T)>) -> Self {
        if entries.is_sorted_by(|a, b| a.0 < b.0) {
            return Map { entries };
        }
        sort_by(&mut entries, &|a, b| a.0.cmp(&b.0));
        let mut unique: Vec<(InternedText, T)> = Vec::with_capacity(entries.len());
        for entry in entries {
            match unique.last_mut() {
                Some(last) if last.0 == entry.0 => *last = entry,
                _ => unique.push(entry),
            }
        }
        Map { entries: unique }
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(entry, _)| (**entry).cmp(name))
    }
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Map::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Map<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T> IntoIterator for Map<T> {
    type Item = (InternedText, T);
    type IntoIter = std::vec::IntoIter<(InternedText, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<N: Into<InternedText>, T> FromIterator<(N, T)> for Map<T> {
    /// Later entries replace earlier ones. Sorts once, so unsorted input costs `n log n`.
    fn from_iter<I: IntoIterator<Item = (N, T)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        Map::of(entries.map(|(name, value)| (name.into(), value)).collect())
    }
}

impl<T: serde::Serialize> serde::Serialize for Map<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// Creates a JSON object from members; later ones replace earlier ones. It is one function for all callers
/// because the compiler creates two thousand lines of LLVM IR for each `collect` into a map, which sorts; `extend` does not.
pub(crate) fn json_object(
    members: &mut dyn Iterator<Item = (String, serde_json::Value)>,
) -> serde_json::Value {
    serde_json::Value::Object(members.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_and_replaces() {
        let mut map: Map<i32> = [("b", 2), ("a", 1), ("b", 3)].into_iter().collect();
        assert_eq!(map.iter().collect::<Vec<_>>(), [("a", &1), ("b", &3)]);
        assert_eq!(map.insert("a", 5), Some(1));
        assert_eq!(map.insert("aa", 6), None);
        assert_eq!(map.keys().collect::<Vec<_>>(), ["a", "aa", "b"]);
        assert_eq!(map.remove("b"), Some(3));
        assert_eq!(map.get("b"), None);
    }
}
