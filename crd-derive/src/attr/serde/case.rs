//! serde's `rename_all` rules.

/// A rule of `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RenameRule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// serde's names of the rules.
pub(crate) const CASES: &[(&str, RenameRule)] = &[
    ("lowercase", RenameRule::Lower),
    ("UPPERCASE", RenameRule::Upper),
    ("PascalCase", RenameRule::Pascal),
    ("camelCase", RenameRule::Camel),
    ("snake_case", RenameRule::Snake),
    ("SCREAMING_SNAKE_CASE", RenameRule::ScreamingSnake),
    ("kebab-case", RenameRule::Kebab),
    ("SCREAMING-KEBAB-CASE", RenameRule::ScreamingKebab),
];

impl RenameRule {
    /// Returns the JSON name of a variant, whose Rust name is in `PascalCase`.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            RenameRule::Lower => name.to_ascii_lowercase(),
            RenameRule::Upper => name.to_ascii_uppercase(),
            RenameRule::Pascal => name.to_owned(),
            RenameRule::Camel => lower_first(name),
            RenameRule::Snake => snake(name),
            RenameRule::ScreamingSnake => snake(name).to_ascii_uppercase(),
            RenameRule::Kebab => snake(name).replace('_', "-"),
            RenameRule::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// Returns the JSON name of a field, whose Rust name is in `snake_case`.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            RenameRule::Lower | RenameRule::Snake => name.to_owned(),
            RenameRule::Upper | RenameRule::ScreamingSnake => name.to_ascii_uppercase(),
            RenameRule::Pascal => pascal(name),
            RenameRule::Camel => lower_first(&pascal(name)),
            RenameRule::Kebab => name.replace('_', "-"),
            RenameRule::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// Converts `host_path` to `HostPath`.
pub(crate) fn pascal(name: &str) -> String {
    let mut out = String::new();
    let mut capitalize = true;
    for c in name.chars() {
        if c == '_' {
            capitalize = true;
        } else if capitalize {
            out.push(c.to_ascii_uppercase());
            capitalize = false;
        } else {
            out.push(c);
        }
    }
    out
}

/// Converts `HostPath` to `hostPath`.
pub(crate) fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_ascii_lowercase())
        .into_iter()
        .chain(letters)
        .collect()
}

/// Converts `hostPath` to `HostPath`.
pub(crate) fn upper_first(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (index, c) in name.char_indices() {
        if index > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::RenameRule;

    #[test]
    fn fields_and_variants() {
        for (case, field, variant) in [
            (RenameRule::Lower, "host_path", "hostpath"),
            (RenameRule::Upper, "HOST_PATH", "HOSTPATH"),
            (RenameRule::Pascal, "HostPath", "HostPath"),
            (RenameRule::Camel, "hostPath", "hostPath"),
            (RenameRule::Snake, "host_path", "host_path"),
            (RenameRule::ScreamingSnake, "HOST_PATH", "HOST_PATH"),
            (RenameRule::Kebab, "host-path", "host-path"),
            (RenameRule::ScreamingKebab, "HOST-PATH", "HOST-PATH"),
        ] {
            assert_eq!(case.field("host_path"), field);
            assert_eq!(case.variant("HostPath"), variant);
        }
    }
}
