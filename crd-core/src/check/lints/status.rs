//! LNT-11 to LNT-15: `status`, its subresource, and its conditions.

use super::judged::JudgedVersion;
use super::lists::has_other_name;
use super::run::LintRun;
use super::walk::SchemaNode;
use crate::check::place::node_at;
use crate::check::{codes, fix};
use crate::model::field::{FieldPath, Path};
use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;
use crate::server::validation::error_beside_status;
use crate::yaml::tree::{Node, Value};

/// The members that `metav1.Condition` requires.
const OF_CONDITIONS: [&str; 5] = ["lastTransitionTime", "message", "reason", "status", "type"];

/// Checks a version.
pub(super) fn version(run: &mut LintRun<'_>, judged: &JudgedVersion<'_>) {
    let JudgedVersion { version, path, .. } = *judged;
    let Some(root) = version.openapi_schema() else {
        return;
    };
    let has_subresource = version
        .subresources
        .as_ref()
        .is_some_and(|subresources| subresources.status);
    let schema = path.child("schema");
    let root_path = schema.child("openAPIV3Schema");
    let properties = root_path.child("properties");
    let Some(status) = root.property("status") else {
        let keeps_all =
            run.judged.crd.spec.preserve_unknown_fields || root.x_preserve_unknown_fields == Some(true);
        if has_subresource && !keeps_all {
            let field = path.child("subresources").child("status").to_field_path();
            let message = "the schema declares no `status`, so the server drops everything that is written to this \
                 subresource";
            run.report(codes::SUBRESOURCE_WITHOUT_STATUS, &field, message.to_owned())
                .label("keeps nothing")
                .help("declare `status` in the schema, or remove the subresource");
        }
        return;
    };
    let field = properties.key("status").to_field_path();
    let source = run.judged.source;
    // A `status` that is no object is a result rather than what a controller observes.
    if !has_subresource && matches!(&*status.type_, "object" | "") {
        let message = "`status` without the status subresource: users can write it, and each change of it \
            increases the generation";
        let Absent {
            place,
            holder,
            member,
            help,
        } = absent_subresource(source.document, path);
        run.report(
            codes::STATUS_WITHOUT_SUBRESOURCE,
            place.as_ref().unwrap_or(&field),
            message.to_owned(),
        )
        .label("no `subresources.status`")
        .help(help)
        .fix(|| {
            // The server rejects some keywords at the root beside the subresource, and every object if `status` is required.
            let is_required = root.required.iter().flatten().any(|name| **name == *"status");
            if is_required || error_beside_status(root, &root_path).is_some() {
                return None;
            }
            let fix = match &place {
                Some(place) => fix::rewrite(source, place, member),
                None => fix::add(source, &holder, member),
            };
            fix.map(crate::check::Fix::likely)
        });
    }
    required_children(run, &field, status);
    let is_required = root.required.iter().flatten().any(|name| **name == *"status");
    if is_required && has_subresource {
        let message =
            "`status` is required, but the server drops it from new objects, so it rejects all of them";
        let required = root_path.child("required").to_field_path();
        run.report(codes::UNSATISFIABLE, &required, message.to_owned())
            .label("requires `status`")
            .help("remove `status` from `required`");
    }
    if status.x_preserve_unknown_fields == Some(true) || status.properties.is_none() {
        return;
    }
    // Without a spec, the status describes something else.
    if run.has(codes::OBSERVED_GENERATION_ABSENT)
        && root.property("spec").is_some()
        && !has_generation(status)
    {
        let message = "`status` has no `observedGeneration`, so clients cannot tell whether it describes the current `spec`";
        run.report(codes::OBSERVED_GENERATION_ABSENT, &field, message.to_owned())
            .help("add `observedGeneration: {type: integer, format: int64}`, and set it to `metadata.generation`");
    }
}

/// Whether a schema or one below it declares `observedGeneration`: conditions have it, also those of parts.
fn has_generation(schema: &JsonSchemaProps) -> bool {
    let members = schema.properties.iter().flat_map(Map::values);
    let elements = schema.item_schema().into_iter().chain(schema.additional_schema());
    schema.property("observedGeneration").is_some() || members.chain(elements).any(has_generation)
}

/// What a version without the subresource `status` lacks.
struct Absent {
    /// The member that has no value, if there is one.
    place: Option<FieldPath>,
    /// The object to which a member is to be added.
    holder: FieldPath,
    /// The member, or the value of the one at the place.
    member: &'static str,
    help: &'static str,
}

fn absent_subresource(document: &Node, version: &Path<'_>) -> Absent {
    let holder = version.to_field_path();
    let subresources = holder.clone().child("subresources");
    let subresource = subresources.clone().child("status");
    let (place, holder, member, help) = match node_at(document, &subresources) {
        None => (
            None,
            holder,
            "subresources: {status: {}}",
            "add `subresources: {status: {}}` to the version",
        ),
        Some(node) if node.value == Value::Null => (
            Some(subresources),
            holder,
            "{status: {}}",
            "`subresources` has no value: write `subresources: {status: {}}`",
        ),
        Some(node) if node.get("status").is_some() => (
            Some(subresource),
            holder,
            "{}",
            "write `status: {}`: a `status:` without a value is null, which declares nothing",
        ),
        Some(_) => (
            None,
            subresources,
            "status: {}",
            "add `status: {}` to `subresources`",
        ),
    };
    Absent {
        place,
        holder,
        member,
        help,
    }
}

/// Reports members that `status` itself requires.
fn required_children(run: &mut LintRun<'_>, status: &FieldPath, schema: &JsonSchemaProps) {
    if !run.has(codes::STATUS_FIELD_REQUIRED) {
        return;
    }
    for (index, name) in schema.required.iter().flatten().enumerate() {
        let is_declared = schema
            .property(name)
            .is_some_and(|member| member.default.is_none());
        if is_declared {
            let field = status.clone().child("required").index(index);
            run.report(
                codes::STATUS_FIELD_REQUIRED,
                &field,
                format!(
                    "`status.{name}` is required, so the server rejects a write of only a part of the status"
                ),
            )
            .label("required")
            .help(
                "remove it from `required`: controllers write the status in parts, and older ones do not \
                know new fields",
            );
        }
    }
}

/// Checks a node.
pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if node.section != "status" {
        return;
    }
    let is_child = node.above().is_some_and(|above| above.is_section("status"));
    if is_child && node.name() == Some("conditions") {
        conditions(run, node);
    }
    if run.has(codes::STATUS_PHASE)
        && node.name() == Some("phase")
        && node.is("string")
        && !node.is_imported()
        && !is_phase_of_pod(node)
        && run.has_room(codes::STATUS_PHASE)
    {
        let message = format!(
            "{} is a phase: it does not show which conditions are true, and clients break when a value is \
             added",
            node.shown()
        );
        run.report(codes::STATUS_PHASE, &node.at("type"), message)
            .help("use `conditions`, one for each observed state");
    }
}

/// Whether it only repeats the phase of a pod, in an element of a list or map of pods.
fn is_phase_of_pod(node: &SchemaNode<'_>) -> bool {
    let element = node.above().filter(|above| above.name().is_none());
    element.is_some_and(|element| {
        let list = element.above().and_then(SchemaNode::name).unwrap_or_default();
        let is_of_pods = list.ends_with("pods") || list.ends_with("Pods");
        is_of_pods || node.schema.description.to_ascii_lowercase().contains("pod")
    })
}

/// Whether conditions require another text, such as a stage, so that several of one type are distinguished by it.
fn requires_other_text(element: &JsonSchemaProps) -> bool {
    let mut others = element
        .required
        .iter()
        .flatten()
        .filter(|name| !OF_CONDITIONS.contains(&&***name));
    others.any(|name| {
        let member = element.property(name);
        member.is_some_and(|member| *member.type_ == *"string" && member.format.is_empty())
    })
}

fn conditions(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if !run.has(codes::CONDITIONS_SHAPE) {
        return;
    }
    let schema = node.schema;
    let Some(element) = schema.item_schema() else {
        return;
    };
    let keys: Vec<&str> = schema.list_map_keys().iter().map(|key| &**key).collect();
    let mut wrong = Vec::new();
    let is_by_type = !has_other_name(element, "type") && !requires_other_text(element);
    if is_by_type && (schema.x_list_type.as_deref() != Some("map") || keys != ["type"]) {
        wrong.push("they are not a list of type `map` with the key `type`".to_owned());
    }
    let absent: Vec<String> = OF_CONDITIONS
        .iter()
        .filter(|name| element.property(name).is_none())
        .map(|name| format!("`{name}`"))
        .collect();
    if !absent.is_empty() && element.x_preserve_unknown_fields != Some(true) {
        wrong.push(format!("they have no {}", absent.join(", ")));
    }
    if wrong.is_empty() || !run.has_room(codes::CONDITIONS_SHAPE) {
        return;
    }
    let source = run.judged.source;
    let holder = node.path.to_field_path();
    let can_be_map = wrong.len() == 1
        && schema.x_list_type.is_none()
        && absent.is_empty()
        && element.required.iter().flatten().any(|name| **name == *"type");
    run.report(
        codes::CONDITIONS_SHAPE,
        &node.at("type"),
        format!(
            "{} differ from the standard conditions: {}",
            node.shown(),
            wrong.join("; ")
        ),
    )
    .help(if is_by_type {
        "use the fields of `metav1.Condition`, `x-kubernetes-list-type: map` and \
        `x-kubernetes-list-map-keys: [type]`"
    } else {
        "use the fields of `metav1.Condition`"
    })
    .fix(|| {
        let members = "x-kubernetes-list-map-keys: [type]\nx-kubernetes-list-type: map";
        can_be_map
            .then(|| fix::add(source, &holder, members))?
            .map(crate::check::Fix::likely)
    });
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes, fix};

    /// The server would reject the CRD, or every object.
    #[test]
    fn roots_that_cannot_have_a_status() {
        for (keywords, is_fixed) in [
            ("", true),
            ("oneOf: [{required: [spec]}]", false),
            ("required: [status]", false),
        ] {
            let text = widgets("spec: {type: object}\nstatus: {type: object}").replace(
                "        type: object\n        properties:",
                &format!("        type: object\n        {keywords}\n        properties:"),
            );
            let report = check::text(&text, &Options::default());
            let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
            let found = found
                .find(|one| one.code == codes::STATUS_WITHOUT_SUBRESOURCE)
                .unwrap();
            assert_eq!(found.fix.is_some(), is_fixed, "{keywords}");
        }
    }

    /// The subresources of a version, the marked text, the help, and the subresources with the fix.
    #[test]
    fn subresources_without_a_status() {
        for (written, marked, help, fixed) in [
            (
                "",
                "status",
                "add `subresources: {status: {}}` to the version",
                "subresources: {status: {}}",
            ),
            (
                "subresources:",
                "subresources",
                "`subresources` has no value: write `subresources: {status: {}}`",
                "subresources: {status: {}}",
            ),
            (
                "subresources: null",
                "null",
                "`subresources` has no value: write `subresources: {status: {}}`",
                "subresources: {status: {}}",
            ),
            (
                "subresources: {status: }",
                "status",
                "write `status: {}`: a `status:` without a value is null, which declares nothing",
                "subresources: {status: {} }",
            ),
            (
                "subresources: {status: ~}",
                "~",
                "write `status: {}`: a `status:` without a value is null, which declares nothing",
                "subresources: {status: {}}",
            ),
            (
                "subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.a}}",
                "status",
                "add `status: {}` to `subresources`",
                "subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.a}, status: {}}",
            ),
        ] {
            let text = widgets("spec: {type: object}\nstatus: {type: object}").replace(
                "    storage: true\n",
                &format!("    storage: true\n    {written}\n"),
            );
            let report = check::text(&text, &Options::default());
            let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
            let found = found
                .find(|one| one.code == codes::STATUS_WITHOUT_SUBRESOURCE)
                .unwrap();
            assert_eq!(found.help, [help], "{written}");
            assert_eq!(
                found.span.and_then(|span| span.slice(&text)),
                Some(marked),
                "{written}"
            );
            let (after, _) = fix::apply(&text, &[found.fix.as_ref().unwrap()]);
            assert!(after.contains(&format!("    {fixed}\n")), "{after}");
        }
    }
}
