//! The rules of a stored schema, ready to run, and the types that they are compiled against.

use std::rc::Rc;

use crd_cel::eval::{DataSchema, Program};
use crd_cel::{Checked, escape};

use super::data::data_schema;
use super::declared::{DeclId, Declared};
use super::rules::{Compiler, RuleContext};
use crate::KubeVersion;
use crate::model::field::ExpressionError;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// The types at a node of a schema, on the way down from its root.
#[derive(Clone, Debug)]
pub(crate) struct RuleTypes {
    declared: Rc<Declared>,
    /// `None` where the schema has no type in CEL.
    decl: Option<DeclId>,
    version: KubeVersion,
}

/// A rule, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct RuleProgram {
    pub(crate) program: Program,
    /// `None` if there is no `messageExpression`.
    pub(crate) message: Option<MessageProgram>,
    pub(crate) uses_old_self: bool,
}

/// A `messageExpression`, ready to run.
#[derive(Clone, Debug)]
pub(crate) enum MessageProgram {
    /// It runs.
    Compiled(Box<Program>),
    /// It does not compile, so that the message of the rule is used.
    Broken,
}

impl RuleProgram {
    /// Whether there is a message expression that does not compile.
    pub(crate) fn message_is_broken(&self) -> bool {
        matches!(self.message, Some(MessageProgram::Broken))
    }
}

impl RuleTypes {
    /// The types of a whole schema.
    pub(crate) fn root(schema: &JsonSchemaProps, is_resource: bool, version: KubeVersion) -> Self {
        let mut declared = Declared::new(version);
        let decl = declared.add(schema, is_resource || schema.x_embedded_resource);
        RuleTypes {
            declared: Rc::new(declared),
            decl,
            version,
        }
    }

    /// The types of a property; `None` where expressions cannot see it, so that its rules never run.
    pub(crate) fn property(&self, name: &str, schema: &JsonSchemaProps) -> Option<Self> {
        if let Some(name) = escape(name) {
            let decl = self.declared.field(self.decl?, &name)?;
            return Some(self.at(Some(decl)));
        }
        // A name that no expression can write has types of its own.
        let own = RuleTypes::root(schema, false, self.version);
        own.decl.is_some().then_some(own)
    }

    /// The types of a list's elements or of a map's values.
    pub(crate) fn element(&self) -> Self {
        let decl = self.decl.and_then(|decl| self.declared.element(decl));
        self.at(decl)
    }

    fn at(&self, decl: Option<DeclId>) -> Self {
        RuleTypes {
            decl,
            declared: Rc::clone(&self.declared),
            version: self.version,
        }
    }

    /// Compiles the rules of the node. Each is `None` if it is empty. `None` for all if the node has no type.
    pub(crate) fn compile(
        &self,
        rules: &[ValidationRule],
    ) -> Option<Vec<Result<Option<RuleProgram>, ExpressionError>>> {
        let compiler = Compiler::new(&self.declared, self.decl?, self.version);
        Some(rules.iter().map(|rule| self.rule(&compiler, rule)).collect())
    }

    fn rule(
        &self,
        compiler: &Compiler<'_>,
        rule: &ValidationRule,
    ) -> Result<Option<RuleProgram>, ExpressionError> {
        if rule.rule.trim().is_empty() {
            return Ok(None);
        }
        let context = RuleContext::stored(rule);
        let mut uses_old_self = false;
        let checked = compiler.rule(rule, context, &mut uses_old_self)?;
        let message = (!rule.message_expression.is_empty()).then(|| {
            compiler
                .message(&rule.message_expression, context)
                .map_or(MessageProgram::Broken, |checked| {
                    MessageProgram::Compiled(Box::new(self.plan(&checked)))
                })
        });
        Ok(Some(RuleProgram {
            program: self.plan(&checked),
            message,
            uses_old_self,
        }))
    }

    fn plan(&self, checked: &Checked<'_>) -> Program {
        let server = u8::try_from(self.version.minor()).unwrap_or(u8::MAX);
        Program::new(checked, &["self", "oldSelf"], server)
    }
}

/// How the values of the node become CEL values; `None` where expressions cannot see them.
pub(crate) fn data_of(schema: &JsonSchemaProps, is_resource: bool) -> Option<DataSchema> {
    data_schema(schema, is_resource)
}
