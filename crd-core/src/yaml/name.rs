//! Names of members. Most names in manifests are the same few words, which are not allocated.

use std::fmt;
use std::ops::Deref;

/// The name of a member of an object.
#[derive(Clone)]
pub struct MemberName(NameText);

#[derive(Clone)]
enum NameText {
    Common(&'static str),
    Other(Box<str>),
}

/// The common names, by length.
const COMMON: [&[&str]; 21] = [
    &[],
    &[],
    &["in", "to"],
    &["key", "not", "url"],
    &[
        "type", "name", "enum", "kind", "spec", "port", "path", "rule", "host",
    ],
    &[
        "items", "value", "oneOf", "anyOf", "allOf", "title", "scope", "names", "group",
    ],
    &[
        "format", "status", "served", "schema", "labels", "values", "plural", "reason",
    ],
    &[
        "pattern", "default", "minimum", "maximum", "message", "storage", "example", "version",
    ],
    &[
        "required", "nullable", "minItems", "maxItems", "metadata", "operator", "jsonPath", "optional",
        "priority",
    ],
    &["namespace", "minLength", "maxLength", "configMap", "secretRef"],
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
];

/// The keywords of Kubernetes, which are longer.
const EXTENSIONS: [&str; 7] = [
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-validations",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-preserve-unknown-fields",
];

fn common(name: &str) -> Option<&'static str> {
    let words = COMMON.get(name.len()).copied().unwrap_or(&EXTENSIONS);
    words.iter().find(|word| **word == name).copied()
}

impl From<&str> for MemberName {
    fn from(name: &str) -> Self {
        MemberName(match common(name) {
            Some(word) => NameText::Common(word),
            None => NameText::Other(name.into()),
        })
    }
}

impl From<Box<str>> for MemberName {
    fn from(name: Box<str>) -> Self {
        MemberName(NameText::Other(name))
    }
}

impl From<String> for MemberName {
    fn from(name: String) -> Self {
        MemberName(NameText::Other(name.into()))
    }
}

impl Deref for MemberName {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            NameText::Common(word) => word,
            NameText::Other(name) => name,
        }
    }
}

impl AsRef<str> for MemberName {
    fn as_ref(&self) -> &str {
        self
    }
}

impl PartialEq for MemberName {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MemberName {}

impl PartialOrd for MemberName {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MemberName {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (**self).cmp(other)
    }
}

impl fmt::Debug for MemberName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for MemberName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_names_have_the_length_of_their_row() {
        for (length, words) in COMMON.iter().enumerate() {
            assert!(words.iter().all(|word| word.len() == length), "{words:?}");
        }
        for name in ["type", "x-kubernetes-list-type", "other", ""] {
            assert_eq!(&*MemberName::from(name), name);
            assert_eq!(MemberName::from(name), MemberName::from(name.to_owned()));
        }
    }
}
