//! The descriptions of operators whose operands do not match.

use super::named::{NO_TEXT, is_base, is_collection, is_optional, unwrap_range};
use super::{DURATIONS, Description, SEARCH, TIMESTAMPS, UNWRAP};
use crate::proposal::{as_bool, is_opaque};
use crate::synonyms;
use crate::types::{Type, TypeId, TypeName, TypeStore};

/// Describes operators whose operands do not match.
pub(super) fn operator(function: &str, arguments: &[TypeName]) -> Option<Description> {
    let (first, second, third) = (arguments.first()?, arguments.get(1), arguments.get(2));
    Some(match (function, second, third) {
        ("!_", None, _) => {
            let negated = match first.ty() {
                Type::String => Some("compare it: `… == ''`"),
                Type::Int | Type::Uint | Type::Double => Some("compare it: `… == 0`"),
                Type::List(_) | Type::Map(..) => Some("compare its size: `….size() == 0`"),
                _ => as_bool(first),
            };
            Description::new(format!("`!` needs `bool`, but this is `{first}`")).with_some_help(negated)
        }
        ("-_", None, _) => Description::new(format!("`-` cannot be applied to `{first}`"))
            .with_help("only numbers and durations have a negative value"),
        ("_?_:_", Some(yes), Some(no)) => {
            if matches!(first.ty(), Type::Bool | Type::Dyn) {
                Description::new(format!(
                    "both results of `? :` must have the same type, but these are `{yes}` and `{no}`"
                ))
                .with_some_help(
                    if is_base(yes, TypeId::BOOL) || is_base(no, TypeId::BOOL) {
                        Some("make both `bool`")
                    } else {
                        (is_scalar(yes.ty()) && is_scalar(no.ty())).then_some("convert one")
                    },
                )
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
                .with_help(both_sides(sign, first, second))
        }
        _ => return None,
    })
}

fn not_in(element: &TypeName, container: &TypeName) -> Description {
    if is_collection(container) {
        let words = Description::new(format!("`in` cannot find `{element}` in `{container}`"));
        let elements = match container.ty() {
            Type::List(of) | Type::Map(of, _) => TypeStore::base(of).unwrap_or(Type::Dyn),
            _ => Type::Dyn,
        };
        return words.with_help(match element.ty() {
            Type::Object(_) => "an object is not one of them: compare a field of it, `x.field`",
            of => of_same_type_as(of, elements),
        });
    }
    let words = Description::new(format!(
        "`in` needs a list or map on its right, but this is `{container}`"
    ));
    match (element.ty(), container.ty()) {
        (Type::String, Type::String) => words.with_help("to find a substring, use `text.contains(part)`"),
        (_, Type::Object(_)) => {
            words.with_help("to test whether a declared field is set, write `has(self.field)`")
        }
        _ => words.with_some_help(is_optional(container).then(|| unwrap_range(container))),
    }
}

fn not_indexed(container: &TypeName, index: &TypeName) -> Description {
    if matches!(container.ty(), Type::List(_)) {
        let words = Description::new(format!("a list is indexed by `int`, but this is `{index}`"));
        let find = "to find an element by a field, write `list.exists(x, x.name == 'a')`";
        let is_of_objects = matches!(container.ty(), Type::List(of) if TypeStore::base(of).is_none());
        return words.with_some_help((is_of_objects && index.ty() == Type::String).then_some(find));
    }
    if matches!(container.ty(), Type::Map(..)) {
        return Description::new(format!("the keys of `{container}` are not of type `{index}`"));
    }
    let words = Description::new(format!("`{container}` has no elements that `[…]` could select"));
    words.with_some_help(match container.ty() {
        Type::String => Some("for a character, write `text.charAt(0)`"),
        Type::Object(_) => Some("select a field with a dot: `self.field`"),
        _ if is_optional(container) => Some(UNWRAP),
        _ => (index.ty() == Type::String).then_some("select a field with a dot: `self.field`"),
    })
}

const REMAINDER: &str = "only integers have remainders: `int(x) % 2`, which drops the fraction of `x`";

/// Returns a suggestion for the operands of an operator.
fn both_sides(sign: &str, left: &TypeName, right: &TypeName) -> &'static str {
    if is_optional(left) || is_optional(right) {
        return UNWRAP;
    }
    match (left.ty(), right.ty()) {
        (Type::Null, _) | (_, Type::Null) => {
            "to test whether a field is set, use `has(…)`; results of functions, elements of lists and values of maps are \
             never null"
        }
        _ if matches!(sign, "+" | "-" | "*" | "/" | "%") && (is_quantity(left) || is_quantity(right)) => {
            "add quantities with `a.add(b)`, or calculate with numbers: `a.asApproximateFloat()`"
        }
        (Type::Duration, Type::Int | Type::Double) | (Type::Int | Type::Double, Type::Duration)
            if matches!(sign, "*" | "/" | "%") =>
        {
            "calculate with seconds on both sides: `a.getSeconds() * 2 < b.getSeconds()`"
        }
        (Type::Duration, Type::String | Type::Int) | (Type::String | Type::Int, Type::Duration) => DURATIONS,
        (Type::Timestamp, Type::Int | Type::String) if matches!(sign, "+" | "-") => DURATIONS,
        (Type::Timestamp, Type::Int | Type::String) | (Type::Int | Type::String, Type::Timestamp) => {
            TIMESTAMPS
        }
        (Type::Object(_), Type::Map(TypeId::DYN, TypeId::DYN)) if matches!(sign, "==" | "!=") => {
            "an object has no size, so it is never `{}`: test its fields, as in `!has(x.field)`"
        }
        // The type of the literal `{}`.
        (_, Type::Map(TypeId::DYN, TypeId::DYN)) => synonyms::NO_TEMPLATES,
        (Type::List(_) | Type::Map(..), Type::Int | Type::Uint)
        | (Type::Int | Type::Uint, Type::List(_) | Type::Map(..)) => {
            "get the size of a list or map with `.size()`"
        }
        (Type::List(_), Type::List(_)) | (Type::Map(..), Type::Map(..)) if sign.starts_with(['<', '>']) => {
            "lists and maps have no order; compare their sizes: `a.size() < b.size()`"
        }
        (Type::List(_), Type::List(_)) => "the elements must have the same type",
        (Type::List(_), _) | (_, Type::List(_)) if matches!(sign, "==" | "!=") => SEARCH,
        (Type::Map(..), Type::String) | (Type::String, Type::Map(..)) => {
            "compare a value of the map, `map['key']`, or search a key with `'key' in map`"
        }
        (Type::String, Type::Int | Type::Uint | Type::Double)
        | (Type::Int | Type::Uint | Type::Double, Type::String) => match sign {
            "+" => "put the number into the text: `'a%s'.format([1])`",
            "-" | "*" | "/" | "%" => "calculate with numbers: `int(x)`, if `x` is the text of a number",
            _ => "compare numbers with numbers: `x == 1`, or `int(x) == 1` if `x` is the text of a number",
        },
        (Type::Int, Type::Double) | (Type::Double, Type::Int) if matches!(sign, "==" | "!=") => {
            "no integer is equal to a number with a fraction; write a quotient with one as `double(x) / 2.0`"
        }
        (Type::Int, Type::Double) | (Type::Double, Type::Int) if sign == "%" => REMAINDER,
        (Type::Int, Type::Double) | (Type::Double, Type::Int) => "write `1.0`, or convert with `double(x)`",
        (Type::Bool, Type::String) | (Type::String, Type::Bool) => {
            "values of `bool` are `true` and `false`, without quotes"
        }
        (Type::Bool, Type::Int | Type::Bool) | (Type::Int, Type::Bool) => {
            "a condition as a number is `x ? 1 : 0`"
        }
        (Type::Type(_), Type::String) | (Type::String, Type::Type(_)) => {
            "write the type without quotes: `type(x) == string`"
        }
        _ if let Some(opaque) = [left, right].into_iter().find(|of| is_opaque(of.as_str())) => {
            let has_order = matches!(opaque.as_str(), "kubernetes.Quantity" | "kubernetes.Semver");
            if matches!(sign, "==" | "!=") || has_order && sign.starts_with(['<', '>']) {
                "both sides must have the same type"
            } else {
                of_same_type(sign, opaque)
            }
        }
        (Type::Object(_), Type::String) | (Type::String, Type::Object(_)) if sign == "+" => NO_TEXT,
        (Type::Object(_), _) | (_, Type::Object(_)) => {
            "compare a field of the object, `x.field`, or test whether one is set with `has(x.field)`"
        }
        (_, Type::Bool) | (Type::Bool, _) => "to test whether a field is set, use `has(…)`",
        _ if left.ty() == right.ty() => of_same_type(sign, left),
        (one, other) => of_same_type_as(one, other),
    }
}

/// Returns the help for values of different types, which is to convert one if there are conversions between them.
fn of_same_type_as(one: Type, other: Type) -> &'static str {
    if is_scalar(one) && is_scalar(other) {
        "both sides must have the same type; convert one"
    } else {
        "both sides must have the same type"
    }
}

/// Whether values of a type can be converted to texts and numbers.
fn is_scalar(ty: Type) -> bool {
    matches!(
        ty,
        Type::Int | Type::Uint | Type::Double | Type::String | Type::Bool
    )
}

fn is_quantity(ty: &TypeName) -> bool {
    ty.to_string() == "kubernetes.Quantity"
}

/// Returns a suggestion for an operator that values of one type do not have.
fn of_same_type(sign: &str, ty: &TypeName) -> &'static str {
    match ty.ty() {
        _ if matches!(sign, "<" | "<=" | ">" | ">=") && ty.as_str() == "net.IP" => {
            "addresses have no order; for a range of them, write `cidr('10.0.0.0/24').containsIP(a)`"
        }
        _ if matches!(sign, "<" | "<=" | ">" | ">=") => {
            "values of this type have no order; compare them with `==`"
        }
        Type::Double if sign == "%" => REMAINDER,
        Type::String => "convert texts to numbers with `int(x)`",
        Type::Duration => "calculate with seconds on both sides: `a.getSeconds() * 2 < b.getSeconds()`",
        Type::Timestamp => "only a duration can be added to a timestamp",
        _ => "only numbers, times, texts and lists have such operators",
    }
}
