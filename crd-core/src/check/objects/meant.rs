//! The field that was meant by an unknown one: a similar name of the same object, or the same name in another one.

use super::crd_place::{self, along};
use super::place::{ObjectStep, PathPlace};
use super::subject::ObjectSubject;
use crate::check::members::{METADATA, is_of_type};
use crate::check::suggest::{SHORTEST_PART, json_type, listed};
use crate::decode::JsonType;
use crate::yaml::tree::{Entry, Node, Value};

/// The number of members from which on an object is not searched for each of its unknown fields.
const LARGE: usize = 1000;

/// Returns the property with the name most similar to an unknown one.
pub(super) fn meant<'a>(subject: &ObjectSubject<'a>, place: &PathPlace<'_, '_>) -> Option<&'a str> {
    let (last, above) = place.steps.split_last()?;
    let ObjectStep::Member(name) = last else {
        return None;
    };
    let is_of_metadata = above.last() == Some(&ObjectStep::Member("metadata"));
    if is_of_metadata && above.len() == 1 {
        return crd_cel::nearest(name, METADATA.iter().copied());
    }
    let tree = subject.declared.tree()?;
    let schema = crd_place::schema_of(&tree.root, &subject.version.name)?;
    let schemas = along(schema, above);
    let is_resource = |depth: usize| {
        let schema = schemas.get(depth).map(|(schema, _)| schema);
        let embedded = schema.and_then(|schema| schema.get("x-kubernetes-embedded-resource"));
        depth == 0 || embedded.is_some_and(|node| node.value == Value::Bool(true))
    };
    if is_of_metadata && above.len().checked_sub(1).is_some_and(is_resource) {
        return crd_cel::nearest(name, METADATA.iter().copied());
    }
    let own = ["apiVersion", "kind", "metadata"].into_iter();
    let own = own.filter(|_| is_resource(above.len()));
    let (parent, _) = schemas.get(above.len())?;
    let limit = name.chars().count() / 3 + 1;
    let object = object_at(subject, above)?;
    let is_large = object.members().len() > LARGE;
    let is_free = |member: &&str| is_large || object.get(member).is_none();
    let names: Vec<&str> = own.chain(crd_place::members(parent)).filter(is_free).collect();
    let nearest = |most| crd_cel::nearest_within(name, names.iter().copied(), most);
    if in_dotted(parent, name, "…").is_some() || key_and_value(subject, place).is_some() {
        return None;
    }
    let close = nearest(1).or_else(|| continued(&names, name));
    if close.is_some() || elsewhere_known(subject, place).is_some() {
        return close;
    }
    nearest(limit)
        .or_else(|| with_part(parent, &names, name))
        .or_else(|| missing(parent, &names).filter(|_| only_unknown(parent, object)))
}

/// Returns the object that a name with dots stands for: `rates: {day: 2}` for `rates.day: 2`.
fn in_dotted(schema: &Node, name: &str, value: &str) -> Option<String> {
    let (first, rest) = name.split_once('.')?;
    let inner = crd_place::member(schema, first)?;
    let has = |inner: &Node| {
        crd_place::member(inner, rest).is_some() || inner.get("additionalProperties").is_some()
    };
    let written = match in_dotted(inner, rest, value) {
        Some(written) => written,
        None if has(inner) => format!("{rest}: {value}"),
        None => return None,
    };
    Some(format!("{first}: {{{written}}}"))
}

/// The two members that the only member of an element stands for: `part: Alto` and `singers: 9` for `Alto: 9`.
pub(super) struct KeyAndValue<'a> {
    pub(super) names: [&'a str; 2],
    pub(super) entry: &'a Entry,
}

/// Returns the pair of required members that an unknown one of an element stands for: a text and its value.
pub(super) fn key_and_value<'a>(
    subject: &ObjectSubject<'a>,
    place: &PathPlace<'_, '_>,
) -> Option<KeyAndValue<'a>> {
    let (_, above) = place.steps.split_last()?;
    let tree = subject.declared.tree()?;
    let schemas = along(crd_place::schema_of(&tree.root, &subject.version.name)?, above);
    let (parent, _) = schemas.get(above.len())?;
    let [entry] = object_at(subject, above)?.members() else {
        return None;
    };
    let is_element = matches!(above.last(), Some(ObjectStep::Element(_)));
    let required = parent.get("required").map_or(&[][..], Node::elements);
    let names = match required {
        [first, second] => [first.as_str()?, second.as_str()?],
        _ => ["name", "value"],
    };
    let type_of = |name| json_type(crd_place::member(parent, name)?.get("type")?.as_str()?);
    let [name, value] = names.map(type_of);
    let is_pair = is_element
        && crd_place::member(parent, &entry.key).is_none()
        && name == Some(JsonType::String)
        && value == Some(JsonType::of(&entry.value))
        && !entry.value.is_collection();
    is_pair.then_some(KeyAndValue { names, entry })
}

/// Returns the only required member that an object lacks.
fn missing<'a>(schema: &'a Node, names: &[&'a str]) -> Option<&'a str> {
    let required = schema.get("required").map_or(&[][..], Node::elements);
    only(names, |member| {
        let is_member = |one: &Node| one.as_str() == Some(member);
        required.iter().any(is_member) && is_without_default(schema, member)
    })
}

/// Whether exactly one member of an object is not in its schema.
fn only_unknown(schema: &Node, object: &Node) -> bool {
    unknown_in(schema, object).nth(1).is_none()
}

/// Returns the members of an object that are not in its schema.
fn unknown_in<'a>(schema: &'a Node, object: &'a Node) -> impl Iterator<Item = &'a Entry> {
    let members = object.members().iter();
    members.filter(|entry| crd_place::member(schema, &entry.key).is_none())
}

/// Returns the advice for one of several unknown members of an object that lacks as many required ones.
pub(super) fn one_of_missing(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let above = place.steps.split_last()?.1;
    let tree = subject.declared.tree()?;
    let schemas = along(crd_place::schema_of(&tree.root, &subject.version.name)?, above);
    let (parent, _) = schemas.get(above.len())?;
    let object = object_at(subject, above)?;
    let required = parent.get("required")?.elements().iter().filter_map(Node::as_str);
    let missing: Vec<&str> = required
        .filter(|name| object.get(name).is_none() && is_without_default(parent, name))
        .collect();
    let unknown = unknown_in(parent, object).count();
    let is_one = (2..=MOST_MISSING).contains(&missing.len()) && unknown == missing.len();
    is_one.then(|| {
        format!(
            "is it one of {}, which are missing? If not, remove it",
            listed(missing.into_iter())
        )
    })
}

/// Maximum number of missing members that are proposed for an unknown one.
const MOST_MISSING: usize = 3;

/// Whether a member has no default, which the server sets before it looks for required members.
fn is_without_default(schema: &Node, name: &str) -> bool {
    let default = crd_place::member(schema, name).and_then(|schema| schema.get("default"));
    default.is_none()
}

/// Returns the object at a place.
fn object_at<'a>(subject: &ObjectSubject<'a>, steps: &[ObjectStep<'_>]) -> Option<&'a Node> {
    steps.iter().try_fold(subject.node, |node, step| match step {
        ObjectStep::Member(name) => node.get(name),
        ObjectStep::Element(index) => node.elements().get(*index),
    })
}

/// Returns the only one of several names, if one is meant.
fn only<'a>(names: &[&'a str], is_meant: impl Fn(&str) -> bool) -> Option<&'a str> {
    let mut meant = names.iter().copied().filter(|name| is_meant(name));
    meant.next().filter(|_| meant.next().is_none())
}

/// Returns the only member that starts with a name: `weightGrams` for `weight`.
fn continued<'a>(names: &[&'a str], name: &str) -> Option<&'a str> {
    let lower = name.to_ascii_lowercase();
    let is_long = lower.len() >= SHORTEST_PART;
    only(names, |member| {
        is_long && member.to_ascii_lowercase().starts_with(&lower)
    })
}

/// Returns the only required member that has a name as a part or ends it, or else the only member that starts it: `zoneRef` for `zone`,
/// `name` for `secretName`, and `grace` for `gracePeriod`.
fn with_part<'a>(schema: &'a Node, names: &[&'a str], name: &str) -> Option<&'a str> {
    let required = schema.get("required").map_or(&[][..], Node::elements);
    let lower = name.to_ascii_lowercase();
    let is_required = |member: &str| required.iter().any(|one| one.as_str() == Some(member));
    let is_long = |part: &str| part.len() >= SHORTEST_PART;
    let contains = |member: &str| is_long(&lower) && member.to_ascii_lowercase().contains(&lower);
    let ends = |member: &str| is_long(member) && lower.ends_with(&member.to_ascii_lowercase());
    let starts = |member: &str| is_long(member) && lower.starts_with(&member.to_ascii_lowercase());
    only(names, |member| is_required(member) && contains(member))
        .or_else(|| only(names, |member| is_required(member) && ends(member)))
        .or_else(|| only(names, starts))
}

/// Returns the advice for an unknown member that is one of the metadata, or of exactly one object or list beside it.
pub(super) fn elsewhere_known(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let (ObjectStep::Member(name), above) = place.steps.split_last()? else {
        return None;
    };
    if matches!(above, [] | [ObjectStep::Member("spec")]) && METADATA.contains(name) {
        return Some(format!("move it into `metadata`: `metadata.{name}`"));
    }
    let tree = subject.declared.tree()?;
    let schemas = along(crd_place::schema_of(&tree.root, &subject.version.name)?, above);
    let (parent, _) = schemas.get(above.len())?;
    let written = place.node.span.slice(subject.text);
    let written = written.filter(|text| !place.node.is_collection() && !text.contains(['\n', '`']));
    if let Some(object) = in_dotted(parent, name, written.unwrap_or("…")) {
        return Some(format!("write `{object}`: a name with dots is one name"));
    }
    if let Some(KeyAndValue {
        names: [key, value], ..
    }) = key_and_value(subject, place)
    {
        return Some(format!(
            "write `{key}: {name}` and `{value}: {}`",
            written.unwrap_or("…")
        ));
    }
    let has = |schema: Option<&Node>| {
        let member = schema.and_then(|schema| crd_place::member(schema, name));
        member.is_some_and(|member| is_of_type(member, place.node))
    };
    let mut owners = crd_place::members(parent).filter_map(|owner| {
        let schema = crd_place::member(parent, owner)?;
        if has(Some(schema)) {
            return Some(format!("it is a field of `{owner}`: move it there"));
        }
        has(schema.get("items")).then(|| format!("it is a field of the elements of `{owner}`: move it there"))
    });
    owners.next().filter(|_| owners.next().is_none())
}
