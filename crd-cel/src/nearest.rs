//! The edit distance for "did you mean" suggestions.

/// Returns the candidate that is most similar to a name, if it is similar enough to be suggested: at most a
/// third of the name's characters differ, and always at least one and at most three may. A candidate that
/// equals the name does not count.
///
/// ```
/// assert_eq!(crd_cel::nearest("maxReplica", ["replicas", "maxReplicas"]), Some("maxReplicas"));
/// assert_eq!(crd_cel::nearest("protocol", ["replicas", "maxReplicas"]), None);
/// ```
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    search(Search::of(name), candidates)
}

/// Returns the candidate that is most similar to a name, if at most `most` characters differ; of several, the first one.
pub fn nearest_within<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    most: usize,
) -> Option<&'c str> {
    search(Search::within(name, most), candidates)
}

fn search<'c>(mut search: Search<'_, 'c>, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    for candidate in candidates {
        search.consider(candidate);
    }
    search.found()
}

/// The most similar candidate among those examined so far.
pub(crate) struct Search<'n, 'c> {
    name: &'n str,
    /// Maximum number of characters that may differ.
    most: usize,
    nearest: Option<(usize, &'c str)>,
    /// Whether another candidate is as similar.
    is_tied: bool,
}

/// Maximum number of characters of a name that is not taken for one of several candidates: `A6` for `A3` and `A4`.
const AMBIGUOUS: usize = 3;

impl<'n, 'c> Search<'n, 'c> {
    pub(crate) fn of(name: &'n str) -> Self {
        Self::within(name, (name.chars().count() / 3).clamp(1, 3))
    }

    fn within(name: &'n str, most: usize) -> Self {
        Self {
            name,
            most,
            nearest: None,
            is_tied: false,
        }
    }

    pub(crate) fn consider(&mut self, candidate: &'c str) {
        if candidate == self.name || candidate.len().abs_diff(self.name.len()) > self.most * 4 {
            return;
        }
        let Some(distance) = edit_distance(self.name, candidate, self.most) else {
            return;
        };
        match self.nearest {
            Some((least, _)) if least < distance => {}
            Some((least, found)) if least == distance => self.is_tied |= found != candidate,
            _ => {
                self.nearest = Some((distance, candidate));
                self.is_tied = false;
            }
        }
    }

    pub(crate) fn found(self) -> Option<&'c str> {
        let is_guess = self.is_tied && self.name.chars().count() <= AMBIGUOUS;
        self.nearest.map(|(_, found)| found).filter(|_| !is_guess)
    }
}

/// Returns how many characters must be added, removed, changed or swapped with their neighbour to turn one
/// text into the other, if at most `most`; case is ignored. `None` for texts of more than 256 characters.
///
/// ```
/// assert_eq!(crd_cel::edit_distance("relpicas", "Replicas", 3), Some(1));
/// assert_eq!(crd_cel::edit_distance("protocol", "replicas", 3), None);
/// ```
pub fn edit_distance(left: &str, right: &str, most: usize) -> Option<usize> {
    let (left, right) = (lower_case(left), lower_case(right));
    if left.len().abs_diff(right.len()) > most || left.len().max(right.len()) > 256 {
        return None;
    }
    let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
    let mut before = Vec::new();
    let mut row = Vec::new();
    for at in 0..=right.len() {
        row.push(at);
    }
    for (i, l) in left.iter().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i + 1);
        for (j, r) in right.iter().enumerate() {
            let mut best = (cell(&row, j) + usize::from(l != r))
                .min(cell(&row, j + 1) + 1)
                .min(cell(&next, j) + 1);
            let swapped = i > 0 && j > 0 && left.get(i - 1) == Some(r) && right.get(j - 1) == Some(l);
            if swapped {
                best = best.min(cell(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = row;
        row = next;
    }
    row.last().copied().filter(|distance| *distance <= most)
}

fn lower_case(name: &str) -> Vec<char> {
    let mut lower = Vec::with_capacity(name.len());
    for char in name.chars() {
        for char in char.to_lowercase() {
            lower.push(char);
        }
    }
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        let names = ["replicas", "maxReplicas", "minReplicas", "name", "size"];
        for (name, expected) in [
            ("maxReplica", Some("maxReplicas")),
            ("relpicas", Some("replicas")),
            ("Name", Some("name")),
            ("sise", Some("size")),
            ("protocol", None),
            ("x", None),
            ("name", None),
        ] {
            assert_eq!(nearest(name, names), expected, "{name}");
        }
        // A short name is not taken for one of several.
        assert_eq!(nearest("A6", ["A3", "A4"]), None);
        assert_eq!(nearest("A6", ["A3", "B4"]), Some("A3"));
        assert_eq!(nearest("a3", ["A4", "A3"]), Some("A3"));
        assert_eq!(nearest("size", ["sizes", "sized"]), Some("sizes"));
    }
}
