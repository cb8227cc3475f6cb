//! Value validation: bounds, lengths, patterns, enums and their combinations.

use super::keys::{self, Place};
use super::literal::Literal;
use super::meta::{Arg, Body, Meta};
use super::read::{self, Spanned};
use crate::codes;
use crate::context::Context;
use proc_macro2::Ident;

/// A keyword that is given, with its name as written.
#[derive(Clone)]
pub(crate) struct Keyword {
    pub(crate) ident: Ident,
    /// The attribute name.
    pub(crate) name: &'static str,
}

/// Value validation as written.
#[derive(Clone, Default)]
pub(crate) struct Validation {
    /// Every keyword that says something of a certain type of value.
    pub(crate) keywords: Vec<Keyword>,
    pub(crate) format: Option<Spanned<String>>,
    pub(crate) minimum: Option<Spanned<f64>>,
    pub(crate) exclusive_minimum: bool,
    pub(crate) maximum: Option<Spanned<f64>>,
    pub(crate) exclusive_maximum: bool,
    pub(crate) multiple_of: Option<Spanned<f64>>,
    pub(crate) min_length: Option<Spanned<i64>>,
    pub(crate) max_length: Option<Spanned<i64>>,
    pub(crate) pattern: Option<Spanned<String>>,
    pub(crate) min_items: Option<Spanned<i64>>,
    pub(crate) max_items: Option<Spanned<i64>>,
    pub(crate) min_properties: Option<Spanned<i64>>,
    pub(crate) max_properties: Option<Spanned<i64>>,
    pub(crate) enumeration: Vec<Spanned<Literal>>,
    pub(crate) required: Vec<Spanned<String>>,
    pub(crate) properties: Vec<(Spanned<String>, Validation)>,
    pub(crate) items: Option<Box<Validation>>,
    pub(crate) all_of: Vec<Validation>,
    pub(crate) any_of: Vec<Validation>,
    pub(crate) one_of: Vec<Validation>,
    pub(crate) not: Option<Box<Validation>>,
}

/// The attributes that stand for value validation, by the type of value they restrict.
const KEYWORDS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusive_minimum",
    "exclusive_maximum",
    "multiple_of",
    "min_length",
    "max_length",
    "pattern",
    "format",
    "min_items",
    "max_items",
    "min_properties",
    "max_properties",
    "enum",
];

impl Validation {
    /// Takes one attribute if it is value validation; says whether it was.
    pub(crate) fn take(&mut self, cx: &Context, meta: &Meta) -> bool {
        if let Some(name) = KEYWORDS.iter().find(|name| **name == meta.name) {
            self.keywords.push(Keyword {
                ident: meta.ident.clone(),
                name,
            });
        }
        match meta.name.as_str() {
            "minimum" => self.minimum = read::number(cx, meta).or(self.minimum.take()),
            "maximum" => self.maximum = read::number(cx, meta).or(self.maximum.take()),
            "exclusive_minimum" => exclusive(cx, meta, &mut self.minimum, &mut self.exclusive_minimum),
            "exclusive_maximum" => exclusive(cx, meta, &mut self.maximum, &mut self.exclusive_maximum),
            "multiple_of" => self.multiple_of = read::number(cx, meta),
            "min_length" => self.min_length = read::count(cx, meta),
            "max_length" => self.max_length = read::count(cx, meta),
            "pattern" => self.pattern = read::string(cx, meta),
            "format" => self.format = read::string(cx, meta),
            "min_items" => self.min_items = read::count(cx, meta),
            "max_items" => self.max_items = read::count(cx, meta),
            "min_properties" => self.min_properties = read::count(cx, meta),
            "max_properties" => self.max_properties = read::count(cx, meta),
            "enum" => self.enumeration = enumeration(cx, meta),
            "all_of" => self.all_of = alternatives(cx, meta),
            "any_of" => self.any_of = alternatives(cx, meta),
            "one_of" => self.one_of = alternatives(cx, meta),
            "not" => self.not = Some(Box::new(Validation::nested(cx, read::metas(cx, meta)))),
            _ => return false,
        }
        true
    }

    /// Value validation under a combination, where only restrictions may stand.
    fn nested(cx: &Context, metas: Vec<Meta>) -> Validation {
        let mut validation = Validation::default();
        for meta in keys::vet(cx, Place::Nested, metas) {
            if validation.take(cx, &meta) {
                continue;
            }
            match meta.name.as_str() {
                "required" => {
                    validation.required = read::names(cx, &meta).into_iter().map(|(name, _)| name).collect();
                }
                "properties" => {
                    for property in read::metas(cx, &meta) {
                        let name = Spanned::new(property.name.clone(), &property.ident);
                        validation
                            .properties
                            .push((name, Validation::nested(cx, read::metas(cx, &property))));
                    }
                }
                "items" => {
                    validation.items = Some(Box::new(Validation::nested(cx, read::metas(cx, &meta))));
                }
                // STR-20: under a combination only value validation may stand.
                "nullable" | "default" => {
                    let code = if meta.name == "default" {
                        codes::NESTED_DEFAULT
                    } else {
                        codes::NESTED_NULLABLE
                    };
                    cx.error(
                        &meta.ident,
                        code,
                        format!(
                            "`{}` cannot stand under a combination; put it beside the combination",
                            meta.name
                        ),
                    );
                }
                _ => {}
            }
        }
        crate::check::validation::check(cx, &validation);
        validation
    }
}

/// `exclusive_minimum` beside `minimum`, or `exclusive_minimum = 3` in one.
fn exclusive(cx: &Context, meta: &Meta, bound: &mut Option<Spanned<f64>>, exclusive: &mut bool) {
    if let Body::Value(expr) = &meta.body
        && let Some(value) = read::number_of(expr)
    {
        if bound.is_some() {
            cx.error(
                meta,
                codes::CONTRADICTION,
                format!(
                    "`{}` with a number is the bound itself; drop the other bound",
                    meta.name
                ),
            );
        }
        *bound = Some(Spanned::new(value, expr));
        *exclusive = true;
    } else if let Some(value) = read::flag(cx, meta) {
        *exclusive = value;
    }
}

fn enumeration(cx: &Context, meta: &Meta) -> Vec<Spanned<Literal>> {
    let mut values: Vec<Spanned<Literal>> = Vec::new();
    for argument in read::list(cx, meta) {
        let value = match argument {
            Arg::Expr(expr) => Literal::read(expr),
            other => {
                cx.error(
                    other,
                    codes::VALUE,
                    "the values of `enum(…)` are literals, such as `enum(\"a\", \"b\")`",
                );
                continue;
            }
        };
        if matches!(value.value, Literal::Made(_)) {
            cx.error(
                &value,
                codes::VALUE,
                "the values of `enum(…)` are literals, such as `enum(\"a\", \"b\")`",
            );
        } else if values.iter().any(|earlier| earlier.value.same(&value.value)) {
            cx.error(
                &value,
                codes::DUPLICATE,
                "this value stands in the enum twice; keep one",
            );
        } else {
            values.push(value);
        }
    }
    if values.is_empty() && matches!(&meta.body, Body::List(arguments) if arguments.is_empty()) {
        cx.error(
            &meta.ident,
            codes::VALUE,
            "an enum without values admits nothing; list its values",
        );
    }
    values
}

/// `any_of((minimum = 1, maximum = 2), pattern = "x")`: a group is one alternative, so is a lone restriction.
fn alternatives(cx: &Context, meta: &Meta) -> Vec<Validation> {
    let mut found = Vec::new();
    for argument in read::list(cx, meta) {
        let metas = match argument {
            Arg::Meta(inner) => vec![inner.clone()],
            Arg::Group(inner) => inner
                .iter()
                .filter_map(|argument| match argument {
                    Arg::Meta(inner) => Some(inner.clone()),
                    other => {
                        cx.error(
                            other,
                            codes::MALFORMED,
                            "an alternative holds restrictions, such as `minimum = 1`",
                        );
                        None
                    }
                })
                .collect(),
            Arg::Expr(expr) => {
                cx.error(
                    expr,
                    codes::MALFORMED,
                    format!(
                        "`{}` takes restrictions: `{}((minimum = 1, maximum = 5), (minimum = 10))`",
                        meta.name, meta.name
                    ),
                );
                continue;
            }
        };
        found.push(Validation::nested(cx, metas));
    }
    found
}
