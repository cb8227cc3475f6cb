//! Runs one case: validates the request, and compares the response with the expectation.

use std::sync::Arc;

use crd_core::check::objects::{
    CheckedObject, Crds, ObjectOptions, Objects, OldObjects, RequestTarget, RuleLocation,
};
use crd_core::check::{Diagnostic, codes};
use crd_core::objects::FieldValidation;
use crd_core::yaml;
use serde_json::Value;

use super::suite::{CaseRequest, Expectation, ExpectedError, TestCase};

/// The server's message if rules were not evaluated; it is added to other errors, and tests need not repeat it.
const RULES_SKIPPED: &str = "some validation rules were not checked";

/// The response to a case.
pub(super) struct CaseAnswer {
    /// The server's response.
    pub(super) said: Said,
    /// The rules that rejected the object.
    pub(super) rejected_by: Vec<RuleLocation>,
    /// The message about a member that objects of the kind do not have.
    pub(super) unknown: Option<String>,
}

/// The server's response to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Accepted,
    /// The errors: path and message.
    Rejected(Vec<(String, String)>),
    /// No CRD can validate the object.
    Unjudged(String),
}

/// Validates the request of a case.
pub(super) fn run(case: &TestCase, crds: &Crds, field_validation: FieldValidation) -> CaseAnswer {
    let (new, old, target) = match &case.request {
        CaseRequest::Create(object) => (object, None, RequestTarget::default()),
        CaseRequest::Update { old, new } => (new, Some(old), RequestTarget::default()),
        CaseRequest::Status { old, new } => (new, Some(old), RequestTarget::Status),
    };
    respond(new, old, target, crds, field_validation)
}

/// Whether the server rejects an update if it is one of the status, which other updates ignore.
pub(super) fn is_meant_for_status(case: &TestCase, crds: &Crds, field_validation: FieldValidation) -> bool {
    let CaseRequest::Update { old, new } = &case.request else {
        return false;
    };
    let respond = || respond(new, Some(old), RequestTarget::Status, crds, field_validation);
    old.get("status") != new.get("status") && matches!(respond().said, Said::Rejected(_))
}

fn respond(
    new: &Value,
    old: Option<&Value>,
    target: RequestTarget,
    crds: &Crds,
    field_validation: FieldValidation,
) -> CaseAnswer {
    let mut options = ObjectOptions::default();
    options.field_validation = field_validation;
    options.target = target;
    options.old = old.and_then(stored);
    let text = match yaml::to_string(new) {
        Ok(text) => text,
        Err(error) => return unjudged(error.to_string()),
    };
    let objects = Objects::read(&text, &options);
    match objects.check(0, crds, &options) {
        None => unjudged("the object is empty".to_owned()),
        Some(judged) => answer(judged),
    }
}

fn unjudged(reason: String) -> CaseAnswer {
    CaseAnswer {
        said: Said::Unjudged(reason),
        rejected_by: Vec::new(),
        unknown: None,
    }
}

fn stored(old: &Value) -> Option<Arc<OldObjects>> {
    let mut objects = OldObjects::default();
    let text = yaml::to_string(old).ok()?;
    objects.add(text.as_bytes(), yaml::Options::default());
    Some(Arc::new(objects))
}

fn answer(judged: CheckedObject) -> CaseAnswer {
    let Some(admitted) = judged.admitted() else {
        let reason = judged.findings.first().map(|finding| match finding.help.first() {
            Some(help) => format!("{}; {help}", finding.message),
            None => finding.message.clone(),
        });
        let undeclared = || match (&judged.kind, &judged.api_version) {
            (Some(kind), Some(api_version)) => {
                format!("no CRD declares the kind `{kind}` of `{api_version}`")
            }
            _ => "the object has no `kind` or no `apiVersion`".to_owned(),
        };
        return unjudged(reason.unwrap_or_else(undeclared));
    };
    let path = |field: &crd_core::field::FieldPath| {
        if field.segments.is_empty() {
            String::new()
        } else {
            field.to_string()
        }
    };
    let mut errors: Vec<(String, String)> = Vec::new();
    match &admitted.decode {
        Some(_) if !admitted.strict.is_empty() => {
            let strict = admitted.strict.iter();
            errors.extend(strict.map(|finding| (path(&finding.field), finding.text.clone())));
        }
        Some(fault) => errors.push((path(&fault.field), fault.text.clone())),
        None => {}
    }
    errors.extend(
        admitted
            .errors
            .iter()
            .map(|error| (path(&error.field), error.text())),
    );
    let is_unknown = |finding: &&Diagnostic| {
        finding.code == codes::OBJECT_UNKNOWN_FIELD && finding.field.segments.len() < 2
    };
    let unknown = judged.findings.iter().find(is_unknown);
    CaseAnswer {
        unknown: unknown.map(|finding| finding.message.clone()),
        said: if errors.is_empty() {
            Said::Accepted
        } else {
            Said::Rejected(errors)
        },
        rejected_by: judged.rejected_by,
    }
}

impl Said {
    /// Returns the differences from the expectation, one sentence for each; empty if it is met.
    pub(super) fn misses(&self, expected: Option<&Expectation>) -> Vec<String> {
        let Said::Rejected(errors) = self else {
            return match (self, expected) {
                (Said::Accepted, None) => vec!["the case has no `expect`; the object is accepted".to_owned()],
                (Said::Accepted, Some(Expectation::Accepted)) | (Said::Rejected(_), _) => Vec::new(),
                (Said::Accepted, Some(_)) => vec!["expected to be rejected, but accepted".to_owned()],
                (Said::Unjudged(reason), _) => vec![format!("not validated: {reason}")],
            };
        };
        let describe = |(field, text): &(String, String)| match field.as_str() {
            "" => text.clone(),
            field => format!("{field}: {text}"),
        };
        match expected {
            Some(Expectation::Rejected) => Vec::new(),
            Some(Expectation::Accepted) => errors
                .iter()
                .map(|error| format!("expected to be accepted, but rejected: {}", describe(error)))
                .collect(),
            None => errors
                .iter()
                .map(|error| format!("the case has no `expect`; rejected: {}", describe(error)))
                .collect(),
            Some(Expectation::RejectedFor(expected)) => {
                let absent = expected
                    .iter()
                    .filter(|expected| !errors.iter().any(|error| expected.is_met(error)))
                    .map(|expected| format!("expected, but not reported: {}", expected.describe()));
                let surplus = errors
                    .iter()
                    .filter(|error| !error.1.contains(RULES_SKIPPED))
                    .filter(|error| !expected.iter().any(|expected| expected.is_met(error)))
                    .map(|error| format!("not expected, but reported: {}", describe(error)));
                absent.chain(surplus).collect()
            }
        }
    }

    /// Returns the expectation that this response meets.
    pub(super) fn as_expectation(&self) -> Option<Expectation> {
        match self {
            Said::Accepted => Some(Expectation::Accepted),
            Said::Unjudged(_) => None,
            Said::Rejected(errors) => Some(Expectation::RejectedFor(
                errors
                    .iter()
                    .filter(|error| !error.1.contains(RULES_SKIPPED))
                    .map(|(field, text)| ExpectedError {
                        field: Some(field.clone()).filter(|field| !field.is_empty()),
                        text: Some(text.clone()),
                    })
                    .collect(),
            )),
        }
    }
}

impl ExpectedError {
    fn is_met(&self, (field, text): &(String, String)) -> bool {
        self.field.as_ref().is_none_or(|expected| expected == field)
            && self
                .text
                .as_ref()
                .is_none_or(|expected| text.contains(expected.as_str()))
    }

    fn describe(&self) -> String {
        match (&self.field, &self.text) {
            (Some(field), Some(text)) => format!("{field}: … {text} …"),
            (Some(field), None) => format!("an error at {field}"),
            (None, Some(text)) => format!("… {text} …"),
            (None, None) => "an error".to_owned(),
        }
    }
}
