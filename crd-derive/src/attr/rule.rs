//! `rule("…", message = "…")` and kube's `validation = Rule::new("…").message("…")`.

use quote::ToTokens as _;
use syn::{Expr, ExprCall, ExprMethodCall};

use super::keys::rule as part;
use super::literal::{self, literal};
use super::meta::{Arg, Meta, MetaValue};
use super::unquoted::source_of;
use super::validation::ConstantValue;
use super::when::{self, When};
use super::{keys, meta, reject, value};
use crate::errors::{Errors, report};
use crate::rust_type;
use crate::spanned::Spanned;
use crate::suggest::did_you_mean;

/// A rule of `x-kubernetes-validations`.
#[derive(Clone)]
pub(crate) struct CelRule {
    /// Empty for a constant.
    pub(crate) rule: Spanned<String>,
    /// `rule(RULE)`: only the compiler knows the expression, so it is compiled when the CRD is generated.
    pub(crate) rule_constant: Option<ConstantValue>,
    pub(crate) message: Option<Spanned<String>>,
    /// `message = MESSAGE`.
    pub(crate) message_constant: Option<ConstantValue>,
    pub(crate) message_expression: Option<Spanned<String>>,
    pub(crate) reason: Option<Spanned<String>>,
    pub(crate) field_path: Option<Spanned<String>>,
    pub(crate) optional_old_self: Option<Spanned<bool>>,
    /// The channels and feature gates with which it holds.
    pub(crate) when: When,
}

/// CEL-06: the reasons that the server accepts.
const REASONS: &[(&str, &str)] = &[
    ("FieldValueInvalid", "FieldValueInvalid"),
    ("FieldValueForbidden", "FieldValueForbidden"),
    ("FieldValueRequired", "FieldValueRequired"),
    ("FieldValueDuplicate", "FieldValueDuplicate"),
];

impl CelRule {
    fn new(rule: Spanned<String>) -> Self {
        CelRule {
            rule,
            rule_constant: None,
            message: None,
            message_constant: None,
            message_expression: None,
            reason: None,
            field_path: None,
            optional_old_self: None,
            when: When::default(),
        }
    }

    /// Whether `oldSelf` is optional, if the rule says so.
    pub(crate) fn old_is_optional(&self) -> Option<bool> {
        self.optional_old_self.as_ref().map(|given| given.value)
    }

    /// Parses one `rule`, `root_rule` or `validation` attribute.
    pub(crate) fn parse(cx: &Errors, meta: &Meta) -> Option<CelRule> {
        let expected = || format!("`{}(\"self.a <= self.b\", message = \"…\")`", meta.name);
        match &meta.value {
            MetaValue::Expr(expr) => CelRule::from_expr(cx, meta, expr),
            MetaValue::List(arguments)
                if let [Arg::Expr(builder)] = arguments.as_slice()
                    && is_builder_of_kube(builder) =>
            {
                CelRule::from_expr(cx, meta, builder)
            }
            MetaValue::List(arguments) => match arguments.split_first() {
                Some((first, parts)) if let Some(mut rule) = CelRule::from_first(cx, first) => {
                    for argument in parts {
                        rule.take_part(cx, argument);
                    }
                    Some(rule)
                }
                _ => value::wrong_text(cx, meta, &expected()),
            },
            _ => value::wrong(cx, meta, &expected()),
        }
    }

    /// Parses the expression of a rule, before its parts: a string literal or a constant.
    fn from_first(cx: &Errors, first: &Arg) -> Option<CelRule> {
        let expr = match first {
            Arg::Expr(expr) => expr,
            Arg::Meta(Meta {
                ident,
                value: MetaValue::Expr(literal!(Str(text))),
                ..
            }) => {
                report!(cx, ident => ATTRIBUTE_VALUE,
                    "the expression of a rule has no name: write `{}` without `{ident} =`", text.token());
                return Some(CelRule::new(value::string_literal(text)));
            }
            Arg::Meta(Meta {
                ident,
                value: MetaValue::Flag,
                ..
            }) => {
                return Some(CelRule::of_constant(&meta::ident_expr(ident.clone())));
            }
            Arg::Meta(_) | Arg::Group(_) => return None,
        };
        match value::text_of(expr) {
            Some(text) => Some(CelRule::new(text)),
            None => literal::is_constant_expression(expr).then(|| CelRule::of_constant(expr)),
        }
    }

    fn of_constant(expr: &Expr) -> CelRule {
        CelRule {
            rule_constant: Some(ConstantValue::text(keys::RULE, expr)),
            ..CelRule::new(Spanned::new(String::new(), expr))
        }
    }

    fn take_part(&mut self, cx: &Errors, argument: &Arg) {
        let Arg::Meta(meta) = argument else {
            let text = match argument {
                Arg::Expr(expr) => value::text_of(expr).map(|_| source_of(expr.to_token_stream())),
                _ => None,
            };
            let text = text.as_deref().unwrap_or("\"…\"");
            if text.contains("self") {
                report!(cx, argument => ATTRIBUTE_MALFORMED,
                    "a rule has one expression: write the next one as `rule({text})`");
                return;
            }
            report!(cx, argument => ATTRIBUTE_MALFORMED,
                "what follows the expression of a rule has a name: write `message = {text}`");
            return;
        };
        if let when::Taken::Yes = self.when.take(cx, meta) {
            return;
        }
        let is_repeated = match meta.name.as_str() {
            part::MESSAGE => match &meta.value {
                MetaValue::Expr(expr)
                    if value::text_of(expr).is_none() && literal::is_constant_expression(expr) =>
                {
                    let constant = Some(ConstantValue::text(part::MESSAGE, expr));
                    self.message.is_some() | replace(&mut self.message_constant, constant)
                }
                _ => self.message_constant.is_some() | replace(&mut self.message, value::string(cx, meta)),
            },
            part::MESSAGE_EXPRESSION => replace(&mut self.message_expression, value::string(cx, meta)),
            part::FIELD_PATH => replace(&mut self.field_path, value::string(cx, meta)),
            part::REASON => {
                let reason = value::word(cx, meta, REASONS).map(|reason| Spanned {
                    value: reason.value.to_owned(),
                    tokens: reason.tokens,
                });
                replace(&mut self.reason, reason)
            }
            part::OPTIONAL_OLD_SELF => {
                // The rule is written for the value that is meant.
                let given = value::flag(cx, meta).unwrap_or(true);
                replace(
                    &mut self.optional_old_self,
                    Some(Spanned::new(given, &meta.ident)),
                )
            }
            name => {
                reject::unknown_part(cx, meta, "a rule", part::ALL);
                let letters = |name: &str| name.replace('_', "").to_ascii_lowercase();
                if letters(name) == letters(part::OPTIONAL_OLD_SELF) {
                    self.optional_old_self = Some(Spanned::new(true, &meta.ident));
                }
                false
            }
        };
        if is_repeated {
            reject::report_repeated(cx, meta);
        }
    }

    /// Parses kube's spellings: `"cel"`, `("cel", "message")`, `Rule::new("cel").message("…")`.
    fn from_expr(cx: &Errors, meta: &Meta, expr: &Expr) -> Option<CelRule> {
        match expr {
            literal!(Str(text)) => Some(CelRule::new(value::string_literal(text))),
            Expr::Path(_) => Some(CelRule::of_constant(expr)),
            Expr::Tuple(tuple) => {
                let texts: Vec<_> = tuple.elems.iter().filter_map(string).collect();
                match texts.as_slice() {
                    [rule, message] => Some(CelRule {
                        message: Some(message.clone()),
                        ..CelRule::new(rule.clone())
                    }),
                    _ => value::wrong(cx, meta, "`(\"rule\", \"message\")`"),
                }
            }
            Expr::Call(ExprCall { args, .. }) => match args.first().and_then(string) {
                Some(rule) if args.len() == 1 => Some(CelRule::new(rule)),
                _ => value::wrong(cx, meta, "`Rule::new(\"…\")`"),
            },
            Expr::MethodCall(call) => {
                let mut rule = CelRule::from_expr(cx, meta, &call.receiver)?;
                rule.take_method(cx, call);
                Some(rule)
            }
            _ => value::wrong_text(cx, meta, &format!("`{}(\"…\", message = \"…\")`", meta.name)),
        }
    }

    fn take_method(&mut self, cx: &Errors, call: &ExprMethodCall) {
        let argument = call.args.first();
        let text = argument.and_then(string);
        match (call.method.to_string().as_str(), argument) {
            (part::MESSAGE, Some(Expr::Call(inner))) => {
                let text = inner.args.first().and_then(string);
                let is_expression = matches!(&*inner.func, Expr::Path(path) if rust_type::last_segment(&path.path) == "Expression");
                if is_expression {
                    self.message_expression = text;
                } else {
                    self.message = text;
                }
            }
            (part::MESSAGE, _) if text.is_some() => self.message = text,
            (part::FIELD_PATH, _) if text.is_some() => self.field_path = text,
            (part::REASON, Some(Expr::Path(path))) => {
                self.reason = Some(Spanned::new(rust_type::last_segment(&path.path), path));
            }
            (part::OPTIONAL_OLD_SELF, Some(literal!(Bool(value)))) => {
                self.optional_old_self = Some(Spanned::new(value.value, &call.method));
            }
            (other, _) => {
                let hint = did_you_mean(other, part::ALL.iter().copied());
                report!(cx, call.method => ATTRIBUTE_VALUE,
                    "a rule has no method `{other}(…)` with such an argument{hint}");
            }
        }
    }
}

/// Whether an expression is `Rule::new(…)`, perhaps with calls of methods.
fn is_builder_of_kube(expr: &Expr) -> bool {
    match expr {
        Expr::MethodCall(call) => is_builder_of_kube(&call.receiver),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.iter().rev().nth(1).is_some_and(|segment| segment.ident == "Rule")),
        _ => false,
    }
}

/// Sets the value of a part; returns whether it was set before.
fn replace<T>(part: &mut Option<T>, value: Option<T>) -> bool {
    std::mem::replace(part, value).is_some()
}

/// Parses a string literal, also with a conversion such as `.into()`.
fn string(expr: &Expr) -> Option<Spanned<String>> {
    match expr {
        literal!(Str(text)) => Some(value::string_literal(text)),
        Expr::MethodCall(call) if call.args.is_empty() => string(&call.receiver),
        _ => None,
    }
}
