//! Finds the place in a CRD that validates a place in an object.

use super::place::ObjectStep;
use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::{Entry, Node, Span};

/// The key of rules in a schema.
const RULES: &str = "x-kubernetes-validations";

/// Returns the schema of a version.
pub(super) fn schema_of<'a>(crd: &'a Node, version: &str) -> Option<&'a Node> {
    let spec = crd.get("spec")?;
    let versions = spec.get("versions").map_or(&[][..], Node::elements);
    let of_version = versions
        .iter()
        .find(|node| node.get("name").and_then(Node::as_str) == Some(version))
        .and_then(|node| node.get("schema"));
    of_version
        .or_else(|| spec.get("validation"))?
        .get("openAPIV3Schema")
}

/// Returns the schemas along the steps, that of the object itself first, each with its path in schema notation: `[]`
/// for elements, `.*` for values of maps. Stops at the first step that the schema does not declare.
pub(super) fn along<'a>(schema: &'a Node, steps: &[ObjectStep<'_>]) -> Vec<(&'a Node, String)> {
    let mut found = vec![(schema, String::new())];
    let mut path = String::new();
    let mut node = schema;
    for step in steps {
        let next = match step {
            ObjectStep::Member(name) => match member(node, name) {
                Some(next) => {
                    push(&mut path, name);
                    Some(next)
                }
                None => node.get("additionalProperties").inspect(|_| path.push_str(".*")),
            },
            ObjectStep::Element(_) => node.get("items").inspect(|_| path.push_str("[]")),
        };
        let Some(next) = next else {
            break;
        };
        node = next;
        found.push((node, path.clone()));
    }
    found
}

/// Returns the schema of a property.
pub(super) fn member<'a>(schema: &'a Node, name: &str) -> Option<&'a Node> {
    schema.get("properties")?.get(name)
}

/// Returns the names of the properties.
pub(super) fn members(schema: &Node) -> impl Iterator<Item = &str> {
    let properties = schema.get("properties").map_or(&[][..], Node::members);
    properties.iter().map(|entry| &*entry.key)
}

/// Returns the rules of a schema.
fn rules_of(schema: &Node) -> &[Node] {
    schema.get(RULES).map_or(&[], Node::elements)
}

/// Calls `visit` with the path, the index and the node of each rule of a schema and of nested schemas.
pub(super) fn each_rule<'a>(
    schema: &'a Node,
    path: &mut String,
    visit: &mut impl FnMut(&str, usize, &'a Node),
) {
    for (position, rule) in rules_of(schema).iter().enumerate() {
        visit(path, position, rule);
    }
    let length = path.len();
    for entry in schema.get("properties").map_or(&[][..], Node::members) {
        push(path, &entry.key);
        each_rule(&entry.value, path, visit);
        path.truncate(length);
    }
    for (key, sign) in [("items", "[]"), ("additionalProperties", ".*")] {
        if let Some(inside) = schema.get(key).filter(|inside| inside.as_mapping().is_some()) {
            path.push_str(sign);
            each_rule(inside, path, visit);
            path.truncate(length);
        }
    }
}

fn push(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// Returns the place of a keyword or a rule, given by its path below the schema of the object, and the label for it.
pub(super) fn keyword(schema: &Node, path: &FieldPath) -> Option<(Span, &'static str)> {
    let mut node = schema;
    let mut last: Option<&Entry> = None;
    for segment in &path.segments {
        match segment {
            Segment::Field(name) | Segment::Key(name) => {
                let Some(entry) = node.as_mapping()?.get(name) else {
                    // The keyword is implied; the schema that implies it is shown.
                    break;
                };
                (last, node) = (Some(entry), &entry.value);
            }
            Segment::Index(index) => {
                let Some(item) = node.as_sequence()?.get(*index) else {
                    break;
                };
                (last, node) = (None, item);
            }
        }
    }
    let words = match path.segments.iter().rev().find_map(|segment| segment.field()) {
        Some("rule" | RULES) => return Some((last.map_or(node.span, |rule| rule.value.span), "the rule")),
        Some("required") => "required here",
        Some("pattern") => "the pattern",
        Some("format") => "the format",
        Some("enum") => "the values",
        Some("type" | "nullable" | "x-kubernetes-int-or-string") => "the type",
        Some("x-kubernetes-list-type" | "x-kubernetes-list-map-keys" | "uniqueItems") => {
            "elements must be unique"
        }
        Some(name) if name.starts_with("max") || name.starts_with("min") || name == "multipleOf" => {
            "the bound"
        }
        _ => "the schema",
    };
    Some((last.map_or(node.span, Entry::shown), words))
}

/// Returns the path of the values that a rule applies to, in schema notation, and the index of the rule; `None` if the
/// keyword is not a rule.
pub(super) fn rule_of(keyword: &FieldPath) -> Option<(String, usize)> {
    let mut path = String::new();
    let mut segments = keyword.segments.iter();
    while let Some(segment) = segments.next() {
        match segment.field()? {
            "properties" => push(&mut path, segments.next()?.name()?),
            "items" => path.push_str("[]"),
            "additionalProperties" => path.push_str(".*"),
            RULES => {
                let Some(Segment::Index(position)) = segments.next() else {
                    return None;
                };
                return Some((path, *position));
            }
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Options, read};

    const SCHEMA: &str = "
type: object
properties:
  spec:
    type: object
    x-kubernetes-validations: [{rule: one}]
    properties:
      users:
        type: array
        items: {type: object, x-kubernetes-validations: [{rule: two}, {rule: three}]}
    additionalProperties: false
  labels:
    additionalProperties: {type: string, maxLength: 5, x-kubernetes-validations: [{rule: four}]}
";

    #[test]
    fn rules_have_paths() {
        let read = read(SCHEMA.as_bytes(), Options::default());
        let mut found = Vec::new();
        each_rule(
            &read.documents[0].root,
            &mut String::new(),
            &mut |path, position, rule| {
                let rule = rule.get("rule").and_then(Node::as_str).unwrap();
                found.push(format!("{path} {position} {rule}"));
            },
        );
        assert_eq!(
            found,
            [
                "spec 0 one",
                "spec.users[] 0 two",
                "spec.users[] 1 three",
                "labels.* 0 four"
            ]
        );
    }

    #[test]
    fn keywords_are_found() {
        let read = read(SCHEMA.as_bytes(), Options::default());
        let root = &read.documents[0].root;
        let steps = [ObjectStep::Member("labels"), ObjectStep::Member("x")];
        assert_eq!(
            along(root, &steps).pop().map(|(_, path)| path),
            Some("labels.*".to_owned())
        );
        let field = |name: &str| Segment::Field(name.into());
        let labels = [
            field("properties"),
            Segment::Key("labels".into()),
            field("additionalProperties"),
        ];
        let check = |rest: &[Segment], shown: &str, words: &str, rule: Option<(&str, usize)>| {
            let path = FieldPath {
                segments: labels.iter().chain(rest).cloned().collect(),
            };
            let (span, found) = keyword(root, &path).unwrap();
            assert_eq!((span.slice(SCHEMA), found), (Some(shown), words));
            let rule = rule.map(|(path, position)| (path.to_owned(), position));
            assert_eq!(rule_of(&path), rule);
        };
        check(&[field("maxLength")], "maxLength: 5", "the bound", None);
        let rule = [field(RULES), Segment::Index(0), field("rule")];
        check(&rule, "four", "the rule", Some(("labels.*", 0)));
    }
}
