//! The steps of a request, in the server's order (rules OBJ-01 to OBJ-19).

use std::borrow::Cow;

use serde_json::Value;

use super::body;
use super::decode::{self, ObjectSource};
use super::request::RequestOptions;
use super::strategy::{self, PreparedObject};
use super::{Admission, Admitted, FieldValidation, Finding, Operation, Request, Warning, prepare, scale};
use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, FieldPath};
use crate::model::rules;
use crate::server::objects::bad_value::bad_value;
use crate::server::objects::rules::{Ratcheting, RulesProgress};

/// The server's text if rules cannot be run.
const BLOCKED: &str = "some validation rules were not checked because the object was invalid; correct the existing errors to complete \
     validation";

/// Whether an error only says that rules were not evaluated because of the other errors.
#[cfg(feature = "compat")]
pub(crate) fn is_consequence(error: &FieldError) -> bool {
    error.detail == BLOCKED
}

impl Admission {
    /// Validates a request. A namespaced object without a namespace is assumed to be in `default`, or in the
    /// namespace of the stored object.
    pub fn admit(&self, request: Request<'_>) -> Admitted {
        admit(self, request.into(), Cow::Borrowed(request.object))
    }

    /// Like [`admit`](Self::admit) for a request without options: takes ownership of the object, which then need not be copied.
    ///
    /// ```
    /// use crd_core::KubeVersion;
    /// use crd_core::objects::{Admission, Operation, ResourceOptions};
    /// use crd_core::structural::{Structural, StructuralShape};
    /// use serde_json::json;
    ///
    /// let options = ResourceOptions::new(KubeVersion::DEFAULT, "example.com/v1", "Cache");
    /// let admission = Admission::of_structural(&Structural::new(StructuralShape::Any), options);
    /// let object = json!({"apiVersion": "example.com/v1", "kind": "Cache", "metadata": {"name": "a"}});
    /// let admitted = admission.admit_owned(Operation::Create, object);
    /// assert_eq!(admitted.object["metadata"]["namespace"], "default");
    /// ```
    pub fn admit_owned(&self, operation: Operation<'_>, object: Value) -> Admitted {
        let request = Request::new(operation, &Value::Null).into();
        admit(self, request, Cow::Owned(object))
    }
}

/// Validates a request whose object is `object`.
fn admit(admission: &Admission, request: RequestOptions<'_>, object: Cow<'_, Value>) -> Admitted {
    let mut admitted = Admitted::default();
    match read(admission, request, object, &mut admitted.strict) {
        Ok((mut sent, old)) => {
            judge(
                admission,
                request.operation,
                &mut sent,
                old.as_deref(),
                &mut admitted,
            );
            admitted.object = sent;
        }
        Err(fault) => admitted.decode = Some(fault),
    }
    admitted
}

/// Returns the object that a request would store, and the stored one.
fn read<'o>(
    admission: &Admission,
    request: RequestOptions<'o>,
    mut object: Cow<'_, Value>,
    strict: &mut Vec<Finding>,
) -> Result<(Value, Option<Cow<'o, Value>>), Finding> {
    let operation = request.operation;
    let reports_fields = request.field_validation != FieldValidation::Ignore;
    if reports_fields {
        strict.extend(request.duplicates.iter().cloned());
    }
    let surveyed = decode::survey(admission, &object)?;
    let is_whole = matches!(
        operation,
        Operation::Create | Operation::Update { .. } | Operation::UpdateStatus { .. }
    );
    let url = request.url.filter(|_| is_whole);
    if url.is_some() {
        body::recognize(admission, &object)?;
    }
    let source = match operation {
        Operation::Apply { .. } => ObjectSource::Merged,
        _ => ObjectSource::Request,
    };
    let is_scale = matches!(operation, Operation::UpdateScale { .. });
    let mut unknown = Vec::new();
    // The body is decoded before the stored object is read.
    if !is_scale {
        decode::decode(admission, &mut object, surveyed, source, &mut unknown)?;
    }
    if let Some(url) = url {
        body::check(admission, operation, url, &object)?;
    }
    let old = operation.old().map(|old| stored(admission, old)).transpose()?;
    let sent = match &old {
        Some(old) if is_scale => scale::scaled(admission, &object, old)?,
        _ => object.into_owned(),
    };
    if reports_fields {
        strict.append(&mut unknown);
    }
    if request.field_validation == FieldValidation::Strict && !strict.is_empty() {
        return Err(strict_error(admission, strict));
    }
    Ok((sent, old))
}

/// Returns the stored object in the form in which an update reads it; copied only if that differs.
fn stored<'o>(admission: &Admission, old: &'o Value) -> Result<Cow<'o, Value>, Finding> {
    let of_old = |fault: Finding| Finding::new(format!("old: {fault}"), FieldPath::default());
    let surveyed = decode::survey(admission, old).map_err(of_old)?;
    let mut old = Cow::Borrowed(old);
    decode::decode(
        admission,
        &mut old,
        surveyed,
        ObjectSource::Store,
        &mut Vec::new(),
    )
    .map_err(of_old)?;
    prepare::stored(admission, &mut old);
    Ok(old)
}

fn strict_error(admission: &Admission, findings: &[Finding]) -> Finding {
    let texts: Vec<&str> = findings.iter().map(|finding| finding.text.as_str()).collect();
    let options = &admission.options;
    let version = options
        .api_version
        .split_once('/')
        .map_or(&*options.api_version, |(_, version)| version);
    let text = format!(
        "{kind} in version {version:?} cannot be handled as a {kind}: strict decoding error: {}",
        texts.join(", "),
        kind = options.kind,
    );
    let field = findings.first().map(|finding| finding.field.clone());
    Finding::new(text, field.unwrap_or_default())
}

fn judge(
    admission: &Admission,
    operation: Operation<'_>,
    object: &mut Value,
    old: Option<&Value>,
    admitted: &mut Admitted,
) {
    let errors = &mut admitted.errors;
    let ratchets = match operation {
        Operation::UpdateStatus { .. } => Change::StatusRatcheting,
        _ => Change::ValidationRatcheting,
    };
    let is_status = matches!(operation, Operation::UpdateStatus { .. });
    let repeated_owner = prepare::receive(object, operation, old);
    admitted.warnings.extend(repeated_owner.map(Warning::Finding));
    let old = old.map(|old| (old, prepare::meta_of(old)));
    match &old {
        Some((old, _)) if is_status => prepare::update_status(object, old),
        Some((old, meta)) => prepare::update(&admission.options, object, old, meta),
        None => prepare::create(&admission.options, object),
    }
    let judged = PreparedObject::new(object, old);
    strategy::generic_metadata(admission, &judged, errors);
    // Errors of the generic checks do not prevent rules from being run.
    let of_strategy = errors.len();
    if is_status {
        strategy::of_status(admission, &judged, errors);
    } else {
        strategy::of_object(admission, &judged, errors);
    }
    rules_of(admission, &judged, ratchets, of_strategy, admitted);
    if admitted.errors.is_empty() && !is_status {
        let findings = strategy::finalizer_warnings(admission, &judged);
        let findings = findings.into_iter().map(Warning::Finding);
        admitted.warnings.extend(findings);
    }
    if admitted.errors.is_empty() && judged.old_object().is_none() {
        admitted.errors.extend(strategy::unstorable(&judged));
    }
}

/// Runs the rules, unless an error of the strategy prevents it (OBJ-12); `of_strategy` is the index of its first error.
fn rules_of(
    admission: &Admission,
    judged: &PreparedObject<'_>,
    ratchets: Change,
    of_strategy: usize,
    admitted: &mut Admitted,
) {
    let Some(compiled) = &admission.rules else { return };
    let version = admission.options.server;
    let blocks = |error: &FieldError| {
        matches!(
            error.kind,
            ErrorType::NotSupported
                | ErrorType::Required
                | ErrorType::TooLong
                | ErrorType::TooMany
                | ErrorType::TypeInvalid
        )
    };
    if admitted.errors.iter().skip(of_strategy).any(blocks) {
        admitted.errors.push(FieldError {
            value: Some(bad_value(&Value::Null, version)),
            ..FieldError::at(rules::OBJ_12, ErrorType::Invalid, FieldPath::default(), BLOCKED)
        });
        return;
    }
    let ratcheting = if version.has(ratchets) {
        Ratcheting::On(&admission.schema)
    } else {
        Ratcheting::Off
    };
    let outcome = compiled.run(judged.object, judged.old_object(), ratcheting, None);
    admitted.errors.extend(outcome.errors);
    let ratcheted = outcome.ratcheted.into_iter().map(Warning::Ratcheted);
    admitted.warnings.extend(ratcheted);
    admitted.cost = (outcome.verdict == RulesProgress::Complete).then_some(outcome.cost);
}
