//! The steps of a request, in the server's order (rules OBJ-01 to OBJ-19).

use serde_json::Value;

use super::decode::{self, Source};
use super::{Admission, Admitted, FieldValidation, Finding, Operation, Request, Warning, prepare, scale};
use crate::go;
use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, FieldPath, Path, Segment};
use crate::model::rules::{self, RuleId};
use crate::server::metadata::{self, Subject};
use crate::server::objects::rules::{Ratcheting, Verdict};
use crate::server::objects::scale as replicas;
use crate::server::objects::value::{self, Purpose, ValidationSettings};
use crate::server::objects::view::View;
use crate::server::objects::{embedded, list_types};

const METADATA: Path<'static> = Path::root("metadata");
/// The server's words where rules cannot be run.
const BLOCKED: &str = "some validation rules were not checked because the object was invalid; correct the existing errors to complete \
     validation";

/// Judges a request.
pub(super) fn admit(admission: &Admission, request: Request<'_>) -> Admitted {
    let mut admitted = Admitted::default();
    if request.field_validation != FieldValidation::Ignore {
        admitted.strict.extend(request.duplicates.iter().cloned());
    }
    if let Err(fault) = decode::check_depth(request.object) {
        admitted.decode = Some(fault);
        return admitted;
    }
    let mut strict = Vec::new();
    // The body is decoded before the stored object is read.
    let decoded = match request.operation {
        Operation::UpdateScale { .. } => None,
        operation => {
            let source = match operation {
                Operation::Apply { .. } => Source::Merged,
                _ => Source::Request,
            };
            let mut sent = request.object.clone();
            if let Err(fault) = decode::decode(admission, &mut sent, source, &mut strict) {
                admitted.decode = Some(fault);
                return admitted;
            }
            Some(sent)
        }
    };
    let old = request.operation.old().map(|old| stored(admission, old));
    let old = match old.transpose() {
        Ok(old) => old,
        Err(fault) => {
            admitted.decode = Some(fault);
            return admitted;
        }
    };
    let sent = match (decoded, &old) {
        (Some(sent), _) => Ok(sent),
        (None, Some(old)) => scale::scaled(admission, request.object, old),
        (None, None) => Ok(Value::Null),
    };
    let mut sent = match sent {
        Ok(sent) => sent,
        Err(fault) => {
            admitted.decode = Some(fault);
            return admitted;
        }
    };
    if request.field_validation != FieldValidation::Ignore {
        admitted.strict.append(&mut strict);
    }
    if request.field_validation == FieldValidation::Strict && !admitted.strict.is_empty() {
        admitted.decode = Some(strict_error(admission, &admitted.strict));
        return admitted;
    }
    judge(
        admission,
        request.operation,
        &mut sent,
        old.as_ref(),
        &mut admitted,
    );
    admitted.object = sent;
    admitted
}

/// The stored object, as an update finds it.
fn stored(admission: &Admission, old: &Value) -> Result<Value, Finding> {
    let of_old = |fault: Finding| Finding::new(format!("old: {fault}"), FieldPath::default());
    decode::check_depth(old).map_err(of_old)?;
    let mut old = old.clone();
    decode::decode(admission, &mut old, Source::Store, &mut Vec::new()).map_err(of_old)?;
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
    // What the generic checks find does not keep rules from being run.
    let mut of_strategy = 0;
    let ratchets = match operation {
        Operation::UpdateStatus { .. } => Change::StatusRatcheting,
        _ => Change::ValidationRatcheting,
    };
    match (operation, old) {
        (Operation::UpdateStatus { .. }, Some(old)) => {
            prepare::update_status(object, old);
            generic_metadata(admission, object, old, errors);
            of_strategy = errors.len();
            of_status(admission, object, old, errors);
        }
        (_, Some(old)) => {
            prepare::update(&admission.options, object, old);
            generic_metadata(admission, object, old, errors);
            of_strategy = errors.len();
            of_object(admission, object, Some(old), errors);
        }
        (_, None) => {
            prepare::create(&admission.options, object);
            of_object(admission, object, None, errors);
        }
    }
    rules_of(admission, object, old, ratchets, of_strategy, admitted);
    if admitted.errors.is_empty() && !matches!(operation, Operation::UpdateStatus { .. }) {
        let findings = finalizer_warnings(admission, object, old);
        admitted
            .warnings
            .extend(findings.into_iter().map(Warning::Finding));
    }
}

/// What any update checks before the strategy of custom resources does.
fn generic_metadata(admission: &Admission, object: &Value, old: &Value, errors: &mut Vec<FieldError>) {
    let (meta, old) = (prepare::meta_of(object), prepare::meta_of(old));
    let options = &admission.options;
    let subject = Subject::Stored(options.scope);
    metadata::validate_create(&meta, subject, &METADATA, options.server, errors);
    metadata::validate_update(&meta, &old, &METADATA, options.server, errors);
}

/// Runs the rules, unless an error of the strategy forbids it (OBJ-12); `of_strategy` is the position of its first one.
fn rules_of(
    admission: &Admission,
    object: &Value,
    old: Option<&Value>,
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
            value: Some(go::bad_value(&Value::Null, version)),
            ..FieldError::at(rules::OBJ_12, ErrorType::Invalid, FieldPath::default(), BLOCKED)
        });
        return;
    }
    let ratcheting = if version.has(ratchets) {
        Ratcheting::On(&admission.schema)
    } else {
        Ratcheting::Off
    };
    let outcome = compiled.run(object, old, ratcheting, None);
    admitted.errors.extend(outcome.errors);
    let ratcheted = outcome.ratcheted.into_iter().map(Warning::Ratcheted);
    admitted.warnings.extend(ratcheted);
    admitted.cost = (outcome.verdict == Verdict::Complete).then_some(outcome.cost);
}

/// The strategy for creates and updates of whole objects, up to its rules.
fn of_object(admission: &Admission, object: &Value, old: Option<&Value>, errors: &mut Vec<FieldError>) {
    let options = &admission.options;
    let type_meta = type_meta(admission, object);
    if type_meta.is_empty() {
        let meta = prepare::meta_of(object);
        match old {
            None => {
                let subject = Subject::CustomResource(options.scope);
                metadata::validate_create(&meta, subject, &METADATA, options.server, errors);
            }
            Some(old) => {
                let old = prepare::meta_of(old);
                metadata::validate_update(&meta, &old, &METADATA, options.server, errors);
            }
        }
        let ratcheted = old.filter(|_| options.server.has(Change::ValidationRatcheting));
        errors.extend(value::validate(
            &admission.schema,
            object,
            ratcheted,
            None,
            settings(admission),
        ));
        if let Some(of) = &options.scale {
            errors.extend(replicas::validate(of, object));
        }
    } else {
        errors.extend(type_meta);
    }
    let root = View::of(&admission.schema);
    errors.extend(embedded::validate(object, root, None, options.server));
    list_types(admission, object, old, errors);
}

/// The strategy for updates of the status, up to its rules.
fn of_status(admission: &Admission, object: &Value, old: &Value, errors: &mut Vec<FieldError>) {
    let options = &admission.options;
    let type_meta = type_meta(admission, object);
    if type_meta.is_empty() {
        let (meta, old_meta) = (prepare::meta_of(object), prepare::meta_of(old));
        metadata::validate_update(&meta, &old_meta, &METADATA, options.server, errors);
        if let (Some(status), Some(schema)) = (object.get("status"), admission.schema.property("status")) {
            let ratcheted = old
                .get("status")
                .filter(|_| options.server.has(Change::StatusRatcheting));
            let path = Path::root("status");
            let prefix = options.server.has(Change::StatusPaths).then_some(&path);
            let found = value::validate(schema, status, ratcheted, prefix, settings(admission));
            errors.extend(found.into_iter().map(|error| below_status(error, prefix)));
        }
        if let Some(of) = &options.scale {
            errors.extend(replicas::validate_status(of, object));
        }
    } else {
        errors.extend(type_meta);
    }
    list_types(admission, object, Some(old), errors);
}

/// The error of a status, whose origin is that of the whole object.
fn below_status(mut error: FieldError, prefix: Option<&Path<'_>>) -> FieldError {
    if let Some(origin) = &mut error.origin {
        let schema = [Segment::Field("properties".into()), Segment::Key("status".into())];
        origin.keyword.segments.splice(0..0, schema);
        if prefix.is_none() {
            origin.value.segments.insert(0, Segment::Field("status".into()));
        }
    }
    error
}

fn settings(admission: &Admission) -> ValidationSettings<'_> {
    ValidationSettings {
        purpose: Purpose::Instance,
        version: admission.options.server,
        rule: rules::VAL_01,
        patterns: &admission.patterns,
    }
}

/// Checks list types; on updates only if the old object has no fault of this kind at all (LST-01).
fn list_types(admission: &Admission, object: &Value, old: Option<&Value>, errors: &mut Vec<FieldError>) {
    let validate = |object| list_types::validate(&admission.schema, object, admission.options.server);
    let found = validate(object);
    if !found.is_empty() && old.is_none_or(|old| validate(old).is_empty()) {
        errors.extend(found);
    }
}

/// Checks that `kind` and `apiVersion` are the CRD's.
fn type_meta(admission: &Admission, object: &Value) -> Vec<FieldError> {
    const RULE: RuleId = rules::EMB_02;
    let mut errors = Vec::new();
    let options = &admission.options;
    for (key, wanted) in [("kind", &options.kind), ("apiVersion", &options.api_version)] {
        let found = object.get(key).and_then(Value::as_str).unwrap_or_default();
        if found != &**wanted {
            let field = FieldPath::default().child(key);
            errors.push(FieldError {
                value: Some(go::quote(found)),
                ..FieldError::at(RULE, ErrorType::Invalid, field, format!("must be {wanted}"))
            });
        }
    }
    errors
}

/// OBJ-19: names of finalizers that could clash.
fn finalizer_warnings(admission: &Admission, object: &Value, old: Option<&Value>) -> Vec<Finding> {
    let meta = prepare::meta_of(object);
    if meta.finalizers.is_empty() {
        return Vec::new();
    }
    let old = old.map(prepare::meta_of).unwrap_or_default();
    let mut added: Vec<(usize, &str)> = meta
        .finalizers
        .iter()
        .enumerate()
        .map(|(index, name)| (index, &**name))
        .filter(|(_, name)| !old.finalizers.iter().any(|old| **old == **name))
        .collect();
    added.sort_by(|left, right| left.1.cmp(right.1));
    added.dedup_by(|left, right| left.1 == right.1);
    let names_paths = admission.options.server.has(Change::FinalizerPaths);
    let standard = ["orphan", "foregroundDeletion", "kubernetes"];
    added
        .into_iter()
        .filter(|(_, name)| !name.contains('/') && !standard.contains(name))
        .map(|(index, name)| {
            let with_path = if names_paths && name.contains('.') {
                " including a path (/)"
            } else {
                ""
            };
            let text = format!(
                "metadata.finalizers: {}: prefer a domain-qualified finalizer name{with_path} to avoid accidental \
                 conflicts with other finalizer writers",
                go::quote(name)
            );
            Finding::new(text, METADATA.child("finalizers").index(index).to_field_path())
        })
        .collect()
}
