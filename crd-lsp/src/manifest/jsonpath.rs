//! The names in a JSON path: `.spec.users[*].name`.

use std::ops::Range;

use super::property::{NamedProperty, PropertyStep};

/// A part of a JSON path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PathPart {
    Name(Range<usize>),
    /// Brackets around an index or a filter.
    Elements(Range<usize>),
}

/// Returns the ranges of a property's name in a JSON path from the root.
pub(super) fn places(path: &str, property: &NamedProperty) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut steps: Vec<PropertyStep> = Vec::new();
    let target = property.steps();
    for part in parts(path) {
        match part {
            PathPart::Name(range) => {
                let name = path.get(range.clone()).unwrap_or_default();
                // A name is either that of a property or a key of a map.
                let is_key = target.get(steps.len()) == Some(&PropertyStep::Values);
                steps.push(if is_key {
                    PropertyStep::Values
                } else {
                    PropertyStep::Property(name.to_owned())
                });
                if steps == target {
                    found.push(range);
                }
            }
            PathPart::Elements(range) => {
                let is_list = target.get(steps.len()) != Some(&PropertyStep::Values);
                steps.push(if is_list {
                    PropertyStep::Items
                } else {
                    PropertyStep::Values
                });
                if steps == property.object {
                    found.extend(in_filter(path, &range, &property.name));
                }
            }
        }
    }
    found
}

/// Returns the occurrences of this name after `@.` in a filter.
fn in_filter(path: &str, range: &Range<usize>, name: &str) -> Vec<Range<usize>> {
    let text = path.get(range.clone()).unwrap_or_default();
    let found = text.match_indices("@.").filter_map(|(at, _)| {
        let start = range.start + at + 2;
        let length = name_length(path.get(start..range.end)?);
        let range = start..start + length;
        (path.get(range.clone()) == Some(name)).then_some(range)
    });
    found.collect()
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
        .unwrap_or(text.len())
}

fn parts(path: &str) -> Vec<PathPart> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(name) = rest.strip_prefix('.') {
            let length = name_length(name);
            if length > 0 {
                parts.push(PathPart::Name(at + 1..at + 1 + length));
            }
            at += 1 + length;
        } else if rest.starts_with('[') {
            let Some(length) = bracket_length(rest) else {
                return parts;
            };
            let inner = rest.get(1..length - 1).unwrap_or_default();
            let is_quoted = inner.len() > 1 && inner.starts_with(['\'', '"']);
            parts.push(if is_quoted {
                PathPart::Name(at + 2..at + length - 2)
            } else {
                PathPart::Elements(at..at + length)
            });
            at += length;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    parts
}

/// Returns the length of brackets with their content.
fn bracket_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the names before the last dot of an incomplete path; `None` after an unclosed bracket.
pub(super) fn names_before(path: &str) -> Option<Vec<PropertyStep>> {
    let (before, _) = path.rsplit_once('.')?;
    let steps = parts(before).into_iter().map(|part| match part {
        PathPart::Name(range) => PropertyStep::Property(before.get(range).unwrap_or_default().to_owned()),
        PathPart::Elements(_) => PropertyStep::Items,
    });
    Some(steps.collect())
}

/// Returns the steps to the name at a byte offset of a path.
pub(super) fn steps_at(path: &str, offset: usize) -> Option<Vec<PropertyStep>> {
    let mut steps = Vec::new();
    for part in parts(path) {
        match part {
            PathPart::Name(range) => {
                steps.push(PropertyStep::Property(path.get(range.clone())?.to_owned()));
                if range.start <= offset && offset <= range.end {
                    return Some(steps);
                }
            }
            PathPart::Elements(_) => steps.push(PropertyStep::Items),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, steps: &[&str], expected: &[&str]) {
        let steps = steps.iter().map(|step| match *step {
            "[]" => PropertyStep::Items,
            "{}" => PropertyStep::Values,
            name => PropertyStep::Property(name.to_owned()),
        });
        let property = NamedProperty::of(steps.collect()).unwrap();
        let found: Vec<String> = places(path, &property)
            .into_iter()
            .map(|range| format!("{}@{}", &path[range.clone()], range.start))
            .collect();
        assert_eq!(found, expected, "{path}");
    }

    #[test]
    fn names_in_paths() {
        check(".spec.size", &["spec", "size"], &["size@6"]);
        check(".spec.size", &["spec"], &["spec@1"]);
        check(".status.size", &["spec", "size"], &[]);
        check("{.spec['a-b'].c}", &["spec", "a-b"], &["a-b@8"]);
        check(
            ".spec.users[0].name",
            &["spec", "users", "[]", "name"],
            &["name@15"],
        );
        check(
            ".status.conditions[?(@.type==\"Ready\")].status",
            &["status", "conditions", "[]", "type"],
            &["type@23"],
        );
        check(
            ".status.conditions[?(@.type==\"Ready\")].status",
            &["status", "conditions", "[]", "status"],
            &["status@39"],
        );
        check(".spec.labels.size", &["spec", "labels", "{}", "size"], &[]);
        check(".spec.map.key.size", &["spec", "map", "{}", "size"], &["size@14"]);
        check(".spec[", &["spec"], &["spec@1"]);
        check("", &["spec"], &[]);
    }
}
