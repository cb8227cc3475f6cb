//! The paths of printer columns: `JSONPath` as client-go parses it. The server wraps it in a template `{path}`.
//!
//! ```
//! use crd_cel::go::jsonpath::{StepKind, parse};
//!
//! let steps = parse(".status.conditions[?(@.type==\"Ready\")].status").unwrap();
//! assert!(matches!(&steps[1].kind, StepKind::Field(name) if name == "conditions"));
//! assert!(matches!(&steps[2].kind, StepKind::Filter { .. }));
//! assert!(parse(".spec.items[\"a\"]").is_err());
//! ```

use std::ops::Range;

use super::unicode::{is_digit, is_letter};

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonPathStep {
    /// Kind of step.
    pub kind: StepKind,
    /// Byte range in the path.
    pub span: Range<usize>,
}

/// The values that a step selects from each input value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// `.name`, `['name']`: the member of an object.
    Field(String),
    /// `[0]`, `[-1]`, `[]`: one element of a list.
    Element,
    /// `[*]`, `[1:3]`, `.*`: several elements, or all members.
    Several,
    /// `[?(@.type=="Ready")]`: the elements of a list that match a condition.
    Filter {
        /// Left operand: `@.type`.
        left: Vec<JsonPathStep>,
        /// Operator; empty if the filter only tests whether the left operand exists.
        operator: String,
        /// Right operand: `"Ready"`.
        right: Vec<JsonPathStep>,
    },
    /// `..`: everything below.
    Recursive,
    /// `[0,2]`: the results of several brackets.
    Union,
    /// `"text"`, `1`, `true`: a constant.
    Constant,
    /// `name` without a dot before it. Evaluation fails.
    Word(String),
}

/// The reason why the server cannot parse a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The error message, with a suggestion.
    pub message: String,
    /// Byte range of the error.
    pub span: Range<usize>,
}

/// The maximum nesting depth of filters.
const DEEPEST: usize = 16;

/// Parses the value of `jsonPath`.
///
/// # Errors
/// Returns the first mistake for which the server ignores the columns.
pub fn parse(path: &str) -> Result<Vec<JsonPathStep>, Malformed> {
    JsonPathReader {
        text: path,
        at: 0,
        offset: 0,
        depth: 0,
    }
    .steps()
}

struct JsonPathReader<'a> {
    text: &'a str,
    at: usize,
    /// Byte offset of the text in the whole path.
    offset: usize,
    depth: usize,
}

impl<'a> JsonPathReader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn span(&self, start: usize) -> Range<usize> {
        self.offset + start..self.offset + self.at
    }

    fn malformed<T>(&self, start: usize, message: impl Into<String>) -> Result<T, Malformed> {
        Err(Malformed {
            message: message.into(),
            span: self.span(start),
        })
    }

    fn steps(&mut self) -> Result<Vec<JsonPathStep>, Malformed> {
        let mut steps: Vec<JsonPathStep> = Vec::new();
        loop {
            let start = self.at;
            let rest = self.rest();
            if rest.starts_with("[?(") {
                let kind = self.filter()?;
                steps.push(JsonPathStep {
                    kind,
                    span: self.span(start),
                });
                continue;
            }
            if rest.starts_with("..") {
                self.at += 2;
                if matches!(steps.last(), Some(step) if step.kind == StepKind::Recursive) {
                    return self.malformed(start, "`..` is repeated");
                }
                steps.push(JsonPathStep {
                    kind: StepKind::Recursive,
                    span: self.span(start),
                });
                if self
                    .peek()
                    .is_some_and(|next| next == '_' || is_letter(next) || is_digit(next))
                {
                    self.field(start, &mut steps);
                }
                continue;
            }
            match self.next() {
                // A brace ends the template, and a column shows only the value of the path before it.
                None | Some('}') => return Ok(steps),
                Some(' ' | '@' | '$') => {}
                Some('.') => self.field(start, &mut steps),
                Some('[') => self.brackets(start, &mut steps)?,
                Some(quote @ ('"' | '\'')) => {
                    self.quoted(start, quote)?;
                    self.constant(start, &mut steps);
                }
                Some(sign) if sign == '+' || sign == '-' || is_digit(sign) => {
                    while self.peek().is_some_and(|next| next == '.' || is_digit(next)) {
                        self.next();
                    }
                    if self
                        .text
                        .get(start..self.at)
                        .and_then(|number| number.parse::<f64>().ok())
                        .is_none()
                    {
                        return self.malformed(start, "this is not a number");
                    }
                    self.constant(start, &mut steps);
                }
                Some(letter) if letter == '_' || is_letter(letter) => {
                    while self.peek().is_some_and(|next| !ends_name(next)) {
                        self.next();
                    }
                    let word = self.text.get(start..self.at).unwrap_or_default();
                    if word == "true" || word == "false" {
                        self.constant(start, &mut steps);
                    } else {
                        steps.push(JsonPathStep {
                            kind: StepKind::Word(word.to_owned()),
                            span: self.span(start),
                        });
                    }
                }
                Some(other) => {
                    return self.malformed(start, format!("`{}` is not allowed here", other.escape_debug()));
                }
            }
        }
    }

    fn constant(&self, start: usize, steps: &mut Vec<JsonPathStep>) {
        steps.push(JsonPathStep {
            kind: StepKind::Constant,
            span: self.span(start),
        });
    }

    /// Reads a name after its dot, up to a character that ends names. A backslash escapes the next character.
    fn field(&mut self, start: usize, steps: &mut Vec<JsonPathStep>) {
        let mut name = String::new();
        let mut is_escaped = false;
        while let Some(next) = self.peek() {
            if next == '\\' {
                self.next();
                is_escaped = true;
                if let Some(escaped) = self.next()
                    && escaped != '\\'
                {
                    name.push(escaped);
                }
                continue;
            }
            if ends_name(next) {
                break;
            }
            name.push(next);
            self.next();
        }
        let kind = if name == "*" && !is_escaped {
            StepKind::Several
        } else {
            StepKind::Field(name)
        };
        steps.push(JsonPathStep {
            kind,
            span: self.span(start),
        });
    }

    fn quoted(&mut self, start: usize, quote: char) -> Result<(), Malformed> {
        let mut before = quote;
        loop {
            match self.next() {
                None | Some('\n') => {
                    return self.malformed(start, format!("the closing `{quote}` is missing"));
                }
                Some(next) if next == quote && before != '\\' => return Ok(()),
                Some(next) => before = next,
            }
        }
    }

    /// Reads `[…]` that is not a filter.
    fn brackets(&mut self, start: usize, steps: &mut Vec<JsonPathStep>) -> Result<(), Malformed> {
        let inside = self.at;
        loop {
            match self.next() {
                None | Some('\n') => return self.malformed(start, "the closing `]` is missing"),
                Some(']') => break,
                Some(_) => {}
            }
        }
        let text = self.text.get(inside..self.at - 1).unwrap_or_default();
        if text.contains(',') {
            let mut at = inside;
            for part in text.split(',') {
                let trimmed = part.trim_matches(' ');
                let skipped = part.len() - part.trim_start_matches(' ').len();
                let mut ignored = Vec::new();
                self.one_bracket(trimmed, at + skipped, self.at, &mut ignored)?;
                at += part.len() + 1;
            }
            steps.push(JsonPathStep {
                kind: StepKind::Union,
                span: self.span(start),
            });
            return Ok(());
        }
        self.one_bracket(text, inside, start, steps)
    }

    /// Parses the contents of brackets: a key in single quotes, an index, or a slice.
    fn one_bracket(
        &self,
        text: &str,
        inside: usize,
        start: usize,
        steps: &mut Vec<JsonPathStep>,
    ) -> Result<(), Malformed> {
        let span = self.offset + start.min(inside)..self.offset + inside + text.len() + 1;
        let mut push = |kind| {
            steps.push(JsonPathStep {
                kind,
                span: span.clone(),
            });
        };
        if text == "*" {
            push(StepKind::Several);
            return Ok(());
        }
        if let Some(key) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''))
            && !key.contains('\'')
            && text.len() > 1
        {
            // The server parses the key as `.key`, so that dots in it must be escaped.
            let template = format!(".{key}");
            let mut within = JsonPathReader {
                text: &template,
                at: 0,
                offset: self.offset + inside,
                depth: self.depth + 1,
            };
            if within.depth > DEEPEST {
                return self.malformed(start, "the path is nested too deeply");
            }
            steps.append(&mut within.steps()?);
            return Ok(());
        }
        let mut parts = 0;
        for part in text.split(':') {
            let digits = part.strip_prefix('-').unwrap_or(part);
            parts += 1;
            let is_number =
                digits.bytes().all(|byte| byte.is_ascii_digit()) && (!digits.is_empty() || part.is_empty());
            if !is_number || parts > 3 || digits.len() > 18 {
                let message = if text.starts_with('"') {
                    "write keys in single quotes: `['key']`".to_owned()
                } else {
                    format!(
                        "`{text}` is not an index; write a number, `*`, a key in single quotes, or a filter \
                         such as `[?(@.type==\"Ready\")]`"
                    )
                };
                return Err(Malformed {
                    message,
                    span: self.offset + inside..self.offset + inside + text.len(),
                });
            }
        }
        push(if parts == 1 {
            StepKind::Element
        } else {
            StepKind::Several
        });
        Ok(())
    }

    /// Parses `[?(left == right)]`.
    fn filter(&mut self) -> Result<StepKind, Malformed> {
        let start = self.at;
        self.at += 3;
        let inside = self.at;
        let mut quote = None;
        let mut is_closed = false;
        let mut before = '(';
        loop {
            let next = self.next();
            match next {
                None | Some('\n') => return self.malformed(start, "the closing `)]` is missing"),
                Some(mark @ ('"' | '\'')) => match quote {
                    None => quote = Some(mark),
                    Some(open) if open == mark && before != '\\' => is_closed = true,
                    Some(_) => {}
                },
                Some(')') if quote.is_some() == is_closed => break,
                Some(_) => {}
            }
            before = next.unwrap_or(before);
        }
        let end = self.at - 1;
        if self.next() != Some(']') {
            return self.malformed(start, "a filter must end with `)]`");
        }
        if self.depth >= DEEPEST {
            return self.malformed(start, "the path is nested too deeply");
        }
        let text = self.text.get(inside..end).unwrap_or_default();
        let is_operator = |char: char| matches!(char, '!' | '<' | '>' | '=');
        let side = |from: usize, text: &str| {
            JsonPathReader {
                text,
                at: 0,
                offset: self.offset + inside + from,
                depth: self.depth + 1,
            }
            .steps()
        };
        let first = text.find(is_operator).filter(|first| *first > 0);
        if let Some(first) = first {
            let after = text.get(first..).unwrap_or_default();
            let length = after.find(|char| !is_operator(char)).unwrap_or(after.len());
            // The operator must leave one character for the right side.
            let length = if length == after.len() { length - 1 } else { length };
            let (operator, right) = after.split_at(length);
            if !operator.is_empty() {
                return Ok(StepKind::Filter {
                    left: side(0, text.get(..first).unwrap_or_default())?,
                    operator: operator.to_owned(),
                    right: side(first + length, right)?,
                });
            }
        }
        Ok(StepKind::Filter {
            left: side(0, text)?,
            operator: String::new(),
            right: Vec::new(),
        })
    }
}

/// Checks whether a character ends a name.
fn ends_name(char: char) -> bool {
    matches!(
        char,
        ' ' | '\t' | '\r' | '\n' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats a path as one word for each step.
    fn shown(path: &str) -> String {
        let show = |steps: &[JsonPathStep]| -> Vec<String> {
            steps
                .iter()
                .map(|step| match &step.kind {
                    StepKind::Field(name) => format!(".{name}"),
                    StepKind::Element => "[n]".into(),
                    StepKind::Several => "*".into(),
                    StepKind::Filter {
                        left,
                        operator,
                        right,
                    } => format!("?{}{operator}{}", left.len(), right.len()),
                    StepKind::Recursive => "..".into(),
                    StepKind::Union => ",".into(),
                    StepKind::Constant => "constant".into(),
                    StepKind::Word(word) => word.clone(),
                })
                .collect()
        };
        match parse(path) {
            Ok(steps) => show(&steps).join(" "),
            Err(error) => format!("{:?}: {}", error.span, error.message),
        }
    }

    /// The expected results of client-go's parser were recorded on a server; the paths that it rejects are errors.
    #[test]
    fn paths_as_client_go_reads_them() {
        for (path, steps) in [
            (".spec.replicas", ".spec .replicas"),
            (
                ".metadata.labels.app\\.kubernetes\\.io/name",
                ".metadata .labels .app.kubernetes.io/name",
            ),
            (
                ".metadata.labels['app\\.io/name']",
                ".metadata .labels .app.io/name",
            ),
            (
                ".metadata.labels['app.io/name']",
                ".metadata .labels .app .io/name",
            ),
            (
                ".status.conditions[?(@.type==\"Ready\")].status",
                ".status .conditions ?1==1 .status",
            ),
            (
                ".status.conditions[?(@.type=='a)b')].status",
                ".status .conditions ?1==1 .status",
            ),
            (".a[?(@.b)].c", ".a ?10 .c"),
            (".a[0].b[-1].c[1:2].d[*].*", ".a [n] .b [n] .c * .d * *"),
            (".a[0,1]", ".a ,"),
            (".a..b", ".a .. .b"),
            (".spec.", ".spec ."),
            (".a b", ".a b"),
            (".a[]", ".a [n]"),
            (".a}", ".a"),
            (".a[\"b\"]", "3..6: write keys in single quotes: `['key']`"),
            (".a[0", "2..4: the closing `]` is missing"),
            (".a[?(@.b", "2..8: the closing `)]` is missing"),
            (".a[?(@.b)", "2..9: a filter must end with `)]`"),
            (".a]", "2..3: `]` is not allowed here"),
            (".a,b", "2..3: `,` is not allowed here"),
            (".{a}", "1..2: `{` is not allowed here"),
            (".a....b", "4..6: `..` is repeated"),
        ] {
            assert_eq!(shown(path), steps, "{path}");
        }
        assert!(shown(".a[first]").contains("`first` is not an index"));
        assert!(shown(".a[?(@.b==\"x)].c").contains("is missing"));
    }
}
