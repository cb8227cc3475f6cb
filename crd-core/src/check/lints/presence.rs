//! LNT-03 to LNT-05: objects whose members the server drops. LNT-09, LNT-10 and LNT-25: defaults, required members and null.

use serde_json::Value;

use super::run::LintRun;
use super::walk::SchemaNode;
use crate::check::{codes, diagnose, fix};
use crate::model::field::{FieldPath, Path};
use crate::model::map::Map;
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool, SchemaStep};
use crate::model::structural::Structural;
use crate::server::objects::{DefaultsOptions, validate_defaults};

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields: true";

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    kept_members(run, node);
    default(run, node);
    unchecked_defaults(run, node);
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
fn is_union_case(above: &SchemaNode<'_>, name: &str) -> bool {
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

/// Reports a default that repeats an element of a set or a key of a map list: the server sets it and then refuses the object.
fn repeats(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let Some(Value::Array(elements)) = &node.schema.default else {
        return;
    };
    let what = match node.schema.x_list_type.as_deref() {
        Some("set") => "an element of the set",
        Some("map") => "a key of the list",
        _ => return,
    };
    let keys = node.schema.x_list_map_keys.as_deref().unwrap_or_default();
    let is_same = |one: &Value, other: &Value| match (one, other) {
        (Value::Object(one), Value::Object(other)) if !keys.is_empty() => keys
            .iter()
            .all(|key| one.get(&**key).is_some() && one.get(&**key) == other.get(&**key)),
        _ => one == other,
    };
    for (index, element) in elements.iter().enumerate() {
        if elements
            .iter()
            .take(index)
            .any(|earlier| is_same(earlier, element))
        {
            run.report(
                codes::DEFAULT_REPEATS,
                &node.at("default"),
                format!(
                    "the default of {} repeats {what}, so the server rejects every object without the field",
                    node.shown()
                ),
            )
            .label("contains it twice")
            .help("remove one of the two");
            return;
        }
    }
}

/// Whether a schema, or one below it apart from `additionalProperties`, has a default.
fn has_default(schema: &JsonSchemaProps) -> bool {
    let properties = schema.properties.iter().flat_map(Map::values);
    let items = match &schema.items {
        Some(Items::Schema(items)) => Some(&**items),
        _ => None,
    };
    schema.default.is_some() || properties.chain(items).any(has_default)
}

/// Reports defaults below `additionalProperties` that violate their schema. The server does not check them there.
fn unchecked_defaults(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    const MEMBER: &str = "value";
    let is_of_values = node.step() == Some(SchemaStep::AdditionalProperties);
    if !is_of_values || !run.has(codes::DEFAULT_REPEATS) || !has_default(node.schema) {
        return;
    }
    let object = JsonSchemaProps {
        type_: "object".into(),
        properties: Some([(MEMBER, node.schema.clone())].into_iter().collect()),
        ..JsonSchemaProps::default()
    };
    let root = Path::root("schema");
    let version = run.judged.options.version;
    let Ok(object) = Structural::from_schema(&object, &root, version) else {
        return;
    };
    let place = node.path.to_field_path();
    for mut error in validate_defaults(&object, &root, DefaultsOptions::new(version)) {
        // The first steps lead to the member.
        let below = error.field.segments.iter().skip(3).cloned();
        error.field = FieldPath {
            segments: place.segments.iter().cloned().chain(below).collect(),
        };
        // That of a value itself only replaces null.
        let is_nested = error
            .field
            .segments
            .get(place.segments.len())
            .is_some_and(|step| !step.is_field("default"));
        if is_nested && run.has_room(codes::DEFAULT_REPEATS) {
            let mut found = diagnose::field_error(run.judged.source, &error);
            found.code = codes::DEFAULT_REPEATS;
            found.server = None;
            found.help.push(UNCHECKED.to_owned());
            run.found.push(found);
        }
    }
}

/// What the server does with a default that it does not check.
const UNCHECKED: &str =
    "the server accepts the CRD, and then rejects every object with an entry that lacks the field";

fn default(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if node.schema.default.is_none() {
        return;
    }
    let field = || node.at("default");
    repeats(run, node);
    if matches!(
        node.step(),
        Some(SchemaStep::Items | SchemaStep::AdditionalProperties)
    ) && node.schema.nullable
    {
        let source = run.judged.source;
        run.report(
            codes::DEFAULT_UNREACHED,
            &field(),
            format!(
                "the default of {} is never used: an element is never absent, and null is accepted",
                node.shown()
            ),
        )
        .label("never used")
        .help("remove it, or remove `nullable`: then the default replaces null")
        .fix(|| Some(fix::remove(source, &field())?.likely()));
    }
    if run.has(codes::REQUIRED_WITH_DEFAULT)
        && node.is_required()
        && !node.is_imported()
        && !is_list_key(node)
        && run.has_room(codes::REQUIRED_WITH_DEFAULT)
    {
        run.report(
            codes::REQUIRED_WITH_DEFAULT,
            &field(),
            format!(
                "{} is required and has a default, so it can be omitted",
                node.shown()
            ),
        )
        .help("remove it from `required`: clients that read the schema ask for it needlessly");
    }
    below_optional(run, node);
}

/// Whether a property is a key of the list whose elements have it; a key must be required or have a default.
fn is_list_key(node: &SchemaNode<'_>) -> bool {
    let list = node.above().and_then(SchemaNode::above);
    let keys = list.map_or(&[][..], |list| list.schema.list_map_keys());
    node.name()
        .is_some_and(|name| keys.iter().any(|key| **key == *name))
}

/// Whether a default says nothing that the absence of the member does not say.
fn is_nothing(default: Option<&Value>) -> bool {
    match default {
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Bool(is_set)) => !is_set,
        Some(Value::Number(number)) => number.as_f64() == Some(0.0),
        Some(Value::Array(list)) => list.is_empty(),
        Some(Value::Object(map)) => map.is_empty(),
        Some(Value::Null) | None => true,
    }
}

/// Whether the presence of an object has a meaning: it is one of several cases, a reference, or its description says so.
fn is_optional_case(node: &SchemaNode<'_>) -> bool {
    let description = node.schema.description.to_ascii_lowercase();
    let is_said = [
        "if absent",
        "if not specified",
        "if set",
        "if specified",
        "when set",
        "when specified",
        "when type",
        "is specified,",
    ]
    .iter()
    .any(|words| description.contains(words));
    if is_said {
        return true;
    }
    let (Some(above), Some(name)) = (node.above(), node.name()) else {
        return false;
    };
    name.ends_with("Ref") || name.ends_with("Reference") || is_union_case(above, name)
}

/// Reports the default of a member of an object that is absent unless a client writes it, though all of its members are optional.
fn below_optional(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let Some(above) = node
        .above()
        .filter(|above| above.name().is_some() && !above.is_required())
    else {
        return;
    };
    if !run.has(codes::DEFAULT_BELOW_OPTIONAL)
        || node.is_imported()
        || node.section != "spec"
        || above.is_section("spec")
        || above.schema.default.is_some()
        || above.schema.nullable
    {
        return;
    }
    let optional = |(_, property): (&str, &JsonSchemaProps)| property.default.is_some();
    let Some(properties) = &above.schema.properties else {
        return;
    };
    // If all members have defaults, an absent object is equivalent to an empty one; only the first member is reported.
    let is_first = properties.keys().next() == node.name();
    if is_first
        && properties.iter().all(optional)
        && !properties
            .values()
            .all(|property| is_nothing(property.default.as_ref()))
        && !is_optional_case(above)
        && run.has_room(codes::DEFAULT_BELOW_OPTIONAL)
    {
        let source = run.judged.source;
        let message = format!(
            "all fields of {} have defaults, but none is set if {} itself is absent",
            above.shown(),
            above.shown()
        );
        run.report(codes::DEFAULT_BELOW_OPTIONAL, &above.at("type"), message)
            .label("absent unless the user sets it")
            .help("write `default: {}` here to set the defaults in every object")
            .fix(|| Some(fix::add(source, &above.path.to_field_path(), "default: {}")?.likely()));
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn defaults_below_additional_properties() {
        let found = |volume: &str| {
            let text = widgets(&format!(
                "jingles: {{type: object, additionalProperties: {{type: object, properties: {{volume: {volume}}}}}}}"
            ));
            let report = check::text(&text, &Options::default());
            let found = report.findings.into_iter().map(|finding| finding.diagnostic);
            found
                .map(|one| {
                    (
                        one.code,
                        one.message,
                        one.span.and_then(|span| Some(span.slice(&text)?.to_owned())),
                    )
                })
                .collect::<Vec<_>>()
        };
        for (volume, why, written) in [
            ("{type: string, default: 80}", "it must be of type string", "80"),
            (
                "{type: integer, maximum: 100, default: 800}",
                "it must be less than or equal to 100",
                "800",
            ),
        ] {
            let message = format!("the default violates its own schema: {why}");
            let written = Some(written.to_owned());
            assert_eq!(
                found(volume),
                [(codes::DEFAULT_REPEATS, message, written)],
                "{volume}"
            );
        }
        assert_eq!(found("{type: integer, maximum: 100, default: 80}"), []);
    }
}
