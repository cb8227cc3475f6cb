//! Where a schema node keeps its members, whatever its shape.

use crate::model::map::Map;
use crate::model::structural::{Additional, ListType, Structural, StructuralShape};

impl Structural {
    /// The schema of elements, also where it stands on a node that is no array.
    pub(crate) fn items(&self) -> Option<&Structural> {
        match &self.shape {
            StructuralShape::Array(array) => Some(&array.items),
            _ => self.stray.as_ref().and_then(|stray| stray.items.as_deref()),
        }
    }

    /// The schema of the named property, also where it stands on a node that is no object.
    pub(crate) fn property(&self, name: &str) -> Option<&Structural> {
        match &self.shape {
            StructuralShape::Object(object) => object.properties.get(name),
            _ => self.stray.as_ref().and_then(|stray| stray.properties.get(name)),
        }
    }

    /// Every named property in order.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&str, &Structural)> {
        let properties = match &self.shape {
            StructuralShape::Object(object) => Some(&object.properties),
            _ => self.stray.as_ref().map(|stray| &stray.properties),
        };
        properties.into_iter().flat_map(Map::iter)
    }

    /// `additionalProperties`, also where it stands on a node that is no object.
    pub(crate) fn additional(&self) -> Option<&Additional> {
        match &self.shape {
            StructuralShape::Object(object) => object.additional.as_ref(),
            _ => self.stray.as_ref().and_then(|stray| stray.additional.as_ref()),
        }
    }

    /// The schema in `additionalProperties`, if it is one.
    pub(crate) fn additional_schema(&self) -> Option<&Structural> {
        match self.additional() {
            Some(Additional::Schema(schema)) => Some(schema),
            _ => None,
        }
    }

    /// The schema of the member `name`: its property, or else that of `additionalProperties`.
    pub(crate) fn member(&self, name: &str) -> Option<&Structural> {
        self.property(name).or_else(|| self.additional_schema())
    }

    /// Whether the node is an embedded resource.
    pub(crate) fn is_embedded_resource(&self) -> bool {
        matches!(&self.shape, StructuralShape::Object(object) if object.embedded_resource)
    }

    /// `x-kubernetes-list-type`.
    pub(crate) fn list_type(&self) -> Option<&ListType> {
        match &self.shape {
            StructuralShape::Array(array) => array.list_type.as_ref(),
            _ => None,
        }
    }
}
