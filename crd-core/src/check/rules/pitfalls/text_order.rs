//! Comparisons of the order of texts that are durations, numbers or versions.
//!
//! ```text
//! window: {type: string}
//! rule: self.window > '9m'                           false for `10m`, because `1` is less than `9`
//! rule: duration(self.window) > duration('9m')       fine
//! ```
//!
//! Such a comparison is reported with a text that the schema admits and for which its result is wrong.

use std::net::Ipv4Addr;

use crd_cel::NodeId;
use crd_cel::facts::ValueRange;

use super::{AnalyzedRule, ExpressionMistake, Pitfall, PitfallKind, TextKind, TextOrder, junctors};
use crate::check::rules::known_values::numbers;
use crate::go::{parse_duration, quantity::is_quantity};
use crate::model::schema::JsonSchemaProps;
use crate::server::objects::pattern_matches;

/// The label of comparisons of the order of texts.
pub(in crate::check) const BY_CHARACTER: &str = "compared character by character";

/// A comparison of the order of a text and a constant.
pub(super) struct OrderedText<'s> {
    /// The comparison.
    pub(super) node: NodeId,
    /// The value.
    pub(super) value: NodeId,
    /// The schema of the value.
    pub(super) schema: &'s JsonSchemaProps,
    /// The operator between the value and the constant.
    pub(super) operator: &'static str,
    pub(super) constant: String,
}

pub(super) fn check(of: &AnalyzedRule<'_, '_>, ordered: &[OrderedText<'_>], found: &mut Vec<Pitfall>) {
    for OrderedText {
        node,
        value,
        schema,
        operator,
        constant,
    } in ordered
    {
        if let Some(mistake) = order_of_names(of, (*node, *value), schema, operator, constant) {
            found.push(of.pitfall(mistake.span, PitfallKind::Comparison(mistake)));
            continue;
        }
        let Some(kind) = kind(constant) else { continue };
        let Some(example) = misordered(constant, kind)
            .into_iter()
            .find(|text| admits(schema, text, kind))
        else {
            continue;
        };
        let span = of.ast.node(*node).span;
        let kind = PitfallKind::TextOrder(TextOrder {
            comparison: of.text(span),
            value: of.text(of.ast.node(*value).span),
            operator,
            constant: constant.clone(),
            example,
            kind,
        });
        found.push(of.pitfall(span, kind));
    }
}

/// Finds a comparison of the order of the names of an `enum`, if their order in it is another.
fn order_of_names(
    of: &AnalyzedRule<'_, '_>,
    (node, value): (NodeId, NodeId),
    schema: &JsonSchemaProps,
    operator: &str,
    constant: &str,
) -> Option<ExpressionMistake> {
    let names: Option<Vec<&str>> = schema.enum_.as_ref()?.iter().map(|name| name.as_str()).collect();
    let names = names.filter(|names| names.iter().all(|name| name.starts_with(char::is_alphabetic)))?;
    let place = names.iter().position(|name| *name == constant)?;
    let (before, after) = (names.get(..place)?, names.get(place + 1..)?);
    let mut later = after.iter().filter(|name| **name < constant);
    let example = later
        .next()
        .or_else(|| before.iter().find(|name| **name > constant))?;
    let mut meant: Vec<&str> = match operator.strip_prefix('<') {
        Some(_) => before.to_vec(),
        None => after.to_vec(),
    };
    if operator.ends_with('=') {
        meant.push(constant);
    }
    let (span, value) = (of.ast.node(node).span, of.text(of.ast.node(value).span));
    let is_below = *example < constant;
    Some(ExpressionMistake {
        span,
        message: format!(
            "`{}` is {} for `{example}`: texts are compared by their characters, not in the order of the `enum`",
            of.text(span),
            is_below == operator.starts_with('<')
        ),
        label: "the order of characters",
        help: if meant.is_empty() {
            "write the values that are meant".to_owned()
        } else {
            format!("write `{value} in ['{}']`", meant.join("', '"))
        },
    })
}

fn kind(text: &str) -> Option<TextKind> {
    let numbers = text.strip_prefix('v').unwrap_or(text);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = numbers.split('.').count();
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == 'v') {
        return None;
    }
    if numbers.split('.').all(is_number) {
        match parts {
            4 if numbers == text => return Some(TextKind::Address),
            3 => return Some(TextKind::Version),
            2 if numbers != text => return Some(TextKind::Version),
            _ => {}
        }
    }
    match (is_quantity(text), parse_duration(text).is_ok()) {
        (true, _) if is_number(text) => Some(TextKind::Integer),
        (true, true) => Some(TextKind::Minutes),
        (true, false) => Some(TextKind::Quantity),
        (false, true) => Some(TextKind::Duration),
        (false, false) => None,
    }
}

/// Returns texts that differ from a constant in one number and whose order relative to it is the opposite of that of the numbers.
fn misordered(constant: &str, kind: TextKind) -> Vec<String> {
    let mut texts = Vec::new();
    let mut end = 0;
    while let Some(start) = constant
        .get(end..)
        .and_then(|rest| Some(end + rest.find(|c: char| c.is_ascii_digit())?))
    {
        let (before, rest) = constant.split_at(start);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = rest.split_at(digits);
        end = start + digits;
        // The digits after a point are a fraction.
        if before.ends_with('.') && !matches!(kind, TextKind::Version | TextKind::Address) {
            continue;
        }
        let larger = format!("{before}1{}{after}", "0".repeat(digits));
        if *larger < *constant {
            texts.push(larger);
        }
        let smaller = format!("{before}{}{after}", "9".repeat(digits - 1));
        if digits > 1 && !number.starts_with('0') && *smaller > *constant {
            texts.push(smaller);
        }
    }
    texts
}

/// Returns what the name at the end of an expression says about its texts: `self.limits.memory` is a quantity.
pub(super) fn kind_of_name(expression: &str) -> Option<TextKind> {
    const NAMES: [(TextKind, &[&str]); 3] = [
        (
            TextKind::Quantity,
            &["cpu", "memory", "storage", "capacity", "size", "quota"],
        ),
        (TextKind::Version, &["version"]),
        (
            TextKind::Duration,
            &["duration", "interval", "timeout", "period", "delay", "ttl"],
        ),
    ];
    let name = expression.trim_end_matches(['\'', '"', ']']).to_ascii_lowercase();
    let mut kinds = NAMES.into_iter();
    let is_named = |names: &[&str]| names.iter().any(|known| name.ends_with(known));
    Some(kinds.find(|(_, names)| is_named(names))?.0)
}

/// Returns two texts of a kind whose order is the opposite of that of their values, and that the schemas admit; an int-or-string may be
/// any of them.
pub(super) fn misordered_texts(
    schemas: [&JsonSchemaProps; 2],
    kind: TextKind,
) -> Option<(&'static str, &'static str)> {
    let is_admitted = |text| {
        let mut schemas = schemas.iter();
        schemas.all(|schema| schema.x_int_or_string || admits(schema, text, kind))
    };
    let texts: &[_] = match kind {
        TextKind::Version => &[("9.0.0", "10.0.0")],
        TextKind::Duration => &[("9m", "10m")],
        _ => &[("9", "10"), ("9Gi", "10Gi")],
    };
    let mut texts = texts.iter().copied();
    texts.find(|(least, most)| is_admitted(least) && is_admitted(most))
}

/// Whether a schema certainly admits a text, or the integer that it is.
fn admits(schema: &JsonSchemaProps, text: &str, kind: TextKind) -> bool {
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    if *schema.type_ == *"integer" {
        let is_within = |range: ValueRange| {
            text.parse()
                .is_ok_and(|number: u32| (range.least..=range.most).contains(&number.into()))
        };
        return schema.enum_.is_none()
            && schema.multiple_of.is_none()
            && junctors(schema).next().is_none()
            && numbers(schema).is_some_and(is_within);
    }
    (schema.format.is_empty() || kind == TextKind::Address && *schema.format == *"ipv4")
        && (kind != TextKind::Address || text.parse::<Ipv4Addr>().is_ok())
        && schema.enum_.is_none()
        && junctors(schema).next().is_none()
        && schema.min_length.is_none_or(|least| least <= length)
        && schema.max_length.is_none_or(|most| length <= most)
        && (schema.pattern.is_empty() || pattern_matches(&schema.pattern, text) == Some(true))
}
