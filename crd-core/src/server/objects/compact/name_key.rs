//! The first bytes of names, by which members are found.

/// The first sixteen bytes of a name as a number, padded with zeros. Names have the order of their keys; two
/// have the same key if they begin with the same bytes, or differ only in zeros at their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NameKey(u128);

impl NameKey {
    pub(super) fn of(name: &str) -> Self {
        let (first, second) = match name.as_bytes().split_at_checked(8) {
            Some((first, second)) => (head(first), head(second)),
            None => (head(name.as_bytes()), 0),
        };
        NameKey(u128::from(first) << 64 | u128::from(second))
    }
}

/// Returns the first eight bytes as a number, padded with zeros.
fn head(bytes: &[u8]) -> u64 {
    if let Some(whole) = bytes.first_chunk() {
        return u64::from_be_bytes(*whole);
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        // Four to seven bytes: the two chunks overlap in the middle.
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
            u64::from(first) << 32 | u64::from(last) << (64 - 8 * bytes.len())
        }
        _ => bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number >> 8 | u64::from(*byte) << 56),
    }
}
