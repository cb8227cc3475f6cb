//! Returns the attributes of `#[crd(…)]` with the effect of those of other derives, with their values.
//!
//! ```text
//! #[schemars(range(min = 1, max = 5))]            minimum = 1, maximum = 5
//! #[garde(length(max = 63))] on a `Vec`           max_items = 63
//! #[x_kube(validation = ("self.a > 1", "text"))]  rule("self.a > 1", message = "text")
//! ```

use quote::ToTokens;
use syn::{Expr, Type};

use crate::attr::keys;
use crate::attr::literal::is_text;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::rule::CelRule;
use crate::attr::unquoted;
use crate::errors::Errors;
use crate::rust_type;

/// Returns the attributes with the effect of one on a field of this type, if its values and the type show them.
pub(super) fn of(meta: &Meta, ty: Option<&Type>) -> Option<String> {
    let names = match (&*meta.name, ty.and_then(rust_type::known_json)) {
        ("range", Some("integers" | "numbers") | None) => [keys::MINIMUM, keys::MAXIMUM],
        ("length", Some("strings")) => [keys::MIN_LENGTH, keys::MAX_LENGTH],
        ("length", Some("lists")) => [keys::MIN_ITEMS, keys::MAX_ITEMS],
        ("length", Some("objects")) => [keys::MIN_PROPERTIES, keys::MAX_PROPERTIES],
        ("regex" | "pattern", _) => return pattern(meta),
        ("validation", _) => return rule(meta),
        _ => return None,
    };
    bounds(meta, names)
}

fn bounds(meta: &Meta, [least, most]: [&str; 2]) -> Option<String> {
    let MetaValue::List(arguments) = &meta.value else {
        return None;
    };
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
