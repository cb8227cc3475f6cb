//! LNT-01 and LNT-02: differences between the manifest and the CRD that the server returns. Argo CD and `kubectl diff` show such
//! differences permanently.
//!
//! ```text
//! nullable: false          the server leaves `false`, `""`, `[]` and `{}` out of most members
//! creationTimestamp: null  and sets this field itself
//! ```

use super::names;
use super::run::{LintRun, LintSet};
use crate::check::{codes, fix};
use crate::model::field::{FieldPath, Path};
use crate::yaml::tree::{Entry, Node, Value};

/// Members of schemas that the server omits if they are `false`, empty or null.
const OF_SCHEMAS: &[&str] = &[
    "allOf",
    "anyOf",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-validations",
];
const OF_RULES: &[&str] = &["fieldPath", "message", "messageExpression", "optionalOldSelf"];
const OF_VERSIONS: &[&str] = &["additionalPrinterColumns", "deprecated", "selectableFields"];
const OF_COLUMNS: &[&str] = &["description", "format", "priority"];
const OF_NAMES: &[&str] = &["categories", "listKind", "shortNames", "singular"];
const OF_SPECS: &[&str] = &["preserveUnknownFields"];
const OF_METADATA: &[&str] = &[
    "annotations",
    "creationTimestamp",
    "finalizers",
    "generation",
    "labels",
    "ownerReferences",
];

/// Compares the CRD with the form in which the server stores it.
pub(super) fn check(run: &mut LintRun<'_>) {
    const CODES: LintSet = LintSet::of(&[codes::STORED_FORM_DIFFERS, codes::SERVER_DEFAULT_ABSENT]);
    if !run.has_any(CODES) {
        return;
    }
    let document = run.judged.source.document;
    // In `v1beta1`, `preserveUnknownFields` is true if it is absent.
    let is_v1 = run.judged.crd.spec.v1beta1.is_none();
    if is_v1 && run.has(codes::STORED_FORM_DIFFERS) {
        let metadata = document.get("metadata");
        // A CRD that a server returned is not written by hand.
        let conditions = document.get("status").and_then(|status| status.get("conditions"));
        let has_status = conditions.is_some_and(|conditions| !conditions.elements().is_empty());
        let is_live = metadata.is_some_and(|metadata| {
            ["uid", "resourceVersion", "managedFields"]
                .iter()
                .any(|name| metadata.get(name).is_some())
        });
        if !is_live && !has_status {
            whole(run, document, metadata);
        }
    }
    if run.has(codes::SERVER_DEFAULT_ABSENT) {
        defaults(run, document);
    }
}

fn whole(run: &mut LintRun<'_>, document: &Node, metadata: Option<&Node>) {
    if document.get("status").is_some() {
        let field = FieldPath::default().child("status");
        say(run, &field, "the server ignores `status` and sets its own");
    }
    if let Some(metadata) = metadata {
        members(run, metadata, &Path::root("metadata"), OF_METADATA);
    }
    let Some(spec) = document.get("spec") else { return };
    let path = Path::root("spec");
    members(run, spec, &path, OF_SPECS);
    if let Some(names) = spec.get("names") {
        members(run, names, &path.child("names"), OF_NAMES);
    }
    let versions = path.child("versions");
    for (index, version) in spec
        .get("versions")
        .map_or(&[][..], Node::elements)
        .iter()
        .enumerate()
    {
        let path = versions.index(index);
        members(run, version, &path, OF_VERSIONS);
        let columns = path.child("additionalPrinterColumns");
        let list = version
            .get("additionalPrinterColumns")
            .map_or(&[][..], Node::elements);
        for (index, column) in list.iter().enumerate() {
            members(run, column, &columns.index(index), OF_COLUMNS);
        }
        if let Some(root) = version
            .get("schema")
            .and_then(|schema| schema.get("openAPIV3Schema"))
        {
            schema(run, root, &path.child("schema").child("openAPIV3Schema"));
        }
    }
}

/// Checks a schema and those below it. The parser limits the depth of documents.
fn schema(run: &mut LintRun<'_>, node: &Node, path: &Path<'_>) {
    let mut rest = node.as_mapping().map_or(&[][..], |mapping| &mapping.entries);
    while let [entry, after @ ..] = rest {
        rest = after;
        let is_empty = match &entry.value.value {
            // Most members are strings.
            Value::String(text) if !text.is_empty() => continue,
            Value::Bool(true) => continue,
            _ => is_empty(&entry.value),
        };
        let name = &*entry.key;
        let here = path.child(name);
        if is_empty && (matches!(entry.value.value, Value::Null) || OF_SCHEMAS.contains(&name)) {
            left_out(run, entry, &here);
            continue;
        }
        match (name, &entry.value.value) {
            ("properties" | "patternProperties" | "definitions", Value::Mapping(children)) => {
                let mut rest = &*children.entries;
                while let [child, after @ ..] = rest {
                    schema(run, &child.value, &here.key(&child.key));
                    rest = after;
                }
            }
            ("x-kubernetes-validations", Value::Sequence(items)) => {
                for (index, rule) in items.iter().enumerate() {
                    members(run, rule, &here.index(index), OF_RULES);
                }
            }
            // They contain values, not schemas.
            ("default" | "enum" | "example" | "required" | "x-kubernetes-list-map-keys", _) => {}
            (_, Value::Sequence(items)) => {
                for (index, item) in items.iter().enumerate() {
                    schema(run, item, &here.index(index));
                }
            }
            (_, Value::Mapping(_)) => schema(run, &entry.value, &here),
            _ => {}
        }
    }
}

/// Reports the members of an object that the server omits.
fn members(run: &mut LintRun<'_>, node: &Node, path: &Path<'_>, dropped: &[&str]) {
    let entries = node.as_mapping().map(|mapping| &mapping.entries);
    for entry in entries.into_iter().flatten() {
        if is_dropped(entry, dropped) {
            left_out(run, entry, &path.child(&entry.key));
        }
    }
}

fn is_dropped(entry: &Entry, dropped: &[&str]) -> bool {
    is_empty(&entry.value) && dropped.contains(&&*entry.key)
}

fn left_out(run: &mut LintRun<'_>, entry: &Entry, path: &Path<'_>) {
    if !run.has_room(codes::STORED_FORM_DIFFERS) {
        return;
    }
    let source = run.judged.source.text;
    let written = entry.value.span.slice(source).unwrap_or_default().trim();
    let written = if written.len() > 20 || written.contains('\n') {
        ""
    } else {
        written
    };
    let member = format!("{}: {written}", entry.key);
    let message = format!(
        "the server does not store `{}`",
        member.trim_end_matches([':', ' '])
    );
    let field = path.to_field_path();
    if names::comment_of(source, entry.key_span, &entry.value).is_some() {
        // It has a finding of its own.
        return;
    }
    let rest = source.get(entry.key_span.end as usize..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    if let Some((":", comment)) = line.split_once(" #").filter(|_| entry.value.value == Value::Null) {
        run.report(codes::STORED_FORM_DIFFERS, &field, message)
            .label("not stored in this form")
            .help(names::help_for_comment(&format!("#{comment}")));
        return;
    }
    if entry.value.value == Value::Null && written.is_empty() {
        // The value may have been forgotten.
        run.report(codes::STORED_FORM_DIFFERS, &field, message)
            .label("has no value")
            .help("write its value, or remove it");
        return;
    }
    say(run, &field, &message);
}

fn say(run: &mut LintRun<'_>, field: &FieldPath, message: &str) {
    let source = run.judged.source;
    run.report(codes::STORED_FORM_DIFFERS, field, message.to_owned())
        .label("not stored in this form")
        .help("remove it: tools that compare manifests with a cluster always show a difference")
        .fix(|| fix::remove(source, field));
}

fn is_empty(node: &Node) -> bool {
    match &node.value {
        Value::Null | Value::Bool(false) | Value::Int(0) => true,
        Value::Bool(true) | Value::Int(_) => false,
        Value::Float(number) => *number == 0.0,
        Value::String(text) => text.is_empty(),
        Value::Sequence(items) => items.is_empty(),
        Value::Mapping(mapping) => mapping.entries.is_empty(),
    }
}

/// Reports members that the server adds by default.
fn defaults(run: &mut LintRun<'_>, document: &Node) {
    let judged = run.judged;
    let crd = judged.crd;
    if crd.spec.v1beta1.is_some() {
        return;
    }
    let kind = &*crd.spec.names.kind;
    let Some(written) = document.get("spec") else {
        return;
    };
    let names = written.get("names");
    let has_name = |name: &str| kind.is_empty() || names.is_some_and(|names| names.get(name).is_some());
    for (name, is_written) in [
        ("singular", has_name("singular")),
        ("listKind", has_name("listKind")),
        ("conversion", written.get("conversion").is_some()),
    ] {
        if is_written || !run.has_room(codes::SERVER_DEFAULT_ABSENT) {
            continue;
        }
        let spec = FieldPath::default().child("spec");
        let (holder, name, member) = match name {
            "singular" => (
                spec.child("names"),
                "names.singular",
                format!("singular: {}", kind.to_lowercase()),
            ),
            "listKind" => (
                spec.child("names"),
                "names.listKind",
                format!("listKind: {kind}List"),
            ),
            _ => (spec, "conversion", "conversion: {strategy: None}".to_owned()),
        };
        run.report(
            codes::SERVER_DEFAULT_ABSENT,
            &holder,
            format!("the server adds `{name}`, which is absent here"),
        )
        .help(format!("write `{member}`"))
        .fix(|| fix::add(judged.source, &holder, &member));
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn a_comment_instead_of_a_text() {
        let text = widgets("a:\n  type: string\n  description: # of hosts");
        let report = check::text(&text, &Options::default());
        let found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found: Vec<_> = found
            .map(|found| (found.code, found.help.join(""), found.fix.is_some()))
            .collect();
        let help = "`#` starts a comment in YAML: quote the text: `'# of hosts'`".to_owned();
        assert_eq!(found, [(codes::STORED_FORM_DIFFERS, help, false)]);
    }
}
