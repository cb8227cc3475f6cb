//! Value validation (rules VAL-01 to VAL-03): the `OpenAPI` validator of `kube-openapi`, with its quirks.
//!
//! ```text
//! schema  {type: object, properties: {a: {type: integer, maximum: 3}}}
//! value   {a: 5}
//! errors  a: Invalid value: 5: a in body should be less than or equal to 3
//! ```

mod junctor;
mod known;
mod limits;
mod number;
mod outcome;
mod settings;

use serde_json::{Map, Value};

use super::at::At;
use super::parts::{
    CorrelatedList, Num, SchemaNode, format_of, is_enum_member, is_json_integer, range_of, unchanged,
};
use crate::server::objects::bad_value::bad_value;
pub(super) use known::ValidParts;
use outcome::{Reporter, ValidationOutcome};
use settings::Check;
pub(crate) use settings::ValidationSettings;

use crate::go;
use crate::model::field::{FieldError, Path, ValueFaultKind};
use crate::model::structural::{Structural, ValueValidation};
use crate::server::formats::StringFormat;

/// Returns the errors of `value` under `schema`. `prefix` is the path of the value, unless it is a complete
/// object; `old` is the value that it replaces: errors in unchanged parts are dropped (rule VAL-03).
pub(crate) fn validate(
    schema: &Structural,
    value: &Value,
    old: Option<&Value>,
    prefix: Option<&Path<'_>>,
    rules: ValidationSettings<'_>,
) -> Vec<FieldError> {
    validate_unknown(schema, value, old, prefix, rules, ValidParts::NOTHING)
}

/// Like [`validate`], but skips parts that are known to be valid.
pub(super) fn validate_unknown(
    schema: &Structural,
    value: &Value,
    old: Option<&Value>,
    prefix: Option<&Path<'_>>,
    rules: ValidationSettings<'_>,
    known: ValidParts<'_>,
) -> Vec<FieldError> {
    let check = Check {
        rules,
        report: Reporter {
            rule: rules.rule,
            purpose: rules.purpose,
            version: rules.version,
            prefix,
        },
    };
    check
        .ratcheted(SchemaNode::Structural(schema), &At::ROOT, value, old, known)
        .into_errors()
}

impl Check<'_, '_> {
    /// Checks a value that may replace an old one; unchanged values have no errors.
    fn ratcheted(
        &self,
        node: SchemaNode<'_>,
        at: &At<'_>,
        value: &Value,
        old: Option<&Value>,
        known: ValidParts<'_>,
    ) -> ValidationOutcome {
        let mut outcome = self.value(node, at, value, old, known);
        if let (false, Some(old), SchemaNode::Structural(schema)) = (outcome.is_valid(), old, node)
            && unchanged(schema, value, old)
        {
            outcome.forgive();
        }
        outcome
    }

    fn value(
        &self,
        node: SchemaNode<'_>,
        at: &At<'_>,
        value: &Value,
        old: Option<&Value>,
        known: ValidParts<'_>,
    ) -> ValidationOutcome {
        let mut outcome = ValidationOutcome::default();
        self.own_checks(&mut outcome, node, at, value);
        match value {
            Value::Null => return outcome,
            Value::Array(items) => {
                self.items(&mut outcome, node, at, items, old, known);
                outcome.matched += 2;
            }
            Value::Object(members) => {
                self.members(&mut outcome, node, at, members, old, known);
                outcome.matched += 1;
            }
            _ => {}
        }
        if node.has_junctors() {
            self.junctors(&mut outcome, node, at, value);
        }
        // One for the junctors, one for the check of the junctors, one for the enumeration, one for all.
        outcome.matched += 4;
        outcome
    }

    /// Checks a value without its parts.
    fn own_checks(&self, outcome: &mut ValidationOutcome, node: SchemaNode<'_>, at: &At<'_>, value: &Value) {
        let validation = node.validation();
        let known = node.types(self.rules.purpose);
        let unknown = node.unknown_type().map(|name| [name]);
        let types: &[&str] = unknown.as_ref().map_or(known, |unknown| unknown);
        if value.is_null() {
            if types.is_empty() || types.contains(&"null") || node.nullable() {
                outcome.matched += 1;
            } else {
                self.wrong_type(outcome, at, "type", &types.join(","), "null");
            }
            return self.enumeration(outcome, at, value, validation);
        }
        let format = format_of(node, types, self.rules.purpose, self.rules.version);
        if !types.is_empty() || !format.is_empty() {
            self.type_(outcome, at, value, types, format);
        }
        match value {
            Value::String(text) => {
                if let Some(validation) = validation {
                    self.string(outcome, at, text, validation);
                }
                outcome.matched += 1;
                if !format.is_empty()
                    && let Some(known) = StringFormat::named(format)
                {
                    if !known.accepts(text) {
                        self.wrong_type(outcome, at, "format", format, text);
                    }
                    outcome.matched += 1;
                }
            }
            Value::Number(number) => {
                self.number(
                    outcome,
                    at,
                    Num::of(number),
                    range_of(known, format, self.rules.version),
                    validation,
                );
                outcome.matched += 2;
            }
            _ => {}
        }
        self.enumeration(outcome, at, value, validation);
    }

    /// Checks the type; counts as a check even if a format disables it.
    fn type_(
        &self,
        outcome: &mut ValidationOutcome,
        at: &At<'_>,
        value: &Value,
        types: &[&str],
        format: &str,
    ) {
        outcome.matched += 1;
        let (type_, own_format) = match value {
            Value::Null => ("null", ""),
            Value::Bool(_) => ("boolean", ""),
            Value::String(_) => ("string", ""),
            Value::Array(_) => ("array", ""),
            Value::Object(_) => ("object", ""),
            Value::Number(number) => match Num::of(number) {
                Num::Int(_) => ("integer", "int64"),
                Num::Float(_) => ("number", "float64"),
            },
        };
        let whole_float = match value {
            Value::Number(number) => {
                matches!(Num::of(number), Num::Float(float) if is_json_integer(float))
            }
            _ => false,
        };
        let fits = types.contains(&type_)
            || whole_float && types.contains(&"integer")
            || type_ == "integer" && types.contains(&"number");
        let formatted = matches!(type_, "string" | "array");
        if !formatted && !format.is_empty() && !fits && own_format != format {
            return self.wrong_type(outcome, at, "format", format, own_format);
        }
        let numeric = types.iter().any(|name| matches!(*name, "number" | "integer"));
        if formatted && !format.is_empty() && !numeric || fits {
            outcome.matched += 1;
            return;
        }
        self.wrong_type(outcome, at, "type", &types.join(","), type_);
    }

    /// Checks lengths and pattern; only the first failure is reported.
    fn string(&self, outcome: &mut ValidationOutcome, at: &At<'_>, text: &str, validation: &ValueValidation) {
        let length = || i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        let mut fail = |keyword, fault| self.report.fail(outcome, at, keyword, go::quote(text), fault);
        if let Some(limit) = validation.max_length.filter(|limit| length() > *limit) {
            return fail("maxLength", ValueFaultKind::TooLong(limit));
        }
        if let Some(limit) = validation.min_length.filter(|limit| length() < *limit) {
            return fail("minLength", ValueFaultKind::TooShort(limit));
        }
        if !validation.pattern.is_empty()
            && let Err(wanted) = self.rules.patterns.search(&validation.pattern, text)
        {
            let fault = ValueFaultKind::Pattern(validation.pattern.to_string());
            let words = format!("should match '{wanted}'");
            self.report
                .fail_in_words(outcome, at, "pattern", go::quote(text), fault, &words);
        }
    }

    fn items(
        &self,
        outcome: &mut ValidationOutcome,
        node: SchemaNode<'_>,
        at: &At<'_>,
        items: &[Value],
        old: Option<&Value>,
        known: ValidParts<'_>,
    ) {
        if let Some(schema) = node.items() {
            let correlated = CorrelatedList::of(node.structural(), old);
            let known = known.items();
            for (index, item) in items.iter().enumerate() {
                if known.is_valid(item) {
                    continue;
                }
                let old = correlated.old_of(item);
                outcome.merge(self.ratcheted(schema, &at.index(index), item, old, known));
            }
        }
        if let Some(validation) = node.validation() {
            self.list_limits(outcome, at, items, validation);
        }
    }

    fn members(
        &self,
        outcome: &mut ValidationOutcome,
        node: SchemaNode<'_>,
        at: &At<'_>,
        members: &Map<String, Value>,
        old: Option<&Value>,
        known: ValidParts<'_>,
    ) {
        for (key, value) in members {
            let known = known.member(key);
            if known.is_valid(value) {
                continue;
            }
            let old = old.and_then(|old| old.get(key));
            if let Some(schema) = node.property(key) {
                // Old and new were converted to the same type, so a change would never be noticed.
                let old = old.filter(|_| !(at.is_root() && matches!(key.as_str(), "apiVersion" | "kind")));
                outcome.merge(self.ratcheted(schema, &at.property(key), value, old, known));
            } else if node.closed(self.rules.purpose) {
                self.forbidden_member(outcome, at, key);
            } else if let Some(schema) = node.additional() {
                outcome.merge(self.ratcheted(schema, &at.member(key), value, old, known));
            }
        }
        if let Some(validation) = node.validation() {
            self.object_limits(outcome, at, members, validation);
        }
    }

    fn forbidden_member(&self, outcome: &mut ValidationOutcome, at: &At<'_>, key: &str) {
        let message = format!("{}.{key} in body is a forbidden property", at.name());
        self.report
            .say(outcome, at, "additionalProperties", go::quote(key), message);
    }

    fn enumeration(
        &self,
        outcome: &mut ValidationOutcome,
        at: &At<'_>,
        value: &Value,
        validation: Option<&ValueValidation>,
    ) {
        let Some(members) = validation.and_then(|validation| validation.enum_.as_deref()) else {
            return;
        };
        if members.is_empty() || members.iter().any(|member| is_enum_member(value, member)) {
            return;
        }
        let supported: Vec<String> = members
            .iter()
            .map(|member| match member {
                Value::String(text) => go::quote(text),
                other => go::quote(&go::json(other)),
            })
            .collect();
        let printed: Vec<String> = members.iter().map(go::verb_v).collect();
        let words = format!("should be one of [{}]", printed.join(" "));
        let value = bad_value(value, self.rules.version);
        let fault = ValueFaultKind::Enum(supported);
        self.report
            .fail_in_words(outcome, at, "enum", value, fault, &words);
    }

    fn wrong_type(
        &self,
        outcome: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        wanted: &str,
        found: &str,
    ) {
        let fault = ValueFaultKind::Type(wanted.to_owned());
        self.report.fail(outcome, at, keyword, go::quote(found), fault);
    }
}

#[cfg(test)]
mod tests;
