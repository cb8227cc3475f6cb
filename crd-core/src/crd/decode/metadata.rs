//! `metadata`.

use super::super::{Metadata, OwnerReference};
use super::{each_element, each_member};
use crate::map::Map;
use crate::schema::reader::{At, Reader};
use crate::yaml::tree::{Node, Value};

impl Reader {
    pub(super) fn metadata(&mut self, node: &Node, at: At<'_>) -> Metadata {
        let mut out = Metadata::default();
        each_member(
            self,
            node,
            at,
            ("ObjectMeta", "v1.ObjectMeta"),
            |reader, name, value, here| {
                match name {
                    "name" => out.name = reader.text(value, here),
                    "generateName" => out.generate_name = reader.text(value, here),
                    "namespace" => out.namespace = reader.text(value, here),
                    "uid" => out.uid = reader.text_as(value, here, "types.UID").unwrap_or_default(),
                    "resourceVersion" => out.resource_version = reader.text(value, here),
                    "generation" => out.generation = reader.integer(value, here).unwrap_or_default(),
                    "creationTimestamp" => out.creation_timestamp = reader.time(value, here),
                    "deletionTimestamp" => out.deletion_timestamp = reader.time(value, here),
                    "deletionGracePeriodSeconds" => {
                        out.deletion_grace_period_seconds = reader.integer(value, here);
                    }
                    "labels" => out.labels = reader.text_map(value, here),
                    "annotations" => out.annotations = reader.text_map(value, here),
                    "ownerReferences" => out.owner_references = reader.owner_references(value, here),
                    "finalizers" => out.finalizers = reader.texts(value, here).unwrap_or_default(),
                    "selfLink" => _ = reader.text(value, here),
                    "managedFields" => reader.managed_fields(value, here),
                    _ => return false,
                }
                true
            },
        );
        out
    }

    fn owner_references(&mut self, node: &Node, at: At<'_>) -> Vec<OwnerReference> {
        each_element(self, node, at, "[]v1.OwnerReference", Reader::owner_reference).unwrap_or_default()
    }

    fn owner_reference(&mut self, node: &Node, at: At<'_>) -> OwnerReference {
        let mut out = OwnerReference::default();
        each_member(
            self,
            node,
            at,
            ("OwnerReference", "v1.OwnerReference"),
            |reader, name, value, here| {
                match name {
                    "apiVersion" => out.api_version = reader.text(value, here),
                    "kind" => out.kind = reader.text(value, here),
                    "name" => out.name = reader.text(value, here),
                    "uid" => out.uid = reader.text_as(value, here, "types.UID").unwrap_or_default(),
                    "controller" => out.controller = reader.flag(value, here),
                    "blockOwnerDeletion" => out.block_owner_deletion = reader.flag(value, here),
                    _ => return false,
                }
                true
            },
        );
        out
    }

    fn managed_fields(&mut self, node: &Node, at: At<'_>) {
        each_element(self, node, at, "[]v1.ManagedFieldsEntry", |reader, item, here| {
            each_member(
                reader,
                item,
                here,
                ("ManagedFieldsEntry", "v1.ManagedFieldsEntry"),
                |reader, name, value, here| {
                    match name {
                        "manager" | "apiVersion" | "fieldsType" | "subresource" => {
                            _ = reader.text(value, here);
                        }
                        "operation" => {
                            _ = reader.text_as(value, here, "v1.ManagedFieldsOperationType");
                        }
                        "time" => _ = reader.time(value, here),
                        "fieldsV1" => {}
                        _ => return false,
                    }
                    true
                },
            )
        });
    }

    /// A `map[string]string`; null values are empty strings.
    fn text_map(&mut self, node: &Node, at: At<'_>) -> Map<Box<str>> {
        let Some(mapping) = self.object(node, at, "map[string]string") else {
            return Map::new();
        };
        let mut entries = Vec::with_capacity(mapping.entries.len());
        for entry in &mapping.entries {
            if let Some(path) = at.path.map(|path| path.key(&entry.key)) {
                entries.push((entry.key.clone(), self.text(&entry.value, at.element(&path))));
            }
        }
        entries.into_iter().collect()
    }

    /// A `metav1.Time` as written, which must be RFC 3339.
    pub(super) fn time(&mut self, node: &Node, at: At<'_>) -> Option<Box<str>> {
        match &node.value {
            Value::Null => None,
            Value::String(text) if is_rfc3339(text) => Some(text.clone()),
            Value::String(text) => {
                let quoted = quote_time(text);
                self.refuse(
                    node,
                    at,
                    format!("parsing time {quoted} as \"2006-01-02T15:04:05Z07:00\": cannot parse {quoted} as \"2006\""),
                );
                None
            }
            _ => {
                let mark = self.mark();
                self.mismatch(node, at, "string");
                self.stop_since(mark);
                None
            }
        }
    }
}

/// A text as Go's `time` package quotes it: byte by byte.
fn quote_time(text: &str) -> String {
    let mut out = String::from('"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' | 0x7f => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push('"');
    out
}

/// Whether Go's `time.Parse(time.RFC3339, text)` takes the text, but for days a month does not have.
fn is_rfc3339(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |from: usize, to: usize| {
        let part = text.get(from..to)?;
        part.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| part.parse::<u32>().ok())
            .flatten()
    };
    let at = |position: usize, byte: u8| bytes.get(position) == Some(&byte);
    let date = digits(0, 4).is_some()
        && at(4, b'-')
        && digits(5, 7).is_some_and(|month| (1..=12).contains(&month))
        && at(7, b'-')
        && digits(8, 10).is_some_and(|day| (1..=31).contains(&day))
        && at(10, b'T');
    let time = digits(11, 13).is_some_and(|hour| hour < 24)
        && at(13, b':')
        && digits(14, 16).is_some_and(|minute| minute < 60)
        && at(16, b':')
        && digits(17, 19).is_some_and(|second| second < 60);
    let Some(mut rest) = text.get(19..).filter(|_| date && time) else {
        return false;
    };
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == fraction.len() {
            return false;
        }
    }
    let zone = rest.as_bytes();
    rest == "Z"
        || zone.len() == 6
            && matches!(zone.first(), Some(b'+' | b'-'))
            && zone.get(3) == Some(&b':')
            && zone
                .iter()
                .enumerate()
                .all(|(i, b)| i == 0 || i == 3 || b.is_ascii_digit())
}
