//! Generates objects that demonstrate a breakage. Each is checked by the admission of both CRDs before it is returned.
//!
//! ```text
//! node       spec.size, maximum 9 -> 5        candidate  6
//! object     {apiVersion, kind, metadata, spec: {size: 6}}
//! old        admitted
//! new        spec.size: Invalid value: 6: …   -> a witness
//! ```

mod effort;
mod object;
mod stored;

use serde_json::Value;

use super::finding::{ReadValues, ResponseIssue, StoredObjects, Witness, WitnessOperation};
use crate::KubeVersion;
use crate::model::crd::{Crd, Version};
use crate::model::field::{FieldError, FieldPath, Path, Segment};
use crate::model::structural::Structural;
use crate::samples::candidates::{self, Constants};
use crate::samples::combinations;
use crate::samples::repair::{FixedValue, Repair, Surroundings};
use crate::samples::shrink::shrink;
use crate::server::objects::{Admission, Admitted, Operation, Request, validate_value};
use crate::values::{
    PlacedValue, UnionChoice, ValueOptions, ValueStep, Values, is_within, node_at, value_at, value_at_mut,
};
use effort::Effort;
use object::{ObjectParts, relates};

/// Generates the objects of one version of two CRDs, and validates them by both.
pub(super) struct Judges {
    old: Admission,
    new: Admission,
    values: Values,
    parts: ObjectParts,
    surroundings: Surroundings,
    effort: Effort,
}

/// A rejected request, and the path of the value in it.
pub(super) struct AffectedRequest {
    pub(super) witness: Witness,
    pub(super) place: FieldPath,
    pub(super) fate: Fate,
}

/// The treatment of a value by the new CRD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Refused,
    Dropped,
}

/// The keyword that must reject a value, to exclude rejections by other changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Because<'a> {
    /// Any keyword.
    Any,
    /// One of these keywords.
    Keywords(&'a [&'a str]),
    /// The rule with this number.
    Rule(usize),
}

impl Because<'_> {
    fn is_of(self, error: &FieldError) -> bool {
        let Some(origin) = &error.origin else {
            return matches!(self, Because::Any);
        };
        let steps = &origin.keyword.segments;
        match self {
            Because::Any => true,
            Because::Keywords(keywords) => steps
                .iter()
                .any(|step| keywords.iter().any(|keyword| step.is_field(keyword))),
            Because::Rule(number) => steps.windows(2).any(|pair| {
                matches!(pair, [rules, Segment::Index(index)]
                    if rules.is_field("x-kubernetes-validations") && *index == number)
            }),
        }
    }
}

/// An update that only the new CRD rejects.
pub(super) enum RefusedUpdate {
    /// Of a label, which leaves the value as it is.
    Unchanged(Witness),
    /// Of the value.
    Changed(Witness),
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
        let old_admission = Admission::new(old, &version.name, server).ok()?;
        let new_admission = Admission::new(new, &version.name, server).ok()?;
        let parts = ObjectParts::of(old, new, version);
        Some(Judges {
            old: old_admission,
            new: new_admission,
            values: Values::new(0),
            parts,
            surroundings: Surroundings::default(),
            effort: Effort::whole(),
        })
    }

    /// Returns the node of the old schema.
    pub(super) fn old_node(&self, node: &[Segment]) -> Option<&Structural> {
        node_at(self.old.schema(), &ValueStep::of_node(node))
    }

    /// Generates candidates for a node that satisfy the types and bounds of the old schema.
    pub(super) fn candidates(&mut self, node: &[Segment], constants: &Constants) -> Vec<Value> {
        let Some(schema) = node_at(self.old.schema(), &ValueStep::of_node(node)) else {
            return Vec::new();
        };
        candidates::of_node(&mut self.values, schema, constants)
    }

    /// Generates values of a node that differ in the fields that a new rule uses.
    pub(super) fn combinations(&mut self, node: &[Segment], rule: &str) -> Vec<Value> {
        let Some(schema) = node_at(self.old.schema(), &ValueStep::of_node(node)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for base in candidates::few(&mut self.values, schema).into_iter().take(2) {
            found.extend(combinations::of_rule(&mut self.values, schema, rule, &base, None));
        }
        found
    }

    /// Generates values of a schema: the smallest one and some at its bounds.
    pub(super) fn values_of(&mut self, schema: &Structural) -> Vec<Value> {
        candidates::few(&mut self.values, schema)
    }

    /// Searches for an object with one of the candidates at a node, which the old CRD accepts and the new one rejects.
    pub(super) fn refused(&mut self, node: &[Segment], candidates: &[Value], because: Because<'_>) -> Search {
        self.effort.begin();
        let mut is_complete = true;
        for candidate in candidates {
            let mut was_admitted = false;
            for (seed, options) in surroundings() {
                let Some(placed) = self.place(node, Some(candidate), seed, options) else {
                    return Search::NoObject;
                };
                let place = placed.place;
                let Some(before) = self.admitted_by_old(&placed.whole, &place) else {
                    continue;
                };
                // A null that is dropped may be kept from now on.
                if !value_at(&before, &place).is_some_and(|found| keeps(found, candidate))
                    && !candidate.is_null()
                {
                    continue;
                }
                was_admitted = true;
                if let Some(refusal) = self.refusal(&placed.whole, &place, because) {
                    return self.found(&placed.whole, place, refusal, options, because);
                }
                // Other surroundings make no difference to this value.
                break;
            }
            is_complete &= was_admitted || !self.may_admit(node, candidate);
        }
        if is_complete && !candidates.is_empty() {
            Search::NoneRefused
        } else {
            Search::NoObject
        }
    }

    /// Whether the old schema of a node admits a value, whatever is around it.
    fn may_admit(&self, node: &[Segment], value: &Value) -> bool {
        self.old_node(node).is_none_or(|schema| {
            validate_value(
                schema,
                value,
                None,
                Some(&Path::root("value")),
                self.old.options().server,
            )
            .is_empty()
        })
    }

    fn found(
        &self,
        object: &Value,
        place: FieldPath,
        (mut witness, mut fate): (Witness, Fate),
        options: ValueOptions,
        because: Because<'_>,
    ) -> Search {
        if options.optional_percent > 0 || self.surroundings.are_known() {
            let smaller = shrink(object, &place, |object| {
                self.admitted_by_old(object, &place).is_some()
                    && self.refusal(object, &place, because).is_some()
            });
            if let Some(found) = self.refusal(&smaller, &place, because) {
                (witness, fate) = found;
            }
        }
        Search::AffectedRequest(Box::new(AffectedRequest { witness, place, fate }))
    }

    /// Searches for an object without a member of a node, which the new CRD rejects for that reason.
    pub(super) fn refused_without(&mut self, node: &[Segment], name: &str) -> Search {
        self.effort.begin();
        let mut was_admitted = false;
        for (seed, options) in surroundings() {
            let Some(mut placed) = self.place(node, None, seed, options) else {
                return Search::NoObject;
            };
            let Some(here) = value_at_mut(&mut placed.whole, &placed.place) else {
                continue;
            };
            let Some(members) = here.as_object_mut() else {
                continue;
            };
            members.remove(name);
            let place = placed.place;
            if self.admitted_by_old(&placed.whole, &place).is_none() {
                continue;
            }
            was_admitted = true;
            let because = Because::Keywords(&["required"]);
            if let Some(refusal) = self.refusal(&placed.whole, &place, because) {
                return self.found(&placed.whole, place, refusal, options, because);
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
                Some(_) => self.place(node, value, seed, options)?,
                None => self.place_absent(node, seed, options)?,
            };
            let place = &placed.place;
            let Some(before) = self.admitted_by_old(&placed.whole, place) else {
                continue;
            };
            let at_place = |object: &Value| value_at(object, place).cloned();
            let old = at_place(&before);
            if value.is_some_and(|value| old.as_ref() != Some(value)) {
                continue;
            }
            let answer = self.ask(&self.new, &placed.whole, place)?;
            let new = at_place(&answer.object);
            if old == new && answer.is_accepted() {
                continue;
            }
            let mut witness = self.witness(&placed.whole, place, &answer);
            if answer.is_accepted() {
                witness.read_values = Some(ReadValues { old, new });
            } else if !answer.errors.iter().any(|error| relates(error, place)) {
                continue;
            }
            return Some(witness);
        }
        None
    }

    /// Searches for an update of a node that only the new CRD rejects: of an unchanged value first, then from one value to
    /// another.
    pub(super) fn refused_update(
        &mut self,
        node: &[Segment],
        candidates: &[Value],
        because: Because<'_>,
    ) -> Option<RefusedUpdate> {
        const MOST: usize = 14;
        self.effort.begin();
        let mut admitted: Vec<(Value, FieldPath)> = Vec::new();
        for candidate in candidates {
            for (seed, options) in surroundings().take(6) {
                let Some(placed) = self.place(node, Some(candidate), seed, options) else {
                    break;
                };
                if self.admitted_by_old(&placed.whole, &placed.place).is_some()
                    && self.refusal(&placed.whole, &placed.place, Because::Any).is_none()
                {
                    admitted.push((placed.whole, placed.place));
                    break;
                }
            }
            if admitted.len() > MOST || self.effort.is_spent() {
                break;
            }
        }
        let update = WitnessOperation::Update;
        for (object, place) in &admitted {
            let edited = stored::labelled(object);
            if let Some(witness) = self.refused_edit(update, [object, &edited], place, because) {
                return Some(RefusedUpdate::Unchanged(witness));
            }
        }
        for (before, place) in &admitted {
            let operation = self.parts.operation(place)?.of_stored();
            for (after, _) in admitted.iter().filter(|(after, _)| before != after) {
                if let Some(witness) = self.refused_edit(operation, [before, after], place, because) {
                    return Some(RefusedUpdate::Changed(witness));
                }
            }
        }
        None
    }

    /// Returns the effect on stored objects like a rejected one.
    pub(super) fn stored(
        &mut self,
        node: &[Segment],
        found: &AffectedRequest,
        because: Because<'_>,
    ) -> Option<StoredObjects> {
        stored::of(self, node, found, because)
    }

    /// Generates a whole object with a value at a node: a value of the old schema if it is `None`. Returns `None` when the effort is
    /// spent.
    fn place(
        &mut self,
        node: &[Segment],
        value: Option<&Value>,
        seed: u64,
        options: ValueOptions,
    ) -> Option<PlacedValue> {
        if self.effort.is_spent() {
            return None;
        }
        self.values.reseed(seed);
        let steps = ValueStep::of_node(node);
        let made;
        let value = match value {
            Some(value) => value,
            None => {
                let schema = node_at(self.old.schema(), &steps)?;
                made = self.values.value(schema, options);
                &made
            }
        };
        let placed = self
            .values
            .value_at(self.old.schema(), &steps, Some(value), options)?;
        let value = value.clone();
        let placed = self.parts.complete(placed);
        Some(self.repaired(&steps, Some(&value), placed))
    }

    fn place_absent(&mut self, node: &[Segment], seed: u64, options: ValueOptions) -> Option<PlacedValue> {
        if self.effort.is_spent() {
            return None;
        }
        self.values.reseed(seed);
        let steps = ValueStep::of_node(node);
        let placed = self.values.value_at(self.old.schema(), &steps, None, options)?;
        let placed = self.parts.complete(placed);
        Some(self.repaired(&steps, None, placed))
    }

    /// Returns an object with the same value at the same node that the old CRD accepts, if one is found; else the given one.
    fn repaired(&mut self, steps: &[ValueStep], value: Option<&Value>, placed: PlacedValue) -> PlacedValue {
        let (old, parts) = (&self.old, &self.parts);
        let repair = Repair {
            schema: old.schema(),
            kept: Some(FixedValue { steps, value }),
            smallest: ValueOptions::SMALLEST,
            constants: &Constants::default(),
            judge: &|object| errors(old, parts, object),
            complete: &|object| parts.complete(object),
        };
        let judged = self.surroundings.judged();
        let repaired = repair.run(placed.clone(), &mut self.values, &mut self.surroundings);
        let repaired = repaired.unwrap_or(placed);
        self.effort
            .spend(&repaired.whole, self.surroundings.judged() - judged);
        repaired
    }

    /// Sends a write request for an object to one of the two admissions.
    fn ask(&self, admission: &Admission, object: &Value, place: &FieldPath) -> Option<Admitted> {
        ask(admission, &self.parts, object, place)
    }

    /// Returns the object as a server with the old CRD stores it; `None` if it rejects the object or drops a part of it.
    fn admitted_by_old(&self, object: &Value, place: &FieldPath) -> Option<Value> {
        let answer = self.ask(&self.old, object, place)?;
        if !answer.is_accepted() || !answer.strict.is_empty() {
            return None;
        }
        if self.parts.operation(place) == Some(WitnessOperation::UpdateStatus) {
            let stored = ObjectParts::without_status(object);
            if !self.old.admit(Request::create(&stored)).is_accepted() {
                return None;
            }
        }
        Some(answer.object)
    }

    /// Returns the response of a server with the new CRD, if it rejects or drops the value at a place.
    fn refusal(&self, object: &Value, place: &FieldPath, because: Because<'_>) -> Option<(Witness, Fate)> {
        let answer = self.ask(&self.new, object, place)?;
        let is_refused = answer.decode.is_some()
            || answer
                .errors
                .iter()
                .any(|error| relates(error, place) && because.is_of(error));
        let is_dropped = matches!(because, Because::Any)
            && answer
                .strict
                .iter()
                .any(|finding| is_within(&finding.field.segments, &place.segments));
        let fate = if is_dropped { Fate::Dropped } else { Fate::Refused };
        (is_refused || is_dropped).then(|| (self.witness(object, place, &answer), fate))
    }

    fn witness(&self, object: &Value, place: &FieldPath, answer: &Admitted) -> Witness {
        let operation = self.parts.operation(place).unwrap_or(WitnessOperation::Create);
        let old = (operation == WitnessOperation::UpdateStatus).then(|| ObjectParts::without_status(object));
        Witness {
            operation,
            old,
            object: object.clone(),
            response: issues_of(answer),
            read_values: None,
        }
    }

    /// Returns the update of a stored object as a witness, if the old CRD accepts it and the new one rejects it.
    fn refused_edit(
        &self,
        operation: WitnessOperation,
        [before, after]: [&Value; 2],
        place: &FieldPath,
        because: Because<'_>,
    ) -> Option<Witness> {
        let request = || Request::new(operation.on(before), after);
        let by_old = self.old.admit(request());
        if !by_old.is_accepted() || !by_old.strict.is_empty() {
            return None;
        }
        let answer = self.new.admit(request());
        let is_refused = answer
            .errors
            .iter()
            .any(|error| relates(error, place) && because.is_of(error));
        is_refused.then(|| Witness {
            operation,
            old: Some(before.clone()),
            object: after.clone(),
            response: issues_of(&answer),
            read_values: None,
        })
    }

    /// Whether the new CRD accepts an update of a label of a stored object.
    fn is_editable(&self, object: &Value) -> bool {
        let edited = stored::labelled(object);
        let request = Request::new(Operation::Update { old: object }, &edited);
        self.new.admit(request).is_accepted()
    }
}

impl WitnessOperation {
    /// The operation that edits an object that this one has stored.
    fn of_stored(self) -> WitnessOperation {
        match self {
            WitnessOperation::UpdateStatus => WitnessOperation::UpdateStatus,
            WitnessOperation::Create | WitnessOperation::Update => WitnessOperation::Update,
        }
    }

    fn on(self, old: &Value) -> Operation<'_> {
        match self {
            WitnessOperation::Create => Operation::Create,
            WitnessOperation::Update => Operation::Update { old },
            WitnessOperation::UpdateStatus => Operation::UpdateStatus { old },
        }
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

/// Sends a write request for an object: for its status if `place` is in a status with its own endpoint, else for the
/// whole object.
fn ask(admission: &Admission, parts: &ObjectParts, object: &Value, place: &FieldPath) -> Option<Admitted> {
    match parts.operation(place)? {
        WitnessOperation::UpdateStatus => {
            let stored = ObjectParts::without_status(object);
            let operation = Operation::UpdateStatus { old: &stored };
            Some(admission.admit(Request::new(operation, object)))
        }
        _ => Some(admission.admit(Request::create(object))),
    }
}

/// Returns the errors for an object, and also those for the object without its status if `place` is in the status.
fn errors(admission: &Admission, parts: &ObjectParts, object: &PlacedValue) -> Vec<FieldError> {
    let answer = ask(admission, parts, &object.whole, &object.place);
    let mut errors = answer.map(|answer| answer.errors).unwrap_or_default();
    let is_in_status = object.place.segments.first();
    if is_in_status.is_some_and(|first| first.is_field("status")) {
        let stored = ObjectParts::without_status(&object.whole);
        errors.extend(admission.admit(Request::create(&stored)).errors);
    }
    errors
}

/// Returns the errors and the dropped fields of a response.
fn issues_of(answer: &Admitted) -> Vec<ResponseIssue> {
    let mut issues: Vec<ResponseIssue> = answer.errors.iter().map(issue_of).collect();
    issues.extend(answer.decode.iter().map(|finding| ResponseIssue {
        kind: "BadRequest",
        field: String::new(),
        detail: finding.text.clone(),
    }));
    issues.extend(answer.strict.iter().map(|finding| ResponseIssue {
        kind: "UnknownField",
        field: finding.field.to_string(),
        detail: finding.text.clone(),
    }));
    issues
}

fn issue_of(error: &FieldError) -> ResponseIssue {
    ResponseIssue {
        kind: error.kind.cause(),
        field: error.field.to_string(),
        detail: error.text(),
    }
}
