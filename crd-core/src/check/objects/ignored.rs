//! Notes and findings about what the server does not store of an accepted object: the status, changes of other requests, nulls,
//! and fields that the storage version lacks.

use super::checked::{CheckedObject, CheckedRequest};
use super::diagnose::VALUE_LIMIT;
use super::nulls;
use super::options::RequestTarget;
use super::place::find;
use super::subject::ObjectSubject;
use crate::check::diagnose::cut;
use crate::check::{Diagnostic, Severity, codes};
use crate::objects::{Admitted, ResourceOptions, ResourceScope};
use crate::yaml::tree::{Node, Span};

/// Adds findings for fields of the object that are dropped because the stored version lacks them. Dropped defaults are
/// not reported, since the author of the object did not write them.
pub(super) fn not_stored(
    subject: &ObjectSubject<'_>,
    stored: &str,
    dropped: &[String],
    judged: &mut CheckedObject,
) {
    let code = codes::OBJECT_FIELD_NOT_STORED;
    for path in dropped {
        let place = find(subject.node, path);
        let Some(span) = place.key.filter(|_| place.rest.is_empty()) else {
            continue;
        };
        if judged.findings.len() >= subject.limit {
            *judged.more.entry((Severity::Warning, code)).or_default() += 1;
            continue;
        }
        let shown = cut(path, VALUE_LIMIT);
        let message =
            format!("the storage version `{stored}` does not have `{shown}`, so the server drops it");
        judged.findings.push(
            Diagnostic::new(code, message, span)
                .with_label("not stored")
                .with_help(format!(
                    "write the object in version `{stored}`, or convert with a webhook"
                )),
        );
    }
}

/// Adds notes on the parts of an accepted object that the server ignores in its request.
pub(super) fn parts(
    subject: &ObjectSubject<'_>,
    admitted: &Admitted,
    target: RequestTarget,
    resource: &ResourceOptions,
    judged: &mut CheckedObject,
) {
    match target {
        RequestTarget::Object if resource.status_subresource => status(subject, admitted, judged),
        RequestTarget::Status => change_of_other_parts(subject, admitted, judged),
        RequestTarget::Object | RequestTarget::Scale => {}
    }
    for null in nulls::lost(subject, admitted) {
        let shown = cut(&null.path, VALUE_LIMIT);
        let (message, label) = match &null.stored {
            None => (
                format!("the server drops `{shown}`, because its value is null"),
                "not stored".to_owned(),
            ),
            Some(stored) => {
                let stored = cut(&stored.to_string(), VALUE_LIMIT);
                (
                    format!("the server stores the default {stored} in `{shown}`, because its value is null"),
                    "null".to_owned(),
                )
            }
        };
        let note = Diagnostic::new(codes::OBJECT_PART_IGNORED, message, null.place);
        let help = if null.is_text {
            "write its value, such as `''` for the empty text, or remove it"
        } else {
            "write its value, or remove it"
        };
        add_note(subject, note.with_label(label).with_help(help), judged);
    }
    let namespace = subject
        .node
        .get("metadata")
        .and_then(|metadata| metadata.get("namespace"));
    if let Some(namespace) =
        namespace.filter(|namespace| namespace.as_str().is_some_and(|name| !name.is_empty()))
        && resource.scope == ResourceScope::Cluster
        && target != RequestTarget::Scale
    {
        let message = format!(
            "the server drops `metadata.namespace`, because the scope of `{}` is `Cluster`",
            resource.kind
        );
        let note = Diagnostic::new(codes::OBJECT_PART_IGNORED, message, namespace.span);
        add_note(
            subject,
            note.with_label("dropped by the server").with_help("remove it"),
            judged,
        );
    }
}

/// Adds a note if the server ignores the status of an accepted object, because the status is a subresource.
fn status(subject: &ObjectSubject<'_>, admitted: &Admitted, judged: &mut CheckedObject) {
    let Some(status) = subject.node.get("status").filter(|status| {
        let given = status.to_json();
        !given.is_null() && given != serde_json::json!({}) && admitted.object.get("status") != Some(&given)
    }) else {
        return;
    };
    let help = "set it with a request to `/status`, which `--subresource status` validates";
    let is_unknown = |finding: &&mut Diagnostic| {
        let is_inside = |span: Span| status.span.start <= span.start && span.end <= status.span.end;
        finding.code == codes::OBJECT_UNKNOWN_FIELD && finding.span.is_some_and(is_inside)
    };
    if let Some(unknown) = judged.findings.iter_mut().find(is_unknown) {
        unknown.help.push(format!(
            "the server does not store `status` with the object at all: {help}"
        ));
        return;
    }
    let message = match judged.request {
        CheckedRequest::Create => "the server drops `status` from a new object, because it is a subresource",
        _ => "the server does not change `status` in this request, because it is a subresource",
    };
    let place = find(subject.node, "status").span();
    let note = Diagnostic::new(codes::OBJECT_PART_IGNORED, message, place);
    add_note(subject, note.with_label("not stored").with_help(help), judged);
}

/// Adds a note on the first change outside of the status in a request to `/status`.
fn change_of_other_parts(subject: &ObjectSubject<'_>, admitted: &Admitted, judged: &mut CheckedObject) {
    let Some((path, span)) = first_change(subject.node, &admitted.object, "", subject.node.span) else {
        return;
    };
    if judged.findings.iter().any(|finding| finding.span == Some(span)) {
        return;
    }
    let shown = cut(&path, VALUE_LIMIT);
    let message =
        format!("the server does not change `{shown}` in this request, which only changes `status`");
    let note = Diagnostic::new(codes::OBJECT_PART_IGNORED, message, span);
    let help = "change it with a request for the object, which is validated without `--subresource status`";
    add_note(subject, note.with_label("not changed").with_help(help), judged);
}

/// Returns the path and the place of the first value that differs from that of the stored object. `place` is that of the whole value.
fn first_change(node: &Node, stored: &serde_json::Value, path: &str, place: Span) -> Option<(String, Span)> {
    let is_compared = |name: &str| match path {
        "" => !matches!(name, "apiVersion" | "kind" | "status"),
        "metadata" => matches!(name, "labels" | "annotations" | "finalizers" | "ownerReferences"),
        _ => true,
    };
    if let Some(mapping) = node.as_mapping().filter(|_| stored.is_object()) {
        let mut entries = mapping.entries.iter().filter(|entry| is_compared(&entry.key));
        return entries.find_map(|entry| {
            let path = format!("{path}.{}", entry.key);
            let path = path.trim_start_matches('.');
            match stored.get(&*entry.key) {
                Some(stored) => first_change(&entry.value, stored, path, entry.shown()),
                None => (!entry.value.to_json().is_null()).then(|| (path.to_owned(), entry.key_span)),
            }
        });
    }
    let elements = node.elements();
    match stored.as_array() {
        Some(others) if others.len() == elements.len() => {
            let mut pairs = elements.iter().zip(others).enumerate();
            pairs.find_map(|(index, (element, other))| {
                first_change(element, other, &format!("{path}[{index}]"), element.span)
            })
        }
        _ => (node.to_json() != *stored).then(|| (path.to_owned(), place)),
    }
}

/// Adds a note, unless there are too many findings.
fn add_note(subject: &ObjectSubject<'_>, note: Diagnostic, judged: &mut CheckedObject) {
    if judged.findings.len() < subject.limit {
        judged.findings.push(note);
    } else {
        *judged.more.entry((Severity::Note, note.code)).or_default() += 1;
    }
}
