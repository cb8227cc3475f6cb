//! Operations on a value that is an integer or a string, which fail for the one or the other.

use crate::check::{Diagnostic, codes};
use crate::go::quantity::is_quantity;
use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::Span;

/// Reports an operation that fails for the integers or the texts of a value. `is_short` is whether its texts cannot be long.
pub(super) fn int_or_string(
    span: Span,
    operation: &str,
    value: &str,
    fails_with: Option<&'static str>,
    declared: &FieldPath,
    is_short: bool,
) -> Diagnostic {
    let text = format!("string({})", in_brackets(value, declared));
    let length = if is_short {
        ""
    } else {
        ", and set `maxLength`: the server estimates the cost for the longest texts of all values"
    };
    let (with, help) = match fails_with {
        Some("string") => (
            format!("if `{value}` is a string"),
            format!(
                "write `type({value}) == int ? {operation} : …`, or declare a type that admits only integers"
            ),
        ),
        Some(_) => (
            format!("if `{value}` is an integer"),
            match as_quantities(operation, value, &text) {
                Some(help) => help + length,
                None => format!(
                    "write `{text}` in place of `{value}`, or `type({value}) == string ? … : …`, or declare a type that \
                     admits only strings"
                ),
            },
        ),
        None => (
            format!("for every `{value}`, which is an integer or a string"),
            format!("convert the value first, for example with `quantity({text})`"),
        ),
    };
    let field = operation
        .strip_prefix(value)
        .and_then(|rest| rest.strip_prefix('.'))
        .filter(|field| fails_with.is_none() && !field.contains('('));
    let (error, help) = match field {
        Some(field) => (
            format!("no such key: {field}"),
            format!("remove `.{field}`: the number or the text is `{value}` itself"),
        ),
        None => ("no such overload".to_owned(), help),
    };
    let message = format!("`{operation}` fails with `{error}` {with}");
    let diagnostic = Diagnostic::new(codes::CEL_INT_OR_STRING, message, span)
        .with_label(if fails_with.is_some() {
            "fails with values of this type"
        } else {
            "fails with all values"
        })
        .with_help(help);
    // A port is a number or a name.
    if fails_with != Some("string") || value.to_ascii_lowercase().ends_with("port") {
        return diagnostic;
    }
    diagnostic.with_help(format!(
        "for an amount such as `10Mi`, write `quantity({text})` and compare with `.isLessThan(…)` or \
         `.compareTo(…)`{length}"
    ))
}

/// Returns `self.map['key']` for `self.map.key`, whose text counts as being of any length for the server.
fn in_brackets(value: &str, declared: &FieldPath) -> String {
    let is_of_map =
        matches!(declared.segments.last(), Some(Segment::Field(name)) if **name == *"additionalProperties");
    match value.rsplit_once('.') {
        Some((map, key)) if is_of_map && !key.contains(['[', ']', '(', '?']) => format!("{map}['{key}']"),
        _ => value.to_owned(),
    }
}

/// Returns the help for an int-or-string whose order is compared with a quantity in quotes.
fn as_quantities(operation: &str, value: &str, text: &str) -> Option<String> {
    let sign = ["<=", ">=", "<", ">"]
        .into_iter()
        .find(|sign| operation.contains(sign))?;
    let (left, right) = operation.split_once(sign)?;
    let operand = |operand: &str| {
        let operand = operand.trim();
        if operand == value {
            return Some(format!("quantity({text})"));
        }
        let text = operand.strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"'])?;
        is_quantity(text).then(|| format!("quantity('{text}')"))
    };
    let (left, right) = (operand(left)?, operand(right)?);
    let mend = match sign {
        "<" => format!("{left}.isLessThan({right})"),
        ">" => format!("{left}.isGreaterThan({right})"),
        _ => format!("{left}.compareTo({right}) {sign} 0"),
    };
    Some(format!("write `{mend}`, which also compares integers"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a value that is selected with a dot is too expensive.
    #[test]
    fn amounts_of_a_map() {
        for (declared, expected) in [
            ("properties", "`quantity(string(self.hard.pods))`"),
            ("additionalProperties", "`quantity(string(self.hard['pods']))`"),
        ] {
            let declared = FieldPath {
                segments: vec![Segment::Field(declared.into())],
            };
            let value = "self.hard.pods";
            let help = int_or_string(
                Span::default(),
                "self.hard.pods > 1",
                value,
                Some("string"),
                &declared,
                true,
            )
            .help;
            assert!(help.iter().any(|help| help.contains(expected)), "{help:?}");
        }
    }

    #[test]
    fn long_amounts_of_several_values() {
        let declared = FieldPath { segments: Vec::new() };
        for is_short in [true, false] {
            let help = int_or_string(
                Span::default(),
                "self.a > 1",
                "self.a",
                Some("string"),
                &declared,
                is_short,
            )
            .help;
            assert_eq!(help[1].contains("set `maxLength`"), !is_short, "{help:?}");
            let compared = int_or_string(
                Span::default(),
                "self.a > '1Gi'",
                "self.a",
                Some("int"),
                &declared,
                is_short,
            )
            .help;
            assert_eq!(compared[0].contains("set `maxLength`"), !is_short, "{compared:?}");
        }
    }

    #[test]
    fn int_or_strings_compared_with_quantities() {
        let field = FieldPath { segments: Vec::new() };
        let help = |operation, value| {
            int_or_string(Span::default(), operation, value, Some("int"), &field, true).help
        };
        for (operation, value, mend) in [
            (
                "self >= '10Gi'",
                "self",
                "quantity(string(self)).compareTo(quantity('10Gi')) >= 0",
            ),
            (
                "self.size < \"1\"",
                "self.size",
                "quantity(string(self.size)).isLessThan(quantity('1'))",
            ),
            (
                "'500m'>self.a[0]",
                "self.a[0]",
                "quantity('500m').isGreaterThan(quantity(string(self.a[0])))",
            ),
        ] {
            let expected = format!("write `{mend}`, which also compares integers");
            assert_eq!(help(operation, value), [expected], "{operation}");
        }
        for operation in [
            "self < '10%'",
            "self < other",
            "self + '1Gi'",
            "self.matches('^<')",
        ] {
            let help = help(operation, "self");
            assert!(
                help[0].starts_with("write `string(self)`"),
                "{operation}: {help:?}"
            );
        }
    }
}
