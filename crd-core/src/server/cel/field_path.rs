//! Resolves field paths such as `.spec.users['a b']` (rule CEL-09), as `ValidFieldPath` of the server does.

use crate::model::schema::JsonSchemaProps;

/// The result of resolving a path.
#[derive(Debug)]
pub(in crate::server) enum Resolved<'s> {
    /// A place; without a schema below `additionalProperties: true`.
    Found {
        steps: Vec<ResolvedStep>,
        schema: Option<&'s JsonSchemaProps>,
    },
    /// The path leads nowhere, for the server's reason.
    Invalid(String),
    /// The server panics.
    Panics,
}

/// One step of a resolved path.
#[derive(Debug, PartialEq, Eq, Clone)]
pub(in crate::server) enum ResolvedStep {
    Property(String),
    Key(String),
}

/// Whether `['name']` may be used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::server) enum Notation {
    Dots,
    DotsAndBrackets,
}

/// Resolves `path` from `schema`; `None` is a schema that the server does not have.
pub(in crate::server) fn resolve<'s>(
    path: &str,
    schema: Option<&'s JsonSchemaProps>,
    notation: Notation,
) -> Resolved<'s> {
    let mut tokens = Tokens { rest: path };
    let mut steps = Vec::new();
    let mut here = schema;
    while let Some(token) = tokens.next() {
        let step = match token {
            "[" if notation == Notation::Dots => {
                return Resolved::Invalid("array notation is not allowed".into());
            }
            "[" => match tokens.next().map(quoted) {
                None => return Resolved::Invalid(END.into()),
                Some(Err(message)) => return Resolved::Invalid(message),
                Some(Ok(name)) => advance(&mut here, name),
            },
            "." => match tokens.next() {
                None => return Resolved::Invalid(END.into()),
                Some(name) => advance(&mut here, name.into()),
            },
            other => return Resolved::Invalid(format!("expected [ or . but got: {other}")),
        };
        match step {
            Ok(step) => steps.push(step),
            Err(resolved) => return resolved,
        }
        if token == "[" {
            match tokens.next() {
                Some("]") => {}
                Some(other) => return Resolved::Invalid(format!("expected ] but got {other}")),
                None => return Resolved::Invalid(END.into()),
            }
        }
    }
    Resolved::Found { steps, schema: here }
}

const END: &str = "unexpected end of JSON path";
const NO_FIELD: &str = "does not refer to a valid field";

/// Advances to the member `name`.
fn advance(here: &mut Option<&JsonSchemaProps>, name: String) -> Result<ResolvedStep, Resolved<'static>> {
    let Some(schema) = *here else {
        return Err(Resolved::Panics);
    };
    if schema.properties.as_ref().is_some_and(|map| !map.is_empty()) {
        match schema.property(&name) {
            Some(property) => *here = Some(property),
            None => return Err(Resolved::Invalid(NO_FIELD.into())),
        }
        Ok(ResolvedStep::Property(name))
    } else if schema.additional_properties.is_some() {
        *here = schema.additional_schema();
        Ok(ResolvedStep::Key(name))
    } else {
        Err(Resolved::Invalid(NO_FIELD.into()))
    }
}

/// Returns the name in a token such as `'a\'b'`.
fn quoted(token: &str) -> Result<String, String> {
    let inner = token
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''))
        .ok_or_else(|| format!("expected single quoted string but got {token}"))?;
    unescape(inner).map_err(|escape| format!("invalid string literal: invalid escape char {escape}"))
}

/// Replaces escapes; the error is the last unknown one, as in Go.
fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut unknown = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('a') => out.push('\u{7}'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('v') => out.push('\u{b}'),
            Some(c @ ('\'' | '\\')) => out.push(c),
            Some('\n') => out.push_str("\\\n"),
            Some(other) => unknown = Some(format!("\\{other}")),
            None => out.push('\\'),
        }
    }
    unknown.map_or(Ok(out), Err)
}

/// Splits at `.`, `[` and `]`, but not inside single quotes at the start of a token.
struct Tokens<'p> {
    rest: &'p str,
}

impl<'p> Tokens<'p> {
    fn next(&mut self) -> Option<&'p str> {
        if self.rest.is_empty() {
            return None;
        }
        let bytes = self.rest.as_bytes();
        let end = if bytes.first() == Some(&b'\'') {
            bytes
                .windows(2)
                .position(|pair| matches!(pair, [before, b'\''] if *before != b'\\'))
                .map(|at| at + 2)
        } else {
            bytes
                .iter()
                .position(|byte| matches!(byte, b'.' | b'[' | b']'))
                .map(|at| at.max(1))
        };
        let (token, rest) = self.rest.split_at_checked(end.unwrap_or(bytes.len()))?;
        self.rest = rest;
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::schema::SchemaOrBool;

    fn schema() -> JsonSchemaProps {
        let open = JsonSchemaProps {
            additional_properties: Some(SchemaOrBool::Bool(true)),
            ..JsonSchemaProps::default()
        };
        JsonSchemaProps {
            properties: Some(
                [("spec", JsonSchemaProps::default()), ("o", open)]
                    .into_iter()
                    .collect(),
            ),
            ..JsonSchemaProps::default()
        }
    }

    #[test]
    fn resolves_and_refuses() {
        let schema = schema();
        for (path, expected) in [
            (".spec", "ok"),
            ("['spec']", "ok"),
            (".o.x", "ok"),
            (".o.x.y", "panic"),
            (".o.x.", END),
            (".", END),
            ("[", END),
            ("['spec'", END),
            ("['spec'.", "expected ] but got ."),
            ("[spec]", "expected single quoted string but got spec"),
            ("['\\q']", "invalid string literal: invalid escape char \\q"),
            (".spec.x", NO_FIELD),
            (".x", NO_FIELD),
            ("spec", "expected [ or . but got: spec"),
        ] {
            let found = match resolve(path, Some(&schema), Notation::DotsAndBrackets) {
                Resolved::Found { .. } => "ok".into(),
                Resolved::Invalid(message) => message,
                Resolved::Panics => "panic".into(),
            };
            assert_eq!(found, expected, "{path}");
        }
    }
}
