//! The expansion of each macro.

use super::{Expanded, Macro, MacroRefusal, NodeMaker, Quantifier, Variables};
use crate::ast::{Ast, Comprehension, Entries, Kind, Literal, NodeId, Text};
use crate::decls;
use crate::escape::escape;
use crate::mistake::{MacroError, MeantTest};
use crate::proposal::short;

fn refuse<T>(node: NodeId, error: MacroError, message: &str) -> Expanded<T> {
    Err(MacroRefusal::Argument(node, error, message.to_owned()))
}

impl NodeMaker<'_, '_> {
    // Arguments.

    /// Returns the name if an argument is an identifier; otherwise rejects it with `message`.
    fn name(&self, arg: NodeId, message: &str) -> Expanded<Text> {
        match self.parser.ast.kind(arg) {
            Kind::Ident(name) => Ok(name),
            _ => refuse(arg, MacroError::NotAName, message),
        }
    }

    fn not_accumulator(&self, arg: NodeId, name: Text) -> Expanded<()> {
        if self.parser.ast.text(name) == "__result__" {
            let message = "iteration variable overwrites accumulator variable";
            return refuse(arg, MacroError::AccumulatorName, message);
        }
        Ok(())
    }

    fn variables(&self, first: NodeId, second: Option<NodeId>) -> Expanded<Variables> {
        let message = "argument must be a simple name";
        let first_name = self.name(first, message)?;
        let Some(second) = second else {
            self.not_accumulator(first, first_name)?;
            return Ok(Variables {
                first: first_name,
                second: None,
            });
        };
        let second_name = self.name(second, message)?;
        let text = self.parser.ast.text(first_name);
        if text == self.parser.ast.text(second_name) {
            let name = text.to_owned();
            let message = format!("duplicate variable name: {text}");
            return refuse(second, MacroError::DuplicateVariable { name }, &message);
        }
        self.not_accumulator(first, first_name)?;
        self.not_accumulator(second, second_name)?;
        Ok(Variables {
            first: first_name,
            second: Some(second_name),
        })
    }

    // The macros.

    pub(super) fn has(&mut self, arg: NodeId) -> Expanded {
        match self.parser.ast.kind(arg) {
            Kind::Select { operand, field, .. } => Ok(self.node(Kind::Select {
                operand,
                field,
                test_only: true,
            })),
            Kind::Ident(name) if always_has_a_value(&self.parser.ast, name) => {
                let name = self.parser.ast.text(name).to_owned();
                refuse(
                    arg,
                    MacroError::Variable { name },
                    "invalid argument to has() macro",
                )
            }
            _ => {
                let meant = meant_field(&self.parser.ast, arg);
                refuse(
                    arg,
                    MacroError::NotAField { meant },
                    "invalid argument to has() macro",
                )
            }
        }
    }

    pub(super) fn quantifier(
        &mut self,
        kind: Quantifier,
        target: NodeId,
        first: NodeId,
        second: Option<NodeId>,
        body: NodeId,
    ) -> Expanded {
        let variables = self.variables(first, second)?;
        let (accu_init, loop_cond, loop_step, result);
        match kind {
            Quantifier::All => {
                accu_init = self.literal(Literal::Bool(true));
                let so_far = self.accumulator();
                loop_cond = self.call(Text::NOT_STRICTLY_FALSE, &[so_far]);
                let so_far = self.accumulator();
                loop_step = self.call(Text::LOGICAL_AND, &[so_far, body]);
                result = self.accumulator();
            }
            Quantifier::Exists => {
                accu_init = self.literal(Literal::Bool(false));
                let so_far = self.accumulator();
                let not = self.call(Text::LOGICAL_NOT, &[so_far]);
                loop_cond = self.call(Text::NOT_STRICTLY_FALSE, &[not]);
                let so_far = self.accumulator();
                loop_step = self.call(Text::LOGICAL_OR, &[so_far, body]);
                result = self.accumulator();
            }
            Quantifier::ExistsOne => {
                accu_init = self.literal(Literal::Int(0));
                loop_cond = self.literal(Literal::Bool(true));
                let so_far = self.accumulator();
                let one = self.literal(Literal::Int(1));
                let more = self.call(Text::ADD, &[so_far, one]);
                let same = self.accumulator();
                loop_step = self.call(Text::CONDITIONAL, &[body, more, same]);
                let count = self.accumulator();
                let one = self.literal(Literal::Int(1));
                result = self.call(Text::EQUALS, &[count, one]);
            }
        }
        Ok(self.fold(target, variables, accu_init, loop_cond, loop_step, result))
    }

    fn fold(
        &mut self,
        iter_range: NodeId,
        variables: Variables,
        accu_init: NodeId,
        loop_cond: NodeId,
        loop_step: NodeId,
        result: NodeId,
    ) -> NodeId {
        self.comprehension(Comprehension {
            iter_range,
            iter_var: variables.first,
            iter_var2: variables.second,
            accu_var: Text::ACCUMULATOR,
            accu_init,
            loop_cond,
            loop_step,
            result,
        })
    }

    /// Appends `element` to the accumulated list if `filter` holds.
    fn collect(&mut self, filter: Option<NodeId>, element: NodeId) -> NodeId {
        let so_far = self.accumulator();
        let list = self.list(&[element]);
        let step = self.call(Text::ADD, &[so_far, list]);
        self.filtered(filter, step)
    }

    fn filtered(&mut self, filter: Option<NodeId>, step: NodeId) -> NodeId {
        let Some(filter) = filter else { return step };
        let same = self.accumulator();
        self.call(Text::CONDITIONAL, &[filter, step, same])
    }

    pub(super) fn map(
        &mut self,
        target: NodeId,
        variable: NodeId,
        filter: Option<NodeId>,
        body: NodeId,
    ) -> Expanded {
        let first = self.name(variable, "argument is not an identifier")?;
        self.not_accumulator(variable, first)?;
        let accu_init = self.list(&[]);
        let loop_cond = self.literal(Literal::Bool(true));
        let loop_step = self.collect(filter, body);
        let result = self.accumulator();
        let variables = Variables { first, second: None };
        Ok(self.fold(target, variables, accu_init, loop_cond, loop_step, result))
    }

    /// `filter` is `map` with the variable itself as the result.
    pub(super) fn filter(&mut self, target: NodeId, variable: NodeId, filter: NodeId) -> Expanded {
        self.map(target, variable, Some(filter), variable)
    }

    pub(super) fn opt_map(
        &mut self,
        kind: Macro,
        target: NodeId,
        variable: NodeId,
        body: NodeId,
    ) -> Expanded {
        let wraps = kind == Macro::OptMap;
        let name = if wraps { "optMap" } else { "optFlatMap" };
        let accu_var = self.name(
            variable,
            &format!("{name}() variable name must be a simple identifier"),
        )?;
        let has_value = self.member_call(Text::HAS_VALUE, target, &[]);
        let iter_range = self.list(&[]);
        let copy = self.copy(target)?;
        let accu_init = self.member_call(Text::VALUE, copy, &[]);
        let loop_cond = self.literal(Literal::Bool(false));
        let loop_step = self.ident(accu_var);
        let mut mapped = self.comprehension(Comprehension {
            iter_range,
            iter_var: Text::UNUSED,
            iter_var2: None,
            accu_var,
            accu_init,
            loop_cond,
            loop_step,
            result: body,
        });
        if wraps {
            mapped = self.call(Text::OPTIONAL_OF, &[mapped]);
        }
        let none = self.call(Text::OPTIONAL_NONE, &[]);
        Ok(self.call(Text::CONDITIONAL, &[has_value, mapped, none]))
    }

    pub(super) fn transform(
        &mut self,
        kind: Macro,
        target: NodeId,
        first: NodeId,
        second: NodeId,
        filter: Option<NodeId>,
        body: NodeId,
    ) -> Expanded {
        let variables = self.variables(first, Some(second))?;
        let loop_step = match kind {
            Macro::TransformList => self.collect(filter, body),
            Macro::TransformMap => {
                let so_far = self.accumulator();
                let key = self.ident(variables.first);
                let step = self.call(Text::MAP_INSERT, &[so_far, key, body]);
                self.filtered(filter, step)
            }
            _ => {
                let so_far = self.accumulator();
                let step = self.call(Text::MAP_INSERT, &[so_far, body]);
                self.filtered(filter, step)
            }
        };
        let accu_init = if kind == Macro::TransformList {
            self.list(&[])
        } else {
            self.node(Kind::Map(Entries::default()))
        };
        let loop_cond = self.literal(Literal::Bool(true));
        let result = self.accumulator();
        Ok(self.fold(target, variables, accu_init, loop_cond, loop_step, result))
    }

    pub(super) fn sort_by(&mut self, target: NodeId, variable: NodeId, key: NodeId) -> Expanded {
        let input = self.ident(Text::SORT_BY_INPUT);
        if matches!(
            self.parser.ast.kind(target),
            Kind::Literal(_) | Kind::Map(_) | Kind::Struct { .. } | Kind::Unspecified
        ) {
            let message =
                "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return refuse(target, MacroError::NotSortable, message);
        }
        let mapped = self.ident(Text::SORT_BY_INPUT);
        let keys = self.map(mapped, variable, None, key)?;
        let sorted = self.ident(Text::SORT_BY_INPUT);
        let result = self.member_call(Text::SORT_BY_KEYS, sorted, &[keys]);
        let iter_range = self.list(&[]);
        let loop_cond = self.literal(Literal::Bool(false));
        Ok(self.comprehension(Comprehension {
            iter_range,
            iter_var: Text::UNUSED,
            iter_var2: None,
            accu_var: Text::SORT_BY_INPUT,
            accu_init: target,
            loop_cond,
            loop_step: input,
            result,
        }))
    }
}

/// Whether a variable is `self`, `oldSelf`, or one of a loop.
#[cold]
fn always_has_a_value(ast: &Ast, variable: Text) -> bool {
    let name = ast.text(variable);
    matches!(name, "self" | "oldSelf") || ast.source().contains(&format!("({name},"))
}

/// Returns what to write instead of `has(field)`, `has('field')`, `has(self['field'])`, `has(self.list[0])`, `has(self.a && self.b)` and
/// `has(self.keep-alive)`.
#[cold]
fn meant_field(ast: &Ast, argument: NodeId) -> Option<MeantTest> {
    match ast.kind(argument) {
        _ if is_open(ast.source()) => field_of_open_test(ast, argument),
        Kind::Ident(name) => field_or_key("self", ast.text(name)),
        Kind::Literal(Literal::String(key)) => match ast.text(key) {
            path if path.starts_with("self.") => field_test(path.to_owned()),
            name => field_or_key("self", name),
        },
        Kind::Comprehension(_) => condition(ast.source_of(argument)),
        Kind::Call {
            function,
            target: Some(value),
            args,
        } => {
            let name = ast.text(function);
            match ast.nodes(args) {
                [_] if name == "orValue" => meant_field(ast, value),
                [key] if name == "get" => field_or_key(ast.source_of(value), ast.string_literal(*key)?),
                [] if decls::find_any(name).is_none() => field_or_key(ast.source_of(value), name),
                _ => None,
            }
        }
        _ => match ast.plain_call(argument)? {
            ("_[_]", &[value, index]) => {
                let value = ast.source_of(value);
                match ast.kind(index) {
                    Kind::Literal(Literal::String(key)) => field_or_key(value, ast.text(key)),
                    Kind::Literal(Literal::Int(0..)) => {
                        other_test(format!("`size({value}) > {}`", ast.source_of(index)))
                    }
                    _ => None,
                }
            }
            (operator @ ("_&&_" | "_||_"), operands) => each_field(ast, argument, operator, operands),
            ("_?._", _) if ast.source_of(argument).matches('?').count() == 1 => {
                field_test(ast.source_of(argument).replacen('?', "", 1))
            }
            ("_?._", _) => other_test(format!("`{}.hasValue()`", ast.source_of(argument))),
            ("_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_" | "@in", _) => {
                condition(ast.source_of(argument))
            }
            ("_-_", _) => field_with_hyphens(ast.source_of(argument)),
            _ => None,
        },
    }
}

/// Returns the test of a field, unless it is too long for a message.
fn field_test(field: String) -> Option<MeantTest> {
    Some(MeantTest::Field {
        field: short(field)?,
        key: None,
    })
}

fn other_test(meant: String) -> Option<MeantTest> {
    short(meant).map(MeantTest::Other)
}

/// Returns `has(self.keep__dash__alive)` for the name `keep-alive`, with the test of a key of this name.
fn field_or_key(value: &str, name: &str) -> Option<MeantTest> {
    let escaped = escape(name)?;
    Some(MeantTest::Field {
        field: short(format!("{value}.{escaped}"))?,
        key: (escaped != name).then(|| format!("'{name}' in {value}")),
    })
}

/// Whether an expression has more opening parentheses than closing ones.
fn is_open(source: &str) -> bool {
    source.matches('(').count() > source.matches(')').count()
}

/// Returns `has(self.a)` for `has(self.a || self.b > 1`, whose parenthesis is closed elsewhere.
fn field_of_open_test(ast: &Ast, argument: NodeId) -> Option<MeantTest> {
    let source = ast.source_of(argument);
    let field = source.get(..source.find([' ', '=', '<', '>', '!', '?', '&', '|', '+', '-'])?)?;
    let is_field = field.contains('.') && !field.ends_with(')');
    is_field.then(|| MeantTest::Other(format!("`has({field})`: its `)` is missing")))
}

/// Returns the condition in place of `has` of it.
fn condition(source: &str) -> Option<MeantTest> {
    other_test(format!("`{source}` without `has`"))
}

/// Returns `(has(self.a) && self.b > 1)` for `has(self.a && self.b > 1)`, and `(has(self.a) && has(self.b))` for `has(self.a && self.b)`, without parentheses if that is the whole expression.
fn each_field(ast: &Ast, argument: NodeId, operator: &str, operands: &[NodeId]) -> Option<MeantTest> {
    let tests: Option<Vec<String>> = operands
        .iter()
        .map(|operand| match (ast.kind(*operand), ast.source_of(*operand)) {
            (Kind::Select { test_only: false, .. }, field) => Some(format!("has({field})")),
            (Kind::Literal(_) | Kind::Ident(_), _) => None,
            (_, condition) => Some(condition.to_owned()),
        })
        .collect();
    let sign = operator.trim_matches('_');
    let meant = tests?.join(&format!(" {sign} "));
    let is_whole = ast.source().trim() == format!("has({})", ast.source_of(argument));
    other_test(if is_whole {
        format!("`{meant}`")
    } else {
        format!("`({meant})`")
    })
}

/// Returns `has(self.keep__dash__alive)` for `has(self.keep-alive)`.
fn field_with_hyphens(source: &str) -> Option<MeantTest> {
    let (value, name) = source.rsplit_once('.')?;
    let is_path = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    let is_field = is_path(source) && !value.contains('-');
    is_field.then(|| field_or_key(value, name))?
}
