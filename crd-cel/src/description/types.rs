//! Describes type errors: fields, overloads, arguments and results.

use super::texts::{code, format_string};
use super::{
    DURATIONS, Description, NAMES, SIGNATURES, TIMESTAMPS, UNWRAP, UNWRAP_LIST, did_you_mean, listed,
};
use crate::mistake::{BadArgument, MismatchPlace, Purpose};
use crate::types::{Type, TypeId, TypeName, TypeStore};

pub(super) fn is_optional(ty: &TypeName) -> bool {
    matches!(ty.ty(), Type::Optional(_))
}

/// Checks whether a type is a list or a map.
fn is_collection(ty: &TypeName) -> bool {
    matches!(ty.ty(), Type::List(_) | Type::Map(..))
}

/// Checks whether a type is one of the built-in types.
fn is_base(ty: &TypeName, base: TypeId) -> bool {
    TypeStore::base(base) == Some(ty.ty())
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
        Some(near) => words.with_help(did_you_mean(near)),
        None if known.is_empty() => words,
        None => words.with_help(format!("it has {}", listed(known, NAMES))),
    }
}

pub(super) fn not_selectable(field: &str, found: &TypeName, method: Option<&str>) -> Description {
    let words = Description::new(format!("`{found}` has no fields, so `{field}` does not exist"));
    if let Some(method) = method {
        return words.with_help(format!("call the function: `.{method}()`"));
    }
    words.with_some_help(
        matches!(found.ty(), Type::List(_))
            .then(|| format!("its elements have fields: `.all(x, x.{field} …)`")),
    )
}

pub(super) fn mismatch(expected: &TypeName, found: &TypeName, place: &MismatchPlace) -> Description {
    match place {
        MismatchPlace::LogicalOperand => {
            Description::new(format!("`&&` and `||` need `bool`, but this is `{found}`"))
                .with_some_help(as_bool(found))
        }
        MismatchPlace::Condition => {
            Description::new(format!("a condition must be `bool`, but this is `{found}`"))
                .with_some_help(as_bool(found))
        }
        MismatchPlace::LoopStep => Description::new(format!(
            "the loop produces a value of `{expected}`, but this is `{found}`"
        )),
        MismatchPlace::ListElement => of_one_type("the elements of a list", expected, found),
        MismatchPlace::MapKey => of_one_type("the keys of a map", expected, found),
        MismatchPlace::MapValue => of_one_type("the values of a map", expected, found),
        MismatchPlace::OptionalEntry => {
            Description::new(format!("`?` needs an optional, but this is `{found}`"))
                .with_help("remove the `?`, or select with it: `self.?field`")
        }
        MismatchPlace::MessageField { field } => Description::new(format!(
            "the field `{field}` is of type `{expected}`, but this is `{found}`"
        )),
    }
}

fn of_one_type(what: &str, expected: &TypeName, found: &TypeName) -> Description {
    Description::new(format!(
        "{what} must have the same type: the first is `{expected}`, but this is `{found}`"
    ))
    .with_help("convert one, or wrap each in `dyn(…)`")
}

/// Returns a suggestion for making a condition from a value.
fn as_bool(found: &TypeName) -> Option<&'static str> {
    Some(match found.ty() {
        Type::Optional(_) => "test it with `.hasValue()`, or unwrap it with `.orValue(false)`",
        Type::String => "compare it: `… == 'a'`",
        Type::Int | Type::Uint | Type::Double => "compare it: `… > 0`",
        Type::List(_) | Type::Map(..) => "compare its size: `….size() > 0`",
        _ => return None,
    })
}

pub(super) fn bad_argument(bad: &BadArgument) -> Description {
    match bad {
        BadArgument::Duration { literal } => {
            Description::new(format!("{} is not a duration", code(literal))).with_help(DURATIONS)
        }
        BadArgument::Timestamp { literal } => {
            Description::new(format!("{} is not a timestamp", code(literal))).with_help(TIMESTAMPS)
        }
        BadArgument::Pattern(error) => error.describe(),
        BadArgument::Format(error) => format_string(error),
    }
}

pub(super) fn wrong_result(purpose: Purpose, found: &TypeName) -> Description {
    match purpose {
        Purpose::Rule => {
            let help = as_bool(found).unwrap_or("compare it with something");
            Description::new(format!("a rule must return `bool`, but this returns `{found}`")).with_help(help)
        }
        Purpose::MessageExpression => Description::new(format!(
            "a message expression must return `string`, but this returns `{found}`"
        ))
        .with_help("wrap it in `string(…)`"),
    }
}

pub(super) fn no_overload(
    function: &str,
    receiver: Option<&TypeName>,
    arguments: &[TypeName],
    signatures: &[String],
) -> Description {
    if let Some(words) = operator(function, arguments) {
        return words;
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
    if function == "contains" && receiver.is_some_and(is_collection) {
        return words.with_help("to search a list or map, use `in`: `x in list`");
    }
    if signatures.is_empty() || signatures.len() > SIGNATURES {
        return words;
    }
    words.with_help(format!("call it as {}", alternatives(signatures)))
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

/// Describes operators whose operands do not match.
fn operator(function: &str, arguments: &[TypeName]) -> Option<Description> {
    let (first, second, third) = (arguments.first()?, arguments.get(1), arguments.get(2));
    Some(match (function, second, third) {
        ("!_", None, _) => Description::new(format!("`!` needs `bool`, but this is `{first}`"))
            .with_some_help(as_bool(first)),
        ("-_", None, _) => Description::new(format!("`-` cannot be applied to `{first}`")),
        ("_?_:_", Some(yes), Some(no)) => {
            if matches!(first.ty(), Type::Bool | Type::Dyn) {
                Description::new(format!(
                    "both results of `? :` must have the same type, but these are `{yes}` and `{no}`"
                ))
                .with_help("convert one, or wrap both in `dyn(…)`")
            } else {
                Description::new(format!("a condition must be `bool`, but this is `{first}`"))
                    .with_some_help(as_bool(first))
            }
        }
        ("@in", Some(container), _) => not_in(first, container),
        ("_[_]" | "_[?_]", Some(index), _) => not_indexed(first, index),
        (_, Some(second), _) => {
            let sign = function.strip_prefix('_')?.strip_suffix('_')?;
            Description::new(format!("`{sign}` cannot be applied to `{first}` and `{second}`"))
                .with_some_help(both_sides(sign, first, second))
        }
        _ => return None,
    })
}

fn not_in(element: &TypeName, container: &TypeName) -> Description {
    if is_collection(container) {
        return Description::new(format!("`in` cannot find `{element}` in `{container}`"))
            .with_help("both sides must have the same type; convert one");
    }
    let words = Description::new(format!(
        "`in` needs a list or map on its right, but this is `{container}`"
    ));
    match (element.ty(), container.ty()) {
        (Type::String, Type::String) => words.with_help("to find a substring, use `text.contains(part)`"),
        _ => words.with_some_help(is_optional(container).then_some(UNWRAP_LIST)),
    }
}

fn not_indexed(container: &TypeName, index: &TypeName) -> Description {
    if matches!(container.ty(), Type::List(_)) {
        return Description::new(format!("a list is indexed by `int`, but this is `{index}`"));
    }
    if matches!(container.ty(), Type::Map(..)) {
        return Description::new(format!("the keys of `{container}` are not of type `{index}`"));
    }
    let words = Description::new(format!("`{container}` has no elements that `[…]` could select"));
    words.with_some_help((index.ty() == Type::String).then_some("select a field with a dot: `self.field`"))
}

/// Returns a suggestion for the operands of an operator.
fn both_sides(sign: &str, left: &TypeName, right: &TypeName) -> Option<&'static str> {
    if is_optional(left) != is_optional(right) {
        return Some(UNWRAP);
    }
    if left == right {
        let compares = matches!(sign, "<" | "<=" | ">" | ">=");
        let has_methods = is_base(left, TypeId::QUANTITY) || is_base(left, TypeId::SEMVER);
        return (compares && has_methods).then_some("compare with `.isLessThan(…)` or `.isGreaterThan(…)`");
    }
    if is_base(left, TypeId::QUANTITY) || is_base(right, TypeId::QUANTITY) {
        return Some("convert the other side to a quantity: `quantity('1Gi')`");
    }
    Some(match (left.ty(), right.ty()) {
        (Type::Null, _) | (_, Type::Null) => "to test whether a field is set, use `has(…)`",
        (Type::Duration, Type::String) | (Type::String, Type::Duration) => DURATIONS,
        (Type::Timestamp, Type::String) | (Type::String, Type::Timestamp) => TIMESTAMPS,
        (Type::List(_) | Type::Map(..), Type::Int | Type::Uint)
        | (Type::Int | Type::Uint, Type::List(_) | Type::Map(..)) => {
            "get the size of a list or map with `.size()`"
        }
        _ => "both sides must have the same type; convert one",
    })
}
