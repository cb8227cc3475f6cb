//! Information about a mapping for checks: the fields that versions share, and the maximum size of annotations.

use super::chain::Chain;
use super::direction::Direction;
use super::most::Walk;
use super::plan::{Becomes, How, Plan, StepFunctions};
use super::reviewer::BuildError;
use crate::model::mapping::{KeptDataLimit, MappedField, MappedPlace, MappedStep, Mapping};
use crate::rust::shape::Resource;

/// Returns the mapping between the versions of a resource, from the oldest version on; for
/// [`check::Options::mapping`](crate::check::Options::mapping).
///
/// # Errors
/// If two versions are incompatible, as for [`Builder::build`](super::Builder::build).
pub fn mapping_of(oldest: &'static Resource) -> Result<Mapping, BuildError> {
    let chain = Chain::new(oldest).map_err(BuildError::new)?;
    Ok(Mapping {
        fields: fields(&chain),
        kept: kept(&chain),
    })
}

fn fields(chain: &Chain) -> Vec<MappedField> {
    let mut found = Vec::new();
    for older in 0..chain.len().saturating_sub(1) {
        let versions = [chain.spot(older).name, chain.spot(older + 1).name];
        for (part, plan) in chain.plans(older) {
            let node = vec![MappedStep::Property(part.to_owned())];
            shared(plan, versions, &[node.clone(), node], &mut found);
        }
    }
    found
}

/// Collects the fields that a plan keeps.
fn shared(plan: &Plan, versions: [&str; 2], nodes: &[Vec<MappedStep>; 2], found: &mut Vec<MappedField>) {
    let below = |steps: [Vec<MappedStep>; 2]| {
        let [older, newer] = nodes;
        let [a, b] = steps;
        [[older.as_slice(), &a].concat(), [newer.as_slice(), &b].concat()]
    };
    let properties = |path: &[Box<str>]| -> Vec<MappedStep> {
        path.iter()
            .map(|name| MappedStep::Property(name.to_string()))
            .collect()
    };
    // Conversion does not pass on values that the other version rejects, if there is a policy for them.
    let is_same = matches!(plan, Plan::Same);
    let [older, newer] = nodes;
    found.push(MappedField {
        older: MappedPlace::new(versions[0], older.clone()),
        newer: MappedPlace::new(versions[1], newer.clone()),
        is_same,
        is_computed: false,
    });
    match plan {
        Plan::Same | Plan::Values(_) | Plan::Fit(_) => {}
        Plan::List(items) => {
            let step = || vec![MappedStep::Items];
            shared(items, versions, &below([step(), step()]), found);
        }
        Plan::Map(values) => {
            let step = || vec![MappedStep::Values];
            shared(values, versions, &below([step(), step()]), found);
        }
        Plan::Object(object) => {
            for member in &object.members.older {
                if let Becomes::Pair(there, number) = &member.becomes
                    && let Some(pair) = object.pairs.get(*number)
                {
                    let steps = [&member.name, there].map(|name| properties(std::slice::from_ref(name)));
                    shared(&pair.plan, versions, &below(steps), found);
                }
            }
            for step in &object.steps {
                let (older, newer) = (&step.paths.older, &step.paths.newer);
                let pairs = older
                    .iter()
                    .flat_map(|older| newer.iter().map(move |newer| [older, newer]));
                for pair in pairs {
                    let nodes = below(pair.map(|path| properties(path)));
                    match &step.how {
                        How::Move(plan) => shared(plan, versions, &nodes, found),
                        How::Compute(StepFunctions::Own(_) | StepFunctions::ByKey(..), _) => {
                            let [older, newer] = nodes;
                            found.push(MappedField {
                                older: MappedPlace::new(versions[0], older),
                                newer: MappedPlace::new(versions[1], newer),
                                is_same: false,
                                is_computed: true,
                            });
                        }
                        How::Compute(..) => {}
                    }
                }
            }
        }
    }
}

/// Returns the data that annotations of each version may hold: values that were lost in conversions from older and from newer
/// versions.
fn kept(chain: &Chain) -> Vec<KeptDataLimit> {
    let lost = |at: usize, direction: Direction| {
        let mut walk = Walk::new(direction, chain.group, chain.spot(at).name);
        chain.lose_most(at, &mut walk);
        walk.found
    };
    let up: Vec<_> = (0..chain.len()).map(|at| lost(at, Direction::Up)).collect();
    let down: Vec<_> = (0..chain.len()).map(|at| lost(at, Direction::Down)).collect();
    (0..chain.len())
        .map(|at| {
            let all = up.iter().take(at).chain(down.iter().skip(at + 1));
            let mut kept = KeptDataLimit {
                version: chain.spot(at).name.to_owned(),
                bytes: 0,
                unbounded: Vec::new(),
            };
            for most in all {
                kept.bytes = kept.bytes.saturating_add(most.bytes);
                kept.unbounded.extend(most.unbounded.iter().cloned());
            }
            kept
        })
        .collect()
}
