//! The children of a structural schema of any shape, and the properties that pruning and list types use.

#[cfg(any(feature = "check", feature = "values"))]
use crate::model::map::Map;
use crate::model::schema::SchemaStep;
#[cfg(any(feature = "check", feature = "values"))]
use crate::model::structural::ListType;
use crate::model::structural::{Additional, Structural, StructuralShape};

impl Structural {
    /// Calls `found` with a mutable reference to each direct child, including those on a node of another shape.
    pub(crate) fn each_child_mut(&mut self, found: &mut dyn FnMut(SchemaStep<'_>, &mut Structural)) {
        let (items, properties, additional) = match (&mut self.shape, &mut self.misplaced) {
            (StructuralShape::Array(array), None) => {
                found(SchemaStep::Items, &mut array.items);
                return;
            }
            (StructuralShape::Object(object), None) => (None, &mut object.properties, &mut object.additional),
            (StructuralShape::Array(array), Some(misplaced)) => (
                Some(&mut array.items),
                &mut misplaced.properties,
                &mut misplaced.additional,
            ),
            (StructuralShape::Object(object), Some(misplaced)) => (
                misplaced.items.as_mut(),
                &mut object.properties,
                &mut object.additional,
            ),
            (_, Some(misplaced)) => (
                misplaced.items.as_mut(),
                &mut misplaced.properties,
                &mut misplaced.additional,
            ),
            (_, None) => return,
        };
        if let Some(items) = items {
            found(SchemaStep::Items, items);
        }
        for (name, property) in properties.iter_mut() {
            found(SchemaStep::Property(name), property);
        }
        if let Some(Additional::Schema(values)) = additional {
            found(SchemaStep::AdditionalProperties, values);
        }
    }

    /// Checks whether `holds` is true for this node or one below it.
    #[cfg(feature = "check")]
    pub(crate) fn any(&self, holds: &mut dyn FnMut(&Structural) -> bool) -> bool {
        holds(self)
            || self.items().is_some_and(|items| items.any(holds))
            || self.properties().any(|(_, property)| property.any(holds))
            || self.additional_schema().is_some_and(|values| values.any(holds))
    }
}

#[cfg(any(feature = "check", feature = "values"))]
impl Structural {
    /// Returns the schema of elements, also for a node that is not an array.
    pub(crate) fn items(&self) -> Option<&Structural> {
        match &self.shape {
            StructuralShape::Array(array) => Some(&array.items),
            _ => self.misplaced.as_ref()?.items.as_deref(),
        }
    }

    /// Returns the schema of the named property, also for a node that is not an object.
    pub(crate) fn property(&self, name: &str) -> Option<&Structural> {
        self.property_map()?.get(name)
    }

    /// Returns the schema of the member `name`, found like in [`Map::get_from`].
    #[cfg(feature = "convert")]
    pub(crate) fn member_from(&self, name: &str, place: &mut usize) -> Option<&Structural> {
        let StructuralShape::Object(object) = &self.shape else {
            return self.member(name);
        };
        match (object.properties.get_from(name, place), &object.additional) {
            (None, Some(Additional::Schema(schema))) => Some(schema),
            (property, _) => property,
        }
    }

    /// Returns the property at an index of [`properties`](Self::properties).
    #[cfg(feature = "convert")]
    pub(crate) fn property_at(&self, place: usize) -> Option<&Structural> {
        self.property_map()?.at(place)
    }

    fn property_map(&self) -> Option<&Map<Structural>> {
        match &self.shape {
            StructuralShape::Object(object) => Some(&object.properties),
            _ => Some(&self.misplaced.as_ref()?.properties),
        }
    }

    /// Returns every named property in order.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&str, &Structural)> {
        self.property_map().into_iter().flat_map(Map::iter)
    }

    /// Returns `additionalProperties`, also for a node that is not an object.
    pub(crate) fn additional(&self) -> Option<&Additional> {
        match &self.shape {
            StructuralShape::Object(object) => object.additional.as_ref(),
            _ => self.misplaced.as_ref()?.additional.as_ref(),
        }
    }

    /// Returns the schema in `additionalProperties`, if it is one.
    pub(crate) fn additional_schema(&self) -> Option<&Structural> {
        match self.additional() {
            Some(Additional::Schema(schema)) => Some(schema),
            _ => None,
        }
    }

    /// Returns the schema of the member `name`: its property, or otherwise that of `additionalProperties`.
    pub(crate) fn member(&self, name: &str) -> Option<&Structural> {
        self.property(name).or_else(|| self.additional_schema())
    }

    /// Checks whether the node is an embedded resource.
    pub(crate) fn is_embedded_resource(&self) -> bool {
        matches!(&self.shape, StructuralShape::Object(object) if object.embedded_resource)
    }

    /// Returns `x-kubernetes-list-type`.
    pub(crate) fn list_type(&self) -> Option<&ListType> {
        match &self.shape {
            StructuralShape::Array(array) => array.list_type.as_ref(),
            _ => None,
        }
    }
}
