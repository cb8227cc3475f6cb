//! LNT-09 and LNT-10: defaults with which the server rejects objects, that are never used, or that are not needed.

use serde_json::Value;

use super::presence::is_union_case;
use super::run::LintRun;
use super::walk::SchemaNode;
use crate::KubeVersion;
use crate::check::{codes, diagnose, fix};
use crate::model::field::{FieldError, FieldPath, Path};
use crate::model::map::Map;
use crate::model::schema::{Items, JsonSchemaProps, SchemaStep};
use crate::model::structural::Structural;
use crate::server::objects::{DefaultsOptions, validate_defaults};

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    declared(run, node);
    unchecked_defaults(run, node);
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
    let is_of_values = node.step() == Some(SchemaStep::AdditionalProperties);
    if !is_of_values || !run.has(codes::DEFAULT_REPEATS) || !has_default(node.schema) {
        return;
    }
    let Some(errors) = errors_of_defaults(node.schema.clone(), run.judged.options.version) else {
        return;
    };
    let place = node.path.to_field_path();
    for mut error in errors {
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

fn declared(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
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
    // The only member so far of what may be a choice.
    let is_section = above.is_root() || above.is_section("spec");
    if !is_section
        && above
            .schema
            .properties
            .as_ref()
            .is_some_and(|members| members.len() == 1)
    {
        return true;
    }
    name.ends_with("Ref") || name.ends_with("Reference") || is_union_case(above, name)
}

/// Ends of the names of settings that always apply, also if an object does not have them.
const SETTINGS: [&str; 8] = [
    "log", "logger", "logging", "retry", "settings", "strategy", "timeout", "timeouts",
];

/// Whether the absence of an object seems to mean that its defaults apply, rather than that it is disabled: it has a switch of its own, or
/// its name or description says so.
fn has_effect_if_absent(name: &str, schema: &JsonSchemaProps) -> bool {
    let mut members = schema.properties.iter().flat_map(Map::iter);
    let has_switch = members.any(|(member, property)| {
        let is_switch = matches!(member, "enable" | "enabled" | "disable" | "disabled");
        is_switch && *property.type_ == *"boolean"
    });
    let name = name.to_ascii_lowercase();
    let description = schema.description.to_ascii_lowercase();
    let is_said = ["default settings", "defaults are used", "defaults apply"];
    has_switch
        || SETTINGS.iter().any(|word| name.ends_with(word))
        || is_said.iter().any(|words| description.contains(words))
}

/// Whether the server accepts `default: {}` on an object. It validates a default without those of the members.
fn accepts_empty(schema: &JsonSchemaProps, version: KubeVersion) -> bool {
    let with_default = JsonSchemaProps {
        default: Some(Value::Object(serde_json::Map::new())),
        ..schema.clone()
    };
    errors_of_defaults(with_default, version).is_some_and(|errors| errors.is_empty())
}

/// Returns the errors of the defaults of a member with a schema; `None` if the schema is not structural. The first three steps of
/// their paths lead to the member.
fn errors_of_defaults(schema: JsonSchemaProps, version: KubeVersion) -> Option<Vec<FieldError>> {
    const MEMBER: &str = "value";
    let object = JsonSchemaProps {
        type_: "object".into(),
        properties: Some([(MEMBER, schema)].into_iter().collect()),
        ..JsonSchemaProps::default()
    };
    let root = Path::root("schema");
    let object = Structural::from_schema(&object, &root, version).ok()?;
    Some(validate_defaults(&object, &root, DefaultsOptions::new(version)))
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
    let above_name = above.name().unwrap_or_default();
    if is_first
        && has_effect_if_absent(above_name, above.schema)
        && properties.iter().all(optional)
        && !properties
            .values()
            .all(|property| is_nothing(property.default.as_ref()))
        && !is_optional_case(above)
        && run.has_room(codes::DEFAULT_BELOW_OPTIONAL)
    {
        let source = run.judged.source;
        let version = run.judged.options.version;
        let can_be_default = accepts_empty(above.schema, version);
        let needs_none = JsonSchemaProps {
            required: None,
            ..above.schema.clone()
        };
        if !can_be_default && !accepts_empty(&needs_none, version) {
            return;
        }
        let message = format!(
            "all fields of {} have defaults, but none is set if {} itself is absent",
            above.shown(),
            above.shown()
        );
        run.report(codes::DEFAULT_BELOW_OPTIONAL, &above.at("type"), message)
            .label("absent unless the user sets it")
            .help(if can_be_default {
                "if an absent object means the same as an empty one, write `default: {}` here, which sets the defaults"
            } else {
                "if an absent object means the same as an empty one, remove `required`, whose fields have defaults, and write `default: {}` here, which sets the defaults"
            })
            .fix(|| {
                let add = || fix::add(source, &above.path.to_field_path(), "default: {}");
                Some(can_be_default.then(add)??.likely())
            });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::{widgets, with_profile};
    use crate::check::{self, LintProfile, Options, codes};

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

    /// The fix is applied, and the server accepts the CRD.
    #[test]
    fn objects_with_defaults_below() {
        const PLAIN: &str = "if an absent object means the same as an empty one, write `default: {}` here, which sets the defaults";
        const REQUIRED: &str = "if an absent object means the same as an empty one, remove `required`, whose fields have defaults, and write `default: {}` here, which sets the defaults";
        const RULE: &str = "x-kubernetes-validations: [{rule: self.a != 'x', message: must be}]";
        for (keywords, help, is_fixed) in [
            ("", Some(PLAIN), true),
            ("required: [a], ", Some(REQUIRED), false),
            ("minProperties: 1, ", None, false),
            // The rule reads a member that the default does not have.
            (&format!("{RULE}, "), None, false),
        ] {
            let text = widgets(&format!(
                "spec: {{type: object, properties: {{logging: {{type: object, {keywords}properties: {{a: {{type: string, maxLength: 5, default: b}}}}}}, \
                 p: {{type: string}}}}}}"
            ));
            let options = with_profile(LintProfile::Conventions);
            let report = check::text(&text, &options);
            let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
            let found = found.find(|one| one.code == codes::DEFAULT_BELOW_OPTIONAL);
            assert_eq!(found.map(|one| &*one.help[0]), help, "{keywords}");
            let fix = found.and_then(|one| one.fix.as_ref());
            assert_eq!(fix.is_some(), is_fixed, "{keywords}");
            if let Some(fix) = fix {
                assert!(check::text(&check::apply(&text, &[fix]).0, &options).is_accepted());
            }
        }
    }
}
