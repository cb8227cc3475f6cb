//! CRDs that are too large for etcd or for `kubectl apply`, and their largest parts.

use std::collections::HashMap;
use std::io;
use std::ops::Add;

use serde::Serialize;
use serde_json::Value;

use crate::check::{DocumentSource, thousands};
use crate::model::sort::sort_by;
use crate::yaml::tree::{Node, Value as NodeValue};

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
pub(crate) fn check(name: &str, crd: &Value) -> Option<Oversize> {
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
        let annotations = annotation_bytes(crd, sizes.whole);
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

/// Whether [`check`] reports a CRD, by bounds that need neither its JSON nor its strings; `None` if they do not decide it.
pub(crate) fn is_oversize(source: DocumentSource<'_>) -> Option<bool> {
    const AROUND: usize = "\"annotations\":{},".len() + APPLY_ANNOTATION.len() + 1;
    const LONGEST_ESCAPE: usize = "\\u0000".len();
    let DocumentSource { text, document } = source;
    let annotations = document
        .get("metadata")
        .and_then(|metadata| metadata.get("annotations"));
    let annotations = annotations.map(SizeBounds::of).unwrap_or_default();
    let all = SizeBounds::of(document);
    if all.least > APPLY_LIMIT + LONGEST_ESCAPE * annotations.most {
        return Some(true);
    }
    let without_escapes = all.most + annotations.most + AROUND;
    if without_escapes > APPLY_LIMIT {
        return None;
    }
    // Each character that is escaped is one of these, or is written with a backslash. The strings of an anchor may occur again.
    let written = document.span.slice(text)?.as_bytes();
    let has_anchor = memchr::memmem::find_iter(written, b" &")
        .any(|at| written.get(at + 2).is_some_and(u8::is_ascii_alphanumeric));
    let long = memchr::memchr3_iter(b'<', b'>', b'&', written).count()
        + memchr::memchr_iter(b'\\', written).count()
        + written.iter().filter(|byte| **byte < b'\n').count();
    let short = memchr::memchr3_iter(b'"', b'\n', b'\r', written).count();
    let most = without_escapes + (LONGEST_ESCAPE - 1) * long + short;
    (!has_anchor && most <= APPLY_LIMIT).then_some(false)
}

/// Bounds of the size of a value as JSON, without escapes.
#[derive(Clone, Copy, Default)]
struct SizeBounds {
    least: usize,
    most: usize,
}

impl SizeBounds {
    fn of(node: &Node) -> Self {
        let mut bounds = SizeBounds::default();
        bounds.add(node);
        bounds
    }

    /// Adds a value. The parser limits the depth.
    fn add(&mut self, node: &Node) {
        // That is certainly too large.
        if self.least > ETCD_LIMIT {
            return;
        }
        match &node.value {
            NodeValue::String(text) => self.add_bytes(text.len() + 2),
            NodeValue::Sequence(items) => {
                // Brackets, and commas between the elements.
                self.add_bytes(1 + items.len().max(1));
                for item in items {
                    self.add(item);
                }
            }
            NodeValue::Mapping(mapping) => {
                self.add_bytes(1 + mapping.entries.len().max(1));
                for entry in &mapping.entries {
                    // Quotes and a colon.
                    self.add_bytes(entry.key.len() + 3);
                    self.add(&entry.value);
                }
            }
            NodeValue::Null | NodeValue::Bool(true) => self.add_bytes(4),
            NodeValue::Bool(false) => self.add_bytes(5),
            NodeValue::Int(_) | NodeValue::Float(_) => {
                self.least += 1;
                self.most += 24;
            }
        }
    }

    fn add_bytes(&mut self, count: usize) {
        self.least += count;
        self.most += count;
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
    fn of_bytes(bytes: usize) -> JsonSize {
        JsonSize { bytes, escaped: 0 }
    }

    /// Measures a value, without writing it.
    fn of(value: &Value) -> JsonSize {
        Self::with_parts(value, &mut |_, _| {})
    }

    /// Measures a value, and reports the size of each object and list in it.
    fn with_parts<'v>(value: &'v Value, found: &mut dyn FnMut(&'v Value, JsonSize)) -> JsonSize {
        // Brackets, and commas between the parts.
        let around = |count: usize| JsonSize::of_bytes(1 + count.max(1));
        let size = match value {
            Value::String(text) => return JsonSize::of_text(text),
            Value::Array(items) => items.iter().fold(around(items.len()), |size, item| {
                size + Self::with_parts(item, found)
            }),
            Value::Object(members) => members
                .iter()
                .fold(around(members.len()), |size, (name, member)| {
                    size + JsonSize::of_text(name) + JsonSize::of_bytes(1) + Self::with_parts(member, found)
                }),
            Value::Null | Value::Bool(_) | Value::Number(_) => {
                return JsonSize::of_bytes(json_size(value));
            }
        };
        found(value, size);
        size
    }

    fn of_text(text: &str) -> JsonSize {
        let bytes = text.as_bytes();
        let short = memchr::memchr3_iter(b'"', b'\\', b'\n', bytes).count();
        // The other control characters are rare.
        let other: usize = bytes.iter().map(|byte| escape_of_control(*byte)).sum();
        JsonSize {
            bytes: bytes.len() + 2 + short + other,
            escaped: memchr::memchr3_iter(b'<', b'>', b'&', bytes).count(),
        }
    }
}

/// Returns the number of bytes that an escape of a control character other than a line feed adds.
fn escape_of_control(byte: u8) -> usize {
    match byte {
        b'\x08' | b'\t' | b'\x0c' | b'\r' => "\\t".len() - 1,
        b'\n' | b' '.. => 0,
        _ => "\\u0000".len() - 1,
    }
}

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

/// Returns the size of all annotations after `kubectl apply`: Go's JSON of the object without its annotations, and the others.
fn annotation_bytes(crd: &Value, whole: JsonSize) -> usize {
    let mut applied = whole;
    let mut others = 0;
    if let Some(metadata) = crd.get("metadata").and_then(Value::as_object) {
        const NONE: usize = "{}".len();
        match metadata.get("annotations") {
            Some(annotations) => {
                let size = JsonSize::of(annotations);
                applied.bytes = applied.bytes + NONE - size.bytes;
                applied.escaped -= size.escaped;
            }
            None => applied.bytes += "\"annotations\":".len() + NONE + usize::from(!metadata.is_empty()),
        }
        let annotations = metadata.get("annotations").and_then(Value::as_object);
        for (key, value) in annotations.into_iter().flatten() {
            others += key.len() + value.as_str().map_or(0, str::len);
        }
    }
    // Go writes `<`, `>` and `&` as six bytes, and adds a line break at the end.
    others + APPLY_ANNOTATION.len() + applied.bytes + 5 * applied.escaped + 1
}

/// A part of a CRD.
struct CrdPart<'a> {
    /// Its version and its path, such as `v1 spec.template.spec`.
    path: String,
    schema: &'a Value,
    bytes: usize,
}

/// The sizes of a CRD, and of all objects and lists in it.
struct PartSizes {
    whole: JsonSize,
    parts: HashMap<*const Value, usize>,
}

impl PartSizes {
    fn new(crd: &Value) -> Self {
        let mut parts = HashMap::new();
        let whole = JsonSize::with_parts(crd, &mut |value, size| {
            parts.insert(std::ptr::from_ref(value), size.bytes);
        });
        PartSizes { whole, parts }
    }

    fn of(&self, value: &Value) -> usize {
        let known = self.parts.get(&std::ptr::from_ref(value)).copied();
        known.unwrap_or_else(|| JsonSize::of(value).bytes)
    }
}

/// Returns the deepest part that has most of the bytes, in each of the three largest versions.
fn largest_parts(crd: &Value, sizes: &PartSizes) -> Vec<String> {
    let versions = crd.pointer("/spec/versions").and_then(Value::as_array);
    let mut parts: Vec<CrdPart> = versions
        .into_iter()
        .flatten()
        .filter_map(|version| {
            let schema = version.pointer("/schema/openAPIV3Schema")?;
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
    let at = |step: &str, schema: &'a Value| CrdPart {
        path: match step {
            "[]" | ".*" => format!("{}{step}", part.path),
            _ if version => format!("{} {step}", part.path),
            _ => format!("{}.{step}", part.path),
        },
        schema,
        bytes: sizes.of(schema),
    };
    let properties = part.schema.get("properties").and_then(Value::as_object);
    let mut all: Vec<CrdPart> = properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| at(name, schema))
        .collect();
    all.extend(part.schema.get("items").map(|schema| at("[]", schema)));
    let values = part
        .schema
        .get("additionalProperties")
        .filter(|values| values.is_object());
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
fn advice(crd: &Value, size: usize, limit: usize) -> String {
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
fn lengths(value: &Value) -> Vec<usize> {
    let mut found = Vec::new();
    collect(value, &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<usize>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "description" => {
                        found.push(JsonSize::of_text(text).bytes - 2);
                    }
                    _ => collect(member, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

fn number(count: usize) -> String {
    thousands(u64::try_from(count).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Options, read_text};
    use serde_json::json;

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

    #[test]
    fn the_reason_is_the_deepest_part_that_holds_most() {
        let Oversize { message, notes } = check("a", &crd(140_000, 0)).unwrap();
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
        assert_eq!(check("a", &crd(100_000, 0)), None);
        let message = check("a", &crd(800_000, 0)).unwrap().message;
        assert!(message.contains("the limit of etcd, 1,572,864"), "{message}");
    }

    #[test]
    fn sizes_are_those_of_the_json() {
        let all: String = ('\0'..='\u{ff}').chain(['\u{2028}', '😀']).collect();
        let value = json!({all.clone(): [all, null, true, -1, 1.5e300, [], {}, [[{"a": "b"}, 1]]], "b": {}});
        assert_eq!(JsonSize::of(&value).bytes, value.to_string().len());
        assert_eq!(JsonSize::of(&value).escaped, 6);
    }

    #[test]
    fn bounds_of_sizes_agree_with_sizes() {
        let mut decided = 0;
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
                if let Some(by_bounds) = is_oversize(source) {
                    assert_eq!(by_bounds, check("a", &crd).is_some(), "{size}");
                    decided += 1;
                }
            }
        }
        assert!(decided > 10, "{decided}");
        let anchored = "metadata: {name: &a a}\nspec: *a\n";
        let parsed = read_text(anchored, Options::default());
        let source = DocumentSource {
            text: anchored,
            document: &parsed.documents[0].root,
        };
        assert_eq!(is_oversize(source), None);
    }

    /// The size equals that of `kubectl apply` of kubectl 1.36: `<` is six bytes.
    #[test]
    fn the_annotation_is_go_json() {
        assert!(check("a", &crd(0, 40_000)).is_none());
        let notes = check("a", &crd(0, 44_000)).unwrap().notes;
        assert!(
            notes[1].contains("too large even without descriptions"),
            "{notes:?}"
        );
    }
}
