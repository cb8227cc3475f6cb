//! Plans the root types of versions, which derive `CustomResource`.

use crd_core::JsonSchemaProps;
use crd_core::crd::{Crd, PrinterColumn, Scale, Version};
use crd_core::shape::TypeMetaDocs;
use crd_core::structural::{Object, Structural, StructuralShape};

use super::paths::PathTargets;
use super::{TypePlanner, written};
use crate::model::{Attrs, Definition, RustType, SpecPresence, Struct, TypeId, WrittenSchema};
use crate::place::{SchemaPosition, SchemaStep, Scope};
use crate::table::TypeRole;

/// A version of a CRD as `#[derive(CustomResource)]` declares it.
pub(crate) struct ResourceRoot {
    pub(crate) scope: Scope,
    pub(crate) spec: TypeId,
    pub(crate) status: Option<RustType>,
    pub(crate) presence: SpecPresence,
    /// Whether `required` of the root contains `metadata`.
    pub(crate) requires_metadata: bool,
    /// Whether the version has the status subresource, if that does not follow from the type of the status.
    pub(crate) status_subresource: Option<bool>,
    pub(crate) scale: Option<Scale>,
    pub(crate) columns: Vec<PrinterColumn>,
    pub(crate) selectable: Vec<String>,
    pub(crate) status_nullable: bool,
    pub(crate) type_meta: TypeMeta,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) rules: Vec<crd_core::schema::ValidationRule>,
    pub(crate) spec_default: Option<serde_json::Value>,
    pub(crate) status_default: Option<serde_json::Value>,
    /// Whether a path of a column or of the scale subresource has no member of the schema as target, or one of another type.
    pub(crate) has_loose_paths: bool,
    /// The whole schema, if attributes cannot express it.
    pub(crate) schema: Option<WrittenSchema>,
    /// The indices of versions that differ from this one only in their names.
    pub(crate) also: Vec<usize>,
}

/// The descriptions of `apiVersion` and `kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeMeta {
    None,
    /// The form of controller-gen.
    Lines,
    /// The form of older versions of controller-gen.
    Joined,
    Given([String; 2]),
}

impl TypePlanner<'_> {
    /// Plans a version.
    pub(crate) fn root(
        &mut self,
        crd: &Crd,
        version: &Version,
        schema: &Structural,
        scope: Scope,
    ) -> ResourceRoot {
        let place = SchemaPosition {
            kind: crd.spec.names.kind.to_string(),
            scope,
            steps: Vec::new(),
        };
        let empty = Object::default();
        let object = match &schema.shape {
            StructuralShape::Object(object) => object,
            _ => &empty,
        };
        let own = ["apiVersion", "kind", "metadata"];
        let has_status_resource = version
            .subresources
            .as_ref()
            .is_some_and(|subresources| subresources.status);
        let status = object
            .properties
            .get("status")
            .filter(|_| !self.options.leaves_out(&place, "status"));
        let others = object
            .properties
            .keys()
            .filter(|name| !own.contains(name) && *name != "spec" && *name != "status");
        // A spec that is not an object with declared members becomes a field.
        let has_struct = object.properties.get("spec").is_some_and(is_struct);
        let is_at_root = others.count() > 0 || !has_struct;
        let spec = if is_at_root {
            self.members_at_root(schema, object, &place)
        } else {
            let node = object.properties.get("spec");
            self.part(node.unwrap_or(schema), &place.member("spec"))
        };
        let status_type = status.map(|node| self.status(node, &place.member("status")));
        let required: Vec<&str> = schema
            .validation
            .required
            .iter()
            .flatten()
            .map(|name| &**name)
            .collect();
        let presence = match (is_at_root, required.contains(&"spec")) {
            (true, _) => SpecPresence::AtRoot,
            (false, true) => SpecPresence::Required,
            (false, false) => SpecPresence::Optional,
        };
        let scale = version
            .subresources
            .as_ref()
            .and_then(|subresources| subresources.scale.clone());
        ResourceRoot {
            scope,
            spec,
            presence,
            requires_metadata: required.contains(&"metadata"),
            status_subresource: (has_status_resource != status_type.is_some()).then_some(has_status_resource),
            status: status_type,
            has_loose_paths: PathTargets {
                schema,
                status,
                place: &place,
                options: self.options,
            }
            .are_loose(version),
            scale,
            columns: version.additional_printer_columns.clone().unwrap_or_default(),
            selectable: version
                .selectable_fields
                .iter()
                .flatten()
                .map(ToString::to_string)
                .collect(),
            status_nullable: status.is_some_and(|node| node.generic.nullable),
            type_meta: type_meta(object),
            title: schema.generic.title.to_string(),
            description: schema.generic.description.to_string(),
            rules: schema.rules.clone(),
            spec_default: object
                .properties
                .get("spec")
                .filter(|_| !is_at_root)
                .and_then(|node| node.generic.default.clone()),
            status_default: status.and_then(|node| node.generic.default.clone()),
            schema: unsaid(schema, object)
                .or_else(|| {
                    self.differing
                        .contains(&place)
                        .then_some("the derive would generate a different schema for these types")
                })
                .map(|reason| WrittenSchema {
                    // It is not the type of a field, so only this schema has its description.
                    json: serde_json::to_string(&JsonSchemaProps::from(schema.clone())).unwrap_or_default(),
                    reason: reason.to_owned(),
                    place: "the whole object".to_owned(),
                }),
            also: Vec::new(),
        }
    }

    /// Returns the type of a status: a struct, unless it is not an object with members and a type expresses all of it.
    fn status(&mut self, node: &Structural, place: &SchemaPosition) -> RustType {
        if !is_struct(node) && node.generic.description.is_empty() {
            let planned = self.node(node, place, TypeRole::Field);
            if planned.unsaid.is_none() && planned.attrs.is_empty() {
                return planned.ty;
            }
        }
        RustType::Own(self.part(node, place))
    }

    /// Plans the struct of the spec or the status.
    fn part(&mut self, node: &Structural, place: &SchemaPosition) -> TypeId {
        let mut definition = match &node.shape {
            StructuralShape::Object(object) if object.additional.is_none() => {
                let (mut definition, _, unsaid) = self.structure(node, object, place, TypeRole::Part);
                definition.attrs.title = node.generic.title.to_string();
                definition.attrs.example.clone_from(&node.generic.example);
                definition.attrs.embedded_resource = object.embedded_resource;
                definition.schema = unsaid.map(|reason| written(node, reason, place));
                definition
            }
            _ => Struct {
                is_open: true,
                schema: Some(written(
                    node,
                    "it is not an object with its own fields".to_owned(),
                    place,
                )),
                ..Struct::default()
            },
        };
        if definition.schema.is_none() {
            let reason = self
                .unsaid(node, place)
                .or_else(|| {
                    node.generic
                        .external_docs
                        .is_some()
                        .then_some("there is no attribute for `externalDocs`")
                })
                .or_else(|| {
                    node.misplaced
                        .is_some()
                        .then_some("it has keywords for another type")
                })
                .or_else(|| {
                    self.differing
                        .contains(place)
                        .then_some("the derive would generate a different schema for these types")
                });
            definition.schema = reason.map(|reason| written(node, reason.to_owned(), place));
        }
        if definition.schema.is_some() {
            definition.attrs = Attrs {
                allows: self.findings.allowed_at(place),
                ..Attrs::default()
            };
        }
        if place.steps == [SchemaStep::Member("spec".to_owned())] {
            // The attributes of the spec are also those of the root.
            definition
                .attrs
                .allows
                .extend(self.findings.allowed_at(&place.parent()));
            definition.attrs.allows.dedup();
            if has_reserved_fields(&definition) {
                definition.attrs.allows.push("field-reserved");
            }
        }
        self.enter_part(definition, node, place)
    }

    fn enter_part(&mut self, definition: Struct, node: &Structural, place: &SchemaPosition) -> TypeId {
        match self.enter(
            Definition::Struct(Box::new(definition)),
            node,
            place,
            TypeRole::Part,
        ) {
            RustType::Own(id) => id,
            _ => TypeId(0),
        }
    }

    /// Plans the struct of the members next to `metadata`.
    fn members_at_root(&mut self, schema: &Structural, object: &Object, place: &SchemaPosition) -> TypeId {
        let mut members = object.clone();
        for name in ["apiVersion", "kind", "metadata", "status"] {
            members.properties.remove(name);
        }
        let mut node = schema.clone();
        node.generic.description = "".into();
        node.rules.clear();
        let (mut definition, _, _) = self.structure(&node, &members, place, TypeRole::Part);
        definition.attrs = Attrs {
            allows: self.findings.allowed_at(place),
            ..Attrs::default()
        };
        self.enter_part(definition, &node, place)
    }
}

/// Whether the spec has fields like those of a whole object, which the derive reports, because they are usually a mistake.
fn has_reserved_fields(spec: &Struct) -> bool {
    let field = |name: &str| spec.fields.iter().find(|field| field.wire == name);
    let has_both = |one: &str, other: &str| field(one).is_some() && field(other).is_some();
    let has_object_meta = field("metadata")
        .is_some_and(|field| matches!(&field.ty, RustType::Known(known) if known.name == "ObjectMeta"));
    has_both("apiVersion", "kind") || has_both("spec", "status") || has_object_meta
}

/// Whether a node is an object with declared members, or without members.
fn is_struct(node: &Structural) -> bool {
    match &node.shape {
        StructuralShape::Object(object) => {
            object.additional.is_none() && (!object.properties.is_empty() || !node.preserve_unknown_fields)
        }
        _ => false,
    }
}

fn type_meta(object: &Object) -> TypeMeta {
    let found = ["apiVersion", "kind"].map(|name| {
        let member = object.properties.get(name);
        member.map_or_else(String::new, |member| member.generic.description.trim().to_owned())
    });
    match found {
        found if found == TypeMetaDocs::None.texts() => TypeMeta::None,
        found if found == TypeMetaDocs::Lines.texts() => TypeMeta::Lines,
        found if found == TypeMetaDocs::Joined.texts() => TypeMeta::Joined,
        found => TypeMeta::Given(found),
    }
}

/// Returns the reason why the attributes of a root cannot express its schema, if there is one.
fn unsaid(schema: &Structural, object: &Object) -> Option<&'static str> {
    let generic = &schema.generic;
    if generic.example.is_some() || generic.external_docs.is_some() || generic.default.is_some() {
        return Some("the object itself has an example, a default or `externalDocs`");
    }
    if generic.nullable
        || schema.misplaced.is_some()
        || object.additional.is_some()
        || object.embedded_resource
    {
        return Some("the object itself has other keywords");
    }
    let mut rest = schema.validation.clone();
    let required = rest.required.take().unwrap_or_default();
    if rest != crd_core::structural::ValueValidation::default() {
        return Some("the object itself has validations");
    }
    if required
        .iter()
        .any(|name| matches!(&**name, "apiVersion" | "kind" | "status"))
    {
        return Some("the object requires fields that attributes cannot make required");
    }
    for (name, member) in object.properties.iter() {
        let is_plain = match name {
            "apiVersion" | "kind" => {
                let mut plain = Structural::new(StructuralShape::String);
                plain.generic.description.clone_from(&member.generic.description);
                plain == *member
            }
            "metadata" => *member == Structural::new(StructuralShape::Object(Object::default())),
            "spec" => !member.generic.nullable,
            _ => true,
        };
        if !is_plain {
            return Some(
                "`metadata`, `spec` or `status` has keywords that no attribute of a custom resource \
                expresses",
            );
        }
    }
    None
}
