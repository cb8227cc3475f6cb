//! Converts variants of enums that the target does not have: their replacements, and the conditions for restoring them.
//!
//! ```text
//! v2  {type: S3, s3: {bucket: a}}   ──>   v1  {type: EmptyDir, emptyDir: {}}
//!     annotations: type was [["EmptyDir"],[{}]]; emptyDir is absent; s3.bucket, of `type`
//! ```
//!
//! As soon as a client of the target changes the replacement, the variant is not restored.

use std::borrow::Cow;

use super::Run;
use super::compute::as_one;
use crate::convert::direction::Direction;
use crate::convert::entry::Entry;
use crate::convert::json::{Json, write_string};
use crate::convert::out::Out;
use crate::convert::path::Segment;
use crate::convert::plan::Tag;

/// The variant of an enum that an object has.
pub(super) struct ObjectVariant<'a> {
    tag: &'a Tag,
    direction: Direction,
    /// The value of the tag, or the member that represents the variant.
    name: Option<Cow<'a, str>>,
    /// The member with the content, and the JSON of tag and content, if the variant may be a replacement.
    stands: Option<(&'static str, String)>,
}

impl<'a> ObjectVariant<'a> {
    pub(super) fn of(tag: &'a Tag, direction: Direction, object: Json<'a>) -> ObjectVariant<'a> {
        let stand_ins = tag.stand_ins.from(direction);
        let member = *tag.names.from(direction);
        let given = object.get(member);
        let (name, stand_in) = if member.is_empty() {
            let lost = tag
                .lost_variants(direction)
                .map(|(lost, _)| lost)
                .find(|lost| object.get(lost).is_some());
            let stand_in = stand_ins
                .iter()
                .find(|stand_in| object.get(stand_in.field).is_some());
            (lost.map(Cow::Borrowed), stand_in)
        } else {
            let name = given.and_then(Json::string);
            let stand_in = name.as_deref().and_then(|name| Tag::stand_in(stand_ins, name));
            (name, stand_in)
        };
        let stands = stand_in.map(|stand_in| {
            let content = object.get(stand_in.field).map(Json::raw);
            (stand_in.field, as_one(&[given.map(Json::raw), content]))
        });
        ObjectVariant {
            tag,
            direction,
            name,
            stands,
        }
    }

    /// Returns the JSON of tag and content, if the member with a name is one of them.
    pub(super) fn stood_for(&self, name: &str) -> Option<String> {
        let (field, source) = self.stands.as_ref()?;
        let is_one = name == *field || name == *self.tag.names.from(self.direction);
        is_one.then(|| source.clone())
    }

    /// Returns the variant of the target that replaces this one, if the target does not have it.
    fn falls_back(&self) -> Option<&'static str> {
        let name = self.name.as_deref()?;
        let mut lost = self.tag.lost_variants(self.direction);
        lost.find_map(|(lost, falls_back)| (lost == name).then_some(falls_back))
    }
}

/// The replacement of a variant that the target does not have.
pub(super) struct Fallen {
    /// The tag, and its required value for restoring the content of the variant.
    tag: &'static str,
    was: String,
}

impl Fallen {
    /// Makes the restoration of the content depend on the tag.
    pub(super) fn bind(&self, content: &mut [Entry<'_>]) {
        for entry in content {
            entry.was = Some(self.was.clone());
            entry.of = Some(Cow::Borrowed(self.tag));
        }
    }
}

impl<'a> Run<'a> {
    /// Sets the content of the replacement of a variant, and makes the restoration of the tag depend on this content being unchanged.
    pub(super) fn fall_back(
        &mut self,
        variant: &ObjectVariant<'_>,
        out: &mut Out<'a>,
        first: usize,
        owner: usize,
    ) -> Option<Fallen> {
        let falls_back = variant.falls_back()?;
        let tag = *variant.tag.names.from(variant.direction);
        let stand_in = Tag::stand_in(variant.tag.stand_ins.to(variant.direction), falls_back);
        let mut name = String::new();
        write_string(&mut name, falls_back);
        let name_there = (!tag.is_empty()).then_some(&*name);
        let (was, tag) = match stand_in {
            None => (name, tag),
            Some(stand_in) => {
                let tag = if tag.is_empty() { stand_in.counterpart } else { tag };
                if let Some(content) = out.member(stand_in.field) {
                    (as_one(&[name_there, Some(&content.to_text())]), tag)
                } else {
                    let was = as_one(&[name_there, Some("{}")]);
                    if let Some(members) = out.members() {
                        members.push((Cow::Borrowed(stand_in.field), Out::Text(Cow::Borrowed("{}"))));
                    }
                    self.within(Cow::Borrowed(stand_in.counterpart), |run| {
                        run.lose_entry(None, Some(was.clone()), owner);
                    });
                    (was, tag)
                }
            }
        };
        for entry in self.lost.iter_mut().skip(first) {
            if entry.place.segments.len() == owner + 1
                && entry.value.is_some()
                && let Some(Segment::Member(member)) = entry.place.segments.last()
                && **member == *tag
            {
                entry.was = Some(was.clone());
            }
        }
        Some(Fallen { tag, was })
    }
}
