//! Plans enums: the conversion of their variants, and of the members that only some variants have.

use super::Part;
use super::Planner;
use super::part::Declared;
use crate::convert::direction::Sides;
use crate::convert::plan::StandIn;
use crate::model::structural::Structural;
use crate::rust::generate::{Profile, structural};
use crate::rust::shape::check::{
    is_same, next_added_variant, next_added_variant_has_one_source, next_content, next_variant,
    next_variant_has_one_source, next_variants_complete,
};
use crate::rust::shape::{Content, Kind, Next, NextVariant, Shape, Tagging, UnionMember, member_shape};

impl Planner {
    /// Checks that each variant has only one source, because the compiler does not check generic types.
    pub(super) fn variants_alone(&mut self, shape: &'static Shape, next: &Next) {
        for variant in next.variants {
            let outcomes = match variant {
                NextVariant::Renamed { from, .. } => [
                    next_variant(shape, from),
                    next_variant_has_one_source(shape, from),
                ],
                NextVariant::Added { name, falls_back } => [
                    next_added_variant(shape, name, falls_back),
                    next_added_variant_has_one_source(shape, name),
                ],
                NextVariant::Dropped { name, .. } => [next_variant(shape, name), Ok(())],
            };
            self.problems_of(outcomes);
        }
        let names: Vec<&str> = match shape.behind_aliases().kind {
            Kind::StringEnum(values) => values.iter().map(|value| value.name).collect(),
            Kind::Union { members, .. } => members.iter().map(|member| member.value).collect(),
            _ => Vec::new(),
        };
        for name in names {
            self.problems_of([next_variant(shape, name), next_content(shape, name)]);
        }
        self.problems_of([next_variants_complete(shape)]);
    }

    /// Declares the effects of mappings of variants on the members of an enum with data.
    pub(super) fn variants(
        shape: &'static Shape,
        newer: Part<'_>,
        next: &'static Next,
        declared: &mut Declared,
    ) {
        match shape.behind_aliases().kind {
            Kind::Variants(Tagging::Internal(tag) | Tagging::Adjacent(tag, _), _) => {
                Self::of_tagged(shape, tag, newer, next, declared);
            }
            Kind::Variants(Tagging::External, _) => of_untagged(next, declared),
            Kind::Union {
                discriminator,
                members,
            } => of_union((discriminator, members), newer, next, declared),
            _ => {}
        }
    }

    /// Returns the mappings of the structs in variants whose members are beside the tag.
    pub(super) fn of_contents(shape: &'static Shape, next: &Next) -> Vec<&'static Next> {
        let mut found: Vec<&'static Next> = Vec::new();
        if let Kind::Variants(Tagging::Internal(_), variants) = shape.behind_aliases().kind {
            for variant in variants {
                let is_dropped = next
                    .variants
                    .iter()
                    .any(|other| matches!(other, NextVariant::Dropped { name, .. } if *name == variant.name));
                if let Content::Newtype(content) = variant.content
                    && let Some(own) = content.next().filter(|_| !is_dropped)
                    && !found.iter().any(|known| is_same(known, own))
                {
                    found.push(own);
                }
            }
        }
        found
    }

    /// Declares the members of an enum that are beside a tag.
    fn of_tagged(
        shape: &'static Shape,
        tag: &'static str,
        newer: Part<'_>,
        next: &'static Next,
        declared: &mut Declared,
    ) {
        let there = match newer.shape.map(|shape| shape.behind_aliases().kind) {
            Some(Kind::Variants(Tagging::Internal(there) | Tagging::Adjacent(there, _), _)) => there,
            _ => tag,
        };
        declared.tag(tag, there, next.variants, Sides::default());
        // Members that only a dropped or an added variant has.
        let has = |variants: fn(&NextVariant) -> bool| next.variants.iter().any(variants);
        if has(|variant| matches!(variant, NextVariant::Added { .. })) {
            for name in names(newer.schema) {
                let is_target = declared.is_target(&name) || !declared.newer.below(&name).is_empty();
                if member_shape(shape, &name).is_none() && *name != *there && !is_target {
                    declared.newer.lose(&name);
                }
            }
        }
        if has(|variant| matches!(variant, NextVariant::Dropped { .. }))
            && let Some(newer_shape) = newer.shape
            && let Ok(schema) = structural(shape, Profile::ApiServer)
        {
            for name in names(&schema) {
                let is_source = declared.renamed(&name).is_some() || !declared.older.below(&name).is_empty();
                if member_shape(newer_shape, &name).is_none() && *name != *tag && !is_source {
                    declared.older.lose(&name);
                }
            }
        }
    }
}

/// Declares the members of a union: a discriminator, and a member for each variant that has content.
fn of_union(
    (discriminator, members): (&'static str, &'static [UnionMember]),
    newer: Part<'_>,
    next: &'static Next,
    declared: &mut Declared,
) {
    let Some(Kind::Union {
        discriminator: there,
        members: others,
    }) = newer.shape.map(|shape| shape.behind_aliases().kind)
    else {
        return;
    };
    let field = |members: &'static [UnionMember], value: &str| {
        let member = members.iter().find(|member| member.value == value)?;
        Some(member.field).filter(|field| !field.is_empty())
    };
    let mut stand_ins = Sides::<Vec<StandIn>>::default();
    for variant in next.variants {
        match variant {
            NextVariant::Renamed { .. } => {}
            NextVariant::Dropped { name, falls_back } => {
                if let Some(lost) = field(members, name) {
                    declared.older.lose(lost);
                }
                let source = source_of(next, falls_back);
                if let (Some(here), Some(field)) = (field(members, source), field(others, falls_back)) {
                    stand_ins.newer.push(StandIn {
                        value: falls_back,
                        field,
                        counterpart: here,
                    });
                }
            }
            NextVariant::Added { name, falls_back } => {
                if let Some(lost) = field(others, name) {
                    declared.newer.lose(lost);
                }
                let target = target_of(next, falls_back);
                if let (Some(field), Some(counterpart)) = (field(members, falls_back), field(others, target))
                {
                    stand_ins.older.push(StandIn {
                        value: falls_back,
                        field,
                        counterpart,
                    });
                }
            }
        }
    }
    for member in members {
        if let (Some(here), Some(there)) = (
            field(members, member.value),
            field(others, target_of(next, member.value)),
        ) && here != there
        {
            declared.renames.push((here.into(), there.into()));
        }
    }
    declared.tag(discriminator, there, next.variants, stand_ins);
}

/// Declares the members of an enum whose variants are members themselves.
fn of_untagged(next: &'static Next, declared: &mut Declared) {
    let mut stand_ins = Sides::<Vec<StandIn>>::default();
    for variant in next.variants {
        match variant {
            NextVariant::Renamed { from, to } => declared.renames.push(((*from).into(), (*to).into())),
            NextVariant::Dropped { name, falls_back } => {
                declared.older.lose(name);
                stand_ins.newer.push(StandIn {
                    value: falls_back,
                    field: falls_back,
                    counterpart: source_of(next, falls_back),
                });
            }
            NextVariant::Added { name, falls_back } => {
                declared.newer.lose(name);
                stand_ins.older.push(StandIn {
                    value: falls_back,
                    field: falls_back,
                    counterpart: target_of(next, falls_back),
                });
            }
        }
    }
    declared.tag("", "", next.variants, stand_ins);
}

/// Returns the name of a variant in the next version.
fn target_of(next: &'static Next, name: &'static str) -> &'static str {
    let renamed = next.variants.iter().find_map(|variant| match variant {
        NextVariant::Renamed { from, to } if *from == name => Some(*to),
        _ => None,
    });
    renamed.unwrap_or(name)
}

/// Returns the name in this version of a variant of the next version.
fn source_of(next: &'static Next, name: &'static str) -> &'static str {
    let renamed = next.variants.iter().find_map(|variant| match variant {
        NextVariant::Renamed { from, to } if *to == name => Some(*from),
        _ => None,
    });
    renamed.unwrap_or(name)
}

/// Returns the names of all members of a schema.
fn names(schema: &Structural) -> Vec<Box<str>> {
    schema.properties().map(|(name, _)| name.into()).collect()
}
