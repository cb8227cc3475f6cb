//! Metadata that the server cannot decode: the member that has the wrong type, or that is no time. The server names it in terms of Go.
//!
//! ```text
//! json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string     ->  labels[rank], a string
//! parsing time "today" as "2006-01-02T15:04:05Z07:00": cannot parse "today" as "2006"     ->  creationTimestamp, a time
//! ```

use crate::decode::JsonType;
use crate::go::time;
use crate::yaml::tree::{Node, Value};

/// A member of metadata that cannot be decoded.
pub(super) struct WrongMember<'a> {
    /// The path below the metadata.
    pub(super) path: String,
    pub(super) node: &'a Node,
    /// The type that it must have; a time if there is none.
    pub(super) expected: Option<JsonType>,
}

/// Returns the member of metadata that the server's text is about.
pub(super) fn wrong_member<'a>(metadata: &'a Node, text: &str) -> Option<WrongMember<'a>> {
    if text.contains("parsing time ") {
        let is_wrong = |node: &Node| node.as_str().is_some_and(|text| time::normalize(text).is_err());
        let times: [&[&str]; 3] = [
            &["creationTimestamp"],
            &["deletionTimestamp"],
            &["managedFields", "time"],
        ];
        let (path, node) = times
            .into_iter()
            .find_map(|steps| first(metadata, steps, "", &is_wrong))?;
        return Some(WrongMember {
            path,
            node,
            expected: None,
        });
    }
    let wholes = [
        ("Go value of type v1.ObjectMeta", JsonType::Object),
        ("ScaleSpec.spec.replicas of type int32", JsonType::Integer),
        (": must be a string", JsonType::String),
    ];
    let whole = wholes.into_iter().find(|(end, _)| text.ends_with(end));
    let whole = whole.map(|(_, expected)| expected);
    if whole.is_some() {
        return Some(WrongMember {
            path: String::new(),
            node: metadata,
            expected: whole,
        });
    }
    let (_, member) = text.split_once("Go struct field ")?;
    let (member, type_) = member.split_once(" of type ")?;
    let steps: Vec<&str> = member.split('.').skip(1).collect();
    let name = *steps.last()?;
    let mut expected = match type_ {
        "int64" => JsonType::Integer,
        "bool" => JsonType::Boolean,
        _ if type_.starts_with("[]") => JsonType::Array,
        _ if ["map[", "v1.OwnerReference", "v1.ManagedFieldsEntry"]
            .iter()
            .any(|object| type_.starts_with(object)) =>
        {
            JsonType::Object
        }
        _ => JsonType::String,
    };
    let values = metadata.get(name);
    // Some servers name the type of the whole object although one of its values is wrong.
    let is_of_elements = match name {
        "labels" | "annotations" => values.is_some_and(|values| values.as_mapping().is_some()),
        "finalizers" => expected == JsonType::String,
        _ => false,
    };
    if is_of_elements {
        expected = JsonType::String;
    }
    let is_wrong =
        |node: &Node| !matches!(JsonType::of(node), JsonType::Null) && JsonType::of(node) != expected;
    let (path, node) = match values.filter(|_| is_of_elements) {
        Some(values) => children(values, name)
            .into_iter()
            .find(|(_, node)| is_wrong(node)),
        None => first(metadata, &steps, "", &is_wrong),
    }?;
    Some(WrongMember {
        path,
        node,
        expected: Some(expected),
    })
}

/// Returns the first wrong value on a path, on which lists stand for each of their elements.
fn first<'a>(
    node: &'a Node,
    steps: &[&str],
    path: &str,
    is_wrong: &dyn Fn(&Node) -> bool,
) -> Option<(String, &'a Node)> {
    let Some((name, rest)) = steps.split_first() else {
        return is_wrong(node).then(|| (path.to_owned(), node));
    };
    if let Value::Sequence(_) = node.value {
        let mut elements = children(node, path).into_iter();
        return elements.find_map(|(path, element)| first(element, steps, &path, is_wrong));
    }
    let below = if path.is_empty() {
        (*name).to_owned()
    } else {
        format!("{path}.{name}")
    };
    first(node.get(name)?, rest, &below, is_wrong)
}

/// Returns the values of an object or the elements of a list, each with its path.
fn children<'a>(node: &'a Node, path: &str) -> Vec<(String, &'a Node)> {
    let members = node
        .members()
        .iter()
        .map(|entry| (format!("{path}[{}]", entry.key), &entry.value));
    let elements = node.elements().iter().enumerate();
    members
        .chain(elements.map(|(index, element)| (format!("{path}[{index}]"), element)))
        .collect()
}
