//! Value validation: bounds, lengths, patterns, enums and their combinations.

use proc_macro2::Ident;
use syn::Expr;

use super::json_literal::JsonLiteral;
use super::keys::{self, AttributeTarget};
use super::meta::{Arg, Meta, MetaValue};
use super::{reject, value};
use crate::codes;
use crate::context::Context;
use crate::spanned::Spanned;

/// Value validation as written.
#[derive(Clone, Default)]
pub(crate) struct Validation {
    /// Every attribute that restricts values of certain types only, in the order written.
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
    /// Keywords whose values the compiler evaluates.
    pub(crate) constants: Vec<ConstantValue>,
    pub(crate) enumeration: Vec<Spanned<JsonLiteral>>,
    pub(crate) required: Vec<Spanned<String>>,
    pub(crate) properties: Vec<(Spanned<String>, Validation)>,
    pub(crate) items: Option<Box<Validation>>,
    pub(crate) all_of: Vec<Validation>,
    pub(crate) any_of: Vec<Validation>,
    pub(crate) one_of: Vec<Validation>,
    pub(crate) not: Option<Box<Validation>>,
}

/// An attribute that restricts values of certain types, with its name as written.
#[derive(Clone)]
pub(crate) struct Keyword {
    pub(crate) ident: Ident,
    /// One of [`KEYWORDS`].
    pub(crate) name: &'static str,
    pub(crate) restricts: Restricts,
}

/// A keyword whose value is a constant expression, such as `max_length = MAX_NAME`.
#[derive(Clone)]
pub(crate) struct ConstantValue {
    /// The name of the keyword; `minimum` for `exclusive_minimum`.
    pub(crate) name: &'static str,
    pub(crate) expr: Box<Expr>,
    pub(crate) kind: ConstantKind,
}

/// The type of a constant expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConstantKind {
    /// Any type of number.
    Number,
    /// Any type of integer, for a value that is at least 0.
    Count,
    /// `&'static str`.
    Text,
}

/// The values that a keyword restricts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Restricts {
    Numbers,
    Strings,
    Lists,
    Objects,
    /// Strings and numbers.
    Scalars,
    Anything,
}

const KEYWORDS: &[(&str, Restricts)] = &[
    (keys::MINIMUM, Restricts::Numbers),
    (keys::MAXIMUM, Restricts::Numbers),
    (keys::EXCLUSIVE_MINIMUM, Restricts::Numbers),
    (keys::EXCLUSIVE_MAXIMUM, Restricts::Numbers),
    (keys::MULTIPLE_OF, Restricts::Numbers),
    (keys::MIN_LENGTH, Restricts::Strings),
    (keys::MAX_LENGTH, Restricts::Strings),
    (keys::PATTERN, Restricts::Strings),
    (keys::FORMAT, Restricts::Scalars),
    (keys::MIN_ITEMS, Restricts::Lists),
    (keys::MAX_ITEMS, Restricts::Lists),
    (keys::MIN_PROPERTIES, Restricts::Objects),
    (keys::MAX_PROPERTIES, Restricts::Objects),
    (keys::ENUM, Restricts::Anything),
];

/// Whether an attribute is value validation, and so was taken by [`Validation::take`].
pub(super) enum Taken {
    Yes,
    No,
}

impl Validation {
    /// Takes one attribute if it is value validation.
    pub(super) fn take(&mut self, cx: &Context, meta: &Meta) -> Taken {
        if let Some((name, restricts)) = KEYWORDS.iter().find(|(name, _)| *name == meta.name) {
            self.keywords.push(Keyword {
                ident: meta.ident.clone(),
                name,
                restricts: *restricts,
            });
        }
        if let Taken::Yes = self.take_constant(cx, meta) {
            return Taken::Yes;
        }
        let bound = meta.name.trim_start_matches("exclusive_");
        if self.has_constant(bound)
            && (bound == meta.name
                || matches!(&meta.value, MetaValue::Expr(expr) if value::number_of(expr).is_some()))
        {
            report_second_bound(cx, meta);
            return Taken::Yes;
        }
        match meta.name.as_str() {
            keys::MINIMUM => inclusive_bound(cx, meta, &mut self.minimum),
            keys::MAXIMUM => inclusive_bound(cx, meta, &mut self.maximum),
            keys::EXCLUSIVE_MINIMUM => {
                exclusive_bound(cx, meta, &mut self.minimum, &mut self.exclusive_minimum);
            }
            keys::EXCLUSIVE_MAXIMUM => {
                exclusive_bound(cx, meta, &mut self.maximum, &mut self.exclusive_maximum);
            }
            keys::MULTIPLE_OF => self.multiple_of = value::number(cx, meta),
            keys::MIN_LENGTH => self.min_length = value::count(cx, meta),
            keys::MAX_LENGTH => self.max_length = value::count(cx, meta),
            keys::PATTERN => self.pattern = value::string(cx, meta),
            keys::FORMAT => self.format = value::string(cx, meta),
            keys::MIN_ITEMS => self.min_items = value::count(cx, meta),
            keys::MAX_ITEMS => self.max_items = value::count(cx, meta),
            keys::MIN_PROPERTIES => self.min_properties = value::count(cx, meta),
            keys::MAX_PROPERTIES => self.max_properties = value::count(cx, meta),
            keys::ENUM => self.enumeration = enumeration(cx, meta),
            keys::ALL_OF => self.all_of = alternatives(cx, meta),
            keys::ANY_OF => self.any_of = alternatives(cx, meta),
            keys::ONE_OF => self.one_of = alternatives(cx, meta),
            keys::NOT => self.not = Some(Box::new(Validation::nested(cx, value::metas(cx, meta)))),
            _ => return Taken::No,
        }
        Taken::Yes
    }

    /// Takes a keyword whose value is a constant expression.
    fn take_constant(&mut self, cx: &Context, meta: &Meta) -> Taken {
        let MetaValue::Expr(expr) = &meta.value else {
            return Taken::No;
        };
        if !value::is_constant_expression(expr) {
            return Taken::No;
        }
        let (name, kind) = match meta.name.as_str() {
            keys::MINIMUM | keys::EXCLUSIVE_MINIMUM => (keys::MINIMUM, ConstantKind::Number),
            keys::MAXIMUM | keys::EXCLUSIVE_MAXIMUM => (keys::MAXIMUM, ConstantKind::Number),
            keys::MULTIPLE_OF => (keys::MULTIPLE_OF, ConstantKind::Number),
            keys::MIN_LENGTH => (keys::MIN_LENGTH, ConstantKind::Count),
            keys::MAX_LENGTH => (keys::MAX_LENGTH, ConstantKind::Count),
            keys::MIN_ITEMS => (keys::MIN_ITEMS, ConstantKind::Count),
            keys::MAX_ITEMS => (keys::MAX_ITEMS, ConstantKind::Count),
            keys::MIN_PROPERTIES => (keys::MIN_PROPERTIES, ConstantKind::Count),
            keys::MAX_PROPERTIES => (keys::MAX_PROPERTIES, ConstantKind::Count),
            keys::PATTERN => (keys::PATTERN, ConstantKind::Text),
            _ => return Taken::No,
        };
        let has_bound = match name {
            keys::MINIMUM => self.minimum.is_some(),
            keys::MAXIMUM => self.maximum.is_some(),
            _ => false,
        };
        if has_bound || self.has_constant(name) {
            report_second_bound(cx, meta);
            return Taken::Yes;
        }
        match meta.name.as_str() {
            keys::EXCLUSIVE_MINIMUM => self.exclusive_minimum = true,
            keys::EXCLUSIVE_MAXIMUM => self.exclusive_maximum = true,
            _ => {}
        }
        self.constants.push(ConstantValue {
            name,
            expr: Box::new(expr.clone()),
            kind,
        });
        Taken::Yes
    }

    /// Whether `format` names a format of numbers.
    pub(crate) fn has_number_format(&self) -> bool {
        let format = self.format.as_ref().map(|format| format.value.as_str());
        matches!(format, Some("int32" | "int64" | "float" | "double"))
    }

    /// Whether `format` names a format of strings that the API server knows.
    pub(crate) fn has_string_format(&self) -> bool {
        let format = self.format.as_ref().map(|format| format.value.as_str());
        matches!(
            format,
            Some(
                "bsonobjectid"
                    | "uri"
                    | "email"
                    | "hostname"
                    | "ipv4"
                    | "ipv6"
                    | "cidr"
                    | "mac"
                    | "uuid"
                    | "uuid3"
                    | "uuid4"
                    | "uuid5"
                    | "isbn"
                    | "isbn10"
                    | "isbn13"
                    | "creditcard"
                    | "ssn"
                    | "hexcolor"
                    | "rgbcolor"
                    | "byte"
                    | "password"
                    | "date"
                    | "duration"
                    | "datetime"
                    | "date-time"
                    | "k8s-short-name"
                    | "k8s-long-name"
            )
        )
    }

    /// Whether the value of a keyword is a constant expression.
    pub(crate) fn has_constant(&self, name: &str) -> bool {
        self.constants.iter().any(|constant| constant.name == name)
    }

    /// Value validation inside of `any_of(…)`, `all_of(…)`, `one_of(…)` or `not(…)`.
    fn nested(cx: &Context, metas: Vec<Meta>) -> Validation {
        let mut validation = Validation::default();
        for meta in reject::invalid(cx, AttributeTarget::Nested, metas) {
            if let Taken::Yes = validation.take(cx, &meta) {
                continue;
            }
            match meta.name.as_str() {
                keys::REQUIRED => validation.required = value::plain_names(cx, &meta),
                keys::PROPERTIES => {
                    for property in value::metas(cx, &meta) {
                        let name = Spanned::new(property.name.clone(), &property.ident);
                        let nested = Validation::nested(cx, value::metas(cx, &property));
                        validation.properties.push((name, nested));
                    }
                }
                keys::ITEMS => {
                    validation.items = Some(Box::new(Validation::nested(cx, value::metas(cx, &meta))));
                }
                // STR-22, STR-25: these are misplaced as any other attribute, but the server has codes for them.
                keys::NULLABLE | keys::DEFAULT => {
                    let code = if meta.name == keys::DEFAULT {
                        codes::NESTED_DEFAULT
                    } else {
                        codes::NESTED_NULLABLE
                    };
                    cx.error(
                        &meta.ident,
                        code,
                        format!(
                            "`{}` cannot be used inside of a combination; put it beside the combination",
                            meta.name
                        ),
                    );
                }
                _ => {}
            }
        }
        validation
    }
}

/// `minimum = 1`.
fn inclusive_bound(cx: &Context, meta: &Meta, bound: &mut Option<Spanned<f64>>) {
    let given = value::number(cx, meta);
    if bound.is_none() {
        *bound = given;
    } else {
        report_second_bound(cx, meta);
    }
}

/// `exclusive_minimum` beside `minimum = 1`, or `exclusive_minimum = 1` alone.
fn exclusive_bound(cx: &Context, meta: &Meta, bound: &mut Option<Spanned<f64>>, exclusive: &mut bool) {
    if let MetaValue::Expr(expr) = &meta.value
        && let Some(value) = value::number_of(expr)
    {
        if bound.is_some() {
            report_second_bound(cx, meta);
        }
        *bound = Some(Spanned::new(value, expr));
        *exclusive = true;
    } else if let Some(value) = value::flag(cx, meta) {
        *exclusive = value;
    }
}

fn report_second_bound(cx: &Context, meta: &Meta) {
    let exclusive = meta.name.trim_start_matches("exclusive_");
    cx.error(
        meta,
        codes::ATTRIBUTE_CONTRADICTION,
        format!("`exclusive_{exclusive}` with a number is the bound itself; remove the other bound"),
    );
}

/// `enum("a", "b")`.
fn enumeration(cx: &Context, meta: &Meta) -> Vec<Spanned<JsonLiteral>> {
    let mut values = Vec::new();
    for argument in value::list(cx, meta) {
        let value = match argument {
            Arg::Expr(expr) => Some(JsonLiteral::from_expr(expr)),
            Arg::Meta(_) | Arg::Group(_) => None,
        };
        match value {
            Some(value) if !matches!(value.value, JsonLiteral::Expression(_)) => values.push(value),
            _ => cx.error(
                argument,
                codes::ATTRIBUTE_VALUE,
                "the values of `enum(…)` are literals, such as `enum(\"a\", \"b\")`",
            ),
        }
    }
    if matches!(&meta.value, MetaValue::List(arguments) if arguments.is_empty()) {
        cx.error(
            &meta.ident,
            codes::ATTRIBUTE_VALUE,
            "an enum without values admits nothing; list its values",
        );
    }
    values
}

/// `any_of((minimum = 1, maximum = 2), pattern = "x")`: a group is one alternative, and so is a single restriction.
fn alternatives(cx: &Context, meta: &Meta) -> Vec<Validation> {
    let mut found = Vec::new();
    for argument in value::list(cx, meta) {
        let metas = match argument {
            Arg::Meta(inner) => vec![inner.clone()],
            Arg::Group(inner) => inner
                .iter()
                .filter_map(|argument| match argument {
                    Arg::Meta(inner) => Some(inner.clone()),
                    other => {
                        cx.error(
                            other,
                            codes::ATTRIBUTE_MALFORMED,
                            "an alternative takes restrictions, such as `minimum = 1`",
                        );
                        None
                    }
                })
                .collect(),
            Arg::Expr(expr) => {
                cx.error(
                    expr,
                    codes::ATTRIBUTE_MALFORMED,
                    format!(
                        "`{0}` takes restrictions: `{0}((minimum = 1, maximum = 5), (minimum = 10))`",
                        meta.name
                    ),
                );
                continue;
            }
        };
        found.push(Validation::nested(cx, metas));
    }
    found
}
