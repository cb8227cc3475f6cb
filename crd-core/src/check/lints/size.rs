//! CRDs that are too large for etcd or for `kubectl apply`, and their largest parts.

use std::collections::HashMap;
use std::io;
use std::ops::Add;

use serde::Serialize;

use crate::check::{DocumentSource, thousands};
use crate::model::sort::sort_by;
use crate::yaml::tree::{Entry, Node, Value as NodeValue};

/// The maximum size of all annotations of an object in bytes (M-09); `kubectl apply` keeps the applied object in one.
const APPLY_LIMIT: usize = 262_144;
const APPLY_ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";
/// The maximum size of a request to etcd in bytes, by default.
const ETCD_LIMIT: usize = 1_572_864;

/// The lengths in bytes that are suggested for `--max-description`, the largest first.
const BUDGETS: &[usize] = &[1000, 500, 250, 120, 60, 0];

/// A CRD that is too large to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Oversize {
    /// The part that is too large and the limit, in one line.
    pub message: String,
    /// The largest parts, and a change that makes the CRD small enough; one line each.
    pub notes: Vec<String>,
}

/// Compares the size of a CRD with the limits of etcd and of `kubectl apply`.
#[must_use]
pub(crate) fn check(name: &str, crd: &Node) -> Option<Oversize> {
    let sizes = PartSizes::new(crd);
    let stored = sizes.whole.bytes;
    let (size, limit, message) = if stored > ETCD_LIMIT {
        let message = format!(
            "`{name}` is {} bytes, more than the limit of etcd, {}",
            number(stored),
            number(ETCD_LIMIT)
        );
        (stored, ETCD_LIMIT, message)
    } else {
        let annotations = AppliedSize::of(crd, sizes.whole).annotation_bytes();
        if annotations <= APPLY_LIMIT {
            return None;
        }
        let message = format!(
            "`{name}` is {} bytes, but `kubectl apply` supports at most {}; use `kubectl apply \
             --server-side`",
            number(stored),
            number(APPLY_LIMIT)
        );
        (annotations, APPLY_LIMIT, message)
    };
    let mut notes = largest_parts(crd, &sizes);
    notes.push(advice(crd, size, limit));
    Some(Oversize { message, notes })
}

/// Whether [`check`] reports a CRD, by bounds that need neither its JSON nor its strings, or else by the sizes of all its values.
pub(crate) fn is_oversize(source: DocumentSource<'_>) -> bool {
    const AROUND: usize = "\"annotations\":{},".len() + APPLY_ANNOTATION.len() + 1;
    const LONGEST_ESCAPE: usize = "\\u0000".len();
    let DocumentSource { text, document } = source;
    let annotations = document
        .get("metadata")
        .and_then(|metadata| metadata.get("annotations"));
    let annotations = annotations
        .map(|node| SizeBounds::of(node, ETCD_LIMIT))
        .unwrap_or_default();
    let limit = APPLY_LIMIT + LONGEST_ESCAPE * annotations.most();
    let all = SizeBounds::of(document, limit);
    if all.least() > limit {
        return true;
    }
    let without_escapes = all.most() + annotations.most() + AROUND;
    if without_escapes > APPLY_LIMIT {
        return is_exactly_oversize(document);
    }
    // Escapes do not make a small CRD too large, however many there are.
    if LONGEST_ESCAPE * without_escapes <= APPLY_LIMIT {
        return false;
    }
    // Each character that is escaped is one of these, or is written with a backslash, because a text with other control characters is
    // not read. The strings of an anchor may occur again.
    let written = document.span.slice(text).unwrap_or_default().as_bytes();
    let mut long = memchr::memchr3_iter(b'\\', b'\t', b'\r', written).count();
    let mut has_anchor = false;
    for at in memchr::memchr3_iter(b'<', b'>', b'&', written) {
        long += 1;
        has_anchor |= matches!(written.get(at..), Some([b'&', name, ..]) if name.is_ascii_alphanumeric())
            && written.get(..at).is_some_and(|before| before.ends_with(b" "));
    }
    let count = |byte: u8| memchr::memchr_iter(byte, written).count();
    let fits = |short: usize| without_escapes + (LONGEST_ESCAPE - 1) * long + short <= APPLY_LIMIT;
    if (fits(all.most()) || fits(count(b'"') + count(b'\n'))) && !has_anchor {
        return false;
    }
    is_exactly_oversize(document)
}

/// Whether [`check`] reports a CRD, by the sizes of all its values.
fn is_exactly_oversize(document: &Node) -> bool {
    let whole = JsonSize::of(document);
    whole.bytes > ETCD_LIMIT || AppliedSize::of(document, whole).annotation_bytes() > APPLY_LIMIT
}

/// Bounds of the size of a value as JSON, without escapes.
#[derive(Clone, Copy, Default)]
struct SizeBounds {
    /// The size without numbers.
    bytes: usize,
    /// The number of numbers, whose sizes are not determined.
    numbers: usize,
}

impl SizeBounds {
    fn least(self) -> usize {
        self.bytes + self.numbers
    }

    fn most(self) -> usize {
        const LONGEST_NUMBER: usize = 24;
        self.bytes + LONGEST_NUMBER * self.numbers
    }

    /// Returns the bounds of the size of a value, which are not exact if its size is above a limit.
    fn of(node: &Node, limit: usize) -> Self {
        let mut bounds = SizeBounds::default();
        bounds.add(node, limit);
        bounds
    }

    /// Adds a value, unless the size is above the limit already. The parser limits the depth.
    fn add(&mut self, node: &Node, limit: usize) {
        match &node.value {
            NodeValue::String(text) => self.bytes += text.len() + 2,
            NodeValue::Sequence(items) => {
                // Brackets, and commas between the elements.
                self.bytes += 1 + items.len().max(1);
                for item in items {
                    self.add(item, limit);
                }
            }
            NodeValue::Mapping(_) if self.bytes > limit => {}
            NodeValue::Mapping(mapping) => {
                let mut rest = &*mapping.entries;
                self.bytes += 1 + rest.len().max(1);
                while let [entry, after @ ..] = rest {
                    // Quotes and a colon.
                    self.bytes += entry.key.len() + 3;
                    match &entry.value.value {
                        NodeValue::String(text) => self.bytes += text.len() + 2,
                        _ => self.add(&entry.value, limit),
                    }
                    rest = after;
                }
            }
            NodeValue::Null | NodeValue::Bool(true) => self.bytes += 4,
            NodeValue::Bool(false) => self.bytes += 5,
            NodeValue::Int(_) | NodeValue::Float(_) => self.numbers += 1,
        }
    }
}

/// The size of a value as JSON.
#[derive(Clone, Copy, Default)]
struct JsonSize {
    bytes: usize,
    /// The number of characters that Go escapes, and others do not.
    escaped: usize,
}

impl Add for JsonSize {
    type Output = JsonSize;

    fn add(self, other: JsonSize) -> JsonSize {
        JsonSize {
            bytes: self.bytes + other.bytes,
            escaped: self.escaped + other.escaped,
        }
    }
}

impl JsonSize {
    const fn of_bytes(bytes: usize) -> JsonSize {
        JsonSize { bytes, escaped: 0 }
    }

    /// Measures a value, without writing it.
    fn of(node: &Node) -> JsonSize {
        Self::with_parts(node, &mut |_, _| {})
    }

    /// Measures a value, and reports the size of each object and list in it. The parser limits the depth.
    fn with_parts<'v>(node: &'v Node, found: &mut dyn FnMut(&'v Node, JsonSize)) -> JsonSize {
        // Brackets, and commas between the parts.
        let around = |count: usize| JsonSize::of_bytes(1 + count.max(1));
        let size = match &node.value {
            NodeValue::String(text) => return JsonSize::of_text(text),
            NodeValue::Sequence(items) => items.iter().fold(around(items.len()), |size, item| {
                size + Self::with_parts(item, found)
            }),
            NodeValue::Mapping(mapping) => {
                let entries = mapping.entries.iter();
                entries.fold(around(mapping.entries.len()), |size, entry| {
                    let name = JsonSize::of_text(&entry.key) + JsonSize::of_bytes(1);
                    size + name + Self::with_parts(&entry.value, found)
                })
            }
            NodeValue::Null | NodeValue::Bool(_) | NodeValue::Int(_) | NodeValue::Float(_) => {
                return JsonSize::of_bytes(json_size(&node.to_json()));
            }
        };
        found(node, size);
        size
    }

    fn of_text(text: &str) -> JsonSize {
        let mut size = JsonSize::of_bytes(2);
        let mut rest = text.as_bytes();
        while let [byte, after @ ..] = rest {
            size = size + SIZES[usize::from(*byte)];
            rest = after;
        }
        size
    }
}

/// The size of each byte of a text.
static SIZES: [JsonSize; 256] = {
    let mut sizes = [JsonSize::of_bytes(1); 256];
    // The other bytes are written as they are.
    let mut byte = b'\\';
    loop {
        sizes[byte as usize] = match byte {
            b'<' | b'>' | b'&' => JsonSize { bytes: 1, escaped: 1 },
            b'"' | b'\\' | b'\x08' | b'\t' | b'\n' | b'\x0c' | b'\r' => JsonSize::of_bytes("\\t".len()),
            0..b' ' => JsonSize::of_bytes("\\u0000".len()),
            _ => JsonSize::of_bytes(1),
        };
        if byte == 0 {
            break sizes;
        }
        byte -= 1;
    }
};

/// Returns the number of bytes of a value as JSON.
pub(crate) fn json_size(value: &impl Serialize) -> usize {
    let mut size = ByteCount(0);
    // Counting does not fail.
    let _ = serde_json::to_writer(&mut size, value);
    size.0
}

/// Counts the bytes that are written to it.
struct ByteCount(usize);

impl io::Write for ByteCount {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0 += text.len();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What determines the size of the annotations after `kubectl apply`.
struct AppliedSize {
    whole: JsonSize,
    /// `None` if there is no metadata.
    metadata: Option<MetadataSize>,
    /// The size of the names and values of the annotations.
    others: usize,
}

enum MetadataSize {
    Annotations(JsonSize),
    WithoutAnnotations { is_empty: bool },
}

impl AppliedSize {
    fn of(crd: &Node, whole: JsonSize) -> Self {
        let metadata = crd.get("metadata").and_then(Node::as_mapping);
        let annotations = metadata.and_then(|metadata| metadata.get("annotations"));
        let annotations = annotations.map(|entry| &entry.value);
        AppliedSize {
            whole,
            metadata: metadata.map(|metadata| match annotations {
                Some(annotations) => MetadataSize::Annotations(JsonSize::of(annotations)),
                None => MetadataSize::WithoutAnnotations {
                    is_empty: metadata.entries.is_empty(),
                },
            }),
            others: members(annotations)
                .map(|entry| entry.key.len() + entry.value.as_str().map_or(0, str::len))
                .sum(),
        }
    }

    /// Returns the size of all annotations after `kubectl apply`: Go's JSON of the object without its annotations, and the others.
    fn annotation_bytes(&self) -> usize {
        const NONE: usize = "{}".len();
        let mut applied = self.whole;
        match &self.metadata {
            Some(MetadataSize::Annotations(size)) => {
                applied.bytes = applied.bytes + NONE - size.bytes;
                applied.escaped -= size.escaped;
            }
            Some(MetadataSize::WithoutAnnotations { is_empty }) => {
                applied.bytes += "\"annotations\":".len() + NONE + usize::from(!is_empty);
            }
            None => {}
        }
        // Go writes `<`, `>` and `&` as six bytes, and adds a line break at the end.
        self.others + APPLY_ANNOTATION.len() + applied.bytes + 5 * applied.escaped + 1
    }
}

/// A part of a CRD.
struct CrdPart<'a> {
    /// Its version and its path, such as `v1 spec.template.spec`.
    path: String,
    schema: &'a Node,
    bytes: usize,
}

/// The size in bytes from which on that of a part is kept. Others are measured when they are asked for.
const KEPT_SIZE: usize = 1_000;

/// The sizes of a CRD, and of the large objects and lists in it.
struct PartSizes {
    whole: JsonSize,
    parts: HashMap<*const Node, usize>,
}

impl PartSizes {
    fn new(crd: &Node) -> Self {
        let mut parts = HashMap::new();
        let whole = JsonSize::with_parts(crd, &mut |value, size| {
            if size.bytes >= KEPT_SIZE {
                parts.insert(std::ptr::from_ref(value), size.bytes);
            }
        });
        PartSizes { whole, parts }
    }

    fn of(&self, value: &Node) -> usize {
        let known = self.parts.get(&std::ptr::from_ref(value)).copied();
        known.unwrap_or_else(|| JsonSize::of(value).bytes)
    }
}

/// Returns the deepest part that has most of the bytes, in each of the three largest versions.
fn largest_parts(crd: &Node, sizes: &PartSizes) -> Vec<String> {
    let versions = crd.get("spec").and_then(|spec| spec.get("versions"));
    let mut parts: Vec<CrdPart> = versions
        .map_or(&[][..], Node::elements)
        .iter()
        .filter_map(|version| {
            let schema = version.get("schema")?.get("openAPIV3Schema")?;
            Some(CrdPart {
                path: version.get("name")?.as_str()?.to_owned(),
                schema,
                bytes: sizes.of(schema),
            })
        })
        .collect();
    sort_by(&mut parts, &|a, b| b.bytes.cmp(&a.bytes));
    parts
        .into_iter()
        .take(3)
        .map(|part| sizes_in_words(&deepest(part, sizes), sizes))
        .collect()
}

/// Descends while one child has two thirds of the bytes.
fn deepest<'a>(mut part: CrdPart<'a>, sizes: &PartSizes) -> CrdPart<'a> {
    while let Some(largest) = below(&part, sizes).into_iter().max_by_key(|below| below.bytes)
        && largest.bytes * 3 >= part.bytes * 2
    {
        part = largest;
    }
    part
}

/// Returns the schemas directly below a part.
fn below<'a>(part: &CrdPart<'a>, sizes: &PartSizes) -> Vec<CrdPart<'a>> {
    let version = !part.path.contains(' ');
    let at = |step: &str, schema: &'a Node| CrdPart {
        path: match step {
            "[]" | ".*" => format!("{}{step}", part.path),
            _ if version => format!("{} {step}", part.path),
            _ => format!("{}.{step}", part.path),
        },
        schema,
        bytes: sizes.of(schema),
    };
    let mut all: Vec<CrdPart> = members(part.schema.get("properties"))
        .map(|entry| at(&entry.key, &entry.value))
        .collect();
    all.extend(part.schema.get("items").map(|schema| at("[]", schema)));
    let values = part
        .schema
        .get("additionalProperties")
        .filter(|values| values.as_mapping().is_some());
    all.extend(values.map(|schema| at(".*", schema)));
    all
}

fn sizes_in_words(part: &CrdPart, sizes: &PartSizes) -> String {
    let mut text = format!("`{}` contains {} bytes", part.path, number(part.bytes));
    let descriptions = lengths(part.schema).iter().sum::<usize>();
    if descriptions > 0 {
        text.push_str(&format!(", {} of them descriptions", number(descriptions)));
    }
    let mut parts = below(part, sizes);
    sort_by(&mut parts, &|a, b| b.bytes.cmp(&a.bytes));
    let parts: Vec<String> = parts
        .iter()
        .take(3)
        .map(|below| {
            let start = below
                .path
                .trim_end_matches(".*")
                .rfind(['.', ' '])
                .map_or(0, |dot| dot + 1);
            let name = below.path.get(start..).unwrap_or_default();
            format!("`{name}` {}", number(below.bytes))
        })
        .collect();
    if !parts.is_empty() {
        text.push_str(&format!("; the largest parts: {}", parts.join(", ")));
    }
    text
}

/// Suggests a change that makes the CRD small enough.
fn advice(crd: &Node, size: usize, limit: usize) -> String {
    let lengths = lengths(crd);
    let fits = BUDGETS.iter().find(|budget| {
        let cut: usize = lengths.iter().map(|length| length.saturating_sub(**budget)).sum();
        size.saturating_sub(cut) <= limit
    });
    match fits {
        Some(budget) => format!(
            "`--max-description {budget}` makes it small enough; `#[crd(max_description = …)]` shortens the \
             descriptions of one field or type"
        ),
        None => "it is too large even without descriptions; omit the schema of a field with \
            `#[crd(schema_as = serde_json::Value)]`"
            .to_owned(),
    }
}

/// Returns the lengths of the descriptions of a schema as JSON.
fn lengths(value: &Node) -> Vec<usize> {
    let mut found = Vec::new();
    collect(value, &mut found);
    found
}

fn collect(node: &Node, found: &mut Vec<usize>) {
    for entry in members(Some(node)) {
        match &entry.value.value {
            NodeValue::String(text) if *entry.key == *"description" => {
                found.push(JsonSize::of_text(text).bytes - 2);
            }
            _ => collect(&entry.value, found),
        }
    }
    node.elements().iter().for_each(|item| collect(item, found));
}

/// Returns the members of an object; none for other values.
fn members(node: Option<&Node>) -> std::slice::Iter<'_, Entry> {
    let mapping = node.and_then(Node::as_mapping);
    mapping.map_or(&[][..], |mapping| &mapping.entries).iter()
}

fn number(count: usize) -> String {
    thousands(u64::try_from(count).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Options, read_text};
    use serde_json::{Value, json};

    /// Returns a CRD whose `spec.pods[]` is large because of its descriptions.
    fn crd(description: usize, rule: usize) -> Value {
        let text = "d".repeat(description);
        json!({
            "metadata": {"name": "a", "annotations": {"k": "v"}},
            "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "properties": {
                    "small": {"type": "string"},
                    "pods": {"type": "array", "items": {"type": "object", "properties": {
                        "one": {"type": "string", "description": text, "pattern": "<".repeat(rule)},
                        "two": {"type": "string", "description": text},
                    }}}
                }}
            }}}}]}
        })
    }

    /// Parses a CRD that is written as JSON.
    fn parsed(crd: &Value) -> Node {
        read_text(&crd.to_string(), Options::default())
            .documents
            .remove(0)
            .root
    }

    #[test]
    fn the_reason_is_the_deepest_part_that_holds_most() {
        let Oversize { message, notes } = check("a", &parsed(&crd(140_000, 0))).unwrap();
        assert!(
            message.starts_with("`a` is 280,3") && message.contains("262,144"),
            "{message}"
        );
        assert!(
            notes[0].starts_with("`v1 spec.pods[]` contains 280,1"),
            "{notes:?}"
        );
        assert!(notes[0].contains("280,000 of them descriptions"), "{notes:?}");
        assert!(notes[1].contains("--max-description 1000"), "{notes:?}");
        assert_eq!(check("a", &parsed(&crd(100_000, 0))), None);
        let message = check("a", &parsed(&crd(800_000, 0))).unwrap().message;
        assert!(message.contains("the limit of etcd, 1,572,864"), "{message}");
    }

    #[test]
    fn sizes_are_those_of_the_json() {
        let all: String = ('\0'..='\u{ff}').chain(['\u{2028}', '😀']).collect();
        let value = json!({all.clone(): [all, null, true, -1, 1.5e300, [], {}, [[{"a": "b"}, 1]]], "b": {}});
        let size = JsonSize::of(&parsed(&value));
        assert_eq!((size.bytes, size.escaped), (value.to_string().len(), 6));
    }

    #[test]
    fn bounds_of_sizes_agree_with_sizes() {
        for size in [0, 40_000, 43_000, 43_500, 44_000, 60_000] {
            for crd in [crd(0, size), crd(3 * size, 0), crd(3 * size, 9)] {
                let mut crd = crd;
                crd["others"] = json!([null, true, false, -1, 1.5e300, [], {}, "a\n\"\u{1}\u{7f}"]);
                let text = serde_json::to_string_pretty(&crd).unwrap();
                let parsed = read_text(&text, Options::default());
                let document = &parsed.documents[0].root;
                let source = DocumentSource {
                    text: &text,
                    document,
                };
                let is_found = check("a", document).is_some();
                assert_eq!(is_oversize(source), is_found, "{size}");
                assert_eq!(is_exactly_oversize(document), is_found, "{size}");
            }
        }
        // The characters of an anchor are escaped again at each alias.
        for (length, is_found) in [(10, false), (22_000, true)] {
            let anchored = format!(
                "metadata: {{name: &a '{}'}}\nspec: [*a, *a]\n",
                "<".repeat(length)
            );
            let parsed = read_text(&anchored, Options::default());
            let source = DocumentSource {
                text: &anchored,
                document: &parsed.documents[0].root,
            };
            assert_eq!(is_oversize(source), is_found);
        }
    }

    /// The size equals that of `kubectl apply` of kubectl 1.36: `<` is six bytes.
    #[test]
    fn the_annotation_is_go_json() {
        assert!(check("a", &parsed(&crd(0, 40_000))).is_none());
        let notes = check("a", &parsed(&crd(0, 44_000))).unwrap().notes;
        assert!(
            notes[1].contains("too large even without descriptions"),
            "{notes:?}"
        );
    }
}
