//! The entries of annotations that keep values for which the other version has no field.
//!
//! ```text
//! metadata:
//!   annotations:
//!     db.example.com/v2.3f9a1c0b5d7e2846: '{"p":"/spec/tier","v":"gold"}'
//! ```
//!
//! There is one annotation for each value that server-side apply treats as one: if one annotation had several values, apply
//! would restore those that a manager has just removed.

use std::borrow::Cow;

use super::json::{
    Json, Kind, Sink, Written, hash_of, is_plain, unescape, unescape_to, write_inner, write_string,
};
use super::path::Place;
use crate::model::sort::sort_by;
use crate::rust::shape::{MetadataEntry, MetadataKind};

/// A value without a field in the target version, which is kept in an annotation.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    /// `p`: its path in its own version.
    pub(super) place: Place<'a>,
    /// `v`: the value as JSON; `None` if its absence is kept.
    pub(super) value: Option<Cow<'a, str>>,
    /// `was`: its replacement in the other version. The value is restored only if the replacement is unchanged. Without `was`, it
    /// is restored only if its field is absent.
    pub(super) was: Option<String>,
    /// `of`: the member of the object at the anchor that `was` refers to; without it, `was` refers to the value's own place.
    pub(super) of: Option<Cow<'a, str>>,
    /// `n`: its number among the kept values, if the order of elements depends on it.
    pub(super) number: usize,
}

impl Entry<'_> {
    /// Writes the annotation's value as JSON. Returns its length without escapes. `spare` is overwritten.
    fn write(&self, path: &str, spare: &mut String, json: &mut String) -> usize {
        spare.clear();
        // Quotes are escaped, because it is JSON in a string.
        let mut bytes = "{\"p\":".len();
        json.push_str("\"{\\\"p\\\":");
        if is_plain(path) {
            json.push_str("\\\"");
            json.push_str(path);
            json.push_str("\\\"");
            bytes += path.len() + 2;
        } else {
            write_string(spare, path);
            write_inner(json, spare);
            bytes += spare.len();
        }
        if let Some(value) = &self.value {
            json.push_str(",\\\"v\\\":");
            write_inner(json, value);
            bytes += ",\"v\":".len() + value.len();
        }
        if let Some(was) = &self.was {
            json.push_str(",\\\"was\\\":");
            write_inner(json, was);
            bytes += ",\"was\":".len() + was.len();
        }
        if let Some(of) = &self.of {
            spare.clear();
            write_string(spare, of);
            json.push_str(",\\\"of\\\":");
            write_inner(json, spare);
            bytes += ",\"of\":".len() + spare.len();
        }
        if self.number > 0 {
            let number = self.number.to_string();
            json.push_str(",\\\"n\\\":");
            json.push_str(&number);
            bytes += ",\"n\":".len() + number.len();
        }
        json.push_str("}\"");
        bytes + 1
    }
}

/// The content of an annotation for the target version: an [`Entry`] that was parsed.
pub(super) struct KeptValue<'a> {
    pub(super) place: Place<'a>,
    pub(super) value: Option<Json<'a>>,
    pub(super) was: Option<Json<'a>>,
    pub(super) of: Option<Cow<'a, str>>,
    number: usize,
    path: Cow<'a, str>,
}

impl<'a> KeptValue<'a> {
    /// Returns the required value at the place of the kept value itself.
    pub(super) fn own_was(&self) -> Option<Json<'a>> {
        self.was.filter(|_| self.of.is_none())
    }

    fn parse(root: Json<'a>) -> Option<KeptValue<'a>> {
        let (mut path, mut value, mut was, mut of, mut number) = (None, None, None, None, None);
        for (name, member) in root.members() {
            match &*name {
                "p" => path = Some(member),
                "v" => value = Some(member),
                "was" => was = Some(member),
                "of" => of = Some(member.string()?),
                "n" => number = Some(member),
                _ => {}
            }
        }
        let path = path.and_then(Json::string)?;
        let place = match &path {
            Cow::Borrowed(path) => Place::parse(path)?,
            Cow::Owned(path) => Place::parse(path)?.into_owned(),
        };
        (value.is_some() || was.is_some()).then(|| KeptValue {
            place,
            value,
            was,
            of,
            number: number.and_then(|number| number.raw().parse().ok()).unwrap_or(0),
            path,
        })
    }
}

/// The annotations of an object during its conversion.
#[derive(Default)]
pub(super) struct Annotations<'a> {
    /// Annotations of other programs or for other versions: name and JSON.
    kept: Vec<(Cow<'a, str>, &'a str)>,
    /// Names and JSON of new annotations, one after the other.
    made: String,
    /// The ends of the name and of the JSON of each.
    ends: Vec<[usize; 2]>,
    /// Whether annotations of conversions were among them.
    changed: bool,
    /// Whether the annotations are an object that may remain unchanged.
    is_object: bool,
    labels: Labels<'a>,
}

/// The labels of an object that mappings take and make.
#[derive(Default)]
struct Labels<'a> {
    given: Option<Json<'a>>,
    taken: Vec<&'static str>,
    made: Vec<(&'static str, String)>,
}

/// An annotation that seems to be from a conversion, for one of the versions of a step.
pub(super) struct Note<'a> {
    name: Cow<'a, str>,
    raw: &'a str,
    /// The index of its token.
    token: usize,
    /// Whether it belongs to the target version.
    arrives: bool,
}

impl<'a> Annotations<'a> {
    /// Sorts the annotations of an object that is converted. The values of those that seem to be from a conversion are added to
    /// `read`.
    pub(super) fn read(
        metadata: Option<Json<'a>>,
        group: &str,
        [from, to]: [&str; 2],
        read: &mut Written,
    ) -> (Annotations<'a>, Vec<Note<'a>>) {
        read.clear();
        let labels = Labels {
            given: metadata.and_then(|metadata| metadata.get("labels")),
            ..Labels::default()
        };
        let Some(annotations) = metadata.and_then(|metadata| metadata.get("annotations")) else {
            let found = Annotations {
                labels,
                ..Annotations::default()
            };
            return (found, Vec::new());
        };
        let mut notes = Vec::with_capacity(annotations.capacity());
        let mut found = Annotations {
            is_object: annotations.is_object(),
            changed: !annotations.is_object() && !annotations.is_null(),
            kept: Vec::with_capacity(annotations.capacity()),
            labels,
            ..Annotations::default()
        };
        for (name, value) in annotations.members() {
            if value.kind() != Kind::String {
                // The API server rejects such a response.
                found.changed = true;
                continue;
            }
            let raw = value.raw();
            let version = version_of(&name, group).filter(|version| *version == from || *version == to);
            if let Some(version) = version
                && let Ok(token) = read.add_with(|text| unescape_to(raw, text))
            {
                let arrives = version == to;
                notes.push(Note {
                    name,
                    raw,
                    token,
                    arrives,
                });
            } else {
                found.kept.push((name, raw));
            }
        }
        (found, notes)
    }

    /// Takes an annotation or a label out of the object. The result is its value, as a string of JSON.
    pub(super) fn take(&mut self, entry: MetadataEntry) -> Option<&'a str> {
        match entry.kind {
            MetadataKind::Annotation => {
                let at = self.kept.iter().position(|(name, _)| **name == *entry.name)?;
                self.changed = true;
                Some(self.kept.remove(at).1)
            }
            MetadataKind::Label => {
                let labels = self.labels.given.filter(|labels| !are_wrong(*labels));
                let value = labels.and_then(|labels| labels.get(entry.name))?;
                self.labels.taken.push(entry.name);
                Some(value.raw())
            }
        }
    }

    /// Puts an annotation or a label into the object, whose value is a string of JSON.
    pub(super) fn put(&mut self, entry: MetadataEntry, json: &str) {
        match entry.kind {
            MetadataKind::Annotation => {
                self.changed = true;
                self.made.push_str(entry.name);
                let end = self.made.len();
                self.made.push_str(json);
                self.ends.push([end, self.made.len()]);
            }
            MetadataKind::Label => self.labels.made.push((entry.name, json.to_owned())),
        }
    }

    /// Returns the values that were kept for the target version. Annotations of conversions are removed; others that only look
    /// similar are kept.
    pub(super) fn arriving<'r>(&mut self, notes: Vec<Note<'a>>, read: &'r Written) -> Vec<KeptValue<'r>> {
        let mut arriving = Vec::with_capacity(notes.len());
        for note in notes {
            match KeptValue::parse(read.value(note.token)) {
                Some(kept) => {
                    self.changed = true;
                    if note.arrives {
                        arriving.push(kept);
                    }
                }
                None => self.kept.push((note.name, note.raw)),
            }
        }
        sort_by(&mut arriving, &|a, b| {
            // Values that depend on another value are restored before that value.
            (a.of.is_none(), a.number, &a.path).cmp(&(b.of.is_none(), b.number, &b.path))
        });
        arriving
    }

    /// Adds the values that only the source version has. Returns their number of bytes.
    pub(super) fn add(&mut self, entries: &[Entry<'_>], group: &str, version: &str) -> usize {
        if entries.is_empty() {
            return 0;
        }
        let mut bytes = 0;
        // Two paths with the same hash are extremely unlikely.
        let mut taken: Vec<u64> = Vec::with_capacity(entries.len());
        for (name, _) in &self.kept {
            let hash = hash_in(name, group).filter(|(of, _)| *of == version);
            taken.extend(hash.and_then(|(_, hash)| u64::from_str_radix(hash, 16).ok()));
        }
        self.changed = true;
        self.ends.reserve(entries.len());
        self.made.reserve(entries.len() * MADE);
        let (mut path, mut spare) = (String::with_capacity(128), String::new());
        for entry in entries {
            path.clear();
            entry.place.write(&mut path);
            let mut hash = hash_of(&path);
            while taken.contains(&hash) {
                hash = hash.wrapping_add(1);
            }
            taken.push(hash);
            let start = self.made.len();
            write_key(group, version, hash, &mut self.made);
            let end = self.made.len();
            bytes += end - start + entry.write(&path, &mut spare, &mut self.made);
            self.ends.push([end, self.made.len()]);
        }
        bytes
    }

    /// Whether all annotations together may exceed a limit. This is an upper bound, since escapes take more bytes than the escaped
    /// characters.
    pub(super) fn may_exceed(&self, limit: usize) -> bool {
        let length = |(name, value): &(Cow<'_, str>, &str)| name.len() + value.len();
        self.kept.iter().map(length).sum::<usize>() + self.made.len() > limit
    }

    /// Returns the length of all annotations, as the API server counts it.
    pub(super) fn length(&self) -> usize {
        let length = |(name, value): (&str, &str)| name.len() + unescape(value).len();
        self.all().map(length).sum()
    }

    /// Returns the name and JSON of each.
    fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        let made = self.ends.iter().filter_map(move |[name, end]| {
            let (name, value) = (self.made.get(start..*name)?, self.made.get(*name..*end)?);
            start = *end;
            Some((name, value))
        });
        self.kept
            .iter()
            .map(|(name, value)| (&**name, *value))
            .chain(made)
    }

    pub(super) fn is_changed(&self) -> bool {
        self.changed
    }

    /// Writes the metadata of the converted object, which is always an object.
    pub(super) fn write_metadata<S: Sink>(&self, metadata: Option<Json<'_>>, out: &mut S) {
        let Some(metadata) = metadata.filter(|metadata| metadata.is_object()) else {
            let opened = out.open("{");
            let separator = self.labels.write("", out);
            self.write_annotations(separator, out);
            out.close(opened, "}");
            return;
        };
        let labels_change = self.labels.change() || metadata.get("labels").is_some_and(are_wrong);
        if !self.changed && !labels_change {
            out.copy(metadata);
            return;
        }
        let opened = out.open("{");
        let mut separator = "";
        for (name, value) in metadata.members() {
            if name == "annotations" || name == "labels" && labels_change {
                continue;
            }
            out.name(separator, &name);
            out.copy(value);
            separator = ",";
        }
        if self.labels.change() {
            separator = self.labels.write(separator, out);
        }
        self.write_annotations(separator, out);
        out.close(opened, "}");
    }

    fn write_annotations<S: Sink>(&self, separator: &'static str, out: &mut S) {
        if self.kept.is_empty() && self.ends.is_empty() && (self.changed || !self.is_object) {
            return;
        }
        out.name(separator, "annotations");
        let opened = out.open("{");
        let mut separator = "";
        for (name, value) in self.all() {
            out.name(separator, name);
            out.json(value);
            separator = ",";
        }
        out.close(opened, "}");
    }
}

impl Labels<'_> {
    fn change(&self) -> bool {
        !self.taken.is_empty() || !self.made.is_empty()
    }

    /// Writes the labels, if there are any. The result is the separator of what follows.
    fn write<S: Sink>(&self, separator: &'static str, out: &mut S) -> &'static str {
        let given = self.given.filter(|labels| !are_wrong(*labels));
        let given: Vec<(Cow<'_, str>, &str)> = given
            .into_iter()
            .flat_map(Json::members)
            .filter(|(name, _)| !self.taken.iter().any(|taken| **taken == **name))
            .map(|(name, value)| (name, value.raw()))
            .collect();
        let made = self.made.iter().map(|(name, value)| (*name, value.as_str()));
        let all = given.iter().map(|(name, value)| (&**name, *value)).chain(made);
        let mut inner = "";
        let mut opened = None;
        for (name, value) in all {
            if opened.is_none() {
                out.name(separator, "labels");
                opened = Some(out.open("{"));
            }
            out.name(inner, name);
            out.json(value);
            inner = ",";
        }
        match opened {
            Some(opened) => {
                out.close(opened, "}");
                ","
            }
            None => separator,
        }
    }
}

/// Whether labels have a type that the API server rejects in a response.
fn are_wrong(labels: Json<'_>) -> bool {
    match labels.kind() {
        Kind::Null => false,
        Kind::Object => labels.members().any(|(_, value)| value.kind() != Kind::String),
        _ => true,
    }
}

/// Approximate length of a new annotation.
const MADE: usize = 160;

/// Writes the name of an annotation.
fn write_key(group: &str, version: &str, hash: u64, key: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [0; 16];
    for (place, digit) in digits.iter_mut().rev().enumerate() {
        let value = (hash >> (4 * place)) & 0xf;
        *digit = DIGITS.get(value as usize).copied().unwrap_or(b'0');
    }
    key.push_str(group);
    key.push('/');
    key.push_str(version);
    key.push('.');
    key.push_str(std::str::from_utf8(&digits).unwrap_or_default());
}

/// Returns the version that an annotation of a conversion belongs to.
fn version_of<'n>(name: &'n str, group: &str) -> Option<&'n str> {
    hash_in(name, group).map(|(version, _)| version)
}

/// Returns the version that an annotation of a conversion belongs to, and the hash in its name.
fn hash_in<'n>(name: &'n str, group: &str) -> Option<(&'n str, &'n str)> {
    let (version, hash) = name.split_at_checked(name.len().checked_sub(16)?)?;
    let version = version
        .strip_suffix('.')?
        .strip_prefix(group)?
        .strip_prefix('/')?;
    let is_hash = hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    (is_hash && !version.contains('.')).then_some((version, hash))
}
