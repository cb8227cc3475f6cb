//! Texts of manifests. Most names of members, and many values, are the same few words, which are not allocated.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A name or a text value of a manifest.
#[derive(Clone)]
pub struct InternedText(InternedRepr);

#[derive(Clone)]
enum InternedRepr {
    /// A common word, where [`COMMON`] has it.
    Common(&'static &'static str),
    /// Any other text, which copies of the value share.
    Other(Arc<str>),
}

/// The common words: a row for each length, the most common first, and one for the keywords of Kubernetes, which are longer.
static COMMON: [&[&str]; 22] = [
    &[],
    &[],
    &["in", "to"],
    &["key", "map", "not", "url"],
    &[
        "type", "name", "rule", "kind", "port", "enum", "spec", "path", "host", "byte",
    ],
    &[
        "items", "array", "int32", "anyOf", "value", "int64", "group", "oneOf", "allOf", "title", "scope",
        "names",
    ],
    &[
        "string", "object", "atomic", "format", "status", "values", "labels", "schema", "reason", "number",
        "served", "plural",
    ],
    &[
        "integer", "boolean", "message", "pattern", "default", "version", "minimum", "storage", "maximum",
        "example",
    ],
    &[
        "required", "metadata", "operator", "jsonPath", "nullable", "minItems", "maxItems", "optional",
        "priority",
    ],
    &[
        "maxLength",
        "minLength",
        "namespace",
        "configMap",
        "secretRef",
        "date-time",
    ],
    &["properties", "apiVersion", "conditions"],
    &["description", "annotations", "matchLabels"],
    &["configMapRef", "secretKeyRef", "subresources", "nodeSelector"],
    &["minProperties", "maxProperties", "labelSelector"],
    &[],
    &["openAPIV3Schema", "configMapKeyRef"],
    &["matchExpressions"],
    &["namespaceSelector"],
    &[],
    &[],
    &["additionalProperties"],
    &[
        "x-kubernetes-list-type",
        "x-kubernetes-validations",
        "x-kubernetes-map-type",
        "x-kubernetes-int-or-string",
        "x-kubernetes-list-map-keys",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
    ],
];

static EMPTY: &str = "";

fn common(text: &str) -> Option<InternedRepr> {
    if text.is_empty() {
        return Some(InternedRepr::Common(&EMPTY));
    }
    let row = COMMON.get(text.len().min(COMMON.len() - 1)).copied()?;
    let first = text.as_bytes().first();
    let mut words = row.iter();
    let word = words.find(|word| word.as_bytes().first() == first && **word == text)?;
    Some(InternedRepr::Common(word))
}

impl From<&str> for InternedText {
    fn from(text: &str) -> Self {
        InternedText(common(text).unwrap_or_else(|| InternedRepr::Other(text.into())))
    }
}

macro_rules! from_owned {
    ($($type:ty),*) => { $(
        impl From<$type> for InternedText {
            fn from(text: $type) -> Self {
                (&*text).into()
            }
        }
    )* };
}

from_owned!(String, Box<str>, Cow<'_, str>);

impl From<InternedText> for String {
    fn from(text: InternedText) -> Self {
        (*text).into()
    }
}

impl From<&InternedText> for Box<str> {
    fn from(text: &InternedText) -> Self {
        (**text).into()
    }
}

impl Deref for InternedText {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            InternedRepr::Common(word) => word,
            InternedRepr::Other(text) => text,
        }
    }
}

impl AsRef<str> for InternedText {
    fn as_ref(&self) -> &str {
        self
    }
}

impl PartialEq for InternedText {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (InternedRepr::Other(one), InternedRepr::Other(other)) => Arc::ptr_eq(one, other) || one == other,
            (InternedRepr::Common(one), InternedRepr::Common(other)) => std::ptr::eq(*one, *other),
            // A common word has no other form.
            _ => false,
        }
    }
}

impl PartialEq<str> for InternedText {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl Eq for InternedText {}

impl Default for InternedText {
    /// Returns the empty text.
    fn default() -> Self {
        InternedText(InternedRepr::Common(&EMPTY))
    }
}

impl PartialOrd for InternedText {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for InternedText {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (**self).cmp(other)
    }
}

impl fmt::Debug for InternedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for InternedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_have_the_length_of_their_row() {
        for (length, words) in COMMON.iter().enumerate() {
            let is_last = length + 1 == COMMON.len();
            let fits = |word: &&str| word.len() == length || is_last && word.len() > length - 1;
            assert!(words.iter().all(fits), "{words:?}");
            for word in *words {
                assert!(
                    matches!(InternedText::from(*word).0, InternedRepr::Common(..)),
                    "{word}"
                );
            }
        }
        assert_eq!(size_of::<InternedText>(), size_of::<Box<str>>());
        assert_eq!(InternedText::default(), InternedText::from(""));
        for name in ["type", "x-kubernetes-list-type", "other", ""] {
            assert_eq!(&*InternedText::from(name), name);
            assert_eq!(InternedText::from(name), InternedText::from(name.to_owned()));
        }
    }
}
