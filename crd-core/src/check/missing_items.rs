//! Keywords of the elements of a list among those of the list, because the line `items:` is missing, and the fields of an object with
//! the type of a list.
//!
//! ```text
//! hosts:                  hosts:
//!   type: array             type: array
//!   maxItems: 50            maxItems: 50
//!                           items:
//!   type: string              type: string
//! ```

use super::choices::entry;
use super::consequences::{self, Attempt};
use super::edits;
use super::misplaced::Correction;
use super::place::{last_word, node_at};
use super::suggest::{self, OF_LISTS};
use super::{Diagnostic, DocumentSource, codes};
use crate::model::field::FieldPath;
use crate::yaml::tree::{Entry, Mapping, Node, Span, Value};

/// Keywords of objects, which a list cannot have.
const OF_OBJECTS: [&str; 6] = [
    "required",
    "properties",
    "additionalProperties",
    "minProperties",
    "maxProperties",
    "x-kubernetes-map-type",
];

/// Returns the corrections of lists without `items` whose other keywords are those of the elements or of an object.
pub(super) fn attempts(source: DocumentSource<'_>, found: &[Diagnostic]) -> Vec<Attempt> {
    let attempt = |(index, finding)| {
        let mut attempt = Attempt::of(of_list(source, finding)?, &[]);
        attempt.subjects = vec![index];
        Some(attempt)
    };
    let attempts = found.iter().enumerate().filter_map(attempt);
    attempts.take(consequences::MOST).collect()
}

fn of_list(source: DocumentSource<'_>, finding: &Diagnostic) -> Option<Correction> {
    let is_type = last_word(&finding.field) == "type";
    let list = match finding.code {
        codes::DUPLICATE_KEY if is_type => finding.field.ancestor(1),
        codes::ITEMS_REQUIRED => [finding.field.clone(), finding.field.ancestor(1)]
            .into_iter()
            .find(|path| node_at(source.document, path).is_some_and(|node| node.get("type").is_some()))?,
        _ => return None,
    };
    list.below_schema()?;
    let schema = node_at(source.document, &list)?;
    let keywords = schema.as_mapping()?;
    if keywords.get("items").is_some() {
        return None;
    }
    match finding.code {
        codes::DUPLICATE_KEY => second_type(source, &list, schema, keywords),
        _ => object_keywords(source, &list, schema, keywords),
    }
}

/// The type is set twice: what follows the second one belongs to the elements.
fn second_type(
    source: DocumentSource<'_>,
    list: &FieldPath,
    schema: &Node,
    keywords: &Mapping,
) -> Option<Correction> {
    let of_type = |key: &str| key == "type";
    let [twice] = keywords.duplicates() else {
        return None;
    };
    let is_array = is_array(source.text, twice.first) && schema.get("type")?.as_str()? != "array";
    if !of_type(&twice.key) || twice.merged || !is_array {
        return None;
    }
    let is_of_elements =
        |entry: &Entry| entry.key_span.start >= twice.key_span.start && !OF_LISTS.contains(&&*entry.key);
    let type_ = entry("type", Value::String("array".into()), schema);
    into_items(source, list, keywords, is_of_elements, vec![type_], None)
}

/// Whether the value behind a name is `array`.
fn is_array(text: &str, key: Span) -> bool {
    let value = text
        .get(key.end as usize..)
        .and_then(|rest| rest.strip_prefix(':'));
    value.is_some_and(|value| value.trim_start_matches(' ').starts_with("array"))
}

/// The list has keywords of objects, which belong to its elements, or its type is wrong.
fn object_keywords(
    source: DocumentSource<'_>,
    list: &FieldPath,
    schema: &Node,
    keywords: &Mapping,
) -> Option<Correction> {
    let is_of_objects = |entry: &Entry| OF_OBJECTS.contains(&&*entry.key);
    let has_fields = ["properties", "additionalProperties"]
        .iter()
        .any(|name| schema.get(name).is_some());
    let type_ = keywords
        .get("type")
        .filter(|type_| type_.value.as_str() == Some("array"))?;
    if !has_fields || !keywords.duplicates().is_empty() {
        return None;
    }
    if OF_LISTS.iter().any(|name| schema.get(name).is_some()) {
        let object = entry("type", Value::String("object".into()), schema);
        return into_items(source, list, keywords, is_of_objects, Vec::new(), Some(object));
    }
    let fields: Vec<&str> = keywords
        .entries
        .iter()
        .filter(|entry| is_of_objects(entry))
        .map(|entry| &*entry.key)
        .collect();
    let (is, them) = if fields.len() == 1 {
        ("is", "it")
    } else {
        ("are", "them")
    };
    let fields = suggest::listed(fields.into_iter());
    Some(Correction {
        names: Vec::new(),
        place: type_.value.span,
        message: format!("{fields} {is} for objects, but the type is `array`"),
        label: "not `object`".to_owned(),
        help: format!(
            "write `type: object`; for a list of such objects, move {them} into `items`, with `type: object`"
        ),
        document: edits::rewritten(source.document, &list.clone().child("type"), "object")?,
    })
}

/// Composes the correction that moves keywords of a list into its `items`. `added` are keywords that the list gets, `type_` is one of
/// the elements.
fn into_items(
    source: DocumentSource<'_>,
    list: &FieldPath,
    keywords: &Mapping,
    is_moved: impl Fn(&Entry) -> bool,
    added: Vec<Entry>,
    type_: Option<Entry>,
) -> Option<Correction> {
    let (mut moved, mut kept): (Vec<Entry>, Vec<Entry>) = keywords
        .entries
        .iter()
        .cloned()
        .partition(|entry| is_moved(entry));
    let place = moved.first()?.key_span;
    let first = moved.first()?.key.to_string();
    let shown = suggest::listed(moved.iter().map(|entry| &*entry.key));
    let is_in_braces = source
        .text
        .get(..place.start as usize)?
        .trim_end()
        .ends_with(['{', ',']);
    let is_together = || {
        let end = moved.iter().map(|entry| entry.key_span.start).max();
        kept.iter()
            .all(|entry| entry.key_span.start < place.start || Some(entry.key_span.start) > end)
    };
    let with = if type_.is_some() {
        " with `type: object`"
    } else {
        ""
    };
    let them = if moved.len() == 1 { "it" } else { &*shown };
    let help = if is_in_braces || !is_together() {
        format!("add `items`{with}, and move {shown} into it")
    } else {
        format!("add `items:`{with} above it, and indent {them} deeper")
    };
    moved.extend(type_);
    let mut items = moved.first()?.clone();
    items.key = "items".into();
    items.value.value = Value::Mapping(moved.into());
    kept.extend(added);
    kept.push(items);
    let mut document = source.document.clone();
    edits::node_at(&mut document, &list.segments)?.value = Value::Mapping(kept.into());
    Some(Correction {
        names: Vec::new(),
        place,
        message: format!("`items` is missing: `{first}` belongs to the elements of the list"),
        label: "belongs to `items`".to_owned(),
        help,
        document,
    })
}
