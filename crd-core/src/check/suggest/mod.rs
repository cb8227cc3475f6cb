//! What to write instead of a wrong value of a CRD.
//!
//! ```text
//! scope: namespaced           did you mean `Namespaced`?
//! jsonPath: spec.size         write `.spec.size`
//! default: bc                 did you mean `Bc`?
//! ```

mod decode;
mod defaults;
mod fields;
mod form;
pub(super) mod keywords;
mod lists;
mod names;
mod number;
mod scale;
mod selectable;
mod types;

use super::place::node_at;
use super::{DocumentSource, formats};
use crate::model::field::{FieldError, FieldPath};
use crate::model::rules;
use crate::server::validation::is_forbidden_at_root;
use crate::yaml::tree::{Entry, Node, Value};
pub(super) use decode::{of_decode_error, of_items};
use defaults::of_default;
pub(super) use defaults::{declared_name, is_missing, of_undeclared};
#[cfg(feature = "eval")]
pub(super) use form::as_text;
pub(crate) use form::in_quotes;
pub(super) use form::{Misread, OF_NAMES, as_string, misread, of_integer_format, of_wrong_type, scalar};
pub(super) use lists::is_scalar;
#[cfg(feature = "eval")]
pub(super) use number::fraction;
use scale::{count_in, only_count_in, under};
pub(super) use types::{TYPES, evident_type, json_type, type_named};

/// Keywords that can be written below `spec` instead of at the root.
const MOVABLE: [&str; 8] = [
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "enum",
    "default",
    "minProperties",
    "maxProperties",
];

/// The shortest name that is taken for a part of another one.
pub(super) const SHORTEST_PART: usize = 4;

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
            "add what is missing, or remove the default; the server validates the default before it sets defaults of nested fields in it"
                .to_owned(),
        ),
        rules::DFT_05 if error.detail.contains("oldSelf.hasValue()") => {
            Some("a default and a new object have no old value: write `!oldSelf.hasValue() || …`".to_owned())
        }
        rules::DFT_04 => of_default(source, error, path),
        rules::OAS_05 | rules::STC_04 if node_at(document, &path.ancestor(1))?.get("properties").is_some() => Some(
            "declare these fields in a field of their own, with `additionalProperties` instead of `properties`".to_owned(),
        ),
        rules::SCH_02 => {
            let name = &*forbidden_at_root(document, path)?.key;
            Some(if MOVABLE.contains(&name) {
                format!("move `{name}` below `properties.spec`")
            } else {
                format!("remove `{name}`")
            })
        }
        rules::OAS_15 if node_at(document, path)?.value == Value::Bool(false) => {
            Some("remove it: the server drops fields that are not declared anyway".to_owned())
        }
        rules::OAS_01 => {
            let text = text?;
            match type_named(&text) {
                Some(meant) => Some(format!("did you mean `{meant}`?")),
                None => formats::as_type(&text).or_else(|| did_you_mean(&text, &TYPES)),
            }
        }
        rules::CRD_39 => {
            let text = text?;
            let named = type_named(&text).filter(|type_| !matches!(*type_, "object" | "array"));
            let columns = ["boolean", "date", "integer", "number", "string"];
            let lower = text.to_ascii_lowercase();
            let is_of_time = ["time", "date"].iter().any(|part| lower.contains(part));
            match named.or_else(|| is_of_time.then_some("date")) {
                Some(named) => Some(format!("did you mean `{named}`?")),
                None => did_you_mean(&text, &columns),
            }
        }
        rules::N_01 | rules::N_02 | rules::N_05 | rules::N_07 => names::lower_case(&text?),
        rules::CRD_14 => names::of_version(document, &text?),
        rules::M_04 => names::of_crd(document),
        rules::OAS_19 if is_object(node_at(document, &path.ancestor(1))?) => Some(
            "remove `x-kubernetes-list-type`; to replace an object as a whole, write `x-kubernetes-map-type: atomic`"
                .to_owned(),
        ),
        rules::OAS_16 | rules::STC_09 if is_bare_resource(document, path) => {
            Some("write `true`: an embedded resource without `properties` must keep unknown fields".to_owned())
        }
        rules::OAS_24 => lists::without_keys(document, path),
        rules::OAS_27 => lists::of_scalars(document, path),
        rules::OAS_29 => lists::near_key(document, path),
        rules::CRD_05 => did_you_mean(&text?, &["Namespaced", "Cluster"]),
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
        rules::CRD_60 if node_at(document, &path.ancestor(1))?.get("webhook").is_some() => {
            Some("add `strategy: Webhook`, or remove `conversion`".to_owned())
        }
        rules::CRD_61 => {
            let meant = nearest_of(&text?, ["None", "Webhook"].into_iter())?;
            Some(format!("write `{meant}`"))
        }
        rules::CRD_51 if !text.as_deref()?.starts_with('.') => Some(format!("write `{}`", column_path(&text?)?)),
        rules::CRD_51 => selectable::path(document, path, &text?),
        rules::WRN_01 => {
            let type_ = node_at(document, &path.ancestor(1)).and_then(|schema| schema.get("type")?.as_str());
            formats::help(type_?, &text?)
        }
        rules::STR_06 if node_at(document, path).is_some_and(|node| node.value == Value::Null) => Some(
            "`type` has no value: write `array`, `boolean`, `integer`, `number`, `object` or `string`".to_owned(),
        ),
        rules::STR_06 => {
            let type_ = evident_type(node_at(document, &path.ancestor(1))?)?;
            Some(format!("add `type: {type_}`"))
        }
        rules::CRD_02 => {
            let text = text?;
            if let Some((group, _)) = text.split_once('/').filter(|(group, _)| group.contains('.')) {
                return Some(format!("write the group without the version: `{group}`"));
            }
            let lower = text.to_ascii_lowercase();
            (lower != text).then(|| format!("write `{lower}`"))
        }
        rules::OAS_17 if node_at(document, path)?.as_str() == Some("array") => {
            let written = node_at(document, &path.ancestor(1))?.get("x-kubernetes-map-type")?.as_str();
            let meant = written.filter(|written| ["set", "map"].contains(written)).unwrap_or("atomic");
            Some(format!("for a list, write `x-kubernetes-list-type: {meant}` instead"))
        }
        rules::STR_13 if text.as_deref()?.starts_with('*') => {
            let pattern = text?.replace('.', r"\.").replace('*', ".*");
            Some(format!("`*` repeats what is before it; for any text, write `.*`: `^{pattern}$`"))
        }
        rules::CRD_30 => Some(format!("add `specReplicasPath: {}`", only_count_in(document, path, "spec")?)),
        rules::CRD_33 => Some(format!("add `statusReplicasPath: {}`", only_count_in(document, path, "status")?)),
        rules::CRD_43 => Some(format!("write `{}`", column_path(&text?)?)),
        rules::CRD_31 => under(&text?, "spec").or_else(|| count_in(document, path, "spec")),
        rules::CRD_34 => under(&text?, "status").or_else(|| count_in(document, path, "status")),
        _ => None,
    }
}

/// Returns the first keyword of the root that is not allowed there.
pub(super) fn forbidden_at_root<'a>(document: &'a Node, root: &FieldPath) -> Option<&'a Entry> {
    let mut members = node_at(document, root)?.members().iter();
    members.find(|entry| is_forbidden_at_root(&entry.key))
}

/// Whether the schema with a keyword is that of an embedded resource without declared fields.
pub(super) fn is_bare_resource(document: &Node, keyword: &FieldPath) -> bool {
    node_at(document, &keyword.ancestor(1)).is_some_and(|schema| {
        schema.get("x-kubernetes-embedded-resource").is_some() && schema.get("properties").is_none()
    })
}

/// Whether a schema declares members.
fn is_object(schema: &Node) -> bool {
    schema.get("properties").is_some() || schema.get("additionalProperties").is_some()
}

/// Returns the path of a printer column that starts with a dot, for one in another notation: `$.a`, `{.a}` or `a`.
pub(super) fn column_path(path: &str) -> Option<String> {
    let inner = path.strip_prefix('{').and_then(|path| path.strip_suffix('}'));
    let path = inner.unwrap_or(path).trim().trim_start_matches('$');
    let path = path.strip_prefix('.').unwrap_or(path);
    let is_path = path.starts_with(|c: char| c.is_ascii_alphabetic());
    is_path.then(|| format!(".{path}"))
}

/// Returns the most similar text of an `enum`, whose members are formatted as JSON.
pub(super) fn nearest_member(value: &str, members: &[String]) -> Option<String> {
    let texts: Vec<String> = members
        .iter()
        .filter_map(|member| serde_json::from_str(member).ok())
        .collect();
    nearest_of(value, texts.iter().map(String::as_str)).map(str::to_owned)
}

/// Returns the advice to write the most similar one of the texts that are allowed.
fn did_you_mean(value: &str, allowed: &[&str]) -> Option<String> {
    let meant = nearest_of(value, allowed.iter().copied())?;
    Some(format!("did you mean `{meant}`?"))
}

/// Returns the text that differs only in case, or the most similar one.
fn nearest_of<'a>(value: &str, texts: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let same = texts.clone().find(|text| text.eq_ignore_ascii_case(value));
    same.or_else(|| crd_cel::nearest(value, texts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};
    use crate::server::decode::JsonType;
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
    fn mistakes_have_a_place_and_a_help() {
        for (fields, label, help) in [
            (
                "a: {type: object, properties: {b: {type: string}, type: object}}",
                "must be an object",
                "this is a field of the name `type`, and its object has a type already: remove it; for such a field, write `type: \
                 {type: object}`",
            ),
            (
                "labels: {type: object, additionalProperties: false}",
                "accepts no field",
                "declare its `properties` instead, or the schema of the values: `additionalProperties: {type: string}`",
            ),
            (
                "a: {type: integer, multipleOf: 0}",
                "no value is valid",
                "the server accepts the CRD and then rejects every object that has the field",
            ),
        ] {
            let report = check::text(&widgets(fields), &Options::default());
            let found = report.findings.iter();
            let words = found.map(|one| (&*one.diagnostic.label, &*one.diagnostic.help[0]));
            assert_eq!(words.collect::<Vec<_>>(), [(label, help)], "{fields}");
        }
    }

    /// The server names the other one.
    #[test]
    fn the_missing_name_of_a_service() {
        for (service, place, missing) in [
            ("{name: a}", "service", "namespace"),
            ("{namespace: a}", "service", "name"),
            ("{name: '', namespace: a}", "''", "name"),
        ] {
            let webhook = format!("{{clientConfig: {{service: {service}}}, conversionReviewVersions: [v1]}}");
            let conversion = format!("spec:\n  conversion: {{strategy: Webhook, webhook: {webhook}}}\n");
            let text = widgets("a: {type: string}").replacen("spec:\n", &conversion, 1);
            let report = check::text(&text, &Options::default());
            let found = &report.findings[0].diagnostic;
            assert_eq!(found.span.and_then(|span| span.slice(&text)), Some(place));
            assert_eq!(found.label, format!("no `{missing}`"));
        }
    }

    /// YAML reads `size = {type` as the name.
    #[test]
    fn an_object_behind_an_equals_sign() {
        for (members, expected) in [
            (
                "a:\n  type: object\n  properties:\n    size = {type: integer}",
                "size: {type: integer}",
            ),
            (
                "a:\n  type: string\n  externalDocs = {url: b}",
                "externalDocs: {url: b}",
            ),
        ] {
            let report = check::text(&widgets(members), &Options::default());
            let [finding] = &*report.findings else {
                panic!("{:?}", report.findings)
            };
            let help = format!("write `:` instead of `=`: `{expected}`");
            assert_eq!(finding.diagnostic.help, [help]);
        }
    }

    #[test]
    fn a_status_code_as_reason() {
        let text = widgets("a: {type: integer, x-kubernetes-validations: [{rule: self > 1, reason: 422}]}");
        let report = check::text(&text, &Options::default());
        let expected = "write one of `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired`, `FieldValueDuplicate`";
        assert_eq!(report.findings[0].diagnostic.help, [expected]);
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
        check(
            " 1,000,000",
            Integer,
            Some("write it without separators: `1000000`"),
        );
        check(" 0,7", Number, Some("write a decimal point: `0.7`"));
        check(" 0,7", Integer, None);
        check(" 4.5", Integer, Some("write a whole number"));
        for large in [
            " 9223372036854775808",
            " 99999999999999999999",
            " -9300000000000000000",
        ] {
            let limits = "an `int64` is at least -9223372036854775808 and at most 9223372036854775807";
            check(large, Integer, Some(limits));
        }
    }

    #[test]
    fn numbers_with_units_and_suffixes() {
        use JsonType::{Boolean, Integer};
        check(" 5k", Integer, Some("write the number: `5000`"));
        check(" 2Mi", Integer, Some("write the number: `2097152`"));
        check(" 1.5K", Integer, Some("write the number: `1500`"));
        check(
            " 30s",
            Integer,
            Some("write only the number, in the unit of the field: `30`"),
        );
        check(" 1.5h", Integer, Some("write a whole number, without `h`"));
        check(" 1", Boolean, Some("write `true`"));
        check(" 2", Boolean, None);
        check(" auto", Integer, None);
        check(
            " ${SIZE}",
            Integer,
            Some("`${SIZE}` is a placeholder: replace it by a number first"),
        );
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
            (
                "type: integer\n  format: int32\n  default: 5000000000",
                "an `int32` is at least -2147483648 and at most 2147483647",
            ),
            (
                "type: string\n  format: date\n  default: 01/02/2027",
                "write it like `2027-03-01`",
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
                "type: string\n  oneOf: [A]",
                "for a choice of values, write `enum: [A]` instead",
            ),
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
