//! LNT-07: keywords that do not apply to values of the type.

use super::super::run::LintRun;
use super::super::walk::SchemaNode;
use super::items_type;
use crate::check::place::node_at;
use crate::check::suggest::keywords::{is_for, same_bound};
use crate::check::suggest::may_be_map;
use crate::check::{codes, fix};
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

/// Whether a schema may have a keyword that does not apply to values of its type; most schemas have none.
fn may_have_any(schema: &JsonSchemaProps) -> bool {
    let of_texts = !schema.pattern.is_empty() || schema.min_length.is_some() || schema.max_length.is_some();
    let is_exclusive = schema.exclusive_minimum || schema.exclusive_maximum;
    let of_numbers =
        schema.minimum.is_some() || schema.maximum.is_some() || schema.multiple_of.is_some() || is_exclusive;
    let of_lists = schema.min_items.is_some() || schema.max_items.is_some() || schema.items.is_some();
    let of_objects = schema.required.is_some()
        || schema.min_properties.is_some()
        || schema.max_properties.is_some()
        || schema.properties.is_some();
    match &*schema.type_ {
        "array" => of_texts || of_numbers || of_objects,
        "boolean" => of_texts || of_numbers || of_lists || of_objects,
        "integer" | "number" => of_texts || of_lists || of_objects || is_exclusive,
        "object" => of_texts || of_numbers || of_lists,
        "string" => of_numbers || of_lists || of_objects,
        // An unknown type is a separate error.
        _ => false,
    }
}

fn is_number(type_: &str) -> bool {
    matches!(type_, "integer" | "number")
}

/// Returns the keywords of types: whether a schema has each, and whether it applies to values of the schema's type. The server ignores
/// the type of an int-or-string.
fn keywords_of_types(schema: &JsonSchemaProps) -> [(&'static str, bool, bool); 15] {
    let type_ = &*schema.type_;
    let is_number = is_number(type_) || schema.x_int_or_string;
    let is_text = type_ == "string" || schema.x_int_or_string;
    [
        ("pattern", !schema.pattern.is_empty(), is_text),
        ("minLength", schema.min_length.is_some(), is_text),
        ("maxLength", schema.max_length.is_some(), is_text),
        ("minimum", schema.minimum.is_some(), is_number),
        ("maximum", schema.maximum.is_some(), is_number),
        ("multipleOf", schema.multiple_of.is_some(), is_number),
        (
            "exclusiveMinimum",
            schema.exclusive_minimum,
            is_number && schema.minimum.is_some(),
        ),
        (
            "exclusiveMaximum",
            schema.exclusive_maximum,
            is_number && schema.maximum.is_some(),
        ),
        ("minItems", schema.min_items.is_some(), type_ == "array"),
        ("maxItems", schema.max_items.is_some(), type_ == "array"),
        (
            "minProperties",
            schema.min_properties.is_some(),
            type_ == "object",
        ),
        (
            "maxProperties",
            schema.max_properties.is_some(),
            type_ == "object",
        ),
        (
            "required",
            schema.required.as_ref().is_some_and(|names| !names.is_empty()),
            type_ == "object" || schema.properties.is_some(),
        ),
        ("properties", schema.properties.is_some(), type_ == "object"),
        ("items", schema.items.is_some(), type_ == "array"),
    ]
}

/// Reports keywords that do not apply to values of the type.
pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let type_ = &*schema.type_;
    if !run.has(codes::KEYWORD_DEAD) || !may_have_any(schema) {
        return;
    }
    let is_number = is_number(type_) || schema.x_int_or_string;
    let dead = keywords_of_types(schema);
    let source = run.judged.source;
    let items_type = items_type(schema);
    for (keyword, is_set, is_alive) in dead {
        // The error about the missing `items` says where `properties` belong.
        let is_in_error = keyword == "properties" && type_ == "array" && schema.items.is_none();
        if !is_set || is_alive || is_in_error {
            continue;
        }
        let field = node.at(keyword);
        let is_map =
            keyword == "items" && node_at(source.document, &field.ancestor(1)).is_some_and(may_be_map);
        let is_of_items = is_for(keyword, items_type);
        let is_in_items = || {
            node_at(source.document, &field.ancestor(1))?
                .get("items")?
                .get(keyword)
        };
        let is_in_items = is_of_items && is_in_items().is_some();
        let is_of_values = is_for(keyword, values_type(schema));
        let is_exclusive = is_number && keyword.starts_with("exclusive");
        let is_free = |meant: &&str| !dead.iter().any(|(name, is_set, _)| name == meant && *is_set);
        let bound = same_bound(keyword, type_).filter(|meant| !schema.x_int_or_string && is_free(meant));
        let digits = digits(schema, keyword).filter(|_| is_number);
        let why = match keyword {
            "exclusiveMinimum" if is_number => "without `minimum`".to_owned(),
            "exclusiveMaximum" if is_number => "without `maximum`".to_owned(),
            _ if schema.x_int_or_string => "for integers and strings".to_owned(),
            _ => format!("for values of type `{type_}`"),
        };
        run.report(
            codes::KEYWORD_DEAD,
            &field,
            format!("`{keyword}` has no effect {why}"),
        )
        .label("has no effect")
        .help(match bound {
            _ if keyword == "properties" && !is_of_items => {
                "write `type: object`: only objects have properties".to_owned()
            }
            _ if is_map => {
                "if it is for the values of a map, write `additionalProperties` instead of `items`; for a list, write `type: array`"
                    .to_owned()
            }
            _ if keyword == "items" => "write `type: array`: only lists have `items`".to_owned(),
            _ if is_exclusive => format!("add `{}`, or remove it", keyword.replacen("exclusiveM", "m", 1)),
            Some(meant) if is_in_items => format!("did you mean `{meant}`? If not, remove it"),
            Some(meant) if is_of_items => {
                format!("if it is for the elements, move it into `items`; for the list, write `{meant}`")
            }
            _ if is_of_items => {
                "if it is for the elements, move it into `items`; if not, remove it".to_owned()
            }
            _ if is_of_values => {
                "if it is for the values, move it into `additionalProperties`; if not, remove it".to_owned()
            }
            Some(meant) => {
                let digits = digits.as_deref().unwrap_or_default();
                format!("did you mean `{meant}{digits}`? If not, remove it, or correct the type")
            }
            None => "remove it, or correct the type".to_owned(),
        })
        .fix(|| match bound {
            _ if is_exclusive => fix::remove(source, &field),
            // The keyword may be right, and the type or the place wrong.
            _ if is_of_items || is_of_values || digits.is_some() => None,
            _ if matches!(keyword, "properties" | "items") => None,
            Some(meant) => Some(fix::rename(source, &field, meant)?.likely()),
            None => Some(fix::remove(source, &field)?.likely()),
        });
    }
}

/// Reports negative minimum lengths and counts.
pub(super) fn negative(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let bounds = [
        ("minLength", schema.min_length),
        ("minItems", schema.min_items),
        ("minProperties", schema.min_properties),
    ];
    for (keyword, bound) in bounds {
        if let Some(bound) = bound.filter(|bound| *bound < 0) {
            let message = format!("`{keyword}: {bound}` has no effect, because no length is negative");
            run.report(codes::KEYWORD_DEAD, &node.at(keyword), message)
                .label("has no effect")
                .help("write a number above 0, or remove it");
        }
    }
}

/// Returns the bound of a number that stands for a count of its digits: `: 999` for `maxLength: 3`.
fn digits(schema: &JsonSchemaProps, keyword: &str) -> Option<String> {
    let count = u32::try_from(schema.max_length?).ok()?;
    let is_count = keyword == "maxLength" && (1..10).contains(&count);
    is_count.then(|| format!(": {}", 10_i64.pow(count) - 1))
}

/// Returns the type of the values of a map; empty if there is none.
fn values_type(schema: &JsonSchemaProps) -> &str {
    match &schema.additional_properties {
        Some(SchemaOrBool::Schema(values)) => &values.type_,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn negative_bounds() {
        let text = widgets("a: {type: array, items: {type: string, minLength: 0}, minItems: -1}");
        let report = check::text(&text, &Options::default());
        let found = report.findings.iter();
        let found: Vec<&str> = found.map(|finding| &*finding.diagnostic.message).collect();
        assert_eq!(
            found,
            ["`minItems: -1` has no effect, because no length is negative"]
        );
    }

    #[test]
    fn bounds_of_other_types() {
        const ELEMENTS: &str = "if it is for the elements, move it into `items`; if not, remove it";
        const OTHER: &str = "remove it, or correct the type";
        for (schema, expected, fix) in [
            (
                "{type: string, minimum: 1}",
                "did you mean `minLength`? If not, remove it, or correct the type",
                Some("write `minLength`"),
            ),
            (
                "{type: array, items: {type: string}, maxLength: 3}",
                "if it is for the elements, move it into `items`; for the list, write `maxItems`",
                None,
            ),
            (
                "{type: array, items: {type: string, maxLength: 8}, maxLength: 3}",
                "did you mean `maxItems`? If not, remove it",
                None,
            ),
            (
                "{type: array, items: {type: integer}, maxLength: 3}",
                "did you mean `maxItems`? If not, remove it, or correct the type",
                Some("write `maxItems`"),
            ),
            (
                "{type: integer, exclusiveMinimum: true}",
                "add `minimum`, or remove it",
                Some("remove `exclusiveMinimum`"),
            ),
            (
                "{type: integer, maxLength: 3}",
                "did you mean `maximum: 999`? If not, remove it, or correct the type",
                None,
            ),
            ("{type: boolean, maximum: 3}", OTHER, Some("remove `maximum`")),
            ("{type: integer, pattern: a}", OTHER, Some("remove `pattern`")),
            (
                "{type: string, maxLength: 4, maximum: 3}",
                OTHER,
                Some("remove `maximum`"),
            ),
            (
                "{type: array, items: {type: object}, required: [a]}",
                ELEMENTS,
                None,
            ),
            (
                "{type: object, additionalProperties: {type: string}, maxLength: 3}",
                "if it is for the values, move it into `additionalProperties`; if not, remove it",
                None,
            ),
            (
                "{type: string, properties: {b: {type: string}}, required: [b]}",
                "write `type: object`: only objects have properties",
                None,
            ),
            (
                "{type: array, items: {type: object}, properties: {b: {type: string}}, required: [b]}",
                ELEMENTS,
                None,
            ),
            (
                "{type: string, items: {type: string}}",
                "write `type: array`: only lists have `items`",
                None,
            ),
        ] {
            let text = widgets(&format!("a: {schema}"));
            let report = check::text(&text, &Options::default());
            let found = report.findings.iter().map(|finding| &finding.diagnostic);
            let dead: Vec<_> = found.filter(|one| one.code == codes::KEYWORD_DEAD).collect();
            assert_eq!(
                (dead.len(), dead[0].help.as_slice()),
                (1, [expected.to_owned()].as_slice()),
                "{schema}"
            );
            let found = dead[0].fix.as_ref();
            assert_eq!(found.map(|fix| &*fix.title), fix, "{schema}");
            let is_safe = schema.contains("exclusive");
            let is_certain = |fix: &check::Fix| fix.safety == check::FixSafety::Certain;
            assert!(found.is_none_or(|fix| is_certain(fix) == is_safe), "{schema}");
        }
        let text = widgets("a: {type: array, properties: {b: {type: string}}}");
        let report = check::text(&text, &Options::default());
        let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
        assert!(!found.any(|one| one.code == codes::KEYWORD_DEAD));
    }
}
