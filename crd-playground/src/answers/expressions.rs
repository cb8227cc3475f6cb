//! Rules and expressions: their costs and results.

use crd_core::KubeVersion;
use crd_core::cel::{
    EXPRESSION_COST_LIMIT, EXPRESSION_LIMIT, ExplainedPart, Expression, OldSelf, RuleScope, SCHEMA_LIMIT,
    SelfKind, report, values_at,
};
use crd_core::yaml::{Options, read};
use serde_json::{Value, json};

use super::crds;
use crate::ToolResult;

/// Returns the rules of all versions of all CRDs, with their costs.
pub(super) fn costs(text: &str, server: KubeVersion) -> ToolResult {
    let mut rules = Vec::new();
    for crd in crds::all(text)? {
        for version in crd.versions() {
            let Some(schema) = version.openapi_schema() else {
                continue;
            };
            rules.extend(report(schema, server).iter().map(|rule| {
                json!({
                    "crd": crd.metadata.name,
                    "version": version.name,
                    "path": rule.path.short_node().to_string(),
                    "rule": rule.rule,
                    "error": rule.error.as_ref().map(ToString::to_string),
                    "once": rule.cost.as_ref().map(|cost| cost.max),
                    "occurrences": rule.occurrences,
                    "isLimited": rule.is_limited,
                    "total": rule.total(),
                    "assumed": rule.cost.iter().flat_map(|cost| &cost.assumed)
                        .map(|(path, size)| format!("{path}: {size}")).collect::<Vec<_>>(),
                })
            }));
        }
    }
    Ok(json!({"limitOfRule": EXPRESSION_LIMIT, "limitOfSchema": SCHEMA_LIMIT, "rules": rules}))
}

/// The place of an expression.
pub(super) struct ExpressionPlace<'q> {
    pub(super) version: Option<&'q str>,
    pub(super) path: &'q str,
    pub(super) server: KubeVersion,
}

/// Returns the type and the cost of an expression, and its values over an object.
pub(super) fn evaluate(
    crd: &str,
    place: &ExpressionPlace<'_>,
    expression: &str,
    object: Option<&str>,
    old: Option<&str>,
) -> ToolResult {
    let (_, version) = crds::with_version(crd, place.version)?;
    let schema = version.openapi_schema().ok_or("the version has no schema")?;
    let found = schema.lookup(place.path).map_err(|error| error.to_string())?;
    let scope = RuleScope::new(schema, &found.path, place.server)
        .ok_or_else(|| format!("expressions cannot use `{}`", place.path))?;
    let fields: Vec<Value> = scope
        .fields()
        .into_iter()
        .map(|(name, type_)| json!({"name": name, "type": type_}))
        .collect();
    let mut answer = json!({"self": scope.self_type(), "fields": fields});
    if expression.trim().is_empty() {
        return Ok(answer);
    }
    let compiled = match scope.compile(expression, OldSelf::Value) {
        Ok(compiled) => compiled,
        Err(error) => {
            answer["problem"] = error.to_string().into();
            return Ok(answer);
        }
    };
    answer["type"] = compiled.result.into();
    answer["isBool"] = compiled.is_bool.into();
    answer["once"] = compiled.cost.max.into();
    answer["total"] = compiled.cost.max.saturating_mul(scope.occurrences).into();
    answer["limit"] = EXPRESSION_LIMIT.into();
    let Some(object) = object.filter(|object| !object.trim().is_empty()) else {
        return Ok(answer);
    };
    let kind = if found.path.segments.len() == 1 {
        SelfKind::Resource
    } else {
        SelfKind::Value
    };
    let program = Expression::explaining(&scope, found.schema, kind, expression, OldSelf::Value)
        .map_err(|error| error.to_string())?;
    let Some(program) = program else {
        return Ok(answer);
    };
    let object = value_of(object)?;
    let old = old
        .filter(|old| !old.trim().is_empty())
        .map(value_of)
        .transpose()?;
    let values = values_at(schema, &found.path, &object, old.as_ref());
    let values = values.iter().map(|at| {
        let run = program.explain(at.value, at.old, EXPRESSION_COST_LIMIT);
        json!({
            "path": at.path,
            "value": run.value.as_ref().ok(),
            "error": run.value.as_ref().err(),
            "cost": run.cost,
            "parts": run.parts.iter().map(|part| part_of(part, expression)).collect::<Vec<_>>(),
        })
    });
    answer["values"] = Value::Array(values.collect());
    Ok(answer)
}

fn part_of(part: &ExplainedPart, expression: &str) -> Value {
    json!({
        "text": expression.get(part.span.range()),
        "depth": part.depth,
        "value": part.value.as_ref().and_then(|value| value.as_ref().ok()),
        "error": part.value.as_ref().and_then(|value| value.as_ref().err()),
        "decides": part.decides,
    })
}

/// Returns the first object of a text.
fn value_of(text: &str) -> Result<Value, String> {
    let read = read(text.as_bytes(), Options::default());
    match (read.errors.first(), read.documents.first()) {
        (Some(error), _) => Err(format!("the object cannot be read: {}", error.message)),
        (None, Some(document)) => Ok(document.root.to_json()),
        (None, None) => Ok(Value::Null),
    }
}
