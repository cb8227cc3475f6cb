//! The compiled rules of a stored schema, and the types against which they are compiled.

use std::rc::Rc;

use crd_cel::eval::Program;
use crd_cel::{Checked, Purpose, escape};

use super::declared::{DeclId, DeclaredTypes};
use super::environment::SelfKind;
use super::rules::{Compiler, RuleContext, instantiable, uses_old_self};
use crate::KubeVersion;
use crate::model::field::ExpressionError;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// The types at a node of a schema, on the way down from its root.
#[derive(Clone, Debug)]
pub(crate) struct RuleTypes {
    declared: Rc<DeclaredTypes>,
    /// `None` if the schema has no type in CEL.
    decl: Option<DeclId>,
    version: KubeVersion,
}

/// A compiled rule.
#[derive(Clone, Debug)]
pub(crate) struct RuleProgram {
    pub(crate) program: Program,
    /// `None` if there is no `messageExpression`.
    pub(crate) message: Option<MessageProgram>,
    pub(crate) uses_old_self: bool,
}

/// A compiled `messageExpression`.
#[derive(Clone, Debug)]
pub(crate) enum MessageProgram {
    /// It compiles.
    Compiled(Box<Program>),
    /// It does not compile, so that the message of the rule is used.
    Broken,
}

impl RuleProgram {
    /// Checks whether there is a message expression that does not compile.
    pub(crate) fn message_is_broken(&self) -> bool {
        matches!(self.message, Some(MessageProgram::Broken))
    }
}

impl RuleTypes {
    /// Creates the types of a whole schema.
    pub(crate) fn root(schema: &JsonSchemaProps, kind: SelfKind, version: KubeVersion) -> Self {
        let mut declared = DeclaredTypes::new(version);
        let decl = declared.add(schema, kind);
        RuleTypes {
            declared: Rc::new(declared),
            decl,
            version,
        }
    }

    /// Returns the types of a property; `None` if expressions cannot access it, so that its rules never run.
    pub(crate) fn property(&self, name: &str, schema: &JsonSchemaProps) -> Option<Self> {
        if let Some(name) = escape(name) {
            let decl = self.declared.field(self.decl?, &name)?;
            return Some(self.at(Some(decl)));
        }
        // A name that no expression can contain has types of its own.
        let own = RuleTypes::root(schema, SelfKind::Value, self.version);
        own.decl.is_some().then_some(own)
    }

    /// Returns the types of a list's elements or of a map's values.
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
        let checked = compiler.check_as(&rule.rule, context, Purpose::Rule)?;
        instantiable(&checked, Purpose::Rule)?;
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
            uses_old_self: uses_old_self(&checked),
        }))
    }

    fn plan(&self, checked: &Checked<'_>) -> Program {
        let server = u8::try_from(self.version.minor()).unwrap_or(u8::MAX);
        Program::new(checked, &["self", "oldSelf"], server)
    }
}
