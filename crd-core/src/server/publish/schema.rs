//! The `OpenAPI` documents in which the server publishes a structural schema (rules PUB; KEP-2335, "Unfolding the
//! Extensions").

use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, VisitScope};
use crate::model::structural::{Structural, int_or_string};
use crate::model::text::InternedText;

/// The document in which a schema is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenApi {
    /// `/openapi/v2`, which has neither junctors nor `nullable`.
    V2,
    /// `/openapi/v3`.
    V3,
}

/// The name to which a `$ref` refers for the schema of metadata, in both documents.
pub const OBJECT_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/// Returns the published form of the schema of a version.
///
/// Extensions are unfolded: an int-or-string gets its two types, an embedded resource and the root get
/// `apiVersion`, `kind` and `metadata` (PUB-02, PUB-05), a union of the extended profile gets its `oneOf` and
/// the values of its discriminator. Keywords that version 2 cannot express are dropped, so that the schema is
/// weaker, but never wrong (PUB-04).
pub fn publish(root: &Structural, document: OpenApi) -> JsonSchemaProps {
    publish_owned(root.clone(), document)
}

/// Like [`publish`], for a schema that is not needed any more.
pub(super) fn publish_owned(root: Structural, document: OpenApi) -> JsonSchemaProps {
    let open = root.preserve_unknown_fields;
    let mut props = published(root, document);
    if document == OpenApi::V2 && open {
        return JsonSchemaProps {
            type_: "object".into(),
            ..JsonSchemaProps::default()
        };
    }
    add_object_members(&mut props, document, ObjectLevel::Root);
    props
}

/// Returns the published form of a node that is not a root.
pub fn publish_node(node: &Structural, document: OpenApi) -> JsonSchemaProps {
    published(node.clone(), document)
}

fn published(node: Structural, document: OpenApi) -> JsonSchemaProps {
    let mut props = JsonSchemaProps::from(node);
    match document {
        OpenApi::V2 => weaken(&mut props),
        OpenApi::V3 => unfold(&mut props),
    }
    props
}

fn unfold(props: &mut JsonSchemaProps) {
    props.each_child_mut(VisitScope::Structural, &mut |_, child| unfold(child));
    if props.x_int_or_string && !spells_its_types(props) {
        if props.any_of.is_none() {
            props.any_of = Some(int_or_string());
        } else {
            let types = JsonSchemaProps {
                any_of: Some(int_or_string()),
                ..JsonSchemaProps::default()
            };
            props.all_of.get_or_insert_default().insert(0, types);
        }
    }
    unfold_unions(props);
    if props.x_embedded_resource {
        add_object_members(props, OpenApi::V3, ObjectLevel::Embedded);
    }
}

/// Checks whether the two types are listed in `anyOf` or in `allOf[0].anyOf`.
fn spells_its_types(props: &JsonSchemaProps) -> bool {
    let types = int_or_string();
    let first = props.all_of.as_ref().and_then(|list| list.first());
    props.any_of.as_ref() == Some(&types) || first.is_some_and(|first| first.any_of.as_ref() == Some(&types))
}

fn unfold_unions(props: &mut JsonSchemaProps) {
    let unions = props
        .extended
        .as_ref()
        .map(|extended| extended.unions.clone())
        .unwrap_or_default();
    for union in unions {
        let one = |field: &str| JsonSchemaProps {
            required: Some(vec![field.into()]),
            ..JsonSchemaProps::default()
        };
        let branches: Vec<JsonSchemaProps> = union.fields.keys().map(one).collect();
        if props.one_of.is_none() {
            props.one_of = Some(branches);
        } else {
            let wrapped = JsonSchemaProps {
                one_of: Some(branches),
                ..JsonSchemaProps::default()
            };
            props.all_of.get_or_insert_default().push(wrapped);
        }
        let Some(discriminator) = union.discriminator else {
            continue;
        };
        let properties = props.properties.get_or_insert_default();
        if !properties.contains_key(&discriminator) {
            let string = JsonSchemaProps {
                type_: "string".into(),
                ..JsonSchemaProps::default()
            };
            properties.insert(discriminator.clone(), string);
        }
        if let Some(kind) = properties.get_mut(&discriminator)
            && kind.enum_.is_none()
        {
            kind.enum_ = Some(union.fields.values().map(|value| (**value).into()).collect());
        }
    }
}

fn weaken(props: &mut JsonSchemaProps) {
    // This is read before the children lose the flag.
    let nullable: Vec<Box<str>> = props
        .properties
        .iter()
        .flat_map(Map::iter)
        .filter(|(_, child)| child.nullable)
        .map(|(name, _)| name.into())
        .collect();
    let all_nullable = props.additional_schema().is_some_and(|values| values.nullable);
    props.each_child_mut(VisitScope::Structural, &mut |_, child| weaken(child));
    props.default = None;
    (props.all_of, props.any_of, props.one_of, props.not) = (None, None, None, None);
    let preserves = props.x_preserve_unknown_fields == Some(true);
    // A node whose properties are dropped keeps its required members, as on the server.
    let keeps_properties = !props.nullable && !preserves;
    if let Some(required) = &mut props.required {
        required.retain(|name| !(all_nullable || keeps_properties && nullable.contains(name)));
    }
    props.required = props.required.take().filter(|required| !required.is_empty());
    if props.nullable {
        props.type_ = InternedText::default();
        props.nullable = false;
        (props.items, props.properties) = (None, None);
    }
    if preserves {
        (props.items, props.properties) = (None, None);
        if &*props.type_ == "object" {
            props.type_ = InternedText::default();
        }
    }
    if &*props.type_ == "array" && props.items.is_none() {
        props.type_ = InternedText::default();
    }
    if props.x_embedded_resource && !preserves {
        add_object_members(props, OpenApi::V2, ObjectLevel::Embedded);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectLevel {
    Root,
    Embedded,
}

const CONVENTIONS: &str =
    "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

fn add_object_members(props: &mut JsonSchemaProps, document: OpenApi, place: ObjectLevel) {
    let text = |description: &str, anchor: &str| JsonSchemaProps {
        type_: "string".into(),
        description: format!("{description} More info: {CONVENTIONS}#{anchor}").into(),
        ..JsonSchemaProps::default()
    };
    let (api_version, kind) = match place {
        ObjectLevel::Root => (
            "APIVersion defines the versioned schema of this representation of an object. Servers should convert \
             recognized schemas to the latest internal value, and may reject unrecognized values.",
            "Kind is a string value representing the REST resource this object represents. Servers may infer this \
             from the endpoint the client submits requests to. Cannot be updated. In CamelCase.",
        ),
        ObjectLevel::Embedded => (
            "apiVersion defines the versioned schema of this representation of an object.",
            "kind is a string value representing the type of this object. In CamelCase.",
        ),
    };
    let properties = props.properties.get_or_insert_default();
    properties.insert("apiVersion", text(api_version, "resources"));
    properties.insert("kind", text(kind, "types-kinds"));
    let mut metadata = text("Standard object's metadata.", "metadata");
    metadata.type_ = InternedText::default();
    match document {
        OpenApi::V2 => metadata.reference = Some(format!("#/definitions/{OBJECT_META}").into()),
        OpenApi::V3 => {
            let reference = Some(format!("#/components/schemas/{OBJECT_META}").into());
            metadata.all_of = Some(vec![JsonSchemaProps {
                reference,
                ..JsonSchemaProps::default()
            }]);
        }
    }
    properties.insert("metadata", metadata);
    if place == ObjectLevel::Embedded {
        let required = props.required.get_or_insert_default();
        for name in ["kind", "apiVersion"] {
            if !required.iter().any(|other| **other == *name) {
                required.push(name.into());
            }
        }
    }
}
