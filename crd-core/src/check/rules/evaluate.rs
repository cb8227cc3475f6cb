//! Evaluates single expressions over an object, for tools that show the result of a rule.

use crd_cel::eval::{DataSchema, Explanation, Program, Run, Value};
use crd_cel::{Checked, Purpose};
use serde_json::Value as Json;

use super::scope::RuleScope;
use crate::model::field::ExpressionError;
use crate::model::schema::JsonSchemaProps;
use crate::server::cel::{
    Compiler, ExpressionOrigin, OldSelf, RuleContext, SelfKind, data_schema, instantiable,
};

/// An expression over the values at a node of a schema, ready to run.
#[derive(Debug)]
pub struct Expression {
    program: Program,
    data: DataSchema,
    old_self: OldSelf,
    server: u8,
}

/// The result of evaluating an [`Expression`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evaluation {
    /// The value, such as `int(3)` or `[bool(true), "a"]`; or the server's error message.
    pub value: Result<String, String>,
    /// The cost, in the server's units.
    pub cost: u64,
}

impl Expression {
    /// Compiles an expression over the values of `schema` in the environment of stored rules.
    pub fn compile(
        scope: &RuleScope,
        schema: &JsonSchemaProps,
        kind: SelfKind,
        source: &str,
        old_self: OldSelf,
    ) -> Result<Option<Self>, ExpressionError> {
        Self::planned(scope, schema, kind, source, old_self, Program::new)
    }

    /// Compiles like [`compile`](Self::compile), for [`explain`](Self::explain).
    pub fn explaining(
        scope: &RuleScope,
        schema: &JsonSchemaProps,
        kind: SelfKind,
        source: &str,
        old_self: OldSelf,
    ) -> Result<Option<Self>, ExpressionError> {
        Self::planned(scope, schema, kind, source, old_self, Program::explaining)
    }

    fn planned(
        scope: &RuleScope,
        schema: &JsonSchemaProps,
        kind: SelfKind,
        source: &str,
        old_self: OldSelf,
        plan: fn(&Checked<'_>, &[&str], u8) -> Program,
    ) -> Result<Option<Self>, ExpressionError> {
        let compiler: Compiler<'_> = scope.compiler();
        let context = RuleContext {
            old_self,
            origin: ExpressionOrigin::Stored,
        };
        let checked = compiler
            .check(source, context)
            .map_err(|issues| ExpressionError::issues(Purpose::Rule, issues))?;
        instantiable(&checked, Purpose::Rule)?;
        let Some(data) = data_schema(schema, kind) else {
            return Ok(None);
        };
        Ok(Some(Expression {
            program: plan(&checked, &["self", "oldSelf"], scope.server_minor()),
            data,
            old_self,
            server: scope.server_minor(),
        }))
    }

    /// Wraps the old value in an optional. Until 1.36 an optional hides the schema of its value (EVAL-24).
    fn old_in_optional<'a>(&'a self, old: &'a Json) -> Value<'a> {
        if self.server <= 36 {
            self.data.in_optional(old)
        } else {
            self.data.value(old)
        }
    }

    /// Evaluates it over an object and, for an update, the old object.
    pub fn evaluate(&self, object: &Json, old: Option<&Json>, limit: u64) -> Evaluation {
        let run = self.run(object, old, limit);
        Evaluation {
            value: match run.value {
                Ok(Value::Error(error)) => Err(error.to_string()),
                Ok(value) => Ok(value.to_string()),
                Err(stop) => Err(stop.to_string()),
            },
            cost: run.cost,
        }
    }

    /// Evaluates it like [`evaluate`](Self::evaluate), without formatting the value.
    pub fn run<'a>(&'a self, object: &'a Json, old: Option<&'a Json>, limit: u64) -> Run<'a> {
        self.program.run(&self.variables(object, old), limit)
    }

    /// Evaluates it like [`evaluate`](Self::evaluate) and returns the result of each subexpression, if it was compiled
    /// by [`explaining`](Self::explaining).
    pub fn explain(&self, object: &Json, old: Option<&Json>, limit: u64) -> Explanation {
        self.program.explain(&self.variables(object, old), limit)
    }

    fn variables<'a>(&'a self, object: &'a Json, old: Option<&'a Json>) -> [Value<'a>; 2] {
        let old = match (old, self.old_self) {
            (Some(old), OldSelf::Optional) => Value::some(self.old_in_optional(old)),
            (None, OldSelf::Optional) => Value::Optional(None),
            (Some(old), OldSelf::Value) => self.data.value(old),
            (None, OldSelf::Value) => Value::error("no such attribute(s): oldSelf"),
        };
        [self.data.value(object), old]
    }
}
