//! LNT-06 to LNT-08: schemas that no value satisfies, and keywords that have no effect.

use serde_json::Value;

use super::run::{LintRun, LintSet};
use super::satisfiable;
use super::walk::SchemaNode;
use crate::KubeVersion;
use crate::check::diagnose::cut;
use crate::check::suggest::keywords::{is_for, same_bound};
use crate::check::{codes, fix};
use crate::model::map::Map;
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool};
use crate::server::formats;

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    if !has_restrictions(schema) && !has_children_of_other_type(schema) {
        return;
    }
    unsatisfiable(run, node);
    required(run, node);
    dead_keywords(run, node);
    enum_members(run, node);
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
    if found.keyword == "enum" && refuses_all_members(schema) {
        // This is reported by the lint of the members.
        return;
    }
    let (value, values) = if schema.nullable && schema.enum_.is_none() {
        ("value except null", "value except null")
    } else {
        ("value", "object that has the field")
    };
    run.report(
        codes::UNSATISFIABLE,
        &node.at(found.keyword),
        format!(
            "no {value} of {} satisfies its schema: {}",
            node.shown(),
            found.why
        ),
    )
    .label("no value is valid")
    .help(
        match misread(&schema.pattern).filter(|_| found.keyword == "pattern") {
            Some(help) => help,
            None => format!("the server accepts the CRD and then rejects every {values}"),
        },
    );
}

/// Returns what to write instead of a pattern whose characters RE2 reads as text.
fn misread(pattern: &str) -> Option<String> {
    if let Some(pattern) = delimited(pattern) {
        return Some(format!("patterns have no delimiters: write `{pattern}`"));
    }
    if pattern.starts_with(['‘', '’', '“', '”']) {
        return Some("these quotes are a part of the pattern: write `'` or `\"`".to_owned());
    }
    let (_, bound) = pattern.split_once("{,")?;
    let (bound, _) = bound.split_once('}')?;
    bound.parse::<u32>().ok()?;
    Some(format!("RE2 reads `{{,{bound}}}` as text: write `{{0,{bound}}}`"))
}

/// Returns the pattern within the slashes of another language: `^a$` for `/^a$/i`.
fn delimited(pattern: &str) -> Option<&str> {
    let (inside, flags) = pattern.strip_prefix('/')?.rsplit_once('/')?;
    (inside.starts_with('^') && flags.len() < 3).then_some(inside)
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
    let declared = || schema.properties.iter().flat_map(Map::keys);
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

/// Whether a schema may have a keyword that does not apply to values of its type; most schemas have none.
fn may_have_dead_keywords(schema: &JsonSchemaProps) -> bool {
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

/// Reports keywords that do not apply to values of the type.
fn dead_keywords(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let type_ = &*schema.type_;
    if !run.has(codes::KEYWORD_DEAD) || !may_have_dead_keywords(schema) {
        return;
    }
    let is_number = matches!(type_, "integer" | "number");
    let dead = [
        ("pattern", !schema.pattern.is_empty(), type_ == "string"),
        ("minLength", schema.min_length.is_some(), type_ == "string"),
        ("maxLength", schema.max_length.is_some(), type_ == "string"),
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
    ];
    let source = run.judged.source;
    let items_type = items_type(schema);
    for (keyword, is_set, is_alive) in dead {
        if !is_set || is_alive {
            continue;
        }
        let field = node.at(keyword);
        let is_of_items = is_for(keyword, items_type);
        let is_of_values = is_for(keyword, values_type(schema));
        let is_exclusive = is_number && keyword.starts_with("exclusive");
        let is_free = |meant: &&str| !dead.iter().any(|(name, is_set, _)| name == meant && *is_set);
        let bound = same_bound(keyword, type_).filter(is_free);
        let digits = digits(schema, keyword).filter(|_| is_number);
        let why = match keyword {
            "exclusiveMinimum" if is_number => "without `minimum`".to_owned(),
            "exclusiveMaximum" if is_number => "without `maximum`".to_owned(),
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
            _ if keyword == "items" => "write `type: array`: only lists have `items`".to_owned(),
            _ if is_exclusive => format!("add `{}`, or remove it", keyword.replacen("exclusiveM", "m", 1)),
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

/// Returns the type of the elements of a list; empty if there is none.
fn items_type(schema: &JsonSchemaProps) -> &str {
    match &schema.items {
        Some(Items::Schema(items)) if *schema.type_ == *"array" => &items.type_,
        _ => "",
    }
}

/// The codes about members of enums.
const OF_ENUMS: LintSet = LintSet::of(&[
    codes::ENUM_MEMBER_REFUSED,
    codes::UNSATISFIABLE,
    codes::KEYWORD_DEAD,
]);

/// Reports members of an `enum` that the keywords beside it reject.
fn enum_members(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
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
    if !members.is_empty() && refuses_all_members(schema) {
        let message = format!(
            "no value of {} satisfies its schema: all values of `enum` are rejected",
            node.shown()
        );
        run.report(codes::UNSATISFIABLE, &node.at("enum"), message)
            .label("no value is valid")
            .help(if *schema.type_ == *"string" && members.iter().any(Value::is_boolean) {
                "`on`, `off`, `yes`, `no`, `y`, `n`, `true` and `false` are booleans in YAML: write them in quotes"
            } else if *schema.type_ == *"string" && members.iter().all(Value::is_number) {
                "write the values in quotes, or correct the type"
            } else if members.iter().all(|member| is_of_type(member, items_type(schema))) {
                "if the values are those of the elements, move `enum` into `items`"
            } else {
                "the server accepts the CRD and then rejects every object that has the field"
            });
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
fn refuses_all_members(schema: &JsonSchemaProps) -> bool {
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

/// Returns the reason why the keywords beside an `enum` reject a member, if they certainly do.
fn refusal(schema: &JsonSchemaProps, member: &Value) -> Option<String> {
    let type_ = &*schema.type_;
    // Null is never valid; if the node is nullable, another lint reports it.
    let fits = is_of_type(member, type_);
    if member.is_null() {
        return (!schema.nullable && !type_.is_empty()).then(|| "it is not `nullable`".to_owned());
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

/// Whether a pattern can be compiled and does not match a text.
pub(super) fn pattern_refuses(pattern: &str, text: &str) -> bool {
    crate::server::objects::pattern_matches(pattern, text) == Some(false)
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn patterns_within_delimiters() {
        let report = check::text(
            &widgets("a: {type: string, pattern: '/^[a-z]+$/i'}"),
            &Options::default(),
        );
        let found = report.findings.iter();
        let found = found.map(|finding| (finding.diagnostic.code, finding.diagnostic.help.join("")));
        let help = "patterns have no delimiters: write `^[a-z]+$`".to_owned();
        assert_eq!(found.collect::<Vec<_>>(), [(codes::UNSATISFIABLE, help)]);
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
                ELEMENTS,
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

    #[test]
    fn enum_members_without_the_format() {
        for (schema, expected) in [
            (
                "format: date, enum: ['2024-02-29', '2024-02-30']",
                Some("\"2024-02-30\" in `enum` is never accepted: it does not have the format `date`"),
            ),
            ("format: date, enum: ['2024-02-29']", None),
            ("format: day, enum: [a, b]", None),
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

    /// The default violates bounds that no value satisfies: it is not the mistake.
    #[test]
    fn a_default_beside_a_contradiction() {
        let text = widgets("a: {type: integer, minimum: 9, maximum: 1, default: 5}");
        let report = check::text(&text, &Options::default());
        let found: Vec<_> = report.findings.iter().map(|one| one.diagnostic.code).collect();
        assert_eq!(found, [codes::UNSATISFIABLE]);
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
    fn an_enum_of_numbers_for_strings_is_one_finding() {
        let text = widgets("a: {type: string, enum: [1, 2], default: '2'}");
        let report = check::text(&text, &Options::default());
        let help: Vec<_> = report.findings.iter().map(|one| &one.diagnostic.help).collect();
        assert_eq!(help, [&["write the values in quotes, or correct the type"]]);
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
