//! Sends write requests for objects to the admissions of both CRDs.

use serde_json::{Value, json};

use super::object::{ObjectParts, relates};
use crate::compat::finding::{ResponseIssue, Witness, WitnessOperation};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::server::objects::{Admission, Admitted, Finding, Operation, Request};
use crate::values::{PlacedValue, ValueOptions, Values, is_within};

/// The admissions of one version of two CRDs.
pub(super) struct Requests {
    pub(super) old: Admission,
    pub(super) new: Admission,
    /// The new CRD without the change that is examined: an objection that it also has is no evidence.
    pub(super) without_change: Option<Admission>,
    pub(super) parts: ObjectParts,
}

/// The treatment of a value by the new CRD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::compat) enum Fate {
    Refused,
    Dropped,
}

/// The keyword that must reject a value, to exclude rejections by other changes.
#[derive(Clone, Copy, Debug)]
pub(in crate::compat) enum Because<'a> {
    /// Any keyword.
    Any,
    /// One of these keywords.
    Keywords(&'a [&'a str]),
    /// The member with this name is required.
    Required(&'a str),
    /// The rule with this number.
    Rule(usize),
}

impl Because<'_> {
    /// Whether an error is the one that a finding about a place is about.
    fn is_reason(self, error: &FieldError, place: &FieldPath) -> bool {
        relates(error, place)
            && self.is_of(error, place)
            && (!self.is_at_place() || error.value_path().segments.len() == place.segments.len())
    }

    /// Whether the error must be about the value itself: values within it may have the same keywords, and rules with the same number.
    fn is_at_place(self) -> bool {
        const BELOW: [&str; 6] = [
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "properties",
            "x-kubernetes-list-type",
        ];
        match self {
            Because::Any | Because::Required(_) => false,
            Because::Keywords(keywords) => !keywords.iter().any(|keyword| BELOW.contains(keyword)),
            Because::Rule(_) => true,
        }
    }

    fn is_of(self, error: &FieldError, place: &FieldPath) -> bool {
        let Some(origin) = &error.origin else {
            return matches!(self, Because::Any);
        };
        let steps = &origin.keyword.segments;
        match self {
            Because::Any => true,
            Because::Keywords(keywords) => steps
                .iter()
                .any(|step| keywords.iter().any(|keyword| step.is_field(keyword))),
            Because::Required(name) => {
                let field = &error.field.segments;
                steps.iter().any(|step| step.is_field("required"))
                    && field.len() == place.segments.len() + 1
                    && field.last().and_then(Segment::name) == Some(name)
            }
            Because::Rule(number) => steps.windows(2).any(|pair| {
                matches!(pair, [rules, Segment::Index(index)]
                    if rules.is_field("x-kubernetes-validations") && *index == number)
            }),
        }
    }
}

/// The response of the new CRD to a request, and that of the new CRD without the change that is examined.
pub(super) struct Response {
    pub(super) answer: Admitted,
    without_change: Option<Admitted>,
}

impl Response {
    /// Whether an error is the one that a finding about a place is about.
    fn is_reason(&self, because: Because<'_>, error: &FieldError, place: &FieldPath) -> bool {
        because.is_reason(error, place)
            && !self.without_change.iter().any(|without| {
                without.errors.iter().any(|other| {
                    other.field == error.field && other.origin == error.origin && other.kind == error.kind
                })
            })
    }

    /// Whether an error has another cause. That rules were not run is no cause.
    fn is_other(&self, because: Because<'_>, error: &FieldError, place: &FieldPath) -> bool {
        error.rule != rules::OBJ_12 && !self.is_reason(because, error, place)
    }

    /// Whether a field that is dropped is the one that a finding about a place is about.
    fn is_dropped(&self, because: Because<'_>, finding: &Finding, place: &FieldPath) -> bool {
        matches!(because, Because::Any)
            && is_within(&finding.field.segments, &place.segments)
            && !self.without_change.iter().any(|without| {
                let mut dropped = without.strict.iter();
                dropped.any(|other| other.field == finding.field)
            })
    }

    /// Returns the errors and the dropped fields, those that a finding is about first.
    fn issues(&self, place: &FieldPath, because: Because<'_>) -> Vec<ResponseIssue> {
        let answer = &self.answer;
        let mut own = Vec::new();
        let mut others = Vec::new();
        let causes = answer.errors.iter().filter(|error| error.rule != rules::OBJ_12);
        for error in causes {
            let issue = ResponseIssue {
                kind: error.kind.cause(),
                field: error.field.to_string(),
                detail: error.text(),
            };
            if self.is_reason(because, error, place) {
                own.push(issue);
            } else {
                others.push(issue);
            }
        }
        own.extend(answer.decode.iter().map(|finding| ResponseIssue {
            kind: "BadRequest",
            field: String::new(),
            detail: finding.text.clone(),
        }));
        for finding in &answer.strict {
            let issue = ResponseIssue {
                kind: "UnknownField",
                field: finding.field.to_string(),
                detail: finding.text.clone(),
            };
            if self.is_dropped(because, finding, place) {
                own.push(issue);
            } else {
                others.push(issue);
            }
        }
        own.append(&mut others);
        own
    }

    fn is_undecodable(&self) -> bool {
        self.answer.decode.is_some()
            && self
                .without_change
                .as_ref()
                .is_none_or(|without| without.decode.is_none())
    }
}

/// A response of the new CRD that rejects or drops the value at a place.
pub(super) struct Refusal {
    pub(super) witness: Witness,
    pub(super) fate: Fate,
    /// The number of errors and dropped fields with another cause.
    pub(super) others: usize,
}

impl Requests {
    /// Returns the object as a server with the old CRD stores it; `None` if it rejects the object or drops a part of it.
    pub(super) fn admitted_by_old(&self, object: &Value, place: &FieldPath) -> Option<Value> {
        let answer = self.ask(&self.old, object, place)?;
        if !answer.is_accepted() || !answer.strict.is_empty() {
            return None;
        }
        if self.parts.operation(place) == Some(WitnessOperation::UpdateStatus) {
            let stored = self.stored(object);
            if !self.old.admit(Request::create(&stored)).is_accepted() {
                return None;
            }
        }
        Some(answer.object)
    }

    /// Returns the response of a server with the new CRD.
    pub(super) fn response(&self, object: &Value, place: &FieldPath) -> Option<Response> {
        let without_change = self.without_change.as_ref();
        Some(Response {
            answer: self.ask(&self.new, object, place)?,
            without_change: without_change.and_then(|new| self.ask(new, object, place)),
        })
    }

    /// Returns the response of a server with the new CRD, if it rejects or drops the value at a place.
    pub(super) fn refusal(&self, object: &Value, place: &FieldPath, because: Because<'_>) -> Option<Refusal> {
        let response = self.response(object, place)?;
        let answer = &response.answer;
        let is_reason = |error: &FieldError| response.is_reason(because, error, place);
        let is_dropped = |finding: &Finding| response.is_dropped(because, finding, place);
        let fate = if answer.strict.iter().any(is_dropped) {
            Fate::Dropped
        } else if response.is_undecodable() || answer.errors.iter().any(is_reason) {
            Fate::Refused
        } else {
            return None;
        };
        let others = answer
            .errors
            .iter()
            .filter(|error| response.is_other(because, error, place))
            .count()
            + answer
                .strict
                .iter()
                .filter(|finding| !is_dropped(finding))
                .count();
        Some(Refusal {
            witness: self.witness(object, place, &response, because),
            fate,
            others,
        })
    }

    /// Returns the errors of a server with the new CRD that have another cause, and the paths of such dropped fields.
    pub(super) fn others(
        &self,
        object: &Value,
        place: &FieldPath,
        because: Because<'_>,
    ) -> (Vec<FieldError>, Vec<FieldPath>) {
        let Some(response) = self.response(object, place) else {
            return Default::default();
        };
        let errors = response.answer.errors.iter();
        let errors = errors.filter(|error| response.is_other(because, error, place));
        let dropped = response.answer.strict.iter();
        let dropped = dropped
            .filter(|finding| !response.is_dropped(because, finding, place))
            .map(|finding| finding.field.clone());
        (errors.cloned().collect(), dropped.collect())
    }

    pub(super) fn witness(
        &self,
        object: &Value,
        place: &FieldPath,
        response: &Response,
        because: Because<'_>,
    ) -> Witness {
        let operation = self.parts.operation(place).unwrap_or(WitnessOperation::Create);
        let old = (operation == WitnessOperation::UpdateStatus).then(|| self.stored(object));
        Witness {
            operation,
            old,
            object: object.clone(),
            response: response.issues(place, because),
            read_values: None,
        }
    }

    /// Returns the update of a stored object as a witness, if the old CRD accepts it and the new one rejects it.
    pub(super) fn refused_edit(
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
        let response = Response {
            answer: self.new.admit(request()),
            without_change: self.without_change.as_ref().map(|new| new.admit(request())),
        };
        let mut errors = response.answer.errors.iter();
        let is_refused = errors.any(|error| response.is_reason(because, error, place));
        is_refused.then(|| Witness {
            operation,
            old: Some(before.clone()),
            object: after.clone(),
            response: response.issues(place, because),
            read_values: None,
        })
    }

    /// Whether the new CRD accepts an update of a stored object.
    pub(super) fn is_editable(&self, object: &Value, edited: &Value) -> bool {
        let request = Request::new(Operation::Update { old: object }, edited);
        self.new.admit(request).is_accepted()
    }

    /// Returns the errors for an object under the old CRD, and also those for the object without its status if the place
    /// is in the status.
    pub(super) fn errors_of_old(&self, object: &PlacedValue) -> Vec<FieldError> {
        let answer = self.ask(&self.old, &object.whole, &object.place);
        let mut errors = answer.map(|answer| answer.errors).unwrap_or_default();
        let is_in_status = object.place.segments.first();
        if is_in_status.is_some_and(|first| first.is_field("status")) {
            let stored = self.stored(&object.whole);
            errors.extend(self.old.admit(Request::create(&stored)).errors);
        }
        errors
    }

    /// Returns the stored object whose status an update replaces. It has none, except before one that is null: for ratcheting, that is
    /// no change of an absent status, so it replaces another one where the old CRD accepts that.
    fn stored(&self, object: &Value) -> Value {
        let stored = ObjectParts::without_status(object);
        if object.get("status") != Some(&Value::Null) {
            return stored;
        }
        let known = [
            json!({}),
            json!([]),
            json!(""),
            json!(0),
            json!(false),
            json!(true),
        ];
        let schema = self.old.schema().property("status");
        let generated = schema.map(|status| Values::new(0).value(status, ValueOptions::SMALLEST));
        let mut former = known.into_iter().chain(generated).map(|status| {
            let mut object = stored.clone();
            object["status"] = status;
            object
        });
        let is_accepted = |old: &Value, object: &Value| {
            let operation = Operation::UpdateStatus { old };
            self.old.admit(Request::new(operation, object)).is_accepted()
        };
        former
            .find(|former| is_accepted(&stored, former) && is_accepted(former, object))
            .unwrap_or_else(|| stored.clone())
    }

    /// Sends a write request for an object: for its status if `place` is in a status with its own endpoint, else for the
    /// whole object.
    fn ask(&self, admission: &Admission, object: &Value, place: &FieldPath) -> Option<Admitted> {
        match self.parts.operation(place)? {
            WitnessOperation::UpdateStatus => {
                let stored = self.stored(object);
                let operation = Operation::UpdateStatus { old: &stored };
                Some(admission.admit(Request::new(operation, object)))
            }
            _ => Some(admission.admit(Request::create(object))),
        }
    }
}

impl WitnessOperation {
    /// The operation that edits an object that this one has stored.
    pub(super) fn of_stored(self) -> WitnessOperation {
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
