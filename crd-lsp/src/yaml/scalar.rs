//! The text of scalars.

/// The style of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Single,
    Double,
    Block,
}

/// Decodes a scalar; escapes that are rare in manifests are not decoded.
pub(crate) fn decoded(source: &str, style: Style) -> String {
    match style {
        Style::Plain => folded(source.trim()),
        Style::Single => {
            let inner = source.strip_prefix('\'').unwrap_or(source);
            folded(&inner.strip_suffix('\'').unwrap_or(inner).replace("''", "'"))
        }
        Style::Double => {
            let inner = source.strip_prefix('"').unwrap_or(source);
            unescaped(&folded(inner.strip_suffix('"').unwrap_or(inner)))
        }
        Style::Block => block(source),
    }
}

/// Folds lines: replaces line breaks with spaces.
fn folded(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ")
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// Returns the lines of a block scalar after its header, without their common indentation.
fn block(source: &str) -> String {
    let mut lines = source.lines();
    let header = lines.next().unwrap_or_default();
    let lines: Vec<&str> = lines.collect();
    let indent = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let least = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(indent)
        .min();
    let least = least.unwrap_or(0);
    let cut: Vec<&str> = lines
        .iter()
        .map(|line| line.get(least..).unwrap_or_default())
        .collect();
    let joined = cut.join(if header.starts_with('>') { " " } else { "\n" });
    joined.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_of_all_styles() {
        for (source, style, expected) in [
            ("a b\n  c ", Style::Plain, "a b c"),
            ("'it''s'", Style::Single, "it's"),
            ("\"a\\\"b\\n\"", Style::Double, "a\"b\n"),
            ("\"open", Style::Double, "open"),
            ("|\n  a\n   b\n", Style::Block, "a\n b"),
            (">-\n  a\n  b\n", Style::Block, "a b"),
        ] {
            assert_eq!(decoded(source, style), expected, "{source}");
        }
    }
}
