//! A cache of what is found out about CRDs: the versions of a CRD, and the CRDs of a project, have many equal parts.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{PoisonError, RwLock};

/// Values by keys, for all threads.
pub(crate) struct Cache<V>(RwLock<Known<V>>);

struct Known<V> {
    by_key: HashMap<Box<[u8]>, V, BuildHasherDefault<KeyHasher>>,
    /// The size of all keys.
    bytes: usize,
}

/// A byte that no text contains, which separates the texts of a key.
pub(crate) const NO_TEXT: u8 = u8::MAX;

/// Maximum size of all keys. Beyond it, all are forgotten, so that a server that runs long does not grow.
const MOST_BYTES: usize = 1 << 21;

impl<V: Clone> Cache<V> {
    pub(crate) const fn new() -> Self {
        Cache(RwLock::new(Known {
            by_key: HashMap::with_hasher(BuildHasherDefault::new()),
            bytes: 0,
        }))
    }

    pub(crate) fn get(&self, key: &[u8]) -> Option<V> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.by_key.get(key).cloned()
    }

    /// Adds a value, unless another thread has added one with the key. Returns the one that is kept.
    pub(crate) fn add(&self, key: &[u8], value: V) -> V {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known.by_key.get(key) {
            return value.clone();
        }
        known.bytes += key.len();
        if known.bytes > MOST_BYTES {
            known.bytes = key.len();
            known.by_key.clear();
        }
        known.by_key.insert(key.into(), value.clone());
        value
    }
}

/// Hashes texts and other keys, eight bytes at a time.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl KeyHasher {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        // The upper bits of a product depend on all bits.
        self.0.rotate_left(32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        for byte in rest {
            self.add(u64::from(*byte));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_too_large_together_are_forgotten() {
        let cache = Cache::new();
        let half = vec![b'a'; MOST_BYTES / 2];
        cache.add(&half, 1);
        assert_eq!([cache.add(b"b", 2), cache.add(b"b", 3)], [2, 2]);
        assert_eq!(
            (cache.get(&half), cache.get(b"b"), cache.get(b"c")),
            (Some(1), Some(2), None)
        );
        cache.add(&vec![b'd'; MOST_BYTES / 2], 3);
        assert_eq!((cache.get(&half), cache.get(b"b")), (None, None));
    }
}
