//! Generates objects that demonstrate a breakage. Each is checked by the admission of both CRDs before it is returned.
//!
//! ```text
//! node       spec.size, maximum 9 -> 5        candidate  6
//! object     {apiVersion, kind, metadata, spec: {size: 6}}
//! old        admitted
//! new        spec.size: Invalid value: 6: …   -> a witness
//! ```

mod effort;
mod isolate;
mod object;
mod place;
mod requests;
mod stored;

use serde_json::Value;

use super::finding::{ReadValues, Witness};
use crate::KubeVersion;
use crate::model::crd::{Crd, Version};
use crate::model::field::{FieldPath, Path, Segment};
use crate::model::structural::Structural;
use crate::samples::candidates::{self, Constants};
use crate::samples::combinations;
use crate::samples::obliging::oblige;
use crate::samples::repair::{FixedValue, Surroundings};
use crate::samples::shrink::shrink;
use crate::server::objects::{self, Admission, validate_value};
use crate::values::{
    PlacedValue, UnionChoice, ValueOptions, ValueStep, Values, node_at, value_at, value_at_mut,
};
use effort::Effort;
use isolate::{IsolatedValue, Isolation, Shows};
use object::{ObjectParts, relates};
use place::NotPlaced;
pub(super) use requests::{Because, Fate};
use requests::{Refusal, Requests};
pub(super) use stored::{RefusedUpdate, StoredEffect};

/// Generates the objects of one version of two CRDs, and validates them by both.
pub(super) struct Judges {
    requests: Requests,
    values: Values,
    surroundings: Surroundings,
    isolation: Isolation,
    effort: Effort,
}

/// A rejected request, and the path of the value in it.
pub(super) struct AffectedRequest {
    pub(super) witness: Witness,
    pub(super) place: FieldPath,
    pub(super) fate: Fate,
}

/// The result of a search.
pub(super) enum Search {
    AffectedRequest(Box<AffectedRequest>),
    /// The new CRD accepts all candidates that the old one accepts.
    NoneRefused,
    /// For some candidate, no object was generated that the old CRD accepts.
    NoObject,
}

/// Returns options for generating the members around a value, the smallest first.
fn surroundings() -> impl Iterator<Item = (u64, ValueOptions)> {
    let smallest = (0..4).map(|number| ValueOptions {
        union_member: UnionChoice::Number(number),
        ..ValueOptions::SMALLEST
    });
    let some = ValueOptions {
        optional_percent: 25,
        ..ValueOptions::WHOLE
    };
    let edges = ValueOptions {
        optional_percent: 60,
        ..ValueOptions::EDGES
    };
    let random = std::iter::repeat_n(some, 6).chain(std::iter::repeat_n(edges, 4));
    (0_u64..).zip(smallest.chain(random))
}

impl Judges {
    /// Returns `None` if one of the CRDs cannot validate objects of the version.
    pub(super) fn new(old: &Crd, new: &Crd, version: &Version, server: KubeVersion) -> Option<Judges> {
        Some(Judges {
            requests: Requests {
                old: Admission::new(old, &version.name, server).ok()?,
                new: Admission::new(new, &version.name, server).ok()?,
                without_change: None,
                parts: ObjectParts::of(old, new, version),
            },
            values: Values::new(0),
            surroundings: Surroundings::default(),
            isolation: Isolation::default(),
            effort: Effort::whole(),
        })
    }

    /// Repeats a search that finds something, so that objections that the new CRD also has without the examined change are no
    /// evidence, until `examine_all` is called.
    pub(super) fn only_with_change(
        &mut self,
        without_change: &dyn Fn() -> Option<Admission>,
        search: &dyn Fn(&mut Judges) -> Search,
    ) -> Search {
        let found = search(self);
        if !matches!(found, Search::AffectedRequest(_)) {
            return found;
        }
        self.requests.without_change = without_change();
        search(self)
    }

    /// Considers all objections of the new CRD again.
    pub(super) fn examine_all(&mut self) {
        self.requests.without_change = None;
    }

    /// Returns the node of the old schema.
    pub(super) fn old_node(&self, node: &[Segment]) -> Option<&Structural> {
        node_at(self.requests.old.schema(), &ValueStep::of_node(node))
    }

    /// Generates candidates for a node that satisfy the types and bounds of the old schema.
    pub(super) fn candidates(&mut self, node: &[Segment], constants: &Constants) -> Vec<Value> {
        let Some(schema) = node_at(self.requests.old.schema(), &ValueStep::of_node(node)) else {
            return Vec::new();
        };
        candidates::of_node(&mut self.values, schema, constants)
    }

    /// Generates values of a node for a new rule: values of both schemas, and such that differ in the fields that it uses.
    /// Rules only run on what the new schema admits.
    pub(super) fn candidates_for_rule(
        &mut self,
        node: &[Segment],
        rule: &str,
        constants: &Constants,
    ) -> Vec<Value> {
        const FEW: usize = 8;
        const MOST_WITH_NULLS: usize = 3;
        let steps = ValueStep::of_node(node);
        let (mut first, mut others) = (Vec::new(), Vec::new());
        for admission in [&self.requests.old, &self.requests.new] {
            let Some(schema) = node_at(admission.schema(), &steps) else {
                continue;
            };
            let mut small = candidates::of_node(&mut self.values, schema, constants);
            let bases = candidates::few(&mut self.values, schema);
            // Before Kubernetes 1.34, an object with a null does not equal itself.
            let nulls = bases.iter().take(2).chain(&small);
            let nulls = nulls.filter_map(|base| candidates::with_nulls(schema, base));
            let nulls: Vec<Value> = nulls.take(MOST_WITH_NULLS).collect();
            others.extend(small.split_off(small.len().min(FEW)));
            first.append(&mut small);
            first.extend(nulls);
            for base in bases.iter().take(2) {
                first.extend(combinations::of_rule(&mut self.values, schema, rule, base, None));
            }
        }
        first.append(&mut others);
        let mut different: Vec<Value> = Vec::new();
        for value in first {
            if !different.contains(&value) {
                different.push(value);
            }
        }
        different
    }

    /// Generates values of a schema: the smallest one and some at its bounds, also such that satisfy simple rules.
    pub(super) fn values_of(&mut self, schema: &Structural) -> Vec<Value> {
        let mut found = candidates::few(&mut self.values, schema);
        for mut value in found.clone() {
            oblige(&mut self.values, schema, &mut value);
            if !found.contains(&value) {
                found.push(value);
            }
        }
        found
    }

    /// Searches for an object with one of the candidates at a node, which the old CRD accepts and the new one rejects.
    pub(super) fn refused(&mut self, node: &[Segment], candidates: &[Value], because: Because<'_>) -> Search {
        /// Maximum number of objects that are changed until rules run on them.
        const MOST_UNMASKED: usize = 40;
        self.effort.begin();
        self.prepare(node, candidates);
        let mut is_complete = true;
        let mut unmasked = 0;
        for candidate in candidates {
            let mut was_admitted = false;
            for (seed, options) in surroundings() {
                let placed = match self.place(node, Some(candidate), seed, options) {
                    Ok(placed) => placed,
                    Err(NotPlaced::EffortSpent) => return Search::NoObject,
                    Err(NotPlaced::ValueRejected) => break,
                };
                let place = placed.place;
                let Some(before) = self.requests.admitted_by_old(&placed.whole, &place) else {
                    continue;
                };
                // A null that is dropped may be kept from now on.
                if !value_at(&before, &place).is_some_and(|found| keeps(found, candidate))
                    && !candidate.is_null()
                {
                    continue;
                }
                was_admitted = true;
                let steps = ValueStep::of_node(node);
                let subject = IsolatedValue {
                    fixed: FixedValue {
                        steps: &steps,
                        value: Some(candidate),
                    },
                    because,
                    shows: Shows::Refusal,
                };
                let mut object = PlacedValue {
                    whole: placed.whole,
                    place,
                };
                let mut refusal = self.requests.refusal(&object.whole, &object.place, because);
                if refusal.is_none() && matches!(because, Because::Rule(_)) && unmasked < MOST_UNMASKED {
                    let shows = Shows::Admission;
                    if let Some(found) = self.unmasked(&object, IsolatedValue { shows, ..subject }) {
                        unmasked += 1;
                        refusal = self.requests.refusal(&found.whole, &found.place, because);
                        object = found;
                    }
                }
                if let Some(refusal) = refusal {
                    return self.found(object, refusal, options, subject);
                }
                // Other surroundings make no difference to this value.
                break;
            }
            is_complete &= was_admitted || !self.is_admitted_by_old_node(node, candidate);
        }
        if is_complete && !candidates.is_empty() {
            Search::NoneRefused
        } else {
            Search::NoObject
        }
    }

    /// Whether the old schema of a node admits a value, whatever is around it.
    pub(super) fn is_admitted_by_old_node(&self, node: &[Segment], value: &Value) -> bool {
        is_admitted_by_node(&self.requests.old, node, value)
    }

    /// Whether the new schema of a node admits a value, whatever is around it.
    pub(super) fn is_admitted_by_new_node(&self, node: &[Segment], value: &Value) -> bool {
        is_admitted_by_node(&self.requests.new, node, value)
    }

    /// Whether the new schema of a node admits a default, with the defaults within it. The server does not check all of this.
    pub(super) fn is_default_admitted(&self, node: &[Segment], default: &Value) -> bool {
        let mut whole = default.clone();
        if let Some(schema) = node_at(self.requests.new.schema(), &ValueStep::of_node(node)) {
            objects::default(schema, &mut whole);
        }
        self.is_admitted_by_new_node(node, &whole)
    }

    /// Returns an object that shows a breakage, without what it does not need, and without other breakages where possible.
    fn found(
        &mut self,
        placed: PlacedValue,
        refusal: Refusal,
        options: ValueOptions,
        subject: IsolatedValue<'_>,
    ) -> Search {
        let because = subject.because;
        let mut is_minimal = options.optional_percent == 0 && !self.surroundings.are_known();
        let (mut placed, mut refusal) = (placed, refusal);
        if refusal.others > 0
            && let Some((isolated, of_isolated)) = self.isolated(&placed, subject)
        {
            (placed, refusal) = (isolated, of_isolated);
            is_minimal = false;
        }
        let place = placed.place;
        if !is_minimal {
            let smaller = shrink(&placed.whole, &place, |object| {
                self.requests.admitted_by_old(object, &place).is_some()
                    && self
                        .requests
                        .refusal(object, &place, because)
                        .is_some_and(|found| found.others <= refusal.others)
            });
            if let Some(found) = self.requests.refusal(&smaller, &place, because) {
                refusal = found;
            }
        }
        Search::AffectedRequest(Box::new(AffectedRequest {
            witness: refusal.witness,
            place,
            fate: refusal.fate,
        }))
    }

    /// Returns an object that shows the same breakage and fewer others.
    fn isolated(
        &mut self,
        placed: &PlacedValue,
        subject: IsolatedValue<'_>,
    ) -> Option<(PlacedValue, Refusal)> {
        let (requests, values, effort) = (&self.requests, &mut self.values, &mut self.effort);
        let isolated = match subject.because {
            // The value that must stay absent is the member.
            Because::Required(name) => {
                let mut steps = subject.fixed.steps.to_vec();
                steps.push(ValueStep::Member(name.into()));
                let fixed = FixedValue {
                    steps: &steps,
                    value: None,
                };
                let object = PlacedValue {
                    whole: placed.whole.clone(),
                    place: placed.place.clone().child(name),
                };
                let subject = IsolatedValue { fixed, ..subject };
                let mut found = self.isolation.run(requests, values, effort, subject, &object)?;
                found.place = found.place.ancestor(1);
                found
            }
            _ => self.isolation.run(requests, values, effort, subject, placed)?,
        };
        let refusal = requests.refusal(&isolated.whole, &isolated.place, subject.because)?;
        Some((isolated, refusal))
    }

    /// Searches for an object without a member of a node, which the new CRD rejects for that reason.
    pub(super) fn refused_without(&mut self, node: &[Segment], name: &str) -> Search {
        self.effort.begin();
        let mut was_admitted = false;
        for (seed, options) in surroundings() {
            let mut placed = match self.place(node, None, seed, options) {
                Ok(placed) => placed,
                Err(NotPlaced::EffortSpent) => return Search::NoObject,
                Err(NotPlaced::ValueRejected) => continue,
            };
            let Some(here) = value_at_mut(&mut placed.whole, &placed.place) else {
                continue;
            };
            let Some(members) = here.as_object_mut() else {
                continue;
            };
            members.remove(name);
            if self
                .requests
                .admitted_by_old(&placed.whole, &placed.place)
                .is_none()
            {
                continue;
            }
            was_admitted = true;
            let because = Because::Required(name);
            if let Some(refusal) = self.requests.refusal(&placed.whole, &placed.place, because) {
                let fixed = FixedValue {
                    steps: &ValueStep::of_node(node),
                    value: None,
                };
                return self.found(
                    placed,
                    refusal,
                    options,
                    IsolatedValue {
                        fixed,
                        because,
                        shows: Shows::Refusal,
                    },
                );
            }
        }
        if was_admitted {
            Search::NoneRefused
        } else {
            Search::NoObject
        }
    }

    /// Searches for an object with a value at a node (or without one if it is `None`) that both CRDs accept and that is
    /// read differently, or that the new one rejects.
    pub(super) fn reads_differently(&mut self, node: &[Segment], value: Option<&Value>) -> Option<Witness> {
        self.effort.begin();
        for (seed, options) in surroundings().take(8) {
            let placed = match value {
                Some(_) => self.place(node, value, seed, options),
                None => self.place_absent(node, seed, options),
            };
            let placed = placed.ok()?;
            let Some(before) = self.requests.admitted_by_old(&placed.whole, &placed.place) else {
                continue;
            };
            if value.is_some_and(|value| value_at(&before, &placed.place) != Some(value)) {
                continue;
            }
            let steps = ValueStep::of_node(node);
            let fixed = FixedValue { steps: &steps, value };
            let subject = IsolatedValue {
                fixed,
                because: Because::Any,
                shows: Shows::Admission,
            };
            let isolated = self.unmasked(&placed, subject);
            if let Some(witness) = self.read_difference(isolated.as_ref().unwrap_or(&placed)) {
                return Some(witness);
            }
        }
        None
    }

    /// Returns an object with the same value to which the new CRD has fewer objections with another cause. These can hide
    /// whether the value is rejected: rules do not run on an object that its schema rejects.
    fn unmasked(&mut self, placed: &PlacedValue, subject: IsolatedValue<'_>) -> Option<PlacedValue> {
        let (requests, values, effort) = (&self.requests, &mut self.values, &mut self.effort);
        self.isolation.run(requests, values, effort, subject, placed)
    }

    /// Returns an object as a witness if its value is read differently, or is rejected.
    fn read_difference(&self, placed: &PlacedValue) -> Option<Witness> {
        let place = &placed.place;
        let before = self.requests.admitted_by_old(&placed.whole, place)?;
        let response = self.requests.response(&placed.whole, place)?;
        let answer = &response.answer;
        let at_place = |object: &Value| value_at(object, place).cloned();
        let [old, new] = [&before, &answer.object].map(at_place);
        if old == new && answer.is_accepted() {
            return None;
        }
        let mut witness = self
            .requests
            .witness(&placed.whole, place, &response, Because::Any);
        if answer.is_accepted() {
            witness.read_values = Some(ReadValues { old, new });
        } else if !answer.errors.iter().any(|error| relates(error, place)) {
            return None;
        }
        Some(witness)
    }
}

/// Whether a stored value has all of a value; defaults may have been added.
fn keeps(stored: &Value, value: &Value) -> bool {
    match (stored, value) {
        (Value::Object(stored), Value::Object(members)) => members
            .iter()
            .all(|(name, member)| stored.get(name).is_some_and(|stored| keeps(stored, member))),
        (Value::Array(stored), Value::Array(elements)) => {
            stored.len() == elements.len()
                && stored
                    .iter()
                    .zip(elements)
                    .all(|(stored, element)| keeps(stored, element))
        }
        _ => stored == value,
    }
}

fn is_admitted_by_node(admission: &Admission, node: &[Segment], value: &Value) -> bool {
    let place = Path::root("value");
    node_at(admission.schema(), &ValueStep::of_node(node)).is_none_or(|schema| {
        validate_value(schema, value, None, Some(&place), admission.options().server).is_empty()
    })
}
