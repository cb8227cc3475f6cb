//! `rule("…", message = "…")` and kube's `validation = Rule::new("…").message("…")`.

use syn::{Expr, ExprCall, ExprLit, ExprMethodCall, Lit};

use super::keys;
use super::meta::{Arg, Body, Meta};
use super::read::{self, Spanned};
use crate::codes;
use crate::context::Context;

/// A rule of `x-kubernetes-validations`.
#[derive(Clone)]
#[expect(clippy::struct_field_names, reason = "the names of the API")]
pub(crate) struct Rule {
    pub(crate) rule: Spanned<String>,
    pub(crate) message: Option<Spanned<String>>,
    pub(crate) message_expression: Option<Spanned<String>>,
    pub(crate) reason: Option<Spanned<String>>,
    pub(crate) field_path: Option<Spanned<String>>,
    pub(crate) optional_old_self: Option<bool>,
}

const REASONS: &[(&str, &str)] = &[
    ("FieldValueInvalid", "FieldValueInvalid"),
    ("FieldValueForbidden", "FieldValueForbidden"),
    ("FieldValueRequired", "FieldValueRequired"),
    ("FieldValueDuplicate", "FieldValueDuplicate"),
];

const PARTS: &[&str] = &[
    "message",
    "message_expression",
    "reason",
    "field_path",
    "optional_old_self",
];

impl Rule {
    fn new(rule: Spanned<String>) -> Self {
        Rule {
            rule,
            message: None,
            message_expression: None,
            reason: None,
            field_path: None,
            optional_old_self: None,
        }
    }

    /// Reads one `rule` or `validation` attribute.
    pub(crate) fn read(cx: &Context, meta: &Meta) -> Option<Rule> {
        let rule = match &meta.body {
            Body::Value(expr) => Rule::from_expr(cx, meta, expr),
            Body::List(arguments) => match arguments.split_first() {
                Some((
                    Arg::Expr(Expr::Lit(ExprLit {
                        lit: Lit::Str(text), ..
                    })),
                    parts,
                )) => {
                    let mut rule = Rule::new(read::text(text));
                    for part in parts {
                        rule.part(cx, part);
                    }
                    Some(rule)
                }
                _ => read::wrong(
                    cx,
                    meta,
                    &format!("`{}(\"self.a <= self.b\", message = \"…\")`", meta.name),
                ),
            },
            _ => read::wrong(
                cx,
                meta,
                &format!("`{}(\"self.a <= self.b\", message = \"…\")`", meta.name),
            ),
        }?;
        rule.check(cx);
        Some(rule)
    }

    fn part(&mut self, cx: &Context, argument: &Arg) {
        let Arg::Meta(meta) = argument else {
            cx.error(
                argument,
                codes::MALFORMED,
                "after its expression a rule takes `name = value`",
            );
            return;
        };
        let twice = match meta.name.as_str() {
            "message" => std::mem::replace(&mut self.message, read::string(cx, meta)).is_some(),
            "message_expression" => {
                std::mem::replace(&mut self.message_expression, read::string(cx, meta)).is_some()
            }
            "field_path" => std::mem::replace(&mut self.field_path, read::string(cx, meta)).is_some(),
            "reason" => {
                let reason = read::word(cx, meta, REASONS).map(|reason| Spanned {
                    value: reason.value.to_owned(),
                    tokens: reason.tokens,
                });
                std::mem::replace(&mut self.reason, reason).is_some()
            }
            "optional_old_self" => {
                std::mem::replace(&mut self.optional_old_self, read::flag(cx, meta)).is_some()
            }
            other => {
                let hint = crate::suggest::did_you_mean(other, PARTS.iter().copied());
                cx.error(
                    &meta.ident,
                    codes::UNKNOWN,
                    format!("a rule has no `{other}`{hint}"),
                );
                false
            }
        };
        if twice {
            keys::report_twice(cx, meta);
        }
    }

    /// kube's forms: `"cel"`, `("cel", "message")`, `Rule::new("cel").message("…")`.
    fn from_expr(cx: &Context, meta: &Meta, expr: &Expr) -> Option<Rule> {
        match expr {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text), ..
            }) => Some(Rule::new(read::text(text))),
            Expr::Tuple(tuple) => {
                let texts: Vec<_> = tuple.elems.iter().filter_map(string).collect();
                match texts.as_slice() {
                    [rule, message] => Some(Rule {
                        message: Some(message.clone()),
                        ..Rule::new(rule.clone())
                    }),
                    _ => read::wrong(cx, meta, "`(\"rule\", \"message\")`"),
                }
            }
            Expr::Call(ExprCall { args, .. }) => match args.first().and_then(string) {
                Some(rule) if args.len() == 1 => Some(Rule::new(rule)),
                _ => read::wrong(cx, meta, "`Rule::new(\"…\")`"),
            },
            Expr::MethodCall(call) => {
                let mut rule = Rule::from_expr(cx, meta, &call.receiver)?;
                rule.method(cx, call);
                Some(rule)
            }
            _ => read::wrong(cx, meta, &format!("`{}(\"…\", message = \"…\")`", meta.name)),
        }
    }

    fn method(&mut self, cx: &Context, call: &ExprMethodCall) {
        let argument = call.args.first();
        let text = argument.and_then(string);
        match (call.method.to_string().as_str(), argument) {
            ("message", Some(Expr::Call(inner))) => {
                let text = inner.args.first().and_then(string);
                let expression = matches!(&*inner.func, Expr::Path(path) if read::last_segment(&path.path) == "Expression");
                if expression {
                    self.message_expression = text;
                } else {
                    self.message = text;
                }
            }
            ("message", _) if text.is_some() => self.message = text,
            ("field_path", _) if text.is_some() => self.field_path = text,
            ("reason", Some(Expr::Path(path))) => {
                self.reason = Some(Spanned::new(read::last_segment(&path.path), path));
            }
            (
                "optional_old_self",
                Some(Expr::Lit(ExprLit {
                    lit: Lit::Bool(value),
                    ..
                })),
            ) => {
                self.optional_old_self = Some(value.value);
            }
            (other, _) => {
                let hint = crate::suggest::did_you_mean(other, PARTS.iter().copied());
                cx.error(
                    &call.method,
                    codes::VALUE,
                    format!("a rule cannot read `{other}(…)` here{hint}"),
                );
            }
        }
    }

    /// CEL-01…CEL-05: what the server checks of a rule without compiling it.
    fn check(&self, cx: &Context) {
        if self.rule.value.trim().is_empty() {
            cx.error(
                &self.rule,
                codes::RULE_EMPTY,
                "a rule needs an expression, such as `self.min <= self.max`",
            );
        }
        if let Some(message) = &self.message {
            if message.value.trim().is_empty() {
                cx.error(
                    message,
                    codes::RULE_MESSAGE,
                    "a message cannot be empty; leave it out or say what to do",
                );
            } else if message.value.contains(['\n', '\r']) {
                cx.error(
                    message,
                    codes::RULE_MESSAGE,
                    "a message must be one line; the API server refuses line breaks",
                );
            }
        } else if self.message_expression.is_none() && self.rule.value.trim().contains(['\n', '\r']) {
            cx.error(
                &self.rule,
                codes::RULE_MESSAGE,
                "a rule of several lines needs a `message`, since the API server would show the rule itself",
            );
        }
        if let Some(expression) = &self.message_expression
            && expression.value.trim().is_empty()
        {
            cx.error(
                expression,
                codes::MESSAGE_EXPRESSION,
                "a message expression cannot be empty; leave it out",
            );
        }
        if let Some(path) = &self.field_path {
            if path.value.contains(['\n', '\r']) || path.value.trim().is_empty() {
                cx.error(
                    path,
                    codes::RULE_PATH,
                    "a field path is one line such as `.spec.replicas`, relative to the rule",
                );
            } else if !path.value.starts_with(['.', '[']) {
                cx.error(
                    path,
                    codes::RULE_PATH,
                    format!("a field path starts with a dot: `.{}`", path.value),
                );
            }
        }
    }
}

fn string(expr: &Expr) -> Option<Spanned<String>> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => Some(read::text(text)),
        Expr::MethodCall(call) if call.args.is_empty() => string(&call.receiver),
        _ => None,
    }
}
