//! LNT-06 and LNT-07: defaults that no int-or-string has, and a type beside `x-kubernetes-int-or-string`.
//!
//! ```text
//! x-kubernetes-int-or-string: true, default: 1.5     the server sets the default and then refuses it
//! x-kubernetes-int-or-string: true, type: string     integers are valid, too
//! ```

use serde_json::Value;

use super::super::run::LintRun;
use super::super::walk::SchemaNode;
use crate::check::{codes, fix};

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    if !schema.x_int_or_string {
        return;
    }
    let is_other = |value: &Value| match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number.fract() != 0.0),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => true,
        Value::Null | Value::String(_) => false,
    };
    if let Some(default) = schema.default.as_ref().filter(|default| is_other(default)) {
        let help = match default {
            Value::Number(number) => format!("write an integer, or a string: `'{number}'`"),
            _ => "write an integer or a string".to_owned(),
        };
        let message = format!(
            "the default of {} is no integer and no string, so the server rejects every object in which it sets it",
            node.shown()
        );
        run.report(codes::UNSATISFIABLE, &node.at("default"), message)
            .label("no integer and no string")
            .help(help);
    }
    if !schema.type_.is_empty() && run.has(codes::KEYWORD_DEAD) {
        let field = node.at("type");
        let source = run.judged.source;
        let message = format!(
            "`type: {}` has no effect beside `x-kubernetes-int-or-string`: integers and strings are valid",
            schema.type_
        );
        run.report(codes::KEYWORD_DEAD, &field, message)
            .label("has no effect")
            .help("remove it, or `x-kubernetes-int-or-string`")
            .fix(|| {
                // The server warns about a format of numbers without their type.
                let is_alone = schema.format.is_empty();
                is_alone.then(|| Some(fix::remove(source, &field)?.likely()))?
            });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn defaults_and_types_of_int_or_strings() {
        let fraction = "the default of `a` is no integer and no string, so the server rejects every object in which it sets it";
        let type_ = "`type: string` has no effect beside `x-kubernetes-int-or-string`: integers and strings are valid";
        for (keywords, expected) in [
            ("default: 1.5", &[fraction][..]),
            ("default: true", &[fraction]),
            ("default: '1.5'", &[]),
            ("default: 5", &[]),
            ("type: string", &[type_]),
            // The server ignores the type, so it applies the keywords of both types.
            ("type: string, maximum: 3, maxLength: 5, pattern: ^a", &[type_]),
            ("type: string, enum: [1, auto]", &[type_]),
        ] {
            let text = widgets(&format!("a: {{x-kubernetes-int-or-string: true, {keywords}}}"));
            let report = check::text(&text, &Options::default());
            let found = report.findings.iter();
            let found: Vec<&str> = found.map(|finding| &*finding.diagnostic.message).collect();
            assert_eq!(found, expected, "{keywords}");
        }
    }
}
