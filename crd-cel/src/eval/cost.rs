//! Computes the cost of each call at run time (RTC-03 to RTC-12), in the server's units.
//!
//! A call whose price a server does not know costs 1. Prices came with these servers (RTC-18):
//!
//! ```text
//! 1.30  quantity, isQuantity, ip, isIP, ip.isCanonical, cidr, isCIDR, containsIP, containsCIDR
//! 1.31  validate
//! 1.32  `==` of library values
//! 1.33  semver, isSemver; optionals count by the value they hold
//! 1.37  startsWith and endsWith by the argument, matches(text, pattern), includes,
//!       flatten with a negative depth
//! ```

use super::function::Function;
use super::value::{Library, List, Value, count_chars};

/// Cost of creating a list.
pub(super) const LIST: u64 = 10;
/// Cost of creating a map.
pub(super) const MAP: u64 = 30;
/// Cost of creating a message.
pub(super) const MESSAGE: u64 = 40;

/// The first servers with these prices.
const PARSERS_SINCE: u8 = 30;
const VALIDATE_SINCE: u8 = 31;
const LIBRARY_EQUALITY_SINCE: u8 = 32;
const SEMVER_SINCE: u8 = 33;
const OPTIONAL_SIZES_SINCE: u8 = 33;
const BY_ARGUMENT_SINCE: u8 = 37;
const INCLUDES_SINCE: u8 = 37;
/// The first server that rejects long ranges by itself.
const RANGE_LIMITED_SINCE: u8 = 37;
/// The first server that counts a negative depth of `flatten` as 1.
const POSITIVE_DEPTH_SINCE: u8 = 37;

/// A call, with everything that determines its cost.
pub(super) struct Call<'c, 'a> {
    pub(super) function: Function,
    /// Id of the overload, if the checker found exactly one.
    pub(super) overload: Option<&'static str>,
    /// The receiver and the arguments.
    pub(super) args: &'c [Value<'a>],
    /// The result.
    pub(super) result: &'c Value<'a>,
    /// The minor version of the server.
    pub(super) server: u8,
}

/// The cost of a call with texts, as far as it is known when the call is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Price {
    /// The cost of reading the argument at this index.
    Reading(usize),
    /// 1.
    One,
    /// The cost of reading the shorter argument.
    Shorter,
    /// Computed by [`of_call`].
    Computed,
}

/// Returns the price of frequent calls with texts; for all other calls it is computed.
pub(super) fn price(function: Function, overload: Option<&str>, server: u8) -> Price {
    use Function as F;
    match function {
        F::Equals | F::NotEquals => Price::Shorter,
        F::Less | F::LessEquals | F::Greater | F::GreaterEquals
            if overload.is_some_and(|id| id.ends_with("_string")) =>
        {
            Price::Shorter
        }
        F::StartsWith | F::EndsWith => Price::Reading(usize::from(server >= BY_ARGUMENT_SINCE)),
        F::IsIp | F::IsCidr if server >= PARSERS_SINCE => Price::Reading(0),
        F::IsIp | F::IsCidr | F::IsUrl => Price::One,
        _ => Price::Computed,
    }
}

/// Returns the cost of reading a text; the code points of short ones need not be counted.
pub(super) fn of_text(text: &str) -> u64 {
    if text.len() <= 10 {
        u64::from(!text.is_empty())
    } else {
        tenth(count_chars(text) as u64)
    }
}

/// Returns the cost of comparing two texts.
pub(super) fn of_texts(a: &str, b: &str) -> u64 {
    if a.len().min(b.len()) <= 10 {
        u64::from(!a.is_empty() && !b.is_empty())
    } else {
        of_text(a).min(of_text(b))
    }
}

/// Returns `⌈size / 10⌉`: the cost of reading a text once.
fn tenth(size: u64) -> u64 {
    size.div_ceil(10)
}

/// Returns `⌈size / 4⌉`: the factor for a regular expression of a size.
pub(super) fn quarter(size: u64) -> u64 {
    size.div_ceil(4)
}

/// Returns the cost of a call whose arguments were evaluated.
pub(super) fn of_call(call: &Call<'_, '_>) -> u64 {
    use Function as F;
    let size = |index: usize| match call.args.get(index) {
        None => 1,
        Some(Value::Optional(_)) if call.server < OPTIONAL_SIZES_SINCE => 1,
        Some(value) => value.size(),
    };
    // Prices of Kubernetes' libraries and of lists and sets do not look into optionals.
    let own_size = |index: usize| match call.args.get(index) {
        None | Some(Value::Optional(_)) => 1,
        Some(value) => value.size(),
    };
    // The argument is declared as a text, whatever it is at run time.
    let is_parsed = || {
        matches!(
            call.overload,
            Some("cidr_contains_ip_string" | "cidr_contains_cidr_string")
        )
    };
    let both_read = || {
        let (a, b) = (size(0), size(1));
        tenth(a.min(b))
    };
    match call.function {
        F::Equals if is_opaque(call.args.first()) && call.server >= LIBRARY_EQUALITY_SINCE => 1,
        F::Equals | F::NotEquals => both_read(),
        F::Less | F::LessEquals | F::Greater | F::GreaterEquals => match call.overload {
            Some(id) if id.ends_with("_string") || id.ends_with("_bytes") => both_read(),
            _ => 1,
        },
        F::Add => match call.overload {
            Some("add_string" | "add_bytes") => tenth(size(0) + size(1)),
            _ => 1,
        },
        F::In => match call.overload {
            Some("in_list") => size(1),
            _ => 1,
        },
        F::StartsWith | F::EndsWith if call.server >= BY_ARGUMENT_SINCE => tenth(size(1)),
        F::StartsWith | F::EndsWith => tenth(size(0)),
        F::Contains => tenth(size(0)) * tenth(size(1)),
        F::Matches => match call.overload {
            overload if is_match_free(overload, call.server) => 1,
            _ => regex(size(0), size(1)),
        },
        F::Find | F::FindAll => regex(own_size(0), own_size(1)),
        F::Bytes if call.overload == Some("string_to_bytes") => tenth(size(0)),
        F::String if call.overload == Some("bytes_to_string") => tenth(size(0)),
        F::StringsQuote | F::Format => tenth(size(0)),
        F::Url | F::LowerAscii | F::UpperAscii | F::Substring | F::Trim => tenth(own_size(0)),
        F::Replace | F::Split => fifth(own_size(0)),
        F::Join => fifth(call.result.size()),
        F::Quantity
        | F::IsQuantity
        | F::Ip
        | F::IsIp
        | F::IpIsCanonical
        | F::Cidr
        | F::IsCidr
        | F::ContainsIp
        | F::ContainsCidr
            if call.server < PARSERS_SINCE =>
        {
            1
        }
        F::Validate if call.server < VALIDATE_SINCE => 1,
        F::Semver | F::IsSemver if call.server < SEMVER_SINCE => 1,
        F::Includes if call.server < INCLUDES_SINCE => 1,
        F::Quantity | F::IsQuantity | F::Semver | F::IsSemver | F::Cidr | F::IsCidr | F::IsIp => {
            tenth(own_size(0))
        }
        F::Ip if call.overload != Some("cidr_ip") => tenth(own_size(0)),
        F::IpIsCanonical => fifth(own_size(0)),
        F::ContainsIp => fifth(own_size(0)) + if is_parsed() { tenth(own_size(1)) } else { 0 },
        F::ContainsCidr => {
            fifth(own_size(0)) + tenth(own_size(0)) + 1 + if is_parsed() { tenth(own_size(1)) } else { 0 }
        }
        F::Validate => match call.args.first() {
            Some(Value::Library(library)) => match &**library {
                Library::Format(format) => tenth(own_size(1) + 1) * quarter(format.regex_size()),
                _ => 1,
            },
            _ => 1,
        },
        F::IsSorted | F::Sum | F::Min | F::Max | F::IndexOf | F::LastIndexOf | F::Includes => {
            call.args.first().map_or(1, traversal)
        }
        F::SetsContains | F::SetsIntersects => 1 + own_size(0) * own_size(1),
        F::SetsEquivalent => 1 + 2 * own_size(0) * own_size(1),
        F::Slice | F::Reverse | F::ListsRange if call.overload.is_some() => 11 + call.result.size(),
        F::Flatten if call.overload.is_some() => flatten(own_size(0), call.args.get(1), call.server),
        F::SortByKeys if call.overload.is_some() => 11 + square(call.args.get(1)),
        F::Sort | F::Distinct if call.overload.is_some() => 11 + square(call.args.first()),
        F::Or | F::OrValue => 0,
        _ => 1,
    }
}

fn fifth(size: u64) -> u64 {
    size.div_ceil(5)
}

fn regex(text: u64, pattern: u64) -> u64 {
    tenth(text + 1) * quarter(pattern)
}

/// Checks whether a match costs 1 for all texts and patterns.
pub(super) fn is_match_free(overload: Option<&str>, server: u8) -> bool {
    overload == Some("matches") && server < BY_ARGUMENT_SINCE
}

/// Returns the cost of matching a text against a pattern, given its [`quarter`].
pub(super) fn of_match(text: &str, quarter: u64) -> u64 {
    tenth(count_chars(text) as u64 + 1) * quarter
}

/// Checks whether equality of such a value has a price of its own.
fn is_opaque(value: Option<&Value<'_>>) -> bool {
    matches!(value, Some(Value::Library(_)))
}

/// Returns the cost of visiting every part of a value.
fn traversal(value: &Value<'_>) -> u64 {
    let mut cost: u64 = 0;
    // The values that are still to be visited: the data may be nested deeper than the call stack allows.
    let mut open = vec![value.clone()];
    while let Some(value) = open.pop() {
        match &value {
            Value::String(text) => cost += text.as_str().len() as u64 / 10,
            Value::Bytes(bytes) => cost += bytes.len() as u64 / 10,
            Value::List(list) => open.extend(list.iter()),
            Value::Map(_) | Value::Object(_) => {
                for (key, value) in super::equal::members(&value) {
                    open.push(value.unwrap_or(Value::Null));
                    open.push(key);
                }
            }
            _ => cost += 1,
        }
    }
    cost
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server computes in floating point and truncates"
)]
fn square(list: Option<&Value<'_>>) -> u64 {
    let Some(Value::List(list)) = list else { return 2 };
    let factor = match first(list) {
        Some(Value::String(_) | Value::Bytes(_)) => 2.1,
        _ => 2.0,
    };
    let size = list.len() as f64;
    (size * size * factor) as u64
}

fn first<'a>(list: &List<'a>) -> Option<Value<'a>> {
    list.get(0)
}

/// Returns the cost of `flatten`. Until 1.36 a negative depth lowers the price below that of an empty list.
fn flatten(size: u64, depth: Option<&Value<'_>>, server: u8) -> u64 {
    let depth = match depth {
        Some(Value::Int(depth)) if *depth < 0 && server >= POSITIVE_DEPTH_SINCE => 1,
        Some(Value::Int(depth)) => *depth,
        _ => 1,
    };
    let part = i64::try_from(size).unwrap_or(i64::MAX).saturating_mul(depth);
    u64::try_from(part.saturating_add(11)).unwrap_or(0)
}

/// Returns the cost of a call if it is known in advance and exceeds the remaining budget, so that the call need not be made.
pub(super) fn too_expensive(call: &Call<'_, '_>, left: u64) -> Option<u64> {
    use Function as F;
    let cost = match (call.function, call.args) {
        (F::ListsRange, [Value::Int(count)]) if call.server < RANGE_LIMITED_SINCE => {
            u64::try_from(*count).ok()?.saturating_add(11)
        }
        (F::Sort | F::SortByKeys | F::Distinct, _) if call.overload.is_some() => of_call(call),
        (F::SetsContains | F::SetsIntersects | F::SetsEquivalent, _) => of_call(call),
        (F::Contains | F::Find | F::FindAll, _) => of_call(call),
        (F::Matches, _) if call.overload != Some("matches") => of_call(call),
        _ => return None,
    };
    (cost > left).then_some(cost)
}
