//! Keywords and formats that are equivalent to a pattern.

use super::anchors::ends_with_escaped;
use crate::check::lints::satisfiable::{Prover, bounds, equal_format};
use crate::model::schema::JsonSchemaProps;
use crate::yaml::in_flow;

/// Returns the format that accepts exactly the texts of a pattern.
pub(super) fn as_format(prover: &mut Prover, schema: &JsonSchemaProps) -> Option<String> {
    if !schema.format.is_empty() {
        return None;
    }
    let format = equal_format(prover, &schema.pattern, bounds(schema))?;
    Some(format!("format: {format}"))
}

/// Returns the keyword that is equivalent to a pattern.
pub(super) fn as_keyword(pattern: &str) -> Option<String> {
    let body = pattern
        .strip_prefix('^')?
        .strip_suffix('$')
        .filter(|_| !ends_with_escaped(pattern))?;
    if let Some(bounds) = body.strip_prefix(".{").and_then(|rest| rest.strip_suffix('}')) {
        return lengths(bounds);
    }
    if body == ".+" {
        return Some("minLength: 1".to_owned());
    }
    let group = body.strip_prefix('(').and_then(|body| body.strip_suffix(')'))?;
    let group = group.strip_prefix("?:").unwrap_or(group);
    let words: Vec<&str> = group.split('|').collect();
    let is_word = |word: &&str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    if words.len() < 2 || !words.iter().all(is_word) {
        return None;
    }
    let values: Vec<String> = words.into_iter().map(in_flow).collect::<Option<_>>()?;
    Some(format!("enum: [{}]", values.join(", ")))
}

pub(super) fn lengths(bounds: &str) -> Option<String> {
    let (least, most) = bounds.split_once(',').unwrap_or((bounds, bounds));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match (is_number(least), is_number(most)) {
        (true, true) => Some(format!("minLength: {least}, maxLength: {most}")),
        (true, false) if most.is_empty() => Some(format!("minLength: {least}")),
        _ => None,
    }
}
