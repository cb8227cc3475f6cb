//! Iterates over the members of an object: those of a struct, an enum or a union, including those of flattened values.

use super::resolve::resolve;
use crate::rust::shape::{Content, Field, Kind, Shape, Tagging, UnionMember, Variant};

/// The member of an object with a given name.
#[derive(Clone, Copy)]
pub(super) enum FoundMember {
    /// A field.
    Field(&'static Field),
    /// The content of a variant or of a union's member.
    Content(&'static Shape),
    /// A tag or discriminator: a string.
    Tag,
    /// A member whose type is not known here: it comes from the variants of the enum with this name.
    Untyped(&'static str),
    /// The object may have members of any name.
    Open,
    /// The object has no such member.
    Missing,
}

/// Maximum nesting of flattened values; deeper ones are not visited.
const DEPTH: usize = 12;

/// An iterator over members with their names, for constants.
pub(super) struct MemberWalk {
    open: [Rest; DEPTH],
    depth: usize,
}

/// The remaining members on one level.
#[derive(Clone, Copy)]
enum Rest {
    One(&'static str, FoundMember),
    Fields(&'static [Field]),
    /// The variants of an enum, and its name.
    Variants(Tagging, &'static [Variant], &'static str),
    Union(&'static [UnionMember]),
}

impl MemberWalk {
    /// Returns the members of a shape.
    #[inline]
    pub(super) const fn of(shape: &'static Shape) -> Self {
        let mut members = MemberWalk {
            open: [Rest::Fields(&[]); DEPTH],
            depth: 0,
        };
        members.enter(shape);
        members
    }

    /// Returns the members of the content of a variant.
    #[inline]
    pub(super) const fn of_variant(variant: &'static Variant) -> Self {
        let mut members = MemberWalk {
            open: [Rest::Fields(&[]); DEPTH],
            depth: 0,
        };
        members.enter_content(variant.content);
        members
    }

    /// Returns the next member.
    #[inline]
    pub(super) const fn next(&mut self) -> Option<(&'static str, FoundMember)> {
        while let Some(depth) = self.depth.checked_sub(1)
            && let Some((_, [rest, ..])) = self.open.split_at_mut_checked(depth)
        {
            match *rest {
                Rest::One(name, member) => {
                    self.depth = depth;
                    return Some((name, member));
                }
                Rest::Fields([field, others @ ..]) => {
                    *rest = Rest::Fields(others);
                    if !field.flatten {
                        return Some((field.name, FoundMember::Field(field)));
                    }
                    self.enter(field.shape);
                }
                Rest::Variants(tagging, [variant, others @ ..], owner) => {
                    *rest = Rest::Variants(tagging, others, owner);
                    match (tagging, variant.content) {
                        (Tagging::External, Content::Newtype(shape)) => {
                            return Some((variant.name, FoundMember::Content(shape)));
                        }
                        (Tagging::External, _) => return Some((variant.name, FoundMember::Untyped(owner))),
                        (_, content) => self.enter_content(content),
                    }
                }
                Rest::Union([member, others @ ..]) => {
                    *rest = Rest::Union(others);
                    if let Some(shape) = member.shape {
                        return Some((member.field, FoundMember::Content(shape)));
                    }
                }
                Rest::Fields([]) | Rest::Variants(_, [], _) | Rest::Union([]) => self.depth = depth,
            }
        }
        None
    }

    #[inline]
    const fn enter(&mut self, shape: &'static Shape) {
        let shape = resolve(shape);
        match shape.kind {
            Kind::Object(fields) => self.push(Rest::Fields(fields)),
            Kind::Union {
                discriminator,
                members,
            } => {
                self.push(Rest::Union(members));
                self.push(Rest::One(discriminator, FoundMember::Tag));
            }
            Kind::Variants(Tagging::Adjacent(tag, holder), _) => {
                self.push(Rest::One(holder, FoundMember::Untyped(shape.name)));
                self.push(Rest::One(tag, FoundMember::Tag));
            }
            Kind::Variants(tagging, variants) => {
                self.push(Rest::Variants(tagging, variants, shape.name));
                if let Tagging::Internal(tag) = tagging {
                    self.push(Rest::One(tag, FoundMember::Tag));
                }
            }
            _ => {}
        }
    }

    #[inline]
    const fn enter_content(&mut self, content: Content) {
        match content {
            Content::Struct(fields) => self.push(Rest::Fields(fields)),
            Content::Newtype(shape) => self.enter(shape),
            Content::Unit | Content::Tuple(_) => {}
        }
    }

    #[inline]
    const fn push(&mut self, rest: Rest) {
        if let Some((_, [place, ..])) = self.open.split_at_mut_checked(self.depth) {
            *place = rest;
            self.depth += 1;
        }
    }
}
