//! Returns the attributes of `#[crd(…)]` with the effect of those of other derives, with their values.
//!
//! ```text
//! #[schemars(range(min = 1, max = 5))]            minimum = 1, maximum = 5
//! #[garde(length(max = 63))] on a `Vec`           max_items = 63
//! #[crd(length = 1..40)] on a `String`            min_length = 1, max_length = 40
//! #[x_kube(validation = ("self.a > 1", "text"))]  rule("self.a > 1", message = "text")
//! ```

use quote::ToTokens;
use syn::{Expr, Type};

use super::foreign::snake_case;
use super::keys;
use super::literal::{is_text, number_of};
use super::meta::{Arg, Meta, MetaValue, range};
use super::rule::CelRule;
use super::unquoted;
use crate::errors::{Errors, report};
use crate::rust_type;

/// Names of other tools for the lower bound of a value or of its size, for the upper bound, and for both.
const LEAST: [&str; 5] = ["min", "min_value", "min_size", "min_len", "min_chars"];
const MOST: [&str; 5] = ["max", "max_value", "max_size", "max_len", "max_chars"];
const BOTH: [&str; 7] = [
    "range",
    "between",
    "bounds",
    "length",
    "size",
    "len",
    "char_length",
];

/// Returns the attributes with the effect of one on a field of this type, if its values and the type show them.
pub(crate) fn of(meta: &Meta, ty: Option<&Type>) -> Option<String> {
    match &*meta.name {
        "range" if ty.and_then(rust_type::known_json).is_none() => {
            bounds(meta, [keys::MINIMUM, keys::MAXIMUM])
        }
        "range" | "length" => bounds(meta, bounds_of(ty?)?),
        "regex" | "pattern" => pattern(meta),
        "validation" => rule(meta),
        _ => None,
    }
}

/// Reports names of other tools for the bounds of a field whose type shows which bounds are meant, and returns the other attributes.
pub(super) fn report_bounds(cx: &Errors, mut metas: Vec<Meta>, ty: &Type) -> Vec<Meta> {
    metas.retain(|meta| {
        let advice = advice_for_bounds(meta, ty);
        if let Some(advice) = &advice {
            report!(cx, meta.ident => ATTRIBUTE_UNKNOWN, "unknown attribute `{}`: {advice}", meta.name);
        }
        advice.is_none()
    });
    metas
}

/// Returns what to write on a field instead of another tool's name of a bound, or of two, if its type shows that.
fn advice_for_bounds(meta: &Meta, ty: &Type) -> Option<String> {
    let names = bounds_of(ty)?;
    let [least, most] = names;
    let name = &*snake_case(&meta.name);
    if BOTH.contains(&name) {
        return Some(match bounds(meta, names) {
            Some(ours) => format!("write `{ours}`"),
            None => format!("use `{least}` and `{most}`"),
        });
    }
    let meant = if LEAST.contains(&name) {
        least
    } else if MOST.contains(&name) {
        most
    } else {
        return None;
    };
    Some(format!("use `{meant}`"))
}

/// Returns the names of the lower and of the upper bound of a type's values, or of their sizes.
fn bounds_of(ty: &Type) -> Option<[&'static str; 2]> {
    Some(match rust_type::known_json(ty)? {
        "integers" | "numbers" => [keys::MINIMUM, keys::MAXIMUM],
        "strings" => [keys::MIN_LENGTH, keys::MAX_LENGTH],
        "lists" => [keys::MIN_ITEMS, keys::MAX_ITEMS],
        "objects" => [keys::MIN_PROPERTIES, keys::MAX_PROPERTIES],
        _ => return None,
    })
}

fn bounds(meta: &Meta, [least, most]: [&str; 2]) -> Option<String> {
    let both = |(start, end)| format!("{least} = {start}, {most} = {end}");
    let arguments = match &meta.value {
        MetaValue::Expr(value) => return range(value).map(both),
        MetaValue::List(arguments) => arguments.as_slice(),
        MetaValue::Flag | MetaValue::Type(_) => return None,
    };
    match arguments {
        [Arg::Expr(value)] => return range(value).map(both),
        [Arg::Expr(start), Arg::Expr(end)] => {
            let are_numbers = number_of(start).is_some() && number_of(end).is_some();
            return are_numbers.then(|| both((source_of(start), source_of(end))));
        }
        _ => {}
    }
    let mut ours = Vec::new();
    for argument in arguments {
        let Arg::Meta(Meta {
            name,
            value: MetaValue::Expr(value),
            ..
        }) = argument
        else {
            return None;
        };
        // The name of a constant in quotes.
        if is_text(value) {
            return None;
        }
        let value = source_of(value);
        ours.push(match name.as_str() {
            "min" => format!("{least} = {value}"),
            "max" => format!("{most} = {value}"),
            "equal" => format!("{least} = {value}, {most} = {value}"),
            "exclusive_min" if least == keys::MINIMUM => format!("{} = {value}", keys::EXCLUSIVE_MINIMUM),
            "exclusive_max" if least == keys::MINIMUM => format!("{} = {value}", keys::EXCLUSIVE_MAXIMUM),
            _ => return None,
        });
    }
    (!ours.is_empty()).then(|| ours.join(", "))
}

fn pattern(meta: &Meta) -> Option<String> {
    let pattern = match &meta.value {
        MetaValue::Expr(pattern) => pattern,
        MetaValue::List(arguments) => match arguments.as_slice() {
            [Arg::Expr(pattern)] => pattern,
            [
                Arg::Meta(Meta {
                    name,
                    value: MetaValue::Expr(pattern),
                    ..
                }),
            ] if name == keys::PATTERN => pattern,
            _ => return None,
        },
        _ => return None,
    };
    is_text(pattern).then(|| format!("{} = {}", keys::PATTERN, source_of(pattern)))
}

/// Returns a rule of kube; parts that are no texts are left out.
fn rule(meta: &Meta) -> Option<String> {
    let rule = CelRule::parse(&Errors::silent(), meta).filter(|rule| rule.rule_constant.is_none())?;
    let parts = [
        (keys::rule::MESSAGE, &rule.message),
        (keys::rule::MESSAGE_EXPRESSION, &rule.message_expression),
        (keys::rule::FIELD_PATH, &rule.field_path),
        (keys::rule::REASON, &rule.reason),
    ];
    let mut written = format!("rule({:?}", rule.rule.value);
    for (name, part) in parts {
        if let Some(part) = part {
            written.push_str(&format!(", {name} = {:?}", part.value));
        }
    }
    if rule.old_is_optional() == Some(true) {
        written.push_str(&format!(", {}", keys::rule::OPTIONAL_OLD_SELF));
    }
    Some(format!("{written})"))
}

fn source_of(value: &Expr) -> String {
    unquoted::source_of(value.to_token_stream())
}
