//! Describes errors of CEL expressions, with the caret at the wrong part of the expression.
//!
//! ```text
//! - rule: self.maxReplica > 1
//!              ^^^^^^^^^^ not declared in the schema
//! message   no field `maxReplica`
//! help      did you mean `maxReplicas`?
//! server    compilation failed: ERROR: <input>:1:5: undefined field 'maxReplica'…
//! ```

mod always_set;
mod changed_by_yaml;
mod converted;
mod fields;
mod pasted;

pub(super) use converted::other_conversion;
pub(super) use fields::selected_from;
pub(super) use pasted::explain_quotes;
pub(crate) use pasted::forget_quotes;

use super::place::node_at;
use super::{Code, Diagnostic, DocumentSource, codes};
use crate::KubeVersion;
use crate::model::field::{Cause, ExpressionError, ExpressionErrorKind, FieldError};
use crate::model::rules;
use crate::server::validation::Place;
use crate::yaml::source_offset;
use crate::yaml::tree::{Node, Span};
use crd_cel::template::message_help;
use crd_cel::{Issue, IssueClass, IssueKind, Purpose, SyntaxError};

/// Returns the code of a rule that does not compile; `None` for all other errors, including those of message
/// expressions, which share one code.
pub(super) fn code(error: &FieldError) -> Option<Code> {
    let expression = expression(error)?;
    if expression.purpose == Purpose::MessageExpression {
        return None;
    }
    expression.causes().first().copied().map(code_of)
}

/// Returns the code of a mistake in a rule.
pub(super) fn code_of(issue: &Issue) -> Code {
    // The derive macros have the same table (crd-derive/src/check/cel).
    match issue.kind.class() {
        IssueClass::Syntax => codes::CEL_SYNTAX,
        IssueClass::UnknownName => codes::CEL_UNDECLARED,
        IssueClass::UndefinedField => codes::CEL_UNDEFINED_FIELD,
        IssueClass::NoOverload => codes::CEL_NO_OVERLOAD,
        IssueClass::WrongResult => codes::CEL_NOT_BOOL,
        IssueClass::Limit => codes::CEL_LIMIT,
        _ => codes::CEL_TYPE,
    }
}

/// Returns the error of the expression that `error` concerns.
fn expression(error: &FieldError) -> Option<&ExpressionError> {
    match error.cause.as_deref() {
        Some(Cause::Expression(expression)) if matches!(error.rule, rules::CEL_13 | rules::CEL_14) => {
            Some(expression)
        }
        _ => None,
    }
}

/// Describes the first error of an expression, and moves the caret to it.
pub(super) fn refine(
    source: DocumentSource<'_>,
    error: &FieldError,
    place: &Place,
    diagnostic: &mut Diagnostic,
) {
    let Some(expression) = expression(error) else {
        return;
    };
    let Some(mistake) = expression.mistakes().next() else {
        return;
    };
    if let Some(code) = code(error) {
        diagnostic.code = code;
    }
    diagnostic.message = mistake.words.message;
    diagnostic.help = mistake.words.help;
    if let (Purpose::MessageExpression, ExpressionErrorKind::Issues(issues)) =
        (expression.purpose, &expression.kind)
        && let Some(IssueKind::Syntax(_)) = issues.list().first().map(|issue| &issue.kind)
        && let Some(help) = message_help(issues.source(), &diagnostic.help)
    {
        diagnostic.help = vec![help];
    }
    if expression.purpose == Purpose::Rule && is_swapped(source.document, place) {
        diagnostic.help = vec!["`message` is a condition: swap `rule` and `message`".to_owned()];
    }
    label(expression).clone_into(&mut diagnostic.label);
    let Some(node) = node_at(source.document, &place.path).filter(|node| node.as_str().is_some()) else {
        return;
    };
    if let Some(changed) = changed_by_yaml::explain(source.text, node) {
        changed.message.clone_into(&mut diagnostic.message);
        diagnostic.help = vec![changed.help];
        diagnostic.span = Some(changed.span);
        return;
    }
    if let Some(span) = mistake.span {
        diagnostic.span = Some(Span {
            start: source_offset(source.text, node.span, span.start as usize),
            end: source_offset(source.text, node.span, span.end as usize),
        });
    }
    fields::explain(source.document, &place.path, expression, node, diagnostic);
    if let Some(issue) = expression.causes().first() {
        always_set::replace(source.document, &place.path, issue, diagnostic);
        converted::replace(source.document, &place.path, issue, diagnostic);
    }
}

/// Whether the message of a rule that does not parse is a condition, and the rule is a text.
fn is_swapped(document: &Node, place: &Place) -> bool {
    let text = |keyword| node_at(document, &place.path.ancestor(1))?.get(keyword)?.as_str();
    let parses = |source: &str| crd_cel::parse(source, KubeVersion::DEFAULT.compatibility()).is_ok();
    matches!((text("rule"), text("message")), (Some(rule), Some(message))
        if !rule.contains("self") && message.contains("self") && !parses(rule) && parses(message))
}

/// Whether the help of a mistake shows how something is written, in place of an expression that replaces the marked part.
fn is_sample(kind: &IssueKind) -> bool {
    let is_raw_string = matches!(
        kind,
        IssueKind::Syntax(SyntaxError::BadEscape { raw: Some(_), .. })
    );
    !is_raw_string
        && matches!(
            kind,
            IssueKind::Syntax(_)
                | IssueKind::ReservedWord { .. }
                | IssueKind::UnknownFunction { suggestion: None, .. }
                | IssueKind::UnknownVariable { suggestion: None, .. }
                | IssueKind::NoOverload { rewritten: None, .. }
        )
}

/// Returns the label at the error.
fn label(expression: &ExpressionError) -> &'static str {
    match expression.causes().first().copied().map(|issue| &issue.kind) {
        Some(IssueKind::UndefinedField { .. }) => "not declared in the schema",
        // A known macro in another form.
        Some(IssueKind::UnknownFunction { usage: Some(_), .. }) => "",
        Some(
            IssueKind::UnknownVariable { .. }
            | IssueKind::UnknownType { .. }
            | IssueKind::UnknownFunction { .. },
        ) => "unknown",
        Some(IssueKind::WrongResult { .. }) => "of the wrong type",
        Some(_) => "",
        None => match expression.kind {
            ExpressionErrorKind::Program(_) => "cannot work",
            _ => "",
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Diagnostic, Options, codes};
    use crate::model::rules;

    /// Returns the diagnostic of a rule on a `spec` with a string `word` and a value `untyped`.
    fn diagnostic(rule: &str) -> (String, Diagnostic) {
        let text = widgets(&format!(
            "spec:
  type: object
  properties:
    word: {{type: string, maxLength: 5}}
    untyped: {{x-kubernetes-preserve-unknown-fields: true}}
    extra: {{type: object, x-kubernetes-preserve-unknown-fields: true}}
  x-kubernetes-validations:
  - {rule}"
        ));
        let report = check::text(&text, &Options::default());
        let mut diagnostics = report.findings.into_iter().map(|finding| finding.diagnostic);
        let of_expression = diagnostics.find(|diagnostic| {
            let rule = diagnostic.server.as_ref().map(|error| error.rule);
            matches!(rule, Some(rules::CEL_13 | rules::CEL_14))
        });
        (text, of_expression.expect("an expression that does not compile"))
    }

    /// Only what replaces the marked part is shown in quotes.
    #[test]
    fn samples_are_not_put_into_the_rule() {
        for (rule, expected) in [
            ("rule: let x = self.word; x != ''", false),
            ("rule: cel.bind(x, self.word, x != '')", true),
            ("rule: sprintf(self.word, 1) == '1'", false),
            ("rule: sprintf('%v', [1]) == '1'", true),
        ] {
            let (_, found) = diagnostic(rule);
            let is_quoted = found.help.iter().any(|help| help.starts_with("in YAML, "));
            assert_eq!(is_quoted, expected, "{rule}: {:?}", found.help);
        }
    }

    /// A proposal that is pasted as it is would be another expression.
    #[test]
    fn proposals_fit_the_quotes_of_yaml() {
        let part = "rule: 'self.map.a-b == \"x\"'";
        for (rule, expected) in [
            (part, "in YAML, the whole text is `'self.map[''a-b''] == \"x\"'`"),
            (
                "{rule: 'true', messageExpression: must be small}",
                "in YAML, this text needs quotes: `\"'must be small'\"`",
            ),
            (
                "{rule: 'true', messageExpression: 'must be < 5'}",
                "in YAML, the whole text is `\"'must be < 5'\"`",
            ),
            (
                "rule: self.word == 'a' if true else true",
                "in YAML, this text needs quotes",
            ),
            ("rule: \"self.word == 'a' if true else true\"", ""),
            ("rule: self.wrd == 'a'", ""),
            ("rule: \"self.map.a-b == 'x'\"", ""),
            (
                "rule: \"self.word.matches('[a-z]+\\\\.[a-z]+')\"",
                "in YAML, the whole text is `'self.word.matches(r''[a-z]+\\.[a-z]+'')'`",
            ),
            ("rule: self.word.matches('[a-z]+\\.[a-z]+')", ""),
        ] {
            let text = widgets(&format!(
                "spec:
  type: object
  required: [map]
  properties: {{word: {{type: string, maxLength: 5}}, map: {{type: object, additionalProperties: {{type: string}}}}}}
  x-kubernetes-validations:
  - {rule}"
            ));
            let report = check::text(&text, &Options::default());
            let mut helps = report
                .findings
                .iter()
                .flat_map(|finding| &finding.diagnostic.help);
            let found = helps.find(|help| help.starts_with("in YAML, "));
            assert_eq!(found.map_or("", String::as_str), expected, "{rule}");
        }
    }

    #[test]
    fn lines_that_are_joined() {
        const JOINED: Option<&str> = Some("// one\n      && self.word != 'b'");
        for (rule, marked) in [
            (
                "rule: >-\n      self.word != 'a' // one\n      && self.word != 'b'",
                JOINED,
            ),
            ("rule: self.word != 'a' // one\n      && self.word != 'b'", JOINED),
            (
                "rule: \"self.word != 'a' // one\n      && self.word != 'b'\"",
                JOINED,
            ),
            (
                "rule: |-\n      self.word != 'a' // one\n      && self.word != 'b'\n    message: m",
                None,
            ),
            (
                "rule: >-\n      self.word != 'a'\n      // one\n      // two",
                None,
            ),
            (
                "rule: >-\n      self.word != 'a//b'\n      && self.word != 'b'",
                None,
            ),
            ("rule: >-\n      self.word != 'a\n      b'", Some("'a\n      b'")),
            // Tools wrap long lines at spaces.
            ("rule: self.word != 'a\n      b'", None),
            ("rule: \"self.word != 'a\\\n      b'\"", None),
            ("rule: self.word != 'a' // one\n      word", None),
        ] {
            let text = widgets(&format!(
                "spec:
  type: object
  properties: {{word: {{type: string, maxLength: 5}}}}
  required: [word]
  x-kubernetes-validations:
  - {rule}"
            ));
            let report = check::text(&text, &Options::default());
            let mut diagnostics = report.findings.iter().map(|finding| &finding.diagnostic);
            let joined = diagnostics.find(|diagnostic| diagnostic.code == codes::RULE_LINES_JOINED);
            let found = joined.and_then(|joined| joined.span?.slice(&text));
            let place = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(found.map(place), marked.map(place), "{rule}");
        }
        let (_, found) = diagnostic("rule: >-\n      self.word != 'a' && // one\n      self.word != 'b'");
        assert_eq!(
            (found.code.number(), &*found.help[0]),
            (410, "write the rule after `|`, which keeps its lines")
        );
    }

    /// Carets are at the wrong part of the rule, in each style of the scalar.
    #[test]
    fn carets_are_inside_the_rule() {
        for (rule, code, piece, message) in [
            ("rule: self.wrd == 'a'", 412, "wrd", "no field `wrd`"),
            (
                "rule: 'self.word == ''x'' || has(self.wrd)'",
                412,
                "wrd",
                "no field `wrd`",
            ),
            (
                "rule: \"self.word == \\\"x\\\" || self.wrd == 'a'\"",
                412,
                "wrd",
                "no field `wrd`",
            ),
            (
                "rule: |-\n      self.word == 'a' &&\n      self.wrd == 'a'\n    message: m",
                412,
                "wrd",
                "no field `wrd`",
            ),
            (
                "rule: >-\n      self.word == 'a' &&\n      self.wrd == 'a'\n    message: m",
                412,
                "wrd",
                "no field `wrd`",
            ),
            (
                "rule: this.word == 'a'",
                411,
                "this",
                "there is no variable `this`",
            ),
            (
                "rule: self.word == 1",
                413,
                "self.word == 1",
                "`==` cannot be applied to `string` and `int`",
            ),
            (
                "rule: !self.word.exists(c, c == 'a')",
                410,
                "!self.word.exists(c,",
                "YAML takes the beginning of the expression as a tag",
            ),
            (
                "rule: self.word",
                414,
                "self.word",
                "a rule must return `bool`, but this returns `string`",
            ),
            (
                "rule: self.word ==",
                410,
                "",
                "the expression ends too early, expected an expression",
            ),
            (
                "rule: self.word.matches('[')",
                415,
                "'['",
                "the API server cannot compile this pattern: a class is not closed: `[`",
            ),
        ] {
            let (text, found) = diagnostic(rule);
            assert_eq!(found.message, message, "{rule}");
            assert_eq!(found.code.number(), code, "{rule}");
            assert_eq!(
                found.span.and_then(|span| span.slice(&text)),
                Some(piece),
                "{rule}"
            );
        }
    }

    #[test]
    fn declarations_are_labelled() {
        let (text, found) = diagnostic("rule: self.wrd == 'a'");
        assert_eq!(found.help, ["did you mean `word`?"]);
        let labels: Vec<_> = found
            .labels
            .iter()
            .map(|(span, note)| (span.slice(&text), &**note))
            .collect();
        assert_eq!(labels, [(Some("word"), "declared here")]);
        let (text, found) = diagnostic("rule: self.untyped == 'a'");
        assert_eq!(
            found.message,
            "rules cannot use `untyped`: its schema has no type"
        );
        let labels: Vec<_> = found
            .labels
            .iter()
            .map(|(span, note)| (span.slice(&text), &**note))
            .collect();
        assert_eq!(labels, [(Some("untyped"), "declared without a type")]);
    }

    #[test]
    fn message_expressions_have_the_same_words_and_their_own_code() {
        let (text, found) = diagnostic("{rule: self.word != 'a', messageExpression: self.wrd}");
        assert_eq!(
            (found.code, &*found.message),
            (codes::MESSAGE_EXPRESSION, "no field `wrd`")
        );
        assert_eq!(found.span.and_then(|span| span.slice(&text)), Some("wrd"));
    }

    #[test]
    fn absent_fields_in_map() {
        let text = widgets(
            "spec:
  type: array
  maxItems: 5
  items: {type: object, properties: {weight: {type: integer}}}
  x-kubernetes-validations:
  - rule: self.map(b, b.weight).sum() <= 100",
        );
        let report = check::text(&text, &Options::default());
        let mut diagnostics = report.findings.iter().map(|finding| &finding.diagnostic);
        let absent = diagnostics.find(|diagnostic| diagnostic.code == codes::CEL_ABSENT_FIELD);
        let expected = "write `.map(b, has(b.weight), b.weight)`, require `weight`, or give it a default";
        assert_eq!(absent.map(|absent| &*absent.help[0]), Some(expected));
    }

    #[test]
    fn templates_and_members_of_the_root_have_help() {
        for (rule, expected) in [
            (
                "{rule: self.word != 'a', messageExpression: 'not {self.word}'}",
                "write `'not %s'.format([self.word])`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: this is wrong}",
                "a message expression is CEL: write `'this is wrong'`, or use `message`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: '\"got\", self.word'}",
                "a message expression is one text: write `'got %s'.format([self.word])`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: '\"got \" & string(self.word) & \"!\"'}",
                "a message expression is one text: write `'got %s!'.format([self.word])`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: \"'got %s', self.word\"}",
                "a message expression is one text: write `'got %s'.format([self.word])`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: \"format!('got {}', self.word)\"}",
                "a message expression is one text: write `'got %s'.format([self.word])`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: \"'can't be a'\"}",
                "a text with `'` stands in double quotes: write `\"can't be a\"`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: \"'can't be ' + self.word\"}",
                "the `'` before it ends the text; in YAML in single quotes, each `'` is written twice",
            ),
            (
                "{rule: self.word != 'a', messageExpression: \"'%s of %s' % (self.word, 1)\"}",
                "a message expression is one text: write `'%s of %s'.format([self.word, 1])`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: \"format!('got {self.word}')\"}",
                "write `'got %s'.format([self.word])`",
            ),
            (
                "{rule: it must be a, message: self.word == 'a'}",
                "`message` is a condition: swap `rule` and `message`",
            ),
            (
                "{rule: '!has(oldSelf)', optionalOldSelf: true}",
                "write `oldSelf.hasValue()`",
            ),
            (
                "{rule: self.word != 'a', messageExpression: self.word != 'a'}",
                "write a text, such as `'a must be less than b'`; for one of two texts, write `condition ? 'a' : 'b'`",
            ),
            (
                "rule: self.metadata.name != 'a'",
                "only rules at the root of the schema can read `metadata`, and of it only `name` and `generateName`",
            ),
            (
                "rule: self.extra.foo == 'a'",
                "rules can only read declared fields, even with `x-kubernetes-preserve-unknown-fields`: declare `foo`",
            ),
            (
                "rule: self.spec.word != 'a'",
                "`self` is the value at `spec` here, not the whole object: write `self.word`",
            ),
            (
                "rule: self.Spec.Word != 'a'",
                "`self` is the value at `spec` here, not the whole object: write `self.word`",
            ),
            (
                "rule: self.spec.wrd != 'a'",
                "`self` is the value at `spec` here, not the whole object: write `self`",
            ),
            (
                "rule: has(self.status)",
                "only rules at the root of the schema can read `status`",
            ),
        ] {
            let (_, mut found) = diagnostic(rule);
            found.help.retain(|help| !help.starts_with("in YAML, "));
            assert_eq!(found.help, [expected], "{rule}");
        }
    }

    /// The key of a list is the member by which its elements are called, whatever the names of the others are.
    #[test]
    fn elements_are_called_by_the_key_of_their_list() {
        let text = widgets(
            "spec: {type: object, properties: {lines: {type: array, maxItems: 5, x-kubernetes-list-type: map, \
             x-kubernetes-list-map-keys: [x-id], items: {type: object, required: [x-id], properties: {name: {type: string, \
             maxLength: 5}, x-id: {type: string, maxLength: 5}}}}}, x-kubernetes-validations: [{rule: \"'a' in self.lines\"}]}",
        );
        let report = check::text(&text, &Options::default());
        let help = &report.findings[0].diagnostic.help;
        assert_eq!(
            help[0], "write `self.lines.exists(x, x.x__dash__id == 'a')`",
            "{help:?}"
        );
    }

    #[test]
    fn placeholders_in_messages_are_reported() {
        for (rule, expected) in [
            ("message: 'not {self.word}'", 1),
            ("message: 'one of {a, b}'", 0),
            ("messageExpression: '\"not {self.word}\"'", 1),
            ("messageExpression: '\"not \" + self.word'", 0),
            ("message: \"'not %s'.format([self.word])\"", 1),
            ("message: not %s", 1),
            ("messageExpression: \"'self.word' + ' is bad'\"", 1),
            ("messageExpression: \"'self.word is ' + self.word\"", 0),
            ("messageExpression: \"'self.word'\"", 0),
        ] {
            let text = widgets(&format!(
                "spec: {{type: object, properties: {{word: {{type: string, maxLength: 5}}}}, \
                 x-kubernetes-validations: [{{rule: self.word != 'a', {rule}}}]}}"
            ));
            let report = check::text(&text, &Options::default());
            let reported = report.findings.iter().map(|finding| finding.diagnostic.code);
            let found = reported.filter(|code| *code == codes::RULE_CONSTANT).count();
            assert_eq!(found, expected, "{rule}");
        }
    }
}
