//! A text that Go formats although it is no format: `100%s` becomes `100%!s(MISSING)`.

/// The text as `fmt.Sprintf` prints it without arguments.
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

/// Writes what becomes of a clause; returns what follows it.
fn verb<'t>(clause: &'t str, out: &mut String) -> &'t str {
    let rest = clause.trim_start_matches(['#', '0', '+', '-', ' ']);
    let (mut rest, mut has_index) = argument(rest);
    if let Some(after) = rest.strip_prefix('*') {
        out.push_str("%!(BADWIDTH)");
        rest = after;
    } else {
        rest = number(rest);
    }
    // A dot at the end is the verb.
    if let Some(after) = rest.strip_prefix('.').filter(|after| !after.is_empty()) {
        let (after, is_index) = argument(after);
        has_index |= is_index;
        rest = match after.strip_prefix('*') {
            Some(after) => {
                out.push_str("%!(BADPREC)");
                after
            }
            None => number(after),
        };
    }
    let (rest, is_index) = argument(rest);
    has_index |= is_index;
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

/// What follows the index of an argument, `[1]`, and whether there was one.
fn argument(text: &str) -> (&str, bool) {
    let Some(inside) = text.strip_prefix('[') else {
        return (text, false);
    };
    match inside.split_once(']') {
        Some((index, rest)) if !index.is_empty() || text.len() >= 3 => (rest, true),
        _ => (inside, true),
    }
}

/// What follows a number. Go takes nothing for what follows a number that is too large.
fn number(text: &str) -> &str {
    /// A number that is larger has no further digit.
    const LARGE: u32 = 1_000_000;
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

    #[test]
    fn clauses_without_arguments() {
        for (text, expected) in [
            ("plain", "plain"),
            ("a%sb", "a%!s(MISSING)b"),
            ("%d%%%5.2f%[1]s", "%!d(MISSING)%%!f(MISSING)%!s(BADINDEX)"),
            (
                "%*d%é%!%",
                "%!(BADWIDTH)%!d(MISSING)%!é(MISSING)%!!(MISSING)%!(NOVERB)",
            ),
            ("% +#-05.3q", "%!q(MISSING)"),
            (
                "%[3]*.[2]*[1]f|%.3|",
                "%!(BADWIDTH)%!(BADPREC)%!f(BADINDEX)|%!|(MISSING)",
            ),
            ("%-010.2[1]q|%[5]", "%!q(BADINDEX)|%!(NOVERB)"),
            ("%.", "%!.(MISSING)"),
            ("%10000001d|%1000001d", "%!d(MISSING)|%!d(MISSING)"),
            ("%-10000010d and so on", "%!(NOVERB)"),
            ("a%.92233720368547758d", "a%!(NOVERB)"),
        ] {
            assert_eq!(without_arguments(text), expected, "{text}");
        }
    }
}
