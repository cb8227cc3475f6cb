//! The object at a position, and the schema that declares it.

use std::sync::{Arc, LazyLock};

use crd_core::crd::Version;
use crd_core::decode::decode;
use crd_core::{Crd, JsonSchemaProps, yaml};

use crate::snapshot::Snapshot;
use crate::yaml::{CursorStep, LooseNode};

/// The schemas of kinds that no CRD declares.
static BUILTIN: LazyLock<Option<Arc<Crd>>> = LazyLock::new(|| {
    let read = yaml::read(include_bytes!("builtin.yaml"), yaml::Options::default());
    decode(&read.documents.first()?.root).crd.map(Arc::new)
});

/// An object of a document, and its declaration.
pub(super) struct Subject {
    crd: Arc<Crd>,
    version: String,
    /// The `apiVersion` and the kind.
    pub(super) api_version: String,
    pub(super) kind: String,
    /// The number of steps from the document to the object: two for an item of a list.
    pub(super) above: usize,
}

/// The `title` of nodes of [`BUILTIN`] that represent any schema, and any properties.
const ANY_SCHEMA: &str = "schema";
const ANY_PROPERTIES: &str = "schemas";

impl Subject {
    /// Returns the object that contains a path, if its kind is known.
    pub(super) fn of(
        snapshot: &Snapshot,
        root: &LooseNode,
        source: &str,
        path: &[CursorStep],
    ) -> Option<Self> {
        let is_list = root
            .text_of("kind", source)
            .is_some_and(|kind| kind.ends_with("List"));
        let (object, above) = match path {
            [CursorStep::Member(items), CursorStep::Element(index), ..] if is_list && items == "items" => {
                (root.get("items")?.elements().get(*index)?, 2)
            }
            _ => (root, 0),
        };
        let api_version = object.text_of("apiVersion", source)?;
        let kind = object.text_of("kind", source)?;
        if kind == "CustomResourceDefinition" && api_version.starts_with("apiextensions.k8s.io/") {
            return Some(Subject {
                crd: Arc::clone(BUILTIN.as_ref()?),
                version: "v1".to_owned(),
                api_version,
                kind,
                above,
            });
        }
        let crds = snapshot.crds();
        let declaration = crds.declaration(&api_version, &kind)?;
        Some(Subject {
            crd: declaration.crd(snapshot.version())?,
            version: declaration.version().to_owned(),
            api_version,
            kind,
            above,
        })
    }

    /// Whether the object is a CRD.
    pub(super) fn is_crd(&self) -> bool {
        self.kind == "CustomResourceDefinition"
    }

    /// Calls `read` with the CRD and the name of the version.
    pub(super) fn with_crd<T>(&self, read: impl FnOnce(&Crd, &str) -> T) -> T {
        read(&self.crd, &self.version)
    }

    /// Returns the name of the CRD, and the version.
    pub(super) fn declared_by(&self) -> (&str, &str) {
        (&self.crd.metadata.name, &self.version)
    }

    fn root(&self) -> Option<SchemaSubject<'_>> {
        let schema = self
            .crd
            .version(&self.version)
            .and_then(Version::openapi_schema)?;
        Some(SchemaSubject {
            schema,
            role: SubjectRole::Resource,
        })
    }

    /// Returns the declaration of the value at a path from the document.
    pub(super) fn at(&self, path: &[CursorStep]) -> Option<SchemaSubject<'_>> {
        path.get(self.above..)?
            .iter()
            .try_fold(self.root()?, |place, step| place.child(step))
    }
}

/// A schema, and the kind of value that it describes.
#[derive(Clone, Copy)]
pub(super) struct SchemaSubject<'a> {
    pub(super) schema: &'a JsonSchemaProps,
    role: SubjectRole,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SubjectRole {
    /// An object with `apiVersion`, `kind` and `metadata`.
    Resource,
    Value,
}

/// The members that all resources have.
pub(super) const OF_ALL: [(&str, &str); 2] = [
    ("apiVersion", "The group and the version of the kind."),
    ("kind", "What the object is."),
];

/// The keywords that restrict values of some types only.
const OF_TYPES: [(&[&str], &[&str]); 4] = [
    (&["string"], &["minLength", "maxLength", "pattern"]),
    (
        &["integer", "number"],
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
    (
        &["array"],
        &[
            "items",
            "minItems",
            "maxItems",
            "uniqueItems",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
        ],
    ),
    (
        &["object"],
        &[
            "properties",
            "additionalProperties",
            "required",
            "minProperties",
            "maxProperties",
            "x-kubernetes-map-type",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-preserve-unknown-fields",
        ],
    ),
];

impl<'a> SchemaSubject<'a> {
    fn new(schema: &'a JsonSchemaProps) -> Self {
        let role = if schema.x_embedded_resource {
            SubjectRole::Resource
        } else {
            SubjectRole::Value
        };
        SchemaSubject { schema, role }
    }

    pub(super) fn is_resource(&self) -> bool {
        self.role == SubjectRole::Resource
    }

    /// Returns the declaration of a child value.
    pub(super) fn child(&self, step: &CursorStep) -> Option<Self> {
        match step {
            CursorStep::Member(name) => {
                if self.is_resource() && name == "metadata" {
                    return metadata();
                }
                if *self.schema.title == *ANY_PROPERTIES {
                    return any_schema();
                }
                let declared = self.properties().property(name);
                let child = declared.or_else(|| self.schema.additional_schema())?;
                Some(SchemaSubject::new(child))
            }
            CursorStep::Element(_) => Some(SchemaSubject::new(self.schema.item_schema()?)),
        }
    }

    /// Returns the schema that declares the properties.
    fn properties(&self) -> &'a JsonSchemaProps {
        if *self.schema.title == *ANY_SCHEMA
            && let Some(any) = any_schema()
        {
            return any.schema;
        }
        self.schema
    }

    /// Returns the names of the declared members with their schemas, in the order of the schema.
    pub(super) fn members(&self) -> Vec<(&'a str, SchemaSubject<'a>)> {
        let mut members: Vec<(&str, SchemaSubject<'_>)> = Vec::new();
        let declared = self.properties().properties.as_ref();
        if self.is_resource()
            && let Some(metadata) = metadata()
        {
            members.push(("metadata", metadata));
        }
        for (name, schema) in declared.into_iter().flat_map(crd_core::Map::iter) {
            let is_known = self.is_resource() && ["metadata", "apiVersion", "kind"].contains(&name);
            if !is_known {
                members.push((name, SchemaSubject::new(schema)));
            }
        }
        members
    }

    /// Whether a member is required.
    pub(super) fn requires(&self, name: &str) -> bool {
        let required = self.properties().required.as_deref().unwrap_or_default();
        required.iter().any(|required| **required == *name)
    }

    /// Whether a keyword applies to values of a type; always true unless this is the schema of schemas.
    pub(super) fn is_for_type(&self, type_: Option<&str>, keyword: &str) -> bool {
        let Some(type_) = type_.filter(|_| *self.schema.title == *ANY_SCHEMA) else {
            return true;
        };
        let of = OF_TYPES
            .iter()
            .filter(|(_, keywords)| keywords.contains(&keyword));
        let mut types = of.flat_map(|(types, _)| types.iter()).peekable();
        types.peek().is_none() || types.any(|known| *known == type_)
    }

    /// Whether the value is an object with declared members, or a map.
    pub(super) fn is_object(&self) -> bool {
        *self.schema.type_ == *"object" || self.schema.properties.is_some() || self.is_resource()
    }

    /// Whether the value is a list.
    pub(super) fn is_list(&self) -> bool {
        *self.schema.type_ == *"array"
    }

    /// Whether any value is allowed.
    pub(super) fn is_open(&self) -> bool {
        self.schema.x_preserve_unknown_fields == Some(true) && self.schema.properties.is_none()
    }
}

/// Returns the schema of the metadata of all objects.
fn metadata() -> Option<SchemaSubject<'static>> {
    let schema = BUILTIN.as_ref()?.version("v1")?.openapi_schema()?;
    schema.property("metadata").map(SchemaSubject::new)
}

/// Returns the schema of a schema in a CRD.
fn any_schema() -> Option<SchemaSubject<'static>> {
    let schema = BUILTIN.as_ref()?.version("v1")?.openapi_schema()?;
    let versions = schema.property("spec")?.property("versions")?.item_schema()?;
    versions
        .property("schema")?
        .property("openAPIV3Schema")
        .map(SchemaSubject::new)
}
