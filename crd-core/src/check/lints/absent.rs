//! What to write in a rule that reads a field which may be absent.

use crd_cel::ast::{Kind, Literal};

use crate::KubeVersion;
use crate::server::cel::tree;

/// The label of a field that may be absent.
pub(super) const WITHOUT_HAS: &str = "read without `has`";

/// Whether the schema of a selection, such as `self.a`, admits null; `None` if it is not known.
pub(super) type Nullable<'n> = &'n dyn Fn(&str) -> Option<bool>;

/// Returns the help for a rule that reads a field which may be absent. `field` is the word for the field.
pub(super) fn if_absent(read: &str, rule: &str, field: &str, nullable: Nullable<'_>) -> String {
    with_null(read, rule, nullable).unwrap_or_else(|| {
        format!(
            "write {}, require {field}, or give it a default",
            guards(read, rule)
        )
    })
}

/// Returns the help for a field, or a member of it, that a rule compares with null. The rule would be constant with some of the tests
/// that other rules need, and if the field is always there.
fn with_null(read: &str, rule: &str, nullable: Nullable<'_>) -> Option<String> {
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
        if members.is_empty() && nullable(read) == Some(false) {
            Some(format!("write `{test}` instead of `{comparison}`"))
        } else if members.is_empty() || members.starts_with(['.', '[']) {
            Some(format!("write `({test} {both} {comparison})`"))
        } else {
            None
        }
    })
}

/// Returns the tests that a rule needs that reads a field which may be absent. It may read the field of the other value too.
fn guards(read: &str, rule: &str) -> String {
    if rule.starts_with(&format!("has({read}) || {read}")) {
        return format!("`!has({read}) || …` in place of `has({read}) || …`");
    }
    let other = match read.strip_prefix("oldSelf.") {
        Some(field) => format!("self.{field}"),
        None => read.replacen("self.", "oldSelf.", 1),
    };
    if other != read && rule.contains(&other) && !rule.contains(&format!("has({other})")) {
        return format!("`!has({read}) || !has({other}) || …`");
    }
    format!("`!has({read}) || …` or `has({read}) && …`")
}

#[cfg(all(test, feature = "samples"))]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

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
                "write `(has(self.a) && self.a.b != null)`",
            ),
            (
                "self.type == 'A' || self.m != null",
                "write `(has(self.m) && self.m != null)`",
            ),
            (
                "self.type == 'A' || self.m == null",
                "write `(!has(self.m) || self.m == null)`",
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
}
