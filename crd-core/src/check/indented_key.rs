//! A key that is indented too deep, as deep as the lines of its value.
//!
//! ```text
//! properties:
//!   spec:
//!     type: object
//!     status:            it has no value
//!     type: object       it is set twice, in `spec`
//! ```

use super::consequences::Attempt;
use super::misplaced::Correction;
use super::{Diagnostic, DocumentSource, codes, diagnose};
use crate::yaml::tree::{Node, Span, Value};
use crate::yaml::{Options, read_text};

/// Maximum number of columns that are tried.
const MOST_COLUMNS: usize = 3;

/// Returns the correction of the first such key.
pub(super) fn attempt(source: DocumentSource<'_>, found: &[Diagnostic]) -> Option<Attempt> {
    let is_repeated = |one: &&Diagnostic| one.code == codes::DUPLICATE_KEY;
    // Where the key belongs, its value is not indented deep enough.
    let is_unknown = |line: &KeyLine| {
        found
            .iter()
            .any(|one| diagnose::is_unknown(one) && one.span == Some(line.span))
    };
    let repeated = found.iter().filter(is_repeated);
    let line = repeated
        .filter_map(|one| key_above(source.text, one.span?))
        .find(is_unknown)?;
    let start = line.span.start as usize;
    let mut columns = columns_above(source.text.get(..start - line.column)?, line.column);
    columns.truncate(MOST_COLUMNS);
    let (column, document) = columns.into_iter().find_map(|column| {
        let document = with_column(source, &line, column)?;
        (!repeats_names(&document)).then_some((column, document))
    })?;
    let subjects = found
        .iter()
        .enumerate()
        .filter(|(_, one)| is_repeated(one))
        .map(|(index, _)| index);
    let name = line.span.slice(source.text)?;
    let correction = Correction {
        names: Vec::new(),
        place: line.span,
        message: format!("`{name}` is indented as deep as the lines below it, so it has no value"),
        label: "has no value".to_owned(),
        help: format!("indent `{name}` with {column} spaces, not {}", line.column),
        document,
    };
    Some(Attempt {
        subjects: subjects.collect(),
        ..Attempt::of(correction, &[])
    })
}

/// The line of a key without a value.
struct KeyLine {
    /// The name.
    span: Span,
    column: usize,
}

/// Returns the line above that of a name, if it has only a key at the same column.
fn key_above(text: &str, name: Span) -> Option<KeyLine> {
    let before = text.get(..name.start as usize)?;
    let (above, indent) = before.rsplit_once('\n')?;
    let start = above.rfind('\n').map_or(0, |line_end| line_end + 1);
    let line = above.get(start..)?;
    let key = line.trim_start_matches(' ');
    let column = line.len() - key.len();
    let name = key.trim_end().strip_suffix(':')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.$".contains(c));
    let is_beside = indent.len() == column && indent.bytes().all(|byte| byte == b' ');
    (is_name && is_beside).then(|| KeyLine {
        span: Span::new(start + column, start + column + name.len()),
        column,
    })
}

/// Returns the columns of the lines that contain the one below a text, the deepest first.
fn columns_above(text: &str, column: usize) -> Vec<usize> {
    let mut columns = Vec::new();
    let mut least = column;
    for line in text.lines().rev() {
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        if words.starts_with("---") {
            break;
        }
        if !words.is_empty() && !words.starts_with('#') && indent < least {
            least = indent;
            columns.push(indent);
        }
    }
    columns
}

/// Returns the document in which a line has another column. All others keep their positions.
fn with_column(source: DocumentSource<'_>, line: &KeyLine, column: usize) -> Option<Node> {
    let (start, end) = (line.span.start as usize, line.span.end as usize);
    let mut text = source.text.get(..start - line.column)?.to_owned();
    let name = source.text.get(start..=end)?;
    text.push_str(&format!("{0:column$}{name}{0:1$}", "", line.column - column));
    text.push_str(source.text.get(end + 1..)?);
    let read = read_text(&text, Options::default());
    let mut documents = read.documents.into_iter().map(|document| document.root);
    documents
        .find(|root| root.span.start == source.document.span.start)
        .filter(|_| read.errors.is_empty())
}

/// Whether a name is set twice in an object.
fn repeats_names(node: &Node) -> bool {
    match &node.value {
        Value::Mapping(mapping) => {
            !mapping.duplicates().is_empty()
                || mapping.entries.iter().any(|entry| repeats_names(&entry.value))
        }
        Value::Sequence(elements) => elements.iter().any(repeats_names),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn a_key_that_is_indented_too_deep_is_one_finding() {
        let good = widgets(
            "spec:
  type: object
  required: [cron]
  properties:
    cron:
      type: string
status:
  type: object
  properties:
    ready:
      type: boolean",
        );
        let line = good.lines().find(|line| line.ends_with(" status:")).unwrap();
        let column = line.len() - line.trim_start().len();
        let text = good.replace(&format!("\n{line}"), &format!("\n  {line}"));
        assert_ne!(text, good);
        let report = check::text(&text, &Options::default());
        let found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found: Vec<_> = found.map(|one| (&*one.message, one.help.join(""))).collect();
        assert_eq!(
            found,
            [(
                "`status` is indented as deep as the lines below it, so it has no value",
                format!("indent `status` with {column} spaces, not {}", column + 2)
            )]
        );
    }
}
