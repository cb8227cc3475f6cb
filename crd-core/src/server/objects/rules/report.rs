//! The errors of rules, with the server's texts.

use std::sync::Arc;

use serde_json::Value;

use super::compile::{CompiledRule, RuleNode, rule_at};
use crate::KubeVersion;
use crate::go;
use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, FieldPath, Origin, Path, Segment};
use crate::model::rules::{self, RuleId};
use crate::server::objects::at::At;
use crate::server::objects::bad_value::bad_value;

/// Creates the errors of one node at one position.
#[derive(Clone)]
pub(super) struct RuleErrors<'s> {
    pub(super) node: &'s RuleNode,
    pub(super) at: &'s At<'s>,
    pub(super) prefix: Option<&'s Path<'s>>,
    pub(super) version: KubeVersion,
    /// The paths of previous false rules, below which old servers report later errors (RUL-09).
    pub(super) leaked: Vec<Segment>,
}

impl RuleErrors<'_> {
    /// Records the path of a rule that is false.
    pub(super) fn leak(&mut self, rule: &CompiledRule) {
        if !self.version.has(Change::SeparateRulePaths) {
            self.leaked.extend(rule.field.iter().cloned());
        }
    }

    /// Creates the error of a rule that could not be run; it is reported at the node, independently of the rule's `fieldPath`.
    pub(super) fn at_node(&self, id: RuleId, index: usize, text: String) -> FieldError {
        let keyword = rule_at(&self.node.place, index).into();
        self.invalid(id, keyword, self.extended(&self.leaked), Some(self.type_()), text)
    }

    /// Creates the error of a rule whose message exceeded a limit.
    pub(super) fn at_field(&self, rule: &CompiledRule, text: String) -> FieldError {
        self.invalid(
            rules::RUL_12,
            rule.keyword.clone(),
            self.field(rule),
            Some(self.type_()),
            text,
        )
    }

    /// Creates the error of a rule that is false.
    pub(super) fn refused(&self, rule: &CompiledRule, value: &Value, text: String) -> FieldError {
        let printed = if !self.version.has(Change::PrintsRuleValues) {
            Some(self.type_())
        } else if matches!(&*self.node.type_, "object" | "array") {
            None
        } else {
            Some(bad_value(value, self.version))
        };
        let error = self.invalid(
            rules::RUL_04,
            rule.keyword.clone(),
            self.field(rule),
            printed,
            text,
        );
        match rule.spec.reason.as_deref() {
            Some("FieldValueForbidden") => FieldError {
                kind: ErrorType::Forbidden,
                ..error
            },
            Some("FieldValueRequired") => FieldError {
                kind: ErrorType::Required,
                ..error
            },
            Some("FieldValueDuplicate") => FieldError {
                kind: ErrorType::Duplicate,
                detail: String::new(),
                ..error
            },
            _ => error,
        }
    }

    /// Returns the type of the schema, in place of values that are not printed.
    fn type_(&self) -> String {
        go::quote(&self.node.type_)
    }

    fn field(&self, rule: &CompiledRule) -> FieldPath {
        if self.version.has(Change::SeparateRulePaths) {
            self.extended(&rule.field)
        } else {
            self.extended(&self.leaked)
        }
    }

    fn extended(&self, steps: &[Segment]) -> FieldPath {
        let mut field = self.at.field(self.prefix);
        field.segments.extend(steps.iter().cloned());
        field
    }

    /// Creates an error about the value that the rules of the node are for.
    fn invalid(
        &self,
        id: RuleId,
        keyword: Arc<FieldPath>,
        field: FieldPath,
        value: Option<String>,
        text: String,
    ) -> FieldError {
        FieldError {
            value,
            origin: Some(Box::new(Origin {
                value: self.at.field(self.prefix),
                keyword,
            })),
            ..FieldError::at(id, ErrorType::Invalid, field, text)
        }
    }
}
