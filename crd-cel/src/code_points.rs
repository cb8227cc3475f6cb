//! Sets of code points.

/// Ranges of code points with their first and last one, sorted, without overlaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodePoints(Vec<(u32, u32)>);

impl CodePoints {
    /// Returns the union of ranges.
    pub(crate) fn new(mut ranges: Vec<(u32, u32)>) -> CodePoints {
        ranges.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for (low, high) in ranges {
            match joined.last_mut() {
                Some((_, last)) if low <= last.saturating_add(1) => *last = high.max(*last),
                _ => joined.push((low, high)),
            }
        }
        CodePoints(joined)
    }

    pub(crate) fn contains(&self, code_point: u32) -> bool {
        self.meets(code_point, code_point)
    }

    /// Whether the set has a code point between two, inclusive.
    pub(crate) fn meets(&self, first: u32, last: u32) -> bool {
        let after = self.0.partition_point(|(_, high)| *high < first);
        self.0.get(after).is_some_and(|(low, _)| *low <= last)
    }
}

#[cfg(feature = "matches")]
impl CodePoints {
    /// Returns the code points outside of the set.
    pub(crate) fn complement(&self) -> CodePoints {
        const LAST: u32 = char::MAX as u32;
        let mut outside = Vec::new();
        let mut next = 0;
        for (low, high) in &self.0 {
            if next < *low {
                outside.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= LAST {
            outside.push((next, LAST));
        }
        CodePoints(outside)
    }

    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Returns the character of a set of one, which is not a surrogate.
    pub(crate) fn single(&self) -> Option<char> {
        match *self.0.as_slice() {
            [(low, high)] if low == high => char::from_u32(low),
            _ => None,
        }
    }

    /// Returns the ranges without surrogates, which no text contains.
    #[cfg(any(feature = "differences", feature = "eval"))]
    pub(crate) fn chars(&self) -> impl Iterator<Item = (char, char)> {
        self.0.iter().filter_map(|(low, high)| {
            let low = char::from_u32(*low).unwrap_or('\u{E000}');
            let high = char::from_u32(*high).unwrap_or('\u{D7FF}');
            (low <= high).then_some((low, high))
        })
    }
}
