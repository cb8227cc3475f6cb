//! Plans objects: structs, maps, and objects with unknown members.

use crd_core::structural::{Additional, Object, Structural};

use super::{Planned, TypePlanner, element_of, is_of_field, known_object};
use crate::known;
use crate::model::{Attrs, Definition, Presence, RustType, Struct};
use crate::place::{SchemaPosition, SchemaStep};
use crate::table::TypeRole;

impl TypePlanner<'_> {
    pub(super) fn object(
        &mut self,
        node: &Structural,
        object: &Object,
        attrs: Attrs,
        place: &SchemaPosition,
        role: TypeRole,
    ) -> Planned {
        if !object.properties.is_empty() {
            return self.members(node, object, attrs, place, role);
        }
        let mut attrs = self.attrs(node, attrs, place);
        attrs.map_type = object.map_type;
        match &object.additional {
            Some(Additional::Schema(values)) => {
                let value = self.node(values, &place.below(SchemaStep::Value), TypeRole::Element);
                let mut planned = element_of(value, values, attrs, |attrs| &mut attrs.values);
                planned.ty = RustType::Map(Box::new(planned.ty));
                planned.attrs.preserve_unknown_fields = node.preserve_unknown_fields;
                if object.embedded_resource {
                    planned = planned.because("a map with other keywords");
                }
                planned
            }
            Some(Additional::Bool(_)) => Planned::new(RustType::Known(&known::RAW_EXTENSION), attrs)
                .because("`additionalProperties` is a boolean"),
            None if object.embedded_resource => {
                Planned::new(RustType::Known(&known::EMBEDDED_RESOURCE), attrs)
            }
            None if node.preserve_unknown_fields => {
                Planned::new(RustType::Known(&known::RAW_EXTENSION), attrs)
            }
            None => {
                let ty = self.enter(Definition::Struct(Box::default()), node, place, role);
                Planned::new(ty, attrs)
            }
        }
    }

    /// Plans an object with members: a known type, or a struct.
    fn members(
        &mut self,
        node: &Structural,
        object: &Object,
        attrs: Attrs,
        place: &SchemaPosition,
        role: TypeRole,
    ) -> Planned {
        if let Some((ty, known)) = known_object(node, place, self.options) {
            let attrs = Attrs {
                rules: node.rules.clone(),
                allows: self.findings.allowed_at(place),
                descriptions: known.descriptions,
                map_type: known.map_type,
                at: known.at,
                ..attrs
            };
            return Planned::new(ty, attrs);
        }
        if let Some(ty) = self.choice(node, object, place, role) {
            return Planned::new(ty, attrs);
        }
        let (mut definition, of_field, unsaid) = self.structure(node, object, place, role);
        let mut attrs = Attrs {
            rules: of_field.rules,
            allows: of_field.allows,
            embedded_resource: object.embedded_resource,
            ..attrs
        };
        if self.unsaid(node, place).is_some() {
            // The schema at the field contains the restrictions.
            definition.attrs = Attrs::default();
            attrs.allows = self.findings.allowed_at(place);
        }
        // If attributes cannot express the schema of this object, it is written at the field.
        definition.schema = None;
        let ty = self.enter(Definition::Struct(Box::new(definition)), node, place, role);
        let planned = Planned::new(ty, attrs);
        match unsaid {
            Some(reason) => planned.because(&reason),
            None => planned,
        }
    }

    /// Returns the struct of an object, the attributes of its field, and the reason why attributes cannot express its schema.
    pub(crate) fn structure(
        &mut self,
        node: &Structural,
        object: &Object,
        place: &SchemaPosition,
        role: TypeRole,
    ) -> (Struct, Attrs, Option<String>) {
        let required: Vec<&str> = node
            .validation
            .required
            .iter()
            .flatten()
            .map(|name| &**name)
            .collect();
        let fields = object
            .properties
            .iter()
            .filter(|(name, _)| !self.options.leaves_out(place, name));
        let fields: Vec<(&str, &Structural)> = fields.collect();
        let fields = fields.into_iter().map(|(name, member)| {
            let presence = if required.contains(&name) {
                Presence::Required
            } else {
                Presence::Optional
            };
            self.field(name, member, presence, place)
        });
        let fields = fields.collect();
        let mut attrs = self.attrs(node, Attrs::default(), place);
        attrs.map_type = object.map_type;
        let of_field = if role == TypeRole::Field && is_of_field(node) {
            Attrs {
                rules: std::mem::take(&mut attrs.rules),
                allows: std::mem::take(&mut attrs.allows),
                ..Attrs::default()
            }
        } else {
            Attrs::default()
        };
        let unsaid = object
            .additional
            .is_some()
            .then(|| "it has `properties` and `additionalProperties`".to_owned());
        let definition = Struct {
            fields,
            is_open: node.preserve_unknown_fields,
            attrs,
            schema: None,
        };
        (definition, of_field, unsaid)
    }
}
