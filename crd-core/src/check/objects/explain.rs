//! What helps to correct an error of an object: the form of the value, the value that was meant, and the members that a rule reads.

use std::collections::BTreeMap;

use super::crd_place::{along, member, schema_of};
use super::place::{ObjectStep, PathPlace, find};
use super::subject::ObjectSubject;
use crate::check::{Diagnostic, suggest};
use crate::decode::JsonType;
use crate::go::quantity;
use crate::model::field::{Cause, FieldError, FieldPath, ValueFault, ValueFaultKind};
use crate::model::rules;
use crate::model::sort::sort;
use crate::yaml::tree::{Entry, Node, Span};

/// Maximum number of places that a diagnostic marks.
const MARKED: usize = 4;

/// The help for texts that are not quantities.
pub(super) const QUANTITIES: &str = "write a quantity like `500m`, `10G` or `10Gi`";

/// Examples of the formats of texts.
const FORMATS: [(&str, &str); 8] = [
    ("date", "2027-03-01"),
    ("date-time", "2027-03-01T08:30:00Z"),
    ("duration", "1h30m"),
    ("email", "user@example.com"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("cidr", "192.0.2.0/24"),
    ("uuid", "123e4567-e89b-42d3-a456-426614174000"),
];

/// Returns what to write instead of a value that its schema rejects.
pub(super) fn help(
    subject: &ObjectSubject<'_>,
    fault: &ValueFault,
    place: &PathPlace<'_, '_>,
) -> Option<String> {
    if !place.rest.is_empty() {
        return None;
    }
    let name = match place.steps.last() {
        Some(ObjectStep::Member(name)) => name,
        _ => "",
    };
    match &fault.kind {
        _ if let Some(line) = element_on_next_line(subject, place) => Some(line),
        ValueFaultKind::Type(_) if place.is_empty_element() => {
            Some("this element is empty: write it after the `-`, or remove the `-`".to_owned())
        }
        ValueFaultKind::Type(wanted) => match suggest::json_type(wanted) {
            Some(expected) => {
                let schema = schema_at(subject, place);
                let by_schema = match expected {
                    JsonType::Array => {
                        elements_by_key(subject, place).or_else(|| list_of_text(schema?, place.node, name))
                    }
                    JsonType::Object => object_of_text(subject, place),
                    JsonType::String if !place.node.is_collection() => {
                        return suggest::as_string(subject.text, place.node, schema?);
                    }
                    _ => None,
                };
                by_schema.or_else(|| suggest::of_wrong_type(subject.text, place.node, name, expected))
            }
            None => {
                let (_, example) = FORMATS.iter().find(|(format, _)| format == wanted)?;
                Some(format!("write it like `{example}`"))
            }
        },
        ValueFaultKind::Enum(members) => match place.node.as_str() {
            Some(value) => {
                let meant = suggest::nearest_member(value, members)?;
                Some(format!("did you mean `{meant}`?"))
            }
            None => {
                let member = text_of_enum(subject, place.node, members)?;
                Some(format!("write it in quotes: `\"{member}\"`"))
            }
        },
        ValueFaultKind::Pattern(pattern) if *pattern == *quantity::PATTERN => Some(QUANTITIES.to_owned()),
        ValueFaultKind::Pattern(_) => without_end(place.node.as_str()?),
        _ => None,
    }
}

/// Returns the advice for a text with a comma or a semicolon at its end.
fn without_end(value: &str) -> Option<String> {
    let end = value.chars().last().filter(|end| matches!(end, ',' | ';'))?;
    Some(format!("does it end with `{end}` by mistake?"))
}

/// Returns the valid name that an invalid one stands for: `my-app` for `My_App`.
pub(super) fn name_help(error: &FieldError, node: &Node) -> Option<String> {
    let name = node
        .as_str()
        .filter(|_| error.detail.contains("a lowercase RFC 1123"))?;
    let replaced = |c: char| {
        if c.is_ascii_alphanumeric() || c == '.' {
            c
        } else {
            '-'
        }
    };
    let valid: String = name.chars().map(replaced).collect();
    let valid = valid.trim_matches(['-', '.']).to_ascii_lowercase();
    (!valid.is_empty() && valid != name && valid.len() <= LONGEST_NAME).then(|| format!("write `{valid}`"))
}

/// Maximum length of the name of an object.
const LONGEST_NAME: usize = 253;

/// Returns the object that a text stands for: `name: hill` for `hill` if the schema requires only that text, and `name: a` and `value: b`
/// for `a=b`.
fn object_of_text(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let value = place.node.as_str()?;
    let schema = schema_at(subject, place)?;
    let is_text = |name: &str| {
        let type_ = member(schema, name).and_then(|schema| schema.get("type")?.as_str());
        type_ == Some("string")
    };
    if let Some((name, value)) = value
        .split_once('=')
        .filter(|_| is_text("name") && is_text("value"))
    {
        let bare = |text: &str| suggest::as_text(text.trim_matches(['"', '\'']));
        return Some(format!(
            "write an object: `name: {}` and `value: {}`",
            bare(name)?,
            bare(value)?
        ));
    }
    Some(format!("write an object: `{}`", only_member(schema, value)?))
}

/// Returns the only required member of an object, a string, with a value.
fn only_member(schema: &Node, value: &str) -> Option<String> {
    let [only] = schema.get("required")?.elements() else {
        return None;
    };
    let only = only.as_str()?;
    let is_text = member(schema, only)?.get("type")?.as_str() == Some("string");
    let value = suggest::as_text(value).filter(|value| is_text && !value.contains('='))?;
    Some(format!("{only}: {value}"))
}

/// Returns the list of objects that a text stands for.
fn list_of_text(list: &Node, node: &Node, name: &str) -> Option<String> {
    let items = list.get("items")?;
    let is_of_objects = items.get("type")?.as_str() == Some("object");
    let value = node.as_str().filter(|_| is_of_objects)?;
    let member = only_member(items, value);
    Some(format!(
        "write a list: `{name}: [{{{}}}]`",
        member.as_deref().unwrap_or("…")
    ))
}

/// Returns the advice for an element of a list whose text goes on in the next line: a dash is missing there.
fn element_on_next_line(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let is_element = matches!(place.steps.last(), Some(ObjectStep::Element(_)));
    let written = place.node.span.slice(subject.text).filter(|_| is_element)?;
    let is_plain = place.node.as_str().is_some() && !written.starts_with(['"', '\'', '|', '>']);
    let (_, next) = written.split_once('\n').filter(|_| is_plain)?;
    let next = next.trim().lines().next()?;
    Some(format!(
        "write `- ` before `{next}`: the text of this element goes on in its line"
    ))
}

/// Returns the schema of a value.
fn schema_at<'a>(subject: &ObjectSubject<'a>, place: &PathPlace<'_, '_>) -> Option<&'a Node> {
    let tree = subject.declared.tree()?;
    let schemas = along(schema_of(&tree.root, &subject.version.name)?, &place.steps);
    schemas.get(place.steps.len()).map(|(schema, _)| *schema)
}

/// Returns the list that an object stands for whose members are named after its elements: `- name: main` for `main: {port: 80}`.
fn elements_by_key(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let list = schema_at(subject, place)?;
    let items = list.get("items")?;
    let key = match list.get("x-kubernetes-list-map-keys").map(Node::elements) {
        // Another key has a default.
        Some(keys) => keys
            .iter()
            .filter_map(Node::as_str)
            .find(|key| member(items, key).is_some_and(|key| key.get("default").is_none()))?,
        None => "name",
    };
    member(items, key)?;
    let members = place.node.members();
    let is_field = |entry: &Entry| member(items, &entry.key).is_some();
    let first = members.first().filter(|_| !members.iter().any(is_field))?;
    let name = first.key_span.slice(subject.text).unwrap_or(&first.key);
    let list = format!("write a list of elements with `{key}`: `- {key}: {name}`");
    Some(match first.value.is_collection() {
        true => format!("{list}, and indent the fields of `{name}` like `{key}`"),
        false if member(items, "value").is_some() => format!("{list}, and its value as `value`"),
        false => list,
    })
}

/// Returns the text of an `enum` that is written as a boolean or a number, in upper or lower case.
fn text_of_enum(subject: &ObjectSubject<'_>, node: &Node, members: &[String]) -> Option<String> {
    let written = node.span.slice(subject.text)?.trim();
    let mut texts = members
        .iter()
        .filter_map(|member| serde_json::from_str::<String>(member).ok());
    texts.find(|text| text.eq_ignore_ascii_case(written))
}

/// Returns the values of each `enum` that an error is about.
pub(super) fn enums(errors: &[FieldError]) -> BTreeMap<&FieldPath, &[String]> {
    let values = errors.iter().filter_map(|error| match error.cause.as_deref() {
        Some(Cause::Value(ValueFault {
            kind: ValueFaultKind::Enum(members),
            ..
        })) => Some((&error.field, members.as_slice())),
        _ => None,
    });
    let mut enums = BTreeMap::new();
    enums.extend(values);
    enums
}

/// Whether an error about the type of a value follows from that about the values of an `enum`, which are texts.
pub(super) fn follows_from_enum(
    subject: &ObjectSubject<'_>,
    error: &FieldError,
    enums: &BTreeMap<&FieldPath, &[String]>,
) -> bool {
    let Some(members) = enums.get(&error.field).filter(|_| is_of_type(error)) else {
        return false;
    };
    let path = error.field.to_string();
    let place = find(subject.node, &path);
    place.rest.is_empty() && text_of_enum(subject, place.node, members).is_some()
}

/// Returns the spans of the lists and objects that do not have the type of their schema, in the order of the text.
pub(super) fn wrong_collections(subject: &ObjectSubject<'_>, errors: &[FieldError]) -> Vec<Span> {
    let of_type = errors.iter().filter(|error| is_of_type(error));
    let places = of_type.filter_map(|error| {
        let path = error.field.to_string();
        let place = find(subject.node, &path);
        (place.rest.is_empty() && place.node.is_collection()).then_some(place.node.span)
    });
    let mut places: Vec<Span> = places.collect();
    sort(&mut places);
    places
}

/// Whether an error is about the type of a value.
pub(super) fn is_of_type(error: &FieldError) -> bool {
    matches!(error.cause.as_deref(), Some(Cause::Value(fault)) if matches!(fault.kind, ValueFaultKind::Type(_)))
}

/// Whether an error of the subresource `scale` follows from that of the type of the value.
pub(super) fn follows_from_type(error: &FieldError, errors: &[FieldError]) -> bool {
    let path = |error: &FieldError| error.field.to_string().trim_start_matches('.').to_owned();
    error.rule == rules::SCL_01
        && errors
            .iter()
            .any(|other| is_of_type(other) && path(other) == path(error))
}

/// Marks the members of an object that a rule reads: `a` and `b.c` for `self.a < self.b.c`. The last one becomes the main place.
pub(super) fn mark_read(diagnostic: &mut Diagnostic, object: &Node, rule: &str) {
    let mut read: Vec<Span> = Vec::new();
    for (at, _) in rule.match_indices("self.") {
        let before = rule.get(..at).unwrap_or_default();
        if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')) {
            continue;
        }
        let names = rule.get(at + "self.".len()..).unwrap_or_default();
        let end = names.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.')));
        let names = names.get(..end.unwrap_or(names.len())).unwrap_or_default();
        if let Some(entry) = deepest(object, names) {
            let span = entry.shown();
            if !read.contains(&span) {
                read.push(span);
            }
        }
    }
    read.sort_unstable();
    read.truncate(MARKED);
    let Some((last, others)) = read.split_last() else {
        return;
    };
    diagnostic.span = Some(*last);
    let others = others.iter().map(|span| (*span, "read by the rule".to_owned()));
    diagnostic.labels.extend(others);
}

/// Returns the last member on a path that exists.
fn deepest<'a>(object: &'a Node, names: &str) -> Option<&'a Entry> {
    let mut found = None;
    let mut node = object;
    for name in names.split('.') {
        let Some(entry) = node.as_mapping().and_then(|mapping| mapping.get(name)) else {
            break;
        };
        (found, node) = (Some(entry), &entry.value);
    }
    found
}

/// Marks the name or the value of a label or annotation that an error quotes.
pub(super) fn mark_text(diagnostic: &mut Diagnostic, texts: &Node, error: &FieldError) {
    let quoted: Option<String> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    let is_quoted = |element: &&Node| element.as_str() == quoted.as_deref() && quoted.is_some();
    let element = texts.elements().iter().find(is_quoted);
    let entries = texts.members().iter();
    let mut places = entries.filter_map(|entry| match quoted.as_deref()? {
        quoted if quoted == &*entry.key => Some(entry.key_span),
        quoted => (entry.value.as_str() == Some(quoted)).then_some(entry.value.span),
    });
    let place = places.next().or(element.map(|element| element.span));
    diagnostic.span = place.or(diagnostic.span);
}

/// Returns a path into the owners of an object with the index of the first one that lacks the member: the server reports none.
pub(super) fn with_index(object: &Node, path: String) -> String {
    const OWNERS: &str = "metadata.ownerReferences";
    let Some(member) = path.strip_prefix(OWNERS).and_then(|rest| rest.strip_prefix('.')) else {
        return path;
    };
    let owners = find(object, OWNERS).node.elements();
    let lacks = |owner: &Node| owner.get(member).is_none();
    match owners.iter().position(lacks) {
        Some(index) => format!("{OWNERS}[{index}].{member}"),
        None => path,
    }
}

/// Marks the first of two elements of a list with the same keys, and the keys of the second one.
pub(super) fn mark_first(
    diagnostic: &mut Diagnostic,
    subject: &ObjectSubject<'_>,
    error: &FieldError,
    path: &str,
) {
    let Some((list, index)) = path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) else {
        return;
    };
    let place = find(subject.node, list);
    let (Ok(index), true) = (index.parse::<usize>(), place.rest.is_empty()) else {
        return;
    };
    let elements = place.node.elements();
    let Some(again) = elements.get(index) else {
        return;
    };
    let keys: Option<serde_json::Map<String, serde_json::Value>> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    let shown = |element: &Node| {
        let key = keys
            .as_ref()
            .and_then(|keys| keys.keys().find_map(|key| element.get(key)));
        key.map_or(element.span, |key| key.span)
    };
    let identity = |element: &Node| match &keys {
        Some(keys) => keys
            .keys()
            .map(|key| element.get(key).map(Node::to_json))
            .collect(),
        None => vec![Some(element.to_json())],
    };
    let repeated = identity(again);
    let is_same = |element: &&Node| identity(element) == repeated;
    if let Some(first) = elements.iter().take(index).find(is_same) {
        diagnostic.labels.push((shown(first), "first here".to_owned()));
        if keys.is_some() {
            diagnostic.span = Some(shown(again));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::KubeVersion;
    use crate::check::objects::{Crds, ObjectOptions, Objects};
    use crate::check::test_manifest::widgets;
    use crate::check::{Diagnostic, Severity};

    /// Returns the findings about an object with a spec.
    fn findings(head: &str, spec: &str) -> (String, Vec<Diagnostic>) {
        let crd = widgets(
            "spec:
  type: object
  required: [mode]
  x-kubernetes-validations:
  - {rule: 'has(self.days) == (self.mode == \"Weekly\")', message: days are for Weekly}
  properties:
    mode: {type: string, enum: [Daily, Weekly]}
    days: {type: integer}
    start: {type: string, format: date}
    wait: {type: string, pattern: '^[0-9]+s$'}
    size: {type: string, pattern: '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$'}
    ready: {type: string, enum: [\"True\", \"False\"]}
    labels: {type: object, additionalProperties: {type: string}}
    hosts:
      type: array
      x-kubernetes-list-type: map
      x-kubernetes-list-map-keys: [name]
      items: {type: object, required: [name], properties: {name: {type: string}, up: {type: boolean}}}",
        );
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", crd);
        let text = format!("{head}\nmetadata: {{name: a}}\nspec:\n  {spec}\n");
        let objects = Objects::read(&text, &ObjectOptions::default());
        let found = objects
            .check(0, &crds, &ObjectOptions::default())
            .unwrap()
            .findings;
        (text, found)
    }

    /// Checks the messages of errors and warnings, each with its help, and the marked texts of the first.
    #[track_caller]
    fn check(spec: &str, expected: &[(&str, &str)], marked: &[&str]) {
        let (text, found) = findings("apiVersion: example.com/v1\nkind: Widget", spec);
        let found: Vec<&Diagnostic> = found
            .iter()
            .filter(|one| one.severity != Severity::Note)
            .collect();
        let words: Vec<(&str, &str)> = found
            .iter()
            .map(|one| (one.message.as_str(), one.help.first().map_or("", String::as_str)))
            .collect();
        assert_eq!(words, expected, "{spec}");
        let Some(first) = found.first() else {
            return;
        };
        let spans = first.span.iter().chain(first.labels.iter().map(|(span, _)| span));
        let texts: Vec<&str> = spans.filter_map(|span| span.slice(&text)).collect();
        assert_eq!(texts, marked, "{spec}");
    }

    #[test]
    fn values_of_the_wrong_type() {
        check(
            "{mode: Weekly, days: \"4\"}",
            &[(
                "`spec.days` must be of type integer, not string",
                "write it without quotes: `4`",
            )],
            &["\"4\""],
        );
        check(
            "mode: Daily\n  labels: {a: on}",
            &[(
                "`spec.labels.a` must be of type string, not boolean",
                "`on` is a boolean in YAML; write it in quotes: `'on'`",
            )],
            &["on"],
        );
        check(
            "mode: Daily\n  start: 01.03.2027",
            &[(
                "`spec.start` must be of type date, not \"01.03.2027\"",
                "write it like `2027-03-01`",
            )],
            &["01.03.2027"],
        );
        check(
            "mode: daily",
            &[(
                "`spec.mode` must be one of \"Daily\", \"Weekly\", not \"daily\"",
                "did you mean `Daily`?",
            )],
            &["daily"],
        );
    }

    #[test]
    fn texts_with_a_pattern() {
        for (spec, message, help) in [
            (
                "{mode: Daily, wait: 30}",
                "`spec.wait` must be of type string, not integer",
                "write a string with a unit, such as `30s`",
            ),
            (
                "{mode: Daily, size: 8GB}",
                "`spec.size` must be a quantity, not \"8GB\"",
                super::QUANTITIES,
            ),
            (
                "{mode: Daily, size: 8}",
                "`spec.size` must be of type string, not integer",
                "write it in quotes: `'8'`",
            ),
        ] {
            let value = spec.rsplit(' ').next().unwrap_or_default();
            check(spec, &[(message, help)], &[value.trim_end_matches('}')]);
        }
    }

    #[test]
    fn values_in_brackets() {
        check(
            "{mode: [Daily]}",
            &[(
                "`spec.mode` must be of type string, not array",
                "write only the value, without brackets: `Daily`",
            )],
            &["mode"],
        );
    }

    #[test]
    fn texts_of_an_enum_without_quotes() {
        for written in ["true", "True", "TRUE"] {
            check(
                &format!("{{mode: Daily, ready: {written}}}"),
                &[(
                    "`spec.ready` must be one of \"True\", \"False\", not true",
                    "write it in quotes: `\"True\"`",
                )],
                &[written],
            );
        }
        check("{mode: Daily, ready: \"True\"}", &[], &[]);
    }

    #[test]
    fn fields_of_a_list_that_should_be_an_object_are_not_unknown() {
        check(
            "mode: Daily\n  labels:\n  - team: a",
            &[(
                "`spec.labels` must be of type object, not array",
                "write an object, without `- `: `team: a`",
            )],
            &["labels"],
        );
        check(
            "mode: Daily\n  hosts:\n    name: a",
            &[(
                "`spec.hosts` must be of type array, not object",
                "write a list, each element with `- `: `- name: a`",
            )],
            &["hosts"],
        );
        check(
            "mode: Daily\n  hosts:\n    a: {up: true}",
            &[(
                "`spec.hosts` must be of type array, not object",
                "write a list of elements with `name`: `- name: a`, and indent the fields of `a` like `name`",
            )],
            &["hosts"],
        );
        check(
            "mode: Daily\n  hosts: {a: true}",
            &[(
                "`spec.hosts` must be of type array, not object",
                "write a list of elements with `name`: `- name: a`",
            )],
            &["hosts"],
        );
    }

    #[test]
    fn members_that_a_rule_reads() {
        check(
            "{mode: Daily, days: 4}",
            &[("`spec`: days are for Weekly", "")],
            &["days: 4", "mode: Daily"],
        );
    }

    #[test]
    fn metadata_that_is_marked_at_its_value() {
        let check = |metadata: &str, expected: &str, marked: &str| {
            let text = format!(
                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a, {metadata}}}\nspec: {{mode: Daily}}\n"
            );
            let mut crds = Crds::new(KubeVersion::DEFAULT);
            crds.add(
                "crd.yaml",
                widgets("spec: {type: object, properties: {mode: {type: string}}}"),
            );
            let objects = Objects::read(&text, &ObjectOptions::default());
            let found = objects
                .check(0, &crds, &ObjectOptions::default())
                .unwrap()
                .findings;
            assert_eq!(found.len(), 1, "{metadata}");
            assert_eq!(found[0].message, expected, "{metadata}");
            assert_eq!(
                found[0].span.and_then(|span| span.slice(&text)),
                Some(marked),
                "{metadata}"
            );
        };
        let label = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start \
                     and end with an alphanumeric character";
        check(
            "labels: {team: my team}",
            &format!("`metadata.labels`: Invalid value: \"my team\": {label}"),
            "my team",
        );
        let name = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric \
                    character";
        check(
            "annotations: {my key: a}",
            &format!("`metadata.annotations`: Invalid value: \"my key\": {name}"),
            "my key",
        );
        check(
            "labels: [team]",
            "`metadata.labels` must be an object, not a list",
            "[team]",
        );
        check(
            "namespace: 5",
            "`metadata.namespace` must be a string, not a whole number",
            "5",
        );
        check(
            "ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: b}, {apiVersion: v1, kind: Pod, name: c}]",
            "`metadata.ownerReferences[1].uid` is required",
            "apiVersion",
        );
    }

    #[test]
    fn a_rule_that_reads_an_invalid_value_is_not_reported() {
        let crd = widgets(
            "spec:
  type: object
  x-kubernetes-validations: [{rule: quantity(self.size).isGreaterThan(quantity('1Gi'))}]
  properties: {size: {type: string, maxLength: 9, pattern: '^[0-9A-Z]+$'}}",
        );
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", crd);
        for (size, expected) in [
            ("10 GB", "`spec.size` must match `^[0-9A-Z]+$`, not \"10 GB\""),
            ("10GB", "a rule on `spec` cannot be evaluated"),
        ] {
            let text = format!(
                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec: {{size: {size}}}\n"
            );
            let objects = Objects::read(&text, &ObjectOptions::default());
            let found = objects
                .check(0, &crds, &ObjectOptions::default())
                .unwrap()
                .findings;
            let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
            assert!(
                matches!(messages.as_slice(), [only] if only.starts_with(expected)),
                "{messages:?}"
            );
        }
    }

    #[test]
    fn elements_with_the_same_key() {
        check(
            "mode: Daily\n  hosts:\n  - up: true\n    name: a\n  - name: a",
            &[("`spec.hosts[1]` is a duplicate: {\"name\":\"a\"}", "")],
            &["a", "a"],
        );
    }

    #[test]
    fn objects_without_a_kind_or_a_version() {
        let check = |head: &str, expected: &[&str], marked: &str| {
            let (text, found) = findings(head, "mode: Daily");
            let help: Vec<&str> = found.iter().map(|one| one.help[0].as_str()).collect();
            assert_eq!(help, expected, "{head}");
            let span = found.first().and_then(|one| one.span);
            assert_eq!(span.and_then(|span| span.slice(&text)), Some(marked), "{head}");
        };
        check(
            "apiVersion: example.com/v1",
            &["add `kind: Widget`"],
            "example.com/v1",
        );
        check(
            "apiVersion: example.com/v1\nKind: Widget",
            &["write `kind` instead of `Kind`"],
            "Kind",
        );
        check("kind: Widget", &["add `apiVersion: example.com/v1`"], "Widget");
        check(
            "APIVersion: example.com/v1\nkind: Widget",
            &["write `apiVersion` instead of `APIVersion`"],
            "APIVersion",
        );
        assert!(findings("kind: Kustomization", "mode: Daily").1.is_empty());
    }

    #[test]
    fn similar_kinds_and_groups() {
        let check = |head: &str, expected: &[(Severity, &str, &str)]| {
            let (_, found) = findings(head, "mode: Daily");
            let words: Vec<(Severity, &str, &str)> = found
                .iter()
                .map(|one| (one.severity, one.message.as_str(), one.help[0].as_str()))
                .collect();
            assert_eq!(words, expected, "{head}");
        };
        check(
            "apiVersion: exampel.com/v1\nkind: Widget",
            &[(
                Severity::Warning,
                "no CRD declares the kind `Widget` of `exampel.com`, so the object is skipped",
                "a CRD declares it in the group `example.com`; did you mean that one?",
            )],
        );
        check(
            "apiVersion: example.com/v1\nkind: widget",
            &[(
                Severity::Warning,
                "no CRD declares the kind `widget` of `example.com`, so the object is skipped",
                "did you mean `Widget`?",
            )],
        );
        check(
            "apiVersion: example.com/v1\nkind: Database",
            &[(
                Severity::Note,
                "no CRD declares the kind `Database` of `example.com`, so the object is skipped",
                "the CRDs of this group declare `Widget`; pass that of `Database` with `--crds`",
            )],
        );
        for group in ["widgets.example.com", "a.example.com"] {
            check(
                &format!("apiVersion: {group}/v1\nkind: Widget"),
                &[(
                    Severity::Warning,
                    &format!("no CRD declares the kind `Widget` of `{group}`, so the object is skipped"),
                    "a CRD declares it in the group `example.com`; did you mean that one?",
                )],
            );
        }
        check("apiVersion: other.org/v1\nkind: Widget", &[]);
        for api_version in ["v1", "apps/v1", "example.com", "v1/example.com"] {
            check(
                &format!("apiVersion: {api_version}\nkind: Widget"),
                &[(
                    Severity::Error,
                    &format!("there is no kind `Widget` in `{api_version}`"),
                    "a CRD declares it: write `apiVersion: example.com/v1`",
                )],
            );
        }
        check("apiVersion: v1\nkind: Secret", &[]);
    }
}
