//! Plans for converting values of one version to the next, compiled once from the two shapes and their schemas.
//!
//! A plan works in both directions: its parts contain the members of the older and of the newer version, and
//! [`run`](super::run) reads them from either side.

use super::direction::{Direction, Sides};
use super::fit::FitPolicy;
use super::list_with::ElementOf;
use crate::rust::shape::{ByKey, MetadataEntry, NextChoice, NextFunctions, NextVariant};

/// The number of members that are compared in order before a search.
const FEW: usize = 8;

/// The conversion of a value to the other version.
#[derive(Debug)]
pub(super) enum Plan {
    /// The value is unchanged.
    Same,
    Object(ObjectPlan),
    /// Each element is converted.
    List(Box<Plan>),
    /// Each value is converted; the keys are unchanged.
    Map(Box<Plan>),
    /// The value of an enum of strings.
    Values(&'static [NextVariant]),
    /// A scalar that is unchanged if the target admits it.
    Fit(FitPolicy),
}

/// The conversion of an object to the other version.
#[derive(Debug, Default)]
pub(super) struct ObjectPlan {
    /// The members of each version, ordered by name.
    pub(super) members: Sides<Vec<Member>>,
    pub(super) pairs: Vec<Pair>,
    pub(super) steps: Vec<Step>,
    /// Whether a version has defaults for members that the other does not have.
    pub(super) has_defaults: Sides<bool>,
    /// The member that determines the variant of an enum.
    pub(super) tag: Option<Tag>,
}

/// The member of an object that determines its variant of an enum.
#[derive(Debug)]
pub(super) struct Tag {
    /// Its name in each version; empty if the variants themselves are members.
    pub(super) names: Sides<&'static str>,
    pub(super) variants: &'static [NextVariant],
    /// The variants of each version that have content and replace variants that only the other version has.
    pub(super) stand_ins: Sides<Vec<StandIn>>,
}

/// A variant with content that replaces others, with an empty object as its content.
#[derive(Debug)]
pub(super) struct StandIn {
    pub(super) value: &'static str,
    /// The member with its content.
    pub(super) field: &'static str,
    /// The member of the other version that it becomes.
    pub(super) counterpart: &'static str,
}

impl Tag {
    /// Returns the variant with a name if it is a stand-in.
    pub(super) fn stand_in<'s>(stand_ins: &'s [StandIn], name: &str) -> Option<&'s StandIn> {
        stand_ins.iter().find(|stand_in| stand_in.value == name)
    }

    /// Returns the variants that the target does not have, each with its replacement there.
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
    /// The indexes of its schemas among the properties of each version.
    pub(super) places: Sides<usize>,
    /// Whether it has the same name in both versions.
    pub(super) keeps_name: bool,
}

/// A member of one version.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: Box<str>,
    pub(super) becomes: Becomes,
}

/// The conversion of a member.
#[derive(Debug)]
pub(super) enum Becomes {
    /// It becomes the member with this name, by the plan with this index.
    Pair(Box<str>, usize),
    /// A step converts it.
    Claimed,
    /// There is no such member; it is kept in annotations, except for the values at these paths below it, which steps convert.
    Lost {
        claims: Vec<Vec<Box<str>>>,
        /// The default of the member, as JSON.
        default: Option<String>,
    },
}

/// A field of one version that is an annotation or a label in the other.
#[derive(Debug)]
pub(super) struct MetadataStep {
    pub(super) entry: MetadataEntry,
    /// The direction in which the field becomes the annotation or label.
    pub(super) leaves: Direction,
    /// The path of the field, from the object.
    pub(super) path: Vec<Box<str>>,
    pub(super) functions: Option<NextFunctions>,
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

/// The values of a map that is a list with a key in the other version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapValues {
    /// Elements without their key, or one of their members.
    WithoutKey,
    /// Elements with their key, which is the key of the map too.
    Elements,
}

/// The functions that compute values.
#[derive(Clone, Copy, Debug)]
pub(super) enum StepFunctions {
    /// Functions of the mapping.
    Own(NextFunctions),
    /// From a list to a map, and back.
    ByKey(ByKey, MapValues),
    /// The field that a discriminator chooses.
    Choose(NextChoice),
    /// From a value to an element of a list, and back.
    Element(ElementOf),
}

/// The values that a function is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lift {
    Whole,
    /// Each element of a list or value of a map.
    Elements,
}

impl Step {
    /// Whether it splits or joins fields.
    pub(super) fn splits(&self) -> bool {
        // An element with several members, and its position, becomes one member of a map.
        let is_joined = matches!(
            self.how,
            How::Compute(StepFunctions::ByKey(..) | StepFunctions::Element(_), _)
        );
        is_joined || self.paths.older.len() > 1 || self.paths.newer.len() > 1
    }

    /// Whether functions of the mapping convert its fields.
    pub(super) fn has_functions(&self) -> bool {
        matches!(self.how, How::Compute(StepFunctions::Own(_), _))
    }
}

impl Plan {
    /// Collects the paths of the fields that some steps convert, in both versions.
    pub(super) fn step_paths(
        &self,
        which: fn(&Step) -> bool,
        place: &mut Vec<String>,
        found: &mut Vec<Vec<String>>,
    ) {
        let mut below = |name: &str, plan: &Plan| {
            place.push(name.to_owned());
            plan.step_paths(which, place, found);
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
                for step in object.steps.iter().filter(|step| which(step)) {
                    for path in step.paths.older.iter().chain(&step.paths.newer) {
                        let path = path.iter().map(ToString::to_string);
                        found.push(place.iter().cloned().chain(path).collect());
                    }
                }
            }
        }
    }
}

impl ObjectPlan {
    /// Finds the member of a version, starting at a position: members are usually ordered by name.
    pub(super) fn member_from(&self, side: Direction, name: &str, place: &mut usize) -> Option<&Member> {
        let members = self.members.from(side);
        let ahead = members.get(*place..).unwrap_or_default();
        // Names with other lengths are skipped without a comparison.
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
