//! LNT-08: members of an `enum` that the keywords beside it reject, or that are listed twice.

use serde_json::Value;

use super::super::patterns::pattern_refuses;
use super::super::run::{LintRun, LintSet};
use super::super::satisfiable;
use super::super::walk::SchemaNode;
use super::{consequence, items_type};
use crate::KubeVersion;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::check::suggest::{as_elements, words_in};
use crate::model::schema::JsonSchemaProps;
use crate::server::formats;

/// The maximum number of characters of an `enum` that a help shows.
const SHOWN: usize = 60;

/// The codes about members of enums.
const OF_ENUMS: LintSet = LintSet::of(&[
    codes::ENUM_MEMBER_REFUSED,
    codes::UNSATISFIABLE,
    codes::KEYWORD_DEAD,
]);

/// Reports members of an `enum` that the keywords beside it reject.
pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let Some(members) = schema.enum_.as_deref() else {
        return;
    };
    if !run.has_any(OF_ENUMS) {
        return;
    }
    let path = node.path.child("enum");
    let mut refused = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let shown = || cut(&member.to_string(), 40);
        if members.iter().take(index).any(|other| other == member) {
            run.report(
                codes::KEYWORD_DEAD,
                &path.index(index).to_field_path(),
                format!("{} is listed twice in `enum`", shown()),
            )
            .label("listed again")
            .help("remove one");
        }
        if let Some(why) = refusal(schema, member) {
            refused.push((index, format!("{} in `enum` is never accepted: {why}", shown())));
        }
    }
    if let [member] = members
        && let Some(text) = member.as_str()
        && let Some(values) = as_elements(text)
    {
        let default = schema.default.as_ref().and_then(Value::as_str);
        if default.is_some_and(|default| words_in(text).contains(&default)) {
            // The server rejects the default, and help says why.
            return;
        }
        let message = format!("{member} is one value of the enum, so none of the values in it is accepted");
        run.report(
            codes::ENUM_MEMBER_REFUSED,
            &path.index(0).to_field_path(),
            message,
        )
        .label("one value")
        .help(format!("write a list of the values: `enum: [{values}]`"));
        return;
    }
    let unquoted = unquoted(schema).map(|values| format!("write them without quotes: `{values}`"));
    if !members.is_empty() && refuses_all_members(schema) {
        let message = format!(
            "no value of {} satisfies its schema: all values of `enum` are rejected",
            node.shown()
        );
        let consequence = consequence(schema, "object that has the field");
        run.report(codes::UNSATISFIABLE, &node.at("enum"), message)
            .label("no value is valid")
            .help(if let Some(unquoted) = &unquoted {
                unquoted
            } else if *schema.type_ == *"string" && members.iter().any(Value::is_boolean) {
                "`on`, `off`, `yes`, `no`, `y`, `n`, `true` and `false` are booleans in YAML: write them in quotes"
            } else if *schema.type_ == *"string" && members.iter().all(Value::is_number) {
                "write the values in quotes, or correct the type"
            } else if members.iter().all(|member| is_of_type(member, items_type(schema))) {
                "if the values are those of the elements, move `enum` into `items`"
            } else {
                &consequence
            });
        return;
    }
    if let Some(unquoted) = unquoted {
        let message = format!(
            "no value in `enum` is ever accepted: all are strings, and the type is `{}`",
            schema.type_
        );
        run.report(codes::ENUM_MEMBER_REFUSED, &node.at("enum"), message)
            .label("never accepted")
            .help(unquoted);
        return;
    }
    for (index, message) in refused {
        run.report(
            codes::ENUM_MEMBER_REFUSED,
            &path.index(index).to_field_path(),
            message,
        )
        .label("never accepted")
        .help("remove it, or correct the keyword that rejects it");
    }
}

/// Whether the keywords beside an `enum` reject all its members.
pub(super) fn refuses_all_members(schema: &JsonSchemaProps) -> bool {
    let mut members = schema.enum_.iter().flatten();
    members.all(|member| {
        refusal(schema, member).is_some() && !satisfiable::is_met_by_others(member, &schema.type_)
    })
}

/// Whether a value has the type of a schema.
fn is_of_type(value: &Value, type_: &str) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(_) => type_ == "boolean",
        Value::String(_) => type_ == "string",
        Value::Number(number) => {
            type_ == "number"
                || type_ == "integer" && number.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        Value::Array(_) => type_ == "array",
        Value::Object(_) => type_ == "object",
    }
}

/// Returns an `enum` of strings without their quotes, if all are then of the type.
fn unquoted(schema: &JsonSchemaProps) -> Option<String> {
    let members = schema.enum_.as_deref().filter(|members| !members.is_empty())?;
    let value = |member: &Value| {
        let value: Value = serde_json::from_str(member.as_str()?).ok()?;
        (is_of_type(&value, &schema.type_) && !value.is_string()).then(|| value.to_string())
    };
    let values: Vec<String> = members.iter().map(value).collect::<Option<_>>()?;
    let written = format!("[{}]", values.join(", "));
    (!schema.type_.is_empty() && !schema.x_int_or_string && written.len() <= SHOWN).then_some(written)
}

/// Returns the reason why the keywords beside an `enum` reject a member, if they certainly do.
fn refusal(schema: &JsonSchemaProps, member: &Value) -> Option<String> {
    let type_ = &*schema.type_;
    // Null is never valid; if the node is nullable, another lint reports it.
    let fits = if schema.x_int_or_string {
        is_of_type(member, "integer") || is_of_type(member, "string")
    } else {
        is_of_type(member, type_)
    };
    if member.is_null() {
        return (!schema.nullable && !type_.is_empty()).then(|| "it is not `nullable`".to_owned());
    }
    if !fits && schema.x_int_or_string {
        return Some("it is neither an integer nor a string".to_owned());
    }
    if !type_.is_empty() && !fits {
        return Some(format!("its type is not `{type_}`"));
    }
    match member {
        Value::String(text) => {
            let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
            if schema.min_length.is_some_and(|least| length < least)
                || schema.max_length.is_some_and(|most| length > most)
            {
                return Some("its length is out of bounds".to_owned());
            }
            if !schema.pattern.is_empty() && pattern_refuses(&schema.pattern, text) {
                return Some("it does not match the pattern".to_owned());
            }
            // Older servers accept every text of a format that they do not know.
            let is_checked = formats::is_supported(&schema.format, "string", KubeVersion::OLDEST);
            let is_refused = is_checked && formats::accepts(&schema.format, text) == Some(false);
            is_refused.then(|| format!("it does not have the format `{}`", schema.format))
        }
        Value::Number(number) => {
            let number = number.as_f64()?;
            let below = schema.minimum.is_some_and(|least| number < least);
            let above = schema.maximum.is_some_and(|most| number > most);
            (below || above).then(|| "it is out of bounds".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn an_enum_of_numbers_for_strings_is_one_finding() {
        let text = widgets("a: {type: string, enum: [1, 2], default: '2'}");
        let report = check::text(&text, &Options::default());
        let help: Vec<_> = report.findings.iter().map(|one| &one.diagnostic.help).collect();
        assert_eq!(help, [&["write the values in quotes, or correct the type"]]);
    }

    #[test]
    fn enum_members_without_the_format() {
        for (schema, expected) in [
            (
                "format: date, enum: ['2024-02-29', '2024-02-30']",
                Some("\"2024-02-30\" in `enum` is never accepted: it does not have the format `date`"),
            ),
            ("format: date, enum: ['2024-02-29']", None),
            ("format: day, enum: [a, b]", None),
            (
                "enum: ['on, off, auto']",
                Some("\"on, off, auto\" is one value of the enum, so none of the values in it is accepted"),
            ),
            (
                "enum: ['Small, white']",
                Some("\"Small, white\" is one value of the enum, so none of the values in it is accepted"),
            ),
            ("enum: ['a b, c']", None),
            ("enum: ['a, b', c]", None),
        ] {
            let report = check::text(
                &widgets(&format!("a: {{type: string, {schema}}}")),
                &Options::default(),
            );
            let found = report.findings.iter().map(|one| &one.diagnostic);
            let refused = found.filter(|one| one.code == codes::ENUM_MEMBER_REFUSED);
            let messages: Vec<&str> = refused.map(|one| &*one.message).collect();
            assert_eq!(messages.first().copied(), expected, "{schema}");
        }
    }
}
