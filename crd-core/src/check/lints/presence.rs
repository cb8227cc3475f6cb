//! LNT-03 to LNT-05: objects whose members the server drops. LNT-25: fields that may be null.

use serde_json::Value;

use super::run::LintRun;
use super::walk::SchemaNode;
use crate::check::{codes, fix};
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool, SchemaStep};

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields: true";

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    kept_members(run, node);
    // An element cannot be absent, so its null may have a meaning.
    if node.schema.nullable
        && run.has(codes::NULLABLE_FIELD)
        && node.name().is_some()
        && !node.is_imported()
        && !has_own_null(node.schema)
        && run.has_room(codes::NULLABLE_FIELD)
    {
        let source = run.judged.source;
        let is_required = node.is_required() && node.schema.default.is_none();
        let (message, help) = if is_required {
            (
                format!("{} is required but can be null", node.shown()),
                "remove `nullable`, and remove it from `required` if it may be absent",
            )
        } else {
            (
                format!("{} can be null or absent", node.shown()),
                "remove `nullable`: an absent field means the same, and clients need not distinguish the two",
            )
        };
        run.report(codes::NULLABLE_FIELD, &node.at("nullable"), message)
            .help(help)
            .fix(|| {
                let remove = || fix::remove(source, &node.at("nullable"));
                Some((!is_required && !needs_null(node)).then(remove)??.likely())
            });
    }
}

/// Whether null means something else than absence: it prevents a default, or the description mentions it.
fn has_own_null(schema: &JsonSchemaProps) -> bool {
    schema.default.as_ref().is_some_and(|default| !default.is_null())
        || schema
            .description
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| {
                ["null", "nullable", "nil"]
                    .iter()
                    .any(|null| word.eq_ignore_ascii_case(null))
            })
}

/// Whether something else in a schema would have to change with `nullable`: an `enum` or a default that contains null, or a rule that
/// compares with it.
fn needs_null(node: &SchemaNode<'_>) -> bool {
    let in_enum = node.schema.enum_.iter().flatten().any(Value::is_null);
    let nodes = || std::iter::successors(Some(node), |node| node.above());
    in_enum
        || nodes().any(|node| {
            let mut rules = node.schema.rules().iter();
            node.schema.default.as_ref().is_some_and(has_null) || rules.any(|rule| rule.rule.contains("null"))
        })
}

/// Whether a value is or contains null.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.iter().any(has_null),
        Value::Object(map) => map.values().any(has_null),
        _ => false,
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
        let has_fields = schema
            .properties
            .as_ref()
            .is_some_and(|fields| !fields.is_empty());
        let (which, help) = if has_fields {
            let help =
                format!("write `{PRESERVE}` instead, to keep undeclared fields with all that is in them");
            ("undeclared objects", help)
        } else {
            let help =
                format!("write `additionalProperties: {{{PRESERVE}}}`, or declare the schema of the values");
            ("objects", help)
        };
        run.report(
            codes::NESTED_MAP_EMPTIED,
            &field,
            format!(
                "{which} in {} lose all fields, because the server prunes undeclared fields",
                node.shown()
            ),
        )
        .label("declares no fields")
        .help(help)
        .fix(|| {
            let written = (!has_fields).then(|| format!("{{{PRESERVE}}}"))?;
            Some(fix::rewrite(source, &field, &written)?.likely())
        });
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
    let is_metadata = node.name() == Some("metadata") && node.has_sibling("spec");
    if !is_metadata && (is_meant_to_be_empty(node) || has_members_elsewhere(run, node)) {
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

/// Ends of the names of objects that have members. An object of another name may be a marker, whose presence says all:
/// `anonymous: {}`.
const CONTENTS: [&str; 41] = [
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
    "flags",
    "headers",
    "info",
    "kwargs",
    "labels",
    "metadata",
    "notes",
    "options",
    "overrides",
    "parameters",
    "params",
    "payload",
    "properties",
    "raw",
    "resources",
    "selector",
    "settings",
    "spec",
    "tags",
    "template",
    "values",
    "variables",
    "vars",
];

/// Names of objects that have members, which as ends of names also mark kinds of something: `noLimits: {}`.
const WHOLE_CONTENTS: [&str; 2] = ["limits", "requests"];

/// Words before the last one of a name that says what is done with it: `addToBody: {}`.
const PREPOSITIONS: [&str; 6] = ["As", "From", "In", "Into", "To", "With"];

/// Whether an object of a name has members. `tlsConfig: {}` enables TLS, as `tls: {}` does, so both are markers.
fn has_contents(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut stems = CONTENTS.iter().filter_map(|word| lower.strip_suffix(word));
    let is_part = stems.next().is_some_and(|stem| {
        let before = name.get(..stem.len()).unwrap_or_default();
        !stem.ends_with("tls") && !PREPOSITIONS.iter().any(|word| before.ends_with(word))
    });
    is_part || WHOLE_CONTENTS.contains(&&*lower)
}

/// Words of a description that say that an object has members.
const OF_CONTENTS: [&str; 5] = ["arbitrary", "free-form", "freeform", "key-value", "key/value"];

/// Whether another version declares members of an object, which its author did not forget in this one.
fn has_members_elsewhere(run: &LintRun<'_>, node: &SchemaNode<'_>) -> bool {
    let is_section = node.above().is_some_and(SchemaNode::is_root);
    let mut others = run.judged.crd.versions().iter();
    !is_section
        && others.any(|version| {
            let same = version.openapi_schema().and_then(|root| node.same_below(root));
            same.and_then(|same| same.properties.as_ref())
                .is_some_and(|properties| !properties.is_empty())
        })
}

/// Whether an object without members is a marker: a member of a union, or one that is documented as empty.
fn is_meant_to_be_empty(node: &SchemaNode<'_>) -> bool {
    let schema = node.schema;
    if schema.max_properties == Some(0) || schema.nullable && schema.enum_.is_some() {
        return true;
    }
    if schema.max_properties.or(schema.min_properties).is_some() {
        return false;
    }
    let description = schema.description.to_ascii_lowercase();
    if [
        "empty",
        "nothing in it",
        "no fields",
        "no options",
        "no configuration",
        "presence",
        "will be added",
    ]
    .iter()
    .any(|word| description.contains(word))
    {
        return true;
    }
    let Some(above) = node.above() else {
        return false;
    };
    // The values of a map are members of what it is named for, unless it is a set: its keys say all.
    let is_value = matches!(node.step(), Some(SchemaStep::AdditionalProperties));
    let Some(name) = (if is_value { above.name() } else { node.name() }) else {
        return false;
    };
    if above.is_root() && matches!(name, "spec" | "status") {
        return false;
    }
    if !is_value && has_empty_sibling(above, name) {
        return true;
    }
    // A marker has none of these.
    let is_restricted =
        schema.min_properties.is_some() || schema.max_properties.is_some() || schema.x_map_type.is_some();
    let says_contents = OF_CONTENTS.iter().any(|word| description.contains(word));
    !is_restricted && !says_contents && !has_contents(name) || !is_value && is_union_case(above, name)
}

/// Whether another object without members is named alike: `fullBackupSpec` and `incrementalBackupSpec` say by their presence which
/// backup is meant.
fn has_empty_sibling(above: &SchemaNode<'_>, name: &str) -> bool {
    let last_word = |name: &str| name.rfind(|c: char| c.is_ascii_uppercase());
    let Some(word) = last_word(name).and_then(|at| name.get(at..)) else {
        return false;
    };
    let mut others = above.schema.properties.iter().flat_map(Map::iter);
    others.any(|(other, schema)| {
        let is_alike = other != name && last_word(other).and_then(|at| other.get(at..)) == Some(word);
        is_alike && keeps_nothing(schema) && schema.x_preserve_unknown_fields.is_none()
    })
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

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::{widgets, with_profile};
    use crate::check::{self, Code, LintProfile, codes};

    /// Returns the findings with a code: their messages, and the CRD with the fix of each.
    fn found(text: &str, code: Code) -> Vec<(String, Option<String>)> {
        let report = check::text(text, &with_profile(LintProfile::Strict));
        let found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found = found.filter(|one| one.code == code);
        found
            .map(|one| {
                let fixed = one.fix.as_ref().map(|fix| check::apply(text, &[fix]).0);
                (one.message.clone(), fixed)
            })
            .collect()
    }

    #[test]
    fn markers_are_named_alike() {
        for (properties, count) in [
            ("fullSpec: {type: object}, deltaSpec: {type: object}", 0),
            ("fullSpec: {type: object}, deltaSpec: {type: string}", 1),
            ("fullSpec: {type: object}", 1),
            (
                "fullSpec: {type: object, maxProperties: 6}, deltaSpec: {type: object}",
                1,
            ),
        ] {
            let text = widgets(&format!(
                "spec: {{type: object, properties: {{plan: {{type: object, properties: {{kind: {{type: string}}, {properties}}}}}}}}}"
            ));
            let found = found(&text, codes::OBJECT_KEEPS_NOTHING);
            assert_eq!(found.len(), count, "{properties}");
        }
    }

    /// The object has members in the next version.
    #[test]
    fn markers_of_one_version() {
        let first =
            widgets("spec: {type: object, properties: {a: {type: string}, extensions: {type: object}}}");
        assert_eq!(found(&first, codes::OBJECT_KEEPS_NOTHING).len(), 1);
        let (start, version) = first.split_once("  - name: v1\n").unwrap();
        let next = version.replace("storage: true", "storage: false").replace(
            "extensions: {type: object}",
            "extensions: {type: object, properties: {b: {type: string}}}",
        );
        let both = format!("{start}  - name: v1\n{version}  - name: v2\n{next}");
        assert_eq!(found(&both, codes::OBJECT_KEEPS_NOTHING), []);
    }

    #[test]
    fn keys_beside_declared_fields() {
        let label = |fields: &str| {
            let text = widgets(&format!(
                "spec: {{type: object, {fields}additionalProperties: true}}"
            ));
            let found = found(&text, codes::NESTED_MAP_EMPTIED);
            let [(message, fixed)] = found.as_slice() else {
                panic!("{found:?}");
            };
            (message.clone(), fixed.is_some())
        };
        let lost = "in `spec` lose all fields, because the server prunes undeclared fields";
        assert_eq!(label(""), (format!("objects {lost}"), true));
        assert_eq!(
            label("properties: {a: {type: string}}, "),
            (format!("undeclared objects {lost}"), false)
        );
    }

    #[test]
    fn fields_that_may_be_null() {
        let accepted = |text: &str| check::text(text, &with_profile(LintProfile::Server)).is_accepted();
        for (spec, message, is_fixed) in [
            (
                "properties: {a: {type: string, nullable: true}}",
                Some("`spec.a` can be null or absent"),
                true,
            ),
            (
                "required: [a], properties: {a: {type: string, nullable: true}}",
                Some("`spec.a` is required but can be null"),
                false,
            ),
            (
                "properties: {a: {type: string, nullable: true, enum: [b, null]}}",
                Some("`spec.a` can be null or absent"),
                false,
            ),
            (
                "default: {a: null}, properties: {a: {type: string, nullable: true}}",
                Some("`spec.a` can be null or absent"),
                false,
            ),
            (
                "properties: {a: {type: object, nullable: true}}, x-kubernetes-validations: [{rule: \"!has(self.a) || self.a == null\"}]",
                Some("`spec.a` can be null or absent"),
                false,
            ),
            // Null is the only way to have none.
            (
                "properties: {a: {type: string, nullable: true, default: tls}}",
                None,
                false,
            ),
            (
                "properties: {a: {type: string, nullable: true, description: Null means that there is no limit.}}",
                None,
                false,
            ),
            (
                "properties: {a: {type: array, maxItems: 5, items: {type: string, nullable: true}}}",
                None,
                false,
            ),
            (
                "properties: {a: {type: object, additionalProperties: {type: string, nullable: true}}}",
                None,
                false,
            ),
        ] {
            let text = widgets(&format!("spec: {{type: object, {spec}}}"));
            let found = found(&text, codes::NULLABLE_FIELD);
            let found = found.first();
            assert_eq!(found.map(|(message, _)| &**message), message, "{spec}");
            let fixed = found.and_then(|(_, fixed)| fixed.as_deref());
            assert_eq!(fixed.is_some(), is_fixed, "{spec}");
            assert!(fixed.is_none_or(accepted), "{spec}");
        }
    }
}
