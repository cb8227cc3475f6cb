//! Plans the members of the two versions one by one.

use super::part::{Claims, Declared};
use super::{Part, Planner};
use crate::convert::direction::Sides;
use crate::convert::plan::{Becomes, Member, ObjectPlan, Pair, Plan};
use crate::model::sort::sort_by;
use crate::rust::shape::Shape;

impl Planner {
    /// Pairs the members of both versions.
    pub(super) fn pair(&mut self, plan: &mut ObjectPlan, [older, newer]: [Part<'_>; 2], declared: &Declared) {
        let mut partners: Vec<Box<str>> = Vec::new();
        for (place, (name, _)) in older.schema.properties().enumerate() {
            let below = declared.older.below(name);
            let renamed = declared.renamed(name);
            let there: Box<str> = renamed.unwrap_or(name).into();
            let below_there = declared.newer.below(&there);
            let is_target = renamed.is_none() && declared.is_target(name);
            let counterpart = newer
                .member(&there)
                .filter(|_| !is_target && !below_there.is_taken() && !below_there.is_lost());
            let becomes = if below.is_taken() {
                Becomes::Claimed
            } else if below.is_lost() {
                lost(older.member(name), below.taken)
            } else if let (Some(one), Some(other)) = (older.member(name), counterpart) {
                let converts = self.member([(name, one), (&there, other)], declared);
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
                        "the field with this name in the next version gets its value from another field; \
                         map this one with `next(…)`"
                    } else if below_there.is_lost() {
                        "both versions have it, so it is not `added(…)`; remove that, or map this field \
                         with `next(…)`"
                    } else {
                        "the next version does not have it; map it with `next(…)`"
                    });
                });
                lost(None, Vec::new())
            };
            plan.members.older.push(Member {
                name: name.into(),
                becomes,
            });
        }
        self.newer_alone(plan, newer, &partners, declared);
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

    /// Creates the plan of a member that both versions have.
    fn member(&mut self, [(name, one), (there, other)]: [(&str, Part<'_>); 2], declared: &Declared) -> Plan {
        if let Some(tag) = declared.tag.as_ref().filter(|tag| *tag.names.older == *name) {
            return Plan::Values(tag.variants);
        }
        let around = self.unfit;
        let own = declared.policies.iter().find(|(member, _)| **member == *name);
        self.unfit = own.map(|(_, unfit)| *unfit).or(around);
        let claims = [declared.older.below(name), declared.newer.below(there)];
        let plan = self.within(name, |planner| {
            if claims.iter().all(Claims::is_empty) {
                planner.plan(one, other)
            } else {
                planner.object(one, other, one.shape.and_then(Shape::next), claims)
            }
        });
        self.unfit = around;
        plan
    }

    /// Plans the members that only the newer version has.
    fn newer_alone(
        &mut self,
        plan: &mut ObjectPlan,
        newer: Part<'_>,
        partners: &[Box<str>],
        declared: &Declared,
    ) {
        for (name, _) in newer.schema.properties() {
            if partners.iter().any(|partner| **partner == *name) {
                continue;
            }
            let below = declared.newer.below(name);
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
}

/// Creates the conversion of a member that the other version does not have.
fn lost(member: Option<Part<'_>>, claims: Vec<Vec<Box<str>>>) -> Becomes {
    let default = member
        .and_then(|member| member.schema.generic.default.as_ref())
        .filter(|_| claims.is_empty());
    Becomes::Lost {
        claims,
        default: default.map(ToString::to_string),
    }
}
