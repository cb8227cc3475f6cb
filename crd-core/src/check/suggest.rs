//! What to write instead of a value of the wrong type.
//!
//! ```text
//! exclusiveMinimum: 0         write `minimum: 0` and `exclusiveMinimum: true`
//! shortNames: bs              write a list: `shortNames: [bs]`
//! minimum: "0"                write it without quotes: `0`
//! name: on                    `on` is a boolean in YAML; write it in quotes: `'on'`
//! ```

use super::place::{last_word, node_at};
use super::{DocumentSource, formats};
use crate::model::field::{Cause, FieldError, FieldPath, Segment, ValueFault, ValueFaultKind};
use crate::model::rules;
use crate::server::decode::{DecodeCause, DecodeError, JsonType};
use crate::server::objects::pattern_matches;
use crate::yaml::quoted;
use crate::yaml::tree::{Entry, Node, Span, Value};

/// Maximum number of characters of a value that is shown.
const SHOWN: usize = 40;

/// The types of schemas.
pub(super) const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// Names of types in other tools.
const TYPE_NAMES: [(&str, &str); 12] = [
    ("int", "integer"),
    ("int32", "integer"),
    ("int64", "integer"),
    ("Integer", "integer"),
    ("bool", "boolean"),
    ("Boolean", "boolean"),
    ("float", "number"),
    ("double", "number"),
    ("str", "string"),
    ("String", "string"),
    ("map", "object"),
    ("list", "array"),
];

/// Returns the type that another tool calls by a name.
pub(super) fn type_named(name: &str) -> Option<&'static str> {
    let found = TYPE_NAMES.iter().find(|(other, _)| *other == name);
    found.map(|(_, type_)| *type_)
}

/// Returns concrete help for an error of the validator, if its value allows it.
pub(super) fn of_field_error(
    source: DocumentSource<'_>,
    error: &FieldError,
    path: &FieldPath,
) -> Option<String> {
    let document = source.document;
    let text: Option<String> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    match error.rule {
        rules::DFT_04 if is_missing(error) => Some(
            "add what is missing, or remove the default; the server does not set defaults of nested fields in it"
                .to_owned(),
        ),
        rules::DFT_05 if error.detail.contains("oldSelf.hasValue()") => {
            Some("a default and a new object have no old value: write `!oldSelf.hasValue() || …`".to_owned())
        }
        rules::DFT_04 => {
            let node = node_at(document, path)?;
            if let Some(Cause::Value(ValueFault {
                kind: ValueFaultKind::Type(wanted),
                ..
            })) = error.cause.as_deref()
                && let Some(expected) = json_type(wanted)
                && let Some(form) = match expected {
                    JsonType::String if !node.is_collection() => {
                        as_string(source.text, node, node_at(document, &path.ancestor(1))?)
                    }
                    _ => of_wrong_type(source.text, node, &last_word(path), expected),
                }
            {
                return Some(form);
            }
            if node.is_collection() {
                return None;
            }
            let meant = match error.cause.as_deref() {
                Some(Cause::Value(ValueFault {
                    kind: ValueFaultKind::Enum(members),
                    ..
                })) => match node.as_str() {
                    Some(value) if members.iter().any(|member| member == value) => {
                        return Some("the values of `enum` are not strings: write them in quotes".to_owned());
                    }
                    value => value.and_then(|value| nearest_member(value, members)),
                },
                _ => None,
            };
            Some(match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "correct the default, or the keyword that rejects it".to_owned(),
            })
        }
        rules::OAS_15 if node_at(document, path)?.value == Value::Bool(false) => {
            Some("remove it: the server drops fields that are not declared anyway".to_owned())
        }
        rules::OAS_01 => {
            let text = text?;
            let meant = type_named(&text).or_else(|| nearest_of(&text, TYPES.into_iter()))?;
            Some(format!("did you mean `{meant}`?"))
        }
        rules::CRD_39 => {
            let types = ["boolean", "date", "integer", "number", "string"];
            let meant = nearest_of(&text?, types.into_iter())?;
            Some(format!("did you mean `{meant}`?"))
        }
        rules::CRD_05 => {
            let meant = nearest_of(&text?, ["Namespaced", "Cluster"].into_iter())?;
            Some(format!("did you mean `{meant}`?"))
        }
        rules::OAS_22 => {
            let meant = nearest_of(&text?, ["atomic", "set", "map"].into_iter())?;
            let items = node_at(document, &path.ancestor(1))
                .and_then(|list| list.get("items")?.get("type")?.as_str());
            let meant = match (meant, items) {
                // The elements of a map list are objects.
                ("map", Some("string" | "integer" | "number" | "boolean")) => "set",
                _ => meant,
            };
            Some(format!("did you mean `{meant}`?"))
        }
        rules::CRD_61 => {
            let meant = nearest_of(&text?, ["None", "Webhook"].into_iter())?;
            Some(format!("write `{meant}`"))
        }
        rules::CRD_51 if !text.as_deref()?.starts_with('.') => Some(format!("write `{}`", column_path(&text?)?)),
        rules::WRN_01 => {
            let type_ = node_at(document, &path.ancestor(1)).and_then(|schema| schema.get("type")?.as_str());
            formats::help(type_?, &text?)
        }
        rules::STR_06 if node_at(document, path)?.value == Value::Null => Some(
            "`type` has no value: write `array`, `boolean`, `integer`, `number`, `object` or `string`".to_owned(),
        ),
        rules::CRD_02 => {
            let text = text?;
            let (group, _) = text.split_once('/').filter(|(group, _)| group.contains('.'))?;
            Some(format!("write the group without the version: `{group}`"))
        }
        rules::OAS_17 if node_at(document, path)?.as_str() == Some("array") => {
            Some("for a list, write `x-kubernetes-list-type: atomic` instead".to_owned())
        }
        rules::STR_13 if text.as_deref()?.starts_with('*') => {
            let pattern = text?.replace('.', r"\.").replace('*', ".*");
            Some(format!("`*` repeats what is before it; for any text, write `.*`: `^{pattern}$`"))
        }
        rules::CRD_70 => {
            let absent = if last_word(path) == "name" { "namespace" } else { "name" };
            Some(format!("add `{absent}`: the server reports it with the name of the other"))
        }
        rules::CRD_30 => Some(format!("add `specReplicasPath: {}`", only_count_in(document, path, "spec")?)),
        rules::CRD_33 => Some(format!("add `statusReplicasPath: {}`", only_count_in(document, path, "status")?)),
        rules::CRD_43 => Some(format!("write `{}`", column_path(&text?)?)),
        rules::CRD_31 => under(&text?, "spec").or_else(|| count_in(document, path, "spec")),
        rules::CRD_34 => under(&text?, "status").or_else(|| count_in(document, path, "status")),
        _ => None,
    }
}

/// Returns what to write instead of a name of a type as `items`, and its place.
pub(super) fn of_items(document: &Node, error: &FieldError, path: &FieldPath) -> Option<(String, Span)> {
    if error.rule != rules::STR_01 {
        return None;
    }
    let lists = [path.clone(), path.ancestor(1)];
    let items = lists
        .iter()
        .find_map(|list| node_at(document, list)?.get("items"))?;
    Some((of_type_name("items", items.as_str()?)?, items.span))
}

/// A field of a default that the schema does not declare.
pub(super) struct Undeclared {
    pub(super) place: Span,
    /// The field that was probably meant.
    pub(super) help: Option<String>,
}

/// Returns the first field of a default that the schema does not declare, if an error is about that.
pub(super) fn of_undeclared(document: &Node, error: &FieldError, path: &FieldPath) -> Option<Undeclared> {
    if error.rule != rules::DFT_01 {
        return None;
    }
    let schema = node_at(document, &path.ancestor(1))?;
    let (entry, properties) = undeclared(node_at(document, path)?, schema)?;
    let names = properties.iter().map(|property| &*property.key);
    let meant = crd_cel::nearest(&entry.key, names);
    Some(Undeclared {
        place: entry.key_span,
        help: meant.map(|meant| {
            format!(
                "did you mean `{meant}`? If not, declare `{}`, or remove it from the default",
                entry.key
            )
        }),
    })
}

/// Returns the first member of a value that the schema does not declare, and the properties that it declares there.
fn undeclared<'a>(value: &'a Node, schema: &'a Node) -> Option<(&'a Entry, &'a [Entry])> {
    let mut elements = value.elements().iter();
    let inside = elements.find_map(|element| undeclared(element, schema.get("items")?));
    inside.or_else(|| {
        let properties = schema.get("properties")?.members();
        value.members().iter().find_map(|entry| {
            let mut of_name = properties.iter().filter(|property| property.key == entry.key);
            match of_name.next() {
                Some(property) => undeclared(&entry.value, &property.value),
                None => Some((entry, properties)),
            }
        })
    })
}

/// Returns the type of JSON that a schema names.
pub(super) fn json_type(name: &str) -> Option<JsonType> {
    Some(match name {
        "array" => JsonType::Array,
        "boolean" => JsonType::Boolean,
        "integer" | "int32" | "int64" => JsonType::Integer,
        "number" => JsonType::Number,
        "object" => JsonType::Object,
        "string" => JsonType::String,
        _ => return None,
    })
}

/// Whether an error is about a required field that a value lacks.
pub(super) fn is_missing(error: &FieldError) -> bool {
    matches!(error.cause.as_deref(), Some(Cause::Value(fault)) if fault.kind == ValueFaultKind::Missing)
}

/// Returns the path of a printer column that starts with a dot, for one in another notation: `$.a`, `{.a}` or `a`.
pub(super) fn column_path(path: &str) -> Option<String> {
    let inner = path.strip_prefix('{').and_then(|path| path.strip_suffix('}'));
    let path = inner.unwrap_or(path).trim().trim_start_matches('$');
    let path = path.strip_prefix('.').unwrap_or(path);
    let is_path = path.starts_with(|c: char| c.is_ascii_alphabetic());
    is_path.then(|| format!(".{path}"))
}

/// Returns the advice to write the path of the only count of replicas.
fn count_in(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    Some(format!("write `{}`", only_count_in(document, path, root)?))
}

/// Returns the path of the only integer of `spec` or `status` of a version whose name is about replicas.
fn only_count_in(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    let version = document
        .get("spec")?
        .get("versions")?
        .elements()
        .get(path.version_index()?)?;
    let schema = version.get("schema")?.get("openAPIV3Schema")?;
    let mut counts = Vec::new();
    add_counts(
        schema.get("properties")?.get(root)?,
        &format!(".{root}"),
        &mut counts,
    );
    match counts.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Adds the paths of the integers below a schema whose names are about replicas.
fn add_counts(schema: &Node, path: &str, counts: &mut Vec<String>) {
    for entry in schema.get("properties").map_or(&[][..], Node::members) {
        let path = format!("{path}.{}", entry.key);
        let is_integer = entry.value.get("type").and_then(Node::as_str) == Some("integer");
        if is_integer && entry.key.to_ascii_lowercase().contains("replicas") {
            counts.push(path);
        } else {
            add_counts(&entry.value, &path, counts);
        }
    }
}

/// Returns the path of a field under `spec` or `status` that a path without it stands for.
fn under(path: &str, root: &str) -> Option<String> {
    let path = path.trim_start_matches('$').trim_start_matches('.');
    let first = path.split('.').next().filter(|first| !first.is_empty())?;
    let is_name = path.chars().all(|c| c.is_alphanumeric() || "._-".contains(c));
    match first {
        _ if !is_name => None,
        _ if first == root => Some(format!("write `.{path}`")),
        "spec" | "status" | "metadata" => None,
        _ => Some(format!("write `.{root}.{path}`")),
    }
}

/// Returns the most similar text of an `enum`, whose members are formatted as JSON.
pub(super) fn nearest_member(value: &str, members: &[String]) -> Option<String> {
    let texts: Vec<String> = members
        .iter()
        .filter_map(|member| serde_json::from_str(member).ok())
        .collect();
    nearest_of(value, texts.iter().map(String::as_str)).map(str::to_owned)
}

/// Returns the text that differs only in case, or the most similar one.
fn nearest_of<'a>(value: &str, texts: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let same = texts.clone().find(|text| text.eq_ignore_ascii_case(value));
    same.or_else(|| crd_cel::nearest(value, texts))
}

/// Returns what to write instead of a value of a CRD that cannot be decoded.
pub(super) fn of_decode_error(source: DocumentSource<'_>, error: &DecodeError) -> Option<String> {
    let node = node_at(source.document, &error.path)?;
    let name = last_word(&error.path);
    if error.path.below_schema().is_some()
        && let Some(form) = of_keyword(source, &error.path, &name, node)
    {
        return Some(form);
    }
    if name == "caBundle"
        && error.path.below_schema().is_none()
        && let Some(text) = node.as_str()
    {
        let what = if text.trim_start().starts_with("-----BEGIN") {
            "this is PEM: write it in base64"
        } else {
            "write the certificates in base64"
        };
        return Some(format!("{what}, the output of `base64 < ca.pem | tr -d '\\n'`"));
    }
    let DecodeCause::WrongType { expected, .. } = error.cause else {
        return None;
    };
    match (&*name, &node.value) {
        ("conversion", Value::String(strategy)) => {
            Some(format!("write `conversion: {{strategy: {strategy}}}`"))
        }
        ("subresources", Value::Sequence(names)) if names.iter().all(|name| !name.is_collection()) => {
            Some("write an object: `subresources: {status: {}}`".to_owned())
        }
        ("versions", Value::Mapping(versions)) if versions.get("name").is_none() => {
            let first = &versions.entries.first()?.key;
            Some(format!("write a list of elements with `name`: `- name: {first}`"))
        }
        ("status", Value::Bool(true)) => Some("write `status: {}`".to_owned()),
        ("name", Value::Int(_) | Value::Float(_)) if error.path.version_index().is_some() => {
            let number = written(source.text, node)?;
            let major = number.split('.').next().unwrap_or(number);
            Some(format!(
                "write `v{major}`: the name of a version is like `v1` or `v1beta1`"
            ))
        }
        (_, Value::String(_)) if let Some(member) = member_of_element(&error.path) => Some(format!(
            "write an object: `{member}: {}`",
            written(source.text, node)?
        )),
        // These are texts with brackets rather than values in brackets.
        ("rule" | "pattern" | "message" | "messageExpression" | "description", _) if node.is_collection() => {
            None
        }
        _ => of_wrong_type(source.text, node, &name, expected),
    }
}

/// Returns the member that an element of a list of objects stands for, if the path leads to one.
fn member_of_element(path: &FieldPath) -> Option<&'static str> {
    const MEMBERS: [(&str, &str); 4] = [
        ("selectableFields", "jsonPath"),
        ("x-kubernetes-validations", "rule"),
        ("versions", "name"),
        ("additionalPrinterColumns", "jsonPath"),
    ];
    let [.., list, Segment::Index(_)] = path.segments.as_slice() else {
        return None;
    };
    let found = MEMBERS.iter().find(|(name, _)| list.is_field(name));
    found.map(|(_, member)| *member)
}

/// Returns what to write instead of a value of a keyword of a schema.
fn of_keyword(source: DocumentSource<'_>, path: &FieldPath, name: &str, node: &Node) -> Option<String> {
    match (name, &node.value) {
        ("type", Value::Sequence(types)) => of_types(types),
        ("required", Value::Bool(false)) => {
            Some("remove it: a field is optional unless `required` of its object lists it".to_owned())
        }
        ("required", Value::Bool(true)) => Some(required(source.document, path)),
        ("exclusiveMinimum" | "exclusiveMaximum", Value::Int(_) | Value::Float(_)) => {
            let bound = if name == "exclusiveMinimum" {
                "minimum"
            } else {
                "maximum"
            };
            let value = written(source.text, node)?;
            Some(format!("write `{bound}: {value}` and `{name}: true`"))
        }
        ("enum" | "required" | "x-kubernetes-list-map-keys", Value::Mapping(names)) => {
            let names: Vec<&str> = names
                .entries
                .iter()
                .map(|entry| entry.key_span.slice(source.text))
                .collect::<Option<_>>()?;
            (!names.is_empty()).then(|| format!("write a list: `{name}: [{}]`", names.join(", ")))
        }
        _ if is_property(path) && is_array(source.document, path) => {
            Some("write `items` instead of `properties`, because the type is `array`".to_owned())
        }
        ("additionalProperties", Value::String(_)) if has_properties(source.document, path) => {
            Some("remove it: an object with `properties` cannot have it".to_owned())
        }
        ("items" | "additionalProperties", Value::String(type_)) => of_type_name(name, type_),
        (_, Value::String(type_)) if is_property(path) => of_type_name(name, type_),
        _ => None,
    }
}

/// Returns where to write that a field is required, for `required: true` at a path.
fn required(document: &Node, path: &FieldPath) -> String {
    let Some(Segment::Key(field)) = path.ancestor(1).segments.last().cloned() else {
        return "list the field in `required` of its object, beside `properties`".to_owned();
    };
    let object = node_at(document, &path.ancestor(3));
    match object.and_then(|object| object.get("required")) {
        Some(names) if !names.elements().is_empty() => {
            format!("remove it, and add `{field}` to `required` of its object, beside `properties`")
        }
        _ => {
            format!("list the field in `required` of its object, beside `properties`: `required: [{field}]`")
        }
    }
}

/// Whether the schema that has the property at a path is that of a list.
fn is_array(document: &Node, path: &FieldPath) -> bool {
    let list = node_at(document, &path.ancestor(2));
    list.and_then(|list| list.get("type")?.as_str()) == Some("array")
}

/// Whether the schema that has the keyword at a path has properties.
fn has_properties(document: &Node, path: &FieldPath) -> bool {
    node_at(document, &path.ancestor(1)).is_some_and(|schema| schema.get("properties").is_some())
}

/// Whether a path leads to the schema of a property.
fn is_property(path: &FieldPath) -> bool {
    matches!(path.segments.as_slice(), [.., above, Segment::Key(_)] if above.is_field("properties"))
}

/// Returns the schema for a type that stands where a schema is expected.
fn of_type_name(name: &str, type_: &str) -> Option<String> {
    TYPES
        .contains(&type_)
        .then(|| format!("write `{name}: {{type: {type_}}}`"))
}

/// Returns the schema for a list of types.
fn of_types(types: &[Node]) -> Option<String> {
    let is_null = |node: &&Node| node.value == Value::Null || node.as_str() == Some("null");
    let nullable = if types.iter().any(|node| is_null(&node)) {
        " and `nullable: true`"
    } else {
        ""
    };
    let mut names: Vec<&str> = types
        .iter()
        .filter(|node| !is_null(node))
        .map(Node::as_str)
        .collect::<Option<_>>()?;
    names.sort_unstable();
    Some(match names.as_slice() {
        [name] => format!("a schema has one type: write `type: {name}`{nullable}"),
        ["integer", "string"] => {
            format!(
                "a schema has one type: instead of it, write `x-kubernetes-int-or-string: true`{nullable}"
            )
        }
        _ => "a schema has one type: write it, or `x-kubernetes-preserve-unknown-fields: true` for any value"
            .to_owned(),
    })
}

/// Returns what to write instead of a value that does not have the expected type. `name` is that of its member.
pub(super) fn of_wrong_type(text: &str, node: &Node, name: &str, expected: JsonType) -> Option<String> {
    match (expected, &node.value) {
        (JsonType::String, Value::Bool(_) | Value::Int(_) | Value::Float(_)) => in_quotes(text, node),
        (JsonType::Integer | JsonType::Number | JsonType::Boolean, Value::String(value)) => {
            without_quotes(value, expected)
        }
        (JsonType::Integer, Value::Float(_)) => Some("write a whole number".to_owned()),
        (JsonType::Array, Value::Mapping(_)) => list_of_object(text, node),
        (JsonType::Array, Value::Null) => None,
        (JsonType::Array, _) if name == "x-kubernetes-validations" => {
            Some("write a list of rules: `- rule: …`".to_owned())
        }
        (JsonType::Array, Value::String(_) | Value::Bool(_) | Value::Int(_) | Value::Float(_)) => {
            let value = written(text, node)?;
            let whole = node.as_str().map_or(value, str::trim);
            if let Some(words) = words(name, whole) {
                return Some(format!("write a list: `{name}: [{words}]`"));
            }
            if whole.contains(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|')) {
                // It may be one element, or several.
                return Some(format!(
                    "write a list: `{name}: […]`, or a line with `- ` for each element"
                ));
            }
            let is_plain = value.starts_with(['"', '\'']) || !value.contains(['[', ']', '{', '}', ':', '#']);
            let value = if is_plain {
                value.to_owned()
            } else {
                quoted(value)?
            };
            Some(format!("write a list: `{name}: [{value}]`"))
        }
        (JsonType::Object, Value::Sequence(elements)) => object_of_list(text, elements),
        (JsonType::Object, Value::String(value)) => object_of_text(value),
        (_, Value::Sequence(_) | Value::Mapping(_)) => only_value(text, node, expected),
        _ => None,
    }
}

/// Returns the only value of a list or of an object, if it has the expected type.
fn only_value(text: &str, node: &Node, expected: JsonType) -> Option<String> {
    let is_flow = node.span.slice(text)?.starts_with(['[', '{']);
    let (value, what) = match (node.elements(), node.members()) {
        ([only], _) if is_flow => (only, "without brackets"),
        ([only], _) => (only, "without `- `"),
        (_, [only]) => (&only.value, "without the name"),
        _ => return None,
    };
    let found = JsonType::of(value);
    let has_type = found == expected || (found, expected) == (JsonType::Integer, JsonType::Number);
    let written = written(text, value).filter(|_| has_type)?;
    Some(format!("write only the value, {what}: `{written}`"))
}

/// Returns the object that a text stands for: `team: ml` for `team=ml`.
fn object_of_text(value: &str) -> Option<String> {
    if matches!(value.trim(), "" | "{}") {
        return Some("write an empty object: `{}`".to_owned());
    }
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c));
        let value = as_text(value.trim_matches(['"', '\'']))?;
        is_name.then(|| format!("{name}: {value}"))
    };
    let pairs: Vec<String> = value
        .split([',', ' '])
        .filter(|word| !word.is_empty())
        .map(pair)
        .collect::<Option<_>>()?;
    Some(match pairs.as_slice() {
        [only] => format!("write an object: `{only}`"),
        pairs => format!("write an object: `{{{}}}`", pairs.join(", ")),
    })
}

/// Returns the parts of a name like `type:string`, in which a space is missing.
pub(super) fn name_and_value(name: &str) -> Option<(&str, &str)> {
    let (name, value) = name.split_once(':')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    (is_name && !value.is_empty() && !value.contains(':')).then_some((name, value))
}

/// Returns a short text as it is written in YAML.
pub(super) fn as_text(value: &str) -> Option<String> {
    let is_short = !value.is_empty() && value.chars().count() <= SHOWN && !value.contains(['\n', '`']);
    let is_text = value.starts_with(|c: char| c.is_ascii_alphabetic()) && is_plain(value);
    if is_text {
        is_short.then(|| value.to_owned())
    } else {
        quoted(value).filter(|_| is_short)
    }
}

/// Whether a text needs no quotes in YAML, and is no boolean.
fn is_plain(value: &str) -> bool {
    let is_word = value.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c));
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    is_word && !words.iter().any(|word| word.eq_ignore_ascii_case(value))
}

/// Returns a short value as it is written.
fn written<'a>(text: &'a str, node: &Node) -> Option<&'a str> {
    let written = node.span.slice(text)?.trim();
    let is_short = !written.is_empty() && !written.contains(['\n', '`']) && written.chars().count() <= SHOWN;
    is_short.then_some(written)
}

/// Units of numbers in texts.
const UNITS: [&str; 3] = ["s", "%", "Gi"];

/// Returns what to write instead of a number or a boolean where a schema wants a string: the same in quotes if the schema admits it,
/// otherwise with a unit.
pub(super) fn as_string(text: &str, node: &Node, schema: &Node) -> Option<String> {
    let written = written(text, node)?;
    if let Some(members) = schema.get("enum").map(Node::elements)
        && !members.iter().any(|member| member.as_str() == Some(written))
    {
        return None;
    }
    let pattern = schema.get("pattern").and_then(Node::as_str).unwrap_or_default();
    let is_refused = |text: &str| pattern_matches(pattern, text) == Some(false);
    if !is_refused(written) {
        return in_quotes(text, node);
    }
    let mut with_unit = UNITS.iter().map(|unit| format!("{written}{unit}"));
    Some(match with_unit.find(|text| !is_refused(text)) {
        Some(text) => format!("write a string with a unit, such as `{text}`"),
        None => "write a string, in quotes, that matches the pattern".to_owned(),
    })
}

/// Returns the advice to write a value that must be a string in quotes.
pub(crate) fn in_quotes(text: &str, node: &Node) -> Option<String> {
    let written = written(text, node)?;
    let parsed = match &node.value {
        Value::Bool(_) if !matches!(written, "true" | "false") => "a boolean".to_owned(),
        Value::Bool(_) => String::new(),
        Value::Int(_) | Value::Float(_) => {
            let number = node.to_json().to_string();
            if number == written {
                String::new()
            } else {
                format!("the number {number}")
            }
        }
        _ => return None,
    };
    let quoted = quoted(written)?;
    Some(if parsed.is_empty() {
        format!("write it in quotes: `{quoted}`")
    } else {
        format!("`{written}` is {parsed} in YAML; write it in quotes: `{quoted}`")
    })
}

/// Lists of names, in which no element has spaces.
pub(super) const OF_NAMES: [&str; 5] = [
    "enum",
    "required",
    "shortNames",
    "categories",
    "x-kubernetes-list-map-keys",
];

/// Returns the words of a list that is written as one text: `A, B`, `A | B` or `10.0.0.1 10.0.0.2`. `name` is that of the list.
fn words(name: &str, value: &str) -> Option<String> {
    let separator = [',', '|', ';'].into_iter().find(|c| value.contains(*c));
    let words: Vec<&str> = match separator {
        Some(separator) => value.split(separator).map(str::trim).collect(),
        None => value.split_whitespace().collect(),
    };
    // Words of letters may be a sentence.
    let may_be_split = separator.is_some()
        || OF_NAMES.contains(&name)
        || words.iter().all(|word| word.contains(['.', '/', '_', '-']));
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/'))
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'))
    };
    (words.len() > 1 && may_be_split && words.iter().all(|word| is_word(word))).then(|| words.join(", "))
}

/// Returns the advice to write a number or a boolean without quotes, or without a unit.
fn without_quotes(value: &str, expected: JsonType) -> Option<String> {
    let whole = value.trim();
    let value = whole.trim_end_matches([',', ';', '"', '\'']).trim_end();
    let is_number = |value: &str| match expected {
        JsonType::Integer => value.parse::<i64>().is_ok(),
        _ => value.parse::<f64>().is_ok_and(f64::is_finite),
    };
    if expected == JsonType::Boolean {
        let word = value.to_ascii_lowercase();
        let meant = match &*word {
            "true" | "yes" | "on" | "y" | "enabled" => "true",
            "false" | "no" | "off" | "n" | "disabled" => "false",
            _ => return Some("write `true` or `false`, without quotes".to_owned()),
        };
        return Some(if meant == word && value == whole {
            format!("write it without quotes: `{meant}`")
        } else {
            format!("write `{meant}`, without quotes")
        });
    }
    if is_number(value) {
        return Some(if value == whole {
            format!("write it without quotes: `{value}`")
        } else {
            format!("write only the number: `{value}`")
        });
    }
    let number = value.strip_suffix('%')?.trim_end();
    is_number(number).then(|| format!("write only the number: `{number}`"))
}

/// Returns the list with an object as its only element.
fn list_of_object(text: &str, node: &Node) -> Option<String> {
    let first = node.members().first()?;
    if node.span.slice(text)?.starts_with('{') {
        return Some("write a list: put the object in brackets, `[{…}]`".to_owned());
    }
    Some(format!(
        "write a list, each element with `- `: `- {}`",
        member(text, first)
    ))
}

/// Returns the object that a list stands for: that of its first element, or of its name and value.
fn object_of_list(text: &str, elements: &[Node]) -> Option<String> {
    let Some(first) = elements.first() else {
        return Some("write an empty object: `{}`".to_owned());
    };
    let of_pair = |name: &str| written(text, first.get(name)?);
    let members = first.members();
    if let ([_, _], Some(name), Some(value)) = (
        members,
        of_pair("name").or_else(|| of_pair("key")),
        of_pair("value"),
    ) {
        return Some(format!("write an object, not a list: `{name}: {value}`"));
    }
    if let Some((name, value)) = first.as_str().and_then(|pair| pair.split_once('=')) {
        return Some(format!("write an object, not a list: `{name}: {value}`"));
    }
    Some(format!(
        "write an object, without `- `: `{}`",
        member(text, members.first()?)
    ))
}

/// Returns a member as it is written; the value is left out if it is long.
fn member(text: &str, entry: &Entry) -> String {
    let value = match entry.value.value {
        Value::Mapping(_) | Value::Sequence(_) => None,
        _ => written(text, &entry.value),
    };
    let key = entry.key_span.slice(text).unwrap_or(&entry.key);
    format!("{key}: {}", value.unwrap_or("…"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};
    use crate::yaml;

    #[track_caller]
    fn check(value: &str, expected: JsonType, advice: Option<&str>) {
        let text = format!("a:{value}\n");
        let read = yaml::read(text.as_bytes(), yaml::Options::default());
        let node = read.documents[0].root.get("a").unwrap();
        assert_eq!(
            of_wrong_type(&text, node, "a", expected).as_deref(),
            advice,
            "{value}"
        );
    }

    #[test]
    fn the_name_of_a_type_as_items() {
        let text = widgets("a: {type: array, items: string}");
        let report = check::text(&text, &Options::default());
        let found = &report.findings[0].diagnostic;
        assert_eq!(found.help, ["write `items: {type: string}`"]);
        assert_eq!(found.span.and_then(|span| span.slice(&text)), Some("string"));
    }

    #[test]
    fn names_in_one_text_are_split() {
        for (keyword, expected) in [
            ("enum: A | B", "write a list: `enum: [A, B]`"),
            ("required: a b", "write a list: `required: [a, b]`"),
        ] {
            let report = check::text(
                &widgets(&format!("a: {{type: string, {keyword}}}")),
                &Options::default(),
            );
            assert_eq!(report.findings[0].diagnostic.help, [expected]);
        }
    }

    #[test]
    fn scalars_of_the_wrong_type() {
        use JsonType::{Array, Boolean, Integer, Number, Object, String};
        check(
            " on",
            String,
            Some("`on` is a boolean in YAML; write it in quotes: `'on'`"),
        );
        check(" true", String, Some("write it in quotes: `'true'`"));
        check(
            " 0123",
            String,
            Some("`0123` is the number 83 in YAML; write it in quotes: `'0123'`"),
        );
        check(" 5", String, Some("write it in quotes: `'5'`"));
        check(" \"4\"", Integer, Some("write it without quotes: `4`"));
        check(" '4.5'", Integer, None);
        check(" '4.5'", Number, Some("write it without quotes: `4.5`"));
        check(" 10%", Integer, Some("write only the number: `10`"));
        check(" 'true'", Boolean, Some("write it without quotes: `true`"));
        check(" 'Yes'", Boolean, Some("write `true`, without quotes"));
        check(" 8,", Integer, Some("write only the number: `8`"));
        check(
            " [5]",
            Integer,
            Some("write only the value, without brackets: `5`"),
        );
        check("\n- b", String, Some("write only the value, without `- `: `b`"));
        check(
            " {v: b}",
            String,
            Some("write only the value, without the name: `b`"),
        );
        check(" {v: b}", Integer, None);
        check(" b=c", Object, Some("write an object: `b: c`"));
        check(" b=1,c=d", Object, Some("write an object: `{b: '1', c: d}`"));
        check(" ''", Object, Some("write an empty object: `{}`"));
        check(" bs", Array, Some("write a list: `a: [bs]`"));
        check(" a, b", Array, Some("write a list: `a: [a, b]`"));
        check(" a | b|c", Array, Some("write a list: `a: [a, b, c]`"));
        check(" 'a;b'", Array, Some("write a list: `a: [a, b]`"));
        check(
            " 10.0.0.1 10.0.0.2",
            Array,
            Some("write a list: `a: [10.0.0.1, 10.0.0.2]`"),
        );
        for text in [" a, {b}", " could not connect", " a ||b"] {
            check(
                text,
                Array,
                Some("write a list: `a: […]`, or a line with `- ` for each element"),
            );
        }
        check(" http://a", Array, Some("write a list: `a: ['http://a']`"));
        check(
            "\n  b: 1\n  c: 2",
            Array,
            Some("write a list, each element with `- `: `- b: 1`"),
        );
        check(
            " {b: 1}",
            Array,
            Some("write a list: put the object in brackets, `[{…}]`"),
        );
        check("\n- b: 1", Object, Some("write an object, without `- `: `b: 1`"));
        check(
            "\n- name: b\n  value: 1",
            Object,
            Some("write an object, not a list: `b: 1`"),
        );
        check(" [b=c]", Object, Some("write an object, not a list: `b: c`"));
        check(" []", Object, Some("write an empty object: `{}`"));
        check(" {}", String, None);
    }

    #[test]
    fn keywords_of_json_schema() {
        for (schema, expected) in [
            (
                "type: [string, \"null\"]",
                "a schema has one type: write `type: string` and `nullable: true`",
            ),
            (
                "type: [integer, string]",
                "a schema has one type: instead of it, write `x-kubernetes-int-or-string: true`",
            ),
            (
                "type: integer\n  exclusiveMinimum: 5",
                "write `minimum: 5` and `exclusiveMinimum: true`",
            ),
            (
                "type: string\n  required: true",
                "list the field in `required` of its object, beside `properties`: `required: [a]`",
            ),
            (
                "type: object\n  required: [c]\n  properties: {b: {type: string, required: true}, c: {type: string}}",
                "remove it, and add `b` to `required` of its object, beside `properties`",
            ),
            ("type: string\n  minLength: '5'", "write it without quotes: `5`"),
            ("type: string\n  enum: A", "write a list: `enum: [A]`"),
            (
                "type: string\n  enum: {A: true, 'b': true}",
                "write a list: `enum: [A, 'b']`",
            ),
            (
                "type: object\n  properties: {b: {type: string}}\n  required:\n    b: true",
                "write a list: `required: [b]`",
            ),
            (
                "type: array\n  items: {type: string}\n  x-kubernetes-list-type: maps",
                "did you mean `set`?",
            ),
            (
                "type: array\n  items: {type: object, properties: {b: {type: string}}}\n  x-kubernetes-list-type: Map",
                "did you mean `map`?",
            ),
            (
                "type: object\n  properties: {b: string}",
                "write `b: {type: string}`",
            ),
            (
                "type: array\n  properties:\n    type: string",
                "write `items` instead of `properties`, because the type is `array`",
            ),
            ("type: string\n  enum: A, B", "write a list: `enum: [A, B]`"),
            (
                "type: array\n  items: {type: string}\n  format: uuid",
                "a format is for texts and numbers: move it to the values",
            ),
            ("type: integer\n  format: int", "write `int32` or `int64`"),
            (
                "type: array\n  items: {type: string}\n  x-kubernetes-map-type: atomic",
                "for a list, write `x-kubernetes-list-type: atomic` instead",
            ),
            (
                "type: string\n  pattern: '*.example.com'",
                "`*` repeats what is before it; for any text, write `.*`: `^.*\\.example\\.com$`",
            ),
            (
                "type: string\n  pattern: '^[0-9]+(s|m)$'\n  default: 60",
                "write a string with a unit, such as `60s`",
            ),
            (
                "type: integer\n  maxLength: 3",
                "did you mean `maximum: 999`? If not, remove it, or correct the type",
            ),
            (
                "type: object\n  x-kubernetes-preserve-unknown-fields: false",
                "remove it, or write `true` to keep unknown fields",
            ),
            (
                "type: string\n  x-kubernetes-validations: self != ''",
                "write a list of rules: `- rule: …`",
            ),
        ] {
            let report = check::text(&widgets(&format!("a:\n  {schema}")), &Options::default());
            let help: Vec<&str> = report
                .findings
                .iter()
                .flat_map(|finding| finding.diagnostic.help.iter().map(String::as_str))
                .collect();
            assert_eq!(help, [expected], "{schema}");
        }
    }
}
