//! LNT-26 to LNT-29 and LNT-44: names of properties, values of enums, names of the resource.

mod casing;
mod resource;

use serde_json::Value;

pub(super) use resource::resource;

use super::run::{LintRun, LintSet};
use super::walk::SchemaNode;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;
use crate::model::sort::sort_by;
use casing::{CamelCase, is_pascal_case, uncapitalized};

pub(super) use casing::{camel_case, counts_by_other, with_acronyms};

/// The codes about names and values of the nodes of a schema.
const OF_NODES: LintSet = LintSet::of(&[
    codes::NAME_NOT_CAMEL_CASE,
    codes::NAME_ACRONYM,
    codes::NAME_IS_PREFIX,
    codes::TIMESTAMP_NAME,
    codes::REFERENCE_NAME,
    codes::REFERENCE_NAMESPACE,
    codes::ENUM_NOT_PASCAL_CASE,
    codes::ENUM_NUMERIC,
]);

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    differ_by_case(run, node);
    if !run.has_any(OF_NODES) || !node.is_authored() {
        return;
    }
    // The author of the CRD chooses the name of a member, even if its type is one of Kubernetes.
    if let Some(name) = node.name().filter(|_| !node.is_root()) {
        property(run, node, name);
        time_or_reference(run, node, name);
    }
    if !node.is_imported() {
        members(run, node);
    }
}

fn property(run: &mut LintRun<'_>, node: &SchemaNode<'_>, name: &str) {
    let field = || node.path.to_field_path();
    let camel = CamelCase::of(name);
    if camel.is_none() && is_own(name) && run.has_room(codes::NAME_NOT_CAMEL_CASE) {
        let message = format!("`{}` is not in camelCase", cut(name, 60));
        let better = with_acronyms(camel_case(name));
        let finding = run.report(codes::NAME_NOT_CAMEL_CASE, &field(), message);
        if CamelCase::of(&better).is_some() && !node.has_sibling(&better) {
            finding.help(format!(
                "write `{better}`; do not rename a field that is already in use"
            ));
        }
    }
    if let Some(CamelCase {
        acronym: Some((word, _)),
    }) = camel
        && let better = with_acronyms(name.to_owned())
        && !node.has_sibling(&better)
        && run.has_room(codes::NAME_ACRONYM)
    {
        let message = format!("`{name}` has the acronym `{word}` in mixed case");
        run.report(codes::NAME_ACRONYM, &field(), message).help(format!(
            "Kubernetes writes `{better}`; do not rename a field that is already in use"
        ));
    }
    let is_question = matches!(name.as_bytes(), [b'i', b's', b'A'..=b'Z', ..]);
    if is_question
        && run.has(codes::NAME_IS_PREFIX)
        && node.is("boolean")
        && let better = uncapitalized(name.get(2..).unwrap_or_default())
        && !node.has_sibling(&better)
    {
        run.report(
            codes::NAME_IS_PREFIX,
            &field(),
            format!("`{name}` starts with `is`, which is redundant for a boolean"),
        )
        .help(format!(
            "write `{better}`; do not rename a field that is already in use"
        ));
    }
}

/// Whether the author of a CRD chose a name: one with other characters than those between words is that of a file, a setting or a
/// keyword of something else, such as `core-site.xml` and `$schema`.
fn is_own(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '))
}

/// Members of `ObjectMeta` that other objects often repeat.
const OF_KUBERNETES: [&str; 3] = ["creationTimestamp", "deletionTimestamp", "ownerReferences"];

fn time_or_reference(run: &mut LintRun<'_>, node: &SchemaNode<'_>, name: &str) {
    if OF_KUBERNETES.contains(&name) {
        return;
    }
    // The ends of the words below, which most names do not have.
    if !matches!(
        name.as_bytes(),
        [.., b'm', b'p'] | [.., b'c', b'e'] | [.., b'e', b's' | b'f']
    ) {
        return;
    }
    let field = || node.path.to_field_path();
    let stem = name
        .strip_suffix("Timestamp")
        .or_else(|| name.strip_suffix("TimeStamp"));
    if let Some(stem) =
        stem.filter(|_| (node.is("string") || node.is("integer")) && run.has(codes::TIMESTAMP_NAME))
        && let better = (if stem.ends_with("Time") {
            stem.to_owned()
        } else {
            format!("{stem}Time")
        })
        && !node.has_sibling(&better)
    {
        run.report(
            codes::TIMESTAMP_NAME,
            &field(),
            format!("`{name}` ends with `Timestamp`, unlike other times in Kubernetes"),
        )
        .help(format!(
            "by convention, it is `{better}` with `format: date-time`"
        ));
    }
    let may_refer = !node.is("boolean") && node.schema.enum_.is_none();
    if run.has(codes::REFERENCE_NAME)
        && may_refer
        && let Some(better) = reference_name(name, node.schema)
        && !node.has_sibling(&better)
    {
        run.report(
            codes::REFERENCE_NAME,
            &field(),
            format!("`{name}` does not follow the naming of references"),
        )
        .help(format!(
            "write `{better}`: `…Ref` for an object, `…Name` for only a name; do not \
                rename a field that is already in use"
        ));
    }
    // The status only repeats what the spec, or a controller, refers to.
    let is_reference = (name.ends_with("Ref") || name.ends_with("Reference")) && node.section != "status";
    // A cluster-scoped object has no namespace for a lookup.
    let is_namespaced = *run.judged.crd.spec.scope == *"Namespaced";
    if run.has(codes::REFERENCE_NAMESPACE)
        && is_reference
        && is_namespaced
        && let Some(namespace) = node.schema.property("namespace")
        // A Gateway says in `allowedRoutes` and `allowedListeners` what attaches to it.
        && !(name == "parentRef" && (node.schema.property("sectionName").is_some() || is_in_route(node)))
        && !is_in_persistent_volume(node)
        && ![&node.schema.description, &namespace.description]
            .iter()
            .any(|text| text.contains("ReferenceGrant"))
        && run.has_room(codes::REFERENCE_NAMESPACE)
    {
        let field = node.path.child("properties").key("namespace").to_field_path();
        run.report(
            codes::REFERENCE_NAMESPACE,
            &field,
            format!(
                "{} can refer to an object of another namespace without permission of its owner",
                node.shown()
            ),
        )
        .help("remove `namespace`, or require a permission of the owner, such as a ReferenceGrant");
    }
}

/// Whether a field is one of a route, or of an element of a list of routes.
fn is_in_route(node: &SchemaNode<'_>) -> bool {
    let holder = node.above();
    let named = holder.and_then(|above| above.name().or_else(|| above.above()?.name()));
    named.is_some_and(|name| name.trim_end_matches('s').to_ascii_lowercase().ends_with("route"))
}

/// Whether a field is one of Kubernetes' own `PersistentVolumeSpec`, whose references need a namespace because the volume has none.
fn is_in_persistent_volume(node: &SchemaNode<'_>) -> bool {
    std::iter::successors(node.above(), |above| above.above()).any(|above| {
        above.schema.property("persistentVolumeReclaimPolicy").is_some()
            && above.schema.property("claimRef").is_some()
    })
}

/// Returns the name of a reference by convention, if it has another one.
fn reference_name(name: &str, schema: &JsonSchemaProps) -> Option<String> {
    let is_object = |schema: &JsonSchemaProps| *schema.type_ == *"object";
    let (stem, end) = if let Some(stem) = name.strip_suffix("References") {
        (stem, "Refs")
    } else if let Some(stem) = name.strip_suffix("Reference") {
        (stem, "Ref")
    } else {
        (name.strip_suffix("Ref")?, "Ref")
    };
    let better = if is_object(schema) || schema.item_schema().is_some_and(is_object) {
        format!("{stem}{end}")
    } else if *schema.type_ == *"string" && is_only_name(&schema.description) {
        let is_name = stem.ends_with("Name");
        // The key of a Secret that has the name.
        if is_name && schema.description.to_ascii_lowercase().contains("secret") {
            return None;
        }
        let name = if is_name { "" } else { "Name" };
        format!("{stem}{name}")
    } else {
        // Other texts can be paths or identifiers.
        return None;
    };
    (!stem.is_empty() && better != name).then_some(better)
}

/// Whether a description is about a name, and not about one or something else.
fn is_only_name(description: &str) -> bool {
    let lower = description.to_ascii_lowercase();
    lower.contains("name") && !lower.contains("either")
}

fn differ_by_case(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let Some(properties) = node
        .schema
        .properties
        .as_ref()
        .filter(|_| run.has(codes::NAMES_DIFFER_BY_CASE))
    else {
        return;
    };
    if properties.len() < 2 {
        return;
    }
    if !repeats(properties) {
        return;
    }
    let mut names: Vec<&str> = properties.keys().collect();
    sort_by(&mut names, &|a, b| lower(a).cmp(lower(b)));
    for pair in names.windows(2) {
        if let [first, second] = pair
            && first.eq_ignore_ascii_case(second)
        {
            let field = node.path.child("properties").key(second).to_field_path();
            run.report(
                codes::NAMES_DIFFER_BY_CASE,
                &field,
                format!("`{second}` and `{first}` differ only in case"),
            )
            .help(
                "programs that ignore the case of names, such as Go's `encoding/json` for a type that has one of \
                    them, take one for the other; remove one, unless both are in use",
            );
        }
    }
}

/// Whether some of the names differ only in case. Only names with equal bits of their hashes are compared.
fn repeats(properties: &Map<JsonSchemaProps>) -> bool {
    let mut bits = [0_u64; 32];
    for (index, name) in properties.keys().enumerate() {
        let hash = hash(name);
        let bit = 1 << (hash >> 58);
        let word = &mut bits[(hash >> 53) as usize & 31];
        if *word & bit != 0
            && properties
                .keys()
                .take(index)
                .any(|other| other.eq_ignore_ascii_case(name))
        {
            return true;
        }
        *word |= bit;
    }
    false
}

/// Returns a number that is equal for names that differ only in case: their length and three bytes, in which letters have one case.
fn hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let length = bytes.len();
    let (Some(first), Some(middle), Some(last)) = (bytes.first(), bytes.get(length / 2), bytes.last()) else {
        return 0;
    };
    let letters = u32::from_le_bytes([0, first | 0x20, middle | 0x20, last | 0x20]);
    // The upper bits of a product depend on all bits.
    (u64::from(letters) ^ length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the bytes of a name in lower case.
fn lower(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().map(|byte| byte.to_ascii_lowercase())
}

/// What numbers count or measure if a name ends with one of these words.
const QUANTITIES: [&str; 7] = ["count", "factor", "length", "number", "size", "version", "weight"];
/// Ends of words in the singular, unlike other words with an `s` at their end.
const SINGULAR: [&str; 4] = ["is", "os", "ss", "us"];

/// The maximum number of values of an enum that are codes; more are a range of numbers, such as the days of a month.
const MOST_CODES: usize = 10;

/// Whether values of an enum are numbers that stand for something else, which are counted from 0 or 1, and which the description does
/// not explain. Other numbers are themselves what is meant, such as 3 and 5 replicas, or the status codes of HTTP.
fn are_codes(name: &str, description: &str, members: &[Value]) -> bool {
    let is_count = counts_by_other(name) || description.to_ascii_lowercase().contains("number of");
    let name = name.to_ascii_lowercase();
    let is_plural = name.ends_with('s') && !SINGULAR.iter().any(|end| name.ends_with(end));
    let Some(numbers) = members.iter().map(Value::as_i64).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let words = description.split(|c: char| !c.is_ascii_alphanumeric());
    let is_explained = numbers.iter().all(|number| {
        let number = number.to_string();
        words.clone().any(|word| word == number)
    });
    numbers.iter().min().is_some_and(|least| matches!(least, 0 | 1))
        && numbers.len() <= MOST_CODES
        && !is_explained
        && !is_count
        && !is_plural
        && !QUANTITIES.iter().any(|word| name.ends_with(word))
        && !["max", "min", "number"].iter().any(|word| name.contains(word))
}

/// Whether values of an enum are written as others prescribe: API groups, names of objects, resources, and versions.
fn is_prescribed(name: &str) -> bool {
    matches!(
        name,
        "apiGroup" | "apiGroups" | "apiVersion" | "group" | "name" | "resource" | "version"
    )
}

/// Whether a text has letters, and beside them only what separates words otherwise. Other characters, as in `x5t#S256`,
/// `digital signature` or `prometheus.io`, are of names that something else prescribes.
fn can_be_pascal_case(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.contains(char::is_alphabetic) && text.chars().all(is_part)
}

/// Checks values of enums.
fn members(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let Some(members) = node.schema.enum_.as_deref() else {
        return;
    };
    let field = || node.at("enum");
    let name = node.name().unwrap_or_default();
    if run.has(codes::ENUM_NUMERIC) && are_codes(name, &node.schema.description, members) {
        run.report(
            codes::ENUM_NUMERIC,
            &field(),
            format!(
                "the values of {} are numbers without a visible meaning",
                node.shown()
            ),
        )
        .help("use words: `Low`, `High`");
    }
    if !run.has(codes::ENUM_NOT_PASCAL_CASE) || is_prescribed(name) {
        return;
    }
    let texts = members.iter().filter_map(Value::as_str);
    let mut odd = texts.filter(|text| can_be_pascal_case(text) && !is_pascal_case(text));
    if let Some(first) = odd.next()
        && run.has_room(codes::ENUM_NOT_PASCAL_CASE)
    {
        let more = match odd.count() {
            0 => " is".to_owned(),
            more => format!(" and {more} more are"),
        };
        run.report(
            codes::ENUM_NOT_PASCAL_CASE,
            &field(),
            format!("`{}`{more} not in PascalCase", cut(first, 30)),
        )
        .help(
            "write values as `ClusterFirst`; do not change values that are already in use, and keep \
                the spelling of other standards",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::test_manifest::{widgets, with_profile};
    use crate::check::{self, LintProfile};

    #[test]
    fn names_of_kubernetes_are_not_judged() {
        let text = widgets(
            "spec: {type: object, properties: {creationTimestamp: {type: string}, ownerReferences: {type: array, items: {type: string}}, \
             startTimestamp: {type: string}, podReferences: {type: array, items: {type: object}}}}",
        );
        let report = check::text(&text, &with_profile(LintProfile::Strict));
        let found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found = found.filter(|one| [codes::TIMESTAMP_NAME, codes::REFERENCE_NAME].contains(&one.code));
        let found: Vec<&str> = found.map(|one| &*one.message).collect();
        assert_eq!(
            found,
            [
                "`startTimestamp` ends with `Timestamp`, unlike other times in Kubernetes",
                "`podReferences` does not follow the naming of references",
            ]
        );
    }

    #[test]
    fn resources_of_kubernetes_as_crds() {
        for (group, count) in [("batch", 0), ("batch.example.com", 2)] {
            let text = widgets("spec: {type: object, properties: {a: {type: string}}}")
                .replace("widgets.example.com", &format!("jobs.{group}"))
                .replace("group: example.com", &format!("group: {group}"))
                .replace("plural: widgets, singular: widget", "plural: jobs, singular: job");
            let report = check::text(&text, &check::Options::default());
            let found = report.findings.iter();
            let found = found.filter(|finding| finding.diagnostic.code == codes::NAMES_SHADOW_BUILTIN);
            assert_eq!(found.count(), count, "{group}");
        }
    }

    #[test]
    fn values_that_have_no_case_or_are_counts() {
        let text = widgets(
            "spec: {type: object, properties: {operations: {type: array, items: {type: string, enum: ['*', '2', Create]}}, \
             numberOfPlanes: {type: integer, enum: [1, 2, 4]}, level: {type: integer, enum: [0, 1]}}}",
        );
        let report = check::text(&text, &with_profile(LintProfile::Strict));
        let found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found =
            found.filter(|one| [codes::ENUM_NUMERIC, codes::ENUM_NOT_PASCAL_CASE].contains(&one.code));
        let found: Vec<&str> = found.map(|one| &*one.message).collect();
        assert_eq!(
            found,
            ["the values of `spec.level` are numbers without a visible meaning"]
        );
    }

    #[test]
    fn names_are_judged_and_corrected() {
        for (name, is_camel, better) in [
            ("replicas", true, "replicas"),
            ("max_replicas", false, "maxReplicas"),
            ("Name", false, "name"),
            ("DNS", false, "dns"),
            (
                "APICriticalPriorityClassName",
                false,
                "apiCriticalPriorityClassName",
            ),
            ("CACert", false, "caCert"),
            ("IPv4Address", false, "ipv4Address"),
            ("DNS_suffix", false, "dnsSuffix"),
            ("IDs", false, "ids"),
            ("admin_url", false, "adminUrl"),
            ("a-b.c", false, "aBC"),
        ] {
            assert_eq!(
                (CamelCase::of(name).is_some(), camel_case(name).as_str()),
                (is_camel, better),
                "{name}"
            );
        }
        for (name, expected) in [("VPN", "vpn"), ("TLSEnabled", "tlsEnabled"), ("Ready", "ready")] {
            assert_eq!(uncapitalized(name), expected);
        }
        for (name, expected) in [("adminUrl", "adminURL"), ("apiUrlIds", "apiURLIDs"), ("a", "a")] {
            assert_eq!(with_acronyms(name.to_owned()), expected);
        }
        for (name, better) in [
            ("podIp", Some("podIP")),
            ("apiUrl", Some("apiURL")),
            ("httpPort", None),
            ("subnetIds", Some("subnetIDs")),
            ("clientUrlTls", Some("clientURLTLS")),
            ("identity", None),
            ("userIdentity", None),
            ("podIP", None),
        ] {
            let found = CamelCase::of(name).unwrap().acronym;
            let found = found.map(|_| with_acronyms(name.to_owned()));
            assert_eq!(found.as_deref(), better, "{name}");
        }
        for (text, is_pascal) in [
            ("ClusterFirst", true),
            ("TLS1.2", true),
            ("100", true),
            ("cluster-first", false),
            ("none", false),
        ] {
            assert_eq!(is_pascal_case(text), is_pascal, "{text}");
        }
    }
}
