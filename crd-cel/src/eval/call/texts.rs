//! Functions of strings.

use std::borrow::Cow;

use super::CallContext;
use crate::eval::function::Function;
use crate::eval::kubernetes::formats::Format;
use crate::eval::kubernetes::net::{Cidr, Ip};
use crate::eval::kubernetes::quantity::Quantity;
use crate::eval::kubernetes::semver::Semver;
use crate::eval::lib::{regexes, strings};
use crate::eval::value::{Library, Text, Value};
use crate::go::url::Url;

/// Calls a function of a string; `None` if no overload accepts the other arguments.
pub(super) fn of_text<'a>(
    function: Function,
    source: &Text<'a>,
    rest: &[Value<'a>],
    cx: &CallContext<'_>,
) -> Option<Value<'a>> {
    use Function as F;
    let bool = Value::Bool;
    let text = source.as_str();
    Some(match (function, rest) {
        (F::Contains, [part]) => bool(text.contains(text_of(part)?)),
        (F::StartsWith, [part]) => bool(text.starts_with(text_of(part)?)),
        (F::EndsWith, [part]) => bool(text.ends_with(text_of(part)?)),
        (F::CharAt, [Value::Int(index)]) => strings::char_at(text, *index),
        (F::IndexOf, [part]) => strings::index_of(text, text_of(part)?, None, cx.server),
        (F::IndexOf, [part, Value::Int(from)]) => {
            strings::index_of(text, text_of(part)?, Some(*from), cx.server)
        }
        (F::LastIndexOf, [part]) => strings::last_index_of(text, text_of(part)?, None, cx.server),
        (F::LastIndexOf, [part, Value::Int(upto)]) => {
            strings::last_index_of(text, text_of(part)?, Some(*upto), cx.server)
        }
        (F::LowerAscii, []) => Value::owned(text.to_ascii_lowercase()),
        (F::UpperAscii, []) => Value::owned(text.to_ascii_uppercase()),
        (F::Split, [separator]) => strings::split(source, text_of(separator)?, -1),
        (F::Split, [separator, Value::Int(limit)]) => strings::split(source, text_of(separator)?, *limit),
        (F::Substring, [Value::Int(start)]) => strings::substring(text, *start, None),
        (F::Substring, [Value::Int(start), Value::Int(end)]) => strings::substring(text, *start, Some(*end)),
        (F::Trim, []) => strings::trim(text),
        (F::StringsQuote, []) => Value::owned(strings::cel_quote(text)),
        (F::Matches | F::Find | F::FindAll, [pattern, limit @ ..]) => {
            let pattern = text_of(pattern)?;
            let computed;
            let regex = if let Some(regex) = cx.regex {
                regex
            } else {
                computed = cx.patterns.get(pattern);
                &computed
            };
            match (function, limit, regex) {
                (F::Matches, [], Ok(regex)) => bool(regex.is_match(text)),
                (F::Matches, [], Err(error)) => Value::error(error.clone()),
                (F::Find, [], Ok(regex)) => regexes::find(regex, text),
                (F::FindAll, [], Ok(regex)) => regexes::find_all(regex, text, -1),
                (F::FindAll, [Value::Int(limit)], Ok(regex)) => regexes::find_all(regex, text, *limit),
                (F::Find | F::FindAll, _, Err(error)) => Value::error(format!("Illegal regex: {error}")),
                _ => return None,
            }
        }
        (F::Quantity, []) => from_result(Quantity::parse(text).map(Library::Quantity)),
        (F::IsQuantity, []) => bool(Quantity::parse(text).is_ok()),
        (F::Url, []) => from_result(
            Url::parse_request_uri(text)
                .and_then(|_| Url::parse(text))
                .map(Library::Url)
                .map_err(|error| format!("URL parse error during conversion from string: {error}")),
        ),
        (F::IsUrl, []) => bool(Url::is_request_uri(text)),
        (F::Ip, []) => from_result(Ip::parse(text).map(Library::Ip)),
        (F::IsIp, []) => bool(Ip::is_valid(text)),
        (F::IpIsCanonical, []) => match Ip::parse(text) {
            Ok(ip) => bool(ip.to_string() == text),
            Err(error) => Value::error(error),
        },
        (F::Cidr, []) => from_result(Cidr::parse(text).map(Library::Cidr)),
        (F::IsCidr, []) => bool(Cidr::is_valid(text)),
        (F::Semver, [] | [Value::Bool(false)]) => from_result(Semver::parse(text).map(Library::Semver)),
        (F::Semver, [Value::Bool(true)]) => from_result(Semver::parse_normalized(text).map(Library::Semver)),
        (F::IsSemver, [] | [Value::Bool(false)]) => bool(Semver::parse(text).is_ok()),
        (F::IsSemver, [Value::Bool(true)]) => bool(Semver::parse_normalized(text).is_ok()),
        (F::FormatNamed, []) => match Format::named(text) {
            Some(format) => Value::some(Value::library(Library::Format(format))),
            None => Value::Optional(None),
        },
        (F::OptionalOf, []) => Value::some(Value::owned(text)),
        (F::OptionalOfNonZero, []) if text.is_empty() => Value::Optional(None),
        (F::OptionalOfNonZero, []) => Value::some(Value::owned(text)),
        _ => return None,
    })
}

pub(super) fn text_of<'t>(value: &'t Value<'_>) -> Option<&'t str> {
    match value {
        Value::String(text) => Some(text.as_str()),
        _ => None,
    }
}

fn from_result<'a>(parsed: Result<Library, impl Into<Cow<'static, str>>>) -> Value<'a> {
    match parsed {
        Ok(value) => Value::library(value),
        Err(text) => Value::error(text),
    }
}
