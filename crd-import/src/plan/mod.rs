//! Chooses the Rust type of each node of a schema, and the attributes for the rest of the node.
//!
//! The result is checked by `predict`, which computes the schema that the derive would generate; nodes that differ are planned again
//! as schemas that are written as JSON.

pub(crate) mod choice;
pub(crate) mod next;
mod object;
mod paths;
pub(crate) mod root;
mod scalar;
mod validation;

use std::collections::{BTreeMap, BTreeSet};

use crd_core::JsonSchemaProps;
use crd_core::structural::{Additional, IntOrStringSpelling, Misplaced, Structural, StructuralShape};

use crate::findings::ImportMistakes;
use crate::known::{self, Addition};
use crate::model::{Attrs, Nullability, Presence, RustType, StructField, Unchecked, WrittenSchema};
use crate::options::ImportOptions;
use crate::place::{SchemaPosition, SchemaStep};
use crate::table::{TypeRole, TypeTable, Use};
use choice::{OtherChoice, PlannedChoice};

/// Plans the types of all versions of an import.
pub(crate) struct TypePlanner<'a> {
    pub(crate) options: &'a ImportOptions,
    pub(crate) types: TypeTable,
    /// The places whose schema is written as JSON, since the derive would generate a different one.
    pub(crate) differing: &'a BTreeSet<SchemaPosition>,
    /// The places of enums with data that differ from the CRD in their first form.
    pub(crate) other_choices: &'a BTreeMap<SchemaPosition, OtherChoice>,
    /// Mistakes in the CRDs.
    pub(crate) findings: &'a ImportMistakes,
    /// The enums with data.
    pub(crate) choices: Vec<PlannedChoice>,
}

/// The plan of a node.
pub(crate) struct Planned {
    pub(crate) ty: RustType,
    pub(crate) attrs: Attrs,
    /// The reason why attributes cannot express the schema of the node, if there is one.
    pub(crate) unsaid: Option<String>,
}

impl Planned {
    fn new(ty: RustType, attrs: Attrs) -> Planned {
        Planned {
            ty,
            attrs,
            unsaid: None,
        }
    }

    fn because(mut self, reason: &str) -> Planned {
        self.unsaid.get_or_insert_with(|| reason.to_owned());
        self
    }
}

impl TypePlanner<'_> {
    /// Plans a node. `role` describes its use.
    pub(crate) fn node(&mut self, node: &Structural, place: &SchemaPosition, role: TypeRole) -> Planned {
        let attrs = Attrs {
            title: node.generic.title.to_string(),
            example: node.generic.example.clone(),
            description: match role {
                TypeRole::Element => node.generic.description.to_string(),
                TypeRole::Field | TypeRole::Part => String::new(),
            },
            ..Attrs::default()
        };
        if let Some(given) = self.options.types.get(&place.to_string()) {
            return Planned::new(RustType::Given(given.clone()), attrs);
        }
        let mut planned = match &node.shape {
            StructuralShape::Object(object) => self.object(node, object, attrs, place, role),
            StructuralShape::Array(array) => {
                let mut attrs = self.attrs(node, attrs, place);
                let mut items = (*array.items).clone();
                // Unknown members of the elements are also preserved.
                items.preserve_unknown_fields |=
                    node.preserve_unknown_fields && matches!(items.shape, StructuralShape::Object(_));
                let mut element = self.node(&items, &place.below(SchemaStep::Element), TypeRole::Element);
                if items.preserve_unknown_fields != array.items.preserve_unknown_fields {
                    element.attrs.unchecked.preserve_unknown_fields = Some(false);
                }
                attrs.list_type.clone_from(&array.list_type);
                let mut planned = element_of(element, &array.items, attrs, |attrs| &mut attrs.items);
                planned.ty = RustType::List(Box::new(planned.ty));
                if node.preserve_unknown_fields {
                    planned.attrs.unchecked.preserve_unknown_fields = Some(true);
                }
                planned
            }
            _ => self.scalar(node, attrs, place, role),
        };
        if self.differing.contains(place) {
            planned = planned.because("the derive would generate a different schema for these types");
        }
        if node.generic.external_docs.is_some() {
            planned = planned.because("there is no attribute for `externalDocs`");
        }
        if let Some(misplaced) = &node.misplaced {
            match misplaced_keyword(misplaced) {
                Some(MisplacedKeyword::IntOrString(spelled)) => {
                    planned.attrs.unchecked.int_or_string = Some(spelled);
                }
                Some(MisplacedKeyword::Items) => planned.attrs.unchecked.items = true,
                None => planned = planned.because("it has keywords for another type"),
            }
        }
        if let Some(reason) = self.unsaid(node, place) {
            planned = planned.because(reason);
        }
        planned
    }

    /// Returns the reason why attributes cannot express the restrictions of a node, if there is one.
    fn unsaid(&self, node: &Structural, place: &SchemaPosition) -> Option<&'static str> {
        let contradict = self.findings.contradict_at(place)
            || matches!(node.shape, StructuralShape::IntOrString { .. })
                && validation::may_exclude_texts(&node.validation);
        validation::unsaid(&node.validation).or_else(|| contradict.then_some(validation::CONTRADICTION))
    }

    /// Plans a member of an object.
    fn field(
        &mut self,
        name: &str,
        member: &Structural,
        presence: Presence,
        place: &SchemaPosition,
    ) -> StructField {
        let place = place.member(name);
        let planned = self.node(member, &place, TypeRole::Field);
        let is_any = planned.ty == RustType::Any;
        let mut nulls_refused_below = Vec::new();
        let schema = planned.unsaid.map(|reason| {
            let mut member = member.clone();
            move_refused_nulls(&mut member, "", &mut nulls_refused_below);
            written(&member, reason, &place)
        });
        let mut field = StructField {
            wire: name.to_owned(),
            doc: member.generic.description.to_string(),
            ty: planned.ty,
            presence,
            null: match (admits_null(member), is_any && presence == Presence::Required) {
                // `serde_json::Value` can represent null.
                (true, false) => Nullability::Admitted,
                _ => Nullability::Refused,
            },
            default: member.generic.default.clone(),
            attrs: planned.attrs,
            schema,
        };
        if is_any && !field.is_option() && !admits_null(member) {
            field.attrs.nullable = Some(false);
        }
        if field.schema.is_some() {
            // The written schema contains everything else.
            let allows = std::mem::take(&mut field.attrs.allows);
            field.attrs = Attrs {
                allows,
                at: nulls_refused_below,
                ..refused_nulls(&field.attrs)
            };
        }
        field
    }

    fn enter(
        &mut self,
        definition: crate::model::Definition,
        node: &Structural,
        place: &SchemaPosition,
        role: TypeRole,
    ) -> RustType {
        RustType::Own(self.types.enter(
            definition,
            Use {
                place: place.clone(),
                description: node.generic.description.to_string(),
                role,
            },
        ))
    }
}

/// A keyword of another type, for `unchecked(…)`.
enum MisplacedKeyword {
    IntOrString(IntOrStringSpelling),
    Items,
}

fn misplaced_keyword(found: &Misplaced) -> Option<MisplacedKeyword> {
    let spelled = found.int_or_string_spelled;
    let mut int_or_string = Misplaced::default();
    int_or_string.int_or_string = true;
    int_or_string.int_or_string_spelled = spelled;
    let is_written = matches!(spelled, IntOrStringSpelling::Implied | IntOrStringSpelling::AnyOf);
    let mut items = Misplaced::default();
    items.items = Some(Box::new(Structural::new(StructuralShape::Any)));
    if is_written && *found == int_or_string {
        Some(MisplacedKeyword::IntOrString(spelled))
    } else {
        (*found == items).then_some(MisplacedKeyword::Items)
    }
}

/// Whether a value may be null: an `enum` without null rejects it.
fn admits_null(node: &Structural) -> bool {
    node.generic.nullable && node.validation.enum_.is_none()
}

/// Returns the schema of a node that is written as JSON, without the parts that the field expresses.
pub(crate) fn written(node: &Structural, reason: String, place: &SchemaPosition) -> WrittenSchema {
    let mut node = node.clone();
    node.generic.description = "".into();
    node.generic.default = None;
    node.generic.nullable = false;
    remove_refused_nulls(&mut node);
    WrittenSchema {
        json: serde_json::to_string(&JsonSchemaProps::from(node)).unwrap_or_default(),
        reason,
        place: place.to_string(),
    }
}

/// Removes `nullable` of elements and values whose `enum` rejects null, which would change `enum` to admit it.
fn remove_refused_nulls(node: &mut Structural) {
    let below = match &mut node.shape {
        StructuralShape::Array(array) => Some(&mut *array.items),
        StructuralShape::Object(object) => match &mut object.additional {
            Some(Additional::Schema(values)) => Some(&mut **values),
            _ => None,
        },
        _ => None,
    };
    if let Some(below) = below {
        below.generic.nullable &= below.validation.enum_.is_none();
        remove_refused_nulls(below);
    }
}

/// Removes `nullable` of members below an object whose `enum` rejects null, and returns the paths at which attributes add it again: the
/// derive changes such an `enum` to admit null. Members whose names cannot be in a path keep it.
fn move_refused_nulls(node: &mut Structural, path: &str, found: &mut Vec<(String, Addition)>) {
    if path.contains(|c| !"[]*.".contains(c)) && node.generic.nullable && node.validation.enum_.is_some() {
        node.generic.nullable = false;
        found.push((path.to_owned(), Addition::RefusedNull));
    }
    match &mut node.shape {
        StructuralShape::Array(array) => move_refused_nulls(&mut array.items, &format!("{path}[]"), found),
        StructuralShape::Object(object) => {
            let below = |name: &str| match path {
                "" => name.to_owned(),
                path => format!("{path}.{name}"),
            };
            if let Some(Additional::Schema(values)) = &mut object.additional {
                move_refused_nulls(values, &below("*"), found);
            }
            let is_step = |name: &str| !name.is_empty() && !name.contains(['.', '[', ']', '*']);
            for (name, member) in object.properties.iter_mut() {
                if is_step(name) {
                    move_refused_nulls(member, &below(name), found);
                }
            }
        }
        _ => {}
    }
}

/// Returns only the attributes that write `nullable` beside an `enum`, where it has no effect.
fn refused_nulls(attrs: &Attrs) -> Attrs {
    let part = |part: &Option<Box<Attrs>>| {
        let part = refused_nulls(part.as_deref()?);
        (!part.is_empty()).then(|| Box::new(part))
    };
    Attrs {
        unchecked: Unchecked {
            nullable: attrs.unchecked.nullable,
            ..Unchecked::default()
        },
        items: part(&attrs.items),
        values: part(&attrs.values),
        ..Attrs::default()
    }
}

/// Returns the plan of a list or map from that of its elements, whose attributes become arguments of `items(…)` or `values(…)`.
fn element_of(
    element: Planned,
    node: &Structural,
    mut attrs: Attrs,
    part: fn(&mut Attrs) -> &mut Option<Box<Attrs>>,
) -> Planned {
    let mut of_elements = element.attrs;
    let mut ty = element.ty;
    match (&ty, admits_null(node)) {
        (RustType::Any, false) => of_elements.nullable = Some(false),
        (RustType::Any, true) | (_, false) => {}
        (_, true) => ty = RustType::Nullable(Box::new(ty)),
    }
    // Only fields and types can have it.
    for name in std::mem::take(&mut of_elements.allows) {
        if !attrs.allows.contains(&name) {
            attrs.allows.push(name);
        }
    }
    if !of_elements.is_empty() {
        *part(&mut attrs) = Some(Box::new(of_elements));
    }
    let mut planned = Planned {
        ty,
        attrs,
        unsaid: element.unsaid,
    };
    if node.generic.default.is_some() {
        planned = planned.because("elements with a default");
    }
    planned
}

/// Whether the rules of an object name none of its members, so that they can be attributes of the field.
fn is_of_field(node: &Structural) -> bool {
    node.rules
        .iter()
        .all(|rule| !rule.rule.contains("self.") && !rule.rule.contains("self["))
}

/// Returns the known type of an object, if the options enable known types.
fn known_object(
    node: &Structural,
    place: &SchemaPosition,
    options: &ImportOptions,
) -> Option<(RustType, Attrs)> {
    let found = known::object(node, place, options)?;
    let mut attrs = Attrs {
        descriptions: found.descriptions,
        ..Attrs::default()
    };
    for (path, addition) in found.additions {
        match addition {
            Addition::MapType(map_type) if path.is_empty() => attrs.map_type = Some(map_type),
            addition => attrs.at.push((path, addition)),
        }
    }
    Some((RustType::Known(found.known), attrs))
}
