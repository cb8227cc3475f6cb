//! Branches of `anyOf` and `oneOf` that choose a type or a value, as JSON Schema and schemars write optional values and enums. CRDs have
//! other keywords for them.
//!
//! ```text
//! anyOf: [{type: string}, {type: 'null'}]          type: string, nullable: true
//! oneOf: [{const: A}, {const: B}]                  type: string, enum: [A, B]
//! oneOf: [{type: integer}, {type: string}]         x-kubernetes-int-or-string: true
//! ```

use super::consequences::{Attempt, MOST};
use super::edits;
use super::misplaced::Correction;
use super::place::{entry_at, node_at};
use super::suggest::{self, TYPES};
use super::{Diagnostic, codes};
use crate::model::field::FieldPath;
use crate::yaml::tree::{Entry, Node, Value};

const INT_OR_STRING: &str = "x-kubernetes-int-or-string";

const ANY: &str = "x-kubernetes-preserve-unknown-fields";

/// Maximum length of the keywords that help shows.
const SHOWN: usize = 120;

/// Returns the corrections of the choices that findings are about.
pub(super) fn of_crd(document: &Node, found: &[Diagnostic]) -> Vec<Attempt> {
    let mut places: Vec<FieldPath> = Vec::new();
    for place in found.iter().filter_map(choice_near) {
        if !places.contains(&place) && places.len() < MOST {
            places.push(place);
        }
    }
    let attempt = |place: FieldPath| {
        let correction = corrected(document, &place)?;
        let schema = place.ancestor(1);
        let is_subject = |one: &Diagnostic| {
            choice_near(one).as_ref() == Some(&place)
                || one.code == codes::TYPE_REQUIRED
                    && (one.field == schema || one.field.ancestor(1) == schema)
        };
        let mut attempt = Attempt::of(correction, &[]);
        let subjects = found.iter().enumerate().filter(|(_, one)| is_subject(one));
        attempt.subjects = subjects.map(|(index, _)| index).collect();
        Some(attempt)
    };
    places.into_iter().filter_map(attempt).collect()
}

/// Returns the path of the choice that a finding is about.
fn choice_near(finding: &Diagnostic) -> Option<FieldPath> {
    let is_about_types = matches!(
        finding.code,
        codes::NESTED_TYPE | codes::TYPE_NULL | codes::TYPE_UNKNOWN | codes::UNKNOWN_FIELD
    );
    let segments = &finding.field.segments;
    let at = segments
        .iter()
        .rposition(|segment| segment.is_field("anyOf") || segment.is_field("oneOf"))?;
    (is_about_types && segments.len() <= at + 3).then(|| segments.iter().take(at + 1).cloned().collect())
}

/// Returns the correction of the choice at a path.
fn corrected(document: &Node, place: &FieldPath) -> Option<Correction> {
    let keyword = entry_at(document, place)?;
    let schema_path = place.ancestor(1);
    let schema = node_at(document, &schema_path)?;
    let branches = keyword.value.elements();
    let name = &keyword.key;
    let (message, keywords) = with_null(branches)
        .map(|keywords| (format!("`{name}` cannot allow null"), keywords))
        .or_else(|| {
            Some((
                format!("`{name}` cannot list values"),
                of_values(schema, branches)?,
            ))
        })
        .or_else(|| {
            Some((
                format!("`{name}` cannot choose a type"),
                of_types(schema, keyword)?,
            ))
        })?;
    let is_new = |entry: &Entry| {
        schema
            .get(&entry.key)
            .is_none_or(|old| old.value == entry.value.value)
    };
    if !keywords.iter().all(is_new) {
        return None;
    }
    let help = match shown(&keywords) {
        _ if schema.get(INT_OR_STRING).is_some() && keywords.len() == 1 => format!(
            "remove it: `{INT_OR_STRING}: true` is enough; the server only accepts `anyOf: [{{type: integer}}, {{type: string}}]` \
             beside it, in this order"
        ),
        Some(shown) if keywords.iter().any(|entry| *entry.key == *ANY) => {
            format!("decide on one `type`, or write {shown} instead of it, which allows any value")
        }
        Some(shown) => format!("instead of it, write {shown}"),
        None => "write the keywords of the other branch in its place, and `nullable: true`".to_owned(),
    };
    let mut corrected = document.clone();
    let target = edits::object_at(&mut corrected, &schema_path.segments)?;
    let is_kept = |entry: &Entry| entry.key != *name && keywords.iter().all(|new| new.key != entry.key);
    let mut entries: Vec<Entry> = target
        .entries
        .iter()
        .filter(|entry| is_kept(entry))
        .cloned()
        .collect();
    entries.extend(keywords);
    *target = entries.into();
    Some(Correction {
        names: Vec::new(),
        place: keyword.key_span,
        message,
        label: "has other keywords in CRDs".to_owned(),
        help,
        document: corrected,
    })
}

/// Returns keywords as they are written, joined; `None` if they are long or objects.
fn shown(keywords: &[Entry]) -> Option<String> {
    let keyword = |entry: &Entry| {
        let value = match &entry.value.value {
            Value::Sequence(values) => {
                let values: Option<Vec<String>> = values.iter().map(suggest::scalar).collect();
                format!("[{}]", values?.join(", "))
            }
            _ => suggest::scalar(&entry.value)?,
        };
        Some(format!("`{}: {value}`", entry.key))
    };
    let all: Vec<String> = keywords.iter().map(keyword).collect::<Option<_>>()?;
    let (last, others) = all.split_last()?;
    let shown = match others {
        [] => last.clone(),
        others => format!("{} and {last}", others.join(", ")),
    };
    (shown.len() <= SHOWN).then_some(shown)
}

pub(super) fn entry(name: &str, value: Value, at: &Node) -> Entry {
    Entry {
        key: name.into(),
        key_span: at.span,
        value: Node { span: at.span, value },
    }
}

/// Returns the keywords of the only branch beside that of null, and `nullable`.
fn with_null(branches: &[Node]) -> Option<Vec<Entry>> {
    let is_null = |branch: &Node| match branch.members() {
        [only] => {
            *only.key == *"type" && (only.value.value == Value::Null || only.value.as_str() == Some("null"))
        }
        _ => false,
    };
    let (other, null) = match branches {
        [other, null] | [null, other] if is_null(null) => (other, null),
        _ => return None,
    };
    let mut keywords = other.members().to_vec();
    if keywords.is_empty() || is_null(other) {
        return None;
    }
    keywords.push(entry("nullable", Value::Bool(true), null));
    Some(keywords)
}

/// Returns the `enum` of branches with a value each, and its type.
fn of_values(schema: &Node, branches: &[Node]) -> Option<Vec<Entry>> {
    let mut values = Vec::new();
    for branch in branches {
        let names = branch.members().iter().map(|entry| &*entry.key);
        if !names
            .clone()
            .all(|name| matches!(name, "const" | "enum" | "type" | "title" | "description"))
        {
            return None;
        }
        match (branch.get("const"), branch.get("enum")) {
            (Some(value), None) => values.push(value.clone()),
            (None, Some(list)) => values.extend(list.elements().iter().cloned()),
            _ => return None,
        }
    }
    let first = values.first()?.clone();
    let type_ = match &first.value {
        Value::String(_) => "string",
        Value::Int(_) => "integer",
        _ => return None,
    };
    let is_same = |value: &Node| std::mem::discriminant(&value.value) == std::mem::discriminant(&first.value);
    let types = branches
        .iter()
        .chain([schema])
        .filter_map(|schema| schema.get("type"));
    if !values.iter().all(is_same) || types.into_iter().any(|other| other.as_str() != Some(type_)) {
        return None;
    }
    Some(vec![
        entry("type", Value::String(type_.into()), &first),
        entry("enum", Value::Sequence(values), &first),
    ])
}

/// Returns the keyword for integers and strings, if these are the branches.
fn of_types(schema: &Node, keyword: &Entry) -> Option<Vec<Entry>> {
    let type_ = |branch: &Node| match branch.members() {
        [only] if *only.key == *"type" => TYPES.into_iter().find(|type_| only.value.as_str() == Some(type_)),
        _ => None,
    };
    let mut types: Vec<&str> = keyword
        .value
        .elements()
        .iter()
        .map(type_)
        .collect::<Option<_>>()?;
    types.sort_unstable();
    types.dedup();
    schema.get("type").is_none().then_some(())?;
    let is_number = |type_: &&str| matches!(*type_, "integer" | "number");
    let name = match types.as_slice() {
        [numbers @ .., "string"] if !numbers.is_empty() && numbers.iter().all(is_number) => INT_OR_STRING,
        [_, _, ..] => ANY,
        _ => return None,
    };
    Some(vec![entry(name, Value::Bool(true), &keyword.value)])
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    /// Checks the messages about a property, each with its help.
    #[track_caller]
    fn check(property: &str, expected: &[(&str, &str)]) {
        let text = widgets(&format!("a: {property}\nb: {{type: string}}"));
        let report = check::text(&text, &Options::default());
        let found: Vec<(&str, &str)> = report
            .findings
            .iter()
            .map(|one| (&*one.diagnostic.message, &*one.diagnostic.help[0]))
            .collect();
        assert_eq!(found, expected, "{property}");
    }

    #[test]
    fn several_types() {
        check(
            "{oneOf: [{type: boolean}, {type: string}]}",
            &[(
                "`oneOf` cannot choose a type",
                "decide on one `type`, or write `x-kubernetes-preserve-unknown-fields: true` instead of it, which allows any value",
            )],
        );
    }

    #[test]
    fn null_as_a_branch() {
        let message = "`anyOf` cannot allow null";
        check(
            "{anyOf: [{type: string, format: date}, {type: 'null'}]}",
            &[(
                message,
                "instead of it, write `type: string`, `format: date` and `nullable: true`",
            )],
        );
        check(
            "{description: A, anyOf: [{type: 'null'}, {type: object, properties: {b: {type: string}}}]}",
            &[(
                message,
                "write the keywords of the other branch in its place, and `nullable: true`",
            )],
        );
    }

    #[test]
    fn values_as_branches() {
        let message = "`oneOf` cannot list values";
        check(
            "{oneOf: [{const: A}, {const: B}, {const: C}]}",
            &[(
                message,
                "instead of it, write `type: string` and `enum: [A, B, C]`",
            )],
        );
        check(
            "{oneOf: [{description: One, type: string, enum: [A, B]}, {type: string, enum: [C]}]}",
            &[(
                message,
                "instead of it, write `type: string` and `enum: [A, B, C]`",
            )],
        );
        check(
            "{oneOf: [{const: 1}, {const: 2}]}",
            &[(message, "instead of it, write `type: integer` and `enum: [1, 2]`")],
        );
        check("{type: string, oneOf: [{enum: [A]}, {enum: [B]}]}", &[]);
    }

    #[test]
    fn types_as_branches() {
        check(
            "{oneOf: [{type: integer}, {type: string}]}",
            &[(
                "`oneOf` cannot choose a type",
                "instead of it, write `x-kubernetes-int-or-string: true`",
            )],
        );
        for choice in [
            "oneOf: [{type: integer}, {type: string}]",
            "anyOf: [{type: string}, {type: integer}]",
        ] {
            check(
                &format!("{{x-kubernetes-int-or-string: true, {choice}}}"),
                &[(
                    &format!("`{}` cannot choose a type", &choice[..5]),
                    "remove it: `x-kubernetes-int-or-string: true` is enough; the server only accepts `anyOf: [{type: integer}, \
                     {type: string}]` beside it, in this order",
                )],
            );
        }
        check(
            "{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}",
            &[],
        );
    }
}
