//! Creates the parts of a rule at run time, in the form of the generated code.

use crd_core::shape::check::rules::{RuleCall, RuleChoice, RulePart, RuleSpan};

use crate::check::cross_type::{self as derive, CallForm};

/// An upper bound of the number of parts of a rule in the test.
const MOST: usize = 256;

/// Returns the parts in the form of a constant.
#[expect(
    clippy::large_stack_arrays,
    reason = "a test has the stack for it, and a constant needs an array"
)]
#[expect(clippy::needless_pass_by_value, reason = "callers make the parts for it")]
pub fn constant(parts: Vec<derive::RulePart>) -> &'static [RulePart; MOST] {
    let mut all = [RulePart::Root; MOST];
    assert!(parts.len() <= MOST, "{} parts", parts.len());
    for (place, part) in all.iter_mut().zip(&parts) {
        *place = one(part);
    }
    Box::leak(Box::new(all))
}

fn text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn pair(span: &std::ops::Range<usize>) -> RuleSpan {
    (span.start, span.end)
}

fn one(part: &derive::RulePart) -> RulePart {
    match part {
        derive::RulePart::Root => RulePart::Root,
        derive::RulePart::Known(bits, name) => RulePart::Known(*bits, text(name)),
        derive::RulePart::ListOf(of) => RulePart::ListOf(*of),
        derive::RulePart::OptionalOf(of) => RulePart::OptionalOf(*of),
        derive::RulePart::Unwrapped(of) => RulePart::Unwrapped(*of),
        derive::RulePart::Field(of, name, span) => RulePart::Field(*of, text(name), pair(span)),
        derive::RulePart::OptionalField(of, name, span) => {
            RulePart::OptionalField(*of, text(name), pair(span))
        }
        derive::RulePart::Element(of, span) => RulePart::Element(*of, pair(span)),
        derive::RulePart::AnElement(of) => RulePart::AnElement(*of),
        derive::RulePart::Key(of, span) => RulePart::Key(*of, pair(span)),
        derive::RulePart::Value(of, span) => RulePart::Value(*of, pair(span)),
        derive::RulePart::Index(of, by, span) => RulePart::Index(*of, *by, pair(span)),
        derive::RulePart::OptionalIndex(of, by, span) => RulePart::OptionalIndex(*of, *by, pair(span)),
        derive::RulePart::Either(choice, yes, no, span) => {
            let choice = match choice {
                derive::RuleChoice::Condition => RuleChoice::Condition,
                derive::RuleChoice::OrValue => RuleChoice::OrValue,
            };
            RulePart::Either(choice, *yes, *no, pair(span))
        }
        derive::RulePart::Equal(sign, left, right, span) => {
            RulePart::Equal(text(sign), *left, *right, pair(span))
        }
        derive::RulePart::In(left, right, span) => RulePart::In(*left, *right, pair(span)),
        derive::RulePart::Texts(of, texts) => {
            let texts: Vec<_> = texts.iter().map(|(one, span)| (text(one), pair(span))).collect();
            RulePart::Texts(*of, texts.leak())
        }
        derive::RulePart::Condition(of, span) => RulePart::Condition(*of, pair(span)),
        derive::RulePart::Call(call) => {
            let style = match call.style {
                CallForm::Operator => RuleCall::Operator,
                CallForm::Function => RuleCall::Function,
                CallForm::Method => RuleCall::Method,
            };
            let signatures = call.signatures.iter().map(|(wanted, gives)| {
                let wanted: &'static [u16] = wanted.clone().leak();
                (wanted, *gives)
            });
            RulePart::Call(
                style,
                text(&call.name),
                call.arguments.clone().leak(),
                signatures.collect::<Vec<_>>().leak(),
                pair(&call.span),
            )
        }
        derive::RulePart::Whole(of) => RulePart::Whole(*of),
    }
}
