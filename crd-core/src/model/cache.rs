//! A cache of what a thread finds out about CRDs: the versions of a CRD, and the CRDs of a project, have many equal parts.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Values by keys. All are forgotten when the keys have a size, so that a server that runs long does not grow.
pub(crate) struct Cache<V> {
    by_key: HashMap<Box<[u8]>, V, BuildHasherDefault<KeyHasher>>,
    /// The size of all keys.
    bytes: usize,
}

/// Maximum size of all keys.
const MOST_BYTES: usize = 1 << 20;

impl<V> Default for Cache<V> {
    fn default() -> Self {
        Cache {
            by_key: HashMap::default(),
            bytes: 0,
        }
    }
}

impl<V> Cache<V> {
    pub(crate) fn get(&self, key: &[u8]) -> Option<&V> {
        self.by_key.get(key)
    }

    pub(crate) fn insert(&mut self, key: &[u8], value: V) {
        self.bytes += key.len();
        if self.bytes > MOST_BYTES {
            self.bytes = key.len();
            self.by_key.clear();
        }
        self.by_key.insert(key.into(), value);
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
        let mut cache = Cache::default();
        let half = vec![b'a'; MOST_BYTES / 2];
        cache.insert(&half, 1);
        cache.insert(b"b", 2);
        assert_eq!(
            (cache.get(&half), cache.get(b"b"), cache.get(b"c")),
            (Some(&1), Some(&2), None)
        );
        cache.insert(&vec![b'd'; MOST_BYTES / 2], 3);
        assert_eq!((cache.get(&half), cache.get(b"b")), (None, None));
    }
}
