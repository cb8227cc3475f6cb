//! Printer columns that show nothing, or values of another type than they declare.
//!
//! ```text
//! {name: Ready, type: string, jsonPath: .status.ready}     always empty if the schema has no `ready` in its status
//! ```
//!
//! The server accepts any path that starts with a dot. It evaluates the path like client-go: a path that cannot be parsed hides
//! that column and all after it, and a path that selects nothing, or a value of another type than the column's, leaves the cell
//! empty. If the schema admits unknown members, the lint reports nothing.

use std::ops::Range;

use crd_cel::go::jsonpath::{self, JsonPathStep, StepKind};

use super::judged::{JudgedCrd, JudgedVersion};
use super::satisfiable::{Prover, bounds, format_texts};
use crate::check::place::node_at;
use crate::check::{Code, Diagnostic, DocumentSource, codes};
use crate::model::crd::{PrinterColumn, Version};
use crate::model::field::{FieldPath, Path};
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};
use crate::server::formats;
use crate::yaml::tree::Span;

/// Reports the columns of a version.
pub(super) fn check(judged_version: &JudgedVersion<'_>, found: &mut Vec<Diagnostic>) {
    let JudgedVersion {
        judged,
        version,
        path,
        ..
    } = *judged_version;
    let columns = path.child("additionalPrinterColumns");
    let list = version.additional_printer_columns.as_deref().unwrap_or_default();
    for (index, column) in list.iter().enumerate() {
        let mut before = list.iter().take(index);
        if let Some(first) = before.position(|other| other.name == column.name) {
            found.extend(repeated_name(judged, &columns, [first, index], &column.name));
        }
        let keeps_all = judged.crd.spec.preserve_unknown_fields;
        let mut prover = Prover::new(judged.options.version);
        if let Some(mistake) = mistake(column, (!keeps_all).then_some(version), &mut prover) {
            let field = columns.index(index).child("jsonPath").to_field_path();
            found.extend(mistake.diagnostic(judged.source, field, column));
        }
    }
}

/// Returns the finding about two columns with the same name.
fn repeated_name(
    judged: &JudgedCrd<'_>,
    columns: &Path<'_>,
    positions: [usize; 2],
    name: &str,
) -> Option<Diagnostic> {
    let [first, again] = positions.map(|index| columns.index(index).child("name").to_field_path());
    let place = |field| node_at(judged.source.document, field).map(|node| node.span);
    let message = format!("two columns have the name `{name}`");
    let mut diagnostic = Diagnostic::new(codes::COLUMN_NAME_REPEATED, message, place(&again)?)
        .with_label("again here")
        .with_help("rename one: `kubectl get` shows both");
    diagnostic
        .labels
        .extend(place(&first).map(|span| (span, "first here".to_owned())));
    Some(diagnostic.with_field(again))
}

/// The error of a column.
struct ColumnMistake {
    code: Code,
    message: String,
    label: String,
    /// The span in the path, in bytes.
    span: Range<usize>,
    help: String,
}

impl ColumnMistake {
    fn diagnostic(
        self,
        source: DocumentSource<'_>,
        field: FieldPath,
        column: &PrinterColumn,
    ) -> Option<Diagnostic> {
        let whole = node_at(source.document, &field)?.span;
        let written = whole.slice(source.text).unwrap_or_default();
        // The part is underlined if the path is written without escapes.
        let span = match written.find(&*column.json_path) {
            Some(at) if self.span.end <= column.json_path.len() => part(whole, at, &self.span),
            _ => whole,
        };
        let mut diagnostic = Diagnostic::new(self.code, self.message, span)
            .with_field(field)
            .with_label(self.label);
        if !self.help.is_empty() {
            diagnostic = diagnostic.with_help(self.help);
        }
        Some(diagnostic)
    }
}

/// Returns the span of a part of a text that begins at `at` in a span.
fn part(whole: Span, at: usize, part: &Range<usize>) -> Span {
    let place = |offset: usize| {
        whole
            .start
            .saturating_add(u32::try_from(at + offset).unwrap_or(u32::MAX))
    };
    Span {
        start: place(part.start),
        end: place(part.end.max(part.start + 1)),
    }
}

/// Returns the advice to escape the dots in the key of a label or an annotation.
fn escaped(path: &str) -> Option<String> {
    let key = path
        .strip_prefix(".metadata.labels.")
        .or_else(|| path.strip_prefix(".metadata.annotations."))?;
    let start = path.strip_suffix(key)?;
    let key = key.replace('.', r"\.");
    Some(format!("escape the dots of the key: `{start}{key}`"))
}

/// Returns the error of a column, if any. Without a version, objects may have members that are not in a schema.
fn mistake(column: &PrinterColumn, version: Option<&Version>, prover: &mut Prover) -> Option<ColumnMistake> {
    let path = &*column.json_path;
    if !path.starts_with('.') {
        // The server rejects these itself.
        return None;
    }
    let steps = match jsonpath::parse(path) {
        Ok(steps) => steps,
        Err(malformed) => {
            return Some(ColumnMistake {
                code: codes::COLUMN_PATH_MALFORMED,
                message: format!(
                    "column `{}` has a path that the server cannot parse: {}",
                    column.name, malformed.message
                ),
                label: "cannot be parsed".into(),
                span: malformed.span,
                help: "`kubectl get` shows neither this column nor the following ones".into(),
            });
        }
    };
    let schema = version.and_then(Version::openapi_schema);
    match follow(Here::Root(schema), &steps) {
        Ok(end) => other_type(column, end).or_else(|| no_date(column, end, prover)),
        Err(Nothing { why, span }) => Some(ColumnMistake {
            code: codes::COLUMN_PATH_DANGLING,
            message: format!("column `{}` is always empty: {why}", column.name),
            label: "finds nothing".into(),
            span,
            help: escaped(path)
                .or_else(|| undeclared_conditions(path, schema))
                .unwrap_or_default(),
        }),
    }
}

/// Returns the advice for a path to the conditions of a status that does not declare them.
fn undeclared_conditions(path: &str, schema: Option<&JsonSchemaProps>) -> Option<String> {
    let status = schema?.property("status")?;
    let is_missing = path.starts_with(".status.conditions[") && status.property("conditions").is_none();
    is_missing
        .then(|| "declare `conditions` in `status`, a list of objects with `type` and `status`".to_owned())
}

/// A value that a path selects.
#[derive(Clone, Copy)]
enum Here<'a> {
    /// The object itself, with its schema.
    Root(Option<&'a JsonSchemaProps>),
    Node(&'a JsonSchemaProps),
    /// A value of this type without a schema.
    Type(&'static str),
    Unknown,
}

/// The reason why a path selects nothing, and the step at which it fails.
struct Nothing {
    why: String,
    span: Range<usize>,
}

/// Follows the steps of a path, including those in its filters.
fn follow<'a>(start: Here<'a>, steps: &[JsonPathStep]) -> Result<Here<'a>, Nothing> {
    let mut here = start;
    for step in steps {
        let nothing = |why: String| {
            Err(Nothing {
                why,
                span: step.span.clone(),
            })
        };
        here = match (&step.kind, here) {
            (StepKind::Word(word), _) => {
                return nothing(format!(
                    "`{word}` is not a valid step of a path; write a dot before names"
                ));
            }
            (StepKind::Field(name), _) if name.is_empty() => {
                return nothing("a dot without a name after it selects nothing".into());
            }
            (_, Here::Unknown)
            | (StepKind::Recursive | StepKind::Union | StepKind::Constant, _)
            | (StepKind::Several, Here::Root(_) | Here::Type(_)) => Here::Unknown,
            (StepKind::Field(name), Here::Root(schema)) => match root_member(schema, name) {
                Some(member) => member,
                None => return nothing(no_member(schema, name)),
            },
            (StepKind::Field(name), Here::Node(schema)) => match member(schema, name) {
                Ok(member) => member,
                Err(why) => return nothing(why),
            },
            (StepKind::Field(name), Here::Type(type_)) => {
                return nothing(format!(
                    "`{name}` is selected in {}, which does not have it",
                    a(type_)
                ));
            }
            (StepKind::Element | StepKind::Filter { .. }, Here::Root(_)) => {
                return nothing("brackets select elements of a list, but this is an object".into());
            }
            (StepKind::Element | StepKind::Filter { .. }, Here::Type(type_)) => {
                return nothing(format!(
                    "brackets select elements of a list, but this is {}",
                    a(type_)
                ));
            }
            (StepKind::Several, Here::Node(schema)) if &*schema.type_ != "array" => Here::Unknown,
            (kind, Here::Node(schema)) => {
                let Some(items) = elements(schema) else {
                    return nothing(format!(
                        "brackets select elements of a list, but this is {}",
                        a(&schema.type_)
                    ));
                };
                if let StepKind::Filter {
                    left,
                    operator,
                    right,
                } = kind
                {
                    filter(items, left, operator, right)?;
                }
                items
            }
        };
    }
    Ok(here)
}

/// Checks both sides of a filter over elements.
fn filter(
    items: Here<'_>,
    left: &[JsonPathStep],
    operator: &str,
    right: &[JsonPathStep],
) -> Result<(), Nothing> {
    follow(items, left)?;
    if let [
        JsonPathStep {
            kind: StepKind::Word(word),
            span,
        },
    ] = right
    {
        return Err(Nothing {
            why: format!("a text in a filter needs quotes; write `==\"{word}\"`"),
            span: span.clone(),
        });
    }
    follow(items, right)?;
    if let (Some(first), false) = (
        left.first(),
        matches!(operator, "" | "==" | "!=" | "<" | "<=" | ">" | ">="),
    ) {
        return Err(Nothing {
            why: format!("`{operator}` is not a comparison operator of filters; use `==`"),
            span: first.span.clone(),
        });
    }
    Ok(())
}

/// Returns a member of the object itself, whose metadata is not in the schema.
fn root_member<'a>(schema: Option<&'a JsonSchemaProps>, name: &str) -> Option<Here<'a>> {
    match name {
        "apiVersion" | "kind" => Some(Here::Type("string")),
        "metadata" => Some(Here::Node(metadata())),
        _ => match schema {
            Some(schema) => member(schema, name).ok(),
            None => Some(Here::Unknown),
        },
    }
}

/// Returns the members of metadata, with their types.
fn metadata() -> &'static JsonSchemaProps {
    static METADATA: std::sync::OnceLock<JsonSchemaProps> = std::sync::OnceLock::new();
    METADATA.get_or_init(|| {
        let of = |type_: &str| JsonSchemaProps {
            type_: type_.into(),
            ..JsonSchemaProps::default()
        };
        let strings = JsonSchemaProps {
            additional_properties: Some(SchemaOrBool::Schema(Box::new(of("string")))),
            ..of("object")
        };
        let mut properties: Map<JsonSchemaProps> = Map::new();
        for name in [
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
        ] {
            properties.insert(name, of("string"));
        }
        for name in ["generation", "deletionGracePeriodSeconds"] {
            properties.insert(name, of("integer"));
        }
        for name in ["creationTimestamp", "deletionTimestamp"] {
            let time = JsonSchemaProps {
                format: "date-time".into(),
                ..of("string")
            };
            properties.insert(name, time);
        }
        for name in ["labels", "annotations"] {
            properties.insert(name, strings.clone());
        }
        for name in ["ownerReferences", "finalizers", "managedFields"] {
            properties.insert(name, of("array"));
        }
        JsonSchemaProps {
            properties: Some(properties),
            ..of("object")
        }
    })
}

/// Returns a member of an object, or the reason why there is none.
fn member<'a>(schema: &'a JsonSchemaProps, name: &str) -> Result<Here<'a>, String> {
    if let Some(property) = schema.property(name) {
        return Ok(Here::Node(property));
    }
    if let Some(values) = schema.additional_schema() {
        return Ok(Here::Node(values));
    }
    let is_open = schema.x_preserve_unknown_fields == Some(true)
        || matches!(schema.additional_properties, Some(SchemaOrBool::Bool(true)))
        || schema.x_embedded_resource && matches!(name, "apiVersion" | "kind" | "metadata")
        || schema.x_int_or_string
        || schema.type_.is_empty();
    match &*schema.type_ {
        _ if is_open => Ok(Here::Unknown),
        "object" => Err(no_member(Some(schema), name)),
        "array" if matches!(name, "count" | "len" | "length" | "size") => Err(format!(
            "`{name}` is selected in a list, and a column cannot count elements; show a field with their number"
        )),
        "array" => Err(format!(
            "`{name}` is selected in a list; select an element first, as with `[0]` or \
             `[?(@.type==\"Ready\")]`"
        )),
        type_ => Err(format!(
            "`{name}` is selected in {}, which does not have it",
            a(type_)
        )),
    }
}

/// Returns the elements of a list; `None` if the schema is not a list.
fn elements(schema: &JsonSchemaProps) -> Option<Here<'_>> {
    match &*schema.type_ {
        // The elements of a list that keeps unknown fields keep theirs.
        "array" if schema.x_preserve_unknown_fields == Some(true) => Some(Here::Unknown),
        "array" => Some(schema.item_schema().map_or(Here::Unknown, Here::Node)),
        "" => Some(Here::Unknown),
        _ => None,
    }
}

fn no_member(schema: Option<&JsonSchemaProps>, name: &str) -> String {
    let names = schema
        .into_iter()
        .flat_map(|schema| schema.properties.iter().flat_map(Map::keys));
    let meant = crd_cel::nearest(name, names)
        .map(|meant| format!("; did you mean `{meant}`?"))
        .unwrap_or_default();
    format!("the schema does not declare `{name}` there{meant}")
}

/// Returns the error of a column whose path selects a value of another type than the column's.
fn other_type(column: &PrinterColumn, end: Here<'_>) -> Option<ColumnMistake> {
    let type_ = match end {
        Here::Node(schema) if schema.x_int_or_string => return None,
        Here::Node(schema) => &*schema.type_,
        Here::Type(type_) => type_,
        Here::Root(_) => "object",
        Here::Unknown => return None,
    };
    let span = 0..column.json_path.len();
    if let ("string", "object" | "array") = (&*column.type_, type_) {
        return Some(ColumnMistake {
            code: codes::COLUMN_SHOWS_JSON,
            message: format!("column `{}` shows {} as JSON", column.name, a(type_)),
            label: a(type_).into(),
            span,
            help: String::new(),
        });
    }
    let fits = match &*column.type_ {
        "integer" | "number" => matches!(type_, "integer" | "number"),
        "boolean" => type_ == "boolean",
        "date" => type_ == "string",
        _ => true,
    };
    if fits || type_.is_empty() {
        return None;
    }
    Some(ColumnMistake {
        code: codes::COLUMN_TYPE_MISMATCH,
        message: format!(
            "column `{}` is always empty: its type is `{}`, but its path selects {}",
            column.name,
            column.type_,
            a(type_)
        ),
        label: a(type_).into(),
        span,
        help: match type_ {
            "integer" | "number" | "boolean" | "string" => format!("write `type: {type_}`"),
            _ => "write `type: string`, which shows JSON, or a path to one value".into(),
        },
    })
}

/// The texts that a column of type `date` shows: RFC 3339, as Go parses it.
const RFC_3339: &str =
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{1,2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$";

/// Returns the error of a column of type `date` whose path selects a string that need not be a date.
fn no_date(column: &PrinterColumn, end: Here<'_>, prover: &mut Prover) -> Option<ColumnMistake> {
    let Here::Node(schema) = end else { return None };
    if *column.type_ != *"date" || *schema.type_ != *"string" {
        return None;
    }
    let format = format_texts(&schema.format, prover.version);
    if format.is_some_and(|format| format.name == "date-time") {
        return None;
    }
    let span = 0..column.json_path.len();
    if let Some(why) = never_date(schema, format.map(|format| format.pattern), prover) {
        return Some(ColumnMistake {
            code: codes::COLUMN_TYPE_MISMATCH,
            message: format!(
                "column `{}` always shows `<invalid>`: its type is `date`, but {why} no RFC 3339 timestamp",
                column.name
            ),
            label: "no date".into(),
            span,
            help: "write `type: string`".into(),
        });
    }
    // The format may be in a junctor, and a rule can validate the date.
    let is_plain = schema.enum_.is_none()
        && schema.pattern.is_empty()
        && schema.all_of.is_none()
        && schema.any_of.is_none()
        && schema.one_of.is_none()
        && schema.rules().is_empty();
    is_plain.then(|| ColumnMistake {
        code: codes::COLUMN_DATE_UNVALIDATED,
        message: format!(
            "column `{}` shows `<invalid>` for every string that is no RFC 3339 timestamp, but the field accepts any \
             string",
            column.name
        ),
        label: "a string without `format: date-time`".into(),
        span,
        help: "set `format: date-time` on the field, or write `type: string` for the column".into(),
    })
}

/// Returns the keyword by which a string is never a date, as a subject of the message.
fn never_date(schema: &JsonSchemaProps, format: Option<&str>, prover: &mut Prover) -> Option<&'static str> {
    let lengths = bounds(schema);
    let mut excludes = |pattern: &str| prover.has_common(pattern, RFC_3339, lengths) == Some(false);
    if format.is_some_and(&mut excludes) {
        return Some("its field has a format that accepts");
    }
    if !schema.pattern.is_empty() && excludes(&schema.pattern) {
        return Some("the pattern of its field accepts");
    }
    let is_date = |value: &serde_json::Value| {
        let text = value.as_str();
        text.is_some_and(|text| formats::accepts("date-time", text) == Some(true))
    };
    let members = schema.enum_.as_deref().unwrap_or_default();
    (!members.is_empty() && !members.iter().any(is_date)).then_some("the `enum` of its field has")
}

/// Returns the article of a type.
fn a(type_: &str) -> &'static str {
    match type_ {
        "array" => "a list",
        "object" => "an object",
        "string" => "a string",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "a boolean",
        _ => "a value of another type",
    }
}

#[cfg(test)]
mod tests;
