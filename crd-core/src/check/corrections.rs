//! Corrections of likely mistakes in a CRD, which are tried to find the findings that follow from them.

use super::consequences::{self, Attempt};
use super::lints::v1beta1;
use super::misplaced::{self, Known};
use super::place::{last_word, node_at};
use super::suggest::{OF_NAMES, TYPES, type_named};
use super::{Diagnostic, choices, codes, diagnose, foreign, keyword_level};
use crate::model::field::{FieldPath, Segment};
use crate::model::rules;
use crate::yaml::tree::{Entry, Node, Value};

/// Returns the corrections for the findings about a CRD.
pub(super) fn of_crd(document: &Node, found: &[Diagnostic]) -> Vec<Attempt> {
    let mut attempts: Vec<Attempt> = found
        .iter()
        .enumerate()
        .filter_map(|(index, diagnostic)| {
            Some(Attempt {
                subjects: vec![index],
                words: None,
                document: corrected(document, diagnostic)?,
            })
        })
        .take(consequences::MOST)
        .collect();
    attempts.extend(webhook_of_v1beta1(document, found));
    attempts.extend(choices::of_crd(document, found));
    attempts.extend(keywords_in_items(document, found));
    let objects = objects_among_fields(document, found);
    let is_unknown = |(index, diagnostic): &(usize, &Diagnostic)| {
        let (path, name) = (&diagnostic.field, last_word(&diagnostic.field));
        diagnose::is_unknown(diagnostic)
            && !objects.iter().any(|attempt| attempt.subjects.contains(index))
            && meant(document, diagnostic).is_none()
            && foreign::help(document, path, &name).is_none()
    };
    let unknown: Vec<(FieldPath, String, usize)> = found
        .iter()
        .enumerate()
        .filter(is_unknown)
        .map(|(index, one)| (one.field.ancestor(1), last_word(&one.field), index))
        .collect();
    attempts.extend(objects);
    attempts.extend(misplaced_in(document, Known::OfCrd(""), &unknown).take(consequences::MOST));
    attempts.extend(keywords_among_fields(document, found));
    attempts
}

/// Returns the corrections of keywords of lists among those of their `items`.
fn keywords_in_items(document: &Node, found: &[Diagnostic]) -> Vec<Attempt> {
    let mut lists: Vec<(FieldPath, Vec<usize>)> = Vec::new();
    for (index, one) in found.iter().enumerate() {
        let Some(items) = keyword_level::items_of_list_keyword(one) else {
            continue;
        };
        match lists.iter_mut().find(|(known, _)| *known == items) {
            Some((_, subjects)) => subjects.push(index),
            None => lists.push((items, vec![index])),
        }
    }
    let attempt = |(items, subjects)| {
        let mut attempt = Attempt::of(keyword_level::of_list(document, &items)?, &[]);
        attempt.subjects = subjects;
        Some(attempt)
    };
    lists
        .into_iter()
        .take(consequences::MOST)
        .filter_map(attempt)
        .collect()
}

/// Returns the correction of a conversion webhook as in `v1beta1`, whose members belong to `webhook`.
fn webhook_of_v1beta1(document: &Node, found: &[Diagnostic]) -> Option<Attempt> {
    const MEMBERS: [(&str, &str); 2] = [
        ("webhookClientConfig", "clientConfig"),
        ("conversionReviewVersions", "conversionReviewVersions"),
    ];
    let conversion = FieldPath::default().child("spec").child("conversion");
    let index = |(name, _): &(&str, &str)| {
        let path = conversion.clone().child(name);
        found
            .iter()
            .position(|one| diagnose::is_unknown(one) && one.field == path)
    };
    index(&MEMBERS[0])?;
    let mut corrected = document.clone();
    let members = misplaced::object_at(&mut corrected, &conversion.segments)?;
    let mut webhook = Vec::new();
    members.entries.retain(|entry| {
        let member = MEMBERS.iter().find(|(name, _)| *name == &*entry.key);
        webhook.extend(member.map(|(_, name)| Entry {
            key: (*name).into(),
            ..entry.clone()
        }));
        member.is_none()
    });
    if members.get("webhook").is_some() {
        return None;
    }
    let mut parent = webhook.first()?.clone();
    parent.key = "webhook".into();
    parent.value.value = Value::Mapping(webhook.into());
    members.entries.push(parent);
    Some(Attempt {
        subjects: MEMBERS.iter().filter_map(index).collect(),
        words: None,
        document: corrected,
    })
}

/// Returns the corrections of keywords among the fields of `properties`.
fn keywords_among_fields(document: &Node, found: &[Diagnostic]) -> Vec<Attempt> {
    let mut rest: Vec<(FieldPath, String, usize)> = found
        .iter()
        .enumerate()
        .filter(|(_, one)| one.code == codes::DECODE && keyword_level::is_keyword_among_fields(&one.field))
        .map(|(index, one)| (one.field.ancestor(1), last_word(&one.field), index))
        .collect();
    let mut attempts = Vec::new();
    while let Some((fields, ..)) = rest.first().cloned()
        && attempts.len() < consequences::MOST
    {
        let (here, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(path, ..)| *path == fields);
        rest = others;
        let named: Vec<(&str, usize)> = here
            .iter()
            .map(|(_, name, index)| (name.as_str(), *index))
            .collect();
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        if let Some(correction) = keyword_level::find(document, &fields, &names) {
            let is_moved = |name: &String| correction.names.contains(name);
            let remaining = here.iter().filter(|(_, name, _)| !is_moved(name)).cloned();
            rest.extend(remaining);
            attempts.push(Attempt::of(correction, &named));
        }
    }
    attempts
}

/// Returns the corrections of keywords with objects among the fields of `properties`: `items` that is a field beside that of its list.
fn objects_among_fields(document: &Node, found: &[Diagnostic]) -> Vec<Attempt> {
    let is_same = |(path, name): &(FieldPath, &str), other: &(FieldPath, &str)| {
        // The same path may have fields or keys as its steps.
        let node = |path| node_at(document, path).map(std::ptr::from_ref);
        *name == other.1 && node(path) == node(&other.0)
    };
    let mut places: Vec<((FieldPath, &str), Vec<usize>)> = Vec::new();
    for (index, one) in found.iter().enumerate() {
        let Some(place) = keyword_level::object_near(document, one) else {
            continue;
        };
        if let Some((_, subjects)) = places.iter_mut().find(|(known, _)| is_same(known, &place)) {
            subjects.push(index);
        } else if places.len() < consequences::MOST {
            places.push((place, vec![index]));
        }
    }
    let attempt = |((fields, name), subjects): ((FieldPath, &str), Vec<usize>)| {
        let correction = keyword_level::find(document, &fields, &[name])?;
        let mut attempt = Attempt::of(correction, &[]);
        attempt.subjects = subjects;
        Some(attempt)
    };
    places.into_iter().filter_map(attempt).collect()
}

/// Returns the corrections of unknown fields, each given by the path of its object, its name, and the index of its finding.
pub(super) fn misplaced_in<'a>(
    document: &'a Node,
    root: Known<'a>,
    unknown: &'a [(FieldPath, String, usize)],
) -> impl Iterator<Item = Attempt> {
    unknown
        .chunk_by(|(one, ..), (other, ..)| one == other)
        .filter_map(move |group| {
            let (path, ..) = group.first()?;
            let named: Vec<(&str, usize)> = group
                .iter()
                .map(|(_, name, index)| (name.as_str(), *index))
                .collect();
            let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
            let correction = misplaced::find(document, root, &path.segments, &names)?;
            Some(Attempt::of(correction, &named))
        })
}

/// Returns the document without the mistake of a finding that concerns one word.
fn corrected(document: &Node, diagnostic: &Diagnostic) -> Option<Node> {
    let path = &diagnostic.field;
    let rule = diagnostic.server.as_ref().map(|error| error.rule);
    if diagnostic.code == codes::V1BETA1 {
        return v1beta1::is_v1(document)
            .then(|| misplaced::rewritten(document, path, "apiextensions.k8s.io/v1"))?;
    }
    if rule == Some(rules::OAS_01) {
        let written = node_at(document, path)?
            .as_str()
            .filter(|written| *written != "null")?;
        let schema = node_at(document, &path.ancestor(1))?;
        let is_of_branch = |segment: &Segment| ["anyOf", "oneOf"].iter().any(|name| segment.is_field(name));
        let is_in_branch = path.segments.iter().any(is_of_branch);
        let meant = type_named(written)
            .or_else(|| crd_cel::nearest(written, TYPES))
            .or_else(|| (!is_in_branch).then(|| likely_type(schema)))?;
        return misplaced::rewritten(document, path, meant);
    }
    if diagnostic.code == codes::TYPE_REQUIRED && last_word(path) == "type" {
        let schema = node_at(document, &path.ancestor(1))?;
        return misplaced::rewritten(document, path, likely_type(schema));
    }
    if diagnose::is_unknown(diagnostic)
        && let Some((name, value)) = diagnose::without_space(document, path)
    {
        let corrected = misplaced::rewritten(document, path, value)?;
        return misplaced::renamed(&corrected, path, name);
    }
    if matches!(rule, Some(rules::OAS_05 | rules::STC_04)) {
        let schema = node_at(document, path)?.members().first()?.value.value.clone();
        let mut corrected = misplaced::renamed(document, path, "additionalProperties")?;
        let renamed = path.ancestor(1).child("additionalProperties");
        misplaced::node_at(&mut corrected, &renamed.segments)?.value = schema;
        return Some(corrected);
    }
    if rule == Some(rules::CRD_02) {
        let (group, _) = node_at(document, path)?.as_str()?.split_once('/')?;
        return misplaced::rewritten(document, path, group);
    }
    if rule == Some(rules::OAS_15) {
        return misplaced::removed(document, path);
    }
    if diagnostic.code == codes::UNSATISFIABLE {
        return enum_of_strings(document, path);
    }
    if diagnostic.code == codes::KEYWORD_UNSUPPORTED {
        return misplaced::removed(document, path);
    }
    let meant = meant(document, diagnostic)?;
    let mut corrected = misplaced::renamed(document, path, meant)?;
    let renamed = path.ancestor(1).child(meant);
    if OF_NAMES.contains(&meant)
        && let Some(node) = misplaced::node_at(&mut corrected, &renamed.segments)
        && !node.is_collection()
    {
        // It should be a list, too.
        node.value = Value::Sequence(vec![node.clone()]);
    }
    Some(corrected)
}

/// Returns the type that the other keywords of a schema are for.
fn likely_type(schema: &Node) -> &'static str {
    let value = |name: &str| schema.get(name).filter(|node| node.value != Value::Null);
    let members = || value("enum")?.elements().first();
    let of_value = |node: &Node| match node.value {
        Value::Bool(_) => "boolean",
        Value::Int(_) => "integer",
        Value::Float(_) => "number",
        Value::Sequence(_) => "array",
        Value::Mapping(_) => "object",
        Value::String(_) | Value::Null => "string",
    };
    let has = |names: &[&str]| names.iter().any(|name| value(name).is_some());
    match value("format").and_then(Node::as_str) {
        Some("int32" | "int64") => return "integer",
        Some("float" | "double") => return "number",
        Some(_) => return "string",
        None => {}
    }
    if let Some(node) = value("default").or_else(members) {
        return of_value(node);
    }
    if has(&[
        "properties",
        "additionalProperties",
        "required",
        "x-kubernetes-embedded-resource",
    ]) {
        "object"
    } else if has(&["items", "maxItems", "x-kubernetes-list-type"]) {
        "array"
    } else if has(&["minimum", "maximum", "multipleOf"]) {
        "integer"
    } else {
        "string"
    }
}

/// Returns the document with the numbers of an `enum` of strings as texts.
fn enum_of_strings(document: &Node, path: &FieldPath) -> Option<Node> {
    let type_ = node_at(document, &path.ancestor(1))?.get("type")?.as_str()?;
    if last_word(path) != "enum" || type_ != "string" {
        return None;
    }
    let mut corrected = document.clone();
    let Value::Sequence(members) = &mut misplaced::node_at(&mut corrected, &path.segments)?.value else {
        return None;
    };
    for member in members {
        member.value = match &member.value {
            Value::Int(_) | Value::Float(_) => Value::String(member.to_json().to_string().into()),
            _ => return None,
        };
    }
    Some(corrected)
}

/// Returns the member that was meant by an unknown one.
fn meant(document: &Node, diagnostic: &Diagnostic) -> Option<&'static str> {
    let name = last_word(&diagnostic.field);
    diagnose::is_unknown(diagnostic).then(|| diagnose::meant_at(document, &diagnostic.field, &name))?
}

#[cfg(test)]
mod tests {
    use crate::check::{self, Level, Options, Severity};

    const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  names:
    plural: widgets
    kind: Widget
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size:
                type: integer
                default: 1
              hosts:
                type: array
                items:
                  type: string
            x-kubernetes-validations:
            - rule: self.size > 0
          status:
            type: object
            properties:
              ready:
                type: boolean
";

    /// Checks the only finding about the CRD after a replacement, which is also the severity and the words of the finding.
    fn check(old: &str, new: &str, expected: &str) {
        assert_eq!(CRD.matches(old).count(), 1, "{old}");
        let report = check::text(&CRD.replace(old, new), &Options::default());
        let found: Vec<String> = report
            .findings
            .iter()
            .map(|finding| {
                format!(
                    "{:?}: {}",
                    finding.diagnostic.severity, finding.diagnostic.message
                )
            })
            .collect();
        assert_eq!(found, [expected], "{new:?}");
    }

    #[test]
    fn a_status_in_a_rule_and_an_unsupported_keyword_are_one_finding() {
        check(
            "          status:\n            type: object\n            properties:\n              ready:\n                type: boolean\n",
            "              status:\n                type: object\n                properties:\n                  ready:\n                    type: boolean\n",
            "Warning: unknown field `status`, which belongs to `properties`, not to `x-kubernetes-validations`",
        );
        check(
            "        properties:\n          spec:",
            "        definitions: {a: {type: string}}\n        properties:\n          spec:",
            "Error: `definitions` is not supported",
        );
    }

    #[test]
    fn a_type_that_is_no_type_is_one_finding() {
        let line = "                type: integer\n                default: 1";
        check(
            line,
            "                type:\n                default: 1",
            "Error: this schema must have a `type`",
        );
        check(
            line,
            "                type: quantity\n                format: int32\n                default: 1",
            "Error: `quantity` is not a type",
        );
        check(
            line,
            "                {type:integer, default: 1}",
            "Error: unknown field `type:integer`, which the server drops",
        );
    }

    #[test]
    fn a_group_with_a_version_is_one_finding() {
        check(
            "  group: example.com",
            "  group: example.com/v1",
            "Error: `example.com/v1` is not a domain name",
        );
    }

    #[test]
    fn a_missing_line_is_one_finding() {
        for (line, expected) in [
            (
                "spec:\n  group",
                "the line `spec:` is missing, so `group` and the next 3 fields are unknown",
            ),
            (
                "    schema:\n",
                "the line `schema:` is missing, so `openAPIV3Schema` is an unknown field",
            ),
            (
                "      openAPIV3Schema:\n",
                "the line `openAPIV3Schema:` is missing, so `type` and the next field are unknown",
            ),
        ] {
            let without = line.strip_prefix("spec:\n").unwrap_or_default();
            check(line, without, &format!("Error: {expected}"));
        }
    }

    #[test]
    fn a_field_at_another_level_is_one_finding() {
        for (line, indented, expected) in [
            (
                "  scope: Namespaced",
                "    scope: Namespaced",
                "Error: unknown field `scope`, which belongs to `spec`, not to `names`",
            ),
            (
                "    plural: widgets\n    kind: Widget",
                "    kind: Widget\n  plural: widgets",
                "Error: unknown field `plural`, which belongs to `names`, not to `spec`",
            ),
            (
                "  versions:",
                "versions:",
                "Error: unknown field `versions`, which belongs to `spec`",
            ),
            (
                "  name: widgets.example.com",
                "name: widgets.example.com",
                "Error: unknown field `name`, which belongs to `metadata`",
            ),
            (
                "    schema:",
                "  schema:",
                "Error: unknown field `schema`, which belongs to `versions`, not to `spec`",
            ),
            (
                "spec:\n  group",
                "  spec:\n  group",
                "Error: unknown field `spec`, which belongs to the top level, not to `metadata`",
            ),
            (
                "              hosts:",
                "            hosts:",
                "Warning: unknown field `hosts`, which belongs to `properties`, not to `spec`",
            ),
            (
                "              hosts:\n                type: array\n                items:\n                  type: string\n",
                "                hosts:\n                x-kubernetes-int-or-string: true\n",
                "Warning: unknown field `hosts`, which belongs to `properties`, not to `size`",
            ),
        ] {
            check(line, indented, expected);
        }
    }

    /// Checks the message and the help of the only finding about the CRD with other properties of the spec, and its marked text.
    #[track_caller]
    fn check_spec(schema: &str, expected: &str, help: &str, marked: &str) {
        let (before, rest) = CRD.split_once("            type: object\n").unwrap();
        let (_, after) = rest.split_once("          status:\n").unwrap();
        let text = format!(
            "{before}            {}\n          status:\n{after}",
            schema.replace('\n', "\n            ")
        );
        let report = check::text(&text, &Options::default());
        let found: Vec<(&str, &str, &str)> = report
            .findings
            .iter()
            .map(|finding| {
                let diagnostic = &finding.diagnostic;
                let help = diagnostic.help.first().map_or("", String::as_str);
                let marked = diagnostic.span.and_then(|span| span.slice(&text));
                (diagnostic.message.as_str(), help, marked.unwrap_or_default())
            })
            .collect();
        assert_eq!(found, [(expected, help, marked)], "{schema}");
    }

    #[test]
    fn a_rule_that_is_not_in_its_list_is_one_finding() {
        check_spec(
            "type: object\nproperties: {size: {type: integer}}\nx-kubernetes-validations:\nrule: has(self.size)",
            "unknown field `rule`, which belongs to `x-kubernetes-validations`, not to `spec`",
            "indent `rule` deeper than `x-kubernetes-validations:`, and write `- ` before the first",
            "rule",
        );
    }

    #[test]
    fn a_keyword_among_the_fields_is_one_finding() {
        for (property, keyword, owner, help) in [
            (
                "{type: integer}",
                "maximum: 5",
                "a",
                "indent `maximum` deeper than `a:`",
            ),
            (
                "{type: integer}",
                "maximum: 5\n  default: 1",
                "a",
                "indent `maximum` and the next line deeper than `a:`",
            ),
            (
                "",
                "type: array\n  items: {type: string}",
                "a",
                "indent `type` and the next line deeper than `a:`",
            ),
            (
                "{type: string}",
                "required: [a]",
                "spec",
                "indent `required` like `properties:`",
            ),
            (
                "{type: string}",
                "maxProperties: 5",
                "spec",
                "indent `maxProperties` like `properties:`",
            ),
            (
                "{type: array}",
                "items: {type: string}",
                "a",
                "indent `items` deeper than `a:`",
            ),
            (
                "{type: array}",
                "items:\n    type: string\n    x-kubernetes-list-type: atomic",
                "a",
                "indent `items` deeper than `a:`",
            ),
            // The type of the list is in the schema of its elements.
            (
                "{description: A}",
                "items:\n    type: string\n    type: array",
                "a",
                "indent `items` deeper than `a:`",
            ),
            (
                "{description: A}",
                "properties:\n    b: {type: string}\n    type: object",
                "a",
                "indent `properties` deeper than `a:`",
            ),
            (
                "{type: object, maxProperties: 5}",
                "additionalProperties: {type: string}",
                "a",
                "indent `additionalProperties` deeper than `a:`",
            ),
            (
                "{type: object}",
                "properties: {type: {type: string}, b: {type: integer}}",
                "a",
                "indent `properties` deeper than `a:`",
            ),
            (
                "{type: string}",
                "x-kubernetes-validations: [{rule: self != ''}]",
                "a",
                "indent `x-kubernetes-validations` deeper than `a:`",
            ),
            (
                "{type: string}",
                "x-kubernetes-validations: [{rule: self.a != ''}]",
                "spec",
                "indent `x-kubernetes-validations` like `properties:`",
            ),
        ] {
            let (name, _) = keyword.split_once(':').unwrap();
            check_spec(
                &format!("type: object\nproperties:\n  a: {property}\n  {keyword}"),
                &format!("`{name}` is a keyword of `{owner}`, but it is indented like a field"),
                help,
                name,
            );
        }
    }

    #[test]
    fn fields_with_the_names_of_keywords_are_no_mistakes() {
        let text = CRD.replace(
            "              hosts:",
            "              pattern: {type: string}\n              items: {type: string}\n              hosts:",
        );
        assert_eq!(check::text(&text, &Options::default()).findings.len(), 0);
    }

    #[test]
    fn properties_beside_additional_ones_do_not_change_costs() {
        check_spec(
            "type: object\nadditionalProperties: false\nproperties:\n  a:\n    type: string\n    \
             x-kubernetes-validations: [{rule: self == oldSelf}]",
            "`properties` and `additionalProperties` exclude each other",
            "remove it: the server drops fields that are not declared anyway",
            "additionalProperties: false",
        );
    }

    #[test]
    fn keywords_of_a_list_in_its_items() {
        for (keywords, first, help) in [
            (
                "maxLength: 5\n    x-kubernetes-list-type: set",
                "x-kubernetes-list-type",
                "x-kubernetes-list-type",
            ),
            ("maxItems: 5", "maxItems", "maxItems"),
            (
                "maxItems: 5\n    x-kubernetes-list-type: set",
                "maxItems",
                "maxItems` and `x-kubernetes-list-type",
            ),
        ] {
            check_spec(
                &format!(
                    "type: object\nproperties:\n  a:\n    type: array\n    items:\n      type: string\n      {}",
                    keywords.replace('\n', "\n  ")
                ),
                &format!(
                    "`{first}` is a keyword of the list `a`, but it is indented like those of its `items`"
                ),
                &format!("indent `{help}` like `items:`"),
                first,
            );
        }
    }

    #[test]
    fn pattern_properties_are_one_finding() {
        check_spec(
            "type: object\nproperties:\n  a:\n    type: object\n    patternProperties: {^a: {type: string}}",
            "`patternProperties` is not supported",
            "use `additionalProperties`, and a rule for the keys: `self.all(k, k.matches('…'))`",
            "patternProperties",
        );
    }

    #[test]
    fn a_webhook_as_in_v1beta1_is_one_finding() {
        check(
            "  scope: Namespaced",
            "  scope: Namespaced
  conversion:
    strategy: Webhook
    webhookClientConfig: {service: {namespace: a, name: b}}
    conversionReviewVersions: [v1]",
            "Error: unknown field `webhookClientConfig`, which the server drops",
        );
    }

    #[test]
    fn consequences_of_a_wrong_word_are_not_reported() {
        for (word, wrong, expected) in [
            ("type: integer", "type: int", "Error: `int` is not a type"),
            ("type: integer", "type: intger", "Error: `intger` is not a type"),
            (
                "            properties:\n              size",
                "            propertis:\n              size",
                "Error: unknown field `propertis`, which the server drops",
            ),
            (
                "k8s.io/v1",
                "k8s.io/v1beta1",
                "Error: only Kubernetes up to 1.21 serves `v1beta1` CRDs",
            ),
        ] {
            check(word, wrong, expected);
        }
    }

    #[test]
    fn unknown_keywords_that_the_server_does_not_report() {
        for (keyword, expected) in [
            (
                "maxLenght: 5",
                "Warning: unknown field `maxLenght`, which the server drops without a warning",
            ),
            (
                "x-kubernetes-validation: [{rule: self != ''}]",
                "Warning: unknown field `x-kubernetes-validation`, which the server drops without a warning",
            ),
            (
                "x-kubernetes-validations: [{rule: self != '', mesage: a}]",
                "Warning: unknown field `mesage`, which the server drops without a warning",
            ),
        ] {
            let old = "                  type: string\n";
            check(old, &format!("{old}                  {keyword}\n"), expected);
        }
        let other = "                  type: string\n                  x-order: 5\n";
        assert_eq!(
            codes_after(
                &[("                  type: string\n", other)],
                &Options::default()
            ),
            [""; 0]
        );
        let levels = check::Levels::strict();
        let options = Options {
            levels,
            ..Options::default()
        };
        let wrong = other.replace("x-order", "maxItem");
        let report = check::text(&CRD.replace("                  type: string\n", &wrong), &options);
        assert_eq!(report.findings[0].diagnostic.severity, Severity::Warning);
        assert_eq!(
            report.findings[0].diagnostic.help,
            ["did you mean `maxItems`? If not, remove it"]
        );
    }

    #[test]
    fn help_for_an_old_version_depends_on_the_rest() {
        let help = |old: &str, new: &str| {
            let text = CRD.replace("k8s.io/v1", "k8s.io/v1beta1").replace(old, new);
            let report = check::text(&text, &Options::default());
            report.findings[0].diagnostic.help[0].clone()
        };
        assert_eq!(help("", ""), "write `apiextensions.k8s.io/v1`");
        let moved = "write `apiextensions.k8s.io/v1`, and move `validation`, `subresources` and `additionalPrinterColumns` \
                     to each version";
        assert_eq!(help("  scope:", "  subresources: {status: {}}\n  scope:"), moved);
    }

    /// Returns the codes of the findings about the CRD after replacements.
    fn codes_after(replacements: &[(&str, &str)], options: &Options) -> Vec<String> {
        let mut text = CRD.to_owned();
        for (old, new) in replacements {
            assert_eq!(text.matches(old).count(), 1, "{old}");
            text = text.replace(old, new);
        }
        let report = check::text(&text, options);
        let codes = report
            .findings
            .iter()
            .map(|finding| finding.diagnostic.code.to_string());
        codes.collect()
    }

    #[test]
    fn corrections_of_other_findings_keep_their_words() {
        let report = check::text(
            &CRD.replace("  scope: Namespaced", "    scope: Namespaced")
                .replace("              hosts:", "            hosts:"),
            &Options::default(),
        );
        let messages: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| &*finding.diagnostic.message)
            .collect();
        assert_eq!(
            messages,
            [
                "unknown field `scope`, which belongs to `spec`, not to `names`",
                "unknown field `hosts`, which belongs to `properties`, not to `spec`",
            ]
        );
    }

    #[test]
    fn findings_remain_if_the_correction_has_errors() {
        // The server would stop at the list under `schema`, before it comes to the scope.
        let replacements = [
            (
                "    schema:\n      openAPIV3Schema:",
                "    schem:\n      openAPIV3Schema: []\n      other:",
            ),
            ("scope: Namespaced", "scope: namespaced"),
        ];
        let codes = codes_after(&replacements, &Options::default());
        assert!(codes.len() >= 3, "{codes:?}");
    }

    #[test]
    fn findings_of_a_higher_level_remain() {
        let replacements = [(
            "            properties:\n              size",
            "            propertis:\n              size",
        )];
        let all = codes_after(&replacements, &Options::default());
        assert_eq!(all.len(), 1);
        let mut options = Options::default();
        options.levels.set_named(&all[0], Level::Allow).unwrap();
        let rest = codes_after(&replacements, &options);
        assert_eq!(rest, ["CRD0012"]);
    }

    #[test]
    fn independent_findings_remain() {
        let wrong = CRD
            .replace("type: integer", "type: int")
            .replace("scope: Namespaced", "scope: namespaced");
        let report = check::text(&wrong, &Options::default());
        assert_eq!(report.findings.len(), 2);
    }
}
