//! Explains rules on a field that name the field itself, or another field of its struct.
//!
//! ```text
//! #[crd(rule("zone != ''"))] zone: String     the value of `zone` is `self`
//! #[crd(rule("min <= max"))] min: u8          write the rule on the struct: self.min <= self.max
//! ```

use crd_cel::{Issue, IssueKind, MeantSelection};

use super::types::names_in_rules;
use crate::attr::input::{Input, InputField, ItemBody, Style};

/// The value that the rule of a field is about.
#[derive(Clone, Copy)]
pub(super) enum OwnValue {
    Field,
    Element,
    MapValue,
}

/// The field of a rule, and the fields of the struct around it.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    input: &'a Input<'a>,
    field: &'a InputField<'a>,
    own: OwnValue,
}

impl<'a> Around<'a> {
    pub(super) fn new(input: &'a Input<'_>, field: &'a InputField<'_>) -> Self {
        Around {
            input,
            field,
            own: OwnValue::Field,
        }
    }

    pub(super) fn of(self, own: OwnValue) -> Self {
        Around { own, ..self }
    }

    /// Returns what to write for a name in a rule that is the name of a field.
    pub(super) fn help(self, issue: &Issue, issues: &[Issue]) -> Option<String> {
        let name = field_name(issue)?;
        let is_own = is_name_of(self.field, name);
        let others: Vec<&InputField<'_>> = self
            .siblings()
            .into_iter()
            .filter(|field| {
                issues
                    .iter()
                    .filter_map(field_name)
                    .any(|name| is_name_of(field, name))
            })
            .collect();
        if !is_own && !others.iter().any(|field| is_name_of(field, name)) {
            return None;
        }
        let own = in_rules(self.field)?;
        let others: Vec<String> = others.into_iter().filter_map(in_rules).collect();
        if others.is_empty() {
            let is_variable = matches!(issue.kind, IssueKind::UnknownVariable { .. });
            return is_variable.then(|| match self.own {
                OwnValue::Field => format!("the value of `{name}` is `self` here"),
                OwnValue::Element => format!("`self` is each element of `{name}` here"),
                OwnValue::MapValue => format!("`self` is each value of `{name}` here"),
            });
        }
        let (own, others) = (
            format!("`self.{own}`"),
            format!("`self.{}`", others.join("`, `self.")),
        );
        let values = match self.own {
            OwnValue::Field => format!("{own} and {others}"),
            OwnValue::Element => format!("{others} and the elements of {own}"),
            OwnValue::MapValue => format!("{others} and the values of {own}"),
        };
        Some(format!(
            "a rule on a field only sees the value of this field; write the rule on `{}`, where the values are {values}",
            self.input.ident
        ))
    }

    /// Returns the other fields of the struct. Those of an enum are in an object that has no place for rules.
    fn siblings(self) -> Vec<&'a InputField<'a>> {
        match &self.input.data {
            ItemBody::Struct(Style::Named, fields) => fields
                .iter()
                .filter(|field| !field.is_skipped() && field.name.value != self.field.name.value)
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// Returns the name in a rule that may be meant as that of a field around the value.
fn field_name(issue: &Issue) -> Option<&str> {
    match &issue.kind {
        IssueKind::UnknownVariable { name, .. } => Some(name),
        IssueKind::NotSelectable {
            field,
            meant: Some(MeantSelection::Itself(_) | MeantSelection::OfParent),
            ..
        } => Some(field),
        _ => None,
    }
}

fn is_name_of(field: &InputField<'_>, name: &str) -> bool {
    field.rust_name == name
        || names_in_rules(&field.name.value)
            .iter()
            .any(|known| known == name)
}

/// Returns the name of a field in rules.
fn in_rules(field: &InputField<'_>) -> Option<String> {
    names_in_rules(&field.name.value).into_iter().next()
}
