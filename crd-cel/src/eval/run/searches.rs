//! Evaluates comparisons of texts, searches in texts and lists, and pattern matches.

use serde_json::Value as Json;

use super::index::{DataElements, DataMembers, elements, elements_of, members, members_of};
use super::read::fits;
use super::state::{Eval, Evaluator, Failed, LocalScope};
use crate::eval::cost::{self, Price};
use crate::eval::function::Function;
use crate::eval::kubernetes::net::{Cidr, Ip};
use crate::eval::node::{BinaryCall, CallSite, EvalNode, PatternCall};
use crate::eval::schema::DataKind;
use crate::eval::value::{Text, Value};
use crate::go::url::Url;

impl<'a> Evaluator<'_, 'a> {
    /// Evaluates a comparison of texts, or a search of one in another.
    pub(super) fn texts(&mut self, call: &'a BinaryCall, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        let [left, right] = &call.sides;
        if left.is_direct() && right.is_direct() {
            let result = match self.direct_text(left, scope) {
                Ok(left) => match self.direct_text(right, scope) {
                    Ok(right) => match compare_texts(&call.site, left, right) {
                        Some((result, cost)) => {
                            self.charge(cost)?;
                            return Ok(result);
                        }
                        None => self.apply(&call.site, &[Value::owned(left), Value::owned(right)]),
                    },
                    Err(Failed) => self.call_with_failed(call, Value::owned(left)),
                },
                Err(Failed) => self.call_of_failed(call, scope),
            };
            return self.bool_of(result);
        }
        let read = |run: &mut Self, node, scope: LocalScope<'_, 'a>| run.text(node, scope);
        let result = match self.sides(call, scope, read, Value::String) {
            Ok((left, right)) => match compare_texts(&call.site, left.as_str(), right.as_str()) {
                Some((result, cost)) => {
                    self.charge(cost)?;
                    return Ok(result);
                }
                None => self.apply(&call.site, &[Value::String(left), Value::String(right)]),
            },
            Err(Failed) => self.other(),
        };
        self.bool_of(result)
    }

    /// Checks whether a text is in a list or map of the data.
    pub(super) fn is_member(&mut self, call: &'a BinaryCall, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        let [text, container] = &call.sides;
        let text = match self.direct_text(text, scope) {
            Ok(text) => text,
            Err(Failed) => {
                let result = self.call_of_failed(call, scope);
                return self.bool_of(result);
            }
        };
        if let Some((value, charge)) = self.borrowed(container, scope)
            && let Some((found, cost)) = found_in(text, elements_of(value), members_of(value))
        {
            self.charge(charge)?;
            self.charge(cost)?;
            return Ok(found);
        }
        let container = match self.datum(container, scope) {
            Ok(container) => container,
            Err(Failed) => {
                let result = self.call_with_failed(call, Value::owned(text));
                return self.bool_of(result);
            }
        };
        if let Some((found, cost)) = found_in(text, elements(&container), members(&container)) {
            self.charge(cost)?;
            return Ok(found);
        }
        let text = Value::owned(text);
        let result = match self.made(container) {
            Ok(container) => self.apply(&call.site, &[text, container]),
            Err(Failed) => self.call_with_failed(call, text),
        };
        self.bool_of(result)
    }

    /// Checks whether a text is an address, a network or a URL.
    pub(super) fn has_form(
        &mut self,
        site: &'a CallSite,
        text: &'a EvalNode,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<bool> {
        let Ok(text) = self.direct_text(text, scope) else {
            let result = self.apply_to_failed(site);
            return self.bool_of(result);
        };
        self.charge(match site.price {
            Price::Reading(_) => cost::of_text(text),
            _ => 1,
        })?;
        Ok(match site.function {
            Function::IsIp => Ip::is_valid(text),
            Function::IsCidr => Cidr::is_valid(text),
            _ => Url::is_request_uri(text),
        })
    }

    pub(super) fn matches(&mut self, matches: &'a PatternCall, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        if matches.text.is_direct() {
            if let Ok(text) = self.direct_text(&matches.text, scope) {
                self.charge(matches.cost(text))?;
                return Ok(matches.regex.is_match(text));
            }
        } else if let Ok(text) = self.text(&matches.text, scope) {
            self.charge(matches.cost(text.as_str()))?;
            return Ok(matches.regex.is_match(text.as_str()));
        }
        let result = self.match_failed(matches);
        self.bool_of(result)
    }

    /// Returns the first match of a pattern; empty if there is none.
    pub(super) fn found(&mut self, find: &'a PatternCall, scope: LocalScope<'_, 'a>) -> Eval<Text<'a>> {
        let Ok(text) = self.text(&find.text, scope) else {
            let result = self.match_failed(find);
            return self.text_of(result);
        };
        self.charge(find.cost(text.as_str()))?;
        Ok(match text {
            Text::Borrowed(text) => Text::Borrowed(find.regex.find(text).unwrap_or_default()),
            Text::Owned(text) => Text::Owned(find.regex.find(&text).unwrap_or_default().into()),
        })
    }

    /// Makes a match call whose text failed or has another type. An error stops the call before it is made.
    #[cold]
    fn match_failed(&mut self, call: &'a PatternCall) -> Eval<Value<'a>> {
        let text = self.other()?;
        self.apply(&call.site, &[text, Value::text(&call.pattern)])
    }
}

/// Returns the result and the cost of comparing two texts, or of searching for the second in the first;
/// `None` if the general implementation must compute it.
fn compare_texts(site: &CallSite, a: &str, b: &str) -> Option<(bool, u64)> {
    /// Longer texts are searched only if the cost limit allows it.
    const SHORT: usize = 4096;
    let result = match site.function {
        Function::Equals => a == b,
        Function::NotEquals => a != b,
        Function::StartsWith => a.starts_with(b),
        Function::EndsWith => a.ends_with(b),
        Function::Contains if a.len().max(b.len()) <= SHORT => {
            return Some((a.contains(b), cost::of_text(a) * cost::of_text(b)));
        }
        function => function.holds(a.cmp(b))?,
    };
    let cost = match site.price {
        Price::Reading(0) => cost::of_text(a),
        Price::Reading(_) => cost::of_text(b),
        Price::Shorter => cost::of_texts(a, b),
        Price::One | Price::Computed => return None,
    };
    Some((result, cost))
}

/// Checks whether a text is among the elements of a list or the keys of a map, and returns the result with
/// its cost; `None` if the general implementation must compute it.
fn found_in(
    text: &str,
    elements: Option<DataElements<'_>>,
    members: Option<DataMembers<'_>>,
) -> Option<(bool, u64)> {
    if let Some((items, schema)) = elements {
        let is_text = |item: &Json| matches!(item, Json::String(_));
        let found = items.iter().find(|item| !is_text(item) || *item == text);
        // An element that is not a text may be an error.
        let is_known = schema.kind == DataKind::String && found.is_none_or(is_text);
        return is_known.then_some((found.is_some(), items.len() as u64));
    }
    let (map, values) = members?;
    match map.get(text) {
        None => Some((false, 1)),
        Some(json) => fits(json, values).then_some((true, 1)),
    }
}

impl PatternCall {
    fn cost(&self, text: &str) -> u64 {
        match self.quarter {
            Some(quarter) => cost::of_match(text, quarter),
            None => 1,
        }
    }
}
