//! The shapes and schemas of a planned value, and the mappings of its members.

use crate::convert::direction::Sides;
use crate::convert::plan::{StandIn, Tag};
use crate::model::structural::Structural;
use crate::rust::shape::{Kind, NextVariant, Shape, UnfitPolicy, member_shape};

/// The planned value in one version.
#[derive(Clone, Copy)]
pub(in crate::convert) struct Part<'s> {
    pub(in crate::convert) shape: Option<&'static Shape>,
    pub(in crate::convert) schema: &'s Structural,
}

impl<'s> Part<'s> {
    pub(super) fn member(self, name: &str) -> Option<Part<'s>> {
        Some(Part {
            shape: self.shape.and_then(|shape| member_shape(shape, name)),
            schema: self.schema.property(name)?,
        })
    }

    pub(super) fn elements(self, schema: &'s Structural) -> Part<'s> {
        let shape = self.shape.and_then(|shape| match shape.behind_aliases().kind {
            Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => Some(items),
            _ => None,
        });
        Part { shape, schema }
    }

    pub(super) fn at(self, path: &[Box<str>]) -> Option<Part<'s>> {
        path.iter().try_fold(self, |part, name| part.member(name))
    }
}

/// Paths below a member that are handled elsewhere: by steps, or because the other version does not have them.
#[derive(Clone, Default)]
pub(super) struct Claims {
    pub(super) taken: Vec<Vec<Box<str>>>,
    pub(super) lost: Vec<Vec<Box<str>>>,
}

impl Claims {
    pub(super) fn below(&self, name: &str) -> Claims {
        let below = |paths: &[Vec<Box<str>>]| {
            let tails = paths.iter().filter_map(|path| match path.split_first() {
                Some((first, rest)) if **first == *name => Some(rest.to_vec()),
                _ => None,
            });
            tails.collect()
        };
        Claims {
            taken: below(&self.taken),
            lost: below(&self.lost),
        }
    }

    pub(super) fn is_taken(&self) -> bool {
        self.taken.iter().any(Vec::is_empty)
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lost.iter().any(Vec::is_empty)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.lost.is_empty()
    }

    pub(super) fn lose(&mut self, name: &str) {
        self.lost.push(vec![name.into()]);
    }
}

/// The mappings of the members of an object.
#[derive(Default)]
pub(super) struct Declared {
    /// Members, and their names in the next version.
    pub(super) renames: Vec<(Box<str>, Box<str>)>,
    /// The policies for values of members that the target rejects.
    pub(super) policies: Vec<(Box<str>, UnfitPolicy)>,
    /// The member that determines the variant of a value.
    pub(super) tag: Option<Tag>,
    pub(super) older: Claims,
    pub(super) newer: Claims,
}

impl Declared {
    pub(super) fn new([older, newer]: [Claims; 2]) -> Self {
        Declared {
            older,
            newer,
            ..Declared::default()
        }
    }

    /// Declares the member that determines the variant of a value, and its name in the next version.
    pub(super) fn tag(
        &mut self,
        older: &'static str,
        newer: &'static str,
        variants: &'static [NextVariant],
        stand_ins: Sides<Vec<StandIn>>,
    ) {
        if older != newer {
            self.renames.push((older.into(), newer.into()));
        }
        self.tag = Some(Tag {
            names: Sides { older, newer },
            variants,
            stand_ins,
        });
    }

    /// Returns the name of a member in the next version, if it is different there.
    pub(super) fn renamed(&self, name: &str) -> Option<&str> {
        let renamed = self.renames.iter().find(|(from, _)| **from == *name);
        renamed.map(|(_, to)| &**to)
    }

    /// Whether a member of the next version is the target of a member of this version with another name.
    pub(super) fn is_target(&self, name: &str) -> bool {
        self.renames.iter().any(|(_, to)| **to == *name)
    }
}
