//! Describes type errors: fields, overloads, arguments and results.

use super::named::{NO_TEXT, is_base, is_collection, is_optional, unwrap_range};
use super::operators::operator;
use super::texts::{always_set, code, format_string, pattern_argument};
use super::{DURATIONS, Description, NAMES, SIGNATURES, TIMESTAMPS, UNWRAP, did_you_mean, listed};
use crate::go::parse_duration;
use crate::mistake::{BadArgument, MeantSelection, MismatchPlace, Purpose};
use crate::proposal::{as_bool, as_timestamp, is_opaque};
use crate::synonyms;
use crate::types::{Type, TypeId, TypeName, TypeStore};

/// A loop over a value without elements.
pub(super) fn bad_range(found: &TypeName, field: Option<&str>, element: Option<&str>) -> Description {
    let words = Description::new(format!(
        "only lists and maps have elements, but this is `{found}`"
    ));
    if let Some(element) = element {
        return words.with_help(format!("write `{element}`"));
    }
    if let Some(field) = field {
        return words.with_help(format!("loop over a field of it, such as `{field}`"));
    }
    if found.ty() == Type::String {
        return words.with_help("test a text as a whole, with `contains` or `matches`");
    }
    words.with_some_help(is_optional(found).then(|| unwrap_range(found)))
}

pub(super) fn undefined_field(
    field: &str,
    object: Option<&str>,
    suggestion: Option<&str>,
    known: &[String],
) -> Description {
    let words = Description::new(match object {
        Some(object) => format!("no field `{field}` on `{object}`"),
        None => format!("no field `{field}`"),
    });
    match suggestion {
        _ if matches!(field, "self" | "oldSelf") => words.with_help(format!(
            "`{field}` is a variable; write it without the text before it"
        )),
        Some(near) => words.with_help(did_you_mean(near)),
        None if matches!(field, "parent" | "root") => words.with_some_help(synonyms::without_variable(field)),
        None if known.is_empty() => words,
        None if *known == ["generateName", "name"] => {
            words.with_help("of `metadata`, rules only see `name` and `generateName`")
        }
        None => {
            let is_object = ["apiVersion", "spec"]
                .iter()
                .all(|name| known.iter().any(|known| known == name));
            let of_part = if is_object && matches!(field, "name" | "generateName") {
                format!("; its {field} is `.metadata.{field}`")
            } else {
                String::new()
            };
            words.with_help(format!("it has {}{of_part}", listed(known, NAMES)))
        }
    }
}

pub(super) fn not_selectable(field: &str, found: &TypeName, meant: Option<&MeantSelection>) -> Description {
    let words = Description::new(format!("`{found}` has no fields, so `{field}` does not exist"));
    words.with_some_help(match meant {
        None if is_collection(found) => Some(synonyms::LOOP.to_owned()),
        None => None,
        Some(MeantSelection::Method(method)) => Some(format!("call the function: `.{method}()`")),
        Some(MeantSelection::Itself(variable)) => Some(match found.ty() {
            Type::List(_) => {
                format!("`{variable}` is the list itself: write `{variable}` without `.{field}`")
            }
            _ => format!("`{variable}` is the `{found}` itself: write `{variable}` without `.{field}`"),
        }),
        Some(MeantSelection::OldValue) => {
            Some("write `oldSelf`, which is the value before the update".to_owned())
        }
        Some(MeantSelection::OfParent) => synonyms::without_variable("parent").map(str::to_owned),
        Some(MeantSelection::OfElements { written: Some(meant) }) => {
            Some(format!("its elements have fields: write `{meant}`"))
        }
        Some(MeantSelection::OfElements { written: None }) => {
            Some(format!("its elements have fields: `.all(x, x.{field} …)`"))
        }
        Some(MeantSelection::OfValue(value)) => {
            let swap = if value.contains(']') || !value.contains('.') {
                ""
            } else {
                ", or swap the variables"
            };
            Some(format!(
                "the first variable is the key or index; write `{value}`{swap}"
            ))
        }
        Some(MeantSelection::Element(search)) => Some(format!("to find an element, write `{search}`")),
        Some(MeantSelection::Key(key)) => Some(format!("for a key with `.`, `-` or `/`, write `{key}`")),
    })
}

pub(super) fn mismatch(
    expected: &TypeName,
    found: &TypeName,
    place: &MismatchPlace,
    help: Option<&str>,
) -> Description {
    let as_condition = || help.or_else(|| as_bool(found));
    match place {
        MismatchPlace::LogicalOperand => {
            Description::new(format!("`&&` and `||` need `bool`, but this is `{found}`"))
                .with_some_help(as_condition())
        }
        MismatchPlace::Condition => {
            Description::new(format!("a condition must be `bool`, but this is `{found}`"))
                .with_some_help(as_condition())
        }
        MismatchPlace::LoopStep => Description::new(format!(
            "the loop produces a value of `{expected}`, but this is `{found}`"
        )),
        MismatchPlace::ListElement => of_one_type("the elements of a list", expected, found, help),
        MismatchPlace::MapKey => of_one_type("the keys of a map", expected, found, help),
        MismatchPlace::MapValue => of_one_type("the values of a map", expected, found, help),
        MismatchPlace::OptionalEntry => {
            Description::new(format!("`?` needs an optional, but this is `{found}`"))
                .with_help("remove the `?`, or select with it: `self.?field`")
        }
        MismatchPlace::MessageField { field } => Description::new(format!(
            "the field `{field}` is of type `{expected}`, but this is `{found}`"
        )),
    }
}

fn of_one_type(what: &str, expected: &TypeName, found: &TypeName, converted: Option<&str>) -> Description {
    Description::new(format!(
        "{what} must have the same type: the first is `{expected}`, but this is `{found}`"
    ))
    .with_help(match converted {
        Some(converted) => format!("write `{converted}`"),
        None => "wrap each in `dyn(…)`".to_owned(),
    })
}

/// Returns the help that shows the condition that is meant.
fn write_condition(meant: &str) -> String {
    let reason = if meant.contains(".validate(") {
        "`validate` returns the errors: "
    } else {
        ""
    };
    format!("{reason}write `{meant}`")
}

/// Returns a suggestion for making a text from a value.
fn as_string(found: &TypeName) -> &'static str {
    match found.ty() {
        Type::Optional(_) => "unwrap it: `.orValue('')`",
        Type::List(_) | Type::Map(..) => "format it: `'%s'.format([…])`",
        Type::Object(_) => "write a text with its fields, such as `'%s'.format([self.field])`",
        Type::Bool => {
            "write a text, such as `'a must be less than b'`; for one of two texts, write `condition ? 'a' : 'b'`"
        }
        _ => "wrap it in `string(…)`",
    }
}

pub(super) fn bad_argument(bad: &BadArgument) -> Description {
    match bad {
        BadArgument::Duration { literal } => {
            let words = Description::new(format!("{} is not a duration", code(literal)));
            let text = literal.trim_matches(['\'', '"']);
            let of_iso = text.strip_prefix("PT").map(str::to_ascii_lowercase);
            match in_hours(text) {
                _ if text.parse::<u32>().is_ok() => words.with_help(format!("write `'{text}s'`")),
                _ if let Some(iso) = of_iso.filter(|iso| parse_duration(iso).is_ok()) => {
                    words.with_help(format!("write `'{iso}'`"))
                }
                Some(hours) => words.with_help(format!("hours are the largest unit: write `'{hours}h'`")),
                None => words.with_help(match with_letter(text) {
                    Some(duration) => format!("write `'{duration}'`"),
                    None => DURATIONS.to_owned(),
                }),
            }
        }
        BadArgument::Timestamp { literal } => {
            let words = Description::new(format!("{} is not a timestamp", code(literal)));
            match as_timestamp(literal.trim_matches(['\'', '"'])) {
                Some(start) => words.with_help(format!("write `'{start}'`")),
                None => words.with_help(TIMESTAMPS),
            }
        }
        BadArgument::Pattern(error) => pattern_argument(error),
        BadArgument::Format(error) => format_string(error),
    }
}

/// Returns the hours of a duration in days or weeks: 24 for `'1d'` and `'1 day'`.
fn in_hours(text: &str) -> Option<u32> {
    let (number, unit) = number_and_unit(text)?;
    let factor = match unit {
        "d" | "day" | "days" => 24,
        "w" | "week" | "weeks" => 7 * 24,
        _ => return None,
    };
    number.parse::<u32>().ok()?.checked_mul(factor)
}

/// Splits `'5 minutes'` into its number and its unit.
fn number_and_unit(text: &str) -> Option<(&str, &str)> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    Some((number, unit.trim_start()))
}

/// Returns `5m` for `5 minutes`, `5 min` and `5 m`.
fn with_letter(text: &str) -> Option<String> {
    let (number, unit) = number_and_unit(text)?;
    let letter = match unit {
        "h" | "hour" | "hours" | "hr" | "hrs" => "h",
        "m" | "min" | "mins" | "minute" | "minutes" => "m",
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        _ => return None,
    };
    (!number.is_empty()).then(|| format!("{number}{letter}"))
}

pub(super) fn wrong_result(purpose: Purpose, found: &TypeName, meant: Option<&str>) -> Description {
    match purpose {
        Purpose::Rule if meant.is_some() => {
            Description::new(format!("a rule must return `bool`, but this returns `{found}`"))
                .with_some_help(meant.map(write_condition))
        }
        Purpose::Rule => {
            let help = as_bool(found).unwrap_or("compare it with something");
            Description::new(format!("a rule must return `bool`, but this returns `{found}`")).with_help(help)
        }
        Purpose::MessageExpression => Description::new(format!(
            "a message expression must return `string`, but this returns `{found}`"
        ))
        .with_help(as_string(found)),
    }
}

pub(super) fn no_overload(
    function: &str,
    receiver: Option<&TypeName>,
    arguments: &[TypeName],
    signatures: &[String],
    rewritten: Option<&str>,
) -> Description {
    let rewritten = rewritten.map(|rewritten| written(function, receiver, arguments, rewritten));
    if let Some(mut words) = operator(function, arguments) {
        // A value may be compared instead, but an object can only be set or absent.
        let is_other = |of: &TypeName| matches!(of.ty(), Type::Object(_));
        let is_only = |help: &str| !help.starts_with("to test") || arguments.iter().any(is_other);
        if rewritten.as_deref().is_some_and(is_only) {
            words.help.clear();
        }
        return words.with_some_help(rewritten);
    }
    let mut given = String::new();
    // The type of an argument with an error of its own is not known.
    if arguments
        .iter()
        .any(|argument| argument.as_str().contains("!error!"))
    {
        given.push('…');
    } else {
        for (at, argument) in arguments.iter().enumerate() {
            given.push_str(if at > 0 { ", " } else { "" });
            given.push_str(argument.as_str());
        }
    }
    let words = Description::new(match receiver {
        Some(receiver) => format!("`{receiver}` has no `{function}({given})`"),
        None => format!("there is no function `{function}({given})`"),
    });
    if rewritten.is_some() {
        return words.with_some_help(rewritten);
    }
    if let ("isSorted" | "min" | "max" | "sum" | "distinct", Some(receiver), []) =
        (function, receiver, arguments)
        && matches!(receiver.ty(), Type::List(of) if TypeStore::base(of).is_none())
    {
        return words.with_help(format!(
            "select a value of each element: `list.map(x, x.field).{function}()`"
        ));
    }
    if let Some(help) = of_receiver_type(function, receiver, arguments) {
        return words.with_help(help);
    }
    words.with_some_help(by_signatures(function, receiver, signatures))
}

/// Returns the help that proposes an expression.
fn written(function: &str, receiver: Option<&TypeName>, arguments: &[TypeName], rewritten: &str) -> String {
    match function {
        "!_" if rewritten.starts_with("!has(") => format!("to test whether it is set, write `{rewritten}`"),
        "!_" if rewritten.ends_with(".hasValue()") => write_condition(rewritten),
        _ if matches!(rewritten, "self" | "oldSelf") && receiver.is_none() => always_set(rewritten),
        "value" | "orValue" if rewritten == "oldSelf" => {
            "write `oldSelf`, or set `optionalOldSelf`, with which it is an optional".to_owned()
        }
        "hasValue" if rewritten == "oldSelf" => {
            "set `optionalOldSelf: true`, with which `oldSelf` is an optional; without it, the rule does not run when \
             an object is created, and needs no test"
                .to_owned()
        }
        "_+_" if rewritten.ends_with(')') && rewritten.contains(" ? ") => {
            format!("`+` binds tighter than `? :`: write `{rewritten}`")
        }
        "!_" => format!("`!` binds tighter than comparisons and `in`: write `{rewritten}`"),
        _ if rewritten.contains("duration('") && arguments.iter().any(|of| of.ty() == Type::Int) => {
            format!("for seconds, write `{rewritten}`")
        }
        _ if rewritten.contains("int(") && arguments.iter().any(|of| of.ty() == Type::String) => {
            format!("write `{rewritten}`, which fails for texts that are no integers")
        }
        _ => format!("write `{rewritten}`"),
    }
}

/// Returns the help for a function that values of the receiver's type do not have.
fn of_receiver_type(
    function: &str,
    receiver: Option<&TypeName>,
    arguments: &[TypeName],
) -> Option<&'static str> {
    match (function, receiver) {
        ("contains", Some(receiver)) if is_base(receiver, TypeId::CIDR) => {
            Some("use `.containsIP(…)` or `.containsCIDR(…)`")
        }
        ("slice", Some(receiver)) if receiver.ty() == Type::String => {
            Some("for a text, write `text.substring(0, 1)`")
        }
        ("max" | "min", receiver) if !receiver.is_some_and(is_collection) => {
            synonyms::without_function(function)
        }
        ("size", Some(receiver)) if matches!(receiver.ty(), Type::Object(_)) => {
            Some("only texts, lists and maps have a size; to test a field, write `has(self.field)`")
        }
        ("string", None) if matches!(arguments, [ty] if matches!(ty.ty(), Type::Type(_))) => {
            Some(synonyms::TYPE)
        }
        ("string", None) if matches!(arguments, [ty] if matches!(ty.ty(), Type::Object(_))) => Some(NO_TEXT),
        ("size", None) if arguments.len() == 1 => Some("only texts, lists and maps have a size"),
        ("size", Some(receiver)) if arguments.is_empty() && !is_optional(receiver) => {
            Some("only texts, lists and maps have a size")
        }
        ("size", _) => Some("write `size(x)`, or `x.size()`"),
        ("value", Some(receiver)) if is_base(receiver, TypeId::QUANTITY) => {
            Some("use `.asInteger()` or `.asApproximateFloat()`")
        }
        ("value" | "hasValue" | "orValue" | "or", Some(receiver)) if !is_optional(receiver) => Some(
            "an optional is selected with `?`, such as `self.?field`; `oldSelf` is one if `optionalOldSelf` is set",
        ),
        ("orValue", _) => Some("the default must have the type of the optional value"),
        (_, Some(receiver)) if is_optional(receiver) => Some(UNWRAP),
        (_, Some(receiver)) if matches!(receiver.ty(), Type::Int | Type::Uint | Type::Double) => {
            Some("a number is compared: `x > 0`, `1 <= x && x <= 5`")
        }
        (_, Some(receiver)) if matches!(receiver.ty(), Type::Object(_)) && !is_opaque(receiver.as_str()) => {
            Some("an object has no such function; call it for a field of the object, `x.field`")
        }
        (_, Some(receiver)) if is_base(receiver, TypeId::BYTES) => Some(
            "in rules, a value of `format: byte` is decoded: compare it with `b'…'`, or remove the format",
        ),
        (_, Some(receiver)) if is_base(receiver, TypeId::DURATION) => {
            Some("the format of the field makes it a duration: compare it, as in `self < duration('1h30m')`")
        }
        (_, Some(receiver)) if is_base(receiver, TypeId::TIMESTAMP) => Some(
            "the format of the field makes it a timestamp: compare it, or call a function such as `getFullYear()`",
        ),
        _ => None,
    }
}

/// Returns the forms in which a function can be called, of the receiver's type if it has one.
fn by_signatures(function: &str, receiver: Option<&TypeName>, signatures: &[String]) -> Option<String> {
    let own = receiver.map_or("", TypeName::as_str);
    let (outer, _) = own.split_once('(').unwrap_or((own, ""));
    let mut fitting = of_receiver(signatures, own);
    if fitting.is_empty() {
        fitting = of_receiver(signatures, outer);
    }
    let mut prefix = "call it as";
    if fitting.is_empty() {
        fitting = signatures.to_vec();
        if outer != "dyn" && of_receiver(signatures, function).is_empty() {
            prefix = match receiver {
                Some(_) => "it is a function of other types:",
                None => "call it for a value:",
            };
        }
    }
    (1..=SIGNATURES)
        .contains(&fitting.len())
        .then(|| format!("{prefix} {}", alternatives(&fitting)))
}

/// Returns the signatures that begin with the name of a type or function.
fn of_receiver(signatures: &[String], name: &str) -> Vec<String> {
    let is_of = |signature: &&String| {
        let rest = signature.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['.', '(']))
    };
    signatures.iter().filter(is_of).cloned().collect()
}

/// Formats alternatives: `` `a` or `b` ``.
fn alternatives(names: &[String]) -> String {
    let mut out = String::new();
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            out.push_str(" or ");
        }
        out.push('`');
        out.push_str(name);
        out.push('`');
    }
    out
}
