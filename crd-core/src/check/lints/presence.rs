//! LNT-03 to LNT-05: objects whose members the server drops. LNT-25: fields that may be null.

use serde_json::Value;

use super::run::LintRun;
use super::walk::SchemaNode;
use crate::check::{codes, fix};
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields: true";

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    kept_members(run, node);
    if node.schema.nullable
        && run.has(codes::NULLABLE_FIELD)
        && !node.is_imported()
        && run.has_room(codes::NULLABLE_FIELD)
    {
        let source = run.judged.source;
        let message = format!("{} can be null, absent or empty", node.shown());
        run.report(codes::NULLABLE_FIELD, &node.at("nullable"), message)
            .help(
                "remove `nullable`: an absent field means the same, and clients need not distinguish the two",
            )
            .fix(|| Some(fix::remove(source, &node.at("nullable"))?.likely()));
    }
}

/// Whether pruning removes all members of an object.
fn keeps_nothing(schema: &JsonSchemaProps) -> bool {
    schema.properties.as_ref().is_none_or(Map::is_empty)
        && matches!(
            schema.additional_properties,
            None | Some(SchemaOrBool::Bool(false))
        )
        && *schema.type_ == *"object"
        && !schema.x_embedded_resource
}

fn kept_members(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let source = run.judged.source;
    if let Some(SchemaOrBool::Bool(true)) = schema.additional_properties {
        let field = node.at("additionalProperties");
        run.report(
            codes::NESTED_MAP_EMPTIED,
            &field,
            format!(
                "objects in {} lose all fields, because the server prunes undeclared fields",
                node.shown()
            ),
        )
        .label("declares no fields")
        .help(format!(
            "write `additionalProperties: {{{PRESERVE}}}`, or declare the schema of the values"
        ))
        .fix(|| Some(fix::rewrite(source, &field, &format!("{{{PRESERVE}}}"))?.likely()));
    }
    let is_closed = matches!(schema.additional_properties, Some(SchemaOrBool::Bool(false)));
    if !keeps_nothing(schema)
        || run.judged.crd.spec.preserve_unknown_fields
        || node.is_root()
        || node.is_meta()
        || node.keeps_unknown()
        || has_fields_in_list(node)
        // `false` is an error of its own.
        || schema.x_preserve_unknown_fields.is_some()
    {
        return;
    }
    let is_metadata = node.name() == Some("metadata") && has_sibling(node, "spec");
    if !is_metadata && is_meant_to_be_empty(node) {
        return;
    }
    let (code, what) = if is_closed {
        (
            codes::OBJECT_KEEPS_NOTHING,
            "`additionalProperties: false` rejects every field",
        )
    } else if is_metadata {
        (
            codes::EMBEDDED_METADATA_PRUNED,
            "labels, annotations and everything else in it is dropped",
        )
    } else {
        (codes::OBJECT_KEEPS_NOTHING, "everything in it is dropped")
    };
    if !run.has_room(code) {
        return;
    }
    // An absent `spec` or `status` means the same as an empty one, and one that keeps everything has no API.
    let is_section = node.above().is_some_and(SchemaNode::is_root);
    let help = if is_closed {
        "declare its `properties` instead, or the schema of the values: `additionalProperties: {type: string}`".to_owned()
    } else if is_section {
        "declare its `properties`, or remove it until it has some".to_owned()
    } else {
        format!("declare its `properties`, or keep everything with `{PRESERVE}`")
    };
    run.report(
        code,
        &node.at(if is_closed { "additionalProperties" } else { "type" }),
        format!("{} declares no fields, so {what}", node.shown()),
    )
    .label(if is_closed {
        "accepts no field"
    } else {
        "loses all fields"
    })
    .help(help)
    .fix(|| {
        let keep = || fix::add(source, &node.path.to_field_path(), PRESERVE);
        Some((!is_section && !is_closed).then(keep)??.likely())
    });
}

/// Whether the fields of an element are declared at its list, where they have no effect.
fn has_fields_in_list(node: &SchemaNode<'_>) -> bool {
    let list = node.above().filter(|list| *list.schema.type_ == *"array");
    list.is_some_and(|list| list.schema.properties.is_some())
}

fn has_sibling(node: &SchemaNode<'_>, name: &str) -> bool {
    node.above()
        .is_some_and(|above| above.schema.property(name).is_some())
}

/// Ends of the names of objects that have members. An object of another name may be a marker, whose presence says all:
/// `anonymous: {}`.
const CONTENTS: [&str; 45] = [
    "affinity",
    "annotations",
    "any",
    "args",
    "attrs",
    "attributes",
    "body",
    "config",
    "configs",
    "configuration",
    "content",
    "context",
    "data",
    "details",
    "env",
    "extensions",
    "extra",
    "fields",
    "fieldsv1",
    "flags",
    "headers",
    "info",
    "kwargs",
    "labels",
    "limits",
    "metadata",
    "notes",
    "options",
    "overrides",
    "parameters",
    "params",
    "payload",
    "properties",
    "raw",
    "requests",
    "resources",
    "selector",
    "settings",
    "spec",
    "status",
    "tags",
    "template",
    "values",
    "variables",
    "vars",
];

/// Whether an object of a name has members. `tlsConfig: {}` enables TLS, as `tls: {}` does, so both are markers.
fn has_contents(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let mut stems = CONTENTS.iter().filter_map(|word| name.strip_suffix(word));
    stems.next().is_some_and(|stem| !stem.ends_with("tls"))
}

/// Words of a description that say that an object has members.
const OF_CONTENTS: [&str; 5] = ["arbitrary", "free-form", "freeform", "key-value", "key/value"];

/// Whether an object without members is a marker: a member of a union, or one that is documented as empty.
fn is_meant_to_be_empty(node: &SchemaNode<'_>) -> bool {
    let schema = node.schema;
    if schema.max_properties == Some(0) || schema.nullable && schema.enum_.is_some() {
        return true;
    }
    let description = schema.description.to_ascii_lowercase();
    if [
        "empty",
        "nothing in it",
        "no fields",
        "no options",
        "no configuration",
        "presence",
    ]
    .iter()
    .any(|word| description.contains(word))
    {
        return true;
    }
    let (Some(above), Some(name)) = (node.above(), node.name()) else {
        return false;
    };
    // In a CRD, `status: {}` is the subresource.
    if name == "status" && above.name() == Some("subresources") {
        return true;
    }
    // A marker has none of these.
    let is_restricted =
        schema.min_properties.is_some() || schema.max_properties.is_some() || schema.x_map_type.is_some();
    let says_contents = OF_CONTENTS.iter().any(|word| description.contains(word));
    !is_restricted && !says_contents && !has_contents(name) || is_union_case(above, name)
}

/// Whether a property is one of several of which an object has one: combinations, rules or other properties say so.
pub(super) fn is_union_case(above: &SchemaNode<'_>, name: &str) -> bool {
    let names = |schema: &JsonSchemaProps| {
        schema
            .required
            .iter()
            .flatten()
            .any(|required| **required == *name)
    };
    let junctors = [&above.schema.one_of, &above.schema.any_of];
    junctors.into_iter().any(|list| list.iter().flatten().any(names))
        || is_union_member(above, name)
        || above
            .schema
            .rules()
            .iter()
            .any(|rule| rule.rule.contains(&format!("has(self.{name})")))
}

/// Whether an object seems to be a union that a property is a member of: it has an `enum` with a value of that name, or only
/// optional objects.
fn is_union_member(above: &SchemaNode<'_>, name: &str) -> bool {
    let Some(properties) = &above.schema.properties else {
        return false;
    };
    let mut values = properties
        .values()
        .flat_map(|property| property.enum_.iter().flatten())
        .filter_map(Value::as_str);
    if values.any(|value| value.eq_ignore_ascii_case(name)) {
        return true;
    }
    let is_section = above.is_section("spec") || above.is_section("status");
    properties.len() > 1
        && !is_section
        && above.schema.required.as_ref().is_none_or(Vec::is_empty)
        && properties.values().all(|property| *property.type_ == *"object")
        && (name != "spec" && name != "status")
}
