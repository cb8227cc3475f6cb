//! Suggestions for names that do not exist.

/// Returns ``"; did you mean `x`?"`` for the candidate nearest to a name, or an empty text if none is near.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> String {
    nearest(name, candidates).map_or_else(String::new, |best| format!("; did you mean `{best}`?"))
}

/// Returns the candidate nearest to a name: at most a third of the name's characters differ, and not all.
///
/// Unlike [`crd_cel::nearest`], separators do not count: `shortName` is `short_name` here.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> Option<&'a str> {
    let length = name.chars().count();
    let most = length.max(3) / 3;
    let without_separators = name.replace(['_', '-'], "");
    let mut best = None;
    let candidates = candidates.into_iter();
    for candidate in candidates.clone() {
        let distance = crd_cel::edit_distance(&without_separators, &candidate.replace(['_', '-'], ""), most);
        let Some(distance) = distance.filter(|distance| *distance < length) else {
            continue;
        };
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
        .or_else(|| begun(name, length, candidates))
}

/// Returns the only candidate that begins with a name of at least three characters.
fn begun<'a>(name: &str, length: usize, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut candidates = candidates.filter(|candidate| length >= 3 && candidate.starts_with(name));
    candidates.next().filter(|_| candidates.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn nearest_name() {
        let names = ["minimum", "maximum", "min_length", "shortname", "list_map_keys"];
        for (wrong, expected) in [
            ("minimun", Some("minimum")),
            ("mniimum", Some("minimum")),
            ("shortNames", Some("shortname")),
            ("listMapKeys", Some("list_map_keys")),
            ("min_len", Some("min_length")),
            ("min", None),
            ("list_map", Some("list_map_keys")),
            ("xyz", None),
        ] {
            assert_eq!(nearest(wrong, names), expected, "{wrong}");
        }
        assert_eq!(nearest("c", ["a", "b"]), None);
        assert_eq!(nearest("aa", ["a", "b"]), Some("a"));
    }
}
