//! Did you mean …?

/// The candidate nearest to a name, if one is near enough to be meant.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut search = Search::of(name);
    for candidate in candidates {
        search.consider(candidate);
    }
    search.found()
}

/// The candidate nearest to a name among those looked at so far.
pub(crate) struct Search<'n, 'c> {
    name: &'n str,
    /// The most characters that may differ.
    most: usize,
    nearest: Option<(usize, &'c str)>,
}

impl<'n, 'c> Search<'n, 'c> {
    pub(crate) fn of(name: &'n str) -> Self {
        Self {
            name,
            most: (name.chars().count() / 3).clamp(1, 3),
            nearest: None,
        }
    }

    pub(crate) fn consider(&mut self, candidate: &'c str) {
        if candidate == self.name || candidate.len().abs_diff(self.name.len()) > self.most * 4 {
            return;
        }
        let Some(distance) = distance(self.name, candidate, self.most) else {
            return;
        };
        if self.nearest.is_none_or(|(least, _)| distance < least) {
            self.nearest = Some((distance, candidate));
        }
    }

    pub(crate) fn found(self) -> Option<&'c str> {
        Some(self.nearest?.1)
    }
}

/// How many characters must be added, dropped, changed or swapped with their neighbour, when at most
/// `most`. Case counts nothing.
fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
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
    }
}
