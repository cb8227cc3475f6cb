//! Value validation: bounds, lengths, patterns, enums and their combinations.

use proc_macro2::Ident;
use syn::Expr;

use super::json_literal::JsonLiteral;
use super::keys::{self, AttributeTarget};
use super::literal::{self, literal};
use super::meta::{Arg, Meta, MetaValue};
use super::{reject, value};
use crate::codes;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// Value validation as written.
#[derive(Clone, Default)]
pub(crate) struct ValidationAttrs {
    /// Every attribute that restricts values of certain types only, in the order written.
    pub(crate) keywords: Vec<KeywordAttr>,
    pub(crate) format: Option<Spanned<String>>,
    pub(crate) minimum: NumberBound,
    pub(crate) maximum: NumberBound,
    pub(crate) multiple_of: Option<Spanned<f64>>,
    /// Lengths and numbers of items and properties, by keyword.
    pub(crate) counts: Vec<(&'static str, Spanned<i64>)>,
    pub(crate) pattern: Option<Spanned<String>>,
    /// Keywords whose values the compiler evaluates.
    pub(crate) constants: Vec<ConstantValue>,
    pub(crate) enumeration: Vec<Spanned<JsonLiteral>>,
    pub(crate) required: Vec<Spanned<String>>,
    pub(crate) properties: Vec<(Spanned<String>, ValidationAttrs)>,
    pub(crate) items: Option<Box<ValidationAttrs>>,
    pub(crate) all_of: Vec<ValidationAttrs>,
    pub(crate) any_of: Vec<ValidationAttrs>,
    pub(crate) one_of: Vec<ValidationAttrs>,
    pub(crate) not: Option<Box<ValidationAttrs>>,
}

/// `minimum` or `maximum`.
#[derive(Clone, Default)]
pub(crate) struct NumberBound {
    pub(crate) value: Option<Spanned<f64>>,
    pub(crate) is_exclusive: bool,
}

/// An attribute that restricts values of certain types, with its name as written.
#[derive(Clone)]
pub(crate) struct KeywordAttr {
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

impl ConstantValue {
    /// Creates a string constant.
    pub(super) fn text(name: &'static str, expr: &Expr) -> Self {
        ConstantValue {
            name,
            expr: Box::new(expr.clone()),
            kind: ConstantKind::Text,
        }
    }
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

/// Formats of numbers.
pub(crate) const NUMBER_FORMATS: &[&str] = &["int32", "int64", "float", "double"];

/// Properties of a keyword.
struct KeywordInfo {
    name: &'static str,
    restricts: Restricts,
    /// The type of a constant expression for it; `None` if its value is always a literal.
    constant: Option<ConstantKind>,
    /// The keyword that it sets: `minimum` for `exclusive_minimum`, itself for any other.
    sets: &'static str,
    /// The upper bound that belongs to a lower one.
    upper: Option<&'static str>,
}

macro_rules! keywords {
    ($($name:ident: $restricts:ident $($constant:ident)? $(sets $sets:ident)? $(below $upper:ident)?;)+) => {
        const KEYWORDS: &[KeywordInfo] = &[$(KeywordInfo {
            name: keys::$name,
            restricts: Restricts::$restricts,
            constant: keywords!(@option $(ConstantKind::$constant)?),
            sets: keywords!(@first $(keys::$sets,)? keys::$name),
            upper: keywords!(@option $(keys::$upper)?),
        }),+];
    };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
    (@first $first:expr $(, $rest:expr)?) => { $first };
}

keywords! {
    MINIMUM: Numbers Number;
    MAXIMUM: Numbers Number;
    EXCLUSIVE_MINIMUM: Numbers Number sets MINIMUM;
    EXCLUSIVE_MAXIMUM: Numbers Number sets MAXIMUM;
    MULTIPLE_OF: Numbers Number;
    MIN_LENGTH: Strings Count below MAX_LENGTH;
    MAX_LENGTH: Strings Count;
    PATTERN: Strings Text;
    FORMAT: Scalars;
    MIN_ITEMS: Lists Count below MAX_ITEMS;
    MAX_ITEMS: Lists Count;
    MIN_PROPERTIES: Objects Count below MAX_PROPERTIES;
    MAX_PROPERTIES: Objects Count;
    ENUM: Anything;
}

fn find(name: &str) -> Option<&'static KeywordInfo> {
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}

/// Whether the value of a keyword may be a constant expression.
pub(crate) fn takes_constant(name: &str) -> bool {
    find(name).is_some_and(|keyword| keyword.constant.is_some())
}

/// Whether a keyword restricts no objects, so that a struct with named fields cannot have it.
pub(super) fn excludes_objects(name: &str) -> bool {
    find(name).is_some_and(|keyword| !matches!(keyword.restricts, Restricts::Objects | Restricts::Anything))
}

/// `unchecked(…)`: keywords that are in the schema regardless of the Rust type.
#[derive(Clone, Default)]
pub(crate) struct UncheckedAttrs {
    pub(crate) validation: ValidationAttrs,
    pub(crate) preserve_unknown_fields: Option<bool>,
    /// `nullable` beside an `enum` that rejects null.
    pub(crate) nullable: bool,
    pub(crate) int_or_string: Option<IntOrStringSpelling>,
    /// `items` that admits any value.
    pub(crate) items: bool,
}

/// How `x-kubernetes-int-or-string` names its two types.
#[derive(Clone, Copy)]
pub(crate) enum IntOrStringSpelling {
    /// Not at all: `unchecked(int_or_string)`.
    Implied,
    /// `anyOf: [{type: integer}, {type: string}]`: `unchecked(int_or_string = any_of)`.
    AnyOf,
}

impl IntOrStringSpelling {
    fn parse(cx: &Errors, meta: &Meta) -> Option<IntOrStringSpelling> {
        if matches!(meta.value, MetaValue::Flag) {
            return Some(IntOrStringSpelling::Implied);
        }
        let spelled = value::word(cx, meta, &[("any_of", IntOrStringSpelling::AnyOf)])?;
        Some(spelled.value)
    }
}

impl UncheckedAttrs {
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> UncheckedAttrs {
        let mut unchecked = UncheckedAttrs::default();
        let mut rest = Vec::new();
        for meta in value::metas(cx, meta) {
            match meta.name.as_str() {
                keys::PRESERVE_UNKNOWN_FIELDS => unchecked.preserve_unknown_fields = value::flag(cx, &meta),
                keys::NULLABLE => unchecked.nullable = value::flag(cx, &meta).unwrap_or_default(),
                keys::INT_OR_STRING => {
                    unchecked.int_or_string = IntOrStringSpelling::parse(cx, &meta);
                }
                keys::ITEMS if matches!(meta.value, MetaValue::Flag) => unchecked.items = true,
                _ => rest.push(meta),
            }
        }
        unchecked.validation = ValidationAttrs::nested(cx, rest);
        unchecked
    }
}

/// Whether an attribute is value validation, and so was taken by [`Validation::take`].
pub(super) enum Taken {
    Yes,
    No,
}

impl ValidationAttrs {
    /// Takes one attribute if it is value validation.
    pub(super) fn take(&mut self, cx: &Errors, target: AttributeTarget, meta: &Meta) -> Taken {
        match meta.name.as_str() {
            keys::ALL_OF => self.all_of = alternatives(cx, target, meta),
            keys::ANY_OF => self.any_of = alternatives(cx, target, meta),
            keys::ONE_OF => self.one_of = alternatives(cx, target, meta),
            keys::NOT if is_literals(meta) => {
                report!(cx, meta.ident => ATTRIBUTE_MALFORMED,
                    "`not` takes validations, not values: write the values as `not(enum(\"…\"))`");
            }
            keys::NOT => self.not = Some(Box::new(ValidationAttrs::nested(cx, value::metas(cx, meta)))),
            _ => match find(&meta.name) {
                Some(keyword) => self.take_keyword(cx, meta, keyword),
                None => return Taken::No,
            },
        }
        Taken::Yes
    }

    fn take_keyword(&mut self, cx: &Errors, meta: &Meta, keyword: &KeywordInfo) {
        self.keywords.push(KeywordAttr {
            ident: meta.ident.clone(),
            name: keyword.name,
            restricts: keyword.restricts,
        });
        let expr = match &meta.value {
            MetaValue::Expr(expr) => Some(expr),
            _ => None,
        };
        let constant = expr
            .filter(|expr| literal::is_constant_expression(expr))
            .zip(keyword.constant);
        let is_exclusive = keyword.sets != keyword.name;
        // `exclusive_minimum` alone makes the bound exclusive that `minimum` gives.
        let is_value = !is_exclusive || constant.is_some() || expr.and_then(literal::number_of).is_some();
        let bound = match keyword.sets {
            keys::MINIMUM => Some(&mut self.minimum),
            keys::MAXIMUM => Some(&mut self.maximum),
            _ => None,
        };
        let is_given = bound.as_ref().is_some_and(|bound| bound.value.is_some())
            || self
                .constants
                .iter()
                .any(|constant| constant.name == keyword.sets);
        if is_value && is_given {
            let sets = keyword.sets;
            report!(cx, meta => ATTRIBUTE_CONTRADICTION,
                "`exclusive_{sets}` with a number already sets the bound; remove the other bound");
            return;
        }
        if let Some(bound) = bound {
            if is_exclusive {
                bound.is_exclusive = is_value || value::flag(cx, meta).unwrap_or(false);
            }
            if is_value && constant.is_none() {
                bound.value = value::number(cx, meta);
            }
        }
        match (constant, keyword.name) {
            (Some((expr, kind)), _) => self.constants.push(ConstantValue {
                name: keyword.sets,
                expr: Box::new(expr.clone()),
                kind,
            }),
            (None, keys::MULTIPLE_OF) => self.multiple_of = value::number(cx, meta),
            (None, keys::PATTERN) => self.pattern = value::string(cx, meta),
            (None, keys::FORMAT) => self.format = value::string(cx, meta),
            (None, keys::ENUM) => self.enumeration = enumeration(cx, meta),
            (None, name) if keyword.constant == Some(ConstantKind::Count) => {
                self.counts
                    .extend(value::count(cx, meta).map(|count| (name, count)));
            }
            _ => {}
        }
    }

    /// Returns the value of a count such as `min_length` if it is a literal.
    pub(crate) fn count(&self, name: &str) -> Option<i64> {
        let mut counts = self.counts.iter();
        counts
            .find(|(keyword, _)| *keyword == name)
            .map(|(_, count)| count.value)
    }

    /// Returns the lower and upper bounds of counts that exclude each other.
    pub(crate) fn unordered_counts(&self) -> Vec<(&'static str, &Spanned<i64>, &'static str, i64)> {
        let mut unordered = Vec::new();
        for (name, low) in &self.counts {
            let upper = find(name).and_then(|keyword| keyword.upper);
            if let Some(upper) = upper
                && let Some(high) = self.count(upper)
                && low.value > high
            {
                unordered.push((*name, low, upper, high));
            }
        }
        unordered
    }

    /// Calls `each` with each validation that is directly nested in this one.
    pub(crate) fn for_each_nested<'a>(&'a self, each: &mut dyn FnMut(&'a ValidationAttrs)) {
        for nested in self.all_of.iter().chain(&self.any_of).chain(&self.one_of) {
            each(nested);
        }
        for nested in [&self.not, &self.items].into_iter().flatten() {
            each(nested);
        }
        for (_, property) in &self.properties {
            each(property);
        }
    }

    /// Whether `format` is one of a list.
    pub(crate) fn has_format(&self, formats: &[&str]) -> bool {
        self.format
            .as_ref()
            .is_some_and(|format| formats.contains(&format.value.as_str()))
    }

    /// Whether the value of a keyword is a constant expression.
    pub(crate) fn has_constant(&self, name: &str) -> bool {
        self.constants.iter().any(|constant| constant.name == name)
    }

    /// Value validation inside of `any_of(…)`, `all_of(…)`, `one_of(…)` or `not(…)`.
    fn nested(cx: &Errors, metas: Vec<Meta>) -> ValidationAttrs {
        let mut validation = ValidationAttrs::default();
        for meta in reject::invalid(cx, AttributeTarget::Nested, metas) {
            if let Taken::Yes = validation.take(cx, AttributeTarget::Nested, &meta) {
                continue;
            }
            match meta.name.as_str() {
                keys::REQUIRED => validation.required = value::plain_names(cx, &meta),
                keys::PROPERTIES => {
                    for property in value::metas(cx, &meta) {
                        let name = Spanned::new(property.name.clone(), &property.ident);
                        let nested = ValidationAttrs::nested(cx, value::metas(cx, &property));
                        validation.properties.push((name, nested));
                    }
                }
                keys::ITEMS => {
                    validation.items = Some(Box::new(ValidationAttrs::nested(cx, value::metas(cx, &meta))));
                }
                // STR-22, STR-25: these are misplaced like any other attribute, but have codes of the server's rules.
                keys::NULLABLE | keys::DEFAULT => {
                    let code = if meta.name == keys::DEFAULT {
                        codes::NESTED_DEFAULT
                    } else {
                        codes::NESTED_NULLABLE
                    };
                    let message = "cannot be used inside `any_of`, `all_of`, `one_of` or `not`; put it next \
                        to them";
                    cx.error(&meta.ident, code, format_args!("`{}` {message}", meta.name));
                }
                _ => {}
            }
        }
        validation
    }
}

/// Returns `enum("a", "b")` for the text `a, b`.
pub(crate) fn each_in_quotes(text: &str) -> String {
    let each = text.split([',', ';', '|']);
    let each: Vec<String> = each.map(|value| format!("{:?}", value.trim())).collect();
    format!("enum({})", each.join(", "))
}

/// Parses `enum("a", "b")`.
fn enumeration(cx: &Errors, meta: &Meta) -> Vec<Spanned<JsonLiteral>> {
    let mut values = Vec::new();
    if let MetaValue::Expr(literal!(Str(text))) = &meta.value {
        let _: Option<()> = value::wrong(cx, meta, &format!("`{}`", each_in_quotes(&text.value())));
        return values;
    }
    let arguments = value::list(cx, meta);
    if let [Arg::Expr(list)] = arguments
        && let Some(elements) = value::elements(list)
    {
        let _: Option<()> = value::wrong(cx, meta, &format!("`enum({elements})`"));
        return values;
    }
    for argument in arguments {
        let value = match argument {
            Arg::Expr(expr) => Some(JsonLiteral::from_expr(expr)),
            Arg::Meta(_) | Arg::Group(_) => None,
        };
        match value {
            Some(value) if !matches!(value.value, JsonLiteral::Expression(_) | JsonLiteral::Json(..)) => {
                values.push(value);
            }
            _ => report!(cx, argument => ATTRIBUTE_VALUE,
                "the values of `enum(…)` must be literals, such as `enum(\"a\", \"b\")`"),
        }
    }
    if matches!(&meta.value, MetaValue::List(arguments) if arguments.is_empty()) {
        report!(cx, meta.ident => ATTRIBUTE_VALUE,
            "an enum without values rejects every value; list its values");
    }
    values
}

/// Whether the arguments of an attribute are literals.
fn is_literals(meta: &Meta) -> bool {
    let is_literal = |argument: &Arg| matches!(argument, Arg::Expr(Expr::Lit(_)));
    matches!(&meta.value, MetaValue::List(arguments) if arguments.iter().any(is_literal))
}

/// Reports names of fields, or values, instead of alternatives.
fn report_texts(cx: &Errors, target: AttributeTarget, meta: &Meta) -> bool {
    let is_name = |argument: &Arg| match argument {
        Arg::Expr(expr) => matches!(expr, literal!(Str(_text))),
        Arg::Meta(name) => matches!(name.value, MetaValue::Flag) && keys::find(&name.name).is_none(),
        Arg::Group(_) => false,
    };
    let is_texts = match &meta.value {
        MetaValue::List(arguments) => !arguments.is_empty() && arguments.iter().all(is_name),
        MetaValue::Expr(value) => value::is_list_of_texts(value),
        MetaValue::Flag | MetaValue::Type(_) => false,
    };
    if !is_texts {
        return false;
    }
    match target {
        AttributeTarget::Type => report!(cx, meta.ident => ATTRIBUTE_MALFORMED,
            "`{}` takes validations, not names of fields: exactly one of several fields is `exactly_one_of(…)`, at \
             most one is `at_most_one_of(…)`, and at least one is `at_least_one_of(…)`", meta.name),
        AttributeTarget::Field | AttributeTarget::Element => report!(cx, meta.ident => ATTRIBUTE_MALFORMED,
            "`{}` takes validations, not values: write the allowed values as `enum(\"…\")`; which fields must be set is \
             declared on their type: `exactly_one_of(\"…\")`", meta.name),
        _ => return false,
    }
    true
}

/// Parses `any_of((minimum = 1, maximum = 2), pattern = "x")`: a group is one alternative, and so is a single restriction.
fn alternatives(cx: &Errors, target: AttributeTarget, meta: &Meta) -> Vec<ValidationAttrs> {
    let mut found = Vec::new();
    if report_texts(cx, target, meta) {
        return found;
    }
    for argument in value::list(cx, meta) {
        let metas = match argument {
            Arg::Meta(inner) => vec![inner.clone()],
            Arg::Group(inner) => inner
                .iter()
                .filter_map(|argument| match argument {
                    Arg::Meta(inner) => Some(inner.clone()),
                    other => {
                        report!(cx, other => ATTRIBUTE_MALFORMED,
                            "an alternative needs validations, such as `minimum = 1`");
                        None
                    }
                })
                .collect(),
            Arg::Expr(expr) => {
                report!(cx, expr => ATTRIBUTE_MALFORMED,
                    "`{0}` expects validations: `{0}((minimum = 1, maximum = 5), (minimum = 10))`", meta.name);
                continue;
            }
        };
        found.push(ValidationAttrs::nested(cx, metas));
    }
    found
}
