//! Names that are derived from the kind if they are not given.

use super::ResourceAttrs;
use crate::spanned::Spanned;

impl ResourceAttrs {
    /// Returns `spec.names.plural`: the plural of the kind in lower case unless given.
    pub(crate) fn plural(&self) -> String {
        match &self.given_plural {
            Some(given) => given.value.clone(),
            None => plural(&self.kind.value.to_lowercase()),
        }
    }

    /// Returns `spec.names.singular`: the kind in lower case unless given.
    pub(crate) fn singular(&self) -> String {
        match &self.given_singular {
            Some(given) => given.value.clone(),
            None => self.kind.value.to_lowercase(),
        }
    }

    /// Returns `spec.names.listKind`: the kind with `List` appended unless given.
    pub(crate) fn list_kind(&self) -> String {
        match &self.given_list_kind {
            Some(given) => given.value.clone(),
            None => format!("{}List", self.kind.value),
        }
    }

    /// Returns the name of the root type: the kind unless given.
    pub(crate) fn root_name(&self) -> &Spanned<String> {
        self.given_root.as_ref().unwrap_or(&self.kind)
    }
}

/// Returns the plural of an English word in lower case.
fn plural(word: &str) -> String {
    let is_consonant = |c: char| !"aeiou".contains(c);
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end)) {
        return format!("{word}es");
    }
    match word.strip_suffix('y') {
        Some(stem) if stem.ends_with(is_consonant) => format!("{stem}ies"),
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn plurals() {
        for (word, expected) in [
            ("database", "databases"),
            ("policy", "policies"),
            ("gateway", "gateways"),
            ("ingress", "ingresses"),
            ("batch", "batches"),
            ("box", "boxes"),
        ] {
            assert_eq!(plural(word), expected);
        }
    }
}
