//! Implements the functions of CEL and of Kubernetes' libraries, grouped by the type of the receiver.

pub(super) mod guard;
mod insert;
mod library_values;
mod lists;
mod optionals;
mod texts;

pub(super) use self::insert::insert_into;
pub(super) use self::lists::can_add;
use super::arithmetic;
use super::convert;
use super::equal::{self, Equality, NO_OVERLOAD};
use super::error::{AbortReason, MAX_ITEMS, MAX_TEXT};
use super::function::Function;
use super::kubernetes::formats::Format;
use super::lib::regexes::ComputedPatterns;
use super::lib::timestamps::{self, TimestampPart};
use super::lib::{FormatRefusal, printf, strings};
use super::schema::ListKind;
use super::value::{FORMAT_POINTERS_UNTIL, Library, List, Map, TYPED_SETS, Text, Value};
use crate::regex::Matcher;

/// The context of a call besides its arguments.
pub(super) struct CallContext<'p> {
    /// Patterns computed by the expression.
    pub(super) patterns: &'p ComputedPatterns,
    /// The compiled pattern of this call, if it is constant.
    pub(super) regex: Option<&'p Result<Matcher, String>>,
    /// The minor version of the server.
    pub(super) server: u8,
    /// Compares values as the server does.
    pub(super) equality: &'p Equality,
    /// The overload, if the checker found exactly one.
    pub(super) overload: Option<&'static str>,
}

/// Calls a function with arguments that are not errors.
pub(super) fn call<'a>(
    function: Function,
    args: &[Value<'a>],
    cx: &CallContext<'_>,
) -> Result<Value<'a>, AbortReason> {
    use Function as F;
    let value = match (function, args) {
        (F::Equals, [a, b]) => cx.equality.equal(a, b),
        // Values that cannot be compared are unequal.
        (F::NotEquals, [a, b]) => Value::Bool(!cx.equality.is_equal(a, b)),
        (F::Less | F::LessEquals | F::Greater | F::GreaterEquals, [a, b]) => ordered(function, a, b),
        (F::Add, [Value::List(a), Value::List(b)]) if a.len().saturating_add(b.len()) > MAX_ITEMS => {
            return Err(AbortReason::TooLarge);
        }
        (F::Add, [Value::String(a), Value::String(b)])
            if a.as_str().len().saturating_add(b.as_str().len()) > MAX_TEXT =>
        {
            return Err(AbortReason::TooLarge);
        }
        (F::Add | F::Subtract | F::Multiply | F::Divide | F::Modulo, [a, b]) => {
            arithmetic::binary(function, a, b, cx.equality)
        }
        (F::Negate, [value]) => arithmetic::negate(value),
        (F::Not, [Value::Bool(value)]) => Value::Bool(!value),
        (F::Not, [_]) => Value::error(NO_OVERLOAD),
        (F::In, [value, Value::Map(Map::Owned(map))]) if !map.is_empty() && !value.is_hashable(cx.server) => {
            let type_ = go_type(value, cx.server);
            return Err(AbortReason::Internal(format!(
                "runtime error: hash of unhashable type {type_}"
            )));
        }
        (F::In, [value, container]) => equal::contained(value, container, cx.equality),
        (F::MapInsert, _) => insert::insert(args, cx.server),
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
        ) => convert::convert(function, value, cx.server),
        (F::SortByKeys | F::Sort | F::Distinct | F::Flatten, _) => return lists::sorting(function, args, cx),
        (
            F::Replace,
            [
                Value::String(text),
                Value::String(old),
                Value::String(new),
                rest @ ..,
            ],
        ) => {
            let limit = match rest {
                [] => -1,
                [Value::Int(limit)] => *limit,
                _ => return Ok(unfit(function, args, cx)),
            };
            return strings::replace(text.as_str(), old.as_str(), new.as_str(), limit)
                .ok_or(AbortReason::TooLarge);
        }
        (F::Join, [Value::List(list), rest @ ..]) => {
            let separator = match rest {
                [] => "",
                [Value::String(separator)] => separator.as_str(),
                _ => return Ok(unfit(function, args, cx)),
            };
            return super::lib::lists::join(list, separator, cx.server);
        }
        (F::Format, [Value::String(text), Value::List(arguments)]) => {
            return match printf::format(text.as_str(), arguments, cx.server) {
                Ok(text) => Ok(Value::owned(text)),
                Err(FormatRefusal::Error(error)) => Ok(Value::error(error)),
                Err(FormatRefusal::Crash) => Err(AbortReason::Internal(printf::CRASH.to_owned())),
                Err(FormatRefusal::TooLarge) => Err(AbortReason::TooLarge),
            };
        }
        _ => library(function, args, cx),
    };
    Ok(value)
}

fn named<'a>(function: Function) -> Value<'a> {
    Value::error(format!("{NO_OVERLOAD}: {}", function.name()))
}

/// Returns the error for arguments that an implementation for all overloads does not accept.
fn unfit<'a>(function: Function, args: &[Value<'a>], cx: &CallContext<'_>) -> Value<'a> {
    use Function as F;
    match function {
        F::Contains | F::StartsWith | F::EndsWith => Value::error(NO_OVERLOAD),
        F::Matches | F::Find | F::FindAll if cx.regex.is_some() => Value::error(NO_OVERLOAD),
        F::Matches => unknown_to(function, args),
        _ => unfit_types(function, args, cx.server),
    }
}

/// Returns the error for a function that the receiver's type does not have. Some types look up functions themselves.
fn unknown_to<'a>(function: Function, args: &[Value<'a>]) -> Value<'a> {
    match args.first() {
        Some(Value::String(_) | Value::Timestamp(_) | Value::Duration(_)) => Value::error(NO_OVERLOAD),
        _ => named(function),
    }
}

/// Returns the error that names the types of the arguments.
pub(super) fn unfit_types<'a>(function: Function, args: &[Value<'a>], server: u8) -> Value<'a> {
    let types: Vec<&str> = args.iter().map(|arg| convert::type_name(arg, server)).collect();
    Value::error(format!(
        "{NO_OVERLOAD}: {}({})",
        function.name(),
        types.join(", ")
    ))
}

fn ordered<'a>(function: Function, a: &Value<'a>, b: &Value<'a>) -> Value<'a> {
    match equal::compare(a, b, function.name()) {
        Err(error) => error,
        Ok(order) => Value::Bool(function.holds(order).unwrap_or_default()),
    }
}

fn size<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) | Value::Object(_) => {
            Value::Int(i64::try_from(value.size()).unwrap_or(i64::MAX))
        }
        _ => unknown_to(Function::Size, std::slice::from_ref(value)),
    }
}

/// Returns the Go type of a value, as `%T` prints it.
pub(super) fn go_type(value: &Value<'_>, server: u8) -> &'static str {
    match value {
        Value::Null => "types.Null",
        Value::Bool(_) => "types.Bool",
        Value::Int(_) => "types.Int",
        Value::Uint(_) => "types.Uint",
        Value::Double(_) => "types.Double",
        Value::String(_) => "types.String",
        Value::Bytes(_) => "types.Bytes",
        Value::Duration(_) => "types.Duration",
        Value::Timestamp(_) => "types.Timestamp",
        Value::Type(_) => "*types.Type",
        Value::Optional(_) => "*types.Optional",
        Value::List(list) => match list.schema().map(|schema| &schema.kind) {
            None if matches!(list, List::Owned(list) if list.is_sum) => "*types.concatList",
            None => "*types.baseList",
            Some(ListKind::Set) if is_typed_sum(list, server) => "*common.refValSetList",
            Some(ListKind::Map(_)) if is_typed_sum(list, server) => "*common.refValMapList",
            Some(ListKind::Atomic) => "*common.unstructuredList",
            Some(ListKind::Set) => "*common.unstructuredSetList",
            Some(ListKind::Map(_)) => "*common.unstructuredMapList",
        },
        Value::Map(Map::Data { .. }) | Value::Object(_) => "*common.unstructuredMap",
        Value::Map(_) => "*types.baseMap",
        Value::Library(library) => match &**library {
            Library::Quantity(quantity) if quantity.is_computed => "*cel.Quantity",
            Library::Quantity(_) => "cel.Quantity",
            Library::Ip(_) => "cel.IP",
            Library::Cidr(_) => "cel.CIDR",
            Library::Url(_) => "cel.URL",
            Library::Format(_) if server <= FORMAT_POINTERS_UNTIL => "*cel.Format",
            Library::Format(_) => "cel.Format",
            Library::Semver(_) => "cel.Semver",
        },
        Value::Error(_) => "*types.Err",
    }
}

/// Checks whether a list is the sum of lists of the object, on a server that has a type for such sums.
fn is_typed_sum(list: &List<'_>, server: u8) -> bool {
    server >= TYPED_SETS && matches!(list, List::Owned(_))
}

fn library<'a>(function: Function, args: &[Value<'a>], cx: &CallContext<'_>) -> Value<'a> {
    use Function as F;
    match (function, args) {
        // Accessors of timestamps and durations, then the functions of strings and lists.
        (_, [Value::Timestamp(timestamp), rest @ ..]) if part_of(function).is_some() => {
            let Some(part) = part_of(function) else {
                return unfit(function, args, cx);
            };
            match rest {
                [] => timestamps::part(timestamp, part, None, cx.server),
                [Value::String(zone)] => timestamps::part(timestamp, part, Some(zone.as_str()), cx.server),
                _ => unfit(function, args, cx),
            }
        }
        (F::GetHours, [Value::Duration(nanos)]) => Value::Int(whole_units(*nanos, 3_600_000_000_000)),
        (F::GetMinutes, [Value::Duration(nanos)]) => Value::Int(whole_units(*nanos, 60_000_000_000)),
        (F::GetSeconds, [Value::Duration(nanos)]) => Value::Int(whole_units(*nanos, 1_000_000_000)),
        (F::GetMilliseconds, [Value::Duration(nanos)]) => Value::Int(nanos / 1_000_000),
        (F::Matches | F::Find | F::FindAll, [value, rest @ ..]) if cx.regex.is_some() => {
            let rest: Vec<Value<'a>> = rest.iter().map(native_int).collect();
            match native_text(value) {
                Some(text) => {
                    texts::of_text(function, text, &rest, cx).unwrap_or_else(|| unfit(function, args, cx))
                }
                None => unfit(function, args, cx),
            }
        }
        (F::Includes, [Value::List(list), wanted]) => {
            Value::Bool(list.iter().any(|item| cx.equality.is_equal(&item, wanted)))
        }
        // A value that is not a list includes itself.
        (F::Includes, [value, wanted]) => Value::Bool(cx.equality.is_equal(value, wanted)),
        (_, [Value::String(text), rest @ ..]) => match texts::of_text(function, text, rest, cx) {
            Some(value) => value,
            None => unfit(function, args, cx),
        },
        (_, [Value::List(list), rest @ ..]) => match lists::of_list(function, list, rest, cx) {
            Some(value) => value,
            None => unfit(function, args, cx),
        },
        (_, [Value::Library(library), rest @ ..]) => {
            match library_values::of_library(function, library, rest, cx.server) {
                Some(value) => value,
                None => unfit(function, args, cx),
            }
        }
        (F::OptionalNone, []) => Value::Optional(None),
        (F::OptionalOf, [value]) => Value::some(value.clone()),
        (F::OptionalOfNonZero, [value]) => optionals::of_non_zero(value),
        (F::HasValue, [Value::Optional(value)]) => Value::Bool(value.is_some()),
        (F::Value, [Value::Optional(Some(value))]) => (**value).clone(),
        (F::Value, [Value::Optional(None)]) => Value::error("optional.none() dereference"),
        (F::ListsRange, [Value::Int(count)]) => lists::range(*count, cx.server),
        (_, []) => match named_format(function) {
            Some(format) => Value::library(Library::Format(format)),
            None => unfit(function, args, cx),
        },
        _ => unfit(function, args, cx),
    }
}

/// Converts a duration to whole units of `unit` nanoseconds, through a double as in Go, which rounds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the server computes with doubles"
)]
fn whole_units(nanos: i64, unit: i64) -> i64 {
    ((nanos / unit) as f64 + (nanos % unit) as f64 / unit as f64) as i64
}

/// Returns the Go string of a value, for functions whose argument types were not checked.
fn native_text<'v, 'a>(value: &'v Value<'a>) -> Option<&'v Text<'a>> {
    match value {
        Value::String(text) | Value::Type(text) => Some(text),
        Value::Optional(Some(inner)) => native_text(inner),
        _ => None,
    }
}

/// Returns the Go integer of a value, or the value itself.
fn native_int<'a>(value: &Value<'a>) -> Value<'a> {
    let mut inner = value;
    while let Value::Optional(Some(held)) = inner {
        inner = held;
    }
    match inner {
        Value::Int(number) => Value::Int(*number),
        _ => value.clone(),
    }
}

fn named_format(function: Function) -> Option<Format> {
    function.name().strip_prefix("format.").and_then(Format::named)
}

fn part_of(function: Function) -> Option<TimestampPart> {
    use Function as F;
    Some(match function {
        F::GetDate => TimestampPart::Date,
        F::GetDayOfMonth => TimestampPart::DayOfMonth,
        F::GetDayOfWeek => TimestampPart::DayOfWeek,
        F::GetDayOfYear => TimestampPart::DayOfYear,
        F::GetFullYear => TimestampPart::FullYear,
        F::GetHours => TimestampPart::Hours,
        F::GetMilliseconds => TimestampPart::Milliseconds,
        F::GetMinutes => TimestampPart::Minutes,
        F::GetMonth => TimestampPart::Month,
        F::GetSeconds => TimestampPart::Seconds,
        _ => return None,
    })
}
