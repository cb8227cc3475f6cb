//! One object, from its tree to what is said about it.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::builtin::{group_and_version, is_builtin};
use super::declared::{Declared, DeclaredVersion};
use super::diagnose::{self, Subject};
use super::text::ObjectAt;
use super::words;
use super::{Crds, ObjectOptions, RuleAt, Target, UnknownKinds};
use crate::check::{Code, Diagnostic, Severity};
use crate::model::sort::sort_by;
use crate::objects::{Admitted, FieldValidation, Operation, Request, duplicates};
use crate::yaml::tree::Node;

/// What is said about an object.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgedObject {
    /// The position of its document among the parts that `---` divides the text into, counted from 0.
    pub position: usize,
    /// Its index among the items of a list.
    pub item: Option<usize>,
    /// Its `apiVersion`.
    pub api_version: Option<String>,
    /// Its `kind`.
    pub kind: Option<String>,
    /// Its namespace.
    pub namespace: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// What became of it.
    pub outcome: ObjectOutcome,
    /// What was found, by place.
    pub findings: Vec<Diagnostic>,
    /// Findings beyond the limit, for which no diagnostics were made.
    pub more: BTreeMap<(Severity, Code), usize>,
    /// The rules that refused it.
    pub refused_by: Vec<RuleAt>,
    /// Whether one of its findings is an error; set by [`Objects::report`](super::Objects::report).
    pub is_bad: bool,
}

/// What became of an object.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum ObjectOutcome {
    /// It was judged.
    Judged(Box<Admitted>),
    /// It was not judged, on purpose.
    PassedOver(PassedOver),
    /// It cannot be judged; a finding says why.
    #[default]
    Unjudged,
}

/// Why an object was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PassedOver {
    /// Kubernetes itself has the kind.
    Builtin,
    /// No CRD declares the kind.
    Undeclared,
    /// The document is no object: it has no `apiVersion` or no `kind`.
    NoObject,
}

impl JudgedObject {
    /// `Widget default/a`, as far as the object says it.
    #[must_use]
    pub fn title(&self) -> String {
        let mut title = self
            .kind
            .clone()
            .unwrap_or_else(|| "an object without a kind".to_owned());
        let name = match (&self.namespace, &self.name) {
            (Some(namespace), Some(name)) => format!("{namespace}/{name}"),
            (None, Some(name)) => name.clone(),
            _ => return title,
        };
        title.push(' ');
        title.push_str(&name);
        title
    }

    /// The answer of the server, if the object was judged.
    #[must_use]
    pub fn admitted(&self) -> Option<&Admitted> {
        match &self.outcome {
            ObjectOutcome::Judged(admitted) => Some(admitted),
            _ => None,
        }
    }
}

/// Judges the object at a node.
pub(super) fn judge(node: &Node, at: ObjectAt, crds: &Crds, options: &ObjectOptions) -> JudgedObject {
    let text = |node: Option<&Node>| node.and_then(Node::as_str).map(str::to_owned);
    let metadata = node.get("metadata");
    let mut judged = JudgedObject {
        position: at.position,
        item: at.item,
        api_version: text(node.get("apiVersion")),
        kind: text(node.get("kind")),
        namespace: text(metadata.and_then(|metadata| metadata.get("namespace"))),
        name: text(metadata.and_then(|metadata| metadata.get("name"))),
        ..JudgedObject::default()
    };
    let stored = options.old.as_ref().and_then(|old| match options.target {
        Target::Scale => old.named_as(node),
        Target::Object | Target::Status => old.of(node),
    });
    match find(&judged, stored, crds, options) {
        Found::Version(declared, version) => {
            let subject = Subject {
                node,
                declared,
                version,
                limit: options.limit.unwrap_or(usize::MAX),
            };
            admit(&mut judged, &subject, at, stored, crds, options);
        }
        Found::PassedOver(reason) => judged.outcome = ObjectOutcome::PassedOver(reason),
        Found::Wrong(words) => judged.findings.push(diagnose::of_words(node, words)),
    }
    judged
}

/// What judges an object.
enum Found<'a> {
    Version(&'a Declared, &'a DeclaredVersion),
    PassedOver(PassedOver),
    Wrong(words::Wrong),
}

fn find<'a>(
    judged: &JudgedObject,
    stored: Option<&Json>,
    crds: &'a Crds,
    options: &ObjectOptions,
) -> Found<'a> {
    let member = |key: &str| stored.and_then(|stored| stored.get(key)?.as_str().map(str::to_owned));
    let (api_version, kind) = match options.target {
        // A `Scale` is judged as an update of the object that it scales.
        Target::Scale => (member("apiVersion"), member("kind")),
        Target::Object | Target::Status => (judged.api_version.clone(), judged.kind.clone()),
    };
    let (api_version, kind) = match (api_version, kind) {
        (Some(api_version), Some(kind)) => (api_version, kind),
        _ if options.target == Target::Scale => return Found::Wrong(words::no_scaled_object()),
        (Some(api_version), None) if crds.kinds_of(group_and_version(&api_version).0).next().is_some() => {
            return Found::Wrong(words::no_kind());
        }
        _ => return Found::PassedOver(PassedOver::NoObject),
    };
    let (group, version) = group_and_version(&api_version);
    let Some(declared) = crds.declaring(group, &kind) else {
        let is_builtin = is_builtin(group);
        let is_refused = match options.unknown_kinds {
            _ if kind == "CustomResourceDefinition" => false,
            UnknownKinds::PassOver => false,
            UnknownKinds::RefuseCustom => !is_builtin,
            UnknownKinds::RefuseAll => true,
        };
        return match (is_refused, is_builtin) {
            (true, _) => Found::Wrong(words::undeclared(crds, group, &kind)),
            (false, true) => Found::PassedOver(PassedOver::Builtin),
            (false, false) => Found::PassedOver(PassedOver::Undeclared),
        };
    };
    match declared.versions.iter().find(|known| *known.name == *version) {
        Some(version) if version.is_served => Found::Version(declared, version),
        found => Found::Wrong(words::no_such_version(declared, version, found)),
    }
}

fn admit(
    judged: &mut JudgedObject,
    subject: &Subject<'_>,
    at: ObjectAt,
    stored: Option<&Json>,
    crds: &Crds,
    options: &ObjectOptions,
) {
    let admission = match subject.declared.admission(subject.version, crds.version()) {
        Ok(admission) => admission,
        Err(reason) => {
            let words = words::unusable_crd(subject.declared, reason);
            judged.findings.push(diagnose::of_words(subject.node, words));
            return;
        }
    };
    let mut object = subject.node.to_json();
    let mut repeated = Vec::new();
    if at.is_json {
        repeated = duplicates(subject.node);
    } else {
        crate::check::crd_document::repeated_names(subject.node, None, &mut judged.findings);
    }
    let old = old_object(stored, subject.node, &object, options.target);
    if let (Some(old), Target::Object | Target::Status) = (&old, options.target) {
        keep_resource_version(&mut object, old);
    }
    let operation = match (&old, options.target) {
        (None, _) => Operation::Create,
        (Some(old), Target::Object) => Operation::Update { old },
        (Some(old), Target::Status) => Operation::UpdateStatus { old },
        (Some(old), Target::Scale) => Operation::UpdateScale { old },
    };
    let mut request = Request::new(operation, &object);
    request.duplicates = &repeated;
    request.field_validation = match options.field_validation {
        // All errors are worth knowing, not only those that make the server stop reading.
        FieldValidation::Strict => FieldValidation::Warn,
        other => other,
    };
    let mut admitted = admission.admit(request);
    diagnose::all(subject, &admitted, options.field_validation, judged);
    let key = |diagnostic: &Diagnostic| {
        (
            diagnostic.severity == Severity::Note,
            diagnostic.span,
            diagnostic.code,
        )
    };
    sort_by(&mut judged.findings, &|a, b| key(a).cmp(&key(b)));
    if options.field_validation == FieldValidation::Strict && !admitted.strict.is_empty() {
        request.field_validation = FieldValidation::Strict;
        admitted.decode = admission.admit(request).decode;
    }
    judged.outcome = ObjectOutcome::Judged(Box::new(admitted));
}

/// The stored object that is replaced, in the version of the new one: strategy `None` converts nothing but that.
fn old_object(stored: Option<&Json>, node: &Node, object: &Json, target: Target) -> Option<Json> {
    let mut old = match (stored, target) {
        (Some(stored), _) => stored.clone(),
        (None, Target::Status) => {
            let mut old = object.clone();
            if let Json::Object(members) = &mut old {
                members.remove("status");
            }
            old
        }
        (None, Target::Object | Target::Scale) => return None,
    };
    if let (Json::Object(members), Some(api_version), Target::Object | Target::Status) =
        (&mut old, node.get("apiVersion").and_then(Node::as_str), target)
    {
        members.insert("apiVersion".to_owned(), api_version.into());
    }
    Some(old)
}

/// An update names the version that it replaces. Manifests do not; `kubectl replace` fills it in.
fn keep_resource_version(object: &mut Json, old: &Json) {
    let version = old.pointer("/metadata/resourceVersion").cloned();
    let metadata = object.get_mut("metadata").and_then(Json::as_object_mut);
    if let Some(metadata) = metadata {
        metadata
            .entry("resourceVersion")
            .or_insert_with(|| version.unwrap_or_else(|| "1".into()));
    }
}
