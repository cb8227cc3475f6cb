//! Checks expressions at a node of a schema, for tools, without writing them into the schema.

use std::rc::Rc;

use crd_cel::ast::Span;
use crd_cel::cost::Cost;
use crd_cel::{Checked, Purpose, Type};

use super::node::context_at;
use super::report::{ExpressionCost, expression_cost};
use crate::KubeVersion;
use crate::model::field::{ExpressionError, FieldPath};
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::server::cel::{
    CelContext, Compiler, DeclId, DeclaredTypes, ExpressionOrigin, OldSelf, RuleContext, RuleEnvironment,
    instantiable, uses_old_self,
};

/// A node of a schema that could have a rule, with the types that the rule would see.
#[derive(Debug)]
#[non_exhaustive]
pub struct RuleScope {
    declared: Rc<DeclaredTypes>,
    decl: DeclId,
    version: KubeVersion,
    /// Maximum number of occurrences of the node in an object, by the limits of the schema or by the size of a request.
    pub occurrences: u64,
    /// Whether the schema limits the occurrences.
    pub is_limited: bool,
}

/// An expression that a server could run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompiledExpression {
    /// The type of its value, as [`RuleScope::self_type`] writes types.
    pub result: String,
    /// Whether the type is `bool`, as a rule requires.
    pub is_bool: bool,
    /// Whether it uses `oldSelf`, so that it is only evaluated on updates.
    pub uses_old_self: bool,
    /// The cost of one evaluation.
    pub cost: ExpressionCost,
    /// The uses of functions that are newer than 1.28: the span in the expression, and the minor version that
    /// introduced the function.
    pub needs: Vec<(Span, u8)>,
}

impl RuleScope {
    /// Creates the scope of the node at `path`, whose first segment is the schema itself. `None` if there is no such
    /// node or it is not visible to expressions.
    pub fn new(schema: &JsonSchemaProps, path: &FieldPath, version: KubeVersion) -> Option<Self> {
        let steps = path.segments.get(1..)?;
        let mut schema = schema.clone();
        // Only nodes with rules, and nodes below them, have types.
        schema
            .at_mut(steps)?
            .x_validations
            .get_or_insert_default()
            .push(ValidationRule::default());
        let root = CelContext::root(&schema, version);
        context_at(&root, steps, &mut |context| {
            let types = context.types()?.ok()?;
            let decl = types.decl?;
            let shortest = types.declared.shortest(decl);
            Some(RuleScope {
                declared: Rc::clone(&types.declared),
                decl,
                version,
                occurrences: context.occurrences(shortest),
                is_limited: context.is_limited(),
            })
        })?
    }

    /// Compiles an expression and estimates its cost. Nothing is evaluated.
    ///
    /// # Errors
    ///
    /// The reasons why a server would reject the expression.
    pub fn compile(&self, source: &str, old_self: OldSelf) -> Result<CompiledExpression, ExpressionError> {
        let compiler = self.compiler();
        let context = RuleContext {
            old_self,
            origin: ExpressionOrigin::New,
        };
        let checked = compiler
            .check(source, context)
            .map_err(|issues| ExpressionError::issues(Purpose::Rule, issues))?;
        instantiable(&checked, Purpose::Rule)?;
        let ast = checked.ast();
        let result = ast
            .root()
            .map(|root| checked.describe(checked.type_id(root)).as_str().to_owned());
        Ok(CompiledExpression {
            result: result.unwrap_or_default(),
            is_bool: checked.result_type() == Type::Bool,
            uses_old_self: uses_old_self(&checked),
            cost: expression_cost(&compiler.estimate(&checked)),
            needs: checked
                .needs()
                .map(|(node, since)| (ast.node(node).span, since))
                .collect(),
        })
    }

    /// Returns the type environment of expressions in this scope, for tools that analyze expressions themselves.
    pub fn environment(&self) -> RuleEnvironment {
        self.compiler().environment_of_node()
    }

    /// Estimates the cost of an expression that was checked in this [`environment`](Self::environment).
    pub fn estimate(&self, checked: &Checked<'_>) -> Cost {
        self.compiler().estimate(checked)
    }

    #[cfg(feature = "eval")]
    pub(super) fn server_minor(&self) -> u8 {
        u8::try_from(self.version.minor()).unwrap_or(u8::MAX)
    }

    /// Returns the type of `self`.
    pub fn self_type(&self) -> String {
        let compiler = self.compiler();
        let (types, self_type) = compiler.types();
        types.describe(self_type).as_str().to_owned()
    }

    /// Returns the fields of `self` or, if it is a list or map of objects, of its elements: names as written in
    /// expressions, with their types.
    pub fn fields(&self) -> Vec<(String, String)> {
        let compiler = self.compiler();
        let (types, self_type) = compiler.types();
        let mut here = types.get(self_type);
        while let Type::List(element) | Type::Map(_, element) = here {
            here = types.get(element);
        }
        let Type::Object(object) = here else {
            return Vec::new();
        };
        let fields = types.object_type(object).fields().iter();
        fields
            .map(|field| (field.name.clone(), types.describe(field.ty).as_str().to_owned()))
            .collect()
    }

    pub(super) fn compiler(&self) -> Compiler<'_> {
        Compiler::new(&self.declared, self.decl, self.version)
    }
}
