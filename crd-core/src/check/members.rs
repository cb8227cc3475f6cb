//! The members that objects may have: those of CRDs outside of schemas, keywords of schemas, and fields that a schema declares.

use crate::model::schema::SchemaKeyword;
use crate::yaml::tree::{Entry, Node, Value};

/// The members of the metadata of objects that are usually written.
pub(super) const METADATA: &[&str] = &[
    "name",
    "generateName",
    "namespace",
    "labels",
    "annotations",
    "finalizers",
    "ownerReferences",
];

/// The objects of a CRD outside of schemas, by the name of the field that contains them, with their members.
#[rustfmt::skip]
const OF_CRDS: [(&str, &[&str]); 16] = [
    ("", &["apiVersion", "kind", "metadata", "spec"]),
    ("metadata", METADATA),
    ("spec", &["group", "names", "scope", "versions", "conversion", "preserveUnknownFields"]),
    ("names", &["plural", "singular", "kind", "listKind", "shortNames", "categories"]),
    ("versions", &[
        "name", "served", "storage", "schema", "subresources", "additionalPrinterColumns", "selectableFields", "deprecated",
        "deprecationWarning",
    ]),
    ("schema", &["openAPIV3Schema"]),
    ("subresources", &["status", "scale"]),
    ("status", &[]),
    ("scale", &["specReplicasPath", "statusReplicasPath", "labelSelectorPath"]),
    ("additionalPrinterColumns", &["name", "type", "jsonPath", "format", "description", "priority"]),
    ("selectableFields", &["jsonPath"]),
    ("conversion", &["strategy", "webhook"]),
    ("webhook", &["clientConfig", "conversionReviewVersions"]),
    ("clientConfig", &["url", "service", "caBundle"]),
    ("service", &["namespace", "name", "path", "port"]),
    (RULES, &OF_RULES),
];

/// The keyword with the rules of a schema, and the members of a rule.
pub(super) const RULES: &str = "x-kubernetes-validations";
pub(super) const OF_RULES: [&str; 6] = [
    "rule",
    "message",
    "messageExpression",
    "reason",
    "fieldPath",
    "optionalOldSelf",
];

const SCHEMA: &str = "openAPIV3Schema";

/// Returns the members of CRDs outside of schemas, at all levels.
pub(super) fn members_of_crds() -> impl Iterator<Item = &'static str> {
    OF_CRDS.iter().flat_map(|(_, members)| members.iter().copied())
}

/// Returns the members of an object of CRDs outside of schemas, given by the name of the field that contains it.
pub(super) fn members_of_crd(name: &str) -> impl Iterator<Item = &'static str> {
    let of_name = OF_CRDS.iter().filter(move |(of, _)| *of == name);
    of_name.flat_map(|(_, members)| members.iter().copied())
}

/// The members that an object may have.
#[derive(Clone, Copy)]
pub(super) enum Known<'a> {
    /// Those of an object of a CRD outside of schemas, by the field that contains it.
    OfCrd(&'static str),
    /// The keywords of schemas.
    Keywords,
    /// Any, whose values are schemas.
    Properties,
    /// Those that a schema declares.
    Declared(&'a Node),
    /// Any, whose values have this schema.
    Values(&'a Node),
    /// Those of an object of the API with this schema.
    #[cfg_attr(
        not(feature = "eval"),
        expect(dead_code, reason = "objects are only checked with `eval`")
    )]
    Root(&'a Node),
    /// Those of `metadata`.
    Metadata,
    /// Any, such as labels.
    Any,
}

impl<'a> Known<'a> {
    pub(super) fn has(self, entry: &Entry) -> bool {
        match self {
            Known::Properties => entry.value.as_mapping().is_some(),
            Known::Any => true,
            // A scalar with any name is rather a misspelt field.
            Known::Values(schema) => Known::Declared(schema).has_all(entry.value.members()),
            _ => self.members().contains(&&*entry.key),
        }
    }

    pub(super) fn has_all(self, entries: &[Entry]) -> bool {
        !entries.is_empty() && entries.iter().all(|entry| self.has(entry))
    }

    pub(super) fn members(self) -> Vec<&'a str> {
        let properties = |schema: &'a Node| {
            let properties = schema.get("properties").map_or(&[][..], Node::members);
            properties.iter().map(|entry| &*entry.key)
        };
        match self {
            Known::OfCrd(name) => OF_CRDS
                .iter()
                .find(|(of, _)| *of == name)
                .map_or_else(Vec::new, |(_, members)| members.to_vec()),
            Known::Keywords => SchemaKeyword::IN_GO.map(SchemaKeyword::wire).to_vec(),
            Known::Declared(schema) => properties(schema).collect(),
            Known::Root(schema) => {
                let own = ["apiVersion", "kind", "metadata"].into_iter();
                own.chain(properties(schema).filter(|name| *name != "metadata"))
                    .collect()
            }
            Known::Metadata => METADATA.to_vec(),
            Known::Properties | Known::Values(_) | Known::Any => Vec::new(),
        }
    }

    /// Returns the members of an object with a schema, or of the objects of a list.
    fn of_schema(mut schema: &'a Node) -> Self {
        while let Some(items) = schema.get("items") {
            schema = items;
        }
        match schema.get("additionalProperties") {
            Some(values) if values.as_mapping().is_some() => Known::Values(values),
            _ => Known::Declared(schema),
        }
    }

    /// Returns the members of the object, or of the objects of the list, in a member.
    pub(super) fn inside(self, name: &str) -> Option<Known<'a>> {
        match self {
            Known::OfCrd(_) if name == SCHEMA => Some(Known::Keywords),
            Known::OfCrd(_) => OF_CRDS
                .iter()
                .find(|(of, _)| *of == name)
                .map(|(of, _)| Known::OfCrd(of)),
            Known::Keywords if name == "properties" => Some(Known::Properties),
            Known::Keywords if name == RULES => Some(Known::OfCrd(RULES)),
            Known::Keywords => ["items", "additionalProperties", "not", "allOf", "anyOf", "oneOf"]
                .contains(&name)
                .then_some(Known::Keywords),
            Known::Properties => Some(Known::Keywords),
            Known::Root(_) if name == "metadata" => Some(Known::Metadata),
            Known::Root(schema) | Known::Declared(schema) => {
                Some(Known::of_schema(schema.get("properties")?.get(name)?))
            }
            Known::Values(schema) => Some(Known::of_schema(schema)),
            Known::Metadata => matches!(name, "labels" | "annotations").then_some(Known::Any),
            Known::Any => None,
        }
    }
}

/// Whether a value has the type of a schema, or the schema has none.
pub(super) fn is_of_type(schema: &Node, value: &Node) -> bool {
    let type_ = schema.get("type").and_then(Node::as_str);
    type_.is_none_or(|type_| match value.value {
        Value::Null => true,
        Value::Bool(_) => type_ == "boolean",
        Value::Int(_) => matches!(type_, "integer" | "number"),
        Value::Float(_) => type_ == "number",
        Value::String(_) => type_ == "string",
        Value::Sequence(_) => type_ == "array",
        Value::Mapping(_) => type_ == "object",
    })
}
