//! Compiles the rules of one node, estimates their costs and compares these with the limits.
//!
//! ```text
//! x-kubernetes-validations: [{rule: self.replica > 0}]
//! ->  CEL-13  …x-kubernetes-validations[0].rule: Invalid value: … compilation failed: ERROR: <input>:1:5: undefined field
//! ```

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use crd_cel::cost::{Cost, estimate};
use crd_cel::literal::instantiate;
use crd_cel::{Checked, CompatVersion, Env, IssueKind, Issues, PanicCause, Purpose, TypeId, TypeStore};

use super::budget::{CostBudget, EXPRESSION_LIMIT, over_limit};
use super::context::{CelContext, NoTypes};
use super::declared::{DeclId, DeclaredTypes, Sizes};
use super::environment::{OldSelf, SELF_TYPE};
use super::known_rules::{NodeKey, RuleCosts};
use super::parsed::parsed;
use crate::KubeVersion;
use crate::go;
use crate::model::field::{Cause, ErrorType, ExpressionError, FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::model::schema::ValidationRule;
use crate::server::server_panic::ServerPanic;

/// The properties of a request that change the checks on rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleOptions<'o> {
    /// Every `rule` of the old object; these compile in the environment of stored expressions.
    pub(crate) stored_rules: &'o BTreeSet<String>,
    /// Every `messageExpression` of the old object.
    pub(crate) stored_messages: &'o BTreeSet<String>,
    /// Whether an expression may exceed the cost limit, because the schema has not changed.
    pub(crate) suppress_expression_cost: bool,
    /// The part of the schema whose values the server cannot correlate with those of an old object.
    pub(crate) uncorrelatable: Option<&'o Path<'o>>,
}

impl RuleOptions<'_> {
    /// Options for a new CRD.
    pub(crate) const NEW: RuleOptions<'static> = RuleOptions {
        stored_rules: &BTreeSet::new(),
        stored_messages: &BTreeSet::new(),
        suppress_expression_cost: false,
        uncorrelatable: None,
    };

    /// Whether no expression is compiled in the environment of stored ones.
    fn are_all_new(&self) -> bool {
        self.stored_rules.is_empty() && self.stored_messages.is_empty()
    }
}

/// The result of compiling a rule.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// Cost of one evaluation, if the rule compiles.
    pub(crate) cost: Option<Cost>,
    /// The reason why it does not compile.
    pub(crate) error: Option<ExpressionError>,
    pub(crate) message_cost: Option<Cost>,
    pub(crate) message_error: Option<ExpressionError>,
    pub(crate) uses_old_self: bool,
}

impl Compiled {
    /// Returns the panic of the server on the rule or its message.
    fn panic(&self, path: &Path<'_>) -> Option<ServerPanic> {
        let of_rule = self.error.as_ref().and_then(panic_reason);
        let of_message = || self.message_error.as_ref().and_then(panic_reason);
        let (member, rule, reason) = match of_rule {
            Some(reason) => ("rule", rules::CEL_13, reason),
            None => ("messageExpression", rules::CEL_14, of_message()?),
        };
        Some(ServerPanic {
            rule,
            field: path.child(member).to_field_path(),
            reason,
        })
    }
}

/// Returns the reason why the server's code panics on an expression; `None` if it only rejects it.
pub(super) fn panic_reason(error: &ExpressionError) -> Option<String> {
    let issue = error.causes().first().copied()?;
    Some(String::from(match issue.kind {
        IssueKind::ServerPanic(PanicCause::OptionalEntry) => {
            "an entry with `?` must be an optional, and this is `dyn`"
        }
        IssueKind::ServerPanic(_) => "it looks for a literal format string",
        _ => return None,
    }))
}

/// Checks the rules of the node at `path`. The error is a panic of the server, with its place and reason.
pub(crate) fn compile_rules(
    context: &CelContext<'_, '_>,
    path: &Path<'_>,
    options: &RuleOptions<'_>,
    budget: &mut CostBudget,
    errors: &mut Vec<FieldError>,
) -> Result<(), ServerPanic> {
    let path = path.child("x-kubernetes-validations");
    let types = match context.types() {
        None => return Ok(()),
        Some(Ok(types)) => types,
        Some(Err(NoTypes::ServerPanics)) => {
            return Err(ServerPanic {
                rule: rules::CEL_10,
                field: path.to_field_path(),
                reason: String::from("the server looks for the type of a part of the schema that has none"),
            });
        }
        Some(Err(NoTypes::NotDeclarable)) => {
            let detail = "internal error: failed to construct type information for x-kubernetes-validations rules: \
                          unable to convert structural schema to CEL declarations";
            errors.push(FieldError::new(rules::CEL_10, ErrorType::Internal, &path, detail));
            return Ok(());
        }
    };
    let Some(decl) = types.decl else {
        let detail = "failed to convert to declType for CEL validation rules";
        errors.push(FieldError::new(rules::CEL_11, ErrorType::Internal, &path, detail));
        return Ok(());
    };
    let rules = context.schema().rules();
    let occurrences = context.occurrences(types.declared.shortest(decl));
    let mut judge = |index: usize, rule: &ValidationRule, judged: JudgedRule| {
        let at = RulePlace {
            path: &path.index(index),
            occurrences,
        };
        judge(rule, judged, &at, options, budget, errors);
    };
    let key = options
        .are_all_new()
        .then(|| NodeKey::new(rules, &types.declared, decl, context.version()))
        .flatten();
    if let Some(known) = key.as_ref().and_then(NodeKey::known) {
        for (index, (rule, costs)) in rules.iter().zip(&*known).enumerate() {
            judge(index, rule, JudgedRule::from(*costs));
        }
        return Ok(());
    }
    let compiler = Compiler::new(&types.declared, decl, context.version());
    let mut all = Vec::with_capacity(rules.len());
    for (index, rule) in rules.iter().enumerate() {
        let compiled = compiler.compile(rule, options);
        if let Some(panic) = compiled.panic(&path.index(index)) {
            return Err(panic);
        }
        let judged = JudgedRule::from(compiled);
        all.extend(judged.compiles().then_some(judged.costs));
        judge(index, rule, judged);
    }
    if let Some(key) = key.filter(|_| all.len() == rules.len()) {
        key.keep(all);
    }
    Ok(())
}

/// What the server finds in a rule.
#[derive(Debug, Default)]
struct JudgedRule {
    costs: RuleCosts,
    error: Option<ExpressionError>,
    message_error: Option<ExpressionError>,
}

impl JudgedRule {
    fn compiles(&self) -> bool {
        self.error.is_none() && self.message_error.is_none()
    }
}

impl From<RuleCosts> for JudgedRule {
    fn from(costs: RuleCosts) -> Self {
        JudgedRule {
            costs,
            ..JudgedRule::default()
        }
    }
}

impl From<Compiled> for JudgedRule {
    fn from(compiled: Compiled) -> Self {
        JudgedRule {
            costs: RuleCosts {
                cost: compiled.cost.map_or(0, |cost| cost.total.max),
                message_cost: compiled.message_cost.map(|cost| cost.total.max),
                uses_old_self: compiled.uses_old_self,
            },
            error: compiled.error,
            message_error: compiled.message_error,
        }
    }
}

/// The place of a rule, and how often its node may occur in an object.
struct RulePlace<'p> {
    path: &'p Path<'p>,
    occurrences: u64,
}

fn judge(
    rule: &ValidationRule,
    judged: JudgedRule,
    at: &RulePlace<'_>,
    options: &RuleOptions<'_>,
    budget: &mut CostBudget,
    errors: &mut Vec<FieldError>,
) {
    let path = at.path;
    let (at_rule, at_message) = (path.child("rule"), path.child("messageExpression"));
    let cost = judged.costs.cost.saturating_mul(at.occurrences);
    if !options.suppress_expression_cost {
        let costs = (cost, EXPRESSION_LIMIT);
        over_limit(rules::CEL_12, &at_rule, "estimated rule cost", costs, errors);
    }
    budget.spend_rule(&at_rule, cost);
    if let Some(error) = judged.error {
        errors.push(does_not_compile(rules::CEL_13, &at_rule, rule, error));
    }
    if let Some(error) = judged.message_error {
        errors.push(does_not_compile(rules::CEL_14, &at_message, rule, error));
    } else if let Some(cost) = judged.costs.message_cost {
        // The message is created once, independently of how often the rule fails.
        if !options.suppress_expression_cost {
            over_limit(
                rules::CEL_15,
                &at_message,
                "estimated messageExpression cost",
                (cost, EXPRESSION_LIMIT),
                errors,
            );
        }
        budget.spend(&at_message, cost);
    }
    if judged.costs.uses_old_self {
        if let Some(uncorrelatable) = options.uncorrelatable.map(Path::to_field_path) {
            let detail = format!(
                "oldSelf cannot be used on the uncorrelatable portion of the schema within {uncorrelatable}"
            );
            errors.push(
                FieldError::invalid(rules::CEL_20, &at_rule, go::quote(&rule.rule), detail)
                    .with_related(uncorrelatable, "values below cannot be found in the old object"),
            );
        }
    } else if let Some(optional) = rule.optional_old_self {
        let detail = "may not be set if oldSelf is not used in rule";
        let at = path.child("optionalOldSelf");
        errors.push(FieldError::invalid(
            rules::CEL_21,
            &at,
            optional.to_string(),
            detail,
        ));
    }
}

fn does_not_compile(
    id: RuleId,
    path: &Path<'_>,
    rule: &ValidationRule,
    error: ExpressionError,
) -> FieldError {
    FieldError::invalid(id, path, rule.go_json(), error.to_string()).with_cause(Cause::Expression(error))
}

/// Compiles the rules of one node.
pub(crate) struct Compiler<'t> {
    declared: &'t DeclaredTypes,
    decl: DeclId,
    version: KubeVersion,
    own: OnceCell<RuleEnvironment>,
}

/// An environment with only the types of one node, named after their place below it: `selfType1.listeners.@idx`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuleEnvironment {
    /// The types, and the version of the environment. It declares no variables.
    pub env: Env,
    /// The type of `self`, and that of `oldSelf` in most rules.
    pub self_type: TypeId,
    /// The type of `oldSelf` in rules with `optionalOldSelf: true`.
    pub optional_self_type: TypeId,
}

/// The context in which an expression is checked, besides the type of `self`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RuleContext {
    pub(crate) old_self: OldSelf,
    pub(crate) origin: ExpressionOrigin,
}

impl RuleContext {
    fn of(rule: &ValidationRule, origin: ExpressionOrigin) -> Self {
        let old_self = match rule.optional_old_self {
            Some(true) => OldSelf::Optional,
            _ => OldSelf::Value,
        };
        RuleContext { old_self, origin }
    }
}

#[cfg(feature = "eval")]
impl RuleContext {
    /// Returns the context of a rule that a server has stored.
    pub(super) fn stored(rule: &ValidationRule) -> Self {
        RuleContext::of(rule, ExpressionOrigin::Stored)
    }
}

/// The origin of an expression, which determines the environment in which it is compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ExpressionOrigin {
    /// The request adds it: it is compiled with the functions of the server's compatibility version.
    #[default]
    New,
    /// The old object has it: it is compiled with all functions of the server.
    Stored,
}

impl ExpressionOrigin {
    fn of(expression: &str, stored: &BTreeSet<String>) -> Self {
        if stored.contains(expression) {
            ExpressionOrigin::Stored
        } else {
            ExpressionOrigin::New
        }
    }
}

impl<'t> Compiler<'t> {
    pub(crate) fn new(declared: &'t DeclaredTypes, decl: DeclId, version: KubeVersion) -> Self {
        Compiler {
            declared,
            decl,
            version,
            own: OnceCell::new(),
        }
    }

    pub(crate) fn compile(&self, rule: &ValidationRule, options: &RuleOptions<'_>) -> Compiled {
        let mut compiled = Compiled::default();
        if rule.rule.trim().is_empty() {
            return compiled;
        }
        let mut context = RuleContext::of(rule, ExpressionOrigin::of(&rule.rule, options.stored_rules));
        let checked = self.check_as(&rule.rule, context, Purpose::Rule);
        let checked = checked.and_then(|checked| {
            compiled.uses_old_self = uses_old_self(&checked);
            instantiable(&checked, Purpose::Rule)?;
            Ok(checked)
        });
        match checked {
            Ok(checked) => compiled.cost = Some(self.estimate(&checked)),
            Err(error) => compiled.error = Some(error),
        }
        if compiled.error.is_none() && !rule.message_expression.is_empty() {
            context.origin = ExpressionOrigin::of(&rule.message_expression, options.stored_messages);
            match self.message(&rule.message_expression, context) {
                Ok(checked) => compiled.message_cost = Some(self.estimate(&checked)),
                Err(error) => compiled.message_error = Some(error),
            }
        }
        compiled
    }

    /// Returns the reason why a rule that is already stored would not run.
    #[cfg(not(feature = "eval"))]
    pub(super) fn error_when_stored(&self, rule: &ValidationRule) -> Option<ExpressionError> {
        if rule.rule.trim().is_empty() {
            return None;
        }
        let context = RuleContext::of(rule, ExpressionOrigin::Stored);
        let checked = self.check_as(&rule.rule, context, Purpose::Rule);
        checked
            .and_then(|checked| instantiable(&checked, Purpose::Rule))
            .err()
    }

    pub(super) fn message(&self, source: &str, context: RuleContext) -> Result<Checked<'_>, ExpressionError> {
        let purpose = Purpose::MessageExpression;
        let checked = self.check_as(source, context, purpose)?;
        instantiable(&checked, purpose)?;
        Ok(checked)
    }

    /// Checks an expression and the type of its value.
    pub(super) fn check_as(
        &self,
        source: &str,
        context: RuleContext,
        purpose: Purpose,
    ) -> Result<Checked<'_>, ExpressionError> {
        let checked = self
            .check(source, context)
            .map_err(|issues| ExpressionError::issues(purpose, issues))?;
        match checked.wrong_result(purpose) {
            Some(issue) => Err(ExpressionError::wrong_result(purpose, issue)),
            None => Ok(checked),
        }
    }

    /// Returns the types below the node, and that of `self`.
    pub(crate) fn types(&self) -> (&TypeStore, TypeId) {
        let own = self.own();
        (own.env.types(), own.self_type)
    }

    fn own(&self) -> &RuleEnvironment {
        self.own.get_or_init(|| self.environment_of_node())
    }

    /// Creates an environment with the types of the node.
    pub(crate) fn environment_of_node(&self) -> RuleEnvironment {
        let mut env = Env::new(self.version.compatibility());
        let self_type = self.declared.register(self.decl, env.types_mut(), SELF_TYPE);
        let optional_self_type = env.types_mut().optional(self_type);
        RuleEnvironment {
            env,
            self_type,
            optional_self_type,
        }
    }

    pub(crate) fn check(&self, source: &str, context: RuleContext) -> Result<Checked<'_>, Issues> {
        if let Some(checked) = self.check_in_common(source, context) {
            return Ok(checked);
        }
        let own = self.own();
        let old_self = match context.old_self {
            OldSelf::Optional => own.optional_self_type,
            OldSelf::Value => own.self_type,
        };
        let version = self.environment(context.origin);
        let variables = [("self", own.self_type), ("oldSelf", old_self)];
        match parsed(source, version) {
            Ok(ast) => own.env.check_as(Arc::unwrap_or_clone(ast), version, &variables),
            Err(issues) => Err(own.env.with_meant_fields(issues, version, &variables)),
        }
    }

    /// Checks an expression against the types that all nodes share. Their names differ from the server's, so
    /// a mistake returns `None` and its text comes from a second check.
    fn check_in_common(&self, source: &str, context: RuleContext) -> Option<Checked<'t>> {
        if context.old_self == OldSelf::Optional || source.contains(SELF_TYPE) {
            return None;
        }
        let common = self.declared.registered();
        let ty = common.type_of(self.decl)?;
        let version = self.environment(context.origin);
        let ast = Arc::unwrap_or_clone(parsed(source, version).ok()?);
        common
            .env()
            .check_as(ast, version, &[("self", ty), ("oldSelf", ty)])
            .ok()
    }

    /// Returns the environment in which an expression is compiled.
    fn environment(&self, origin: ExpressionOrigin) -> CompatVersion {
        match origin {
            ExpressionOrigin::Stored => self.version.stored_compatibility(),
            ExpressionOrigin::New => self.version.compatibility(),
        }
    }

    pub(crate) fn estimate(&self, checked: &Checked<'_>) -> Cost {
        let sizes = Sizes {
            declared: self.declared,
            root: self.decl,
        };
        estimate(checked, &sizes, self.version.compatibility())
    }
}

/// Fails if the server cannot create a program from an expression that is otherwise correct.
pub(crate) fn instantiable(checked: &Checked<'_>, purpose: Purpose) -> Result<(), ExpressionError> {
    instantiate(checked).map_err(|error| ExpressionError::program(purpose, error))
}

/// Checks whether any name in the expression is `oldSelf`.
pub(crate) fn uses_old_self(checked: &Checked<'_>) -> bool {
    checked.uses_variable("oldSelf")
}
