//! The rules with which CRDs admit exactly one member, in the words of the derive, of controller-gen and of well-known projects.

use crd_core::schema::ValidationRule;
use crd_core::structural::{NestedValidation, Structural};
use serde_json::Value;

/// The words in which a schema says that a member is set exactly if the discriminator has a value.
pub(super) enum Selected {
    /// The rule at this index, which the derive writes.
    Derived(usize),
    /// A branch of `oneOf`.
    OneOf,
    /// Rules in other words.
    OtherWords,
}

/// Returns the members of which a rule admits exactly one, in the order of the rule.
pub(super) fn exactly_one(rule: &str) -> Option<Vec<String>> {
    let rule = plain(rule);
    let mut names: Vec<String> = Vec::new();
    for part in rule.split("has(self.").skip(1) {
        let (name, _) = part.split_once(')')?;
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_word || names.iter().any(|known| known == name) {
            return None;
        }
        names.push(name.to_owned());
    }
    let all: Vec<String> = names.iter().map(|name| format!("has(self.{name})")).collect();
    let counted: Vec<String> = all.iter().map(|has| format!("({has}?1:0)")).collect();
    let list = all.join(",");
    let forms = [
        format!("{}==1", counted.join("+")),
        format!("[{list}].filter(x,x==true).size()==1"),
        format!("[{list}].filter(x,x).size()==1"),
        format!("[{list}].exists_one(x,x)"),
    ];
    let is_pair = matches!(all.as_slice(), [a, b] if rule == format!("{a}!={b}"));
    (names.len() > 1 && (is_pair || forms.contains(&rule))).then_some(names)
}

/// Returns the rule that the derive writes for an enum with these members.
pub(super) fn derived_count(names: &[String]) -> ValidationRule {
    let terms: Vec<String> = names
        .iter()
        .map(|name| format!("(has(self.{name}) ? 1 : 0)"))
        .collect();
    ValidationRule {
        rule: format!("{} == 1", terms.join(" + ")).into(),
        message: format!("exactly one of {} must be set", names.join(", ")).into(),
        ..ValidationRule::default()
    }
}

/// Returns how an object says that a member is set exactly if the discriminator has a value; `None` if it does not.
pub(super) fn selected(
    node: &Structural,
    discriminator: &str,
    value: &str,
    member: &str,
) -> Option<Selected> {
    let derived = ValidationRule {
        rule: format!("(self.{discriminator} == '{value}') == has(self.{member})").into(),
        message: format!("{member} must be set if, and only if, {discriminator} is {value}").into(),
        ..ValidationRule::default()
    };
    if let Some(index) = node.rules.iter().position(|rule| *rule == derived) {
        return Some(Selected::Derived(index));
    }
    if node
        .validation
        .one_of
        .iter()
        .any(|branch| is_branch(branch, discriminator, value, member))
    {
        return Some(Selected::OneOf);
    }
    let is = plain(&format!("self.{discriminator}=='{value}'"));
    let is_not = plain(&format!("self.{discriminator}!='{value}'"));
    let is_set = format!("has(self.{discriminator})&&{is}");
    let (is_grouped, is_set_grouped) = (format!("({is})"), format!("has(self.{discriminator})&&({is})"));
    let has = format!("has(self.{member})");
    let both = [&is, &is_grouped, &is_set, &is_set_grouped, &format!("({is_set})")]
        .map(|condition| format!("{condition}?{has}:!{has}"));
    let member_if = [
        format!("!(!{has}&&{is})"),
        format!("{is}?{has}:true"),
        format!("{is_not}||{has}"),
    ];
    let only_if = [
        format!("!({has}&&{is_not})"),
        format!("{has}?{is}:true"),
        format!("!{has}||{is}"),
    ];
    let says = |texts: &[String]| node.rules.iter().any(|rule| texts.contains(&plain(&rule.rule)));
    let equal = [format!("{is_grouped}=={has}"), format!("{has}=={is_grouped}")];
    let is_said = says(&both) || says(&equal) || (says(&member_if) && says(&only_if));
    is_said.then_some(Selected::OtherWords)
}

/// Whether a branch is that of a member in the `oneOf` that the derive writes.
fn is_branch(branch: &NestedValidation, discriminator: &str, value: &str, member: &str) -> bool {
    let kind = branch
        .properties
        .iter()
        .find(|(name, _)| **name == *discriminator);
    let values = kind.and_then(|(_, kind)| kind.validation.enum_.as_deref());
    let required = branch.validation.required.as_deref();
    values.is_some_and(|values| *values == [Value::from(value)])
        && required.is_some_and(|required| matches!(required, [only] if **only == *member))
}

/// Returns a rule without spaces, with single quotes.
fn plain(rule: &str) -> String {
    rule.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c == '"' { '\'' } else { c })
        .collect()
}
