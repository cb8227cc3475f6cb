//! Validates one object: finds its CRD, computes the server's response, and turns it into diagnostics.

use serde_json::Value as Json;

use super::builtin::{group_and_version, is_builtin};
use super::checked::{CheckedObject, CheckedRequest, ObjectOutcome, SkipReason};
use super::corrections;
use super::crds::Crds;
use super::declared::{CompiledVersion, DeclaredCrd, DeclaredVersion};
use super::diagnose;
use super::ignored;
use super::list::ObjectAt;
use super::options::{ObjectOptions, RequestTarget, UnknownKinds};
use super::subject::ObjectSubject;
use super::words;
use crate::check::diagnose::LAST_WINS;
use crate::check::documents::join_cut;
use crate::check::lints::names;
use crate::check::{Diagnostic, DocumentSource, Severity, codes, consequences, proposals};
use crate::model::field::FieldPath;
use crate::model::sort::sort_by;
use crate::objects::{Admitted, FieldValidation, Finding, Operation, Request, Warning, duplicates};
use crate::server::objects::set_resource_versions;
use crate::yaml::tree::Node;

/// Validates the object at a node of a text.
pub(super) fn check(
    source: &str,
    node: &Node,
    at: ObjectAt,
    crds: &Crds,
    options: &ObjectOptions,
) -> CheckedObject {
    let text = |node: Option<&Node>| node.and_then(Node::as_str).map(str::to_owned);
    let metadata = node.get("metadata");
    let mut judged = CheckedObject {
        position: at.position,
        item: at.item,
        api_version: text(node.get("apiVersion")),
        kind: text(node.get("kind")),
        namespace: text(metadata.and_then(|metadata| metadata.get("namespace"))),
        name: text(metadata.and_then(|metadata| metadata.get("name"))),
        ..CheckedObject::default()
    };
    let stored = options.old.as_ref().and_then(|old| match options.target {
        RequestTarget::Scale => old.named_as(node),
        RequestTarget::Object | RequestTarget::Status => old.of(node, crds),
    });
    match find(node, &judged, stored, crds, options) {
        KindMatch::Version(declared, version) => {
            let subject = ObjectSubject {
                text: source,
                node,
                declared,
                version,
                limit: options.limit.unwrap_or(usize::MAX),
            };
            admit(&mut judged, &subject, at, stored, crds, options);
        }
        KindMatch::Skipped(reason) => judged.outcome = ObjectOutcome::Skipped(reason),
        KindMatch::Doubtful(doubt) => {
            let mut diagnostic = diagnose::of_words(node, doubt.words);
            diagnostic.severity = doubt.severity;
            judged.findings.push(diagnostic);
            judged.outcome = ObjectOutcome::Skipped(SkipReason::Undeclared);
        }
        KindMatch::Unjudgeable(words) => judged.findings.push(diagnose::of_words(node, words)),
    }
    judged
}

/// The declaration that matches an object's kind, if any.
enum KindMatch<'a> {
    Version(&'a DeclaredCrd, &'a DeclaredVersion),
    Skipped(SkipReason),
    /// No CRD declares it, but one declares a similar kind, or another kind of its group.
    Doubtful(words::Doubt),
    Unjudgeable(words::Unjudgeable),
}

fn find<'a>(
    node: &Node,
    judged: &CheckedObject,
    stored: Option<&Json>,
    crds: &'a Crds,
    options: &ObjectOptions,
) -> KindMatch<'a> {
    let member = |key: &str| stored.and_then(|stored| stored.get(key)?.as_str().map(str::to_owned));
    if options.target == RequestTarget::Scale
        && let (Some(api_version), Some(kind)) = (&judged.api_version, &judged.kind)
        && (api_version.as_str(), kind.as_str()) != ("autoscaling/v1", "Scale")
    {
        let (group, version) = group_and_version(api_version);
        let declared = crds.declaring(group, kind);
        if let Some((declared, version)) =
            declared.and_then(|declared| Some((declared, declared.version(version)?)))
            && let Ok(compiled) = declared.compiled(version, crds.version())
            && compiled.admission.options().scale.is_none()
        {
            return KindMatch::Unjudgeable(words::no_subresource(declared, version, "scale"));
        }
        return KindMatch::Unjudgeable(words::no_scale(api_version, kind));
    }
    let (api_version, kind) = match options.target {
        // A `Scale` is validated as an update of the object that it scales.
        RequestTarget::Scale => (member("apiVersion"), member("kind")),
        RequestTarget::Object | RequestTarget::Status => (judged.api_version.clone(), judged.kind.clone()),
    };
    let (api_version, kind) = match (api_version, kind) {
        (Some(api_version), Some(kind)) => (api_version, kind),
        _ if options.target == RequestTarget::Scale => {
            return KindMatch::Unjudgeable(words::no_scaled_object());
        }
        (Some(api_version), None) if crds.kinds_of(group_and_version(&api_version).0).next().is_some() => {
            let (group, _) = group_and_version(&api_version);
            return KindMatch::Unjudgeable(words::no_kind(node, crds, group));
        }
        // Other files, such as those of kustomize, can have a kind alone.
        (None, Some(kind)) if judged.name.is_some() && crds.of_kind(&kind).next().is_some() => {
            return KindMatch::Unjudgeable(words::no_api_version(node, crds, &kind));
        }
        _ => return KindMatch::Skipped(SkipReason::NoObject),
    };
    let (group, version) = group_and_version(&api_version);
    let Some(declared) = crds.declaring(group, &kind) else {
        if let Some(words) = words::no_such_kind(crds, &api_version, &kind) {
            return KindMatch::Unjudgeable(words);
        }
        let is_builtin = is_builtin(group, version);
        let is_refused = match options.unknown_kinds {
            _ if kind == "CustomResourceDefinition" => false,
            UnknownKinds::PassOver => false,
            UnknownKinds::RefuseCustom => !is_builtin,
            UnknownKinds::RefuseAll => true,
        };
        return match (is_refused, is_builtin) {
            (true, _) => KindMatch::Unjudgeable(words::undeclared(crds, group, &kind)),
            (false, true) => KindMatch::Skipped(SkipReason::Builtin),
            (false, false) => match words::doubt(crds, group, &kind) {
                Some(doubt) => KindMatch::Doubtful(doubt),
                None => KindMatch::Skipped(SkipReason::Undeclared),
            },
        };
    };
    match declared.version(version) {
        Some(version) if version.is_served => KindMatch::Version(declared, version),
        found => KindMatch::Unjudgeable(words::no_such_version(declared, version, found)),
    }
}

/// Finds names and numbers that YAML reads in another way, and repeated names, in an object that is not JSON.
fn of_words(subject: &ObjectSubject<'_>, validation: FieldValidation) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let whole = DocumentSource {
        text: subject.text,
        document: subject.node,
    };
    names::check(whole, &mut found);
    for one in &mut found {
        // Objects are not fixed.
        one.help.extend(one.fix.take().map(|fix| fix.title));
        if validation == FieldValidation::Strict && one.code != codes::YAML_WORD {
            // A server that reads the YAML rejects repeated names.
            one.severity = Severity::Error;
            one.message = one.message.trim_end_matches(LAST_WINS).to_owned();
        }
    }
    found
}

fn admit(
    judged: &mut CheckedObject,
    subject: &ObjectSubject<'_>,
    at: ObjectAt,
    stored: Option<&Json>,
    crds: &Crds,
    options: &ObjectOptions,
) {
    let compiled = match subject.declared.compiled(subject.version, crds.version()) {
        Ok(compiled) => compiled,
        Err(reason) => {
            let words = words::unusable_crd(subject.declared, reason);
            judged.findings.push(diagnose::of_words(subject.node, words));
            return;
        }
    };
    let served = compiled.admission.options();
    let absent = match options.target {
        RequestTarget::Scale if served.scale.is_none() => Some("scale"),
        RequestTarget::Status if !served.status_subresource => Some("status"),
        _ => None,
    };
    if let Some(absent) = absent {
        let words = words::no_subresource(subject.declared, subject.version, absent);
        judged.findings.push(diagnose::of_words(subject.node, words));
        return;
    }
    let mut object = subject.node.to_json();
    let (repeated, of_words) = if at.is_json {
        (duplicates(subject.node), Vec::new())
    } else {
        (Vec::new(), of_words(subject, options.field_validation))
    };
    let mut old = old_object(stored, subject.node, &object, options.target);
    if let (Some(old), RequestTarget::Object | RequestTarget::Status) = (&mut old, options.target) {
        set_resource_versions(old, &mut object);
    }
    let operation = match (&old, options.target) {
        (None, _) => Operation::Create,
        (Some(old), RequestTarget::Object) => Operation::Update { old },
        (Some(old), RequestTarget::Status) => Operation::UpdateStatus { old },
        (Some(old), RequestTarget::Scale) => Operation::UpdateScale { old },
    };
    judged.request = match (stored, &old) {
        (Some(_), _) => CheckedRequest::Update,
        (None, Some(_)) => CheckedRequest::UpdateOfUnknown,
        (None, None) => CheckedRequest::Create,
    };
    let mut request = Request::new(operation, &object);
    request.duplicates = &repeated;
    request.field_validation = match options.field_validation {
        // All errors are reported, not only the decoding errors at which a strict server stops.
        FieldValidation::Strict => FieldValidation::Warn,
        other => other,
    };
    let mut admitted = respond(compiled, request);
    let others = std::mem::take(&mut judged.findings);
    diagnose::all(subject, &admitted, options.field_validation, judged);
    if options.target != RequestTarget::Scale {
        let attempts = corrections::of_object(subject, &judged.findings);
        let level = |one: &Diagnostic| Some(one.severity);
        let check = |corrected: &Node| findings_about(corrected, subject, request, compiled, options);
        consequences::fold(&mut judged.findings, attempts, level, check);
        proposals::try_values(subject.node, &mut judged.findings, |_| true, &check);
    }
    let judged_at = |span| judged.findings.iter().any(|one| one.span == span);
    // A wrong type of a number is explained by its own finding.
    let of_words = of_words.into_iter();
    let of_words: Vec<Diagnostic> = of_words
        .filter(|one| one.code != codes::YAML_WORD || !judged_at(one.span))
        .collect();
    judged.findings.extend(others);
    judged.findings.extend(of_words);
    if !at.is_json {
        join_cut(subject.text, subject.node, &mut judged.findings);
    }
    if options.field_validation == FieldValidation::Strict && !admitted.strict.is_empty() {
        request.field_validation = FieldValidation::Strict;
        admitted.decode = compiled.admission.admit(request).decode;
    }
    if let Some(storage) = compiled.storage.as_ref().filter(|_| admitted.is_accepted()) {
        let mut stored = admitted.object.clone();
        let dropped = storage.store(&mut stored);
        ignored::not_stored(subject, &storage.name, &dropped, judged);
        judged.stored = Some(stored);
    }
    if admitted.is_accepted() {
        let resource = compiled.admission.options();
        ignored::parts(subject, &admitted, options.target, resource, judged);
    }
    let key = |diagnostic: &Diagnostic| {
        (
            diagnostic.severity == Severity::Note,
            diagnostic.span,
            diagnostic.code,
        )
    };
    sort_by(&mut judged.findings, &|a, b| key(a).cmp(&key(b)));
    judged.outcome = ObjectOutcome::Validated(Box::new(admitted));
}

/// Returns the server's response, with the warning about a deprecated version.
fn respond(compiled: &CompiledVersion, request: Request<'_>) -> Admitted {
    let mut admitted = compiled.admission.admit(request);
    if let Some(text) = &compiled.deprecation {
        let field = FieldPath::default().child("apiVersion");
        let warning = Warning::Finding(Finding::new(&**text, field));
        admitted.warnings.insert(0, warning);
    }
    admitted
}

/// Returns the findings about an object after a change, in the same request.
fn findings_about(
    changed: &Node,
    subject: &ObjectSubject<'_>,
    request: Request<'_>,
    compiled: &CompiledVersion,
    options: &ObjectOptions,
) -> Vec<Diagnostic> {
    let mut object = changed.to_json();
    if !matches!(request.operation, Operation::Create) {
        set_resource_versions(&mut request.object.clone(), &mut object);
    }
    let request = Request {
        object: &object,
        ..request
    };
    let subject = ObjectSubject {
        node: changed,
        limit: usize::MAX,
        ..*subject
    };
    let mut checked = CheckedObject::default();
    let admitted = respond(compiled, request);
    diagnose::all(&subject, &admitted, options.field_validation, &mut checked);
    checked.findings
}

/// Returns the stored object that is replaced, in the version of the new one: strategy `None` only changes the version.
fn old_object(stored: Option<&Json>, node: &Node, object: &Json, target: RequestTarget) -> Option<Json> {
    let mut old = match (stored, target) {
        (Some(stored), _) => stored.clone(),
        (None, RequestTarget::Status) => {
            let mut old = object.clone();
            if let Json::Object(members) = &mut old {
                members.remove("status");
            }
            old
        }
        (None, RequestTarget::Object | RequestTarget::Scale) => return None,
    };
    if let (Json::Object(members), Some(api_version), RequestTarget::Object | RequestTarget::Status) =
        (&mut old, node.get("apiVersion").and_then(Node::as_str), target)
    {
        members.insert("apiVersion".to_owned(), api_version.into());
    }
    Some(old)
}
