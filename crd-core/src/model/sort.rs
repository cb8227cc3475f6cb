//! Sorting, compiled once for all types.
//!
//! The compiler creates two thousand lines of LLVM IR for each call of the standard library's `sort_by`. With
//! some fifty calls that was an eighth of all code of this crate, so here only the moves are generic.

use std::cmp::Ordering;

/// Sorts stably, as [`slice::sort_by`] does.
pub fn sort_by<T>(items: &mut [T], order: &dyn Fn(&T, &T) -> Ordering) {
    let order = |left: usize, right: usize| match (items.get(left), items.get(right)) {
        (Some(left), Some(right)) => order(left, right),
        _ => Ordering::Equal,
    };
    for (left, right) in swaps(items.len(), &order) {
        items.swap(left, right);
    }
}

/// Sorts stably, as [`slice::sort_by_key`] does.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: &dyn Fn(&T) -> K) {
    sort_by(items, &|one, other| key(one).cmp(&key(other)));
}

/// Sorts stably, as [`slice::sort`] does.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, &T::cmp);
}

/// Returns the items in order, each once.
pub fn distinct<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    sort(&mut items);
    items.dedup();
    items
}

/// Returns the swaps, of indices below `len`, that sort the items.
fn swaps(len: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut swaps = Vec::new();
    if (1..len).all(|place| order(place - 1, place).is_le()) {
        return swaps;
    }
    // For each index, the current index of its item.
    let mut sources: Vec<usize> = (0..len).collect();
    sources.sort_by(|left, right| order(*left, *right));
    for start in 0..len {
        let mut place = start;
        while let Some(source) = sources.get_mut(place) {
            // Each index is filled once.
            let source = std::mem::replace(source, place);
            if source == start {
                break;
            }
            swaps.push((place, source));
            place = source;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library(mut items: Vec<(u8, u16)>) {
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by(&mut items, &|a, b| a.0.cmp(&b.0));
            prop_assert_eq!(&items, &expected);
            expected.sort_unstable();
            sort(&mut items);
            prop_assert_eq!(items, expected);
        }
    }
}
