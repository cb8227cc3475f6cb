//! Random conditions in CEL on the values of a schema, for drivers whose rules should be true for some values and false for others.

use crd_gen_tests::rng::Rng;
use serde_json::{Map, Value};

/// Strings that occur in conditions.
pub(super) const TEXTS: [&str; 13] = [
    "",
    "a",
    "ab",
    "abc",
    "b",
    "ba",
    "red",
    "green",
    "\u{e9}",
    "1h",
    "30m",
    "2",
    "2020-01-01T00:00:00Z",
];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
const PATTERNS: [&str; 6] = ["^a", "b$", "^[a-z]*$", ".", "^(red|green)$", "^$"];

/// The whole numbers in conditions, which are small.
pub(super) fn small(rng: &mut Rng) -> i64 {
    i64::try_from(rng.below(9)).unwrap_or_default() - 3
}

/// Generates a condition on a value of a schema, which `value` refers to. `depth` bounds the levels of the schema and of operators.
/// Returns `None` for values of any type, and for objects without members.
pub(super) fn condition(
    schema: &Map<String, Value>,
    value: &str,
    depth: usize,
    rng: &mut Rng,
) -> Option<String> {
    if depth > 0 && rng.one_in(4) {
        let one = condition(schema, value, depth - 1, rng)?;
        let other = condition(schema, value, depth - 1, rng)?;
        return Some(match rng.below(5) {
            0 => format!("({one}) || ({other})"),
            1 | 2 => format!("({one}) && ({other})"),
            3 => format!("!({one})"),
            _ => format!("({one}) ? ({other}) : ({one})"),
        });
    }
    let comparison = pick(&COMPARISONS, rng);
    let number = small(rng);
    let size = match rng.below(3) {
        0 => format!("size({value}) {comparison} {number}"),
        1 => format!("{number} {comparison} size({value})"),
        _ => format!("{value}.size() {comparison} {number}"),
    };
    Some(match schema.get("type").and_then(Value::as_str)? {
        "integer" => match rng.below(5) {
            0 => format!("{value} in [{number}, {}]", small(rng)),
            1 => format!("{value} % 2 == {}", rng.below(2)),
            2 => format!("{number} {comparison} {value}"),
            _ => format!("{value} {comparison} {number}"),
        },
        "number" => {
            let bound = pick(&["1.5", "2.0", "-1.0", "0.0"], rng);
            match rng.below(3) {
                0 if !matches!(comparison, "==" | "!=") => format!("{value} {comparison} {number}"),
                1 => format!("{bound} {comparison} {value}"),
                _ => format!("{value} {comparison} {bound}"),
            }
        }
        // Values with a format may have a type of their own in rules.
        "string" if schema.get("format").is_none() => string(value, size, rng),
        "boolean" => match rng.below(3) {
            0 => value.to_owned(),
            1 => format!("!{value}"),
            _ => format!("{value} == {}", pick(&["true", "false"], rng)),
        },
        "array" => {
            let mut of_element = || {
                schema
                    .get("items")
                    .and_then(|items| below(items, "x", depth, rng))
            };
            let (element, other) = (of_element(), of_element());
            let list = match (other, rng.below(4)) {
                (Some(other), 0) => format!("{value}.filter(x, {other})"),
                (Some(_), 1) => format!("{value}.map(x, x)"),
                _ => value.to_owned(),
            };
            match (element, rng.below(3)) {
                (None, _) | (_, 0) => size,
                (Some(element), 1) => format!("{list}.exists(x, {element})"),
                (Some(element), _) => format!("{list}.all(x, {element})"),
            }
        }
        "object" => match schema.get("properties").and_then(Value::as_object) {
            Some(properties) => member(properties, value, depth, rng)?,
            None => map(schema.get("additionalProperties")?, value, size, depth, rng)?,
        },
        _ => return None,
    })
}

fn string(value: &str, size: String, rng: &mut Rng) -> String {
    let (text, other) = (pick(&TEXTS, rng), pick(&TEXTS, rng));
    let comparison = pick(&COMPARISONS, rng);
    match rng.below(8) {
        0 => size,
        1 => format!("{value} in ['{text}', '{other}', 'abc']"),
        2 => format!("!({value} in ['{text}', '{other}'])"),
        3 => format!("{value}.startsWith('{text}')"),
        4 => format!("{value}.{}('{text}')", pick(&["endsWith", "contains"], rng)),
        5 => format!("{value}.matches('{}')", pick(&PATTERNS, rng)),
        6 => format!("'{text}' {comparison} {value}"),
        _ => format!("{value} {comparison} '{text}'"),
    }
}

/// Generates a condition on the keys or the values of a map.
fn map(values: &Value, value: &str, size: String, depth: usize, rng: &mut Rng) -> Option<String> {
    let macros = ["all", "exists"];
    // Loops in loops have different variables, as many levels as there are.
    let (key, each) = (format!("k{depth}"), format!("v{depth}"));
    let of_element = below(values, &format!("{value}[{key}]"), depth, rng);
    let of_each = below(values, &each, depth, rng);
    values.as_object()?;
    Some(match (rng.below(7), of_element, of_each) {
        (0, ..) => size,
        (1, ..) => format!("'{}' in {value}", pick(&TEXTS, rng)),
        (2, Some(of_element), _) => format!("{value}.{}({key}, {of_element})", pick(&macros, rng)),
        (3, Some(of_element), _) => {
            format!(
                "{value}.{}({key}, {key} != 'a' || {of_element})",
                pick(&macros, rng)
            )
        }
        (4, _, Some(of_each)) => format!("{value}.{}({key}, {each}, {of_each})", pick(&macros, rng)),
        (5, ..) => format!("{value}.all({key}, {key} in ['a', 'b'])"),
        _ => format!("{value}.exists({key}, {key} == 'a')"),
    })
}

/// Generates a condition on the presence or the value of a member of an object.
fn member(properties: &Map<String, Value>, value: &str, depth: usize, rng: &mut Rng) -> Option<String> {
    let names: Vec<&String> = properties.keys().filter(|name| is_plain(name)).collect();
    let name = *rng.pick(&names)?;
    let field = format!("{value}.{name}");
    let alike: Vec<&String> = names
        .into_iter()
        .filter(|other| {
            properties[*other]["type"] == properties[name]["type"]
                && properties[*other].get("format").is_none()
        })
        .collect();
    if rng.one_in(5)
        && properties[name].get("format").is_none()
        && let Some(other) = rng.pick(&alike)
    {
        let is_ordered = matches!(
            properties[name]["type"].as_str(),
            Some("integer" | "number" | "string")
        );
        let comparisons = if is_ordered {
            &COMPARISONS[..]
        } else {
            &COMPARISONS[4..]
        };
        return Some(format!("{field} {} {value}.{other}", pick(comparisons, rng)));
    }
    let of_field = below(&properties[name], &field, depth, rng);
    Some(match (of_field, rng.below(5)) {
        (None, _) | (_, 0) => format!("{}has({field})", pick(&["", "!"], rng)),
        (Some(of_field), 1) => format!("has({field}) && {of_field}"),
        (Some(of_field), 2) => format!("has({field}) ? {of_field} : {value} == {value}"),
        (Some(of_field), 3) => format!("!has({field}) || {of_field}"),
        (Some(of_field), _) => of_field,
    })
}

fn below(child: &Value, value: &str, depth: usize, rng: &mut Rng) -> Option<String> {
    condition(child.as_object()?, value, depth.checked_sub(1)?, rng)
}

fn pick<'a>(texts: &[&'a str], rng: &mut Rng) -> &'a str {
    rng.pick(texts).copied().unwrap_or("true")
}

/// Whether the name of a field is written in rules as it is.
pub(super) fn is_plain(name: &str) -> bool {
    crd_cel::escape(name).as_deref() == Some(name)
}
