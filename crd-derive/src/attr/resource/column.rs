//! Printer columns, of the root and of fields.

use syn::{Expr, ExprLit, Lit};

use super::simple_path;
use crate::attr::meta::{Body, Meta};
use crate::attr::read::{self, Spanned};
use crate::attr::{keys, kube};
use crate::codes;
use crate::context::Context;
use crate::suggest::did_you_mean;

/// A printer column.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) type_: Option<Spanned<&'static str>>,
    pub(crate) format: Option<Spanned<String>>,
    pub(crate) description: Option<Spanned<String>>,
    pub(crate) json_path: Option<Spanned<String>>,
    pub(crate) priority: i32,
}

/// CRD-39: the types a column may have.
const COLUMN_TYPES: &[(&str, &str)] = &[
    ("string", "string"),
    ("integer", "integer"),
    ("number", "number"),
    ("boolean", "boolean"),
    ("date", "date"),
];

/// Written by people, with what was meant.
const COLUMN_TYPES_MISTAKEN: &[(&str, &str)] = &[
    ("int", "integer"),
    ("bool", "boolean"),
    ("float", "number"),
    ("time", "date"),
    ("text", "string"),
];

/// CRD-42: the formats a column may have.
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
    /// Reads `printcolumn`; on a field everything is optional.
    pub(crate) fn read(cx: &Context, meta: &Meta, on_field: bool) -> Option<Column> {
        let before = cx.count();
        let mut column = Column {
            name: None,
            type_: None,
            format: None,
            description: None,
            json_path: None,
            priority: 0,
        };
        let expected =
            "`printcolumn(name = \"Replicas\", type_ = \"integer\", json_path = \".spec.replicas\")`";
        let parts = match (&meta.body, on_field) {
            (Body::Flag, true) => Vec::new(),
            _ => kube::parts(cx, meta, expected)?,
        };
        for part in keys::once(cx, parts) {
            match part.name.as_str() {
                "name" => column.name = read::string(cx, &part),
                "type_" | "type" => column.type_ = column_type(cx, &part),
                "format" => column.format = column_format(cx, &part),
                "description" => column.description = read::string(cx, &part),
                "json_path" | "jsonpath" => column.json_path = read::string(cx, &part),
                "priority" => column.priority = priority(cx, &part),
                other => {
                    let hint = did_you_mean(
                        other,
                        ["name", "type_", "format", "description", "json_path", "priority"],
                    );
                    cx.error(
                        &part.ident,
                        codes::UNKNOWN,
                        format!("a column has no `{other}`{hint}"),
                    );
                }
            }
        }
        if let Some(path) = &column.json_path {
            simple_path(cx, path, codes::COLUMN_PATH, "a column's path");
        }
        // What was reported is not missing too.
        (cx.count() == before).then_some(column)
    }
}

/// A whole number; in quotes as kube's documentation has it.
fn priority(cx: &Context, part: &Meta) -> i32 {
    let quoted = match &part.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => text.value().parse().ok(),
        _ => None,
    };
    quoted
        .or_else(|| read::count(cx, part).and_then(|value| i32::try_from(value.value).ok()))
        .unwrap_or(0)
}

fn column_type(cx: &Context, part: &Meta) -> Option<Spanned<&'static str>> {
    if let Body::Value(Expr::Lit(ExprLit {
        lit: Lit::Str(text), ..
    })) = &part.body
        && let Some((_, meant)) = COLUMN_TYPES_MISTAKEN
            .iter()
            .find(|(name, _)| *name == text.value())
    {
        cx.error(
            text,
            codes::COLUMN_TYPE,
            format!("a column has no type `{}`; did you mean `{meant}`?", text.value()),
        );
        return None;
    }
    read::word(cx, part, COLUMN_TYPES)
}

fn column_format(cx: &Context, part: &Meta) -> Option<Spanned<String>> {
    let format = read::string(cx, part)?;
    if !COLUMN_FORMATS.contains(&format.value.as_str()) {
        let hint = did_you_mean(&format.value, COLUMN_FORMATS.iter().copied());
        cx.error(
            &format,
            codes::COLUMN_FORMAT,
            format!("a column's format is one of {}{hint}", COLUMN_FORMATS.join(", ")),
        );
    }
    Some(format)
}
