//! Generates calls of the constant check of rules, for expressions that need types of other items.
//!
//! ```text
//! #[crd(rule("self.storage.size > 1"))]
//!     __crd::check::require(__crd::check::rules::rule(
//!         RuleRoot::Value(<shape>, <attributes>), &When::ALWAYS, RulePurpose::Rule, "self.storage.size > 1",
//!         &[RulePart::Root, RulePart::Field(0, "storage", (5, 12)), RulePart::Field(1, "size", (13, 17)), …],
//!     ))
//! ```

use proc_macro2::TokenStream;

use super::require::require;
use super::to_const::{ToConst, call};
use crate::attr::attrs::Attrs;
use crate::attr::rule::CelRule;
use crate::check::cross_type::{CallForm, CrossTypeCheck, RuleChoice, RulePart, RulePurpose};
use crate::check::rule::{RuleCheck, RuleChecks};
use crate::hygiene::{lit_str, quote_stable};

/// Generates one group of calls for each expression, so that the compiler reports each of them. `shape` and `at` are
/// expressions for the shape and the attributes of the place; without `at`, elements are not checked.
pub(super) fn of_attrs(
    attrs: &Attrs,
    shape: &TokenStream,
    at: Option<&TokenStream>,
    checks: &RuleChecks<'_>,
    groups: &mut Vec<Vec<TokenStream>>,
) {
    if attrs.replaces_schema() {
        return;
    }
    let none = quote_stable!(&__crd::Attrs::NONE);
    let over = at.unwrap_or(&none);
    let root = quote_stable!(__crd::check::rules::RuleRoot::Value(#shape, #over));
    for rule in &attrs.rules {
        of_rule(rule, &root, checks, groups);
    }
    let Some(at) = at else { return };
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        let shape = quote_stable!(__crd::check::elements(#shape));
        of_attrs(
            nested,
            &shape,
            Some(&quote_stable!(__crd::check::nested(#at))),
            checks,
            groups,
        );
    }
}

/// Generates one group of calls for each expression of a rule.
pub(super) fn of_rule(
    rule: &CelRule,
    root: &TokenStream,
    checks: &RuleChecks<'_>,
    groups: &mut Vec<Vec<TokenStream>>,
) {
    let when = rule.when.to_const();
    for (_, check) in checks.iter().filter(|(checked, _)| std::ptr::eq(*checked, rule)) {
        let CrossTypeCheck { purpose, parts } = match check {
            RuleCheck::Types(check) => check,
            RuleCheck::Order(name, field) => {
                let (name, field) = (lit_str(name), field.to_const());
                groups.push(vec![require!(&rule.rule => in_channel(#when, #field, #name))]);
                continue;
            }
        };
        let (text, purpose) = match purpose {
            RulePurpose::Rule => (Some(&rule.rule), quote_stable!(Rule)),
            RulePurpose::Message => (rule.message_expression.as_ref(), quote_stable!(Message)),
            RulePurpose::FieldPath => (rule.field_path.as_ref(), quote_stable!(FieldPath)),
        };
        let Some(text) = text else { continue };
        let source = lit_str(&text.value);
        let parts = parts.iter().map(ToConst::to_const);
        groups.push(vec![require!(text => rules::rule(
            #root,
            #when,
            __crd::check::rules::RulePurpose::#purpose,
            #source,
            &[#(__crd::check::rules::RulePart::#parts),*],
        ))]);
    }
}

impl ToConst for RulePart {
    fn to_const(&self) -> TokenStream {
        match self {
            RulePart::Root => quote_stable!(Root),
            RulePart::Known(bit, name) => call("Known", &[bit, name]),
            RulePart::ListOf(of) => call("ListOf", &[of]),
            RulePart::OptionalOf(of) => call("OptionalOf", &[of]),
            RulePart::Unwrapped(of) => call("Unwrapped", &[of]),
            RulePart::Field(of, name, span) => call("Field", &[of, name, span]),
            RulePart::OptionalField(of, name, span) => call("OptionalField", &[of, name, span]),
            RulePart::Element(of, span) => call("Element", &[of, span]),
            RulePart::AnElement(of) => call("AnElement", &[of]),
            RulePart::Key(of, span) => call("Key", &[of, span]),
            RulePart::Value(of, span) => call("Value", &[of, span]),
            RulePart::Index(of, by, span) => call("Index", &[of, by, span]),
            RulePart::OptionalIndex(of, by, span) => call("OptionalIndex", &[of, by, span]),
            RulePart::Either(choice, yes, no, span) => {
                let choice = match choice {
                    RuleChoice::Condition => quote_stable!(__crd::check::rules::RuleChoice::Condition),
                    RuleChoice::OrValue => quote_stable!(__crd::check::rules::RuleChoice::OrValue),
                };
                call("Either", &[&choice, yes, no, span])
            }
            RulePart::Equal(sign, left, right, span) => call("Equal", &[sign, left, right, span]),
            RulePart::In(left, right, span) => call("In", &[left, right, span]),
            RulePart::Texts(of, texts) => call("Texts", &[of, texts]),
            RulePart::Condition(of, span) => call("Condition", &[of, span]),
            RulePart::Call(given) => {
                let style = match given.style {
                    CallForm::Operator => quote_stable!(__crd::check::rules::RuleCall::Operator),
                    CallForm::Function => quote_stable!(__crd::check::rules::RuleCall::Function),
                    CallForm::Method => quote_stable!(__crd::check::rules::RuleCall::Method),
                };
                call(
                    "Call",
                    &[
                        &style,
                        &given.name,
                        &given.arguments,
                        &given.signatures,
                        &given.span,
                    ],
                )
            }
            RulePart::Whole(of) => call("Whole", &[of]),
        }
    }
}
