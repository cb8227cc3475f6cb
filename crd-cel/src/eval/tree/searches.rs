//! Evaluates comparisons of texts, searches in texts and lists, and matches.

use serde_json::Value as Json;

use super::direct::Container;
use super::run::{Scope, Tree};
use super::{Matches, Node};
use crate::eval::cost;
use crate::eval::data::DataKind;
use crate::eval::frequent;
use crate::eval::function::Function;
use crate::eval::lib::net::{Cidr, Ip};
use crate::eval::plan::Site;
use crate::eval::value::{Text, Value};
use crate::go::url::Url;

impl<'p: 'a, 'a> Tree<'_, 'a> {
    /// A comparison of texts, or a search of one in another.
    pub(super) fn texts(
        &mut self,
        site: &'p Site,
        sides: &'p [Node; 2],
        scope: Scope<'_, 'a>,
    ) -> Option<bool> {
        let [left, right] = sides;
        if left.is_direct() && right.is_direct() {
            let Some(left) = self.direct_text(left, scope) else {
                return self.text_failed(site, None, right, scope);
            };
            let Some(right) = self.direct_text(right, scope) else {
                return self.compared_with_failure(site, Value::owned(left));
            };
            let (result, cost) = frequent::compare_texts(site, left, right)?;
            self.charge(cost)?;
            return Some(result);
        }
        let Some(left) = self.text(left, scope) else {
            return self.text_failed(site, None, right, scope);
        };
        let Some(right) = self.text(right, scope) else {
            return self.compared_with_failure(site, Value::String(left));
        };
        let (result, cost) = frequent::compare_texts(site, left.as_str(), right.as_str())?;
        self.charge(cost)?;
        Some(result)
    }

    /// The left side failed; the right side is still evaluated.
    #[cold]
    fn text_failed(
        &mut self,
        site: &'p Site,
        left: Option<Value<'a>>,
        right: &'p Node,
        scope: Scope<'_, 'a>,
    ) -> Option<bool> {
        let left = self.or_error(left)?;
        let right = self.text(right, scope).map(Value::String);
        let right = self.or_error(right)?;
        self.made(site, &[left, right]).and(None)
    }

    /// The right side failed.
    #[cold]
    fn compared_with_failure(&mut self, site: &'p Site, left: Value<'a>) -> Option<bool> {
        let right = self.or_error(None)?;
        self.made(site, &[left, right]).and(None)
    }

    /// Whether a text is in a list or map of the data.
    pub(super) fn is_member(&mut self, sides: &'p [Node; 2], scope: Scope<'_, 'a>) -> Option<bool> {
        let [text, container] = sides;
        let text = self.direct_text(text, scope)?;
        match self.container(container, scope)? {
            Container::List(items, schema) if schema.kind == DataKind::String => {
                self.charge(items.len() as u64)?;
                for item in items {
                    match item {
                        Json::String(item) if item == text => return Some(true),
                        Json::String(_) => {}
                        // The machine says what an element is worth that is no text.
                        _ => return None,
                    }
                }
                Some(false)
            }
            Container::List(..) => None,
            Container::Map(map, values) => {
                self.charge(1)?;
                match map.get(text) {
                    None => Some(false),
                    Some(json) => (!values.value(json).is_error()).then_some(true),
                }
            }
        }
    }

    /// Whether a text is an address, a network or a URL.
    pub(super) fn has_form(&mut self, site: &'p Site, text: &'p Node, scope: Scope<'_, 'a>) -> Option<bool> {
        let Some(text) = self.direct_text(text, scope) else {
            let error = self.or_error(None)?;
            return self.made(site, &[error]).and(None);
        };
        self.charge(match site.price {
            cost::Price::Reading(_) => cost::of_text(text),
            _ => 1,
        })?;
        Some(match site.function {
            Function::IsIp => Ip::is_valid(text),
            Function::IsCidr => Cidr::is_valid(text),
            Function::IsUrl => Url::is_request_uri(text),
            _ => return None,
        })
    }

    pub(super) fn matches(&mut self, matches: &'p Matches, scope: Scope<'_, 'a>) -> Option<bool> {
        if matches.text.is_direct() {
            let text = self.direct_text(&matches.text, scope)?;
            self.charge(matches.cost(text))?;
            return Some(matches.regex.is_match(text));
        }
        let text = self.text(&matches.text, scope)?;
        self.charge(matches.cost(text.as_str()))?;
        Some(matches.regex.is_match(text.as_str()))
    }

    /// The first part that a pattern matches; empty if there is none.
    pub(super) fn found(&mut self, find: &'p Matches, scope: Scope<'_, 'a>) -> Option<Text<'a>> {
        let text = self.text(&find.text, scope)?;
        self.charge(find.cost(text.as_str()))?;
        match text {
            Text::Borrowed(text) => Some(Text::Borrowed(
                find.regex.find(text).map_or("", |found| found.as_str()),
            )),
            Text::Owned(text) => Some(Text::Owned(
                find.regex.find(&text).map_or("", |found| found.as_str()).into(),
            )),
        }
    }
}

impl Matches {
    fn cost(&self, text: &str) -> u64 {
        match self.quarter {
            Some(quarter) => cost::of_match(text, quarter),
            None => 1,
        }
    }
}
