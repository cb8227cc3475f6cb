//! What an annotation keeps of a value that the other version has no place for.
//!
//! ```text
//! metadata:
//!   annotations:
//!     db.example.com/v2.3f9a1c0b5d7e2846: '{"p":"/spec/tier","v":"gold"}'
//! ```
//!
//! One annotation for each value that server-side apply sees as one: were several in one annotation, apply would bring
//! back those that an applier has just removed.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::json::{Document, Json, Kind, hash_of, unescape, write_string};
use super::path::Place;

/// A value that is kept.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    /// `p`: where it was, in its own version.
    pub(super) place: Place<'a>,
    /// `v`: the value as JSON; none where its absence is to be kept.
    pub(super) value: Option<Cow<'a, str>>,
    /// `was`: what stood for it in the other version. It is restored only if that still stands there. Without it, it is
    /// restored only if its place is empty.
    pub(super) was: Option<String>,
    /// `n`: its number among those that are kept, where the order of elements depends on it.
    pub(super) number: usize,
}

impl Entry<'_> {
    /// The value of the annotation.
    fn to_text(&self, path: &str) -> String {
        let length = |value: Option<&str>| value.map_or(0, str::len);
        let length = path.len() + length(self.value.as_deref()) + length(self.was.as_deref());
        let mut text = String::with_capacity(length + 48);
        text.push_str("{\"p\":");
        write_string(&mut text, path);
        if let Some(value) = &self.value {
            text.push_str(",\"v\":");
            text.push_str(value);
        }
        if let Some(was) = &self.was {
            text.push_str(",\"was\":");
            text.push_str(was);
        }
        if self.number > 0 {
            let _ = write!(text, ",\"n\":{}", self.number);
        }
        text.push('}');
        text
    }

    fn parse(text: &str) -> Option<Entry<'static>> {
        let document = Document::read(text).ok()?;
        let root = document.root();
        let raw = |name: &str| root.get(name).map(|value| value.raw().to_owned());
        let entry = Entry {
            place: Place::parse(&root.get("p").and_then(Json::string)?)?,
            value: raw("v").map(Cow::Owned),
            was: raw("was"),
            number: raw("n").and_then(|number| number.parse().ok()).unwrap_or(0),
        };
        (entry.value.is_some() || entry.was.is_some()).then_some(entry)
    }
}

/// The annotations of an object on its way from one version to another.
#[derive(Default)]
pub(super) struct Annotations<'a> {
    /// Those that are not ours, or belong to other versions: name and JSON.
    kept: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// What was kept when the object left the version that it arrives at.
    pub(super) arriving: Vec<Entry<'static>>,
    /// Whether something of ours was among them.
    changed: bool,
    /// Whether there was an object of annotations that may stay as it is.
    is_object: bool,
}

impl<'a> Annotations<'a> {
    /// Sorts the annotations of an object that goes from one version to another.
    pub(super) fn read(metadata: Option<Json<'a>>, group: &str, from: &str, to: &str) -> Annotations<'a> {
        let Some(annotations) = metadata.and_then(|metadata| metadata.get("annotations")) else {
            return Annotations::default();
        };
        let mut found = Annotations {
            is_object: annotations.is_object(),
            changed: !annotations.is_object() && !annotations.is_null(),
            ..Annotations::default()
        };
        for (name, value) in annotations.members() {
            if value.kind() != Kind::String {
                // The API server refuses such an answer.
                found.changed = true;
                continue;
            }
            let version = version_of(&name, group).filter(|version| *version == from || *version == to);
            if let Some(version) = version
                && let Some(entry) = Entry::parse(&value.string().unwrap_or_default())
            {
                found.changed = true;
                if version == to {
                    found.arriving.push(entry);
                }
                continue;
            }
            found.kept.push((name, Cow::Borrowed(value.raw())));
        }
        if found.arriving.len() > 1 {
            found
                .arriving
                .sort_by_cached_key(|entry| (entry.number, entry.place.to_text()));
        }
        found
    }

    /// Adds what the version that the object leaves has more. Returns how many bytes that is.
    pub(super) fn add(&mut self, entries: Vec<Entry<'_>>, group: &str, version: &str) -> usize {
        let mut bytes = 0;
        for entry in entries {
            let path = entry.place.to_text();
            let mut hash = hash_of(&path);
            let mut name = key(group, version, hash);
            // Two paths with one hash are next to impossible by accident.
            while self.kept.iter().any(|(other, _)| *other == name) {
                hash = hash.wrapping_add(1);
                name = key(group, version, hash);
            }
            let text = entry.to_text(&path);
            bytes += name.len() + text.len();
            let mut value = String::with_capacity(text.len() + 16);
            write_string(&mut value, &text);
            self.kept.push((Cow::Owned(name), Cow::Owned(value)));
            self.changed = true;
        }
        bytes
    }

    /// How long all annotations are, as the API server counts.
    pub(super) fn length(&self) -> usize {
        let length = |(name, value): &(Cow<'_, str>, Cow<'_, str>)| name.len() + unescape(value).len();
        self.kept.iter().map(length).sum()
    }

    pub(super) fn is_changed(&self) -> bool {
        self.changed
    }

    /// Writes the metadata of the converted object, which is always an object.
    pub(super) fn write_metadata(&self, metadata: Option<Json<'_>>, out: &mut String) {
        let Some(metadata) = metadata.filter(|metadata| metadata.is_object()) else {
            out.push('{');
            self.write_annotations("", out);
            out.push('}');
            return;
        };
        let labels_are_wrong = metadata.get("labels").is_some_and(are_wrong);
        if !self.changed && !labels_are_wrong {
            out.push_str(metadata.raw());
            return;
        }
        out.push('{');
        let mut separator = "";
        for (name, value) in metadata.members() {
            if name == "annotations" || name == "labels" && are_wrong(value) {
                continue;
            }
            out.push_str(separator);
            write_string(out, &name);
            out.push(':');
            out.push_str(value.raw());
            separator = ",";
        }
        self.write_annotations(separator, out);
        out.push('}');
    }

    fn write_annotations(&self, separator: &str, out: &mut String) {
        if self.kept.is_empty() && (self.changed || !self.is_object) {
            return;
        }
        out.push_str(separator);
        out.push_str("\"annotations\":{");
        let mut separator = "";
        for (name, value) in &self.kept {
            out.push_str(separator);
            write_string(out, name);
            out.push(':');
            out.push_str(value);
            separator = ",";
        }
        out.push('}');
    }
}

/// Whether labels have a type that the API server refuses in an answer.
fn are_wrong(labels: Json<'_>) -> bool {
    match labels.kind() {
        Kind::Null => false,
        Kind::Object => labels.members().any(|(_, value)| value.kind() != Kind::String),
        _ => true,
    }
}

/// The name of an annotation.
fn key(group: &str, version: &str, hash: u64) -> String {
    let mut key = String::with_capacity(group.len() + version.len() + 18);
    key.push_str(group);
    key.push('/');
    key.push_str(version);
    let _ = write!(key, ".{hash:016x}");
    key
}

/// The version that an annotation of ours belongs to.
fn version_of<'n>(name: &'n str, group: &str) -> Option<&'n str> {
    let (version, hash) = name.strip_prefix(group)?.strip_prefix('/')?.split_once('.')?;
    let is_hash = hash.len() == 16 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then_some(version)
}
