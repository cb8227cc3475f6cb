//! Did you mean …?

/// The candidate nearest to a name, if one is near enough to be meant.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let most = (name.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= most * 4 && *candidate != name)
        .filter_map(|candidate| Some((distance(name, candidate, most)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many characters must be added, dropped, changed or swapped with their neighbour, when at most
/// `most`. Case counts nothing.
fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
    let left: Vec<char> = left.chars().flat_map(char::to_lowercase).collect();
    let right: Vec<char> = right.chars().flat_map(char::to_lowercase).collect();
    if left.len().abs_diff(right.len()) > most || left.len().max(right.len()) > 256 {
        return None;
    }
    let mut before = vec![0; right.len() + 1];
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, r) in right.iter().enumerate() {
            let cell = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
            let mut best = (cell(&row, j) + usize::from(l != r))
                .min(cell(&row, j + 1) + 1)
                .min(cell(&next, j) + 1);
            let swapped = i > 0 && j > 0 && left.get(i - 1) == Some(r) && right.get(j - 1) == Some(l);
            if swapped {
                best = best.min(cell(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|distance| *distance <= most)
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
