//! Keywords of schemas among the fields of `properties`, because their indentation is wrong.
//!
//! ```text
//! properties:             properties:
//!   replicas:               replicas:
//!     type: integer           type: integer
//!   maximum: 10               maximum: 10
//! ```

use super::edits::{self, object_at};
use super::misplaced::Correction;
use super::place::{last_word, node_at};
use super::suggest::OF_LISTS;
use super::{Diagnostic, codes};
use crate::model::field::{FieldPath, Segment};
use crate::model::rules;
use crate::model::schema::SchemaKeyword;
use crate::yaml::tree::{Entry, Mapping, Node, Value};

/// Keywords whose values are objects, which may be schemas of fields as well.
const OBJECTS: [&str; 3] = ["properties", "items", "additionalProperties"];

/// The keyword with the rules of a schema, which may be one object by mistake.
const RULES: &str = "x-kubernetes-validations";

/// Returns the path of `properties` and the name of a keyword with an object among its fields, if a finding is about that or about a
/// field without it.
pub(super) fn object_near(document: &Node, finding: &Diagnostic) -> Option<(FieldPath, &'static str)> {
    let is_without = matches!(
        finding.code,
        codes::TYPE_REQUIRED | codes::ITEMS_REQUIRED | codes::OBJECT_KEEPS_NOTHING
    );
    let segments = &finding.field.segments;
    let keyword = |name: &str| {
        OBJECTS
            .into_iter()
            .chain([RULES])
            .find(|keyword| *keyword == name)
    };
    segments.windows(2).enumerate().find_map(|(at, pair)| {
        let [parent, name] = pair else { return None };
        let name = name.name().filter(|_| parent.is_field("properties"))?;
        let fields: FieldPath = segments.iter().take(at + 1).cloned().collect();
        let next = || {
            let mut entries = node_at(document, &fields)?.members().iter();
            entries.find(|entry| *entry.key == *name)?;
            keyword(&entries.next()?.key)
        };
        let found = keyword(name).or_else(|| next().filter(|_| is_without && at + 3 >= segments.len()))?;
        Some((fields, found))
    })
}

/// Whether a path leads to a field with the name of a keyword.
pub(super) fn is_keyword_among_fields(path: &FieldPath) -> bool {
    match path.segments.as_slice() {
        [.., parent, Segment::Field(name) | Segment::Key(name)] => {
            parent.is_field("properties")
                && SchemaKeyword::IN_GO
                    .iter()
                    .any(|keyword| keyword.wire() == &**name)
        }
        _ => false,
    }
}

/// Whether the value of a keyword among the fields is that of the keyword, rather than one that a field may have by mistake.
pub(super) fn is_written_as_keyword(document: &Node, path: &FieldPath) -> bool {
    let is_extension = || last_word(path).starts_with("x-kubernetes-");
    let is_list = || node_at(document, path).is_some_and(|value| value.as_sequence().is_some());
    is_keyword_among_fields(path) && (is_list() || is_extension())
}

/// Returns what to do with a keyword among the fields that may belong to the schema around them, or to the field before it.
pub(super) fn help_among_fields(document: &Node, path: &FieldPath) -> Option<String> {
    let name = is_keyword_among_fields(path).then(|| last_word(path))?;
    let is_set = node_at(document, &path.ancestor(2).child(&name)).is_some();
    let way = if is_set {
        "it is already set beside `properties`: remove it here"
    } else {
        "indent it like the other keywords"
    };
    Some(format!(
        "`{name}` is the name of a field here; if it is a keyword, {way}"
    ))
}

/// Returns the correction of keywords among the fields at the path of `properties`: they belong to the field before them, or to the
/// schema around `properties`.
pub(super) fn find(document: &Node, fields: &FieldPath, names: &[&str]) -> Option<Correction> {
    let outer = node_at(document, &fields.ancestor(1))?;
    let entries = node_at(document, fields)?.members();
    let first = entries.iter().position(|entry| names.contains(&&*entry.key))?;
    let before = first.checked_sub(1).and_then(|before| entries.get(before));
    let is_empty = before.is_some_and(|field| field.value.value == Value::Null);
    let is_moved =
        |entry: &&Entry| names.contains(&&*entry.key) || is_empty && OBJECTS.contains(&&*entry.key);
    let moved: Vec<Entry> = entries
        .iter()
        .skip(first)
        .take_while(is_moved)
        .map(in_list)
        .collect();
    let of_field = before.filter(|field| {
        let is_of_outer = moved
            .iter()
            .any(|entry| names_fields(entry, outer) && !names_fields(entry, &field.value));
        fits_all(&field.value, &moved) && !is_of_outer
    });
    let keyword = &moved.first()?.key;
    let dash = match entries.get(first)?.value.members().first() {
        Some(member) if **keyword == *RULES => format!(", and write `- ` before `{}`", member.key),
        _ => String::new(),
    };
    let others = match moved.len() {
        1 => String::new(),
        2 => " and the next line".to_owned(),
        count => format!(" and the next {} keywords", count - 1),
    };
    let (path, owner, help) = match of_field {
        Some(field) => (
            fields.clone().key(&field.key),
            field.key.to_string(),
            format!("indent `{keyword}`{others} deeper than `{}:`{dash}", field.key),
        ),
        None => {
            let path = fields.ancestor(1);
            let owner = path.segments.iter().rev().find_map(Segment::name)?.to_owned();
            let help = if is_second_list(outer, &moved) {
                format!("move the elements of this `{keyword}` to that beside `properties:`{dash}")
            } else if !fits_all(outer, &moved) {
                return None;
            } else if first + moved.len() < entries.len() {
                // The fields that follow would no longer be in `properties`.
                format!(
                    "move `{keyword}`{others} above `properties:`, with the indentation of that line{dash}"
                )
            } else {
                format!("indent `{keyword}`{others} like `properties:`{dash}")
            };
            (path, owner, help)
        }
    };
    let mut corrected = document.clone();
    object_at(&mut corrected, &fields.segments)?
        .entries
        .retain(|entry| moved.iter().all(|moved| moved.key_span != entry.key_span));
    let target = edits::node_at(&mut corrected, &path.segments)?;
    let mut members = target.members().to_vec();
    for entry in &moved {
        let mut entry = entry.clone();
        let others = split_off_others(&mut entry);
        match members.iter_mut().find(|member| member.key == entry.key) {
            Some(member) => add_elements(&mut member.value, entry.value),
            None => members.push(entry),
        }
        members.extend(others);
    }
    target.value = Value::Mapping(members.into());
    Some(Correction {
        names: moved.iter().map(|entry| entry.key.to_string()).collect(),
        place: moved.first()?.key_span,
        message: format!("`{keyword}` is a keyword of `{owner}`, but it is indented like a field"),
        label: format!("belongs to `{owner}`"),
        help,
        document: corrected,
    })
}

/// Returns the path of `items` that has a keyword of its list, if a finding is about that.
pub(super) fn items_of_list_keyword(finding: &Diagnostic) -> Option<FieldPath> {
    let rule = finding.server.as_ref().map(|error| error.rule);
    let is_dead = finding.code == codes::KEYWORD_DEAD && OF_LISTS.contains(&&*last_word(&finding.field));
    let paths = [finding.field.clone(), finding.field.ancestor(1)];
    let mut paths = paths
        .into_iter()
        .filter(|_| is_dead || rule == Some(rules::OAS_19));
    paths.find(|path| path.segments.last().is_some_and(|last| last.is_field("items")))
}

/// Returns the correction of keywords of a list among those of its `items`.
pub(super) fn of_list(document: &Node, items: &FieldPath) -> Option<Correction> {
    let list = items.ancestor(1);
    let is_moved = |entry: &&Entry| OF_LISTS.contains(&&*entry.key);
    let moved: Vec<Entry> = node_at(document, items)?
        .members()
        .iter()
        .filter(is_moved)
        .cloned()
        .collect();
    if !fits_all(node_at(document, &list)?, &moved) {
        return None;
    }
    let mut corrected = document.clone();
    object_at(&mut corrected, &items.segments)?
        .entries
        .retain(|entry| !is_moved(&entry));
    object_at(&mut corrected, &list.segments)?
        .entries
        .extend_from_slice(&moved);
    let names: Vec<String> = moved.iter().map(|entry| entry.key.to_string()).collect();
    let (first, owner) = (names.first()?, list.segments.last()?.name()?);
    Some(Correction {
        place: moved.first()?.key_span,
        message: format!(
            "`{first}` is a keyword of the list `{owner}`, but it is indented like those of its `items`"
        ),
        label: format!("belongs to `{owner}`"),
        help: format!("indent `{}` like `items:`", names.join("` and `")),
        names,
        document: corrected,
    })
}

/// Whether a schema has none of the keywords, and may have each of them.
fn fits_all(schema: &Node, keywords: &[Entry]) -> bool {
    let type_ = schema.get("type").and_then(Node::as_str);
    (schema.as_mapping().is_some() || schema.value == Value::Null)
        && keywords
            .iter()
            .all(|entry| schema.get(&entry.key).is_none() && fits(schema, type_, entry))
}

/// Whether the only moved keyword is a list that a schema has already.
fn is_second_list(schema: &Node, moved: &[Entry]) -> bool {
    let [only] = moved else { return false };
    let own = schema.get(&only.key);
    let are_lists = own.is_some_and(|own| own.as_sequence().is_some()) && only.value.as_sequence().is_some();
    are_lists && fits(schema, schema.get("type").and_then(Node::as_str), only)
}

/// Adds the elements of a list to another one.
fn add_elements(list: &mut Node, added: Node) {
    if let (Value::Sequence(elements), Value::Sequence(added)) = (&mut list.value, added.value) {
        elements.extend(added);
    }
}

/// Returns a keyword with a list of rules instead of one.
fn in_list(entry: &Entry) -> Entry {
    let mut entry = entry.clone();
    if &*entry.key == RULES && entry.value.as_mapping().is_some() {
        let rule = entry.value.clone();
        entry.value.value = Value::Sequence(vec![rule]);
    }
    entry
}

/// Removes the keywords from the value of a keyword that it cannot have. They are those of the schema around it, which are indented
/// like the value if the keyword is not indented deep enough.
fn split_off_others(keyword: &mut Entry) -> Vec<Entry> {
    let value = keyword.value.clone();
    let repeated = value.as_mapping().map_or(&[][..], Mapping::duplicates);
    let is_repeated = |name: &str| repeated.iter().any(|other| *other.key == *name);
    let type_ = value.get("type").and_then(Node::as_str);
    let type_ = type_.filter(|_| !is_repeated("type"));
    let is_own = |entry: &Entry| match &*keyword.key {
        "properties" => entry.value.as_mapping().is_some(),
        "items" | "additionalProperties" => fits(&value, type_, entry) && !is_repeated(&entry.key),
        _ => true,
    };
    if value.members().iter().all(is_own) {
        return Vec::new();
    }
    let (mut own, others): (Vec<Entry>, Vec<Entry>) = value.members().iter().cloned().partition(is_own);
    if is_repeated("type") {
        own.extend(likely_type(&value, &others));
    }
    keyword.value.value = Value::Mapping(own.into());
    others
}

/// Returns the type of a schema whose type is set again, of which the parser keeps only the second value.
fn likely_type(schema: &Node, others: &[Entry]) -> Option<Entry> {
    let mut type_ = others.iter().find(|entry| *entry.key == *"type")?.clone();
    let has = |name: &str| schema.get(name).is_some();
    let name = if has("properties") || has("additionalProperties") {
        "object"
    } else if has("items") {
        "array"
    } else {
        "string"
    };
    type_.value.value = Value::String(name.into());
    Some(type_)
}

fn fits(schema: &Node, type_: Option<&str>, keyword: &Entry) -> bool {
    let is_one_of = |types: &[&str]| type_.is_none_or(|type_| types.contains(&type_));
    match &*keyword.key {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            is_one_of(&["integer", "number"])
        }
        "minLength" | "maxLength" | "pattern" => is_one_of(&["string"]),
        "format" => is_one_of(&["string", "integer", "number"]),
        "minItems"
        | "maxItems"
        | "uniqueItems"
        | "items"
        | "x-kubernetes-list-type"
        | "x-kubernetes-list-map-keys" => is_one_of(&["array"]),
        "required" => is_one_of(&["object"]) && names_fields(keyword, schema),
        "properties" => {
            // A type in it may be that of the schema.
            let type_ = keyword.value.get("type").and_then(Node::as_str);
            let is_schema = type_.is_some() && schema.get("type").is_some();
            is_one_of(&["object"]) && schema.get("additionalProperties").is_none() && !is_schema
        }
        "additionalProperties" => is_one_of(&["object"]) && schema.get("properties").is_none(),
        "minProperties" | "maxProperties" | "x-kubernetes-map-type" | "x-kubernetes-embedded-resource" => {
            is_one_of(&["object"])
        }
        _ => true,
    }
}

/// Whether `required` or rules name a field of a schema.
fn names_fields(keyword: &Entry, schema: &Node) -> bool {
    let fields = schema.get("properties").map_or(&[][..], Node::members);
    let is_field = |name: &str| fields.iter().any(|field| *field.key == *name);
    keyword
        .value
        .elements()
        .iter()
        .any(|element| match &element.value {
            Value::String(name) => is_field(name),
            _ => {
                let rule = element.get("rule").and_then(Node::as_str).unwrap_or_default();
                rule.split("self.").skip(1).any(|rest| {
                    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                    is_field(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default())
                })
            }
        })
}
