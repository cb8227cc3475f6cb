//! Converts objects: members that are paired, moved or removed.

use std::borrow::Cow;

use super::variant::{Fallen, ObjectVariant};
use super::{Here, Run, Schemas};
use crate::convert::json::{Document, Json, equal};
use crate::convert::out::{Members, Out};
use crate::convert::path::Segment;
use crate::convert::plan::{Becomes, How, ObjectPlan, Pair, Plan, Step};
use crate::convert::prune::prune;
use crate::model::structural::Structural;

/// A member without a field in the target.
struct Leaving<'a> {
    name: Cow<'a, str>,
    value: Json<'a>,
    claims: &'a [Vec<Box<str>>],
    default: Option<&'a str>,
}

impl<'a> Run<'a> {
    pub(super) fn object(&mut self, plan: &'a ObjectPlan, value: Json<'a>, schemas: Schemas<'a>) -> Out<'a> {
        let owner = self.path.len();
        let first = self.lost.len();
        // The output; `None` while it equals the input.
        let mut members: Option<Members<'a>> = None;
        let mut leaving = Vec::new();
        // Whether all members have moved elsewhere.
        let mut has_moved = false;
        let mut place = 0;
        let variant = plan
            .tag
            .as_ref()
            .map(|tag| ObjectVariant::of(tag, self.direction, value));
        for (index, (name, member)) in value.members().enumerate() {
            let planned = plan.member_from(self.direction, &name, &mut place);
            let converted = match planned.map(|member| &member.becomes) {
                Some(Becomes::Pair(other, number)) => {
                    let pair = plan.pairs.get(*number);
                    let stood = variant.as_ref().and_then(|variant| variant.stood_for(&name));
                    let converted = pair.and_then(|pair| self.pair(pair, name, member, schemas));
                    let converted = match stood {
                        Some(source) if self.remembers => converted.map(|out| out.made_of(source)),
                        _ => converted,
                    };
                    has_moved |= converted.as_ref().is_some_and(Out::is_nothing);
                    if members.is_none()
                        && pair.is_some_and(|pair| pair.keeps_name)
                        && let Some(Out::Input(_)) = converted
                    {
                        continue;
                    }
                    converted.map(|converted| (Cow::Borrowed(&**other), converted))
                }
                Some(Becomes::Lost { claims, default }) => {
                    leaving.push(Leaving {
                        name,
                        value: member,
                        claims,
                        default: default.as_deref(),
                    });
                    None
                }
                None if schemas.to.preserve_unknown_fields => {
                    if members.is_none() {
                        continue;
                    }
                    Some((name, Out::Input(member)))
                }
                Some(Becomes::Claimed) => {
                    has_moved = true;
                    None
                }
                None => None,
            };
            let members = members.get_or_insert_with(|| {
                let mut members = Vec::with_capacity(plan.pairs.len());
                let before = value.members().take(index);
                members.extend(before.map(|(name, member)| (name, Out::Input(member))));
                members
            });
            members.extend(converted);
        }
        let mut out = match members {
            None => Out::Input(value),
            Some(members)
                if (has_moved || !leaving.is_empty())
                    && leaving.iter().all(|member| has_only(member.value, member.claims))
                    && members.iter().all(|(_, member)| member.is_nothing()) =>
            {
                Out::Implied(members)
            }
            Some(members) => Out::Object(members),
        };
        for step in &plan.steps {
            self.step(plan, step, value, schemas, &mut out, owner);
        }
        let fallen = variant.and_then(|variant| self.fall_back(&variant, &mut out, first, owner));
        // Kept values below it are restored only if it still exists.
        if self.lost.len() > first
            && let Out::Implied(members) = &mut out
        {
            out = Out::Object(std::mem::take(members));
        }
        if *plan.has_defaults.to(self.direction)
            && is_complete(schemas.from, |name| value.get(name).is_some())
        {
            self.fill(plan, &mut out);
        }
        if !leaving.is_empty() {
            self.leave(leaving, &mut out, schemas, (fallen.as_ref(), owner));
        }
        out
    }

    /// Keeps the members that have no field in the target, unless they are restored as defaults.
    fn leave(
        &mut self,
        leaving: Vec<Leaving<'a>>,
        out: &mut Out<'a>,
        schemas: Schemas<'a>,
        (fallen, owner): (Option<&Fallen>, usize),
    ) {
        let comes_back = leaving.iter().any(|member| member.default.is_some())
            && is_complete(schemas.to, |name| {
                out.member(name).is_some_and(|member| !member.is_nothing())
            });
        for Leaving {
            name,
            value,
            claims,
            default,
        } in leaving
        {
            let is_default = comes_back
                && default.is_some_and(|default| {
                    Document::read(default).is_ok_and(|default| equal(default.root(), value))
                });
            if !is_default {
                let schema = schemas.from.member(&name);
                let before = self.lost.len();
                self.within(name, |run| run.lose(value, schema, claims, owner));
                if let Some(fallen) = fallen {
                    fallen.bind(self.lost.get_mut(before..).unwrap_or_default());
                }
            }
        }
    }

    /// Converts a member that both versions have.
    fn pair(
        &mut self,
        pair: &'a Pair,
        name: Cow<'a, str>,
        member: Json<'a>,
        schemas: Schemas<'a>,
    ) -> Option<Out<'a>> {
        let to = schemas.to.property_at(*pair.places.to(self.direction))?;
        if matches!(pair.plan, Plan::Same) {
            // No value below it is kept, so its path is not needed.
            return Some(prune(member, to));
        }
        let from = schemas.from.property_at(*pair.places.from(self.direction))?;
        self.within(name, |run| run.convert(&pair.plan, member, Schemas { from, to }))
    }

    /// Sets the defaults of members that only the target has.
    fn fill(&self, plan: &'a ObjectPlan, out: &mut Out<'a>) {
        for member in plan.members.to(self.direction) {
            if let Becomes::Lost {
                default: Some(default),
                ..
            } = &member.becomes
                && out.member(&member.name).is_none_or(|member| member.is_nothing())
            {
                out.put(std::slice::from_ref(&member.name), Out::Default(default));
            }
        }
    }

    fn step(
        &mut self,
        plan: &'a ObjectPlan,
        step: &'a Step,
        value: Json<'a>,
        schemas: Schemas<'a>,
        out: &mut Out<'a>,
        owner: usize,
    ) {
        let (from, to) = (step.paths.from(self.direction), step.paths.to(self.direction));
        let first = self.lost.len();
        match (&step.how, from.as_slice(), to.as_slice()) {
            (How::Move(moves), [from], [to]) => {
                let Some(value) = value.at(from) else { return };
                let Some((a, b)) = schema_at(schemas.from, from).zip(schema_at(schemas.to, to)) else {
                    return;
                };
                let length = self.path.len();
                self.path
                    .extend(from.iter().map(|name| Here::Member(Cow::Borrowed(&**name))));
                let moved = self.convert(moves, value, Schemas { from: a, to: b });
                self.path.truncate(length);
                for entry in self.lost.iter_mut().skip(first) {
                    if entry.place.anchor < owner + from.len() {
                        entry.place.anchor = owner;
                    }
                }
                if let Some(moved) = moved {
                    self.keep_empty(plan, to, out);
                    out.put(to, moved);
                }
            }
            (How::Compute(..), _, _)
                if !self.remembers && from.iter().all(|path| value.at(path).is_none()) => {}
            (How::Compute(functions, lift), _, _) => {
                let sources: Vec<Option<Json<'a>>> = from.iter().map(|path| value.at(path)).collect();
                for to in to.iter().filter(|_| sources.iter().any(Option::is_some)) {
                    self.keep_empty(plan, to, out);
                }
                self.compute(functions, *lift, (from, &sources), (to, out, schemas.to), owner);
            }
            (How::Move(_), _, _) => {}
        }
    }

    /// Keeps the information that an object is empty or null if it gets a member from elsewhere: in the conversion back, that member is
    /// moved away again, and an object without remaining members is removed. If another value is restored in it, it was not empty.
    pub(super) fn keep_empty(&mut self, plan: &'a ObjectPlan, to: &'a [Box<str>], out: &mut Out<'a>) {
        let length = self.path.len();
        let (mut plan, mut out) = (plan, out);
        for (depth, name) in to.iter().take(to.len().saturating_sub(1)).enumerate() {
            let side = self.direction.reversed();
            let Some(Becomes::Pair(source, number)) = plan.member(side, name).map(|member| &member.becomes)
            else {
                break;
            };
            let Some(found) = out.member(name) else { break };
            self.path.push(Here::Member(Cow::Borrowed(&**source)));
            let anchor = self.path.len();
            match found {
                found if found.is_empty_object() => {
                    if self.restores_beside(length, to, depth + 1) {
                        break;
                    }
                    self.lose_entry(Some(Cow::Borrowed("{}")), None, anchor);
                    break;
                }
                Out::Input(value) if value.is_null() => {
                    self.lose_entry(Some(Cow::Borrowed("null")), None, anchor);
                    *found = Out::Implied(Vec::new());
                    break;
                }
                _ => {}
            }
            let Some(Plan::Object(below)) = plan.pairs.get(*number).map(|pair| &pair.plan) else {
                break;
            };
            (plan, out) = (below, found);
        }
        self.path.truncate(length);
    }

    /// Whether a value may be restored in the object at the first `depth` names of a path, besides the one at the path. `owner` is the
    /// depth of the object that the path starts at; elements of lists are not searched.
    fn restores_beside(&self, owner: usize, path: &[Box<str>], depth: usize) -> bool {
        let starts_with = |below: &[Segment<'_>], path: &[Box<str>]| {
            let is_member = |segment: &Segment<'_>, name: &str| matches!(segment, Segment::Member(member) if **member == *name);
            below
                .iter()
                .zip(path)
                .all(|(segment, name)| is_member(segment, name))
        };
        let outer = self.path.get(..owner).unwrap_or_default();
        outer.iter().all(|here| matches!(here, Here::Member(_)))
            && self.arriving.iter().any(|kept| {
                let below = kept.place.segments.get(owner..).unwrap_or_default();
                below.len() > depth
                    && starts_with(below, path.get(..depth).unwrap_or(path))
                    && !(below.len() == path.len() && starts_with(below, path))
            })
    }
}

pub(in crate::convert) fn schema_at<'s>(schema: &'s Structural, path: &[Box<str>]) -> Option<&'s Structural> {
    path.iter().try_fold(schema, |schema, name| schema.member(name))
}

/// Whether an object has members, and steps take all of them.
pub(super) fn has_only(value: Json<'_>, claims: &[Vec<Box<str>>]) -> bool {
    value.members().next().is_some()
        && value.members().all(|(name, member)| {
            claims.iter().any(|claim| match claim.split_first() {
                Some((first, rest)) if **first == *name => {
                    rest.is_empty() || has_only(member, &[rest.to_vec()])
                }
                _ => false,
            })
        })
}

/// Whether an object has all members that its version requires.
fn is_complete(schema: &Structural, mut has: impl FnMut(&str) -> bool) -> bool {
    let required = schema.validation.required.as_deref().unwrap_or_default();
    required.iter().all(|name| has(name))
}
