//! Calls of the constant check of rules, for expressions that need types of other items.
//!
//! ```text
//! #[crd(rule("self.storage.size > 1"))]
//!     __crd::check::require(__crd::check::rules::rule(
//!         RuleRoot::Value(<shape>, <attributes>), &When::ALWAYS, RulePurpose::Rule, "self.storage.size > 1",
//!         &[RulePart::Root, RulePart::Field(0, "storage", (5, 12)), RulePart::Field(1, "size", (13, 17)), …],
//!     ))
//! ```

use std::ops::Range;

use proc_macro2::{Literal as Token, TokenStream};

use super::attrs::when_or_always;
use super::require::require;
use crate::attr::across::{Across, AcrossPurpose, Call, CallForm, Choice, Part};
use crate::attr::attrs::Attrs;
use crate::attr::rule::Rule;
use crate::hygiene::{lit_num, lit_str, quote_stable};

/// One group of calls for each expression, so that the compiler reports each of them. `shape` and `at` are expressions
/// for the shape and the attributes of the place; without `at`, elements are not checked.
pub(super) fn of_attrs(
    attrs: &Attrs,
    shape: &TokenStream,
    at: Option<&TokenStream>,
    groups: &mut Vec<Vec<TokenStream>>,
) {
    if attrs.replaces_schema() {
        return;
    }
    let none = quote_stable!(&__crd::Attrs::NONE);
    let over = at.unwrap_or(&none);
    let root = quote_stable!(__crd::check::rules::RuleRoot::Value(#shape, #over));
    for rule in &attrs.rules {
        of_rule(rule, &root, groups);
    }
    let Some(at) = at else { return };
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        let shape = quote_stable!(__crd::check::elements(#shape));
        of_attrs(
            nested,
            &shape,
            Some(&quote_stable!(__crd::check::nested(#at))),
            groups,
        );
    }
}

/// One group of calls for each expression of a rule.
pub(super) fn of_rule(rule: &Rule, root: &TokenStream, groups: &mut Vec<Vec<TokenStream>>) {
    let when = when_or_always(&rule.when);
    for (name, field) in rule.ordered.borrow().iter() {
        let (name, field) = (lit_str(name), when_or_always(field));
        groups.push(vec![require(
            &rule.rule,
            &quote_stable!(in_channel(#when, #field, #name)),
        )]);
    }
    for across in rule.across.borrow().iter() {
        let Across { purpose, parts } = across;
        let (text, purpose) = match purpose {
            AcrossPurpose::Rule => (Some(&rule.rule), quote_stable!(Rule)),
            AcrossPurpose::Message => (rule.message_expression.as_ref(), quote_stable!(Message)),
            AcrossPurpose::FieldPath => (rule.field_path.as_ref(), quote_stable!(FieldPath)),
        };
        let Some(text) = text else { continue };
        let source = lit_str(&text.value);
        let parts = parts.iter().map(part);
        groups.push(vec![require(
            text,
            &quote_stable!(rules::rule(
                #root,
                #when,
                __crd::check::rules::RulePurpose::#purpose,
                #source,
                &[#(__crd::check::rules::RulePart::#parts),*],
            )),
        )]);
    }
}

fn number(value: usize) -> Token {
    lit_num(Token::usize_unsuffixed(value))
}

fn bits(value: u16) -> Token {
    lit_num(Token::u16_unsuffixed(value))
}

fn pair(span: &Range<usize>) -> TokenStream {
    let (start, end) = (number(span.start), number(span.end));
    quote_stable!((#start, #end))
}

fn part(part: &Part) -> TokenStream {
    match part {
        Part::Root => quote_stable!(Root),
        Part::Known(bit, name) => {
            let (bit, name) = (bits(*bit), lit_str(name));
            quote_stable!(Known(#bit, #name))
        }
        Part::ListOf(of) => {
            let of = number(*of);
            quote_stable!(ListOf(#of))
        }
        Part::OptionalOf(of) => {
            let of = number(*of);
            quote_stable!(OptionalOf(#of))
        }
        Part::Unwrapped(of) => {
            let of = number(*of);
            quote_stable!(Unwrapped(#of))
        }
        Part::Field(of, name, span) => {
            let (of, name, span) = (number(*of), lit_str(name), pair(span));
            quote_stable!(Field(#of, #name, #span))
        }
        Part::OptionalField(of, name, span) => {
            let (of, name, span) = (number(*of), lit_str(name), pair(span));
            quote_stable!(OptionalField(#of, #name, #span))
        }
        Part::Element(of, span) => {
            let (of, span) = (number(*of), pair(span));
            quote_stable!(Element(#of, #span))
        }
        Part::AnElement(of) => {
            let of = number(*of);
            quote_stable!(AnElement(#of))
        }
        Part::Key(of, span) => {
            let (of, span) = (number(*of), pair(span));
            quote_stable!(Key(#of, #span))
        }
        Part::Value(of, span) => {
            let (of, span) = (number(*of), pair(span));
            quote_stable!(Value(#of, #span))
        }
        Part::Index(of, by, span) => {
            let (of, by, span) = (number(*of), number(*by), pair(span));
            quote_stable!(Index(#of, #by, #span))
        }
        Part::OptionalIndex(of, by, span) => {
            let (of, by, span) = (number(*of), number(*by), pair(span));
            quote_stable!(OptionalIndex(#of, #by, #span))
        }
        Part::Either(choice, yes, no, span) => {
            let choice = match choice {
                Choice::Condition => quote_stable!(Condition),
                Choice::OrValue => quote_stable!(OrValue),
            };
            let (yes, no, span) = (number(*yes), number(*no), pair(span));
            quote_stable!(Either(__crd::check::rules::RuleChoice::#choice, #yes, #no, #span))
        }
        Part::Equal(sign, left, right, span) => {
            let (sign, left, right, span) = (lit_str(sign), number(*left), number(*right), pair(span));
            quote_stable!(Equal(#sign, #left, #right, #span))
        }
        Part::In(left, right, span) => {
            let (left, right, span) = (number(*left), number(*right), pair(span));
            quote_stable!(In(#left, #right, #span))
        }
        Part::Texts(of, texts) => {
            let of = number(*of);
            let texts = texts.iter().map(|(text, span)| {
                let (text, span) = (lit_str(text), pair(span));
                quote_stable!((#text, #span))
            });
            quote_stable!(Texts(#of, &[#(#texts),*]))
        }
        Part::Condition(of, span) => {
            let (of, span) = (number(*of), pair(span));
            quote_stable!(Condition(#of, #span))
        }
        Part::Call(call) => self::call(call),
        Part::Whole(of) => {
            let of = number(*of);
            quote_stable!(Whole(#of))
        }
    }
}

fn call(call: &Call) -> TokenStream {
    let style = match call.style {
        CallForm::Operator => quote_stable!(Operator),
        CallForm::Function => quote_stable!(Function),
        CallForm::Method => quote_stable!(Method),
    };
    let (name, span) = (lit_str(&call.name), pair(&call.span));
    let arguments = call.arguments.iter().map(|argument| number(*argument));
    let signatures = call.signatures.iter().map(|(wanted, gives)| {
        let (wanted, gives) = (wanted.iter().map(|wanted| bits(*wanted)), bits(*gives));
        quote_stable!((&[#(#wanted),*], #gives))
    });
    quote_stable! {
        Call(__crd::check::rules::RuleCall::#style, #name, &[#(#arguments),*], &[#(#signatures),*], #span)
    }
}
