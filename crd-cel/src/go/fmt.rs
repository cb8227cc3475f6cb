//! Formats a text as Go's `fmt.Sprintf` does when no arguments are given: `100%s` becomes `100%!s(MISSING)`. Servers print some
//! errors this way.

/// Replaces each verb of a text by Go's error for it.
pub(crate) fn without_arguments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, clause)) = rest.split_once('%') {
        out.push_str(plain);
        rest = verb(clause, &mut out);
    }
    out.push_str(rest);
    out
}

/// Formats a clause and returns the rest of the text.
fn verb<'t>(clause: &'t str, out: &mut String) -> &'t str {
    let rest = clause.trim_start_matches(['#', '0', '+', '-', ' ']);
    let (rest, mut is_after_index) = argument(rest);
    let mut has_index = is_after_index;
    let mut rest = number(rest, "%!(BADWIDTH)", &mut is_after_index, out);
    // A dot at the end is itself the verb.
    if let Some(after) = rest.strip_prefix('.').filter(|after| !after.is_empty()) {
        (rest, is_after_index) = argument(after);
        has_index |= is_after_index;
        rest = number(rest, "%!(BADPREC)", &mut is_after_index, out);
    }
    if !is_after_index {
        (rest, is_after_index) = argument(rest);
        has_index |= is_after_index;
    }
    let mut letters = rest.chars();
    match letters.next() {
        None => out.push_str("%!(NOVERB)"),
        Some('%') => out.push('%'),
        Some(letter) => {
            out.push_str("%!");
            out.push(letter);
            out.push_str(if has_index { "(BADINDEX)" } else { "(MISSING)" });
        }
    }
    letters.as_str()
}

/// Skips the index of an argument, `[1]`; returns the rest and whether there was one. No such argument exists.
fn argument(text: &str) -> (&str, bool) {
    let Some(inside) = text.strip_prefix('[') else {
        return (text, false);
    };
    match inside.split_once(']') {
        Some((_, rest)) if text.len() >= 3 => (rest, true),
        _ => (inside, true),
    }
}

/// Skips a width or precision and returns the rest of the text. `*` refers to a missing argument: `complaint`
/// is written, and its index does not count for the verb. A number that is too large consumes the whole rest.
fn number<'t>(text: &'t str, complaint: &str, is_after_index: &mut bool, out: &mut String) -> &'t str {
    /// A number above this limit accepts no further digit.
    const LARGE: u32 = 1_000_000;
    if let Some(after) = text.strip_prefix('*') {
        out.push_str(complaint);
        *is_after_index = false;
        return after;
    }
    let mut value = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !byte.is_ascii_digit() {
            return text.get(at..).unwrap_or_default();
        }
        if value > LARGE {
            break;
        }
        value = value * 10 + u32::from(byte - b'0');
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::without_arguments;

    /// Each expected text is the result of `fmt.Sprintf` in Go 1.26.
    #[test]
    fn clauses_without_arguments() {
        for (text, expected) in [
            ("plain", "plain"),
            ("100%", "100%!(NOVERB)"),
            ("a%sb", "a%!s(MISSING)b"),
            ("a % b", "a %!b(MISSING)"),
            ("a %% b", "a % b"),
            ("'%'", "'%!'(MISSING)"),
            ("%d%%%5.2f%[1]s", "%!d(MISSING)%%!f(MISSING)%!s(BADINDEX)"),
            (
                "%*d%é%!%",
                "%!(BADWIDTH)%!d(MISSING)%!é(MISSING)%!!(MISSING)%!(NOVERB)",
            ),
            ("% +#-05.3q", "%!q(MISSING)"),
            ("%.*d", "%!(BADPREC)%!d(MISSING)"),
            ("%5%", "%"),
            ("%5[1]d", "%!d(BADINDEX)"),
            ("%.[1]*d", "%!(BADPREC)%!d(BADINDEX)"),
            (
                "%[3]*.[2]*[1]f|%.3|",
                "%!(BADWIDTH)%!(BADPREC)%!f(BADINDEX)|%!|(MISSING)",
            ),
            ("%-010.2[1]q|%[5]", "%!q(BADINDEX)|%!(NOVERB)"),
            ("%[1][2]d", "%![(BADINDEX)2]d"),
            ("%[1]5[2]d", "%![(BADINDEX)2]d"),
            ("%[a.b[0]]c", "%!](BADINDEX)c"),
            ("%[x", "%!x(BADINDEX)"),
            ("%[]", "%!](BADINDEX)"),
            ("%[x]", "%!(NOVERB)"),
            ("%[1", "%!(NOVERB)"),
            ("%.", "%!.(MISSING)"),
            ("%10000001d|%1000001d", "%!d(MISSING)|%!d(MISSING)"),
            ("%-10000010d and so on", "%!(NOVERB)"),
            ("a%.92233720368547758d", "a%!(NOVERB)"),
        ] {
            assert_eq!(without_arguments(text), expected, "{text}");
        }
    }
}
