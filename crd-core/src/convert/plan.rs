//! How values of one version become values of the next, compiled once from the two shapes and their schemas.
//!
//! A plan works in both directions: its parts name the members of the older and of the newer version, and [`run`](super::run)
//! reads them from either side.

use super::direction::{Direction, Sides};
use super::fit::FitPolicy;
use crate::rust::shape::{ByKey, NextFunctions, NextVariant};

/// So many members are looked at in their order before one is searched for.
const FEW: usize = 8;

/// How a value becomes one of the other version.
#[derive(Debug)]
pub(super) enum Plan {
    /// It stays the same.
    Same,
    Object(ObjectPlan),
    /// Each element is converted.
    List(Box<Plan>),
    /// Each value is converted; the keys stay.
    Map(Box<Plan>),
    /// A string that is one of some.
    Values(&'static [NextVariant]),
    /// A scalar that stays the same where the target admits it.
    Fit(FitPolicy),
}

/// How an object becomes one of the other version.
#[derive(Debug, Default)]
pub(super) struct ObjectPlan {
    /// The members of each version, ordered by name.
    pub(super) members: Sides<Vec<Member>>,
    pub(super) pairs: Vec<Pair>,
    pub(super) steps: Vec<Step>,
    /// Whether a version has defaults for members that the other does not have.
    pub(super) has_defaults: Sides<bool>,
    /// The member that says which variant of an enum the object is.
    pub(super) tag: Option<Tag>,
}

/// The member of an object that says which variant of an enum it is.
#[derive(Debug)]
pub(super) struct Tag {
    /// Its name in each version; empty where the variants themselves are members.
    pub(super) names: Sides<&'static str>,
    pub(super) variants: &'static [NextVariant],
    /// The variants of each version that have content, and stand for variants of the other that it does not have.
    pub(super) stand_ins: Sides<Vec<StandIn>>,
}

/// A variant with content that stands for others, with an empty object as its content.
#[derive(Debug)]
pub(super) struct StandIn {
    pub(super) value: &'static str,
    /// The member with its content.
    pub(super) field: &'static str,
    /// The member of the other version that it becomes.
    pub(super) counterpart: &'static str,
}

impl Tag {
    /// The variant of a name in the version that an object is converted from, or goes to, if it is a stand-in.
    pub(super) fn stand_in<'s>(stand_ins: &'s [StandIn], name: &str) -> Option<&'s StandIn> {
        stand_ins.iter().find(|stand_in| stand_in.value == name)
    }

    /// The variants that the target does not have, each with the one that stands for it there.
    pub(super) fn lost_variants(
        &self,
        direction: Direction,
    ) -> impl Iterator<Item = (&'static str, &'static str)> + use<'_> {
        self.variants
            .iter()
            .filter_map(move |variant| match (direction, variant) {
                (Direction::Up, NextVariant::Dropped { name, falls_back })
                | (Direction::Down, NextVariant::Added { name, falls_back }) => Some((*name, *falls_back)),
                _ => None,
            })
    }
}

/// A member that both versions have.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) plan: Plan,
    /// Where its schemas are among the properties of each version.
    pub(super) places: Sides<usize>,
    /// Whether both versions call it the same.
    pub(super) keeps_name: bool,
}

/// A member of one version.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Box<str>,
    pub(super) becomes: Becomes,
}

/// What becomes of a member.
#[derive(Debug)]
pub(super) enum Becomes {
    /// The member of this name, by the plan of this number.
    Pair(Box<str>, usize),
    /// What a step makes of it.
    Claimed,
    /// There is no such member; it is kept in annotations, but for what is at these paths below it, which steps take.
    Lost {
        claims: Vec<Vec<Box<str>>>,
        /// The default of the member, as JSON.
        default: Option<String>,
    },
}

/// A value that moves, or values that are computed.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) paths: Sides<Vec<Vec<Box<str>>>>,
    pub(super) how: How,
}

#[derive(Debug)]
pub(super) enum How {
    Move(Plan),
    Compute(StepFunctions, Lift),
}

/// What computes values.
#[derive(Clone, Copy, Debug)]
pub(super) enum StepFunctions {
    /// The mapping's own.
    Own(NextFunctions),
    /// From a list to a map, and back.
    ByKey(ByKey),
}

/// What a function is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lift {
    Whole,
    /// Each element of a list or value of a map.
    Elements,
}

impl Plan {
    /// The paths of fields that functions split or join, in both versions.
    pub(super) fn split_paths(&self, place: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
        let mut below = |name: &str, plan: &Plan| {
            place.push(name.to_owned());
            plan.split_paths(place, found);
            place.pop();
        };
        match self {
            Plan::Same | Plan::Values(_) | Plan::Fit(_) => {}
            Plan::List(items) => below("[]", items),
            Plan::Map(values) => below("*", values),
            Plan::Object(object) => {
                for member in object.members.older.iter().chain(&object.members.newer) {
                    if let Becomes::Pair(_, number) = &member.becomes
                        && let Some(pair) = object.pairs.get(*number)
                    {
                        below(&member.name, &pair.plan);
                    }
                }
                for step in &object.steps {
                    let (older, newer) = (&step.paths.older, &step.paths.newer);
                    // What is an element with several members here, and its order, is one member of a map there.
                    let is_joined = matches!(step.how, How::Compute(StepFunctions::ByKey(_), _));
                    if is_joined || older.len() > 1 || newer.len() > 1 {
                        for path in older.iter().chain(newer) {
                            let path = path.iter().map(ToString::to_string);
                            found.push(place.iter().cloned().chain(path).collect());
                        }
                    }
                }
            }
        }
    }
}

impl ObjectPlan {
    /// The member of a version, looked for from a place on: members mostly come in the order of their names.
    pub(super) fn member_from(&self, side: Direction, name: &str, place: &mut usize) -> Option<&Member> {
        let members = self.members.from(side);
        let ahead = members.get(*place..).unwrap_or_default();
        // Names of other lengths are passed over without a look at them.
        let found = ahead.iter().take(FEW).position(|member| *member.name == *name);
        let at = match found {
            Some(steps) => *place + steps,
            None => members.binary_search_by(|member| (*member.name).cmp(name)).ok()?,
        };
        *place = at + 1;
        members.get(at)
    }

    pub(super) fn member(&self, side: Direction, name: &str) -> Option<&Member> {
        let members = self.members.from(side);
        let at = members.binary_search_by(|member| (*member.name).cmp(name)).ok()?;
        members.get(at)
    }
}
