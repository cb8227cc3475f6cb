//! Proposals for expressions that YAML does not read as they are written, because of the quotes around the expression or of their
//! own characters.
//!
//! ```text
//! rule: 'self.tags.cost-center != ""'
//! help      did you mean `self.tags['cost-center']`?
//! help      in YAML, the whole text is `'self.tags[''cost-center''] != ""'`
//!
//! rule: self.priority < 5
//! help      write `!has(self.priority) || …` or `has(self.priority) && …`
//! help      in YAML, a text that begins with `!` needs quotes: `'!has(self.priority) || …'`
//! ```
//!
//! All findings about a CRD pass through here, whatever their code.

use super::{expression, is_sample};
use crate::KubeVersion;
use crate::check::place::node_at;
use crate::check::{Diagnostic, DocumentSource};
use crate::model::field::{ExpressionErrorKind, FieldPath, Segment};
use crate::yaml::tree::Node;
use crate::yaml::{Document, Options, quoted_up_to, read_text, source_offsets};
use crd_cel::ast::Kind;
use crd_cel::{IssueKind, Purpose};

/// The maximum number of characters of an expression that is shown in quotes.
const SHOWN: usize = 100;

/// The start of the help about the quotes of an expression in YAML.
const IN_YAML: &str = "in YAML, ";
/// The same in JSON.
const IN_JSON: &str = "in JSON, ";

/// The words before a text that is proposed.
const BEFORE_PROPOSAL: [&str; 4] = ["write ", "did you mean ", "close it with ", ": "];
/// The words between texts that are proposed.
const BETWEEN_PROPOSALS: [&str; 3] = [" or ", ", or ", ", "];
/// The words before the text that the proposed one replaces.
const BEFORE_REPLACED: [&str; 2] = [" in place of ", " instead of "];

/// A text that a help proposes.
#[derive(Clone, Copy)]
struct ProposedText<'h> {
    text: &'h str,
    /// What it replaces.
    replaces: Replaced<'h>,
}

/// The part of an expression that a proposal replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Replaced<'h> {
    /// The part that the diagnostic marks.
    Marked,
    /// This part.
    Named(&'h str),
    /// A part that the help describes in words.
    Described,
}

/// What a proposal stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proposal {
    /// It replaces a part of the expression.
    Part,
    /// It replaces the whole expression.
    Expression,
    /// It stands around the expression, or a part of it, for which it has `…`.
    Frame,
    /// It shows how something is written.
    Sample,
}

/// Adds the help about the quotes that a proposal of a diagnostic about an expression needs, if the document would not be read as it is
/// meant with it.
pub(in crate::check) fn explain_quotes(
    source: DocumentSource<'_>,
    document: &Document,
    diagnostic: &mut Diagnostic,
) {
    if diagnostic.help.iter().any(|help| help.contains("in YAML")) || !is_expression(&diagnostic.field) {
        return;
    }
    let Some(mut written) = WrittenExpression::find(source, &diagnostic.field) else {
        return;
    };
    // A mistake beside the expression, such as in its key.
    let expression = written.node.span;
    if diagnostic
        .span
        .is_some_and(|span| span.end <= expression.start || expression.end <= span.start)
    {
        return;
    }
    if document.json {
        written.start_of_help = IN_JSON;
    }
    let proposals = diagnostic.help.iter().flat_map(|help| proposals(help));
    let help = proposals.into_iter().find_map(|proposed| {
        let kind = kind_of(&written, diagnostic, proposed);
        written.help(diagnostic, proposed, kind)
    });
    diagnostic.help.extend(help);
}

/// Removes the help about quotes in YAML, for an expression that its author does not write in YAML.
pub(crate) fn forget_quotes(diagnostic: &mut Diagnostic) {
    diagnostic.help.retain(|help| !help.starts_with(IN_YAML));
}

/// Whether a field is an expression of a rule.
fn is_expression(field: &FieldPath) -> bool {
    matches!(&*field.segments, [.., Segment::Field(list), Segment::Index(_), Segment::Field(keyword)]
        if &**list == "x-kubernetes-validations" && matches!(&**keyword, "rule" | "messageExpression"))
}

/// Returns the texts in a line of help that are proposed for an expression.
fn proposals(help: &str) -> Vec<ProposedText<'_>> {
    let mut found: Vec<ProposedText<'_>> = Vec::new();
    let mut is_list = false;
    let mut pieces = help.split('`');
    while let Some(words) = pieces.next() {
        let text = pieces.next();
        let replaces = is_list && BEFORE_REPLACED.contains(&words);
        let describes = BEFORE_REPLACED.iter().any(|before| words.starts_with(before));
        if is_list
            && describes
            && let Some(last) = found.last_mut()
        {
            last.replaces = text
                .filter(|_| replaces)
                .map_or(Replaced::Described, Replaced::Named);
        }
        is_list = replaces
            || is_list && BETWEEN_PROPOSALS.contains(&words)
            || BEFORE_PROPOSAL.iter().any(|before| words.ends_with(before));
        if let Some(text) = text.filter(|text| is_list && !replaces && !is_member(text)) {
            found.push(ProposedText {
                text,
                replaces: Replaced::Marked,
            });
        }
    }
    found
}

/// Whether a text is a member of a schema or a rule: `maximum: 5`.
fn is_member(text: &str) -> bool {
    text.split_once(": ").is_some_and(|(key, _)| {
        key.chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    })
}

/// Returns what a text of a diagnostic stands for.
fn kind_of(written: &WrittenExpression<'_>, diagnostic: &Diagnostic, proposed: ProposedText<'_>) -> Proposal {
    let text = proposed.text;
    let error = diagnostic.server.as_ref().and_then(expression);
    let cause = error.and_then(|error| error.causes().first().map(|issue| &issue.kind));
    let is_message = error.is_some_and(|error| {
        error.purpose == Purpose::MessageExpression && matches!(error.kind, ExpressionErrorKind::Issues(_))
    });
    if is_message && matches!(cause, Some(IssueKind::Syntax(_))) && (parses(text) || text == "'…'") {
        // The text of a message without quotes.
        return Proposal::Expression;
    }
    if cause.is_some_and(is_sample) || proposed.replaces == Replaced::Described {
        return Proposal::Sample;
    }
    if text.contains('…') {
        return Proposal::Frame;
    }
    let node = written.node;
    let is_part = diagnostic
        .span
        .is_some_and(|span| node.span.start < span.start || span.end < node.span.end);
    let contains_all = node.as_str().is_some_and(|all| text.contains(all.trim()));
    let is_named = matches!(proposed.replaces, Replaced::Named(_));
    if is_named || is_part && !contains_all {
        let replaced = written.with(diagnostic, proposed);
        // Some texts are only a part of what replaces the marked one.
        match replaced.filter(|(_, meant)| parses(meant)) {
            Some(_) => Proposal::Part,
            None => Proposal::Sample,
        }
    } else if parses(text) {
        Proposal::Expression
    } else {
        Proposal::Sample
    }
}

fn parses(text: &str) -> bool {
    crd_cel::parse(text, KubeVersion::DEFAULT.compatibility()).is_ok()
}

/// Whether a frame has no variable of a loop, outside of which it would have no meaning.
fn has_no_variable(frame: &str) -> bool {
    let whole = frame.replace('…', "true");
    crd_cel::parse(&whole, KubeVersion::DEFAULT.compatibility()).is_ok_and(|ast| {
        let is_variable =
            |id| matches!(ast.kind(id), Kind::Ident(name) if !["self", "oldSelf"].contains(&ast.text(name)));
        !ast.ids().any(is_variable)
    })
}

/// An expression as it is written in a manifest.
struct WrittenExpression<'a> {
    text: &'a str,
    node: &'a Node,
    /// The quote around it, or the sign before it; `None` if there is none.
    quote: Option<char>,
    /// Whether it is within braces.
    is_in_flow: bool,
    start_of_help: &'static str,
}

impl<'a> WrittenExpression<'a> {
    fn find(source: DocumentSource<'a>, field: &FieldPath) -> Option<Self> {
        let node = node_at(source.document, field)?;
        node.as_str()?;
        let text = source.text;
        let written = node.span.slice(text)?;
        let line = text.get(..node.span.start as usize)?.lines().next_back()?;
        Some(WrittenExpression {
            text,
            node,
            quote: written.chars().next().filter(|first| "'\"|>".contains(*first)),
            is_in_flow: line.contains('{'),
            start_of_help: IN_YAML,
        })
    }

    /// Returns the help for a proposal that YAML does not read as it is written.
    fn help(&self, diagnostic: &Diagnostic, proposed: ProposedText<'_>, kind: Proposal) -> Option<String> {
        let (text, start) = (proposed.text, self.start_of_help);
        if matches!(self.quote, Some('|' | '>')) && kind != Proposal::Expression {
            return None;
        }
        let around = self.quote.filter(|quote| "'\"".contains(*quote));
        let around = around.map_or_else(String::new, |quote| quote.to_string());
        let reads_in_place = |text: &str| self.reads_as(&format!("{around}{text}{around}"), text);
        let after_another = format!("a {text}");
        let (meant, is_read) = match kind {
            Proposal::Part => {
                let (pasted, meant) = self.with(diagnostic, proposed)?;
                let is_read = self.reads_as(&pasted, &meant);
                (meant, is_read)
            }
            Proposal::Expression => (text.to_owned(), self.reads_as(text, text) || reads_in_place(text)),
            Proposal::Frame | Proposal::Sample => (text.to_owned(), reads_in_place(&after_another)),
        };
        let is_complete = text.contains('…') || parses(&meant);
        let is_shown = kind != Proposal::Sample && is_complete;
        let shown = quoted_up_to(SHOWN, &meant).filter(|_| is_shown && start == IN_YAML);
        if is_read {
            // A frame may begin the expression.
            let may_begin = match kind {
                Proposal::Frame => has_no_variable(text),
                _ => kind == Proposal::Sample && text.starts_with('!'),
            };
            let first = text
                .chars()
                .next()
                .filter(|_| may_begin && self.quote.is_none())?;
            let needs = format!("{start}a text that begins with `{first}` needs quotes");
            return (!self.reads_as(text, text)).then(|| match shown {
                Some(shown) => format!("{needs}: `{shown}`"),
                None => needs,
            });
        }
        Some(match (shown, self.quote) {
            (Some(shown), None) => format!("{start}this text needs quotes: `{shown}`"),
            (Some(shown), _) if kind != Proposal::Frame => format!("{start}the whole text is `{shown}`"),
            (_, Some('\'')) => {
                format!("{start}write each `'` of it twice, since the text is in these quotes")
            }
            (_, Some('"')) => format!("{start}write `\\` before each `\"` and `\\` of it"),
            _ => format!("{start}this text needs quotes"),
        })
    }

    /// Returns the expression with a text in place of what it replaces, as it is written then, and as it is meant.
    fn with(&self, diagnostic: &Diagnostic, proposed: ProposedText<'_>) -> Option<(String, String)> {
        match proposed.replaces {
            Replaced::Marked => self.with_part(diagnostic, proposed.text),
            Replaced::Named(replaced) => self.with_replaced(replaced, proposed.text),
            Replaced::Described => None,
        }
    }

    /// The same for the marked part.
    fn with_part(&self, diagnostic: &Diagnostic, proposed: &str) -> Option<(String, String)> {
        let (span, node) = (diagnostic.span?, self.node.span);
        let before = self.text.get(node.start as usize..span.start as usize)?;
        let after = self.text.get(span.end as usize..node.end as usize)?;
        let offsets = source_offsets(self.text, node);
        let inner = |at: u32| offsets.partition_point(|offset| *offset < at);
        let expression = self.node.as_str()?;
        let start = expression.get(..inner(span.start))?;
        let end = expression.get(inner(span.end)..)?;
        Some((
            format!("{before}{proposed}{after}"),
            format!("{start}{proposed}{end}"),
        ))
    }

    /// The same for a part that the help names.
    fn with_replaced(&self, replaced: &str, proposed: &str) -> Option<(String, String)> {
        let changed = |text: &str| {
            text.contains(replaced)
                .then(|| text.replacen(replaced, proposed, 1))
        };
        Some((
            changed(self.node.span.slice(self.text)?)?,
            changed(self.node.as_str()?)?,
        ))
    }

    /// Whether YAML reads a text of a manifest in its place as an expression.
    fn reads_as(&self, written: &str, meant: &str) -> bool {
        let document = if self.is_in_flow {
            format!("{{a: {written}}}")
        } else {
            format!("a: {written}")
        };
        let read = read_text(&document, Options::default());
        let mut documents = read.documents.iter();
        read.errors.is_empty()
            && documents.any(|document| document.root.get("a").and_then(Node::as_str) == Some(meant))
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::test_manifest::widgets;
    use crate::check::{self, codes};

    const SCHEMA: &str = "spec:
  type: object
  required: [word, words, address, map]
  properties:
    word: {type: string, maxLength: 5}
    mode: {type: string, enum: [Fast, Slow]}
    words: {type: array, maxItems: 5, items: {type: string, maxLength: 5}}
    map: {type: object, maxProperties: 5, additionalProperties: {type: string, maxLength: 5}}
    address: {type: string, maxLength: 40}
    count: {type: integer}
    proof: {type: object}
    size: {x-kubernetes-int-or-string: true}
  x-kubernetes-validations:
  - ";

    /// The codes of expressions for which no text is proposed that YAML reads in another way.
    const WITHOUT: [u16; 7] = [416, 420, 421, 422, 424, 426, 427];

    /// Returns the help about quotes of the finding with a code about a rule on `spec`.
    fn note(code: u16, rule: &str) -> String {
        let text = widgets(&format!("{SCHEMA}{rule}"));
        let report = check::text(&text, &check::Options::default());
        let of_code = |finding: &&check::Finding| finding.diagnostic.code.number() == code;
        let found = report.findings.iter().find(of_code);
        let found = found.unwrap_or_else(|| panic!("{rule}: {:?}", report.findings));
        let mut help = found.diagnostic.help.iter();
        let note = help.find(|help| help.starts_with(IN_YAML));
        note.map(|note| note.trim_start_matches(IN_YAML).to_owned())
            .unwrap_or_default()
    }

    /// Whatever the code is, a text that is proposed for an expression without quotes is one that YAML reads.
    #[test]
    fn every_code_explains_quotes() {
        let cases = [
            (
                410,
                "rule: self.word not in ['a', 'b']",
                "a text that begins with `!` needs quotes",
            ),
            (
                411,
                "rule: self.words.includes('a')",
                "this text needs quotes: `\"'a' in self.words\"`",
            ),
            (412, "rule: self.mod == 'Fast'", ""),
            (
                413,
                "rule: max(self.words.size(), 2) == 2",
                "this text needs quotes: `'[self.words.size(), 2].max() == 2'`",
            ),
            (
                414,
                "rule: format.dns1123Label().validate(self.word)",
                "this text needs quotes: `'!format.dns1123Label().validate(self.word).hasValue()'`",
            ),
            (415, "rule: self.word.matches('(?!a)')", ""),
            (
                417,
                "{rule: self.word != 'a', messageExpression: must be small}",
                "this text needs quotes: `\"'must be small'\"`",
            ),
            (
                418,
                "rule: self.proof == null || self.word == ''",
                "this text needs quotes: `\"!has(self.proof) || self.word == ''\"`",
            ),
            (
                419,
                "rule: self.count < 5",
                "a text that begins with `!` needs quotes: `'!has(self.count) || …'`",
            ),
            (
                423,
                "rule: self.map['a'] == 'b'",
                "a text that begins with `!` needs quotes: `\"!('a' in self.map) || …\"`",
            ),
            (
                425,
                "rule: has(self.size) && self.size < 5",
                "this text needs quotes: `'type(self.size) == int ? self.size < 5 : …'`",
            ),
            (
                428,
                "{rule: self.word >= oldSelf.value().word, optionalOldSelf: true}",
                "this text needs quotes: `'!oldSelf.hasValue() || (self.word >= oldSelf.value().word)'`",
            ),
            (
                451,
                "rule: ip(self.address) != ip('10.0.0.1')",
                "this text needs quotes: `\"!(ip(self.address) == ip('10.0.0.1'))\"`",
            ),
            (
                452,
                "{rule: self.word != 'a', messageExpression: string(self.words.size()) + ' words'}",
                "this text needs quotes: `\"'%s words'.format([self.words.size()])\"`",
            ),
        ];
        for (code, rule, expected) in cases {
            assert_eq!(note(code, rule), expected, "{code}: {rule}");
        }
        let of_expressions = codes::all().map(|entry| entry.code.number());
        let of_expressions =
            of_expressions.filter(|number| (410..=428).contains(number) || (451..=452).contains(number));
        for number in of_expressions {
            let is_case = cases.iter().any(|(code, ..)| *code == number);
            assert!(is_case != WITHOUT.contains(&number), "no case for {number}");
        }
    }

    #[test]
    fn quotes_around_the_expression() {
        for (code, rule, expected) in [
            (
                423,
                "rule: 'self.map[''a''] == ''b'''",
                "write each `'` of it twice, since the text is in these quotes",
            ),
            (
                415,
                "rule: has(self.map.a-b)",
                "this text needs quotes: `\"'a-b' in self.map\"`",
            ),
            (419, "rule: 'self.count < 5'", ""),
            (419, "rule: |\n      self.count < 5", ""),
            // The test belongs into the loop.
            (
                419,
                "rule: self.words.all(x, self.count < 5 && x != 'a')",
                "a text that begins with `!` needs quotes: `'!has(self.count) || …'`",
            ),
            (410, "rule: 'self.word != '''", "write `\"self.word != ''\"`"),
            (
                410,
                "rule: 'self.word == ''a'",
                "write each `'` of it twice, since the text is in these quotes",
            ),
            (
                418,
                "rule: 'self.mode == ''fast'''",
                "the whole text is `\"self.mode == 'Fast'\"`",
            ),
        ] {
            assert_eq!(note(code, rule), expected, "{code}: {rule}");
        }
    }

    #[test]
    fn texts_that_a_help_proposes() {
        for (help, expected) in [
            (
                "write `a` or `b`, require `c`, or give it a default",
                &[("a", ""), ("b", "")][..],
            ),
            ("write `a` in place of `b`, or `c`", &[("a", "b"), ("c", "")]),
            ("write `pattern: 'a'`: it costs nothing", &[]),
            ("`validate` returns the errors: write `!a`", &[("!a", "")]),
            ("compare with `==`", &[]),
            ("write `a` in place of both loops", &[("a", "…")]),
        ] {
            let found = proposals(help);
            let found: Vec<_> = found
                .iter()
                .map(|one| match one.replaces {
                    Replaced::Marked => (one.text, ""),
                    Replaced::Named(part) => (one.text, part),
                    Replaced::Described => (one.text, "…"),
                })
                .collect();
            assert_eq!(found, expected, "{help}");
        }
    }
}
