//! Compilation of the rules that apply to a default (rule DFT-05).

use crate::model::rules;
use serde_json::Value;

use super::context::CelContext;
use super::declared::has_type;
use super::environment::SelfKind;
use super::rules::{Compiler, panic_reason};
use crate::KubeVersion;
use crate::go;
use crate::model::field::{FieldError, Path};
use crate::model::schema::JsonSchemaProps;

/// Reports the rules of `schema` that do not compile, at each place of the default `value` where they would be run.
///
/// A server runs the rules on a default before it compiles those of the schema, and reports errors there.
/// Running them requires the evaluator of feature `eval`; without it, a default that breaks a rule is not found.
pub(crate) fn of_default(
    schema: &JsonSchemaProps,
    kind: SelfKind,
    value: &Value,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    node(&CelContext::fragment(schema, kind, version), value, path, errors);
}

fn node(context: &CelContext<'_, '_>, value: &Value, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    if value.is_null() {
        return;
    }
    rules(context, path, errors);
    let schema = context.schema();
    match value {
        Value::Array(items) => {
            let Some(item_schema) = schema.item_schema() else {
                return;
            };
            let context = context.items(item_schema);
            for (index, item) in items.iter().enumerate() {
                node(&context, item, &path.index(index), errors);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let property = schema
                    .properties
                    .as_ref()
                    .and_then(|properties| properties.get(name));
                if let Some(property) = property {
                    // CEL cannot access a property without a type, nor its parts.
                    if !has_type(property) {
                        continue;
                    }
                    node(
                        &context.property(name, property),
                        member,
                        &path.child(name),
                        errors,
                    );
                } else if let Some(additional) = schema.additional_schema() {
                    node(
                        &context.additional_properties(additional),
                        member,
                        &path.key(name),
                        errors,
                    );
                }
            }
        }
        _ => {}
    }
}

fn rules(context: &CelContext<'_, '_>, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let schema = context.schema();
    if schema.rules().is_empty() {
        return;
    }
    let at_default =
        |detail: String| FieldError::invalid(rules::DFT_05C, path, go::quote(&schema.type_), detail);
    if !has_type(schema) {
        errors.push(at_default(
            "rule compiler initialization error: failed to convert to declType for CEL validation rules"
                .to_owned(),
        ));
        return;
    }
    let Some(Ok(types)) = context.types() else {
        return;
    };
    let Some(decl) = types.decl else {
        return;
    };
    let compiler = Compiler::new(&types.declared, decl, context.version());
    for rule in schema.rules() {
        // A panic is found again when the rules of the schema are compiled.
        let error = compiler.error_when_stored(rule);
        if let Some(error) = error.filter(|error| panic_reason(error).is_none()) {
            errors.push(at_default(format!("rule compile error: {error}")));
        }
    }
}
