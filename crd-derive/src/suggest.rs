//! Did-you-mean.

/// ``"; did you mean `x`?"`` for the closest of the candidates, or nothing when none is close.
pub(crate) fn did_you_mean<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    closest(wrong, candidates).map_or_else(String::new, |best| format!("; did you mean `{best}`?"))
}

/// The candidate nearest to a word, when it is near enough to be what was meant.
pub(crate) fn closest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = wrong.chars().count();
    let allowed = letters.max(3) / 3;
    candidates
        .into_iter()
        .map(|candidate| (distance(&normal(wrong), &normal(candidate)), candidate))
        .filter(|(distance, _)| *distance <= allowed && *distance < letters)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Spelling differences of case and separators do not count: `shortName` is `shortname` is `short_name`.
fn normal(word: &str) -> String {
    word.chars()
        .filter(|c| *c != '_' && *c != '-')
        .flat_map(char::to_lowercase)
        .collect()
}

/// Damerau-Levenshtein distance with adjacent swaps (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    let mut last = None;
    for (row, x) in a.chars().enumerate() {
        let mut current = vec![row + 1];
        for (column, y) in b.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX - 1);
            let substituted = at(&previous, column) + usize::from(x != *y);
            let mut best = substituted
                .min(at(&previous, column + 1) + 1)
                .min(at(&current, column) + 1);
            let swapped = column
                .checked_sub(1)
                .filter(|left| last == Some(*y) && b.get(*left) == Some(&x) && !before.is_empty());
            if let Some(left) = swapped {
                best = best.min(at(&before, left) + 1);
            }
            current.push(best);
        }
        before = previous;
        previous = current;
        last = Some(x);
    }
    previous.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn nearest_word() {
        let names = ["minimum", "maximum", "min_length", "shortname", "list_map_keys"];
        for (wrong, expected) in [
            ("minimun", Some("minimum")),
            ("mniimum", Some("minimum")),
            ("shortNames", Some("shortname")),
            ("listMapKeys", Some("list_map_keys")),
            ("min_len", None),
            ("xyz", None),
        ] {
            assert_eq!(closest(wrong, names), expected, "{wrong}");
        }
        assert_eq!(closest("c", ["a", "b"]), None);
        assert_eq!(closest("aa", ["a", "b"]), Some("a"));
    }
}
