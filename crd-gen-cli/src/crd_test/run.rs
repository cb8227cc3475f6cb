//! Runs one case: validates the request, and compares the response with the expectation.

use std::sync::Arc;

use crd_core::check::objects::{
    CheckedObject, Crds, DeclaredRule, ObjectOptions, Objects, OldObjects, RequestTarget, RuleLocation,
    UnknownKinds,
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
    Rejected(Vec<ReportedError>),
    /// No CRD can validate the object.
    Unjudged(String),
}

/// An error of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReportedError {
    /// The path; empty for the whole object.
    field: String,
    /// The server's message.
    text: String,
    /// What to write instead of an unknown field.
    help: Option<String>,
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

/// Validates the creation of an object.
pub(super) fn create(object: &Value, crds: &Crds, field_validation: FieldValidation) -> Said {
    respond(object, None, RequestTarget::default(), crds, field_validation).said
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
    options.unknown_kinds = UnknownKinds::RefuseAll;
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
    let error = |field: &crd_core::field::FieldPath, text: String, help: Option<String>| ReportedError {
        field: path(field),
        text,
        help,
    };
    let mut errors: Vec<ReportedError> = Vec::new();
    match &admitted.decode {
        Some(_) if !admitted.strict.is_empty() => {
            let strict = admitted.strict.iter();
            errors.extend(strict.map(|finding| {
                let text = finding.text.clone();
                let help = help_about(&judged.findings, &text);
                error(&finding.field, text, help)
            }));
        }
        Some(fault) => errors.push(error(&fault.field, fault.text.clone(), None)),
        None => {}
    }
    let of_values = admitted.errors.iter();
    errors.extend(of_values.map(|one| error(&one.field, one.text(), None)));
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

/// Returns the help of the finding about an unknown field.
fn help_about(findings: &[Diagnostic], text: &str) -> Option<String> {
    let is_about = |finding: &&Diagnostic| {
        let server = finding.server.as_ref();
        finding.code == codes::OBJECT_UNKNOWN_FIELD && server.is_some_and(|error| error.detail == text)
    };
    findings.iter().find(is_about)?.help.first().cloned()
}

impl ReportedError {
    /// Whether the server only says that it left something out because of other errors.
    fn is_of_skipped_rules(&self) -> bool {
        self.text.contains(RULES_SKIPPED)
    }

    fn describe(&self) -> String {
        let mut words = match self.field.as_str() {
            "" => self.text.clone(),
            field => format!("{field}: {}", self.text),
        };
        if let Some(help) = &self.help {
            words.push_str("; ");
            words.push_str(help);
        }
        words
    }
}

impl Said {
    /// Returns the differences from the expectation, one sentence for each; empty if it is met.
    pub(super) fn misses(&self, expected: Option<&Expectation>) -> Vec<String> {
        let Said::Rejected(errors) = self else {
            return match (self, expected) {
                (Said::Accepted, None) => {
                    vec![
                        "the case has no `expect`; the object is accepted: write `expect: accepted`"
                            .to_owned(),
                    ]
                }
                (Said::Accepted, Some(Expectation::Accepted)) | (Said::Rejected(_), _) => Vec::new(),
                (Said::Accepted, Some(_)) => vec!["expected to be rejected, but accepted".to_owned()],
                (Said::Unjudged(_), _) => vec![self.describe()],
            };
        };
        let surplus = || self.surplus(expected).into_iter();
        match expected {
            Some(Expectation::Rejected) => Vec::new(),
            Some(Expectation::Accepted) => surplus()
                .map(|error| format!("expected to be accepted, but rejected: {}", error.describe()))
                .collect(),
            None => surplus()
                .map(|error| format!("the case has no `expect`; rejected: {}", error.describe()))
                .collect(),
            Some(Expectation::RejectedFor(expected)) => {
                let absent = expected
                    .iter()
                    .filter(|expected| !errors.iter().any(|error| expected.is_met(error)))
                    .map(|expected| format!("expected, but not reported: {}", expected.describe()));
                let surplus =
                    surplus().map(|error| format!("not expected, but reported: {}", error.describe()));
                absent.chain(surplus).collect()
            }
        }
    }

    /// Returns the errors that are not expected.
    fn surplus(&self, expected: Option<&Expectation>) -> Vec<&ReportedError> {
        let Said::Rejected(errors) = self else {
            return Vec::new();
        };
        let is_expected = |error: &ReportedError| match expected {
            Some(Expectation::Rejected) => true,
            Some(Expectation::RejectedFor(expected)) => {
                expected.iter().any(|expected| expected.is_met(error))
            }
            Some(Expectation::Accepted) | None => false,
        };
        let others = errors.iter().filter(|error| !error.is_of_skipped_rules());
        others.filter(|error| !is_expected(error)).collect()
    }

    /// Returns the response in words.
    pub(super) fn describe(&self) -> String {
        match self {
            Said::Accepted => "accepted".to_owned(),
            Said::Unjudged(reason) => format!("not validated: {reason}"),
            Said::Rejected(_) => {
                let errors = self.surplus(None).into_iter().map(ReportedError::describe);
                format!("rejected: {}", errors.collect::<Vec<_>>().join("; "))
            }
        }
    }

    /// Whether a case with this response fails because the base has that one: it is not validated for the same reason, or has no
    /// other errors that are not expected.
    pub(super) fn follows(&self, of_base: &Said, expected: Option<&Expectation>) -> bool {
        match (self, of_base) {
            (Said::Unjudged(reason), Said::Unjudged(same)) => reason == same,
            (Said::Rejected(_), Said::Rejected(of_base)) => {
                let surplus = self.surplus(expected);
                !surplus.is_empty() && surplus.iter().all(|error| of_base.contains(error))
            }
            _ => false,
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
                    .filter(|error| !error.is_of_skipped_rules())
                    .map(|error| ExpectedError {
                        field: Some(error.field.clone()).filter(|field| !field.is_empty()),
                        text: Some(error.text.clone()),
                    })
                    .collect(),
            )),
        }
    }
}

impl ExpectedError {
    fn is_met(&self, error: &ReportedError) -> bool {
        let has_text = |expected: &String| error.text.contains(expected.as_str());
        self.field
            .as_ref()
            .is_none_or(|expected| *expected == error.field)
            && self.text.as_ref().is_none_or(has_text)
    }

    /// Whether it may be an error of a rule: of the rule's text, and not above its values.
    pub(super) fn may_be_of(&self, rule: &DeclaredRule) -> bool {
        let fixed = rule.at.path.split(['[', '*']).next().unwrap_or_default();
        let is_inside = |field: &String| field.starts_with(fixed.trim_end_matches('.'));
        let has_text = |text: &String| {
            // The server's text has more before the message.
            let is_part =
                |message: &String| message.contains(text.as_str()) || text.contains(message.as_str());
            rule.message.as_ref().is_none_or(is_part)
        };
        self.field.as_ref().is_none_or(is_inside) && self.text.as_ref().is_none_or(has_text)
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
