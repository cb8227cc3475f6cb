//! Sorts into the same order as Go's `sort.Slice`. That sort is not stable, so elements with equal keys come
//! out in the server's order only if the same elements are compared and swapped.
//!
//! The algorithm is pattern-defeating quicksort (Orson Peters, arXiv:2106.05123) with Go's parameters: insertion
//! sort below 13 elements, the median of three medians from 50 on, and a random generator seeded with the length.

/// The maximum number of elements for insertion sort.
const MAX_INSERTION: usize = 12;
/// The minimum length for a median of medians as the pivot, and for shifting elements that are out of order.
const LONG: usize = 50;
/// The maximum number of elements out of order that are shifted before a nearly sorted list is partitioned.
const MAX_SHIFTS: usize = 5;
/// The number of swaps in the pivot search if every comparison swaps, as in a descending list.
const ALL_SWAPPED: usize = 12;

/// Sorts element indices by an order of the elements.
pub(crate) fn sort(items: &mut [usize], less: &mut dyn FnMut(usize, usize) -> bool) {
    let end = items.len();
    Sorter { items, less }.quick(0, end, bit_length(end));
}

struct Sorter<'s> {
    items: &'s mut [usize],
    less: &'s mut dyn FnMut(usize, usize) -> bool,
}

/// The order of the elements, as estimated by the pivot search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    Unknown,
    Increasing,
    Decreasing,
}

fn bit_length(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

impl Sorter<'_> {
    fn less(&mut self, a: usize, b: usize) -> bool {
        match (self.items.get(a), self.items.get(b)) {
            (Some(a), Some(b)) => (self.less)(*a, *b),
            _ => false,
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a < self.items.len() && b < self.items.len() {
            self.items.swap(a, b);
        }
    }

    /// Sorts `start..end`. After `bad_pivots` very unbalanced partitions it falls back to heapsort.
    fn quick(&mut self, mut start: usize, mut end: usize, mut bad_pivots: u32) {
        let mut was_balanced = true;
        let mut was_partitioned = true;
        loop {
            let length = end - start;
            if length <= MAX_INSERTION {
                self.insertion(start, end);
                return;
            }
            if bad_pivots == 0 {
                self.heap(start, end);
                return;
            }
            if !was_balanced {
                self.scatter(start, end);
                bad_pivots -= 1;
            }
            let (mut pivot, mut hint) = self.pivot(start, end);
            if hint == Hint::Decreasing {
                self.items.get_mut(start..end).unwrap_or_default().reverse();
                pivot = (end - 1) - (pivot - start);
                hint = Hint::Increasing;
            }
            if was_balanced && was_partitioned && hint == Hint::Increasing && self.shift(start, end) {
                return;
            }
            if start > 0 && !self.less(start - 1, pivot) {
                start = self.part_equal(start, end, pivot);
                continue;
            }
            let (middle, in_order) = self.part(start, end, pivot);
            was_partitioned = in_order;
            let (left, right) = (middle - start, end - middle);
            was_balanced = left.min(right) >= length / 8;
            if left < right {
                self.quick(start, middle, bad_pivots);
                start = middle + 1;
            } else {
                self.quick(middle + 1, end, bad_pivots);
                end = middle;
            }
        }
    }

    fn insertion(&mut self, start: usize, end: usize) {
        for i in start + 1..end {
            let mut j = i;
            while j > start && self.less(j, j - 1) {
                self.swap(j, j - 1);
                j -= 1;
            }
        }
    }

    fn heap(&mut self, start: usize, end: usize) {
        let length = end - start;
        for root in (0..=(length - 1) / 2).rev() {
            self.sift_down(root, length, start);
        }
        for last in (0..length).rev() {
            self.swap(start, start + last);
            self.sift_down(0, last, start);
        }
    }

    fn sift_down(&mut self, mut root: usize, length: usize, start: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= length {
                return;
            }
            if child + 1 < length && self.less(start + child, start + child + 1) {
                child += 1;
            }
            if !self.less(start + root, start + child) {
                return;
            }
            self.swap(start + root, start + child);
            root = child;
        }
    }

    /// Swaps elements in the middle with random ones, to break patterns that cause bad pivots.
    fn scatter(&mut self, start: usize, end: usize) {
        let length = end - start;
        let mask = (1_u64 << bit_length(length)) - 1;
        let mut random = length as u64;
        let middle = start + length / 4 * 2;
        for place in middle - 1..=middle + 1 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mut other = usize::try_from(random & mask).unwrap_or_default();
            if other >= length {
                other -= length;
            }
            self.swap(place, start + other);
        }
    }

    fn pivot(&mut self, start: usize, end: usize) -> (usize, Hint) {
        let length = end - start;
        let mut swaps = 0;
        let quarter = length / 4;
        let mut places = [start + quarter, start + quarter * 2, start + quarter * 3];
        if length >= LONG {
            for place in &mut places {
                *place = self.median([*place - 1, *place, *place + 1], &mut swaps);
            }
        }
        let pivot = self.median(places, &mut swaps);
        let hint = match swaps {
            0 => Hint::Increasing,
            ALL_SWAPPED => Hint::Decreasing,
            _ => Hint::Unknown,
        };
        (pivot, hint)
    }

    fn median(&mut self, [a, b, c]: [usize; 3], swaps: &mut usize) -> usize {
        let (a, b) = self.ordered(a, b, swaps);
        let (b, _) = self.ordered(b, c, swaps);
        let (_, b) = self.ordered(a, b, swaps);
        b
    }

    fn ordered(&mut self, a: usize, b: usize, swaps: &mut usize) -> (usize, usize) {
        if self.less(b, a) {
            *swaps += 1;
            (b, a)
        } else {
            (a, b)
        }
    }

    /// Sorts a nearly sorted range; returns whether it is sorted afterwards.
    fn shift(&mut self, start: usize, end: usize) -> bool {
        let mut i = start + 1;
        for _ in 0..MAX_SHIFTS {
            while i < end && !self.less(i, i - 1) {
                i += 1;
            }
            if i == end {
                return true;
            }
            if end - start < LONG {
                return false;
            }
            self.swap(i, i - 1);
            if i - start >= 2 {
                let mut j = i - 1;
                while j >= 1 && self.less(j, j - 1) {
                    self.swap(j, j - 1);
                    j -= 1;
                }
            }
            if end - i >= 2 {
                let mut j = i + 1;
                while j < end && self.less(j, j - 1) {
                    self.swap(j, j - 1);
                    j += 1;
                }
            }
        }
        false
    }

    /// Partitions by the pivot; returns the new index of the pivot and whether the range was already partitioned.
    fn part(&mut self, start: usize, end: usize, pivot: usize) -> (usize, bool) {
        self.swap(start, pivot);
        let (mut i, mut j) = (start + 1, end - 1);
        let mut in_order = true;
        loop {
            while i <= j && self.less(i, start) {
                i += 1;
            }
            while i <= j && !self.less(j, start) {
                j -= 1;
            }
            if i > j {
                self.swap(j, start);
                return (j, in_order);
            }
            self.swap(i, j);
            i += 1;
            j -= 1;
            in_order = false;
        }
    }

    /// Partitions elements that equal the pivot, which is the smallest, from greater ones; returns the index
    /// of the first greater one.
    fn part_equal(&mut self, start: usize, end: usize, pivot: usize) -> usize {
        self.swap(start, pivot);
        let (mut i, mut j) = (start + 1, end - 1);
        loop {
            while i <= j && !self.less(start, i) {
                i += 1;
            }
            while i <= j && self.less(start, j) {
                j -= 1;
            }
            if i > j {
                return i;
            }
            self.swap(i, j);
            i += 1;
            j -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort;

    /// Sorts numbers by a key and compares the result with that of `sort.Slice` in Go 1.26.
    fn check(keys: &[usize], expected: &[usize]) {
        let mut items: Vec<usize> = (0..keys.len()).collect();
        sort(&mut items, &mut |a, b| keys[a] < keys[b]);
        assert_eq!(items, expected);
    }

    /// Like `check` for many elements; the expected order is given as an FNV-1a hash.
    fn check_sum(keys: &[usize], expected: u64) {
        let mut items: Vec<usize> = (0..keys.len()).collect();
        sort(&mut items, &mut |a, b| keys[a] < keys[b]);
        let mut sum = 14_695_981_039_346_656_037_u64;
        for item in items {
            sum = (sum ^ item as u64).wrapping_mul(1_099_511_628_211);
        }
        assert_eq!(sum, expected);
    }

    /// Returns numbers below `most` in no particular order.
    fn mixed(count: usize, most: usize) -> Vec<usize> {
        let mut next = 1;
        (0..count)
            .map(|_| {
                next = (next * 75 + 74) % 65_536;
                next % most
            })
            .collect()
    }

    #[test]
    fn equal_keys_as_in_go() {
        check(&[0; 13], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        let mixed_up = [
            9, 17, 13, 3, 4, 21, 20, 6, 23, 16, 8, 19, 7, 22, 12, 15, 14, 0, 18, 11, 10, 5, 2, 1, 24,
        ];
        check(&mixed(25, 3), &mixed_up);
        check_sum(&[0; 100], 18_112_506_748_242_246_321);
        check_sum(&mixed(1000, 5), 11_629_663_519_088_957_571);
        check_sum(&mixed(5000, 1000), 4_783_591_716_179_432_127);
    }

    #[test]
    fn patterns_as_in_go() {
        let down: Vec<usize> = (0..200).map(|i| (200 - i) / 2).collect();
        check_sum(&down, 18_325_214_995_844_625_863);
        let mut up: Vec<usize> = (0..200).map(|i| i / 3).collect();
        (up[100], up[50]) = (0, 60);
        check_sum(&up, 12_568_880_565_790_793_663);
        let organ: Vec<usize> = (0..3000).map(|i| if i < 1500 { i } else { 3000 - i }).collect();
        check_sum(&organ, 5_793_958_068_698_879_741);
        let saw: Vec<usize> = (0..3000).map(|i| (i % 2) * 3000 + i / 7).collect();
        check_sum(&saw, 2_841_744_771_539_761_365);
    }
}
