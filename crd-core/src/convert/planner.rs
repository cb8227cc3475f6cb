//! Compiles the plan of a conversion from two shapes and their schemas.

use super::direction::Sides;
use super::fit::{FitPolicy, ScalarDifference, are_alike, can_saturate, scalar_difference};
use super::plan::{Becomes, How, Lift, Member, ObjectPlan, Pair, Plan, Step};
use super::same::same;
use crate::model::sort::sort_by;
use crate::model::structural::{Additional, Structural, StructuralShape};
use crate::rust::shape::check::{
    fits, is_same, next_added_variant, next_added_variant_alone, next_variant, next_variant_alone,
    next_variants_complete,
};
use crate::rust::shape::{Kind, Next, NextFunctions, NextVariant, Shape, Tagging, UnfitPolicy, member_shape};

/// A version's part of what is planned.
#[derive(Clone, Copy)]
pub(super) struct Part<'s> {
    pub(super) shape: Option<&'static Shape>,
    pub(super) schema: &'s Structural,
}

impl<'s> Part<'s> {
    fn member(self, name: &str) -> Option<Part<'s>> {
        Some(Part {
            shape: self.shape.and_then(|shape| member_shape(shape, name)),
            schema: self.schema.property(name)?,
        })
    }

    fn elements(self, schema: &'s Structural) -> Part<'s> {
        let shape = self.shape.and_then(|shape| match shape.behind_aliases().kind {
            Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => Some(items),
            _ => None,
        });
        Part { shape, schema }
    }

    fn at(self, path: &[Box<str>]) -> Option<Part<'s>> {
        path.iter().try_fold(self, |part, name| part.member(name))
    }
}

/// Paths below a member that are spoken for: by steps, or because the other version does not have them.
#[derive(Clone, Default)]
struct Claims {
    taken: Vec<Vec<Box<str>>>,
    lost: Vec<Vec<Box<str>>>,
}

impl Claims {
    fn below(&self, name: &str) -> Claims {
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

    fn is_taken(&self) -> bool {
        self.taken.iter().any(Vec::is_empty)
    }

    fn is_lost(&self) -> bool {
        self.lost.iter().any(Vec::is_empty)
    }

    fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.lost.is_empty()
    }
}

/// A member and its name in the next version.
type Renamed = (Box<str>, Box<str>);

/// A member and what becomes of its values that do not fit.
type FieldPolicy = (Box<str>, UnfitPolicy);

/// Makes plans and collects what does not fit.
pub(super) struct Planner {
    place: Vec<Box<str>>,
    /// What the mappings around the place say of values that do not fit.
    unfit: Option<UnfitPolicy>,
    pub(super) problems: Vec<String>,
    /// Whether a value is judged by the schema of the version that it goes to.
    pub(super) judges: bool,
}

impl Planner {
    pub(super) fn new() -> Self {
        Planner {
            place: Vec::new(),
            unfit: None,
            problems: Vec::new(),
            judges: false,
        }
    }

    /// The plan for the member `name` of the root.
    pub(super) fn root(&mut self, name: &str, older: Part<'_>, newer: Part<'_>) -> Plan {
        self.within(name, |planner| planner.plan(older, newer))
    }

    fn within<T>(&mut self, name: &str, make: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(name.into());
        let made = make(self);
        self.place.pop();
        made
    }

    fn problem(&mut self, what: &str) {
        let problem = format!("`{}`: {what}", self.place.join("."));
        self.problems.push(problem);
    }

    fn plan(&mut self, older: Part<'_>, newer: Part<'_>) -> Plan {
        let next = older.shape.and_then(Shape::next);
        // One type in both versions stays as it is, though it becomes another in a later version.
        if let (Some(next), Some(other)) = (next, newer.shape.and_then(Shape::next))
            && is_same(next, other)
            && same(older.schema, newer.schema)
        {
            return Plan::Same;
        }
        let around = self.unfit;
        self.unfit = next.and_then(|next| next.unfit).or(around);
        let plan = self.plan_below(older, newer, next);
        self.unfit = around;
        plan
    }

    fn plan_below(&mut self, older: Part<'_>, newer: Part<'_>, next: Option<&'static Next>) -> Plan {
        let is_alike = are_alike(older.schema, newer.schema);
        if is_alike && !older.shape.is_some_and(Shape::has_mapping) && same(older.schema, newer.schema) {
            if let (Some(a), Some(b)) = (older.shape, newer.shape)
                && let Err(message) = fits(a, b)
            {
                self.problem(message.as_str());
            }
            return Plan::Same;
        }
        if let Some(next) = next
            && matches!(older.schema.shape, StructuralShape::String)
            && matches!(newer.schema.shape, StructuralShape::String)
        {
            if let Some(shape) = older.shape {
                self.variants_alone(shape, next);
            }
            return Plan::Values(next.variants);
        }
        match (&older.schema.shape, &newer.schema.shape) {
            (StructuralShape::Array(a), StructuralShape::Array(b)) => {
                let (a, b) = (older.elements(&a.items), newer.elements(&b.items));
                Plan::List(Box::new(self.within("[]", |planner| planner.plan(a, b))))
            }
            (StructuralShape::Object(a), StructuralShape::Object(b)) => {
                match (&a.additional, &b.additional) {
                    (Some(Additional::Schema(a)), Some(Additional::Schema(b))) => {
                        let (a, b) = (older.elements(a), newer.elements(b));
                        Plan::Map(Box::new(self.within("*", |planner| planner.plan(a, b))))
                    }
                    (None, None) => self.object(older, newer, next, [Claims::default(), Claims::default()]),
                    _ if same(older.schema, newer.schema) => Plan::Same,
                    _ => {
                        self.problem("it is a map in one version and an object in the other");
                        Plan::Same
                    }
                }
            }
            (StructuralShape::Any, StructuralShape::Any) => Plan::Same,
            (a, b) if std::mem::discriminant(a) == std::mem::discriminant(b) => {
                self.scalar(older.schema, newer.schema)
            }
            _ => {
                self.problem(
                    "its types differ, and no function converts one to the other: `next(up = …, down = …)`",
                );
                Plan::Same
            }
        }
    }

    /// The plan of a scalar.
    fn scalar(&mut self, older: &Structural, newer: &Structural) -> Plan {
        let difference = scalar_difference(older, newer);
        match (difference, self.unfit) {
            (ScalarDifference::None, _) | (_, Some(UnfitPolicy::Pass)) => Plan::Same,
            (ScalarDifference::Texts, _) => {
                self.problem(
                    "its patterns or formats differ, so objects of one version may have values that the other refuses: \
                     convert them by functions that return `None` for these (`next(up = …, down = …)`), or pass them on as \
                     they are (`next(unfit = \"pass\")`) [CRD0934]",
                );
                Plan::Same
            }
            (ScalarDifference::Bounds, unfit) => {
                self.judges = true;
                Plan::Fit(FitPolicy {
                    unfit: unfit.unwrap_or(UnfitPolicy::Keep),
                    is_declared: unfit.is_some(),
                })
            }
        }
    }

    /// A member that its object must have cannot be left out where its value does not fit.
    fn stands_in(
        &mut self,
        plan: &Plan,
        [older, newer]: [Part<'_>; 2],
        [a, b]: [Part<'_>; 2],
        names: [&str; 2],
    ) {
        let Plan::Fit(policy) = plan else { return };
        for (object, member, name) in [(older, a, names[0]), (newer, b, names[1])] {
            let required = object.schema.validation.required.as_deref().unwrap_or_default();
            let is_required = required.iter().any(|other| **other == *name);
            let has_stand_in = member.schema.generic.default.is_some()
                || policy.unfit == UnfitPolicy::Saturate && can_saturate(member.schema);
            if is_required
                && !has_stand_in
                && matches!(policy.unfit, UnfitPolicy::Keep | UnfitPolicy::Saturate)
            {
                self.within(name, |planner| {
                    planner.problem(
                        "one of the versions requires it, and values that do not fit there would leave it out: say \
                         `next(unfit = \"saturate\")` for the nearest value, `\"refuse\"` or `\"pass\"`, or give it a \
                         default [CRD0934]",
                    );
                });
                return;
            }
        }
    }

    /// The plan of an object of which some members are spoken for.
    fn object(
        &mut self,
        older: Part<'_>,
        newer: Part<'_>,
        next: Option<&'static Next>,
        [mut of_older, mut of_newer]: [Claims; 2],
    ) -> Plan {
        let mut plan = ObjectPlan::default();
        let mut renames: Vec<(Box<str>, Box<str>)> = Vec::new();
        let mut policies: Vec<(Box<str>, UnfitPolicy)> = Vec::new();
        let owned = |paths: &[&[&str]]| -> Vec<Vec<Box<str>>> {
            let owned = |path: &&[&str]| path.iter().map(|name| Box::from(*name)).collect();
            paths.iter().map(owned).collect()
        };
        for step in next.map_or(&[][..], |next| next.steps) {
            let (from, to) = (owned(step.from), owned(step.to));
            match (from.as_slice(), to.as_slice(), step.functions) {
                (_, [], None) => of_older.lost.extend(from),
                ([one], [other], None) => {
                    if let ([one], [other]) = (one.as_slice(), other.as_slice()) {
                        policies.extend(step.unfit.map(|unfit| (one.clone(), unfit)));
                        renames.push((one.clone(), other.clone()));
                        continue;
                    }
                    let moved = if let (Some(a), Some(b)) = (older.at(one), newer.at(other)) {
                        let around = self.unfit;
                        self.unfit = step.unfit.or(around);
                        let moved = self.within(&one.join("."), |planner| planner.plan(a, b));
                        self.unfit = around;
                        moved
                    } else {
                        self.problem(&format!(
                            "`{}` or `{}` does not exist",
                            one.join("."),
                            other.join(".")
                        ));
                        Plan::Same
                    };
                    of_older.taken.push(one.clone());
                    of_newer.taken.push(other.clone());
                    plan.steps.push(Step {
                        paths: Sides {
                            older: from,
                            newer: to,
                        },
                        how: How::Move(moved),
                    });
                }
                (_, _, Some(functions)) => {
                    let lift = match from.as_slice() {
                        [one] => lift(functions, older.at(one)),
                        _ => Lift::Whole,
                    };
                    of_older.taken.extend(from.iter().cloned());
                    of_newer.taken.extend(to.iter().cloned());
                    plan.steps.push(Step {
                        paths: Sides {
                            older: from,
                            newer: to,
                        },
                        how: How::Compute(functions, lift),
                    });
                }
                _ => self.problem("a step without functions has one field on each side"),
            }
        }
        let mut tag = None;
        if let Some(next) = next {
            of_newer.lost.extend(owned(next.added));
            if let Some(shape) = older.shape {
                self.variants_alone(shape, next);
                tag = Self::variants(shape, newer, next, &mut renames, [&mut of_older, &mut of_newer]);
            }
        }
        self.only_once(&renames, [&of_older, &of_newer]);
        self.pair(
            &mut plan,
            older,
            newer,
            (&renames, &policies),
            tag,
            [&of_older, &of_newer],
        );
        Plan::Object(plan)
    }

    /// Each member is taken by one mapping only, and given a value by one only.
    fn only_once(&mut self, renames: &[(Box<str>, Box<str>)], [of_older, of_newer]: [&Claims; 2]) {
        let with = |claims: &Claims, renamed: &mut dyn Iterator<Item = &Box<str>>| {
            let mut paths = claims.taken.clone();
            paths.extend(renamed.map(|name| vec![name.clone()]));
            paths
        };
        let taken = with(of_older, &mut renames.iter().map(|(from, _)| from));
        let given = with(of_newer, &mut renames.iter().map(|(_, to)| to));
        for (paths, what) in [
            (taken, "two mappings say what becomes of it"),
            (given, "it gets its value from two fields"),
        ] {
            for (at, path) in paths.iter().enumerate() {
                let before = paths.get(..at).unwrap_or_default();
                if before
                    .iter()
                    .any(|other| path.starts_with(other) || other.starts_with(path))
                {
                    let path = path.join(".");
                    self.within(&path, |planner| {
                        planner.problem(&format!("{what}, and only one of both could come back"));
                    });
                }
            }
        }
    }

    /// Each variant is what becomes of one other only. The compiler has not looked at generic types.
    fn variants_alone(&mut self, shape: &'static Shape, next: &Next) {
        for variant in next.variants {
            let outcomes = match variant {
                NextVariant::Renamed { from, .. } => {
                    [next_variant(shape, from), next_variant_alone(shape, from)]
                }
                NextVariant::Added { name, falls_back } => [
                    next_added_variant(shape, name, falls_back),
                    next_added_variant_alone(shape, name),
                ],
                NextVariant::Dropped { name, .. } => [next_variant(shape, name), Ok(())],
            };
            for message in outcomes.into_iter().filter_map(Result::err) {
                self.problem(message.as_str());
            }
        }
        if let Kind::StringEnum(values) = shape.behind_aliases().kind {
            for value in values {
                if let Err(message) = next_variant(shape, value.name) {
                    self.problem(message.as_str());
                }
            }
        }
        if let Err(message) = next_variants_complete(shape) {
            self.problem(message.as_str());
        }
    }

    /// What mappings of variants mean for the members of an enum with data; the result is the member that is the tag.
    fn variants(
        shape: &'static Shape,
        newer: Part<'_>,
        next: &'static Next,
        renames: &mut Vec<(Box<str>, Box<str>)>,
        [of_older, of_newer]: [&mut Claims; 2],
    ) -> Option<(&'static str, &'static [NextVariant])> {
        let tag = match shape.behind_aliases().kind {
            Kind::Variants(Tagging::Internal(tag) | Tagging::Adjacent(tag, _), _) => tag,
            Kind::Union { discriminator, .. } => discriminator,
            Kind::Variants(Tagging::External, _) => {
                for variant in next.variants {
                    match variant {
                        NextVariant::Renamed { from, to } => renames.push(((*from).into(), (*to).into())),
                        NextVariant::Dropped { name, .. } => of_older.lost.push(vec![(*name).into()]),
                        NextVariant::Added { name, .. } => of_newer.lost.push(vec![(*name).into()]),
                    }
                }
                return None;
            }
            _ => return None,
        };
        // Members that only a dropped or an added variant has.
        let names = |schema: &Structural| -> Vec<Box<str>> {
            schema.properties().map(|(name, _)| name.into()).collect()
        };
        let has = |variants: fn(&NextVariant) -> bool| next.variants.iter().any(variants);
        if has(|variant| matches!(variant, NextVariant::Added { .. })) {
            let missing = names(newer.schema)
                .into_iter()
                .filter(|name| member_shape(shape, name).is_none() && **name != *tag);
            of_newer.lost.extend(missing.map(|name| vec![name]));
        }
        if has(|variant| matches!(variant, NextVariant::Dropped { .. }))
            && let Some(newer_shape) = newer.shape
        {
            for name in all_names(shape) {
                if member_shape(newer_shape, &name).is_none() && *name != *tag {
                    of_older.lost.push(vec![name]);
                }
            }
        }
        Some((tag, next.variants))
    }

    /// What becomes of the members that only the newer version has.
    fn newer_alone(
        &mut self,
        plan: &mut ObjectPlan,
        newer: Part<'_>,
        partners: &[Box<str>],
        of_newer: &Claims,
    ) {
        for (name, _) in newer.schema.properties() {
            if partners.iter().any(|partner| **partner == *name) {
                continue;
            }
            let below = of_newer.below(name);
            if below.is_empty() {
                self.within(name, |planner| {
                    planner.problem("only the next version has it; add `added(…)` to the type");
                });
            }
            plan.members.newer.push(Member {
                name: name.into(),
                becomes: if below.is_taken() {
                    Becomes::Claimed
                } else {
                    lost(newer.member(name), below.taken)
                },
            });
        }
    }

    /// Pairs the members of both versions.
    fn pair(
        &mut self,
        plan: &mut ObjectPlan,
        older: Part<'_>,
        newer: Part<'_>,
        (renames, policies): (&[Renamed], &[FieldPolicy]),
        tag: Option<(&'static str, &'static [NextVariant])>,
        [of_older, of_newer]: [&Claims; 2],
    ) {
        let mut partners: Vec<Box<str>> = Vec::new();
        for (place, (name, _)) in older.schema.properties().enumerate() {
            let below = of_older.below(name);
            let renamed = renames
                .iter()
                .find(|(from, _)| **from == *name)
                .map(|(_, to)| to.clone());
            let there = renamed.clone().unwrap_or_else(|| name.into());
            let below_there = of_newer.below(&there);
            let is_target = renamed.is_none() && renames.iter().any(|(_, to)| **to == *name);
            let counterpart = newer
                .member(&there)
                .filter(|_| !is_target && !below_there.is_taken() && !below_there.is_lost());
            let becomes = if below.is_taken() {
                Becomes::Claimed
            } else if below.is_lost() {
                lost(older.member(name), below.taken)
            } else if let (Some(one), Some(other)) = (older.member(name), counterpart) {
                let around = self.unfit;
                let own = policies.iter().find(|(member, _)| **member == *name);
                self.unfit = own.map(|(_, unfit)| *unfit).or(around);
                let converts = match tag {
                    Some((tag, variants)) if tag == name => Plan::Values(variants),
                    _ if below.is_empty() && below_there.is_empty() => {
                        self.within(name, |planner| planner.plan(one, other))
                    }
                    _ => {
                        let next = one.shape.and_then(Shape::next);
                        self.within(name, |planner| {
                            planner.object(one, other, next, [below, below_there])
                        })
                    }
                };
                self.unfit = around;
                self.stands_in(&converts, [older, newer], [one, other], [name, &there]);
                let place_there = newer.schema.properties().position(|(name, _)| *name == *there);
                plan.pairs.push(Pair {
                    plan: converts,
                    places: Sides {
                        older: place,
                        newer: place_there.unwrap_or(usize::MAX),
                    },
                    keeps_name: *there == *name,
                });
                partners.push(there.clone());
                plan.members.newer.push(Member {
                    name: there.clone(),
                    becomes: Becomes::Pair(name.into(), plan.pairs.len() - 1),
                });
                Becomes::Pair(there, plan.pairs.len() - 1)
            } else if !below.is_empty() {
                lost(older.member(name), below.taken)
            } else {
                let is_given = is_target || below_there.is_taken();
                self.within(name, |planner| {
                    planner.problem(if is_given {
                        "the field of this name in the next version gets its value from another field; say what becomes of \
                         this one with `next(…)`"
                    } else if below_there.is_lost() {
                        "both versions have it, so it is not `added(…)`; leave that out, or say what becomes of it with \
                         `next(…)`"
                    } else {
                        "the next version does not have it; say what becomes of it with `next(…)`"
                    });
                });
                lost(None, Vec::new())
            };
            plan.members.older.push(Member {
                name: name.into(),
                becomes,
            });
        }
        self.newer_alone(plan, newer, &partners, of_newer);
        for members in [&mut plan.members.older, &mut plan.members.newer] {
            sort_by(members, &|a, b| a.name.cmp(&b.name));
        }
        let has_defaults = |members: &[Member]| {
            let mut members = members.iter();
            members.any(|member| matches!(&member.becomes, Becomes::Lost { default: Some(_), .. }))
        };
        plan.has_defaults = Sides {
            older: has_defaults(&plan.members.older),
            newer: has_defaults(&plan.members.newer),
        };
    }
}

/// What becomes of a member that the other version does not have.
fn lost(member: Option<Part<'_>>, claims: Vec<Vec<Box<str>>>) -> Becomes {
    let default = member
        .and_then(|member| member.schema.generic.default.as_ref())
        .filter(|_| claims.is_empty());
    Becomes::Lost {
        claims,
        default: default.map(ToString::to_string),
    }
}

/// Whether a function takes the whole value or its elements.
fn lift(functions: NextFunctions, part: Option<Part<'_>>) -> Lift {
    let Some(shape) = part.and_then(|part| part.shape) else {
        return Lift::Whole;
    };
    match functions.up.takes {
        [takes] if fits(shape, takes).is_err() => match shape.behind_aliases().kind {
            Kind::Array(items) | Kind::Set(items) | Kind::Map(items) if fits(items, takes).is_ok() => {
                Lift::Elements
            }
            _ => Lift::Whole,
        },
        _ => Lift::Whole,
    }
}

/// The names of all members of a shape.
fn all_names(shape: &'static Shape) -> Vec<Box<str>> {
    let schema = crate::rust::generate::structural(shape, crate::rust::generate::Profile::ApiServer);
    schema.map_or_else(
        |_| Vec::new(),
        |schema| schema.properties().map(|(name, _)| name.into()).collect(),
    )
}
