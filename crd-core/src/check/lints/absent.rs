//! What to write in a rule that reads a field which may be absent.

use crd_cel::Ast;
use crd_cel::ast::{Kind, Literal, NodeId};
use crd_cel::facts::{InvertedTest, size_operand};

use crate::KubeVersion;
use crate::model::schema::rule::words;
use crate::server::cel::tree;

/// The label of a field that may be absent.
pub(super) const WITHOUT_HAS: &str = "read without `has`";

/// What a manifest declares about a field that a rule selects.
#[derive(Clone, Copy, Default)]
pub(super) struct SelectedField {
    /// Whether its schema admits null; `None` if it is not known.
    pub(super) is_nullable: Option<bool>,
    /// Whether its object decides by other rules or by `oneOf` whether it is present, as for the members of a union, or is a map.
    pub(super) is_conditional: bool,
}

/// Returns what is declared about the field of a selection, such as `self.a`.
pub(super) type SelectedFields<'f> = &'f dyn Fn(&str) -> SelectedField;

/// Returns the help for a rule that reads a field which may be absent. `name` is the word for the field.
pub(super) fn if_absent(read: &str, rule: &str, name: &str, field: SelectedField) -> String {
    with_null(read, rule, field)
        .unwrap_or_else(|| format!("write {}{}", guards(read, rule), or_present(name, field)))
}

/// Returns the end of a help: that the field may be required or have a default instead. No value could be valid if that were written on
/// a field which must be absent beside others.
pub(super) fn or_present(name: &str, field: SelectedField) -> String {
    if field.is_conditional {
        String::new()
    } else {
        format!(", require {name}, or give it a default")
    }
}

/// Returns the help for a field, or a member of it, that a rule compares with null. The rule would be constant with some of the tests
/// that other rules need, and if the field is always there.
fn with_null(read: &str, rule: &str, field: SelectedField) -> Option<String> {
    let ast = tree(rule, KubeVersion::DEFAULT)?;
    let is_null = |id| matches!(ast.kind(id), Kind::Literal(Literal::Null));
    ast.ids().find_map(|id| {
        let (operator, &[one, other]) = ast.plain_call(id)? else {
            return None;
        };
        let compared = match (is_null(one), is_null(other)) {
            (false, true) => ast.source_of(one),
            (true, false) => ast.source_of(other),
            _ => return None,
        };
        let members = compared.strip_prefix(read)?;
        let (sign, test, both) = match operator {
            "_!=_" => ("!=", format!("has({read})"), "&&"),
            "_==_" => ("==", format!("!has({read})"), "||"),
            _ => return None,
        };
        let comparison = format!("{compared} {sign} null");
        if members.is_empty() && field.is_nullable == Some(false) {
            Some(format!("write `{test}` instead of `{comparison}`"))
        } else if members.is_empty() || members.starts_with(['.', '[']) {
            Some(format!(
                "write `({test} {both} {comparison})` instead of `{comparison}`"
            ))
        } else {
            None
        }
    })
}

/// Returns the tests that a rule needs that reads a field which may be absent. It may read the field of the other value too.
fn guards(read: &str, rule: &str) -> String {
    if let Some(meant) = of_inverted(read, rule) {
        return meant;
    }
    // The value of an element in `map` is often no condition.
    let variable = read.split('.').next().unwrap_or_default();
    if rule.contains(&format!(".map({variable},")) {
        return format!("`has({read}) ? … : …`");
    }
    let other = match read.strip_prefix("oldSelf.") {
        Some(field) => format!("self.{field}"),
        None => read.replacen("self.", "oldSelf.", 1),
    };
    if must_be_present(read, rule) {
        return format!("`has({read}) && …`");
    }
    if other != read && rule.contains(&other) && !rule.contains(&format!("has({other})")) {
        return format!("`!has({read}) || !has({other}) || …`");
    }
    format!("`!has({read}) || …` or `has({read}) && …`")
}

/// Returns the test before what reads a value: that it is absent, or that it is present, where only that has the meaning.
pub(super) fn test_before(read: &str, rule: &str, absent: &str, present: &str) -> String {
    if must_be_present(read, rule) {
        format!("`{present} && …`")
    } else {
        format!("`{absent} || …`")
    }
}

/// Whether the test before a value must be that it is present: in a macro that selects elements, which would otherwise select those without
/// the value, and in the condition of `? :`.
fn must_be_present(read: &str, rule: &str) -> bool {
    let is_condition = |ast: &Ast| match ast.plain_call(ast.root()?) {
        Some(("_?_:_", &[condition, ..])) => Some(ast.source_of(condition).contains(read)),
        _ => None,
    };
    let tree = rule
        .contains('?')
        .then(|| tree(rule, KubeVersion::DEFAULT))
        .flatten();
    if tree.is_some_and(|ast| is_condition(&ast) == Some(true)) {
        return true;
    }
    words(read).any(|word| {
        let is_of = |name: &str| rule.contains(&format!(".{name}({word},"));
        !is_of("all") && (is_of("exists") || is_of("exists_one") || is_of("filter"))
    })
}

/// Returns what to write in place of a test after which a field is read only if it is absent. Another test before it would make the rule
/// constant.
fn of_inverted(read: &str, rule: &str) -> Option<String> {
    let ast = tree(rule, KubeVersion::DEFAULT)?;
    let test = format!("has({read})");
    let is_read = |id| {
        let is_selection = matches!(ast.kind(id), Kind::Select { test_only: false, .. });
        is_selection && ast.source_of(id) == read
    };
    let inverted = InvertedTest::find(&ast, &is_read, &|id| ast.source_of(id) == test)?;
    Some(match inverted.operator {
        "_&&_" => format!("`{test} && …` or `!{test} || …` in place of `!{test} && …`"),
        "_||_" => format!("`!{test} || …` in place of `{test} || …`"),
        _ => format!("`{test} ? … : …`, with the read before the `:`"),
    })
}

/// Returns the help for an element that a rule reads after a test of the size of its list that does not show that there is one.
pub(super) fn of_size_test(list: &str, index: u32, rule: &str) -> Option<String> {
    let ast = tree(rule, KubeVersion::DEFAULT)?;
    let is_size = |id: NodeId| size_operand(&ast, id).is_some_and(|of| ast.source_of(of) == list);
    let is_number = |id: NodeId| matches!(ast.kind(id), Kind::Literal(Literal::Int(_)));
    let is_test = |id: NodeId| match ast.plain_call(id) {
        Some(("_<_" | "_<=_" | "_>_" | "_>=_" | "_==_" | "_!=_", &[one, other])) => {
            is_size(one) && is_number(other) || is_number(one) && is_size(other)
        }
        _ => false,
    };
    let element = format!("{list}[{index}]");
    ast.ids().find_map(|id| {
        let (operator, &[one, other]) = ast.plain_call(id)? else {
            return None;
        };
        let (test, read) = if is_test(one) { (one, other) } else { (other, one) };
        if !is_test(test) || !ast.source_of(read).contains(&element) {
            return None;
        }
        let (sign, joined) = match operator {
            "_&&_" => (">", "&&"),
            "_||_" => ("<=", "||"),
            _ => return None,
        };
        Some(format!(
            "write `size({list}) {sign} {index} {joined} …` in place of `{} {joined} …`",
            ast.source_of(test)
        ))
    })
}

#[cfg(all(test, feature = "samples"))]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    /// Another test before the inverted one would make the rule constant.
    #[test]
    fn inverted_tests() {
        for (rule, expected) in [
            (
                "self.type == 'A' || !has(self.a) && self.a.b > 1",
                "`has(self.a) && …` or `!has(self.a) || …` in place of `!has(self.a) && …`",
            ),
            (
                "has(self.a) || self.a.b > 1",
                "`!has(self.a) || …` in place of `has(self.a) || …`",
            ),
            (
                "has(self.a) ? true : self.a.b > 1",
                "`has(self.a) ? … : …`, with the read before the `:`",
            ),
            ("self.a.b > 1", "`!has(self.a) || …` or `has(self.a) && …`"),
        ] {
            assert_eq!(super::guards("self.a", rule), expected, "{rule}");
        }
        // An element without the field is not selected.
        for (rule, expected) in [
            ("self.list.map(x, x.a.size()).sum() < 9", "`has(x.a) ? … : …`"),
            ("self.list.exists(x, x.a)", "`has(x.a) && …`"),
            ("self.list.exists_one(x, x.a)", "`has(x.a) && …`"),
            ("self.list.filter(x, x.a).size() < 9", "`has(x.a) && …`"),
            ("self.list.all(x, x.a)", "`!has(x.a) || …` or `has(x.a) && …`"),
        ] {
            assert_eq!(super::guards("x.a", rule), expected, "{rule}");
        }
        for (rule, expected) in [
            (
                "size(self) > 1 || self[1].a > 2",
                Some("write `size(self) <= 1 || …` in place of `size(self) > 1 || …`"),
            ),
            (
                "self.size() >= 1 && self[1].a > 2",
                Some("write `size(self) > 1 && …` in place of `self.size() >= 1 && …`"),
            ),
            ("self[1].a > 2", None),
            ("size(self) > 1 || self[2].a > 2", None),
        ] {
            assert_eq!(
                super::of_size_test("self", 1, rule).as_deref(),
                expected,
                "{rule}"
            );
        }
    }

    /// No test for null becomes constant.
    #[test]
    fn fields_that_are_compared_with_null() {
        let spec = "required: [type], properties: {type: {type: string, maxLength: 9}, a: {type: object, properties: {b: {type: \
                    object, nullable: true}}}, m: {type: object, nullable: true}}";
        let cases = [
            (
                "self.type == 'A' || self.a != null",
                "write `has(self.a)` instead of `self.a != null`",
            ),
            (
                "self.type == 'A' && self.a == null",
                "write `!has(self.a)` instead of `self.a == null`",
            ),
            (
                "!(self.a == null)",
                "write `!has(self.a)` instead of `self.a == null`",
            ),
            (
                "null != self.a",
                "write `has(self.a)` instead of `self.a != null`",
            ),
            (
                "self.a != null && self.a.b != null",
                "write `has(self.a)` instead of `self.a != null`",
            ),
            (
                "self.type == 'A' || self.a.b != null",
                "write `(has(self.a) && self.a.b != null)` instead of `self.a.b != null`",
            ),
            (
                "self.type == 'A' || self.m != null",
                "write `(has(self.m) && self.m != null)` instead of `self.m != null`",
            ),
            (
                "self.type == 'A' || self.m == null",
                "write `(!has(self.m) || self.m == null)` instead of `self.m == null`",
            ),
        ];
        for (rule, expected) in cases {
            let text = widgets(&format!(
                "spec: {{type: object, {spec}, x-kubernetes-validations: [{{rule: \"{rule}\", message: must be}}]}}"
            ));
            let report = check::text(&text, &Options::default());
            let mut helps = report
                .findings
                .iter()
                .flat_map(|finding| &finding.diagnostic.help);
            let found = helps.find(|help| help.contains("null"));
            assert_eq!(found.map(String::as_str), Some(expected), "{rule}");
        }
    }

    /// A member of a union cannot be required, and a default would contradict the other members.
    #[test]
    fn fields_that_other_rules_forbid() {
        let member = "`!has(self.source.well) || …` or `has(self.source.well) && …`";
        let free = format!("write {member}, require `well`, or give it a default");
        let conditional = format!("write {member}");
        for (restriction, expected) in [
            ("", &free),
            (
                "x-kubernetes-validations: [{rule: (self.type == 'Well') == has(self.well)}],",
                &conditional,
            ),
            ("oneOf: [{required: [well]}, {required: [river]}],", &conditional),
            (
                "anyOf: [{not: {required: [well]}}, {required: [river]}],",
                &conditional,
            ),
        ] {
            let text = widgets(&format!(
                "spec: {{type: object, required: [source], properties: {{source: {{type: object, required: [type], {restriction} \
                 properties: {{type: {{type: string, maxLength: 9}}, river: {{type: string, maxLength: 9}}, well: {{type: object, \
                 required: [depth], properties: {{depth: {{type: integer}}}}}}}}}}}}, x-kubernetes-validations: [{{rule: \
                 self.source.well.depth < 9, message: must be}}]}}"
            ));
            let report = check::text(&text, &Options::default());
            let findings = report.findings.iter();
            let helps: Vec<&String> = findings.flat_map(|finding| &finding.diagnostic.help).collect();
            assert!(helps.contains(&expected), "{restriction}: {helps:?}");
        }
    }
}
