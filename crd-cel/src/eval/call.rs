//! What each function does.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::arithmetic;
use super::convert;
use super::equal::{self, NO_OVERLOAD};
use super::error::Stop;
use super::function::Function;
use super::lib::formats::Format;
use super::lib::net::{Cidr, Ip};
use super::lib::quantity::Quantity;
use super::lib::regexes::{self, Patterns};
use super::lib::semver::Semver;
use super::lib::timestamps::{self, Part};
use super::lib::url::Url;
use super::lib::{lists, printf, strings};
use super::value::{Library, List, Map, MapKey, Value};

/// What calls need besides their arguments.
pub(super) struct Context<'p> {
    /// Patterns computed by the expression.
    pub(super) patterns: &'p Patterns,
    /// The compiled pattern of this call, where it is constant.
    pub(super) regex: Option<&'p Result<regex::Regex, String>>,
    /// The minor version of the server.
    pub(super) server: u8,
    /// Whether the checker found exactly one overload.
    pub(super) is_resolved: bool,
}

/// The result of a function on arguments that are no errors.
pub(super) fn call<'a>(function: Function, args: &[Value<'a>], cx: &Context<'_>) -> Result<Value<'a>, Stop> {
    use Function as F;
    let value = match (function, args) {
        (F::Equals, [a, b]) => equal::equal(a, b),
        // What cannot be compared is unequal.
        (F::NotEquals, [a, b]) => Value::Bool(!equal::is_equal(a, b)),
        (F::Less | F::LessEquals | F::Greater | F::GreaterEquals, [a, b]) => ordered(function, a, b),
        (F::Add | F::Subtract | F::Multiply | F::Divide | F::Modulo, [a, b]) => {
            arithmetic::binary(function, a, b, cx.server)
        }
        (F::Negate, [value]) => arithmetic::negate(value),
        (F::Not, [Value::Bool(value)]) => Value::Bool(!value),
        (F::Not, [value]) => arithmetic::unfit_unary(function, value),
        (F::In, [value, container]) => contained(value, container),
        (F::MapInsert, _) => insert(args),
        (F::Size, [value]) => size(value),
        (
            F::Dyn
            | F::Type
            | F::Bool
            | F::Bytes
            | F::Double
            | F::Duration
            | F::Int
            | F::String
            | F::Timestamp
            | F::Uint,
            [value],
        ) => convert::convert(function, value),
        (F::SortByKeys | F::Sort | F::Distinct | F::Flatten, _) => return sorting(function, args, cx),
        _ => library(function, args, cx),
    };
    Ok(value)
}

fn named<'a>(function: Function) -> Value<'a> {
    Value::error(format!("{NO_OVERLOAD}: {}", function.name()))
}

/// The error of arguments that no overload takes.
fn unfit<'a>(function: Function, args: &[Value<'a>], cx: &Context<'_>) -> Value<'a> {
    use Function as F;
    match function {
        F::Contains | F::StartsWith | F::EndsWith | F::Find => Value::error(NO_OVERLOAD),
        F::Matches | F::FindAll if cx.regex.is_some() => Value::error(NO_OVERLOAD),
        F::Matches => named(function),
        F::GetDate
        | F::GetDayOfMonth
        | F::GetDayOfWeek
        | F::GetDayOfYear
        | F::GetFullYear
        | F::GetHours
        | F::GetMilliseconds
        | F::GetMinutes
        | F::GetMonth
        | F::GetSeconds => named(function),
        F::ContainsIp | F::ContainsCidr => Value::error(NO_OVERLOAD),
        F::Sum if cx.is_resolved && matches!(args.first(), Some(Value::List(_))) => Value::error(NO_OVERLOAD),
        _ => {
            let types: Vec<&str> = args.iter().map(Value::type_name).collect();
            Value::error(format!(
                "{NO_OVERLOAD}: {}({})",
                function.name(),
                types.join(", ")
            ))
        }
    }
}

fn ordered<'a>(function: Function, a: &Value<'a>, b: &Value<'a>) -> Value<'a> {
    match equal::compare(a, b, function.name()) {
        Err(error) => error,
        Ok(order) => Value::Bool(match function {
            Function::Less => order == Ordering::Less,
            Function::LessEquals => order != Ordering::Greater,
            Function::Greater => order == Ordering::Greater,
            _ => order != Ordering::Less,
        }),
    }
}

fn contained<'a>(value: &Value<'a>, container: &Value<'a>) -> Value<'a> {
    match container {
        Value::List(list) => {
            let mut failure = None;
            for item in list.iter() {
                match equal::equal(value, &item) {
                    Value::Bool(true) => return Value::Bool(true),
                    Value::Error(error) => {
                        failure.get_or_insert(error);
                    }
                    _ => {}
                }
            }
            failure.map_or(Value::Bool(false), Value::Error)
        }
        Value::Map(Map::Owned(_)) => Value::Bool(equal::find(container, value).is_some()),
        Value::Map(_) | Value::Object(_) => match value {
            Value::String(_) => Value::Bool(equal::find(container, value).is_some()),
            _ => Value::error(NO_OVERLOAD),
        },
        _ => Value::error(NO_OVERLOAD),
    }
}

/// `map + {key: value}` of the macros that make maps; a key may come once.
fn insert<'a>(args: &[Value<'a>]) -> Value<'a> {
    let (Some(Value::Map(Map::Owned(map))), added) = (args.first(), args.get(1..).unwrap_or_default()) else {
        return Value::error(NO_OVERLOAD);
    };
    let mut map: BTreeMap<MapKey, Value<'a>> = (**map).clone();
    match insert_into(&mut map, added) {
        Some(error) => error,
        None => Value::Map(Map::Owned(Rc::new(map))),
    }
}

/// Adds a key and a value, or all entries of a map; an error where a key is there already.
pub(super) fn insert_into<'a>(
    map: &mut BTreeMap<MapKey, Value<'a>>,
    added: &[Value<'a>],
) -> Option<Value<'a>> {
    let entries: Vec<(Value<'a>, Value<'a>)> = match added {
        [key, value] => vec![(key.clone(), value.clone())],
        [Value::Map(other)] => {
            let whole = Value::Map(other.clone());
            let keys = other.keys().into_iter();
            keys.filter_map(|key| Some((key.clone(), equal::find(&whole, &key)?)))
                .collect()
        }
        [Value::Object(object)] => {
            let keys = object.keys().into_iter();
            keys.filter_map(|key| Some((key.clone(), equal::find(&Value::Object(*object), &key)?)))
                .collect()
        }
        _ => return Some(Value::error(NO_OVERLOAD)),
    };
    for (key, value) in entries {
        let Some(found) = MapKey::of(&key) else {
            return Some(Value::error(format!("unsupported key type: {}", key.type_name())));
        };
        if map.contains_key(&found) {
            return Some(Value::error(format!(
                "insert failed: key {} already exists",
                printf::plain_key(&key)
            )));
        }
        map.insert(found, value);
    }
    None
}

fn size<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) | Value::Object(_) => {
            Value::Int(i64::try_from(value.size()).unwrap_or(i64::MAX))
        }
        _ => named(Function::Size),
    }
}

/// The functions whose cost tracking fails on the server for what is no list.
fn sorting<'a>(function: Function, args: &[Value<'a>], cx: &Context<'_>) -> Result<Value<'a>, Stop> {
    use Function as F;
    let value = match (function, args) {
        (F::Sort, [Value::List(list)]) => lists::sort_by(list, list),
        (F::SortByKeys, [Value::List(list), Value::List(keys)]) => lists::sort_by(list, keys),
        (F::Distinct, [Value::List(list)]) => lists::distinct(list),
        (F::Flatten, [Value::List(list)]) => lists::flatten(list, 1),
        (F::Flatten, [Value::List(list), Value::Int(depth)]) => lists::flatten(list, *depth),
        (F::Distinct, [value]) if cx.is_resolved => {
            return Err(Stop::Internal(format!(
                "interface conversion: types.{} is not traits.Lister: missing method Contains",
                go_type(value)
            )));
        }
        (F::Sort | F::SortByKeys | F::Distinct, _) => named(function),
        (_, [receiver, rest @ ..]) => {
            let types: Vec<&str> = rest.iter().map(Value::type_name).collect();
            Value::error(format!(
                "{NO_OVERLOAD}: {}.{}({})",
                receiver.type_name(),
                function.name(),
                types.join(", ")
            ))
        }
        _ => named(function),
    };
    Ok(value)
}

/// The Go type of a value in cel-go.
pub(super) fn go_type(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "Null",
        Value::Bool(_) => "Bool",
        Value::Int(_) => "Int",
        Value::Uint(_) => "Uint",
        Value::Double(_) => "Double",
        Value::String(_) => "String",
        Value::Bytes(_) => "Bytes",
        Value::Duration(_) => "Duration",
        Value::Timestamp(_) => "Timestamp",
        Value::Type(_) => "Type",
        _ => "Unknown",
    }
}

fn order_number(order: Ordering) -> i64 {
    match order {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

fn from_result<'a>(parsed: Result<Library, impl Into<Rc<str>>>) -> Value<'a> {
    match parsed {
        Ok(value) => Value::library(value),
        Err(text) => Value::error(text),
    }
}

fn library<'a>(function: Function, args: &[Value<'a>], cx: &Context<'_>) -> Value<'a> {
    use Function as F;
    match (function, args) {
        // A timestamp or duration has its parts, a text or list its functions.
        (_, [Value::Timestamp(timestamp), rest @ ..]) if part_of(function).is_some() => {
            let Some(part) = part_of(function) else {
                return unfit(function, args, cx);
            };
            match rest {
                [] => timestamps::part(timestamp, part, None),
                [Value::String(zone)] => timestamps::part(timestamp, part, Some(zone.as_str())),
                _ => unfit(function, args, cx),
            }
        }
        (F::GetHours, [Value::Duration(nanos)]) => Value::Int(nanos / 3_600_000_000_000),
        (F::GetMinutes, [Value::Duration(nanos)]) => Value::Int(nanos / 60_000_000_000),
        (F::GetSeconds, [Value::Duration(nanos)]) => Value::Int(nanos / 1_000_000_000),
        (F::GetMilliseconds, [Value::Duration(nanos)]) => Value::Int(nanos / 1_000_000),
        (_, [Value::String(text), rest @ ..]) => match of_text(function, text.as_str(), rest, cx) {
            Some(value) => value,
            None => unfit(function, args, cx),
        },
        (_, [Value::List(list), rest @ ..]) => match of_list(function, list, rest) {
            Some(value) => value,
            None => unfit(function, args, cx),
        },
        (_, [Value::Library(library), rest @ ..]) => match of_library(function, library, rest) {
            Some(value) => value,
            None => unfit(function, args, cx),
        },
        (F::OptionalNone, []) => Value::Optional(None),
        (F::OptionalOf, [value]) => Value::some(value.clone()),
        (F::OptionalOfNonZero, [value]) => optional_of_non_zero(value),
        (F::HasValue, [Value::Optional(value)]) => Value::Bool(value.is_some()),
        (F::Value, [Value::Optional(Some(value))]) => (**value).clone(),
        (F::Value, [Value::Optional(None)]) => Value::error("optional.none() dereference"),
        (F::ListsRange, [Value::Int(count)]) => range(*count),
        (_, []) => match named_format(function) {
            Some(format) => Value::library(Library::Format(format)),
            None => unfit(function, args, cx),
        },
        _ => unfit(function, args, cx),
    }
}

fn range<'a>(count: i64) -> Value<'a> {
    /// The server of 1.37 refuses longer lists; before, the cost limit ends them.
    const MOST: i64 = 1_000_000;
    if count > MOST {
        return Value::error(format!("lists.range() size {count} exceeds maximum {MOST}"));
    }
    Value::list((0..count).map(Value::Int).collect())
}

fn named_format(function: Function) -> Option<Format> {
    function.name().strip_prefix("format.").and_then(Format::named)
}

fn part_of(function: Function) -> Option<Part> {
    use Function as F;
    Some(match function {
        F::GetDate => Part::Date,
        F::GetDayOfMonth => Part::DayOfMonth,
        F::GetDayOfWeek => Part::DayOfWeek,
        F::GetDayOfYear => Part::DayOfYear,
        F::GetFullYear => Part::FullYear,
        F::GetHours => Part::Hours,
        F::GetMilliseconds => Part::Milliseconds,
        F::GetMinutes => Part::Minutes,
        F::GetMonth => Part::Month,
        F::GetSeconds => Part::Seconds,
        _ => return None,
    })
}

/// An optional without a value for what is zero in CEL; lists and maps of the object never are.
fn optional_of_non_zero<'a>(value: &Value<'a>) -> Value<'a> {
    let is_zero = match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Int(value) => *value == 0,
        Value::Uint(value) => *value == 0,
        Value::Double(value) => *value == 0.0,
        Value::String(text) => text.as_str().is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Duration(nanos) => *nanos == 0,
        Value::Timestamp(timestamp) => (timestamp.seconds, timestamp.nanos) == (-62_135_596_800, 0),
        Value::Optional(value) => value.is_none(),
        Value::List(List::Owned(list)) => list.items.is_empty() && list.schema.is_none(),
        Value::Map(Map::Owned(map)) => map.is_empty(),
        _ => false,
    };
    if is_zero {
        Value::Optional(None)
    } else {
        Value::some(value.clone())
    }
}

fn text_of<'t>(value: &'t Value<'_>) -> Option<&'t str> {
    match value {
        Value::String(text) => Some(text.as_str()),
        _ => None,
    }
}

/// A function of a text; `None` where no overload takes the other arguments.
fn of_text<'a>(function: Function, text: &str, rest: &[Value<'a>], cx: &Context<'_>) -> Option<Value<'a>> {
    use Function as F;
    let bool = Value::Bool;
    Some(match (function, rest) {
        (F::Contains, [part]) => bool(text.contains(text_of(part)?)),
        (F::StartsWith, [part]) => bool(text.starts_with(text_of(part)?)),
        (F::EndsWith, [part]) => bool(text.ends_with(text_of(part)?)),
        (F::CharAt, [Value::Int(index)]) => strings::char_at(text, *index),
        (F::IndexOf, [part]) => strings::index_of(text, text_of(part)?, None),
        (F::IndexOf, [part, Value::Int(from)]) => strings::index_of(text, text_of(part)?, Some(*from)),
        (F::LastIndexOf, [part]) => strings::last_index_of(text, text_of(part)?, None),
        (F::LastIndexOf, [part, Value::Int(upto)]) => {
            strings::last_index_of(text, text_of(part)?, Some(*upto))
        }
        (F::LowerAscii, []) => Value::owned(text.to_ascii_lowercase()),
        (F::UpperAscii, []) => Value::owned(text.to_ascii_uppercase()),
        (F::Replace, [old, new]) => strings::replace(text, text_of(old)?, text_of(new)?, -1),
        (F::Replace, [old, new, Value::Int(limit)]) => {
            strings::replace(text, text_of(old)?, text_of(new)?, *limit)
        }
        (F::Split, [separator]) => strings::split(text, text_of(separator)?, -1),
        (F::Split, [separator, Value::Int(limit)]) => strings::split(text, text_of(separator)?, *limit),
        (F::Substring, [Value::Int(start)]) => strings::substring(text, *start, None),
        (F::Substring, [Value::Int(start), Value::Int(end)]) => strings::substring(text, *start, Some(*end)),
        (F::Trim, []) => strings::trim(text),
        (F::StringsQuote, []) => Value::owned(strings::cel_quote(text)),
        (F::Format, [Value::List(arguments)]) => match printf::format(text, arguments) {
            Ok(text) => Value::owned(text),
            Err(error) => Value::error(error),
        },
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
                (F::Matches, [], Err(error)) => Value::error(error.as_str()),
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
            Url::parse(text)
                .map(Library::Url)
                .map_err(|error| format!("URL parse error during conversion from string: {error}")),
        ),
        (F::IsUrl, []) => bool(Url::parse(text).is_ok()),
        (F::Ip, []) => from_result(Ip::parse(text).map(Library::Ip)),
        (F::IsIp, []) => bool(Ip::parse(text).is_ok()),
        (F::IpIsCanonical, []) => match Ip::parse(text) {
            Ok(ip) => bool(ip.to_string() == text),
            Err(error) => Value::error(error),
        },
        (F::Cidr, []) => from_result(Cidr::parse(text).map(Library::Cidr)),
        (F::IsCidr, []) => bool(Cidr::parse(text).is_ok()),
        (F::Semver, []) => from_result(Semver::parse(text).map(Library::Semver)),
        (F::Semver, [Value::Bool(normalize)]) => from_result(semver(text, *normalize).map(Library::Semver)),
        (F::IsSemver, []) => bool(Semver::parse(text).is_ok()),
        (F::IsSemver, [Value::Bool(normalize)]) => bool(semver(text, *normalize).is_ok()),
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

fn semver(text: &str, normalize: bool) -> Result<Semver, String> {
    if normalize {
        Semver::parse_normalized(text)
    } else {
        Semver::parse(text)
    }
}

/// A function of a list; `None` where no overload takes the other arguments.
fn of_list<'a>(function: Function, list: &List<'a>, rest: &[Value<'a>]) -> Option<Value<'a>> {
    use Function as F;
    Some(match (function, rest) {
        (F::IsSorted, []) => lists::is_sorted(list),
        (F::Sum, []) => sum(list),
        (F::Min, []) => lists::extreme(list, Ordering::Less, "min"),
        (F::Max, []) => lists::extreme(list, Ordering::Greater, "max"),
        (F::IndexOf, [wanted]) => lists::place(list, wanted, false),
        (F::LastIndexOf, [wanted]) => lists::place(list, wanted, true),
        (F::Includes, [wanted]) => Value::Bool(list.iter().any(|item| equal::is_equal(&item, wanted))),
        (F::Join, []) => lists::join(list, ""),
        (F::Join, [separator]) => {
            if list
                .iter()
                .any(|item| !matches!(item, Value::String(_) | Value::Null | Value::Error(_)))
            {
                return None;
            }
            lists::join(list, text_of(separator)?)
        }
        (F::Slice, [Value::Int(start), Value::Int(end)]) => lists::slice(list, *start, *end),
        (F::Reverse, []) => lists::reverse(list),
        (F::First, []) => optional(list.get(0)),
        (F::Last, []) => optional(list.len().checked_sub(1).and_then(|last| list.get(last))),
        (F::SetsContains, [Value::List(other)]) => Value::Bool(lists::contains_all(list, other)),
        (F::SetsEquivalent, [Value::List(other)]) => {
            Value::Bool(lists::contains_all(list, other) && lists::contains_all(other, list))
        }
        (F::SetsIntersects, [Value::List(other)]) => Value::Bool(lists::intersects(list, other)),
        (F::OptionalUnwrap | F::UnwrapOpt, []) => unwrap(list),
        (F::OptionalOf, []) => Value::some(Value::List(list.clone())),
        (F::OptionalOfNonZero, []) => optional_of_non_zero(&Value::List(list.clone())),
        _ => return None,
    })
}

fn optional(value: Option<Value<'_>>) -> Value<'_> {
    Value::Optional(value.map(Rc::new))
}

/// The values of the optionals that have one.
fn unwrap<'a>(list: &List<'a>) -> Value<'a> {
    let mut found = Vec::new();
    for item in list.iter() {
        match item {
            Value::Optional(Some(value)) => found.push((*value).clone()),
            Value::Optional(None) => {}
            other => {
                return Value::error(format!("value {} is not optional", other.type_name()));
            }
        }
    }
    Value::list(found)
}

fn sum<'a>(list: &List<'a>) -> Value<'a> {
    let mut total: Option<Value<'a>> = None;
    for item in list.iter() {
        if item.is_error() {
            return item;
        }
        let next = match &total {
            None => match item {
                Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Duration(_) => item,
                _ => return Value::error(NO_OVERLOAD),
            },
            Some(total) => arithmetic::binary(Function::Add, total, &item, u8::MAX),
        };
        if next.is_error() {
            return next;
        }
        total = Some(next);
    }
    total.unwrap_or(Value::Int(0))
}

/// A function of a library value; `None` where no overload takes the other arguments.
fn of_library<'a>(function: Function, library: &Rc<Library>, rest: &[Value<'a>]) -> Option<Value<'a>> {
    use Function as F;
    match (function, rest) {
        (F::OptionalOf | F::OptionalOfNonZero, []) => {
            return Some(Value::some(Value::Library(library.clone())));
        }
        _ => {}
    }
    let argument = match rest {
        [Value::Library(argument)] => Some(&**argument),
        _ => None,
    };
    match &**library {
        Library::Quantity(quantity) => of_quantity(function, quantity, argument, rest),
        Library::Ip(ip) => of_ip(function, ip, rest),
        Library::Cidr(cidr) => of_cidr(function, cidr, argument, rest),
        Library::Url(url) => of_url(function, url, rest),
        Library::Format(format) => match (function, rest) {
            (F::Validate, [Value::String(text)]) => {
                let faults = format.faults(text.as_str());
                Some(if faults.is_empty() {
                    Value::Optional(None)
                } else {
                    Value::some(Value::list(faults.into_iter().map(Value::owned).collect()))
                })
            }
            _ => None,
        },
        Library::Semver(semver) => of_semver(function, semver, argument, rest),
    }
}

fn of_quantity<'a>(
    function: Function,
    quantity: &Quantity,
    argument: Option<&Library>,
    rest: &[Value<'a>],
) -> Option<Value<'a>> {
    use Function as F;
    let other = match (argument, rest) {
        (Some(Library::Quantity(other)), _) => Some(*other),
        (None, [Value::Int(value)]) => Some(Quantity::from(*value)),
        _ => None,
    };
    let computed = |quantity: Quantity| Value::library(Library::Quantity(quantity));
    Some(match (function, rest) {
        (F::QuantityAdd, [_]) => computed(quantity.add(&other?)),
        (F::QuantitySub, [_]) => computed(quantity.add(&other?.negated())),
        (F::CompareTo, [_]) if argument.is_some() => Value::Int(order_number(quantity.compare(&other?))),
        (F::IsGreaterThan, [_]) if argument.is_some() => {
            Value::Bool(quantity.compare(&other?) == Ordering::Greater)
        }
        (F::IsLessThan, [_]) if argument.is_some() => {
            Value::Bool(quantity.compare(&other?) == Ordering::Less)
        }
        (F::Sign, []) => Value::Int(quantity.sign()),
        (F::IsInteger, []) => Value::Bool(quantity.as_integer().is_some()),
        (F::AsInteger, []) => quantity
            .as_integer()
            .map_or_else(|| Value::error("cannot convert value to integer"), Value::Int),
        (F::AsFloat, []) => Value::Double(quantity.as_approximate_float()),
        _ => return None,
    })
}

fn of_ip<'a>(function: Function, ip: &Ip, rest: &[Value<'a>]) -> Option<Value<'a>> {
    use Function as F;
    if !rest.is_empty() {
        return None;
    }
    Some(match function {
        F::Family => Value::Int(ip.family()),
        F::IsUnspecified => Value::Bool(ip.0.is_unspecified()),
        F::IsLoopback => Value::Bool(ip.0.is_loopback()),
        F::IsLinkLocalMulticast => Value::Bool(ip.is_link_local_multicast()),
        F::IsLinkLocalUnicast => Value::Bool(ip.is_link_local_unicast()),
        F::IsGlobalUnicast => Value::Bool(ip.is_global_unicast()),
        _ => return None,
    })
}

fn of_cidr<'a>(
    function: Function,
    cidr: &Cidr,
    argument: Option<&Library>,
    rest: &[Value<'a>],
) -> Option<Value<'a>> {
    use Function as F;
    Some(match (function, argument, rest) {
        (F::ContainsIp, Some(Library::Ip(ip)), _) => Value::Bool(cidr.contains_ip(ip)),
        (F::ContainsIp, None, [Value::String(text)]) => match Ip::parse(text.as_str()) {
            Ok(ip) => Value::Bool(cidr.contains_ip(&ip)),
            Err(error) => Value::error(error),
        },
        (F::ContainsCidr, Some(Library::Cidr(other)), _) => Value::Bool(cidr.contains_cidr(other)),
        (F::ContainsCidr, None, [Value::String(text)]) => match Cidr::parse(text.as_str()) {
            Ok(other) => Value::Bool(cidr.contains_cidr(&other)),
            Err(error) => Value::error(error),
        },
        (F::Ip, None, []) => Value::library(Library::Ip(cidr.ip())),
        (F::Masked, None, []) => Value::library(Library::Cidr(cidr.masked())),
        (F::PrefixLength, None, []) => Value::Int(cidr.prefix_length()),
        _ => return None,
    })
}

fn of_url<'a>(function: Function, url: &Url, rest: &[Value<'a>]) -> Option<Value<'a>> {
    use Function as F;
    if !rest.is_empty() {
        return None;
    }
    Some(match function {
        F::GetScheme => Value::owned(url.scheme.as_str()),
        F::GetHost => Value::owned(url.host.as_str()),
        F::GetHostname => Value::owned(url.hostname()),
        F::GetPort => Value::owned(url.port()),
        F::GetEscapedPath => Value::owned(url.escaped_path()),
        F::GetQuery => {
            let entries = url.query().into_iter().map(|(name, values)| {
                let values = values.into_iter().map(Value::owned).collect();
                (MapKey::String(name.into()), Value::list(values))
            });
            Value::Map(Map::Owned(Rc::new(entries.collect())))
        }
        _ => return None,
    })
}

fn of_semver<'a>(
    function: Function,
    semver: &Semver,
    argument: Option<&Library>,
    rest: &[Value<'a>],
) -> Option<Value<'a>> {
    use Function as F;
    let [major, minor, patch] = semver.numbers;
    let number = |value: u64| Value::Int(i64::try_from(value).unwrap_or(i64::MAX));
    Some(match (function, argument, rest) {
        (F::Major, _, []) => number(major),
        (F::Minor, _, []) => number(minor),
        (F::Patch, _, []) => number(patch),
        (F::CompareTo, Some(Library::Semver(other)), _) => Value::Int(order_number(semver.compare(other))),
        (F::IsGreaterThan, Some(Library::Semver(other)), _) => {
            Value::Bool(semver.compare(other) == Ordering::Greater)
        }
        (F::IsLessThan, Some(Library::Semver(other)), _) => {
            Value::Bool(semver.compare(other) == Ordering::Less)
        }
        _ => return None,
    })
}
