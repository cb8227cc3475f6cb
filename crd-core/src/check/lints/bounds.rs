//! Bounds that are not numbers of the type and format beside them: from 1.36 on, the server then rejects every value.

use super::judged::{JudgedCrd, JudgedVersion};
use super::satisfiable;
use super::walk::SchemaNode;
use crate::check::diagnose::cut;
use crate::check::place::diagnostic_at;
use crate::check::{Diagnostic, Fix, codes, fix};
use crate::model::schema::JsonSchemaProps;
use crate::server::objects::is_outside_of_format;

/// Reports the bounds of a node of a schema.
pub(super) fn check(version: &JudgedVersion<'_>, node: &SchemaNode<'_>, found: &mut Vec<Diagnostic>) {
    let (judged, schema) = (version.judged, node.schema);
    if schema.minimum.is_none() && schema.maximum.is_none() && schema.multiple_of.is_none() {
        return;
    }
    for (keyword, bound) in [
        ("minimum", schema.minimum),
        ("maximum", schema.maximum),
        ("multipleOf", schema.multiple_of),
    ] {
        let Some(bound) = bound else { continue };
        if !is_outside_of_format(&schema.type_, &schema.format, bound, judged.options.version) {
            continue;
        }
        let format = match &*schema.format {
            "" => format!("of type `{}`", schema.type_),
            format => format!("of format `{}`", cut(format, 20)),
        };
        let field = node.path.child(keyword).to_field_path();
        let refused = if satisfiable::admits_null(schema) {
            "every value except null"
        } else {
            "every value"
        };
        let message =
            format!("`{keyword}: {bound}` is not a number {format}, so the server rejects {refused}");
        let mut diagnostic = diagnostic_at(
            judged.source.document,
            &field,
            codes::BOUND_OUTSIDE_OF_FORMAT,
            message,
        )
        .with_label(format!("not a number {format}"))
        .with_help(match wider(judged, schema, bound) {
            Some(wider) => format!("write `format: {wider}`, or a bound within the range of the format"),
            None => "write a bound within the range of the format, or another format".to_owned(),
        });
        diagnostic.fix = fix_of_bound(judged, schema, keyword, bound, &diagnostic);
        found.push(diagnostic);
    }
}

/// Returns the format that has a bound which the format beside it does not have.
fn wider(judged: &JudgedCrd<'_>, schema: &JsonSchemaProps, bound: f64) -> Option<&'static str> {
    let wider = match &*schema.format {
        "int32" => "int64",
        "float" => "double",
        _ => return None,
    };
    (!is_outside_of_format(&schema.type_, wider, bound, judged.options.version)).then_some(wider)
}

/// Returns a fix that does not change the meaning: a bound that excludes nothing is removed; a fractional bound of integers is rounded.
/// If a wider format has the bound, the format is probably wrong.
fn fix_of_bound(
    judged: &JudgedCrd<'_>,
    schema: &JsonSchemaProps,
    keyword: &str,
    bound: f64,
    diagnostic: &Diagnostic,
) -> Option<Fix> {
    let is_exclusive = schema.exclusive_minimum || schema.exclusive_maximum;
    let rounded = match keyword {
        "maximum" => bound.floor(),
        "minimum" => bound.ceil(),
        _ => return None,
    };
    if is_exclusive {
        return None;
    }
    if !is_outside_of_format(&schema.type_, &schema.format, rounded, judged.options.version) {
        return fix::rewrite(judged.source, &diagnostic.field, &rounded.to_string());
    }
    if let Some(wider) = wider(judged, schema, bound) {
        let format = diagnostic.field.ancestor(1).child("format");
        return Some(fix::rewrite(judged.source, &format, wider)?.likely());
    }
    let excludes_nothing = if keyword == "maximum" {
        bound > 0.0
    } else {
        bound < 0.0
    };
    excludes_nothing
        .then(|| fix::remove(judged.source, &diagnostic.field))
        .flatten()
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, apply, codes};
    use crate::model::kube_version::KubeVersion;

    /// Returns the messages about a property, and the property after their fixes.
    fn found(property: &str, version: u16) -> (Vec<String>, String) {
        let text = widgets(&format!("size:\n  {}", property.replace(", ", "\n  ")));
        let options = Options::for_version(KubeVersion::from_minor(version).unwrap());
        let report = check::text(&text, &options);
        let bounds = report.findings.iter().map(|finding| &finding.diagnostic);
        let bounds = bounds.filter(|diagnostic| diagnostic.code == codes::BOUND_OUTSIDE_OF_FORMAT);
        let messages = bounds.map(|diagnostic| diagnostic.message.clone()).collect();
        let fixed = apply(&text, &report.fixes().collect::<Vec<_>>()).0;
        let after = fixed.split_once("size:").unwrap().1;
        (messages, after.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_wider_format_has_the_bound() {
        let text = widgets("size: {type: integer, format: int32, maximum: 4294967295}");
        let report = check::text(&text, &Options::for_version(KubeVersion::from_minor(36).unwrap()));
        let found = &report.findings[0].diagnostic;
        let help = "write `format: int64`, or a bound within the range of the format";
        assert_eq!(found.help, [help]);
        let (fixed, _) = apply(&text, &[found.fix.as_ref().unwrap()]);
        assert!(fixed.contains("format: int64, maximum: 4294967295"), "{fixed}");
    }

    #[test]
    fn bounds_outside_of_the_format_are_reported_and_fixed_where_that_is_certain() {
        let says = |keyword: &str, format: &str| {
            vec![format!(
                "`{keyword}` is not a number {format}, so the server rejects every value"
            )]
        };
        for (property, messages, fixed) in [
            (
                "type: integer, maximum: 5",
                Vec::new(),
                "type: integer maximum: 5",
            ),
            (
                "type: integer, format: int32, maximum: 3000000000",
                says("maximum: 3000000000", "of format `int32`"),
                // The format is probably wrong.
                "type: integer format: int32 maximum: 3000000000",
            ),
            (
                "type: integer, format: int32, maximum: 1e30",
                says(
                    "maximum: 1000000000000000000000000000000",
                    "of format `int32`",
                ),
                "type: integer format: int32",
            ),
            (
                "type: integer, format: int32, minimum: 3000000000",
                says("minimum: 3000000000", "of format `int32`"),
                "type: integer format: int32 minimum: 3000000000",
            ),
            (
                "type: integer, nullable: true, minimum: 2.5",
                vec![
                    "`minimum: 2.5` is not a number of type `integer`, so the server rejects every value except null"
                        .to_owned(),
                ],
                "type: integer nullable: true minimum: 3",
            ),
            (
                "type: integer, minimum: 1.5",
                says("minimum: 1.5", "of type `integer`"),
                "type: integer minimum: 2",
            ),
            (
                "type: number, maximum: 1e39",
                Vec::new(),
                "type: number maximum: 1e39",
            ),
        ] {
            assert_eq!(found(property, 36), (messages, fixed.to_owned()), "{property}");
        }
        let (messages, _) = found("type: integer, maximum: 1.5", 35);
        assert!(messages.is_empty(), "servers before 1.36 compare such bounds");
    }
}
