//! Messages of rules: without a requirement, with placeholders, and expressions that never have one.

use crd_cel::ast::{Ast, Kind, NodeId};
use crd_cel::facts::is_message_never_evaluated;
use crd_cel::template::as_format;

use crate::check::advise::rule_at;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::check::lints::run::LintRun;
use crate::check::lints::walk::SchemaNode;
use crate::check::place::node_at;
use crate::check::rules::{OfSchema, accepted_message};
use crate::model::field::Path;
use crate::model::schema::ValidationRule;
use crate::yaml::quoted;
use crate::yaml::tree::Span;

/// The maximum number of characters of a message that a help shows.
const SHOWN: usize = 60;

pub(super) fn message(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) {
    if rule.message.is_empty() && rule.message_expression.is_empty() {
        if !run.has_room(codes::RULE_WITHOUT_MESSAGE) {
            return;
        }
        let field = path.child("rule").to_field_path();
        run.report(
            codes::RULE_WITHOUT_MESSAGE,
            &field,
            format!(
                "`{}` has no message, so the server shows the rule to users",
                cut(&rule.rule, 60)
            ),
        )
        .label("no `message`")
        .help("write `message: … must …`");
        return;
    }
    if run.has(codes::RULE_MESSAGE_FORM) && cut_by_comment(run, path, rule) {
        return;
    }
    if run.has(codes::RULE_MESSAGE_FORM) && !rule.message.is_empty() && says_only_what_is_wrong(&rule.message)
    {
        let field = path.child("message").to_field_path();
        run.report(
            codes::RULE_MESSAGE_FORM,
            &field,
            format!(
                "the message `{}` does not state the requirement",
                cut(&rule.message, 60)
            ),
        )
        .help("write it with `must`: `must be at least as large as minReplicas`");
    }
}

/// Reports a message that YAML ends before ` #`, where no comment was meant: `see #12`.
fn cut_by_comment(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) -> bool {
    let source = run.judged.source;
    // Few texts have a comment on the line of a value.
    let has_value = |comment: &Span| {
        let before = source.text.get(..comment.start as usize).unwrap_or_default();
        !matches!(
            before.trim_end_matches([' ', '\t']).bytes().last(),
            None | Some(b'\n')
        )
    };
    if !run.judged.comments.iter().any(has_value) {
        return false;
    }
    let field = path.child("message").to_field_path();
    let Some(span) = node_at(source.document, &field).map(|node| node.span) else {
        return false;
    };
    let behind = source.text.get(span.end as usize..).unwrap_or_default();
    let behind = behind.lines().next().unwrap_or_default();
    let is_plain = span.slice(source.text) == Some(&*rule.message);
    let is_comment = |rest: &str| rest.starts_with([' ', '#', '!', ':']) || rest.is_empty();
    let Some(rest) = behind
        .trim_start()
        .strip_prefix('#')
        .filter(|rest| is_plain && !is_comment(rest))
    else {
        return false;
    };
    let word = rest.split(' ').next().unwrap_or_default();
    let message = format!(
        "the message ends before `#{}`, which is a comment in YAML",
        cut(word, SHOWN)
    );
    run.report(codes::RULE_MESSAGE_FORM, &field, message)
        .label("ends here")
        .help("if it is a part of the message, write the message in quotes");
    true
}

/// Reports a message with a placeholder of another language, which the server shows as it is.
pub(super) fn placeholder(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) {
    let has_mark = |text: &str| memchr::memchr3(b'{', b'$', b'\\', text.as_bytes()).is_some();
    let may_have = |text: &str| has_mark(text) && text.contains("elf");
    if !run.has(codes::RULE_CONSTANT) {
        return;
    }
    let (keyword, call) = if may_have(&rule.message_expression) {
        let Some(ast) = run.tree(&rule.message_expression) else {
            return;
        };
        let mut texts = ast.ids().filter_map(|id| ast.string_literal(id));
        ("messageExpression", texts.find_map(as_format))
    } else if may_have(&rule.message) {
        ("message", as_format(&rule.message))
    } else {
        return;
    };
    let Some(call) = call else { return };
    let help = as_expression(run, path, &call);
    run.report(
        codes::RULE_CONSTANT,
        &path.child(keyword).to_field_path(),
        "the server replaces no placeholders in the texts of messages".to_owned(),
    )
    .help(help);
}

/// Reports a path in quotes that is joined with other texts in a message expression: `'self.size' + ' is too high'`.
pub(super) fn path_in_quotes(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) {
    let source = &*rule.message_expression;
    if !(source.contains("'self.") || source.contains("\"self.")) || !run.has(codes::RULE_CONSTANT) {
        return;
    }
    let Some(ast) = run.tree(source) else { return };
    let is_path = |text: &&str| {
        let is_name =
            |name: &str| !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        text.strip_prefix("self.")
            .is_some_and(|rest| rest.split('.').all(is_name))
    };
    let joined = ast.ids().filter_map(|id| match ast.plain_call(id) {
        Some(("_+_", operands)) => Some(operands),
        _ => None,
    });
    let text = joined
        .flatten()
        .find_map(|id| ast.string_literal(*id).filter(is_path))
        .map(str::to_owned);
    let Some(text) = text else { return };
    run.report(
        codes::RULE_CONSTANT,
        &path.child("messageExpression").to_field_path(),
        format!("users see the text `{text}`, not the value, since it is in quotes"),
    )
    .help(format!(
        "write `{text}` without quotes, or in `string(…)` if it is no text"
    ));
}

/// Returns the help for a text that is meant as the message expression of a rule.
fn as_expression(run: &LintRun<'_>, path: &Path<'_>, source: &str) -> String {
    let (crd, version) = (run.judged.crd, run.judged.options.version);
    let place = rule_at(crd, &path.child("rule").to_field_path());
    let accepted =
        place.and_then(|(schema, node, index)| accepted_message(schema, &node, index, source, version));
    let Some(source) = accepted else {
        return "write it as `messageExpression`; as it is written, the server would reject it there"
            .to_owned();
    };
    match quoted(&source) {
        Some(quoted) => format!("write `messageExpression: {quoted}`"),
        None => format!("write `{source}` as `messageExpression`"),
    }
}

/// Reports a message that is an expression for a text, or a format, which the server shows as it is. Conditions are common as messages.
pub(super) fn expression_as_message(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) {
    let source = &*rule.message;
    let has_operation = || memchr::memchr2(b'+', b'(', source.as_bytes()).is_some();
    if !run.has(codes::RULE_CONSTANT) {
        return;
    }
    let is_possible = has_operation() && source.contains("elf");
    let tree = is_possible.then(|| run.tree(source)).flatten();
    let is_text = tree.is_some_and(|ast| {
        let has_text = || ast.ids().any(|id| ast.string_literal(id).is_some());
        let has_self = || {
            ast.ids()
                .any(|id| is_named(&ast, id, "self") || is_named(&ast, id, "oldSelf"))
        };
        let function = ast.root().map(|root| ast.kind(root));
        let is_text = match function {
            Some(Kind::Call { function, .. }) => match ast.text(function) {
                "_+_" => has_text(),
                name => matches!(name, "string" | "format" | "join"),
            },
            _ => false,
        };
        is_text && has_self()
    });
    if is_text {
        let help = as_expression(run, path, source);
        run.report(
            codes::RULE_CONSTANT,
            &path.child("message").to_field_path(),
            "the server shows `message` as it is: only `messageExpression` is evaluated".to_owned(),
        )
        .help(help);
    } else {
        clause(run, path, rule);
    }
}

fn is_named(ast: &Ast, id: NodeId, name: &str) -> bool {
    matches!(ast.kind(id), Kind::Ident(known) if ast.text(known) == name)
}

/// Reports a message with clauses of `format`, which the server shows as they are.
fn clause(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) {
    if !rule.message.contains('%') || !has_clause(&rule.message) {
        return;
    }
    let is_shown = |text: &str| {
        text.chars().count() <= SHOWN
            && !text.contains(['\'', '"', '\\', '`', '\n'])
            && text
                .split('%')
                .skip(1)
                .all(|after| after.starts_with(['s', 'd', 'f']))
    };
    let text = match &*rule.message {
        text if is_shown(text) => text,
        _ => "…",
    };
    run.report(
        codes::RULE_CONSTANT,
        &path.child("message").to_field_path(),
        "the server shows `message` as it is: only `messageExpression` is evaluated".to_owned(),
    )
    .help(format!(
        "write `messageExpression: \"'{text}'.format([self.…])\"`, with a value for each `%`"
    ));
}

/// Whether a text has a clause such as `%s`, which is no percentage.
fn has_clause(text: &str) -> bool {
    text.split('%').collect::<Vec<_>>().windows(2).any(|parts| {
        let [before, after] = parts else { return false };
        let mut after = after.chars();
        let is_clause = after
            .next()
            .is_some_and(|c| matches!(c, 's' | 'd' | 'v' | 'f' | 'q'));
        is_clause
            && !after.next().is_some_and(char::is_alphanumeric)
            && !before.ends_with(|c: char| c.is_ascii_digit())
    })
}

/// Reports a message expression without a message, in place of which the server writes `message` or `failed rule`.
pub(super) fn never_a_message(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    path: &Path<'_>,
    rule: &ValidationRule,
) {
    let source = &*rule.message_expression;
    if source.is_empty() || !run.has(codes::RULE_CONSTANT) {
        return;
    }
    let Some(ast) = run.tree(source) else { return };
    empty_case(run, path, rule, &ast);
    let reads_old = |rule: &ValidationRule| rule.is_transition() || rule.optional_old_self == Some(true);
    let is_old = |id: NodeId| is_named(&ast, id, "oldSelf");
    let is_branch = |id: NodeId| matches!(ast.plain_call(id), Some(("_?_:_" | "_||_" | "_&&_", _)));
    let text = ast.root().map(|root| shown_text(&ast, root));
    let text = text.as_deref().map(str::trim);
    let mut when = "never has a message";
    let (why, help) = if !reads_old(rule) && ast.ids().any(is_old) {
        // The server has the old value for all rules of a node if one of them reads it.
        when = if node.schema.rules().iter().any(reads_old) {
            "has no message for new objects"
        } else if ast.ids().any(is_branch) {
            "sometimes has no message"
        } else {
            when
        };
        (
            "it reads `oldSelf`, which the rule does not",
            "leave `oldSelf` out, or compare with it in the rule",
        )
    } else if text.is_some_and(str::is_empty) {
        ("it is empty", "write a message, or remove it")
    } else if text.is_some_and(|text| text.contains('\n')) {
        ("it has a line break", "write the message in one line")
    } else if reads_what_is_absent(run, node, rule, &ast) {
        (
            "it reads what is absent whenever the rule is false",
            "leave that out of the message, or write only `message`",
        )
    } else {
        return;
    };
    run.report(
        codes::RULE_CONSTANT,
        &path.child("messageExpression").to_field_path(),
        format!(
            "the message expression {when}: {why}, and the server writes {}",
            in_place(rule)
        ),
    )
    .help(help);
}

/// Returns the text of a message, with `x` in place of each part that is no literal.
fn shown_text(ast: &Ast, id: NodeId) -> String {
    match ast.plain_call(id) {
        Some(("_+_", &[left, right])) => shown_text(ast, left) + &shown_text(ast, right),
        _ => match ast.kind(id) {
            Kind::Call {
                function,
                target: Some(template),
                ..
            } if ast.text(function) == "format" => shown_text(ast, template),
            _ => ast.string_literal(id).unwrap_or("x").to_owned(),
        },
    }
}

/// Reports a message expression that is the empty text in one case, if there is no other message.
fn empty_case(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule, ast: &Ast) {
    let mut cases: Vec<NodeId> = ast.root().into_iter().collect();
    while let Some(id) = cases.pop() {
        if let Some(("_?_:_", &[_, one, other])) = ast.plain_call(id) {
            cases.extend([one, other]);
        } else if Some(id) != ast.root()
            && rule.message.is_empty()
            && ast.string_literal(id).is_some_and(|text| text.trim().is_empty())
        {
            run.report(
                codes::RULE_CONSTANT,
                &path.child("messageExpression").to_field_path(),
                "the server does not use an empty message, and writes `failed rule: …`".to_owned(),
            )
            .help("write a message for each case");
            return;
        }
    }
}

/// Whether a message expression beside a message always fails. One without is reported with an example.
fn reads_what_is_absent(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    rule: &ValidationRule,
    message: &Ast,
) -> bool {
    !rule.message.is_empty()
        && run.tree(&rule.rule).is_some_and(|ast| {
            let schema = node.kept_schema();
            let values = OfSchema::new(&schema, run.judged.options.version);
            is_message_never_evaluated(&ast, message, &values)
        })
}

/// Returns what the server writes for a rule whose message expression has no message.
fn in_place(rule: &ValidationRule) -> &'static str {
    if rule.message.is_empty() {
        "`failed rule: …`"
    } else {
        "`message`"
    }
}

/// Whether a message judges a value, and does not say which values are valid.
fn says_only_what_is_wrong(message: &str) -> bool {
    /// Words of judgements.
    const JUDGEMENTS: [&str; 15] = [
        "too",
        "bad",
        "wrong",
        "incorrect",
        "incorrectly",
        "malformed",
        "improper",
        "illegal",
        "unacceptable",
        "inconsistent",
        "error",
        "failed",
        "failure",
        "fails",
        "nonsense",
    ];
    /// Words of requirements and of advice, as parts of words.
    const REQUIREMENTS: [&str; 28] = [
        "must",
        "requir",
        "immutable",
        "only",
        "forbidden",
        "may",
        "can",
        "reserved",
        "permitted",
        "supported",
        "should",
        "allowed",
        "exclusive",
        "least",
        "most",
        "more",
        "less",
        "than",
        "need",
        "expected",
        "mandatory",
        "shall",
        "either",
        "one of",
        "has to",
        "have to",
        "not",
        "max",
    ];
    let message = message.to_ascii_lowercase();
    let mut words = message.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| JUDGEMENTS.contains(&word))
        && !message.contains(|c: char| c.is_ascii_digit())
        && !REQUIREMENTS.iter().any(|word| message.contains(word))
}

#[cfg(test)]
mod tests {
    use super::says_only_what_is_wrong;

    #[test]
    fn messages_without_a_requirement() {
        for message in [
            "must be set",
            "Need to provide either username or custom_id",
            "nsFrom and nsTo need to be set together",
            "specify either configMapRef or config, not both",
            "Use one of: jwksUrl, issuerUrl",
            "if inline is set no other field can be set",
            "metadata.name max length is 63",
            "the name is too long, 63 characters are the limit",
            "wrong kind: only Secret is supported",
            "missing storage request",
            "setting a without b has no effect",
        ] {
            assert!(!says_only_what_is_wrong(message), "{message}");
        }
        for message in [
            "a is too large",
            "Bad value",
            "validation failed",
            "incorrect format.",
        ] {
            assert!(says_only_what_is_wrong(message), "{message}");
        }
    }
}
