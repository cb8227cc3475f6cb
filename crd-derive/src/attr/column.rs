//! Printer columns, of the root and of fields.

use crate::attr::keys::column as part;
use crate::attr::literal;
use crate::attr::literal::literal;
use crate::attr::meta::{Meta, MetaValue};
use crate::attr::{parts, reject, value};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;
use crate::suggest::did_you_mean;

/// The kind of item that `printcolumn` is written on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnOwner {
    Root,
    /// A field, which gives its column a path, a type and a name.
    Field,
}

/// A printer column.
#[derive(Clone, Default)]
pub(crate) struct Column {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) type_: Option<Spanned<&'static str>>,
    pub(crate) format: Option<Spanned<String>>,
    pub(crate) description: Option<Spanned<String>>,
    pub(crate) json_path: Option<Spanned<String>>,
    /// 0 unless given: `kubectl get` shows columns above 0 with `-o wide` only.
    pub(crate) priority: i32,
    /// The position among all columns, from 1; 0 unless given.
    pub(crate) position: u32,
}

/// CRD-39: the types a column may have.
const COLUMN_TYPES: &[(&str, &str)] = &[
    ("string", "string"),
    ("integer", "integer"),
    ("number", "number"),
    ("boolean", "boolean"),
    ("date", "date"),
];

/// Common mistakes, with the correct types.
const COLUMN_TYPES_MISTAKEN: &[(&str, &str)] = &[
    ("int", "integer"),
    ("bool", "boolean"),
    ("float", "number"),
    ("time", "date"),
    ("text", "string"),
];

/// CRD-41: the formats a column may have.
const COLUMN_FORMATS: &[&str] = &[
    "int32",
    "int64",
    "float",
    "double",
    "byte",
    "date",
    "date-time",
    "password",
];

impl Column {
    /// Parses `printcolumn`; on a field every part is optional.
    pub(crate) fn parse(cx: &Errors, meta: &Meta, owner: ColumnOwner) -> Option<Column> {
        let errors_before = cx.count();
        let mut column = Column::default();
        let expected = match owner {
            ColumnOwner::Root => "`printcolumn(name = \"…\", type_ = \"…\", json_path = \"…\")`",
            ColumnOwner::Field => "`printcolumn`, or `printcolumn(name = \"Replicas\")`",
        };
        let parts = match (&meta.value, owner) {
            (MetaValue::Flag, ColumnOwner::Field) => Vec::new(),
            _ => parts::parse(cx, meta, expected)?,
        };
        for given in reject::repeated_parts(cx, parts) {
            match given.name.as_str() {
                part::NAME => column.name = value::string(cx, &given),
                // kube writes `type` and `jsonPath` in JSON, and `jsonpath` in attributes.
                part::TYPE | "type" => column.type_ = column_type(cx, &given),
                part::FORMAT => column.format = column_format(cx, &given),
                part::DESCRIPTION => column.description = value::string(cx, &given),
                part::JSON_PATH | "jsonpath" => column.json_path = value::string(cx, &given),
                part::PRIORITY => column.priority = priority(cx, &given),
                part::POSITION => column.position = position(cx, &given),
                _ => reject::unknown_part(cx, &given, "a column", part::ALL),
            }
        }
        // A part with an error is not reported as missing, so `check` does not see this column.
        (cx.count() == errors_before).then_some(column)
    }
}

/// Parses an integer of 32 bits, also in quotes as in kube's documentation.
fn priority(cx: &Errors, part: &Meta) -> i32 {
    if let MetaValue::Expr(literal!(Str(text))) = &part.value
        && let Ok(quoted) = text.value().parse()
    {
        return quoted;
    }
    let MetaValue::Expr(expr) = &part.value else {
        let _: Option<()> = value::wrong(cx, part, "`priority = 1`");
        return 0;
    };
    let Some(given) = literal::integer_of(expr) else {
        let _: Option<()> = value::wrong(cx, part, "`priority = 1`, a whole number");
        return 0;
    };
    i32::try_from(given).unwrap_or_else(|_| {
        report!(cx, expr => ATTRIBUTE_VALUE,
            "`priority` is an integer of 32 bits: 0 for columns that are always shown, 1 for those of `-o wide`");
        0
    })
}

/// Parses a positive integer.
fn position(cx: &Errors, part: &Meta) -> u32 {
    let Some(given) = value::count(cx, part) else {
        return 0;
    };
    let position = u32::try_from(given.value).unwrap_or(u32::MAX);
    if position == 0 {
        report!(cx, given => ATTRIBUTE_VALUE,
            "positions of columns start at 1; write `position = 1` for the first column");
    }
    position
}

fn column_type(cx: &Errors, part: &Meta) -> Option<Spanned<&'static str>> {
    if let MetaValue::Expr(literal!(Str(text))) = &part.value
        && let Some((_, meant)) = COLUMN_TYPES_MISTAKEN
            .iter()
            .find(|(name, _)| *name == text.value())
    {
        report!(cx, text => COLUMN_TYPE, "`{}` is not a column type; did you mean `{meant}`?", text.value());
        return None;
    }
    value::word(cx, part, COLUMN_TYPES)
}

fn column_format(cx: &Errors, part: &Meta) -> Option<Spanned<String>> {
    let format = value::string(cx, part)?;
    if !COLUMN_FORMATS.contains(&format.value.as_str()) {
        let hint = did_you_mean(&format.value, COLUMN_FORMATS.iter().copied());
        report!(cx, format => COLUMN_FORMAT,
            "the format of a column must be one of {}{hint}", COLUMN_FORMATS.join(", "));
    }
    Some(format)
}
