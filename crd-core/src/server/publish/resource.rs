//! One version of a custom resource, in the form that published documents use.

use serde_json::{Map, Value, json};

use super::facts::Reached;
use super::names;
use super::schema::{OpenApi, publish_owned};
use crate::KubeVersion;
use crate::model::changes::Change;
use crate::model::crd::{Crd, Version};
use crate::model::field::Path;
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::{Object, Structural, StructuralShape};

/// One version of a custom resource, with its names in documents.
#[derive(Clone, Copy)]
pub(super) struct ServedResource<'a> {
    pub(super) group: &'a str,
    pub(super) version: &'a str,
    pub(super) kind: &'a str,
    /// Empty if the CRD does not set it.
    list_kind: &'a str,
    pub(super) plural: &'a str,
    pub(super) namespaced: bool,
    /// Whether it has `/status`.
    pub(super) status: bool,
    /// Whether it has `/scale`.
    pub(super) scale: bool,
    crd: &'a Crd,
    of: &'a Version,
}

/// Whether a document lists the selectable fields; the schemas for server-side apply do not (PUB-29).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Selectable {
    Named,
    LeftOut,
}

impl<'a> ServedResource<'a> {
    pub(super) fn new(crd: &'a Crd, of: &'a Version) -> Self {
        let spec = &crd.spec;
        let top = spec.v1beta1.as_deref();
        let subresources = of.subresources.as_ref().or_else(|| top?.subresources.as_ref());
        ServedResource {
            group: &spec.group,
            version: &of.name,
            kind: &spec.names.kind,
            list_kind: &spec.names.list_kind,
            plural: &spec.names.plural,
            namespaced: &*spec.scope == "Namespaced",
            status: subresources.is_some_and(|subresources| subresources.status),
            scale: subresources.is_some_and(|subresources| subresources.scale.is_some()),
            crd,
            of,
        }
    }

    /// Returns the kind of lists: the kind followed by `List` if the CRD does not set it (DEF-02).
    pub(super) fn list_kind(&self) -> String {
        match self.list_kind {
            "" => format!("{}List", self.kind),
            given => given.into(),
        }
    }

    /// Returns the name of the definition of the kind.
    pub(super) fn definition(&self) -> String {
        names::definition(self.group, self.version, self.kind)
    }

    /// Returns the name of the definition of its list.
    pub(super) fn list_definition(&self) -> String {
        names::definition(self.group, self.version, &self.list_kind())
    }

    /// Returns the set of Kubernetes' own types to which its documents refer.
    pub(super) fn reached(&self) -> Reached {
        if self.scale {
            Reached::WithScale
        } else {
            Reached::Metadata
        }
    }

    pub(super) fn schema(&self) -> Option<&'a JsonSchemaProps> {
        let top = self.crd.spec.v1beta1.as_deref();
        let validation = self.of.schema.as_ref().or_else(|| top?.validation.as_ref());
        validation?.open_api_v3_schema.as_deref()
    }

    fn selectable_fields(&self, server: KubeVersion) -> Option<Value> {
        if !server.has(Change::SelectableFieldsEnabled) {
            return None;
        }
        let top = self.crd.spec.v1beta1.as_deref();
        let fields = self.of.selectable_fields.as_ref();
        let fields = fields
            .or_else(|| top?.selectable_fields.as_ref())
            .filter(|fields| !fields.is_empty())?;
        let path = |field: &str| json!({"fieldPath": field.strip_prefix('.').unwrap_or(field)});
        Some(fields.iter().map(|field| path(field)).collect())
    }

    /// Returns the definition of the kind (PUB-02, PUB-13, PUB-14, PUB-16).
    pub(super) fn kind_schema(
        &self,
        document: OpenApi,
        selectable: Selectable,
        server: KubeVersion,
    ) -> Value {
        let bare = || JsonSchemaProps {
            type_: "object".into(),
            ..JsonSchemaProps::default()
        };
        // The schema is published without a path: errors only tell that it is not structural.
        let structural = self.schema().and_then(|schema| {
            let mut structural = Structural::from_schema(schema, &Path::root(""), server).ok()?;
            if !server.has(Change::KeepsDocumentation) {
                drop_documentation(&mut structural);
            }
            Some(structural)
        });
        let props = match structural {
            Some(_) if document == OpenApi::V2 && self.crd.spec.preserve_unknown_fields => bare(),
            Some(structural) => publish_owned(structural, document),
            None => bare(),
        };
        self.described(&props, self.kind, selectable, server)
    }

    /// Returns the definition of the list (PUB-15).
    pub(super) fn list_schema(
        &self,
        document: OpenApi,
        selectable: Selectable,
        server: KubeVersion,
    ) -> Value {
        const CONVENTIONS: &str =
            "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
        let prefix = prefix(document);
        let list_kind = self.list_kind();
        let item = reference(document, &format!("{prefix}{}", self.definition()), None);
        let metadata = reference(
            document,
            &format!("{prefix}io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta"),
            Some(&format!(
                "Standard list metadata. More info: {CONVENTIONS}#types-kinds"
            )),
        );
        let types = publish_owned(
            Structural::new(StructuralShape::Object(Object::default())),
            document,
        );
        let types = to_value(&types);
        let member = |name: &str| {
            types
                .pointer(&format!("/properties/{name}"))
                .cloned()
                .unwrap_or_default()
        };
        let mut list = json!({
            "type": "object",
            "description": format!("{list_kind} is a list of {}", self.kind),
            "required": ["items"],
            "properties": {
                "apiVersion": member("apiVersion"),
                "kind": member("kind"),
                "metadata": metadata,
                "items": {
                    "type": "array",
                    "description": format!("List of {}. More info: {CONVENTIONS}", self.plural),
                    "items": item,
                },
            },
        });
        if let Value::Object(members) = &mut list {
            self.add_extensions(members, &list_kind, selectable, server);
        }
        list
    }

    fn described(
        &self,
        props: &JsonSchemaProps,
        kind: &str,
        selectable: Selectable,
        server: KubeVersion,
    ) -> Value {
        let mut schema = to_value(props);
        if let Value::Object(members) = &mut schema {
            self.add_extensions(members, kind, selectable, server);
        }
        schema
    }

    fn add_extensions(
        &self,
        members: &mut Map<String, Value>,
        kind: &str,
        selectable: Selectable,
        server: KubeVersion,
    ) {
        let kinds = json!([{"group": self.group, "kind": kind, "version": self.version}]);
        members.insert("x-kubernetes-group-version-kind".into(), kinds);
        if selectable == Selectable::Named
            && let Some(fields) = self.selectable_fields(server)
        {
            members.insert("x-kubernetes-selectable-fields".into(), fields);
        }
    }
}

/// Returns the prefix of references to definitions in a document.
pub(super) fn prefix(document: OpenApi) -> &'static str {
    match document {
        OpenApi::V2 => "#/definitions/",
        OpenApi::V3 => "#/components/schemas/",
    }
}

/// Returns a reference to a definition. In version 3 `$ref` must not have siblings, so a reference with a
/// description is put below `allOf`.
fn reference(document: OpenApi, to: &str, description: Option<&str>) -> Value {
    match (document, description) {
        (_, None) => json!({"$ref": to}),
        (OpenApi::V2, Some(description)) => json!({"$ref": to, "description": description}),
        (OpenApi::V3, Some(description)) => json!({"allOf": [{"$ref": to}], "description": description}),
    }
}

fn to_value(props: &JsonSchemaProps) -> Value {
    serde_json::to_value(props).unwrap_or_default()
}

/// Removes `example` and `externalDocs`, which servers before 1.36 do not keep in a structural schema.
fn drop_documentation(structural: &mut Structural) {
    structural.each_child_mut(&mut |_, child| drop_documentation(child));
    structural.generic.example = None;
    structural.generic.external_docs = None;
}

/// Returns the published definition of the kind of a version; `None` if the CRD has no such version.
///
/// It is the value of `components.schemas` or `definitions` in the documents, with `x-kubernetes-group-version-kind`. A
/// schema that is not structural is published as `type: object` (PUB-16).
pub fn kind_schema(crd: &Crd, version: &str, document: OpenApi, server: KubeVersion) -> Option<Value> {
    let resource = find(crd, version)?;
    Some(resource.kind_schema(document, Selectable::Named, server))
}

/// Returns the published definition of the list of a version; `None` if the CRD has no such version.
pub fn list_schema(crd: &Crd, version: &str, document: OpenApi, server: KubeVersion) -> Option<Value> {
    let resource = find(crd, version)?;
    Some(resource.list_schema(document, Selectable::Named, server))
}

pub(super) fn find<'a>(crd: &'a Crd, version: &str) -> Option<ServedResource<'a>> {
    Some(ServedResource::new(crd, crd.version(version)?))
}

/// Returns the versions of a CRD that are served.
pub(super) fn served(crd: &Crd) -> impl Iterator<Item = ServedResource<'_>> {
    crd.versions()
        .iter()
        .filter(|version| version.served)
        .map(|version| ServedResource::new(crd, version))
}
