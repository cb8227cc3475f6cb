//! Finds a node of a schema by a path as users write it.
//!
//! ```text
//! spec.listeners[].name                   as users of the API know the field
//! .properties[spec].properties[listeners].items.properties[name]
//! spec.versions[0].schema.openAPIV3Schema.properties[spec].additionalProperties
//! ```

use std::fmt;

use super::{JsonSchemaProps, SchemaStep};
use crate::model::field::FieldPath;
use crate::model::map::Map;

/// A node of a schema, found by its path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundNode<'s> {
    /// The path from `openAPIV3Schema`, which is its first segment. [`FieldPath::short_node`] displays it as
    /// users know it.
    pub path: FieldPath,
    /// The node itself.
    pub schema: &'s JsonSchemaProps,
    /// The index for each list and the key for each map on the path, if it names them: `1` in `spec.listeners[1].name`.
    elements: Vec<Option<Box<str>>>,
}

/// The reason why a path leads to no node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotFound {
    /// The node at `path` has no property of this name.
    NoProperty {
        /// The last node that was found, from `openAPIV3Schema`.
        path: FieldPath,
        /// The name in the path.
        name: Box<str>,
        /// The names of the properties that it has, in order.
        known: Vec<Box<str>>,
        /// Whether the node is a list or a map, so that the path may be missing `[]`.
        has_elements: bool,
    },
    /// The node at `path` is neither a list nor a map, so it has no elements.
    NoElements {
        /// The last node that was found, from `openAPIV3Schema`.
        path: FieldPath,
    },
}

impl NotFound {
    /// Returns the last node that was found.
    pub fn path(&self) -> &FieldPath {
        match self {
            NotFound::NoProperty { path, .. } | NotFound::NoElements { path } => path,
        }
    }

    /// Returns the property whose name is similar to the one in the path.
    pub fn suggestion(&self) -> Option<&str> {
        match self {
            NotFound::NoProperty { name, known, .. } => {
                crd_cel::nearest(name, known.iter().map(|known| &**known))
            }
            NotFound::NoElements { .. } => None,
        }
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path().short_node().to_string().as_str() {
            "" => f.write_str("the object")?,
            path => write!(f, "`{path}`")?,
        }
        match self {
            NotFound::NoProperty { name, .. } => write!(f, " has no property `{name}`"),
            NotFound::NoElements { .. } => f.write_str(" is neither a list nor a map"),
        }
    }
}

impl std::error::Error for NotFound {}

impl JsonSchemaProps {
    /// Finds the node to which `written` leads: a path as users know the field, such as `spec.listeners[].name`,
    /// or a path of keywords, such as `.properties[spec].items`. The empty path leads to this schema.
    ///
    /// # Errors
    ///
    /// Returns the first step that leads nowhere.
    pub fn lookup(&self, written: &str) -> Result<FoundNode<'_>, NotFound> {
        let mut found = FoundNode {
            path: FieldPath::default().child("openAPIV3Schema"),
            schema: self,
            elements: Vec::new(),
        };
        for written in steps(written) {
            let (step, schema) = match &written {
                WrittenStep::Name(name) => match found.schema.property(name) {
                    Some(property) => (SchemaStep::Property(name), property),
                    // The keyword in a path of names: `spec.properties.size`.
                    None if name == "properties" && found.schema.properties.is_some() => continue,
                    None => return Err(found.no_property(name)),
                },
                WrittenStep::Element(_) => {
                    match (found.schema.item_schema(), found.schema.additional_schema()) {
                        (Some(items), _) => (SchemaStep::Items, items),
                        (None, Some(values)) => (SchemaStep::AdditionalProperties, values),
                        (None, None) => return Err(NotFound::NoElements { path: found.path }),
                    }
                }
            };
            found.path.segments.extend(step.segments());
            found.schema = schema;
            if let WrittenStep::Element(element) = written {
                found.elements.push(element);
            }
        }
        Ok(found)
    }
}

impl FoundNode<'_> {
    /// Whether a value of the node, such as that at `spec.listeners[1].name`, is one of the elements that the path names.
    pub fn selects(&self, value: &str) -> bool {
        let mut elements = self.elements.iter();
        let (mut rest, mut path) = (value, self.path.segments.get(1..).unwrap_or_default());
        while let Some((step, below)) = SchemaStep::split(path) {
            path = below;
            let inside = rest.strip_prefix('.').unwrap_or(rest);
            let after = match (step, elements.as_slice()) {
                (SchemaStep::Property(name), _) => inside.strip_prefix(name),
                (_, [Some(element), ..]) => inside
                    .strip_prefix('[')
                    .and_then(|inside| inside.strip_prefix(&**element)?.strip_prefix(']')),
                _ => inside.split_once(']').map(|(_, after)| after),
            };
            if !matches!(step, SchemaStep::Property(_)) {
                elements.next();
            }
            let Some(after) = after else { return false };
            rest = after;
        }
        true
    }

    fn no_property(self, name: &str) -> NotFound {
        let here = self.schema;
        NotFound::NoProperty {
            path: self.path,
            name: name.into(),
            known: here
                .properties
                .iter()
                .flat_map(Map::keys)
                .map(Into::into)
                .collect(),
            has_elements: here.item_schema().is_some() || here.additional_schema().is_some(),
        }
    }
}

/// One step of a path as written.
#[derive(Debug, PartialEq, Eq)]
enum WrittenStep {
    Name(String),
    /// `[]`, `[*]`, `.*`, or `[0]` with an index.
    Element(Option<Box<str>>),
}

fn steps(written: &str) -> Vec<WrittenStep> {
    let written = written.trim();
    let below = written.split_once("openAPIV3Schema").map(|(_, below)| below);
    let is_schema_path = below.is_some() || written.contains("properties[");
    let mut rest = below.unwrap_or(written);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (key, behind) = inner.split_once(']').unwrap_or((inner, ""));
            rest = behind;
            let is_index = key.is_empty() || key == "*" || key.bytes().all(|byte| byte.is_ascii_digit());
            let unquoted = key.trim_matches(['\'', '"']);
            steps.push(if is_index && unquoted.len() == key.len() {
                let is_named = key.starts_with(|c: char| c.is_ascii_digit());
                WrittenStep::Element(is_named.then(|| key.into()))
            } else {
                WrittenStep::Name(unquoted.to_owned())
            });
            continue;
        }
        rest = rest.strip_prefix('.').unwrap_or(rest);
        let (name, behind) = rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len()));
        rest = behind;
        match name {
            "" => {}
            "*" => steps.push(WrittenStep::Element(None)),
            // The name is in the brackets that follow, even if it looks like an index.
            "properties" if is_schema_path => {
                if let Some((key, behind)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                    steps.push(WrittenStep::Name(key.to_owned()));
                    rest = behind;
                }
            }
            "items" | "additionalProperties" if is_schema_path => {
                steps.push(WrittenStep::Element(None));
            }
            name => steps.push(WrittenStep::Name(name.to_owned())),
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::schema::{Items, SchemaOrBool};

    #[test]
    fn both_spellings() {
        let words = |written: &str| {
            let steps = steps(written);
            let words = steps.iter().map(|step| match step {
                WrittenStep::Name(name) => name.as_str(),
                WrittenStep::Element(_) => "[]",
            });
            words.collect::<Vec<_>>().join(" ")
        };
        for (written, expected) in [
            ("", ""),
            ("spec.listeners[].name", "spec listeners [] name"),
            (".spec.labels.*", "spec labels []"),
            ("spec['a.b'][*].items", "spec a.b [] items"),
            (
                ".properties[spec].properties[l].items.properties[0]",
                "spec l [] 0",
            ),
            (
                "spec.versions[0].schema.openAPIV3Schema.properties[spec].additionalProperties",
                "spec []",
            ),
            ("spec[", "spec []"),
        ] {
            assert_eq!(words(written), expected, "{written}");
        }
    }

    #[test]
    fn nodes_are_found_or_what_is_missing_is_named() {
        let leaf = JsonSchemaProps::default;
        let list = JsonSchemaProps {
            items: Some(Items::Schema(Box::new(JsonSchemaProps {
                properties: Some(Map::from_iter([("port", leaf())])),
                ..leaf()
            }))),
            ..leaf()
        };
        let map = JsonSchemaProps {
            additional_properties: Some(SchemaOrBool::Schema(Box::new(leaf()))),
            ..leaf()
        };
        let root = JsonSchemaProps {
            properties: Some(Map::from_iter([("list", list), ("map", map)])),
            ..leaf()
        };
        let found = root.lookup("list[0].port").unwrap();
        assert_eq!(
            found.path.to_string(),
            "openAPIV3Schema.properties[list].items.properties[port]"
        );
        assert_eq!(found.path.short_node().to_string(), "list[].port");
        let selected = ["list[0].port", "list[10].port"].map(|value| found.selects(value));
        assert_eq!(selected, [true, false]);
        let all = root.lookup("list[]").unwrap();
        assert!(all.selects("list[0]") && all.selects("list[10]"));
        assert_eq!(
            root.lookup("map.*").unwrap().path.short_node().to_string(),
            "map.*"
        );
        // Keywords are no names.
        let found = root.lookup("properties.list[].properties.port").unwrap();
        assert_eq!(found.path.short_node().to_string(), "list[].port");
        for (written, message, suggestion) in [
            ("lsit", "the object has no property `lsit`", Some("list")),
            ("list.port", "`list` has no property `port`", None),
            ("list[].prt", "`list[]` has no property `prt`", Some("port")),
            ("list[].port[]", "`list[].port` is neither a list nor a map", None),
        ] {
            let error = root.lookup(written).unwrap_err();
            assert_eq!(
                (error.to_string().as_str(), error.suggestion()),
                (message, suggestion)
            );
        }
    }
}
