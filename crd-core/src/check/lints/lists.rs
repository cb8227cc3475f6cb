//! LNT-16 to LNT-19: list types, keys, and bounds on lists, maps and strings.

use super::imported::ImportedPart;
use super::run::{LintRun, LintSet};
use super::walk::SchemaNode;
use crate::check::{Fix, codes, fix};
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool, SchemaStep};

/// Members that identify elements of a list.
const KEYS: [&str; 4] = ["name", "key", "id", "type"];
/// Members that identify an element together with its name: the parts of a reference, the key of a Secret, and the place of a mounted volume.
const WITH_NAME: [&str; 10] = [
    "apiGroup",
    "apiVersion",
    "group",
    "key",
    "kind",
    "mountPath",
    "namespace",
    "port",
    "sectionName",
    "subPath",
];
/// Members of a comparison with a value, of which a list has several for the same name or key.
const OF_COMPARISONS: [&str; 4] = ["operator", "operation", "matchType", "regex"];
/// Formats whose values are always short.
const SHORT_FORMATS: [&str; 14] = [
    "date",
    "date-time",
    "datetime",
    "duration",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "ipv4",
    "ipv6",
    "ip",
    "cidr",
    "mac",
    "hexcolor",
];

/// The codes of these lints.
const CODES: LintSet = LintSet::of(&[
    codes::LIST_TYPE_ABSENT,
    codes::LIST_ATOMIC_WITH_KEY,
    codes::LIST_UNBOUNDED,
    codes::STRING_UNBOUNDED,
    codes::MAP_UNBOUNDED,
    codes::LENGTH_MINIMUM_ABSENT,
    codes::LIST_ELEMENTS_OPTIONAL,
    codes::MAP_OF_OBJECTS,
]);

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if !run.has_any(CODES) || !node.is_authored() || node.is_imported() {
        return;
    }
    match &*node.schema.type_ {
        "array" => list(run, node),
        "string" => string(run, node),
        "object" => map(run, node),
        _ => {}
    }
}

fn list(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let element = schema.item_schema();
    let key = || element.and_then(required_key);
    let is_keyed = || {
        element
            .zip(key())
            .is_some_and(|(element, key)| is_unique(element, key))
            // A header of HTTP may occur several times.
            && !node.name().is_some_and(|name| name.to_ascii_lowercase().ends_with("headers"))
    };
    let source = run.judged.source;
    // A list in a list is not merged separately.
    let is_property = node.name().is_some();
    if schema.x_list_type.is_none() && is_property && run.has_room(codes::LIST_TYPE_ABSENT) {
        let help = match (key().filter(|_| is_keyed()), element) {
            (Some(key), _) => format!(
                "write `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys: [{key}]`, or `atomic`"
            ),
            (None, Some(element)) if *element.type_ == *"object" => {
                "write `x-kubernetes-list-type: atomic`".to_owned()
            }
            _ => "write `x-kubernetes-list-type: set` if elements are unique, otherwise `atomic`".to_owned(),
        };
        let message = format!(
            "{} has no list type, so it is atomic: of several appliers, the last one replaces all elements",
            node.shown()
        );
        run.report(codes::LIST_TYPE_ABSENT, &node.at("type"), message)
            .label("no `x-kubernetes-list-type`")
            .help(help)
            .fix(|| {
                let atomic = "x-kubernetes-list-type: atomic";
                let add = || fix::add(source, &node.path.to_field_path(), atomic);
                (!is_keyed()).then(add)?.map(Fix::likely)
            });
    }
    if run.has(codes::LIST_ATOMIC_WITH_KEY)
        && schema.x_list_type.as_deref() == Some("atomic")
        && let Some(key) = key().filter(|_| is_keyed())
    {
        let message = format!("{} is atomic, although each element has a `{key}`", node.shown());
        run.report(
            codes::LIST_ATOMIC_WITH_KEY,
            &node.at("x-kubernetes-list-type"),
            message,
        )
        .help(format!(
            "with `x-kubernetes-list-type: map` and the key `{key}`, several appliers can share the list"
        ));
    }
    if schema.max_items.is_none() && run.has_room(codes::LIST_UNBOUNDED) {
        let message = format!("{} can have any number of elements", node.shown());
        run.report(codes::LIST_UNBOUNDED, &node.at("type"), message)
            .label("no `maxItems`")
            .help(
                "set `maxItems`: rules on the elements then cost less, and an object cannot become too \
                large for etcd",
            );
    }
    if schema.min_items.is_none() && node.is_required() && run.has_room(codes::LENGTH_MINIMUM_ABSENT) {
        let message = format!("{} is required but can be empty", node.shown());
        run.report(codes::LENGTH_MINIMUM_ABSENT, &node.at("type"), message)
            .label("no `minItems`")
            .help("write `minItems: 1`, or `minItems: 0` if an empty list is valid");
    }
    if run.has(codes::LIST_ELEMENTS_OPTIONAL)
        && let Some(element) = element
        && element
            .properties
            .as_ref()
            .is_some_and(|properties| !properties.is_empty())
        && !ImportedPart::of_element(node.name().unwrap_or_default(), element).is_all()
        && !requires_some(element)
        // Kubernetes prescribes the members of an object and of a template for one.
        && element.property("metadata").is_none()
        && run.has_room(codes::LIST_ELEMENTS_OPTIONAL)
    {
        let message = format!(
            "elements of {} have no required fields, so `- {{}}` is valid",
            node.shown()
        );
        run.report(codes::LIST_ELEMENTS_OPTIONAL, &node.at("items"), message)
            .help("make a field required: the one that identifies elements, or a discriminator");
    }
}

/// Whether `required`, a rule or a combination such as `anyOf` requires members.
fn requires_some(schema: &JsonSchemaProps) -> bool {
    schema.min_properties.is_some_and(|least| least > 0)
        || schema
            .required
            .as_ref()
            .is_some_and(|required| !required.is_empty())
        || schema.all_of.iter().flatten().any(requires_some)
        || schema.any_of.is_some()
        || schema.one_of.is_some()
        || !schema.rules().is_empty()
}

/// Returns the required string member that identifies elements.
fn required_key(element: &JsonSchemaProps) -> Option<&'static str> {
    let required = element.required.as_deref()?;
    KEYS.into_iter().find(|key| {
        required.iter().any(|name| **name == **key)
            && element
                .property(key)
                .is_some_and(|member| *member.type_ == *"string" && !member.nullable)
    })
}

/// Whether a member alone seems to identify elements. A `type` does so in conditions; elsewhere it says what an element is, and elements
/// of one type are repeated.
fn is_unique(element: &JsonSchemaProps, key: &str) -> bool {
    let has = |name: &&str| element.property(name).is_some();
    if OF_COMPARISONS.iter().any(has) {
        return false;
    }
    match key {
        "name" => !WITH_NAME.iter().any(has) && !has_other_name(element, key),
        // A path to which a key of a Secret is written, a taint, a key of a ConfigMap.
        "key" => !["path", "effect", "name", "selector"].iter().any(has),
        "type" => ["status", "lastTransitionTime"].iter().all(has) && !has_other_name(element, key),
        _ => true,
    }
}

/// Whether elements have another name beside their key, so that both identify them.
pub(super) fn has_other_name(element: &JsonSchemaProps, key: &str) -> bool {
    let mut fields = element.properties.iter().flat_map(Map::keys);
    fields.any(|field| field != key && (field == "name" || field.ends_with("Name")))
}

fn string(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let format = &*schema.format;
    let is_short = schema.enum_.is_some() || !format.is_empty() && SHORT_FORMATS.contains(&format);
    if schema.max_length.is_none() && !is_short && run.has_room(codes::STRING_UNBOUNDED) {
        let message = format!("{} can have any length", node.shown());
        run.report(codes::STRING_UNBOUNDED, &node.at("type"), message)
            .label("no `maxLength`")
            .help("set `maxLength`: rules then cost less, and an object cannot become too large for etcd");
    }
    if schema.min_length.is_none()
        && schema.pattern.is_empty()
        && !is_short
        && node.is_required()
        && run.has_room(codes::LENGTH_MINIMUM_ABSENT)
    {
        let message = format!("{} is required but can be empty", node.shown());
        run.report(codes::LENGTH_MINIMUM_ABSENT, &node.at("type"), message)
            .label("no `minLength`")
            .help("write `minLength: 1`, or `minLength: 0` if an empty string is valid");
    }
}

fn map(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let Some(SchemaOrBool::Schema(values)) = &schema.additional_properties else {
        return;
    };
    if schema.max_properties.is_none() && run.has_room(codes::MAP_UNBOUNDED) {
        let message = format!("{} can have any number of keys", node.shown());
        run.report(codes::MAP_UNBOUNDED, &node.at("type"), message)
            .label("no `maxProperties`")
            .help("set `maxProperties`");
    }
    let is_free = values.x_preserve_unknown_fields == Some(true) && values.type_.is_empty();
    let is_of_texts = *values.type_ == *"string" || values.x_int_or_string || is_free;
    // The contract of Cluster API prescribes a map.
    let is_of_contract = node.name() == Some("failureDomains") && values.property("controlPlane").is_some();
    let is_inner = matches!(node.step(), Some(SchemaStep::AdditionalProperties)) || is_of_contract;
    if !is_of_texts && !is_inner && run.has_room(codes::MAP_OF_OBJECTS) {
        let what = match &*values.type_ {
            "" => "any values".to_owned(),
            type_ => format!("values of type `{type_}`"),
        };
        run.report(
            codes::MAP_OF_OBJECTS,
            &node.at("additionalProperties"),
            format!("{} is a map of {what}", node.shown()),
        )
        .help(
            "use a list of objects with a `name` and `x-kubernetes-list-type: map`: the key is then a \
            documented field that can have rules",
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::{widgets, with_profile};
    use crate::check::{self, LintProfile, codes};

    /// An atomic list with a key would be reported again.
    #[test]
    fn lists_with_a_key_are_not_made_atomic() {
        for (element, is_fixed) in [
            ("{type: string}", true),
            (
                "{type: object, required: [name], properties: {name: {type: string}}}",
                false,
            ),
            (
                "{type: object, required: [name], properties: {name: {type: string}, namespace: {type: string}}}",
                true,
            ),
        ] {
            let text = widgets(&format!(
                "spec: {{type: object, properties: {{a: {{type: array, items: {element}}}}}}}"
            ));
            let report = check::text(&text, &with_profile(LintProfile::Strict));
            let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
            let found = found.find(|one| one.code == codes::LIST_TYPE_ABSENT).unwrap();
            assert_eq!(found.fix.is_some(), is_fixed, "{element}");
        }
    }
}
