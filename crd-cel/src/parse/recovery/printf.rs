//! What Go's `fmt.Sprintf` makes of a text without arguments. Older servers print their syntax errors so.

/// The greatest width or precision. Go reads no further behind a greater one.
const MAX_NUMBER: u32 = 1_000_000;

/// The text with each verb replaced by Go's complaint: `a % b` becomes `a %!b(MISSING)`.
pub(super) fn without_arguments(format: &str) -> String {
    let mut text = String::with_capacity(format.len());
    let mut rest = format;
    while let Some((before, directive)) = rest.split_once('%') {
        text.push_str(before);
        rest = complaint(directive, &mut text);
    }
    text.push_str(rest);
    text
}

/// Writes what stands for a directive, and returns what follows it.
fn complaint<'t>(directive: &'t str, text: &mut String) -> &'t str {
    let is_flag = |c: char| matches!(c, '+' | '-' | '#' | ' ' | '0');
    let mut rest = directive.trim_start_matches(is_flag);
    let (at_width, had_index) = without_index(rest);
    let mut is_bad_index = had_index;
    rest = at_width;
    rest = number(rest, "%!(BADWIDTH)", text);
    if let Some(precision) = rest.strip_prefix('.') {
        let (at_precision, had_index) = without_index(precision);
        is_bad_index |= had_index;
        rest = at_precision;
        rest = number(rest, "%!(BADPREC)", text);
    }
    let (at_verb, had_index) = without_index(rest);
    is_bad_index |= had_index;
    let mut characters = at_verb.chars();
    match characters.next() {
        None => text.push_str("%!(NOVERB)"),
        Some('%') => text.push('%'),
        Some(verb) => {
            text.push_str("%!");
            text.push(verb);
            text.push_str(if is_bad_index { "(BADINDEX)" } else { "(MISSING)" });
        }
    }
    characters.as_str()
}

/// What follows the number of an argument, `[1]`, and whether there was one; there is no such argument.
fn without_index(text: &str) -> (&str, bool) {
    let Some(inside) = text.strip_prefix('[') else {
        return (text, false);
    };
    if inside.len() < 2 {
        return (inside, true);
    }
    (inside.split_once(']').map_or(inside, |(_, behind)| behind), true)
}

/// Skips a width or precision; one that an argument should give is complained about.
fn number<'t>(text: &'t str, complaint: &str, out: &mut String) -> &'t str {
    if let Some(behind) = text.strip_prefix('*') {
        out.push_str(complaint);
        return behind;
    }
    let mut value = 0_u32;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', ..] = rest.as_bytes() {
        if value > MAX_NUMBER {
            return "";
        }
        value = value * 10 + u32::from(digit - b'0');
        rest = rest.get(1..).unwrap_or_default();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::without_arguments;

    /// Each expected text is what `fmt.Sprintf` of Go 1.26 gives.
    #[test]
    fn go_prints_formats_without_arguments() {
        for (format, expected) in [
            ("100%", "100%!(NOVERB)"),
            ("a % b", "a %!b(MISSING)"),
            ("a %% b", "a % b"),
            ("'%'", "'%!'(MISSING)"),
            ("%-5.2f|", "%!f(MISSING)|"),
            ("%*d", "%!(BADWIDTH)%!d(MISSING)"),
            ("%.*d", "%!(BADPREC)%!d(MISSING)"),
            ("%5%", "%"),
            ("%[1]d", "%!d(BADINDEX)"),
            ("%5[1]d", "%!d(BADINDEX)"),
            ("%.[1]*d", "%!(BADPREC)%!d(BADINDEX)"),
            ("%[a.b[0]]c", "%!](BADINDEX)c"),
            ("%[x", "%!x(BADINDEX)"),
            ("%[]", "%!](BADINDEX)"),
            ("%[x]", "%!(NOVERB)"),
            ("%9223372036854775808/", "%!(NOVERB)"),
            ("%[1", "%!(NOVERB)"),
        ] {
            assert_eq!(without_arguments(format), expected, "{format}");
        }
    }
}
