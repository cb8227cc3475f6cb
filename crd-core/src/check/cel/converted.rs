//! Conversions of texts that are proposed, although the schema of a text admits none, or others, that the function converts, and texts
//! that are proposed for booleans, although an enum has other ones.
//!
//! ```text
//! price: {type: string, pattern: '^[0-9]+(\.[0-9]{2})?$'}
//! rule   self.price <= 500
//! help   write `double(self.price) <= 500.0`, and not `int(self.price) <= 500`, which fails for `0.00`
//!
//! status: {type: string, enum: ['True', 'False']}
//! rule   self.status == true
//! help   write `self.status == 'True'`
//! ```

use crd_cel::regex::{Difference, Lengths, SearchBudget, common, difference_within};
use crd_cel::{Issue, IssueKind};

use super::fields::selected_from;
use crate::check::Diagnostic;
use crate::check::place::node_at;
use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// The patterns of the texts that functions convert. Some texts of these forms are no values: the 99th hour of a day.
const FORMS: [(&str, &str, &str); 4] = [
    ("int", "integer", "^[+-]?[0-9]+$"),
    (
        "double",
        "number",
        "^[+-]?([0-9.]+([eE][+-]?[0-9]+)?|0[xX].*|[iI][nN][fF].*|[nN][aA][nN])$",
    ),
    (
        "timestamp",
        "time with a date",
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}",
    ),
    (
        "duration",
        "duration",
        "^[+-]?(0|([0-9]*[.]?[0-9]*(ns|us|µs|μs|ms|s|m|h))+)$",
    ),
];
/// The pattern of decimal numbers.
const DECIMAL: &str = "^[+-]?[0-9]+([.][0-9]+)?$";
/// The maximum number of pairs of states of two patterns that are compared.
const MOST_PAIRS: usize = 10_000;

/// What is known about the texts that a function converts.
enum ConvertedTexts<'d> {
    /// It converts none of the texts that this pattern admits.
    None { pattern: &'d str },
    /// They are decimal numbers, but not all of them are integers: this one is not.
    Decimal { example: String },
}

/// Returns what the schema of a text at a selection in a rule says about its conversion.
fn converted_texts<'d>(
    document: &'d Node,
    rule: &FieldPath,
    selection: &str,
    (function, form): (&str, &str),
) -> Option<ConvertedTexts<'d>> {
    let pattern = selected_from(document, rule, selection)?
        .get("pattern")?
        .as_str()?;
    let mut budget = SearchBudget::new(MOST_PAIRS);
    let mut without = |form| difference_within(pattern, form, Lengths::ANY, &mut budget);
    if function == "int"
        && let Difference::Text(example) = without(form)
        && without(DECIMAL) == Difference::None
    {
        return Some(ConvertedTexts::Decimal { example });
    }
    let is_none = common(pattern, form, Lengths::ANY, &mut budget) == Difference::None;
    is_none.then_some(ConvertedTexts::None { pattern })
}

/// Replaces the advice to convert a text, if the function does not convert all texts that the pattern of the field admits.
pub(super) fn replace(document: &Node, rule: &FieldPath, issue: &Issue, diagnostic: &mut Diagnostic) {
    if let IssueKind::NoOverload {
        rewritten: Some(written),
        ..
    } = &issue.kind
        && let Some(help) = other_conversion(document, rule, issue.span.start, written)
            .or_else(|| of_enum(document, rule, issue.span.start, written))
    {
        diagnostic.help = vec![help];
    }
}

/// Returns the help in place of a proposed comparison with a text that the enum of a field does not have.
fn of_enum(document: &Node, rule: &FieldPath, start: u32, written: &str) -> Option<String> {
    let outside = node_at(document, rule)?.as_str()?.get(..start as usize)?;
    let (compared, text) = written.strip_suffix('\'')?.rsplit_once(" '")?;
    let selection = compared.strip_suffix(" ==").or(compared.strip_suffix(" !="))?;
    let schema = selected_from(document, rule, &format!("{outside}{selection}"))?;
    let values = || {
        schema
            .get("enum")
            .into_iter()
            .flat_map(Node::elements)
            .filter_map(Node::as_str)
    };
    if values().next().is_none() || values().any(|value| value == text) {
        return None;
    }
    Some(match values().find(|value| value.eq_ignore_ascii_case(text)) {
        Some(value) => format!("write `{compared} '{value}'`"),
        None => format!("compare `{selection}` with a text of its enum"),
    })
}

/// Returns the help in place of a proposal that converts a text of another form, for a part of an expression that begins at a place.
pub(in crate::check) fn other_conversion(
    document: &Node,
    rule: &FieldPath,
    start: u32,
    written: &str,
) -> Option<String> {
    let outside = node_at(document, rule)?.as_str()?.get(..start as usize)?;
    FORMS.into_iter().find_map(|(function, what, form)| {
        let (before, rest) = written.split_once(&format!("{function}("))?;
        let (selection, after) = rest.split_once(')')?;
        // `int` of `uint`.
        if before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let selected = format!("{outside}{selection}");
        match converted_texts(document, rule, &selected, (function, form))? {
            ConvertedTexts::None { pattern } => Some(format!(
                "compare texts: the pattern `{pattern}` of `{selection}` admits no {what}"
            )),
            ConvertedTexts::Decimal { example } => {
                let fails = format!("`{function}` fails for `{example}`, which the pattern admits");
                Some(match as_decimals(before, selection, after) {
                    Some(decimals) => format!("write `{decimals}`: {fails}"),
                    None => format!("convert with `double({selection})`: {fails}"),
                })
            }
        }
    })
}

/// Returns a comparison of a text with an integer as one of decimal numbers: `double(x) <= 500.0`.
fn as_decimals(before: &str, selection: &str, after: &str) -> Option<String> {
    let decimal = |number: &str| number.parse::<i64>().ok().map(|number| format!("{number}.0"));
    let is_sign = |sign: &&str| ["==", "!=", "<", "<=", ">", ">="].contains(sign);
    match (before.trim(), after.trim()) {
        ("", after) => {
            let (sign, number) = after.split_once(' ').filter(|(sign, _)| is_sign(sign))?;
            Some(format!("double({selection}) {sign} {}", decimal(number)?))
        }
        (before, "") => {
            let (number, sign) = before.rsplit_once(' ').filter(|(_, sign)| is_sign(sign))?;
            Some(format!("{} {sign} double({selection})", decimal(number)?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn texts_of_other_forms() {
        let of = |rule: &str| {
            let text = widgets(&format!(
                "spec: {{type: object, required: [opens, price, id, text, ready, mode], properties: {{opens: {{type: string, maxLength: 5, pattern: \
                 '^[0-2][0-9]:[0-5][0-9]$'}}, price: {{type: string, maxLength: 9, pattern: '^[0-9]+(\\.[0-9]{{2}})?$'}}, id: {{type: \
                 string, maxLength: 9, pattern: '^[0-9]+$'}}, text: {{type: string, maxLength: 9}}, ready: {{type: string, \
                 enum: ['True', 'False']}}, mode: {{type: string, enum: [Fast, Slow]}}, count: {{type: integer}}, list: {{type: \
                 array, maxItems: 9, items: {{type: object, required: [price], properties: {{price: {{type: string, maxLength: 9, \
                 pattern: '^[0-9]+[.][0-9]$'}}}}}}}}}}, x-kubernetes-validations: [{{rule: \"{rule}\", message: must be}}]}}"
            ));
            let report = check::text(&text, &Options::default());
            report.findings[0].diagnostic.help[0].clone()
        };
        let opens = "compare texts: the pattern `^[0-2][0-9]:[0-5][0-9]$` of `self.opens` admits no";
        let decimal = "`int` fails for `0.00`, which the pattern admits";
        for (rule, expected) in [
            ("self.opens >= 12", format!("{opens} integer")),
            ("self.opens > 12.5", format!("{opens} number")),
            (
                "self.opens.getFullYear() > 12",
                format!("{opens} time with a date"),
            ),
            (
                "self.price <= 500",
                format!("write `double(self.price) <= 500.0`: {decimal}"),
            ),
            (
                "500 >= self.price",
                format!("write `500.0 >= double(self.price)`: {decimal}"),
            ),
            (
                "self.price * self.count < 9",
                format!("convert with `double(self.price)`: {decimal}"),
            ),
            (
                "self.price > '100'",
                format!("write `double(self.price) > 100.0`: {decimal}"),
            ),
            (
                "self.list.all(x, x.price < 5)",
                format!("write `double(x.price) < 5.0`: {decimal}").replace("0.00", "0.0"),
            ),
            (
                "self.id > 5",
                "write `int(self.id) > 5`, which fails for texts that are no integers".to_owned(),
            ),
            (
                "self.text > 5",
                "write `int(self.text) > 5`, which fails for texts that are no integers".to_owned(),
            ),
            ("self.text == true", "write `self.text == 'true'`".to_owned()),
            ("self.ready == true", "write `self.ready == 'True'`".to_owned()),
            ("self.ready != false", "write `self.ready != 'False'`".to_owned()),
            (
                "self.mode == true",
                "compare `self.mode` with a text of its enum".to_owned(),
            ),
        ] {
            assert_eq!(of(rule), expected, "{rule}");
        }
    }
}
