//! LNT-06 to LNT-08: schemas that no value satisfies, and keywords that have no effect.

mod enums;
mod int_or_string;
mod keywords;

use super::patterns::{bounds_as_text, within_slashes};
use super::run::LintRun;
use super::satisfiable;
use super::walk::SchemaNode;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::check::place::entry_at;
use crate::model::map::Map;
use crate::model::schema::{Items, JsonSchemaProps};
use crate::server::validation::locate;
use crate::yaml::tree::Entry;

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    int_or_string::check(run, node);
    if !has_restrictions(schema) && !has_children_of_other_type(schema) {
        return;
    }
    unsatisfiable(run, node);
    required(run, node);
    keywords::check(run, node);
    keywords::negative(run, node);
    enums::check(run, node);
    if schema.nullable && schema.enum_.is_some() {
        run.report(
            codes::NULLABLE_ENUM_REFUSES_NULL,
            &node.at("nullable"),
            format!(
                "{} is nullable, but its `enum` rejects null, even if it lists null",
                node.shown()
            ),
        )
        .label("rejects null")
        .help("move `enum` into `allOf: [{enum: …}]`, which accepts null, or remove `nullable`");
    }
}

/// Schemas that no value satisfies.
fn unsatisfiable(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if !run.has(codes::UNSATISFIABLE) {
        return;
    }
    let schema = node.schema;
    if is_null(schema) {
        return;
    }
    let Some(found) = satisfiable::contradiction_but_null(&mut run.prover, &node.kept_schema(), &[]) else {
        no_string(run, node);
        return;
    };
    if found.keyword == "enum" && enums::refuses_all_members(schema) {
        // This is reported by the lint of the members.
        return;
    }
    let (value, values) = if schema.nullable && schema.enum_.is_none() {
        ("value except null", "value except null")
    } else {
        ("value", "object that has the field")
    };
    let negative = is_negative(schema, found.keyword);
    let least = exceeding(schema, found.keyword).filter(|_| !negative);
    let document = run.judged.source.document;
    let place = least.and_then(|least| entry_at(document, &locate(document, &node.at(least)).place.path));
    run.report(
        codes::UNSATISFIABLE,
        &node.at(found.keyword),
        format!(
            "no {value} of {} satisfies its schema: {}",
            node.shown(),
            found.why
        ),
    )
    .label(if negative { "negative" } else { "no value is valid" })
    .also(place.map(Entry::shown), "above it")
    .help(
        match misread(&schema.pattern).filter(|_| found.keyword == "pattern") {
            Some(help) => help,
            None => match least {
                Some(least) => format!(
                    "lower `{least}`, or raise `{}`{}: {}",
                    found.keyword,
                    if schema.default.is_some() {
                        ", until the default is within both"
                    } else {
                        ""
                    },
                    consequence(schema, values)
                ),
                None if negative => format!(
                    "it must not be negative; without a limit, remove it: {}",
                    consequence(schema, values)
                ),
                None => consequence(schema, values),
            },
        },
    );
}

/// Whether a keyword is a limit of a length or a count that is less than 0.
fn is_negative(schema: &JsonSchemaProps, keyword: &str) -> bool {
    let limit = match keyword {
        "maxLength" => schema.max_length,
        "maxItems" => schema.max_items,
        "maxProperties" => schema.max_properties,
        _ => None,
    };
    limit.is_some_and(|limit| limit < 0)
}

/// Returns the keyword for the least of what a keyword limits, if a schema sets it to more than that limit.
fn exceeding(schema: &JsonSchemaProps, most: &str) -> Option<&'static str> {
    let of_counts =
        |least: Option<i64>, most: Option<i64>| least.zip(most).is_some_and(|(least, most)| least > most);
    let (least, is_above) = match most {
        "maximum" => (
            "minimum",
            schema
                .minimum
                .zip(schema.maximum)
                .is_some_and(|(least, most)| least > most),
        ),
        "maxLength" => ("minLength", of_counts(schema.min_length, schema.max_length)),
        "maxItems" => ("minItems", of_counts(schema.min_items, schema.max_items)),
        "maxProperties" => (
            "minProperties",
            of_counts(schema.min_properties, schema.max_properties),
        ),
        _ => return None,
    };
    is_above.then_some(least)
}

/// Returns what the server does with a schema that no value satisfies.
fn consequence(schema: &JsonSchemaProps, values: &str) -> String {
    if schema.default.as_ref().is_some_and(|default| !default.is_null()) {
        "the server rejects the CRD because of the default beside it".to_owned()
    } else {
        format!("the server accepts the CRD and then rejects every {values}")
    }
}

/// Returns what to write instead of a pattern whose characters RE2 reads as text.
fn misread(pattern: &str) -> Option<String> {
    if let Some(pattern) = within_slashes(pattern) {
        return Some(format!("patterns have no delimiters: write `{pattern}`"));
    }
    if pattern.starts_with(['‘', '’', '“', '”']) {
        return Some("these quotes are a part of the pattern: write `'` or `\"`".to_owned());
    }
    if let Some(inside) = pattern.strip_prefix('$').and_then(|rest| rest.strip_suffix('^')) {
        return Some(format!("`^` is the start and `$` the end: write `^{inside}$`"));
    }
    let (bounds, meant) = bounds_as_text(pattern)?;
    Some(format!("RE2 reads `{bounds}` as text: write `{meant}`"))
}

/// Reports an int-or-string that no string satisfies.
fn no_string(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    if !schema.x_int_or_string || schema.pattern.is_empty() {
        return;
    }
    let text = JsonSchemaProps {
        type_: "string".into(),
        pattern: schema.pattern.clone(),
        min_length: schema.min_length,
        max_length: schema.max_length,
        ..JsonSchemaProps::default()
    };
    if let Some(found) = satisfiable::contradiction(&mut run.prover, &text, &[]) {
        let message = format!(
            "no string satisfies the schema of {}: {}",
            node.shown(),
            found.why
        );
        run.report(codes::KEYWORD_DEAD, &node.at(found.keyword), message)
            .label("no string is valid")
            .help(
                match misread(&schema.pattern).filter(|_| found.keyword == "pattern") {
                    Some(help) => help,
                    None => "the server accepts only integers here: correct the keyword".to_owned(),
                },
            );
    }
}

/// Whether a schema admits only null, as that of Rust's `()` does: no object satisfies both counts.
fn is_null(schema: &JsonSchemaProps) -> bool {
    schema.nullable
        && schema.properties.is_none()
        && (schema.min_properties, schema.max_properties) == (Some(1), Some(0))
}

/// Reports required members that pruning removes, and names that are listed twice.
fn required(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let Some(required) = schema.required.as_deref() else {
        return;
    };
    let is_closed = is_closed(run, node);
    let path = node.path.child("required");
    let refused = if satisfiable::admits_null(schema) {
        "every value except null"
    } else {
        "every object"
    };
    let declared = || {
        let declared = schema.properties.iter().flat_map(Map::keys);
        declared.filter(|name| !required.iter().any(|other| **other == **name))
    };
    for (index, name) in required.iter().enumerate() {
        if is_closed && is_undeclared(node, name) {
            run.report(
                codes::REQUIRED_UNDECLARED,
                &path.index(index).to_field_path(),
                format!(
                    "`{}` is required but not declared, so the server drops it and rejects {refused}",
                    cut(name, 60)
                ),
            )
            .label("declared nowhere")
            .help(match crd_cel::nearest(name, declared()) {
                _ if let Some(names) = names_in(schema, name) => {
                    format!("these are several names, {names}: list each of them")
                }
                Some(meant) => format!("did you mean `{meant}`? If not, declare it under `properties`"),
                None => "declare it under `properties`, or remove it from `required`".to_owned(),
            });
        }
        if required.iter().take(index).any(|other| other == name) {
            let message = format!("`{}` is listed twice in `required`", cut(name, 60));
            run.report(codes::KEYWORD_DEAD, &path.index(index).to_field_path(), message)
                .label("listed again")
                .help("remove one");
        }
    }
}

/// Returns the names in a text that consists of the names of several declared properties.
fn names_in(schema: &JsonSchemaProps, text: &str) -> Option<String> {
    let names = text.split(|c: char| c.is_whitespace() || c == ',');
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let is_declared = |name: &&str| schema.property(name).is_some();
    (names.len() > 1 && names.iter().all(is_declared)).then(|| format!("`{}`", names.join("` and `")))
}

/// Whether pruning removes all members of a node that it does not declare.
pub(super) fn is_closed(run: &LintRun<'_>, node: &SchemaNode<'_>) -> bool {
    let schema = node.schema;
    schema.properties.is_some()
        && *schema.type_ == *"object"
        && schema.additional_properties.is_none()
        && !run.judged.crd.spec.preserve_unknown_fields
        && !keeps_unknown(node)
}

/// Whether a node does not declare a member.
pub(super) fn is_undeclared(node: &SchemaNode<'_>, name: &str) -> bool {
    let is_of_server = matches!(name, "apiVersion" | "kind" | "metadata")
        && (node.is_root() || node.schema.x_embedded_resource);
    !is_of_server && node.schema.property(name).is_none()
}

/// Whether pruning keeps unknown members at a node. An embedded resource keeps the members of all objects.
fn keeps_unknown(node: &SchemaNode<'_>) -> bool {
    node.keeps_unknown() || node.is_meta()
}

/// Whether a schema restricts its values in another way than by its type and its format; most schemas do not.
fn has_restrictions(schema: &JsonSchemaProps) -> bool {
    !schema.pattern.is_empty()
        || schema.enum_.is_some()
        || schema.required.is_some()
        || schema.min_length.is_some()
        || schema.max_length.is_some()
        || schema.minimum.is_some()
        || schema.maximum.is_some()
        || schema.multiple_of.is_some()
        || schema.exclusive_minimum
        || schema.exclusive_maximum
        || schema.min_items.is_some()
        || schema.max_items.is_some()
        || schema.min_properties.is_some()
        || schema.max_properties.is_some()
        || schema.all_of.is_some()
        || schema.any_of.is_some()
        || schema.one_of.is_some()
        || schema.not.is_some()
        || schema.x_embedded_resource
}

/// Whether a schema that is not of an object has properties, or one that is not of a list has elements.
fn has_children_of_other_type(schema: &JsonSchemaProps) -> bool {
    schema.properties.is_some() && *schema.type_ != *"object"
        || schema.items.is_some() && *schema.type_ != *"array"
}

/// Returns the type of the elements of a list; empty if there is none.
fn items_type(schema: &JsonSchemaProps) -> &str {
    match &schema.items {
        Some(Items::Schema(items)) if *schema.type_ == *"array" => &items.type_,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn a_pattern_with_its_ends_swapped() {
        let text = widgets("a: {type: string, pattern: '$[a-z]+^'}");
        let report = check::text(&text, &Options::default());
        let found = report.findings.iter();
        let found = found.map(|finding| finding.diagnostic.help.join(""));
        let help = "`^` is the start and `$` the end: write `^[a-z]+$`";
        assert_eq!(found.collect::<Vec<_>>(), [help]);
    }

    #[test]
    fn patterns_within_delimiters() {
        let report = check::text(
            &widgets("a: {type: string, pattern: '/^[a-z]+$/i'}"),
            &Options::default(),
        );
        let found = report.findings.iter();
        let found = found.map(|finding| (finding.diagnostic.code, finding.diagnostic.help.join("")));
        let help = "patterns have no delimiters: write `(?i)^[a-z]+$`".to_owned();
        assert_eq!(found.collect::<Vec<_>>(), [(codes::UNSATISFIABLE, help)]);
    }

    #[test]
    fn patterns_with_other_signs() {
        for (pattern, expected) in [
            (
                "'^[a-z]{,3}$', maxLength: 3",
                "RE2 reads `{,3}` as text: write `{0,3}`",
            ),
            (
                "'‘^a$’'",
                "these quotes are a part of the pattern: write `'` or `\"`",
            ),
        ] {
            let text = widgets(&format!("a: {{type: string, pattern: {pattern}}}"));
            let report = check::text(&text, &Options::default());
            assert_eq!(report.findings[0].diagnostic.help, [expected], "{pattern}");
        }
    }

    /// The default violates bounds that no value satisfies: it is not the mistake.
    #[test]
    fn a_default_beside_a_contradiction() {
        let text = widgets("a: {type: integer, minimum: 9, maximum: 1, default: 5}");
        let report = check::text(&text, &Options::default());
        let found: Vec<_> = report.findings.iter().map(|one| one.diagnostic.code).collect();
        assert_eq!(found, [codes::UNSATISFIABLE]);
        let help = "lower `minimum`, or raise `maximum`, until the default is within both: the server rejects the CRD because of the default beside it";
        assert_eq!(report.findings[0].diagnostic.help, [help]);
    }

    #[test]
    fn both_bounds_are_shown() {
        let help = |ways: &str| {
            format!("{ways}: the server accepts the CRD and then rejects every object that has the field")
        };
        for (schema, least, ways) in [
            (
                "type: integer, minimum: 9, maximum: 1",
                "minimum: 9",
                "lower `minimum`, or raise `maximum`",
            ),
            (
                "type: string, minLength: 9, maxLength: 1",
                "minLength: 9",
                "lower `minLength`, or raise `maxLength`",
            ),
            (
                "type: array, items: {type: string}, minItems: 9, maxItems: 1",
                "minItems: 9",
                "lower `minItems`, or raise `maxItems`",
            ),
            (
                "type: object, additionalProperties: {type: string}, minProperties: 9, maxProperties: 1",
                "minProperties: 9",
                "lower `minProperties`, or raise `maxProperties`",
            ),
        ] {
            let text = widgets(&format!("a: {{{schema}}}"));
            let report = check::text(&text, &Options::default());
            let mut found = report.findings.iter().map(|one| &one.diagnostic);
            let found = found.find(|one| one.code == codes::UNSATISFIABLE).unwrap();
            let labels = found.labels.iter();
            let labels: Vec<_> = labels
                .map(|(span, label)| (span.slice(&text).unwrap(), &**label))
                .collect();
            assert_eq!(labels, [(least, "above it")]);
            assert_eq!(found.help, [help(ways)]);
        }
    }

    #[test]
    fn negative_limits() {
        for (schema, keyword) in [
            ("type: string, minLength: 3, maxLength: -1", "maxLength: -1"),
            ("type: string, maxLength: -1", "maxLength: -1"),
            (
                "type: array, items: {type: string}, minItems: 1, maxItems: -1",
                "maxItems: -1",
            ),
            (
                "type: object, additionalProperties: {type: string}, maxProperties: -1",
                "maxProperties: -1",
            ),
        ] {
            let text = widgets(&format!("a: {{{schema}}}"));
            let report = check::text(&text, &Options::default());
            let mut found = report.findings.iter().map(|one| &one.diagnostic);
            let found = found.find(|one| one.code == codes::UNSATISFIABLE).unwrap();
            assert!(found.labels.is_empty());
            assert!(found.help[0].starts_with("it must not be negative; without a limit, remove it: "));
            let corrected = text.replace(&format!(", {keyword}"), "");
            let report = check::text(&corrected, &Options::default());
            let mut found = report.findings.iter().map(|one| &one.diagnostic);
            assert!(found.all(|one| one.code != codes::UNSATISFIABLE), "{schema}");
        }
    }

    #[test]
    fn strings_of_an_int_or_string() {
        for (keywords, expected) in [
            ("pattern: '/^[0-9]+$/'", "no string satisfies the schema of `a`: "),
            (
                "pattern: '^[0-9]+$', maxLength: 0",
                "no string satisfies the schema of `a`: ",
            ),
            ("pattern: '^[0-9]+$'", ""),
        ] {
            let text = widgets(&format!("a: {{x-kubernetes-int-or-string: true, {keywords}}}"));
            let report = check::text(&text, &Options::default());
            let found: Vec<_> = report.findings.iter().map(|one| &one.diagnostic).collect();
            assert_eq!(found.len(), usize::from(!expected.is_empty()), "{keywords}");
            for one in found {
                assert_eq!(one.code, codes::KEYWORD_DEAD);
                assert!(one.message.starts_with(expected), "{}", one.message);
                assert!(one.fix.is_none());
            }
        }
    }

    #[test]
    fn null_has_no_required_members() {
        for (nullable, refused) in [(true, "every value except null"), (false, "every object")] {
            let text = widgets(&format!(
                "spec: {{type: object, nullable: {nullable}, required: [a], properties: {{b: {{type: string}}}}}}"
            ));
            let report = check::text(&text, &Options::default());
            let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
            let found = found.find(|diagnostic| diagnostic.code == codes::REQUIRED_UNDECLARED);
            let expected =
                format!("`a` is required but not declared, so the server drops it and rejects {refused}");
            assert_eq!(found.unwrap().message, expected);
        }
    }
}
