//! Messages about rules that fail for a value that everything else admits.

use serde_json::Value;

use super::absent::{SelectedField, SelectedFields, WITHOUT_HAS, if_absent};
use crate::check::diagnose::cut;
use crate::check::rules::{Failure, FailureKind};
use crate::check::{Diagnostic, codes};
use crate::model::schema::rule::words;
use crate::yaml::is_plain;
use crate::yaml::tree::Span;

/// The maximum number of characters of a value in a message.
const LIMIT: usize = 100;

pub(super) fn diagnostic(
    span: Span,
    failure: &Failure,
    rule: &str,
    fields: SelectedFields<'_>,
) -> Diagnostic {
    let Failure { kind, error, .. } = failure;
    let part = up_to_absent(&failure.part, error);
    let is_shown =
        |name: &str| failure.map_keys.iter().any(|key| key == name) || words(rule).any(|word| word == name);
    let value = shown(&failure.value, &is_shown);
    let example = match &failure.old {
        Some(old) => format!("if `{value}` replaces `{}`", shown(old, &is_shown)),
        None => format!("for `{value}`"),
    };
    let fails = format!("`{part}` fails with `{error}` {example}");
    let may_be_absent = format!("`{part}` may be absent: the rule fails with `{error}` {example}");
    let index = part.rfind(']').and_then(|end| part.get(..end)?.rsplit_once('['));
    let (code, message, label, help) = match (kind, index) {
        (FailureKind::NoSuchKey, Some((of, key))) if part.ends_with(']') => (
            codes::CEL_ABSENT_ELEMENT,
            may_be_absent,
            "read without a test",
            format!("write `!({key} in {of}) || …`"),
        ),
        (FailureKind::NoSuchKey, _) => (
            codes::CEL_ABSENT_FIELD,
            may_be_absent,
            WITHOUT_HAS,
            if_absent(part, rule, "it", fields(part)),
        ),
        (FailureKind::OutOfBounds, Some((of, index))) => (
            codes::CEL_ABSENT_ELEMENT,
            may_be_absent,
            "read without a test",
            of_short_list(of, index.trim()),
        ),
        (FailureKind::OutOfBounds, None) if error.ends_with(EMPTY_LIST) => (
            codes::CEL_ABSENT_ELEMENT,
            fails,
            "fails if the list is empty",
            format!("write `size({}) == 0 || …`", receiver(part)),
        ),
        (FailureKind::OutOfBounds, None) => (
            codes::CEL_ABSENT_ELEMENT,
            fails,
            "fails if it is shorter",
            format!("write `size({}) < {} || …`", receiver(part), last_word(error)),
        ),
        (FailureKind::DivisionByZero, _) => {
            let divisor = part.rsplit(['/', '%']).next().unwrap_or(part).trim();
            (
                codes::CEL_DIVISION_BY_ZERO,
                fails,
                "the divisor may be 0",
                without_zero(divisor),
            )
        }
        (FailureKind::NoValue, _) => (
            codes::CEL_ABSENT_FIELD,
            fails,
            "read without `hasValue`",
            format!("write `{0}.orValue(…)` or `!{0}.hasValue() || …`", receiver(part)),
        ),
        (FailureKind::NoSuchOverload, _) => (
            codes::CEL_INT_OR_STRING,
            fails,
            "fails with values of this type",
            "test the type first: `type(…) == int ? … : …`".to_owned(),
        ),
    };
    Diagnostic::new(code, message, span)
        .with_label(label)
        .with_help(help)
}

/// Returns the help for a divisor that may be 0: a bound, if it is a field.
fn without_zero(divisor: &str) -> String {
    let is_field = divisor.contains('.')
        && divisor
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._".contains(c));
    let bound = if is_field { ", or set `minimum: 1`" } else { "" };
    format!("write `{divisor} == 0 || …`{bound}")
}

/// Reports a message expression that fails for a value for which the rule is false.
pub(super) fn of_message(span: Span, failure: &Failure, expression: &str) -> Diagnostic {
    let of_rule = diagnostic(span, failure, expression, &|_| SelectedField::default());
    let Failure { kind, error, .. } = failure;
    let part = up_to_absent(&failure.part, error);
    let element = part.strip_suffix(']').and_then(|part| part.rsplit_once('['));
    let condition = match (kind, element) {
        (FailureKind::NoSuchKey, Some((of, key))) => format!("{key} in {of}"),
        (FailureKind::NoSuchKey, None) => format!("has({part})"),
        (FailureKind::OutOfBounds, Some((of, index))) => format!("size({of}) > {index}"),
        (FailureKind::OutOfBounds, None) if error.ends_with(EMPTY_LIST) => {
            format!("size({}) > 0", receiver(part))
        }
        (FailureKind::OutOfBounds, None) => format!("size({}) >= {}", receiver(part), last_word(error)),
        _ => "…".to_owned(),
    };
    let message = of_rule
        .message
        .replacen("the rule fails", "the message expression fails", 1);
    Diagnostic::new(
        of_rule.code,
        format!("{message}, for which the rule is false: users see `failed rule: …`"),
        span,
    )
    .with_label("no message without it")
    .with_help(format!(
        "write `{condition} ? … : …`, or add a `message`, which is then used"
    ))
}

/// Returns the part of a selection that ends with the absent field or element: `self.a` of `self.a.b[0]` if the error names `a`.
fn up_to_absent<'p>(part: &'p str, error: &str) -> &'p str {
    let tested = part.strip_prefix("has(").and_then(|part| part.strip_suffix(')'));
    let part = tested.unwrap_or(part);
    let Some(key) = error.strip_prefix("no such key: ") else {
        let end = part
            .rfind(']')
            .filter(|_| error.starts_with("index out of bounds"));
        return end.and_then(|end| part.get(..=end)).unwrap_or(part);
    };
    let mut ends = part
        .match_indices(key)
        .map(|(start, _)| (start, start + key.len()));
    let end = ends.find(|(start, end)| {
        let before = part.get(..*start).unwrap_or_default();
        let after = part.get(*end..).unwrap_or_default();
        before.ends_with('.') && after.starts_with(['.', '['])
    });
    end.and_then(|(_, end)| part.get(..end)).unwrap_or(part)
}

/// The end of the error of `max` and `min`.
const EMPTY_LIST: &str = "empty list";

/// Returns the help for an index that a list may not have.
fn of_short_list(list: &str, index: &str) -> String {
    let from_end = [format!("size({list})"), format!("{list}.size()")]
        .iter()
        .find_map(|size| index.strip_prefix(&**size))
        .map(|rest| rest.trim_start_matches([' ', '-']));
    match from_end {
        Some("") => format!("the last element is `{list}[size({list}) - 1]`"),
        Some("1") => format!("write `size({list}) == 0 || …`"),
        Some(number) => format!("write `size({list}) < {number} || …`"),
        None if index == "0" => format!("write `size({list}) == 0 || …`"),
        None => format!("write `size({list}) <= {index} || …`"),
    }
}

/// Returns the receiver of a call: `self.name` of `self.name.substring(3)`.
fn receiver(call: &str) -> &str {
    let callee = call.rfind('(').and_then(|at| call.get(..at));
    callee
        .and_then(|callee| callee.rsplit_once('.'))
        .map_or(call, |(receiver, _)| receiver)
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

/// Formats a value in YAML, in one line, without the members that are not shown.
fn shown(value: &Value, is_shown: &dyn Fn(&str) -> bool) -> String {
    let mut text = String::new();
    write(value, is_shown, &mut text);
    cut(&text, LIMIT)
}

fn write(value: &Value, is_shown: &dyn Fn(&str) -> bool, out: &mut String) {
    match value {
        Value::Object(members) => {
            let start = out.len();
            let separator = |out: &mut String| out.push_str(if out.len() == start { "{" } else { ", " });
            for (name, member) in members {
                if is_shown(name) {
                    separator(out);
                    out.push_str(name);
                    out.push_str(": ");
                    write(member, is_shown, out);
                }
            }
            separator(out);
            out.truncate(out.trim_end_matches(", ").len());
            out.push('}');
        }
        Value::Array(elements) => {
            out.push('[');
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                write(element, is_shown, out);
            }
            out.push(']');
        }
        Value::String(text) => {
            if is_plain(text) {
                out.push_str(text);
            } else {
                out.push_str(&value.to_string());
            }
        }
        other => out.push_str(&other.to_string()),
    }
}

#[cfg(all(test, feature = "samples"))]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    /// Returns the messages about rules in a CRD with these properties of `spec`, which has the rule.
    fn found(spec: &str, rule: &str) -> Vec<String> {
        found_with(spec, rule, "message: must be")
    }

    /// Returns the messages about a rule with this message.
    fn found_with(spec: &str, rule: &str, message: &str) -> Vec<String> {
        let rules = format!("x-kubernetes-validations: [{{rule: \"{rule}\", {message}}}]");
        let manifest = widgets(&format!("spec: {{type: object, {spec}, {rules}}}"));
        let report = check::text(&manifest, &Options::default());
        assert!(report.is_accepted(), "{rule}: {:?}", report.findings);
        let findings = report.findings.iter().map(|finding| &finding.diagnostic);
        let of_rules = findings.filter(|diagnostic| diagnostic.message.contains("fails with"));
        of_rules
            .map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message))
            .collect()
    }

    const QUEUE: &str = "required: [name, type, replicas, needed], properties: {
        needed: {type: object, properties: {list: {type: array, maxItems: 5, items: {type: integer}}}},
        nested: {type: object, properties: {list: {type: array, maxItems: 5, items: {type: integer}}}},
        name: {type: string, minLength: 1, maxLength: 20}, note: {type: string, maxLength: 20}, type: {type: string, enum: [Classic, Quorum, Stream]},
        mode: {type: string, enum: [Default, Lazy]}, durable: {type: boolean},
        replicas: {type: integer, minimum: 1}, limit: {type: integer, minimum: 0}, size: {x-kubernetes-int-or-string: true},
        items: {type: array, maxItems: 5, items: {type: object, properties: {a: {type: integer}, b: {type: integer}}}},
        map: {type: object, maxProperties: 5, additionalProperties: {type: object, properties: {b: {type: integer}}}},
        labels: {type: object, maxProperties: 5, additionalProperties: {type: string, maxLength: 9}}}";

    #[test]
    fn only_a_field_gets_a_bound_against_zero() {
        for (divisor, expected) in [
            ("self.count", "write `self.count == 0 || …`, or set `minimum: 1`"),
            ("self.list.size()", "write `self.list.size() == 0 || …`"),
            ("(self.a - 1)", "write `(self.a - 1) == 0 || …`"),
        ] {
            assert_eq!(super::without_zero(divisor), expected);
        }
    }

    #[test]
    fn absent_members_for_some_values() {
        let mode = |value| {
            format!(
                "CRD0419: `self.mode` may be absent: the rule fails with `no such key: mode` for `{value}`"
            )
        };
        let limit = |read, example| {
            format!("CRD0419: `{read}` may be absent: the rule fails with `no such key: limit` {example}")
        };
        for (rule, expected) in [
            ("self.mode != 'Lazy' || self.type == 'Classic'", mode("{type: Quorum}")),
            ("!(self.type == 'Stream' && self.mode == 'Lazy')", mode("{type: Stream}")),
            ("self.type == 'Stream' ? self.mode == 'Lazy' : true", mode("{type: Stream}")),
            ("!has(self.durable) || self.limit > 1", limit("self.limit", "for `{durable: false}`")),
            (
                "!has(self.limit) || self.limit >= oldSelf.limit",
                limit("oldSelf.limit", "if `{limit: 0}` replaces `{}`"),
            ),
            (
                "has(self.map) && 'a' in self.map && 'c' in self.map ? self.map.c.b > 1 : true",
                "CRD0419: `self.map.c.b` may be absent: the rule fails with `no such key: b` for `{map: {a: {}, c: {}}}`"
                    .to_owned(),
            ),
            (
                "self.type == 'Stream' ? self.nested.list[0] > 1 : true",
                "CRD0419: `self.nested` may be absent: the rule fails with `no such key: nested` for `{type: Stream}`"
                    .to_owned(),
            ),
            (
                "self.type == 'Stream' ? self.needed.list[0] > 1 : true",
                "CRD0419: `self.needed.list` may be absent: the rule fails with `no such key: list` for `{needed: {}, type: \
                 Stream}`"
                    .to_owned(),
            ),
            (
                "!has(self.map) || self.map.exists(k, self.map[k].b > 1)",
                "CRD0419: `self.map[k].b` may be absent: the rule fails with `no such key: b` for `{map: {a: {}}}`".to_owned(),
            ),
            (
                "!has(self.map) || !('chair' in self.map) || self.map['chair'].b > 1",
                "CRD0419: `self.map['chair'].b` may be absent: the rule fails with `no such key: b` for `{map: {chair: {}}}`"
                    .to_owned(),
            ),
            (
                "!has(self.items) || size(self.items) < 2 || self.items[1].a > 1",
                "CRD0419: `self.items[1].a` may be absent: the rule fails with `no such key: a` for `{items: [{}, {}]}`"
                    .to_owned(),
            ),
            (
                "!has(self.items) || self.items.all(x, !has(x.a) || self.items.exists_one(y, y.a == x.a))",
                "CRD0419: `y.a` may be absent: the rule fails with `no such key: a` for `{items: [{a: 0}, {}]}`".to_owned(),
            ),
            (
                "!has(self.items) || self.items.all(x, !has(x.a) || x.a < x.b)",
                "CRD0419: `x.b` may be absent: the rule fails with `no such key: b` for `{items: [{a: 0}]}`".to_owned(),
            ),
            (
                "self.?mode.value() == 'Lazy' || self.type != 'Quorum'",
                "CRD0419: `self.?mode.value()` fails with `optional.none() dereference` for `{type: Quorum}`".to_owned(),
            ),
        ] {
            assert_eq!(found(QUEUE, rule), [expected], "{rule}");
        }
    }

    #[test]
    fn updates_beside_a_pattern() {
        let spec = "required: [name], properties: {name: {type: string, pattern: '^[a-z]{9}$', maxLength: 9}, note: {type: string, maxLength: 9}}";
        let found = found(spec, "!has(oldSelf.note) || self.note == oldSelf.note");
        assert!(
            found
                .iter()
                .any(|found| found.contains("`self.note` may be absent")),
            "{found:?}"
        );
    }

    #[test]
    fn absent_elements_for_some_values() {
        for (rule, expected) in [
            (
                "!has(self.limit) || self.replicas / self.limit < 2",
                "CRD0424: `self.replicas / self.limit` fails with `division by zero` for `{limit: 0, replicas: 1}`",
            ),
            (
                "self.name.split('.')[1] != 'internal'",
                "CRD0423: `self.name.split('.')[1]` may be absent: the rule fails with `index out of bounds: 1` for \
                 `{name: example}`",
            ),
            (
                "self.name.substring(0, 3) != 'amq' && self.name.substring(0, 3) != 'abc'",
                "CRD0423: `self.name.substring(0, 3)` fails with `index out of range: 3` for `{name: a}`",
            ),
            (
                "self.name.startsWith('abc') || self.name.substring(0, 3) != 'amq'",
                "CRD0423: `self.name.substring(0, 3)` fails with `index out of range: 3` for `{name: a}`",
            ),
            (
                "!has(self.items) || self.items.map(x, has(x.a), x.a).max() < 5",
                "CRD0423: `self.items.map(x, has(x.a), x.a).max()` fails with `max called on empty list` for `{items: [{}]}`",
            ),
            (
                "!has(self.items) || self.items.filter(x, has(x.a))[0].a < 5",
                "CRD0423: `self.items.filter(x, has(x.a))[0]` may be absent: the rule fails with `index out of bounds: 0` for \
                 `{items: [{}]}`",
            ),
            (
                "!has(self.items) || has(self.items[size(self.items) - 1].a)",
                "CRD0423: `self.items[size(self.items) - 1]` may be absent: the rule fails with `index out of bounds: -1` for \
                 `{items: []}`",
            ),
            (
                "self.name.substring(0, 3) != 'amq'",
                "CRD0423: `self.name.substring(0, 3)` fails with `index out of range: 3` for `{name: a}`",
            ),
            (
                "!has(self.note) || self.note.substring(0, 3) != 'amq'",
                "CRD0423: `self.note.substring(0, 3)` fails with `index out of range: 3` for `{note: \"\"}`",
            ),
            (
                "!has(self.items) || self.items[0] == self.items[self.items.size() - 1]",
                "CRD0423: `self.items[0]` may be absent: the rule fails with `index out of bounds: 0` for `{items: []}`",
            ),
        ] {
            assert_eq!(found(QUEUE, rule), [expected], "{rule}");
        }
    }

    #[test]
    fn indices_of_short_lists() {
        for (index, help) in [
            ("0", "write `size(a) == 0 || …`"),
            ("2", "write `size(a) <= 2 || …`"),
            ("size(a)", "the last element is `a[size(a) - 1]`"),
            ("a.size() - 1", "write `size(a) == 0 || …`"),
            ("size(a)-2", "write `size(a) < 2 || …`"),
        ] {
            assert_eq!(super::of_short_list("a", index), help, "{index}");
        }
    }

    #[test]
    fn message_expressions() {
        for (rule, message, expected) in [
            (
                "self.replicas < 5",
                "'must be ' + self.mode",
                Some(
                    "CRD0419: `self.mode` may be absent: the message expression fails with `no such key: mode` for \
                 `{replicas: 5}`, for which the rule is false: users see `failed rule: …`",
                ),
            ),
            (
                "!has(self.items) || size(self.items) > 0",
                "'must be %d'.format([self.items[0].a])",
                Some(
                    "CRD0423: `self.items[0]` may be absent: the message expression fails with `index out of bounds: 0` for \
                 `{items: []}`, for which the rule is false: users see `failed rule: …`",
                ),
            ),
            (
                "self.replicas < 5",
                "has(self.mode) ? 'must be ' + self.mode : 'must be small'",
                None,
            ),
            // The field is there if the rule is false.
            (
                "!has(self.mode) || self.replicas < 5",
                "'must be ' + self.mode",
                None,
            ),
            ("self.replicas < 5", "'must be ' + self.name", None),
        ] {
            let only = format!("messageExpression: \"{message}\"");
            let expected: Vec<String> = expected.map(Into::into).into_iter().collect();
            assert_eq!(found_with(QUEUE, rule, &only), expected, "{rule}");
            // The server falls back to the message.
            let with_message = format!("message: must be, {only}");
            assert_eq!(found_with(QUEUE, rule, &with_message), [""; 0], "{rule}");
        }
    }

    /// The message of an inner rule is asked for only if the rules around it admit the object.
    #[test]
    fn message_expressions_of_inner_rules() {
        let of = |around: &str| {
            let inner = "properties: {inner: {type: object, properties: {a: {type: integer}, b: {type: string, maxLength: 9}}, \
                         x-kubernetes-validations: [{rule: \"!has(self.a) || self.a < 5\", messageExpression: \"'must be ' + self.b\"}]}}";
            found(inner, around).len()
        };
        assert_eq!(of("true"), 1);
        assert_eq!(of("!has(self.inner) || has(self.inner.a)"), 1);
        assert_eq!(of("!has(self.inner) || has(self.inner.b)"), 0);
    }

    /// The texts of the example satisfy the rules on them.
    #[test]
    fn texts_with_rules() {
        for of_text in [
            "self.startsWith('v')",
            "self.matches('^v[0-9]+$')",
            "self in ['x', 'y']",
            "isSemver(self)",
        ] {
            let spec = format!(
                "required: [version, percent], properties: {{approvers: {{type: array, maxItems: 8, items: {{type: string}}}}, \
                 percent: {{type: integer, minimum: 1, maximum: 100}}, version: {{type: string, maxLength: 32, \
                 x-kubernetes-validations: [{{rule: \"{of_text}\", message: must be}}]}}}}"
            );
            let expected = "CRD0419: `self.approvers` may be absent: the rule fails with `no such key: approvers` for \
                            `{percent: 51}`";
            assert_eq!(
                found(&spec, "self.percent > 50 ? self.approvers.size() > 0 : true"),
                [expected],
                "{of_text}"
            );
        }
    }

    #[test]
    fn rules_that_do_not_fail() {
        for rule in [
            "!has(self.mode) || self.mode != 'Lazy' || self.type == 'Classic'",
            "has(self.mode) ? self.mode != 'Lazy' : true",
            "self.?mode.orValue('') != 'Lazy' || self.type == 'Classic'",
            "self.replicas % self.replicas == 0",
            "self.name.split('.').size() < 2 || self.name.split('.')[1] != ''",
            "self.name.split('.')[0] != ''",
            "!has(self.items) || size(self.items) == 0 || self.items.map(x, has(x.a) ? x.a : 0).max() < 5",
            "!has(self.items) || size(self.items) == 0 || has(self.items[size(self.items) - 1].a)",
            "!has(self.labels) || self.labels.all(k, self.labels[k] != '')",
            "!has(self.limit) || !has(oldSelf.limit) || self.limit >= oldSelf.limit",
            // Such texts are to be rejected.
            "int(self.name) > 0",
        ] {
            assert_eq!(found(QUEUE, rule), [""; 0], "{rule}");
        }
    }

    /// Another rule, of the node or of one around it, rejects the values.
    #[test]
    fn rejected_otherwise() {
        let inner = |around: &str, rules: &str| {
            let inner = format!(
                "type: object, required: [type], properties: {{type: {{type: string, enum: [A, B]}}, mode: {{type: \
                 string, maxLength: 5}}}}, x-kubernetes-validations: [{{rule: \"self.type == 'A' || self.mode != 'x'\"}}{rules}]"
            );
            found(&format!("properties: {{inner: {{{inner}}}}}"), around)
        };
        assert_eq!(inner("true", "").len(), 1);
        assert_eq!(inner("true", ", {rule: \"has(self.mode)\"}").len(), 0);
        assert_eq!(inner("!has(self.inner) || has(self.inner.mode)", "").len(), 0);
        assert_eq!(inner("!has(self.inner) || self.inner.type == 'B'", "").len(), 1);
    }

    /// The smallest values violate rules about other members, at this node or below it.
    #[test]
    fn values_that_satisfy_other_rules() {
        let spec = "required: [min, max, trigger], properties: {min: {type: integer, minimum: 0}, max: {type: integer, minimum: 0}, \
                    crop: {type: string, enum: [Maize, Fallow]}, area: {type: integer, minimum: 1}, trigger: {type: object, required: \
                    [kind], properties: {kind: {type: string, enum: [cron, manual]}, schedule: {type: string, maxLength: 9}}, \
                    x-kubernetes-validations: [{rule: \"self.kind != 'cron' || has(self.schedule)\"}, {rule: \"self.kind != 'manual' || \
                    !has(self.schedule)\"}]}}";
        let rules = "x-kubernetes-validations: [{rule: self.min < self.max}, {rule: \"!has(self.area) || self.crop != 'Fallow'\"}]";
        let found = found(
            &format!("properties: {{field: {{type: object, {spec}, {rules}}}}}"),
            "true",
        );
        assert_eq!(
            found,
            ["CRD0419: `self.crop` may be absent: the rule fails with `no such key: crop` for `{area: 1}`"]
        );
    }

    /// Elements of a list are paired by their keys, so that their keys never change.
    #[test]
    fn elements_of_map_lists() {
        let of = |rule: &str| {
            found(
                &format!(
                    "properties: {{list: {{type: array, maxItems: 5, x-kubernetes-list-type: map, \
                     x-kubernetes-list-map-keys: [name], items: {{type: object, required: [name], properties: {{name: \
                     {{type: string, maxLength: 5}}, limit: {{type: integer}}}}, x-kubernetes-validations: [{{rule: \
                     \"{rule}\"}}]}}}}}}"
                ),
                "true",
            )
        };
        assert_eq!(of("self.name == oldSelf.name || self.limit > 0").len(), 0);
        assert_eq!(of("!has(self.limit) || self.limit > oldSelf.limit").len(), 1);
    }
}
