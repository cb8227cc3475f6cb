//! Reports rules that are false of every value, as far as the types and the attributes beside them show.
//!
//! ```text
//! #[crd(maximum = 10, rule("self > 10"))] size: i32
//! #[crd(rule("!has(self.name)"))] struct Port { name: String }
//! ```

use std::sync::Arc;

use crd_cel::CompatVersion;
use crd_cel::facts::{KnownValues, MemberPresence, OldValue, RuleContradiction, RuleFacts, ValueRange};
use syn::Type;

use super::expression::zero_divisors;
use super::types::without_wrappers;
use super::{SERVER, is_open, on_wire};
use crate::attr::allow::allows;
use crate::attr::attrs::Attrs;
use crate::attr::input::{Input, InputField, ItemBody, Style};
use crate::attr::json_literal::JsonLiteral;
use crate::attr::keys;
use crate::codes;
use crate::errors::{Errors, report};
use crate::rust_type::{self, StdType};

/// Reports the rules of a type and of its fields that no value satisfies.
pub(super) fn check(cx: &Errors, input: &Input<'_>) {
    if allows(&input.attrs.allows, codes::RULE_NEVER_TRUE) {
        return;
    }
    let fields: Vec<&InputField<'_>> = match &input.data {
        ItemBody::Struct(style, members) => {
            if *style == Style::Named && !is_open(input, members) {
                of_rules(cx, &input.attrs, &Members { input, members });
            }
            on_wire(members).collect()
        }
        ItemBody::Enum(variants) => variants.iter().flat_map(|variant| &variant.fields).collect(),
    };
    for field in fields {
        if !field.attrs.replaces_schema() && field.serde.custom.is_none() {
            let value = FieldValue {
                ty: field.ty,
                attrs: &field.attrs,
            };
            of_rules(cx, &field.attrs, &value);
        }
    }
}

fn of_rules(cx: &Errors, attrs: &Attrs, values: &dyn KnownValues) {
    if attrs.rules.is_empty() || allows(&attrs.allows, codes::RULE_NEVER_TRUE) {
        return;
    }
    let mut facts = RuleFacts::default();
    for rule in &attrs.rules {
        let Ok(ast) = crd_cel::parse(&rule.rule.value, CompatVersion::of_server(SERVER)).map(Arc::new) else {
            continue;
        };
        // A division by zero is reported on its own.
        if zero_divisors(&ast).next().is_some() {
            continue;
        }
        let old = OldValue::of_flag(rule.old_is_optional());
        let contradiction = if rule.when.is_always() {
            facts.add(&ast, old, values)
        } else {
            // Rules of different channels and feature gates may not apply together.
            RuleFacts::default().add(&ast, old, values)
        };
        let which = match contradiction {
            Some(RuleContradiction::Itself) => "value",
            Some(RuleContradiction::RulesBefore) => "value that satisfies the previous rules",
            None => continue,
        };
        report!(cx, rule.rule => RULE_NEVER_TRUE,
            "`{}` is false for every {which}, so the API server would reject every value; correct the rule, or what \
             contradicts it", rule.rule.value.trim());
        if contradiction == Some(RuleContradiction::RulesBefore) {
            return;
        }
    }
}

/// The value of a field that is not null: the server runs no rules on null.
struct FieldValue<'a> {
    ty: &'a Type,
    attrs: &'a Attrs,
}

impl KnownValues for FieldValue<'_> {
    fn numbers(&self, of: &[&str]) -> Option<ValueRange> {
        of.is_empty().then(|| integers(self.ty, self.attrs))?
    }

    fn sizes(&self, of: &[&str]) -> Option<ValueRange> {
        of.is_empty().then(|| sizes(self.ty, self.attrs))?
    }

    fn presence(&self, _: &[&str]) -> MemberPresence {
        MemberPresence::Unknown
    }

    fn texts(&self, of: &[&str]) -> Option<Vec<String>> {
        of.is_empty().then(|| texts(self.ty, self.attrs))?
    }
}

/// The fields of a struct.
struct Members<'a> {
    input: &'a Input<'a>,
    members: &'a [InputField<'a>],
}

impl Members<'_> {
    /// Returns a field whose schema is that of its type.
    fn field(&self, name: &str) -> Option<&InputField<'_>> {
        let field = on_wire(self.members).find(|field| field.name.value == name)?;
        let is_plain =
            !field.attrs.replaces_schema() && field.attrs.when.is_always() && field.serde.custom.is_none();
        is_plain.then_some(field)
    }

    /// Whether a field is always present and never null.
    fn is_present(&self, field: &InputField<'_>) -> bool {
        let attrs = &field.attrs;
        let is_certain = matches!(
            rust_type::std_type(field.ty),
            Some(
                StdType::Bool
                    | StdType::Integer(..)
                    | StdType::Float
                    | StdType::Text
                    | StdType::Char
                    | StdType::List(_)
                    | StdType::Map(_)
            )
        );
        let may_be_absent = attrs.optional.is_some()
            || attrs.nullable.is_some()
            || field.serde.default.is_some()
            || field.serde.skip_serializing_if.is_some()
            || self.input.serde.default.is_some();
        is_certain && !may_be_absent
    }
}

/// A declared member that is null is absent for rules, so the values that rules see have the type of the field.
impl KnownValues for Members<'_> {
    fn numbers(&self, of: &[&str]) -> Option<ValueRange> {
        let [name] = of else { return None };
        let field = self.field(name)?;
        integers(field.ty, &field.attrs)
    }

    fn sizes(&self, of: &[&str]) -> Option<ValueRange> {
        let [name] = of else { return None };
        let field = self.field(name)?;
        sizes(field.ty, &field.attrs)
    }

    fn presence(&self, member: &[&str]) -> MemberPresence {
        let [name] = member else {
            return MemberPresence::Unknown;
        };
        match self.field(name) {
            Some(field) if self.is_present(field) => MemberPresence::Always,
            Some(_) => MemberPresence::Sometimes,
            None => MemberPresence::Unknown,
        }
    }

    fn texts(&self, of: &[&str]) -> Option<Vec<String>> {
        let [name] = of else { return None };
        let field = self.field(name)?;
        texts(field.ty, &field.attrs)
    }
}

/// Returns the strings of the `enum` of a field; `None` if it has none, or if the schema is not that of a string.
fn texts(ty: &Type, attrs: &Attrs) -> Option<Vec<String>> {
    let Some(StdType::Text) = rust_type::std_type(without_wrappers(ty)) else {
        return None;
    };
    let mut texts = Vec::new();
    for member in &attrs.validation.enumeration {
        match &member.value {
            JsonLiteral::Str(text) => texts.push(text.clone()),
            _ => return None,
        }
    }
    (!texts.is_empty()).then_some(texts)
}

/// Returns the range of the integers of a type, within the literal bounds of a field; `None` for bounds that contradict each other, which are
/// reported themselves.
#[expect(clippy::cast_precision_loss, reason = "the range is wider by less than one")]
fn integers(ty: &Type, attrs: &Attrs) -> Option<ValueRange> {
    let Some(StdType::Integer(least, most)) = rust_type::std_type(without_wrappers(ty)) else {
        return None;
    };
    let v = &attrs.validation;
    let step = |is_exclusive: bool, bound: f64| {
        if is_exclusive && bound.fract() == 0.0 {
            1.0
        } else {
            0.0
        }
    };
    let mut range = ValueRange::integers(least as f64, most as f64);
    if let Some(bound) = &v.minimum.value {
        range.least = range
            .least
            .max(bound.value + step(v.minimum.is_exclusive, bound.value));
    }
    if let Some(bound) = &v.maximum.value {
        range.most = range
            .most
            .min(bound.value - step(v.maximum.is_exclusive, bound.value));
    }
    non_empty(range)
}

/// Returns the range of the sizes of the values of a type, within the literal bounds of a field, as [`integers`] does.
#[expect(clippy::cast_precision_loss, reason = "no value is that large")]
fn sizes(ty: &Type, attrs: &Attrs) -> Option<ValueRange> {
    let (least, most) = match rust_type::std_type(without_wrappers(ty))? {
        StdType::Text => (keys::MIN_LENGTH, keys::MAX_LENGTH),
        StdType::List(_) => (keys::MIN_ITEMS, keys::MAX_ITEMS),
        StdType::Map(_) => (keys::MIN_PROPERTIES, keys::MAX_PROPERTIES),
        _ => return None,
    };
    let count = |name: &str| attrs.validation.count(name);
    non_empty(ValueRange::integers(
        count(least).map_or(0.0, |least| least as f64),
        count(most).map_or(f64::INFINITY, |most| most as f64),
    ))
}

fn non_empty(range: ValueRange) -> Option<ValueRange> {
    (range.least <= range.most).then_some(range)
}
