//! What the validator and the decoder say, as diagnostics.

use super::codes::{self, Entry, Wording};
use super::place::Spot;
use super::{Code, Diagnostic, Manifest, Severity, cel, mend, place, related};
use crate::model::field::{ErrorType, FieldError, FieldPath};
use crate::model::rules::{self, RuleId};
use crate::server::decode::{DecodeError, StrictError};
use crate::server::validation::{ServerPanic, Warning, locate};
use crate::yaml::tree::{Duplicate, Node, Span};
use crate::yaml::{ReadError, ReadErrorKind};

/// What a value may be long before it is cut in a message.
const VALUE_LIMIT: usize = 60;

/// The diagnostic of an error of the validator.
pub fn of_error(manifest: Manifest<'_>, error: &FieldError) -> Diagnostic {
    let document = manifest.document;
    let location = locate(document, &error.field);
    let spot = place::spot_at(document, error.kind, &location);
    let place = &location.place;
    let mut diagnostic = match codes::of_rule(error.rule) {
        Some((entry, wording)) => worded(document, error, &spot, entry, wording),
        None => unworded(error, &spot),
    };
    cel::refine(manifest, error, place, &mut diagnostic);
    related::label(document, error, &place.path, &mut diagnostic);
    diagnostic.fix = mend::fix(manifest, error, place);
    diagnostic
}

/// The code of an error, without the cost of finding its place.
pub fn code_of(error: &FieldError) -> Code {
    cel::code(error).unwrap_or_else(|| code_of_rule(error.rule))
}

/// The code of a rule.
pub fn code_of_rule(rule: RuleId) -> Code {
    codes::of_rule(rule).map_or(codes::CEL_TYPE, |(entry, _)| entry.code)
}

/// The diagnostic of a document that cannot be read.
pub fn of_read(error: &ReadError) -> Diagnostic {
    let (code, label) = match error.kind {
        ReadErrorKind::TooLarge => (codes::TOO_LARGE, ""),
        ReadErrorKind::Encoding => (codes::INVALID_UTF8, "not text"),
        ReadErrorKind::Syntax => (codes::YAML_SYNTAX, "here"),
        ReadErrorKind::Separator => (codes::DOCUMENT_SEPARATOR, "must stand alone"),
        ReadErrorKind::TooDeep => (codes::TOO_DEEP, "too deep"),
        ReadErrorKind::Alias => (codes::ALIAS_EXPANSION, "here"),
        ReadErrorKind::Value => (codes::NOT_JSON, "here"),
        ReadErrorKind::HelmTemplate => (codes::HELM_TEMPLATE, "a template"),
    };
    let mut diagnostic = plain(code, error.message.clone(), error.span, label);
    // Of a file that was not read there is no place to show.
    if error.kind == ReadErrorKind::TooLarge {
        diagnostic.span = None;
    }
    diagnostic
}

/// The diagnostic of a name that stands again in a YAML object.
pub fn of_duplicate(duplicate: &Duplicate) -> Diagnostic {
    let mut diagnostic = plain(
        codes::DUPLICATE_KEY,
        format!(
            "`{}` stands twice; the last one counts",
            cut(&duplicate.key, VALUE_LIMIT)
        ),
        duplicate.key_span,
        "stands again",
    );
    diagnostic.labels.push((duplicate.first, "first here".to_owned()));
    diagnostic.help.push("remove one of them".to_owned());
    diagnostic
}

/// The diagnostic of text behind the end of a document.
pub fn of_ignored(span: Span) -> Diagnostic {
    let mut diagnostic = plain(
        codes::IGNORED_TEXT,
        "kubectl does not read what stands behind the end of the document".to_owned(),
        span,
        "not read",
    );
    diagnostic
        .help
        .push("put `---` on a line of its own between documents".to_owned());
    diagnostic
}

/// A diagnostic of the code's own severity, with no more than a message and a place.
pub fn plain(code: Code, message: String, span: Span, label: &str) -> Diagnostic {
    Diagnostic {
        code,
        severity: codes::entry(code).map_or(Severity::Error, |entry| entry.severity),
        message,
        field: String::new(),
        span: Some(span),
        label: label.to_owned(),
        labels: Vec::new(),
        help: Vec::new(),
        fix: None,
        cause: None,
    }
}

fn worded(document: &Node, error: &FieldError, spot: &Spot, entry: &Entry, wording: &Wording) -> Diagnostic {
    let words = Words::new(error);
    let mut labels: Vec<(Span, String)> = Vec::new();
    for (field, note) in &error.related {
        let span = place::spot(document, error.kind, field).span;
        // What is missing on both sides is shown once.
        if span != spot.span && labels.iter().all(|(other, _)| *other != span) {
            labels.push((span, note.clone()));
        }
    }
    if let Some(other) = spot.others.first() {
        let more = spot.others.len() - 1;
        let text = match more {
            0 => "the same here".to_owned(),
            1 => "the same here, and in 1 more version".to_owned(),
            more => format!("the same here, and in {more} more versions"),
        };
        labels.push((*other, text));
    }
    Diagnostic {
        code: entry.code,
        severity: entry.severity,
        message: words.fill(wording.message),
        field: spot.path.to_string(),
        span: Some(spot.span),
        label: words.fill(wording.label),
        labels,
        help: wording.help.iter().map(|help| words.fill(help)).collect(),
        fix: None,
        cause: Some(error.clone()),
    }
}

/// An error of a rule without words says what the server says.
fn unworded(error: &FieldError, spot: &Spot) -> Diagnostic {
    Diagnostic {
        code: codes::CEL_TYPE,
        severity: Severity::Error,
        message: error.text(),
        field: spot.path.to_string(),
        span: Some(spot.span),
        label: String::new(),
        labels: Vec::new(),
        help: Vec::new(),
        fix: None,
        cause: Some(error.clone()),
    }
}

/// The diagnostic of a warning the server sends.
pub fn of_warning(manifest: Manifest<'_>, warning: &Warning) -> Diagnostic {
    let value = quoted(&warning.text).map(|value| format!("\"{value}\""));
    let error = FieldError {
        value,
        ..FieldError::at(
            warning.rule,
            ErrorType::Invalid,
            warning.field.clone(),
            warning.text.clone(),
        )
    };
    let mut diagnostic = of_error(manifest, &error);
    diagnostic.severity = Severity::Warning;
    diagnostic.cause = Some(FieldError::at(
        warning.rule,
        ErrorType::Invalid,
        FieldPath::default(),
        warning.text.clone(),
    ));
    diagnostic
}

/// The diagnostic of a value of the wrong type.
pub fn of_decode(error: &DecodeError) -> Diagnostic {
    let code = if error.message.starts_with("Object 'Kind'") || error.message.contains("no kind ") {
        codes::MISSING_KIND
    } else {
        codes::DECODE
    };
    let expected = error
        .message
        .rsplit_once(" of type ")
        .map(|(_, expected)| expected.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']'));
    let found = error
        .message
        .strip_prefix("json: cannot unmarshal ")
        .and_then(|rest| rest.split_once(" into "))
        .map(|(found, _)| found);
    let (message, label) = match (found, expected) {
        (Some(found), Some(expected)) => (
            format!(
                "`{}` must be {}, not {}",
                error.path,
                in_words(expected),
                in_words(found)
            ),
            format!("must be {}", in_words(expected)),
        ),
        _ => (cut(&error.message, 3 * VALUE_LIMIT), String::new()),
    };
    Diagnostic {
        code,
        severity: Severity::Error,
        message,
        field: error.path.clone(),
        span: Some(error.span),
        label,
        labels: Vec::new(),
        help: Vec::new(),
        fix: None,
        cause: Some(server_text(code, &error.message)),
    }
}

/// The diagnostic of an unknown or repeated member.
pub fn of_strict(error: &StrictError) -> Diagnostic {
    let name = error
        .path
        .rsplit_once('.')
        .map_or(error.path.as_str(), |(_, name)| name);
    let (code, message, label, help) = if error.first.is_some() || error.message.starts_with("duplicate") {
        (
            codes::DUPLICATE_FIELD,
            format!("`{name}` stands twice; the last one counts"),
            "stands again",
            "remove one of them",
        )
    } else {
        (
            codes::UNKNOWN_FIELD,
            format!("the server does not know `{name}` and drops it"),
            "dropped by the server",
            "remove it, or mend its spelling",
        )
    };
    Diagnostic {
        code,
        severity: Severity::Warning,
        message,
        field: error.path.clone(),
        span: Some(error.span),
        label: label.to_owned(),
        labels: error
            .first
            .iter()
            .map(|first| (*first, "first here".to_owned()))
            .collect(),
        help: vec![help.to_owned()],
        fix: None,
        cause: Some(server_text(code, &error.message)),
    }
}

/// The diagnostic of a request the server crashes on.
pub fn of_panic(manifest: Manifest<'_>, panic: &ServerPanic) -> Diagnostic {
    let spot = place::spot(manifest.document, ErrorType::Invalid, &panic.field);
    Diagnostic {
        code: codes::SERVER_PANIC,
        severity: Severity::Error,
        message: format!("the API server crashes on this and answers 500: {}", panic.reason),
        field: spot.path.to_string(),
        span: Some(spot.span),
        label: "makes the server crash".to_owned(),
        labels: Vec::new(),
        help: vec!["mend the schema or remove this member; the fault is the server's".to_owned()],
        fix: None,
        cause: None,
    }
}

/// What the server says outside of field errors.
fn server_text(code: Code, text: &str) -> FieldError {
    let rule = if code == codes::DECODE || code == codes::MISSING_KIND {
        rules::DEC_01
    } else {
        rules::DEC_02
    };
    FieldError::at(rule, ErrorType::Invalid, FieldPath::default(), text)
}

/// A JSON or Go type in words.
fn in_words(type_: &str) -> &str {
    match type_ {
        "string" => "a string",
        "bool" => "a boolean",
        "number" | "float64" => "a number",
        "array" => "a list",
        "object" => "an object",
        "int64" | "int32" => "a whole number",
        _ if type_.starts_with("number ") => type_,
        _ if type_.starts_with("[]") => "a list",
        _ if type_.starts_with("map[") => "an object",
        _ => "of another type",
    }
}

/// The first quoted word of a text.
fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('"')?;
    rest.split_once('"').map(|(word, _)| word)
}

/// The words that fill a template.
struct Words {
    name: String,
    parent: String,
    value: String,
    detail: String,
    factor: String,
}

impl Words {
    fn new(error: &FieldError) -> Self {
        let value = error.value.as_deref().unwrap_or_default();
        let unquoted: Option<String> = serde_json::from_str(value).ok();
        Words {
            name: place::last_word(&error.field),
            parent: place::last_word(&place::up(&error.field, 1)),
            value: cut(unquoted.as_deref().unwrap_or(value), VALUE_LIMIT).replace('`', "'"),
            factor: factor(&error.detail).unwrap_or_else(|| "more than".to_owned()),
            detail: cut(error.detail.lines().next().unwrap_or_default(), 4 * VALUE_LIMIT),
        }
    }

    fn fill(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let named = [
                ("name}", &self.name),
                ("parent}", &self.parent),
                ("value}", &self.value),
                ("detail}", &self.detail),
                ("factor}", &self.factor),
            ];
            if let Some((word, text)) = named.iter().find(|(word, _)| after.starts_with(word)) {
                out.push_str(text);
                rest = after.get(word.len()..).unwrap_or_default();
            } else {
                out.push('{');
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }
}

/// `3.1×` of `… exceeds budget by factor of 3.1x (try …`.
fn factor(detail: &str) -> Option<String> {
    let (_, rest) = detail.split_once("by factor of ")?;
    let (factor, _) = rest.split_once('x')?;
    Some(format!("{factor}×"))
}

/// A text of at most about `limit` characters.
fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::field::Path;

    #[test]
    fn templates_are_filled_once() {
        let root = Path::root("spec");
        let path = root.child("group");
        let error = FieldError::invalid(rules::CRD_03, &path, "\"{name}\"".into(), "x");
        let words = Words::new(&error);
        assert_eq!(
            words.fill("`{value}` {name} {parent} {other: {x}"),
            "`{name}` group spec {other: {x}"
        );
    }

    #[test]
    fn decode_errors_in_words() {
        let error = DecodeError {
            message: "json: cannot unmarshal number 5.5 into Go struct field JSONSchemaProps.spec.x.maxLength of type int64".into(),
            path: "spec.x.maxLength".into(),
            span: Span::default(),
        };
        let diagnostic = of_decode(&error);
        assert_eq!(
            diagnostic.message,
            "`spec.x.maxLength` must be a whole number, not number 5.5"
        );
    }
}
