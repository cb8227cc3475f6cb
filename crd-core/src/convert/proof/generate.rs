//! Random values of a schema, written as JSON.

use std::ops::Range;

use super::random::Random;
use crate::convert::json::{Sink as _, Written};
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

/// What the objects of a value are like.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) members: Members,
    /// How many of a hundred members they have that need not be there.
    percent: u64,
}

impl Manner {
    /// Few members or most of them, as chance has it.
    pub(super) fn new(members: Members, source: &mut Random) -> Manner {
        Manner {
            members,
            percent: source.one(&[20, 40, 60, 80]).copied().unwrap_or(50),
        }
    }
}

/// Writes a random value of a schema.
pub(super) fn value(schema: &Structural, manner: Manner, source: &mut Random, out: &mut Written) {
    if schema.generic.nullable && source.percent(10) {
        out.json("null");
        return;
    }
    if let Some(values) = &schema.validation.enum_
        && let Some(value) = source.one(values)
        && !source.percent(3)
    {
        match value {
            serde_json::Value::String(text) => out.string(text),
            other => out.json(&other.to_string()),
        }
        return;
    }
    match &schema.shape {
        StructuralShape::Object(shape) => object(schema, shape, manner, source, out),
        StructuralShape::Array(array) => list(array, manner, source, out),
        StructuralShape::String => out.json(text(source)),
        StructuralShape::Integer => integer(schema, source, out),
        StructuralShape::Number => out.json(float(source)),
        StructuralShape::Boolean => out.json(if source.percent(50) { "true" } else { "false" }),
        StructuralShape::IntOrString { .. } => {
            if source.percent(50) {
                integer(schema, source, out);
            } else {
                out.json(text(source));
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
    fn write(&mut self, out: &mut Written) {
        out.separator(self.0);
        self.0 = ",";
    }
}

fn object(schema: &Structural, shape: &Object, manner: Manner, source: &mut Random, out: &mut Written) {
    let mut separator = Separator("");
    let opened = out.open("{");
    properties(schema, shape, &[], manner, source, (&mut separator, out));
    if let Some(Additional::Schema(values)) = &shape.additional {
        let mut used = 0_u64;
        for _ in 0..source.below(4) {
            let index = source.below(TEXTS.len());
            if used & (1 << index) == 0 {
                used |= 1 << index;
                separator.write(out);
                out.json(TEXTS.get(index).copied().unwrap_or("\"\""));
                out.separator(":");
                value(values, manner, source, out);
            }
        }
    }
    if schema.preserve_unknown_fields && source.percent(50) {
        separator.write(out);
        out.name("", "unknown member");
        anything(source, 2, out);
    }
    out.close(opened, "}");
}

/// Writes the properties of an object but for the keys by which its list is merged.
fn properties(
    schema: &Structural,
    shape: &Object,
    keys: &[Box<str>],
    manner: Manner,
    source: &mut Random,
    (separator, out): (&mut Separator, &mut Written),
) {
    let required = schema.validation.required.as_deref().unwrap_or_default();
    for (name, property) in shape.properties.iter() {
        if keys.iter().any(|key| **key == *name) {
            continue;
        }
        if source.percent(manner.percent)
            || manner.members == Members::Whole && required.iter().any(|required| **required == *name)
        {
            separator.write(out);
            out.name("", name);
            value(property, manner, source, out);
        }
    }
}

/// The texts of elements, or of their keys, that a list has already.
#[derive(Default)]
struct Seen(Vec<Range<usize>>);

impl Seen {
    /// Whether the text is new that starts at a position and is the last of what is written.
    fn is_new(&mut self, start: usize, out: &Written) -> bool {
        let text = out.text();
        let new = start..text.len();
        let is_new = self
            .0
            .iter()
            .all(|known| text.get(known.clone()) != text.get(new.clone()));
        if is_new {
            self.0.push(new);
        }
        is_new
    }
}

fn list(array: &Array, manner: Manner, source: &mut Random, out: &mut Written) {
    let mut separator = Separator("");
    let opened = out.open("[");
    let mut seen = Seen::default();
    for _ in 0..source.below(4) {
        let before = out.length();
        let separator_before = separator.0;
        separator.write(out);
        let is_new = match (&array.list_type, &array.items.shape) {
            (Some(ListType::Map(keys)), StructuralShape::Object(shape)) => {
                let element = out.open("{");
                let start = out.length().bytes;
                let mut key_separator = Separator("");
                for key in keys {
                    if let Some(schema) = array.items.property(key) {
                        key_separator.write(out);
                        out.name("", key);
                        value(schema, manner, source, out);
                    }
                }
                let is_new = seen.is_new(start, out);
                if is_new {
                    let separator = &mut key_separator;
                    properties(&array.items, shape, keys, manner, source, (separator, out));
                    out.close(element, "}");
                }
                is_new
            }
            (Some(ListType::Set), _) => {
                let start = out.length().bytes;
                value(&array.items, manner, source, out);
                seen.is_new(start, out)
            }
            _ => {
                value(&array.items, manner, source, out);
                true
            }
        };
        if !is_new {
            out.cut(before);
            separator.0 = separator_before;
        }
    }
    out.close(opened, "]");
}

fn integer(schema: &Structural, source: &mut Random, out: &mut Written) {
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
    let number = number.clamp(least, most.max(least));
    out.json(&number.to_string());
}

/// Writes a value without a schema.
fn anything(source: &mut Random, depth: usize, out: &mut Written) {
    match source.below(if depth == 0 { 3 } else { 5 }) {
        0 => out.json(text(source)),
        1 => out.json(float(source)),
        2 => out.json("true"),
        3 => {
            let opened = out.open("[");
            anything(source, depth - 1, out);
            out.close(opened, "]");
        }
        _ => {
            let opened = out.open("{");
            out.name("", source.one(&["k0", "k1", "k2"]).copied().unwrap_or("k"));
            anything(source, depth - 1, out);
            out.close(opened, "}");
        }
    }
}
