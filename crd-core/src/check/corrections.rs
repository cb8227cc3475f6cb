//! Corrections of likely mistakes in a CRD, which are tried to find the findings that follow from them.

#[cfg(test)]
mod tests;

use super::consequences::{self, Attempt, OneByOne, Renamed};
use super::edits;
use super::lints::v1beta1;
use super::members::Known;
use super::misplaced::{self, Correction};
use super::place::{entry_at, last_word, node_at};
use super::suggest::{Misread, OF_NAMES, TYPES, type_named};
use super::{
    Diagnostic, DocumentSource, choices, codes, diagnose, foreign, formats, indented_key, keyword_level,
    missing_items, sections, suggest,
};
use crate::model::field::FieldPath;
use crate::model::rules;
use crate::yaml;
use crate::yaml::tree::{Entry, Node, Span, Value};

/// Returns the corrections for the findings about a CRD.
pub(super) fn of_crd(source: DocumentSource<'_>, found: &[Diagnostic]) -> Vec<Attempt> {
    let document = source.document;
    // That no value satisfies a choice may follow from its unknown keywords.
    let mut attempts = choices::of_crd(document, found);
    attempts.extend(indented_key::attempt(source, found));
    attempts.extend(missing_items::attempts(source, found));
    attempts.extend(sections::attempts(document, found));
    let mut one_by_one = OneByOne::default();
    for (index, diagnostic) in found.iter().enumerate() {
        let renamed = renamed(document, diagnostic);
        one_by_one.add(index, renamed, document, |base| corrected(base, diagnostic));
    }
    attempts.extend(one_by_one.into_attempts());
    attempts.extend(webhook_of_v1beta1(document, found));
    attempts.extend(version_in_spec(document, found));
    attempts.extend(name_in_spec(document, found));
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
    let members = edits::object_at(&mut corrected, &conversion.segments)?;
    let mut webhook = Vec::new();
    members.entries.retain(|entry| {
        let member = MEMBERS.iter().find(|(name, _)| *name == &*entry.key);
        webhook.extend(member.map(|(_, name)| Entry {
            key: (*name).into(),
            ..entry.clone()
        }));
        member.is_none()
    });
    if members.get("webhook").is_some()
        || foreign::is_webhook(document, &conversion.clone().child(MEMBERS[0].0))
    {
        return None;
    }
    let mut parent = webhook.first()?.clone();
    parent.key = "webhook".into();
    parent.value.value = Value::Mapping(webhook.into());
    members.entries.push(parent);
    Some(Attempt::new(
        MEMBERS.iter().filter_map(index).collect(),
        corrected,
    ))
}

/// Returns the correction of a version that is a member of `spec` instead of an element of `versions`.
fn version_in_spec(document: &Node, found: &[Diagnostic]) -> Option<Attempt> {
    let is_version =
        |one: &Diagnostic| diagnose::is_unknown(one) && diagnose::is_version_in_spec(document, &one.field);
    let index = found.iter().position(is_version)?;
    let path = &found.get(index)?.field;
    let name = last_word(path);
    let mut corrected = document.clone();
    let spec = edits::object_at(&mut corrected, &path.ancestor(1).segments)?;
    let at = spec.entries.iter().position(|entry| *entry.key == *name)?;
    let mut version = spec.entries.remove(at);
    let versions = spec.entries.iter_mut().find(|entry| &*entry.key == "versions")?;
    let (Value::Mapping(members), Value::Sequence(versions)) =
        (&mut version.value.value, &mut versions.value.value)
    else {
        return None;
    };
    members.entries.push(Entry {
        key: "name".into(),
        key_span: version.key_span,
        value: text_at(&name, version.key_span),
    });
    versions.push(version.value);
    Some(Attempt::new(vec![index], corrected))
}

/// Returns the correction of the name of the only version that is a member of `spec`, as in `v1beta1`.
fn name_in_spec(document: &Node, found: &[Diagnostic]) -> Option<Attempt> {
    const NAME: &str = "version";
    let path = FieldPath::default().child("spec").child(NAME);
    let index = found
        .iter()
        .position(|one| diagnose::is_unknown(one) && one.field == path)?;
    let mut corrected = edits::removed(document, &path)?;
    let mut entry = document.get("spec")?.as_mapping()?.get(NAME)?.clone();
    let name = entry.value.as_str()?.to_owned();
    entry.key = "name".into();
    let place = entry.key_span;
    let versions = FieldPath::default().child("spec").child("versions");
    let [only] = node_at(document, &versions)?.elements() else {
        return None;
    };
    let is_missing = only.as_mapping()?.get("name").is_none();
    let version = edits::object_at(&mut corrected, &versions.index(0).segments).filter(|_| is_missing)?;
    version.entries.push(entry);
    let correction = Correction {
        names: vec![NAME.to_owned()],
        place,
        message: format!("unknown field `{NAME}`, which the server drops"),
        label: "belongs to the version, as `name`".to_owned(),
        help: format!("remove it, and write `name: {name}` in the version"),
        document: corrected,
    };
    Some(Attempt::of(correction, &[(NAME, index)]))
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
    let is_unknown = diagnose::is_unknown(diagnostic);
    match (diagnostic.code, rule) {
        (codes::V1BETA1, _) => {
            v1beta1::is_v1(document).then(|| edits::rewritten(document, path, "apiextensions.k8s.io/v1"))?
        }
        (_, Some(rules::OAS_01)) => with_type(document, path),
        (codes::TYPE_REQUIRED, _) if last_word(path) == "type" => {
            let schema = node_at(document, &path.ancestor(1))?;
            edits::rewritten(document, path, likely_type(schema))
        }
        _ if let Some(misread) = misread(document, diagnostic) => edits::reread(document, path, misread),
        (_, Some(rules::OAS_05 | rules::STC_04)) => with_one_schema_of_values(document, path),
        (_, Some(rules::WRN_01)) => {
            let type_ = node_at(document, &path.ancestor(1))?.get("type")?.as_str()?;
            let meant = formats::meant(type_, node_at(document, path)?.as_str()?)?;
            edits::rewritten(document, path, meant)
        }
        (_, Some(rules::DFT_01)) => {
            let (key, meant) = suggest::declared_name(document, path)?;
            let mut corrected = document.clone();
            rename(edits::node_at(&mut corrected, &path.segments)?, key, meant);
            Some(corrected)
        }
        (_, Some(rules::CRD_02)) => {
            let written = node_at(document, path)?.as_str()?;
            let (group, _) = written.split_once('/').unwrap_or((written, ""));
            edits::rewritten(document, path, &group.to_ascii_lowercase())
        }
        (_, Some(rules::OAS_19)) => without_list_type(document, path),
        (_, Some(rules::OAS_27)) => {
            let items = path.ancestor(1);
            suggest::is_scalar(node_at(document, &items)?).then_some(())?;
            let list_type = items.ancestor(1).child("x-kubernetes-list-type");
            edits::rewritten(document, &list_type, "set")
        }
        (codes::KEYWORD_DEAD, _) if last_word(path) == "items" => {
            let schema = node_at(document, &path.ancestor(1))?;
            suggest::may_be_map(schema).then_some(())?;
            edits::renamed(document, path, "additionalProperties")
        }
        (codes::REQUIRED_UNDECLARED, _) => with_declared_names(document, path),
        (codes::LIST_MAP_KEY_OPTIONAL, _) => with_required(document, &path.ancestor(1)),
        (codes::UNSATISFIABLE, _) => {
            enum_of_strings(document, path).or_else(|| without_default(document, path))
        }
        (codes::PATTERN_ESCAPED_TWICE, _) => without_default(document, path),
        (codes::KEYWORD_UNSUPPORTED | codes::REF_UNSUPPORTED | codes::PATTERN_INVALID, _)
        | (_, Some(rules::OAS_15)) => edits::removed(document, path),
        (codes::CONVERSION_WEBHOOK_UNUSED, _) => {
            let strategy = FieldPath::default()
                .child("spec")
                .child("conversion")
                .child("strategy");
            let is_none = node_at(document, &strategy)?.as_str() == Some("None");
            is_none.then(|| edits::rewritten(document, &strategy, "Webhook"))?
        }
        // The end of a text in braces that has a comma, or a keyword without its colon.
        _ if is_unknown && path.below_schema().is_some() && last_word(path).contains(' ') => {
            let name = last_word(path);
            let Some((keyword, value)) = foreign::without_colon(&name) else {
                return edits::removed(document, path);
            };
            let mut corrected = edits::renamed(document, path, keyword)?;
            let written = edits::node_at(&mut corrected, &path.ancestor(1).child(keyword).segments)?;
            written.value = yaml::read_text(value, yaml::Options::default())
                .documents
                .pop()?
                .root
                .value;
            Some(corrected)
        }
        _ if is_unknown && is_of_all_versions(path) => in_each_version(document, path),
        _ if is_unknown && foreign::is_scope(path) => {
            let corrected = edits::renamed(document, path, "scope")?;
            edits::rewritten(&corrected, &path.ancestor(1).child("scope"), "Namespaced")
        }
        _ if is_unknown && foreign::is_webhook(document, path) => edits::renamed(document, path, "webhook"),
        _ => with_name(document, path, meant(document, diagnostic)?),
    }
}

/// Whether a path leads to a member of `spec` in `v1beta1` that is for all versions.
fn is_of_all_versions(path: &FieldPath) -> bool {
    matches!(path.segments.as_slice(), [spec, name] if spec.is_field("spec")
        && (name.is_field("subresources") || name.is_field("additionalPrinterColumns")))
}

/// Returns the document with a member of `spec` in each version that does not have it.
fn in_each_version(document: &Node, path: &FieldPath) -> Option<Node> {
    let member = entry_at(document, path)?.clone();
    let mut corrected = edits::removed(document, path)?;
    let versions = path.ancestor(1).child("versions");
    let Value::Sequence(versions) = &mut edits::node_at(&mut corrected, &versions.segments)?.value else {
        return None;
    };
    for version in versions {
        if version.get(&member.key).is_none()
            && let Value::Mapping(members) = &mut version.value
        {
            members.entries.push(member.clone());
        }
    }
    Some(corrected)
}

/// Returns the document with the type that is meant at a path.
fn with_type(document: &Node, path: &FieldPath) -> Option<Node> {
    let written = node_at(document, path)?
        .as_str()
        .filter(|written| *written != "null")?;
    let schema = node_at(document, &path.ancestor(1))?;
    let meant = type_named(written)
        .or_else(|| crd_cel::nearest(written, TYPES))
        .or_else(|| (!is_in(path, &["anyOf", "oneOf"])).then(|| likely_type(schema)))?;
    edits::rewritten(document, path, meant)
}

/// Whether a path leads through one of these keywords.
fn is_in(path: &FieldPath, keywords: &[&str]) -> bool {
    let mut segments = path.segments.iter();
    segments.any(|segment| keywords.iter().any(|name| segment.is_field(name)))
}

/// Returns the document in which an object does not have both `properties` and `additionalProperties`, or several schemas of values.
fn with_one_schema_of_values(document: &Node, path: &FieldPath) -> Option<Node> {
    if has_properties_beside(document, path) {
        return edits::removed(document, path);
    }
    let schema = node_at(document, path)?.members().first()?.value.value.clone();
    let mut corrected = edits::renamed(document, path, "additionalProperties")?;
    let renamed = path.ancestor(1).child("additionalProperties");
    edits::node_at(&mut corrected, &renamed.segments)?.value = schema;
    Some(corrected)
}

/// Returns the document without the list type of a value that is no list, or with the type of a list.
fn without_list_type(document: &Node, path: &FieldPath) -> Option<Node> {
    // Extensions in branches are a finding of their own.
    if is_in(path, &["allOf", "anyOf", "oneOf", "not"]) {
        return None;
    }
    let schema = path.ancestor(1);
    if node_at(document, &schema)?.get("items").is_some() {
        return edits::rewritten(document, path, "array");
    }
    edits::removed(document, &schema.child("x-kubernetes-list-type"))
}

/// Returns the document with another name at a path, and the form of a value that this name needs.
fn with_name(document: &Node, path: &FieldPath, meant: &str) -> Option<Node> {
    let mut corrected = edits::renamed(document, path, meant)?;
    let schema = path.ancestor(1);
    let renamed = schema.clone().child(meant);
    let node = edits::node_at(&mut corrected, &renamed.segments)?;
    if OF_NAMES.contains(&meant) && !node.is_collection() {
        node.value = Value::Sequence(vec![node.clone()]);
    } else if matches!(meant, "items" | "additionalProperties") && node.as_str().is_some() {
        let type_ = choices::entry("type", node.value.clone(), node);
        node.value = Value::Mapping(vec![type_].into());
    } else if meant == diagnose::INT_OR_STRING {
        edits::object_at(&mut corrected, &schema.segments)?
            .entries
            .retain(|entry| *entry.key != *"type");
    }
    Some(corrected)
}

/// Gives another name to the member of a value whose name is at a place.
fn rename(value: &mut Node, key: Span, name: &str) {
    match &mut value.value {
        Value::Sequence(elements) => elements.iter_mut().for_each(|element| rename(element, key, name)),
        Value::Mapping(mapping) => {
            for entry in &mut mapping.entries {
                if entry.key_span == key {
                    entry.key = name.into();
                }
                rename(&mut entry.value, key, name);
            }
        }
        _ => {}
    }
}

/// Returns the type that the other keywords of a schema are for.
fn likely_type(schema: &Node) -> &'static str {
    suggest::evident_type(schema).unwrap_or("string")
}

/// Whether the schema with a keyword has `properties`, so that it cannot have `additionalProperties`.
fn has_properties_beside(document: &Node, keyword: &FieldPath) -> bool {
    let schema = node_at(document, &keyword.ancestor(1));
    schema.is_some_and(|schema| schema.get("properties").is_some())
}

/// Returns the document without a keyword that no value satisfies and without the default beside it, which violates it.
fn without_default(document: &Node, path: &FieldPath) -> Option<Node> {
    let default = path.ancestor(1).child("default");
    node_at(document, &default)?;
    let corrected = edits::removed(document, path)?;
    edits::removed(&corrected, &default)
}

/// Returns the document with the declared properties that a text in `required` stands for, or without the text.
fn with_declared_names(document: &Node, path: &FieldPath) -> Option<Node> {
    let required = path.ancestor(1);
    let written = node_at(document, path)?;
    let properties = node_at(document, &required.ancestor(1))?.get("properties");
    let names = || {
        properties
            .into_iter()
            .flat_map(Node::members)
            .map(|member| &*member.key)
    };
    let text = written.as_str()?;
    let parts = || text.split([' ', ',']).filter(|part| !part.is_empty());
    let meant: Vec<&str> = if parts().all(|part| names().any(|name| name == part)) {
        parts().collect()
    } else {
        crd_cel::nearest(text, names()).into_iter().collect()
    };
    if meant
        .iter()
        .any(|name| *name != text && name.eq_ignore_ascii_case(text))
    {
        // The mistake may be that of the property.
        return None;
    }
    let mut corrected = document.clone();
    let Value::Sequence(listed) = &mut edits::node_at(&mut corrected, &required.segments)?.value else {
        return None;
    };
    listed.retain(|one| one.span != written.span);
    listed.extend(meant.into_iter().map(|name| text_at(name, written.span)));
    Some(corrected)
}

/// Returns the document in which an object requires the property at a path.
fn with_required(document: &Node, path: &FieldPath) -> Option<Node> {
    let (schema, key) = (path.ancestor(2), entry_at(document, path)?);
    let mut corrected = document.clone();
    let members = edits::object_at(&mut corrected, &schema.segments)?;
    let name = text_at(&key.key, key.key_span);
    match members.entries.iter_mut().find(|entry| *entry.key == *"required") {
        Some(required) => match &mut required.value.value {
            Value::Sequence(listed) => listed.push(name),
            _ => return None,
        },
        None => members.entries.push(choices::entry(
            "required",
            Value::Sequence(vec![name]),
            &key.value,
        )),
    }
    Some(corrected)
}

fn text_at(text: &str, span: Span) -> Node {
    Node {
        span,
        value: Value::String(text.into()),
    }
}

/// Returns the document with the numbers of an `enum` of strings as texts.
fn enum_of_strings(document: &Node, path: &FieldPath) -> Option<Node> {
    let type_ = node_at(document, &path.ancestor(1))?.get("type")?.as_str()?;
    if last_word(path) != "enum" || type_ != "string" {
        return None;
    }
    let mut corrected = document.clone();
    let Value::Sequence(members) = &mut edits::node_at(&mut corrected, &path.segments)?.value else {
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

/// Returns what is meant by a member that YAML reads with another name.
fn misread(document: &Node, diagnostic: &Diagnostic) -> Option<Misread> {
    let is_of_name = diagnose::is_unknown(diagnostic) || diagnostic.code == codes::DECODE;
    let entry = entry_at(document, &diagnostic.field).filter(|_| is_of_name)?;
    suggest::misread(&entry.key, &entry.value)
}

/// Returns the proposal of another name for an unknown member.
fn renamed(document: &Node, diagnostic: &Diagnostic) -> Option<Renamed> {
    if misread(document, diagnostic).is_some() {
        return None;
    }
    let name = meant(document, diagnostic)?;
    let entry = entry_at(document, &diagnostic.field)?;
    let schema = diagnostic.field.ancestor(1);
    Some(Renamed::new(name, entry.key_span, &entry.value, Some(schema)))
}

/// Returns the member that was meant by an unknown one.
fn meant(document: &Node, diagnostic: &Diagnostic) -> Option<&'static str> {
    let name = last_word(&diagnostic.field);
    diagnose::is_unknown(diagnostic).then(|| diagnose::meant_at(document, &diagnostic.field, &name))?
}
