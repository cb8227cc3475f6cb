//! Random values of a schema, written as JSON.

use std::fmt::Write as _;

use super::random::Random;
use crate::convert::json::write_string;
use crate::model::structural::{Additional, Array, ListType, Object, Structural, StructuralShape};

/// Strings that functions of mappings can often read, and some that they cannot, as JSON.
const TEXTS: &[&str] = &[
    r#""""#,
    r#""a""#,
    r#""b""#,
    r#""name""#,
    r#""0""#,
    r#""1""#,
    r#""7""#,
    r#""007""#,
    r#""42""#,
    r#""-1""#,
    r#""1.5""#,
    r#""80""#,
    r#""host:80""#,
    r#""h:1""#,
    r#""a/b""#,
    r#""a,b""#,
    r#""10s""#,
    r#""1h30m""#,
    r#""1Gi""#,
    r#""1024Mi""#,
    r#""500m""#,
    r#""true""#,
    r#""false""#,
    r#""2001-01-01T00:00:00Z""#,
    r#""é😀""#,
    r#""a b""#,
    r#""127.0.0.1""#,
    r#""x=1""#,
    r#""\"""#,
    r#""~1/""#,
    r##""#0.1.a""##,
    r#""{}""#,
];

const FLOATS: &[&str] = &["0", "1", "-1.5", "31.245270191439438", "1e300", "0.1", "2.50"];

/// Which members an object has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Members {
    /// All that are required, and some others.
    Whole,
    /// Some, as in an object of server-side apply.
    Partial,
}

/// Writes a random value of a schema.
pub(super) fn value(schema: &Structural, members: Members, source: &mut Random, out: &mut String) {
    if schema.generic.nullable && source.percent(10) {
        out.push_str("null");
        return;
    }
    if let Some(values) = &schema.validation.enum_
        && let Some(value) = source.one(values)
        && !source.percent(3)
    {
        match value {
            serde_json::Value::String(text) => write_string(out, text),
            other => drop(write!(out, "{other}")),
        }
        return;
    }
    match &schema.shape {
        StructuralShape::Object(shape) => object(schema, shape, members, source, out),
        StructuralShape::Array(array) => list(array, members, source, out),
        StructuralShape::String => out.push_str(text(source)),
        StructuralShape::Integer => integer(schema, source, out),
        StructuralShape::Number => out.push_str(float(source)),
        StructuralShape::Boolean => out.push_str(if source.percent(50) { "true" } else { "false" }),
        StructuralShape::IntOrString { .. } => {
            if source.percent(50) {
                integer(schema, source, out);
            } else {
                out.push_str(text(source));
            }
        }
        StructuralShape::Any => anything(source, 2, out),
    }
}

fn text(source: &mut Random) -> &'static str {
    source.one(TEXTS).copied().unwrap_or("\"\"")
}

fn float(source: &mut Random) -> &'static str {
    source.one(FLOATS).copied().unwrap_or("0")
}

/// Writes a comma before all members but the first.
struct Separator(&'static str);

impl Separator {
    fn write(&mut self, out: &mut String) {
        out.push_str(self.0);
        self.0 = ",";
    }
}

fn object(schema: &Structural, shape: &Object, members: Members, source: &mut Random, out: &mut String) {
    let mut separator = Separator("");
    out.push('{');
    properties(schema, shape, &[], members, source, (&mut separator, out));
    if let Some(Additional::Schema(values)) = &shape.additional {
        let mut used = 0_u64;
        for _ in 0..source.below(4) {
            let index = source.below(TEXTS.len());
            if used & (1 << index) == 0 {
                used |= 1 << index;
                separator.write(out);
                out.push_str(TEXTS.get(index).copied().unwrap_or("\"\""));
                out.push(':');
                value(values, members, source, out);
            }
        }
    }
    if schema.preserve_unknown_fields && source.percent(50) {
        separator.write(out);
        out.push_str("\"unknown member\":");
        anything(source, 2, out);
    }
    out.push('}');
}

/// Writes the properties of an object but for the keys by which its list is merged.
fn properties(
    schema: &Structural,
    shape: &Object,
    keys: &[Box<str>],
    members: Members,
    source: &mut Random,
    (separator, out): (&mut Separator, &mut String),
) {
    let required = schema.validation.required.as_deref().unwrap_or_default();
    for (name, property) in shape.properties.iter() {
        if keys.iter().any(|key| **key == *name) {
            continue;
        }
        let is_required = members == Members::Whole && required.iter().any(|required| **required == *name);
        if is_required || source.percent(60) {
            separator.write(out);
            write_string(out, name);
            out.push(':');
            value(property, members, source, out);
        }
    }
}

fn list(array: &Array, members: Members, source: &mut Random, out: &mut String) {
    let mut separator = Separator("");
    out.push('[');
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..source.below(4) {
        match (&array.list_type, &array.items.shape) {
            (Some(ListType::Map(keys)), StructuralShape::Object(shape)) => {
                let mut of_keys = String::new();
                let mut key_separator = Separator("");
                for key in keys {
                    if let Some(schema) = array.items.property(key) {
                        key_separator.write(&mut of_keys);
                        write_string(&mut of_keys, key);
                        of_keys.push(':');
                        value(schema, members, source, &mut of_keys);
                    }
                }
                if seen.contains(&of_keys) {
                    continue;
                }
                separator.write(out);
                out.push('{');
                out.push_str(&of_keys);
                seen.push(of_keys);
                properties(
                    &array.items,
                    shape,
                    keys,
                    members,
                    source,
                    (&mut key_separator, out),
                );
                out.push('}');
            }
            (Some(ListType::Set), _) => {
                let mut element = String::new();
                value(&array.items, members, source, &mut element);
                if !seen.contains(&element) {
                    separator.write(out);
                    out.push_str(&element);
                    seen.push(element);
                }
            }
            _ => {
                separator.write(out);
                value(&array.items, members, source, out);
            }
        }
    }
    out.push(']');
}

fn integer(schema: &Structural, source: &mut Random, out: &mut String) {
    let limit = |bound: Option<f64>, otherwise: i64| {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a random number within the bounds is enough"
        )]
        bound.map_or(otherwise, |bound| bound as i64)
    };
    let least = limit(schema.validation.minimum, -3);
    let most = limit(schema.validation.maximum, i64::MAX);
    let number = match source.below(8) {
        0 => most,
        1 => least,
        _ => i64::try_from(source.below(100)).unwrap_or(0),
    };
    let _ = write!(out, "{}", number.clamp(least, most.max(least)));
}

/// Writes a value without a schema.
fn anything(source: &mut Random, depth: usize, out: &mut String) {
    match source.below(if depth == 0 { 3 } else { 5 }) {
        0 => out.push_str(text(source)),
        1 => out.push_str(float(source)),
        2 => out.push_str("true"),
        3 => {
            out.push('[');
            anything(source, depth - 1, out);
            out.push(']');
        }
        _ => {
            let _ = write!(out, "{{\"k{}\":", source.below(3));
            anything(source, depth - 1, out);
            out.push('}');
        }
    }
}
