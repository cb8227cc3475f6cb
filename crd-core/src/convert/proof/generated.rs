//! The schemas from which round-trip tests generate values.

use super::FieldValues;
use crate::convert::chain::Chain;
use crate::convert::direction::Direction;
use crate::convert::plan::{Becomes, How, Plan, Step, StepFunctions};
use crate::model::structural::{Additional, NestedValidation, Structural, StructuralShape};
use crate::rust::shape::{Kind, Shape, Tagging, member_shape};

/// The number of values that are requested from a generator.
const GIVEN: u64 = 64;

/// Returns the schemas from which values are generated, one for each version.
pub(super) fn schemas(chain: &Chain, given: &[FieldValues]) -> Result<Vec<Structural>, String> {
    let versions = 0..chain.len();
    let mut schemas: Vec<Structural> = versions.filter_map(|at| chain.schema(at).cloned()).collect();
    for (at, schema) in schemas.iter_mut().enumerate() {
        if let StructuralShape::Object(object) = &mut schema.shape {
            for (part, shape) in chain.parts(at) {
                if let Some(schema) = object.properties.get_mut(part) {
                    one_variant(schema, shape);
                }
            }
        }
    }
    for older in 0..chain.len().saturating_sub(1) {
        let (before, after) = schemas.split_at_mut(older + 1);
        let (Some(a), Some(b)) = (before.last_mut(), after.first_mut()) else {
            continue;
        };
        for (part, plan) in chain.plans(older) {
            if let (Some(a), Some(b)) = (property_mut(a, part), property_mut(b, part)) {
                discriminators(plan, a, b);
            }
        }
    }
    for field in given {
        let spot = chain.position(field.version).ok_or_else(|| {
            let no_version = chain.no_version(field.version);
            format!("`values`: {no_version}")
        })?;
        let mut schema = schemas.get_mut(spot.at);
        let hint = schema.as_ref().and_then(|schema| near_field(schema, field.path));
        let Some(place) = schema.as_mut().and_then(|schema| field_mut(schema, field.path)) else {
            let hint = hint.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
            return Err(format!(
                "`values`: the version `{}` has no field `{}`{hint}",
                field.version, field.path
            ));
        };
        place.validation.enum_ = Some((0..GIVEN).map(field.make).collect());
    }
    Ok(schemas)
}

/// Returns the names on a path such as `spec.hosts[].ip`; `[]` for elements.
fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split('.').flat_map(|part| {
        let (name, elements) = part.split_once('[').unwrap_or((part, ""));
        std::iter::once(name).chain((!elements.is_empty()).then_some("[]"))
    })
}

/// Returns a path with the field that is named like the first one that does not exist.
fn near_field(schema: &Structural, path: &str) -> Option<String> {
    let mut schema = schema;
    for name in steps(path) {
        let next = if name == "[]" {
            schema.items()
        } else {
            schema.property(name)
        };
        let Some(next) = next else {
            let StructuralShape::Object(object) = &schema.shape else {
                return None;
            };
            let meant = crd_cel::nearest(name, object.properties.keys())?;
            return Some(path.replacen(name, meant, 1));
        };
        schema = next;
    }
    None
}

/// Returns the schema of a field, such as `spec.hosts[].ip`.
fn field_mut<'s>(schema: &'s mut Structural, path: &str) -> Option<&'s mut Structural> {
    let mut schema = schema;
    for name in steps(path) {
        schema = match (&mut schema.shape, name) {
            (StructuralShape::Array(array), "[]") => &mut array.items,
            (StructuralShape::Object(object), name) => object.properties.get_mut(name)?,
            _ => return None,
        };
    }
    Some(schema)
}

/// Restricts discriminators and keys of elements that admit any string to the values in the mapping and one other.
fn discriminators(plan: &Plan, a: &mut Structural, b: &mut Structural) {
    match plan {
        Plan::Same | Plan::Values(_) | Plan::Fit(_) => {}
        Plan::List(items) => {
            if let (StructuralShape::Array(a), StructuralShape::Array(b)) = (&mut a.shape, &mut b.shape) {
                discriminators(items, &mut a.items, &mut b.items);
            }
        }
        Plan::Map(values) => {
            if let (StructuralShape::Object(a), StructuralShape::Object(b)) = (&mut a.shape, &mut b.shape)
                && let (Some(Additional::Schema(a)), Some(Additional::Schema(b))) =
                    (&mut a.additional, &mut b.additional)
            {
                discriminators(values, a, b);
            }
        }
        Plan::Object(object) => {
            for member in &object.members.older {
                if let Becomes::Pair(there, number) = &member.becomes
                    && let Some(pair) = object.pairs.get(*number)
                    && let (Some(a), Some(b)) = (property_mut(a, &member.name), property_mut(b, there))
                {
                    discriminators(&pair.plan, a, b);
                }
            }
            for step in &object.steps {
                of_step(step, [a, b]);
            }
        }
    }
}

fn of_step(step: &Step, schemas: [&mut Structural; 2]) {
    let paths = [step.paths.older.first(), step.paths.newer.first()];
    for ((schema, path), direction) in schemas
        .into_iter()
        .zip(paths)
        .zip([Direction::Down, Direction::Up])
    {
        let place = path.and_then(|path| {
            path.iter()
                .try_fold(schema, |schema, name| property_mut(schema, name))
        });
        let is_newer = direction == Direction::Up;
        let (place, values) = match &step.how {
            How::Compute(StepFunctions::Choose(choice), _) => {
                let has_it = if is_newer {
                    choice.discriminator.is_in_newer()
                } else {
                    choice.discriminator.is_in_older()
                };
                let cases = choice.cases.iter().filter_map(|case| case.value);
                (place.filter(|_| has_it), cases.collect())
            }
            How::Compute(StepFunctions::Element(element), _) if element.joins == direction => {
                let key = place.and_then(|list| match &mut list.shape {
                    StructuralShape::Array(list) => property_mut(&mut list.items, element.key),
                    _ => None,
                });
                (key, vec![element.name])
            }
            _ => (None, Vec::new()),
        };
        if let Some(place) = place.filter(|place| place.validation.enum_.is_none()) {
            place.validation.enum_ = Some(values.into_iter().chain(["other"]).map(Into::into).collect());
        }
    }
}

fn property_mut<'s>(schema: &'s mut Structural, name: &str) -> Option<&'s mut Structural> {
    match &mut schema.shape {
        StructuralShape::Object(object) => object.properties.get_mut(name),
        _ => None,
    }
}

/// Restricts objects to one variant. For nullable objects, the schema does so only by rules.
fn one_variant(schema: &mut Structural, shape: &'static Shape) {
    let shape = shape.behind_aliases();
    if schema.validation.one_of.is_empty() {
        schema.validation.one_of = branches(shape);
    }
    match (&mut schema.shape, shape.kind) {
        (StructuralShape::Array(array), Kind::Array(items) | Kind::Set(items)) => {
            one_variant(&mut array.items, items);
        }
        (StructuralShape::Object(object), kind) => {
            if let (Some(Additional::Schema(values)), Kind::Map(shape)) = (&mut object.additional, kind) {
                one_variant(values, shape);
            }
            for (name, property) in object.properties.iter_mut() {
                if let Some(shape) = member_shape(shape, name) {
                    one_variant(property, shape);
                }
            }
        }
        _ => {}
    }
}

/// Returns a branch for each variant.
fn branches(shape: &Shape) -> Vec<NestedValidation> {
    let branch = |required: &str, tag: Option<(&str, &str)>| {
        let mut branch = NestedValidation::default();
        if !required.is_empty() {
            branch.validation.required = Some(vec![required.into()]);
        }
        if let Some((tag, value)) = tag {
            let mut nested = NestedValidation::default();
            nested.validation.enum_ = Some(vec![value.into()]);
            branch.properties.insert(tag, nested);
        }
        branch
    };
    match shape.kind {
        Kind::Variants(Tagging::External, variants) => variants
            .iter()
            .map(|variant| branch(variant.name, None))
            .collect(),
        Kind::Union {
            discriminator,
            members,
        } => members
            .iter()
            .map(|member| branch(member.field, Some((discriminator, member.value))))
            .collect(),
        _ => Vec::new(),
    }
}
