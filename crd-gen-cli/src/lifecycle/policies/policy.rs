//! Writes a policy with named parts, short lines and comments, because people read it before they apply it.
//!
//! ```text
//! # Refuses updates of these CRDs to another channel.
//! apiVersion: admissionregistration.k8s.io/v1
//! kind: ValidatingAdmissionPolicy
//! spec:
//!   variables:
//!   # The channel of the CRD that is there.
//!   - name: oldChannel
//!     expression: |-
//!       oldObject.metadata.annotations['example.com/channel']
//! ```

use crd_core::yaml;
use serde_json::{Map, Value, json};

use crate::CommandError;

pub(super) const API_VERSION: &str = "admissionregistration.k8s.io/v1";

/// A `ValidatingAdmissionPolicy` and its binding, which have the same name.
pub(super) struct Policy {
    pub(super) name: String,
    /// The purpose of the policy, written as a comment above it.
    pub(super) purpose: String,
    pub(super) on_error: FailurePolicy,
    /// `spec.matchConstraints`.
    pub(super) matches: Value,
    pub(super) variables: Vec<Variable>,
    pub(super) validations: Vec<Validation>,
    /// `spec.validationActions` of the binding.
    pub(super) actions: &'static [&'static str],
}

/// How the server treats a request if an expression fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailurePolicy {
    Ignore,
    Fail,
}

/// A named subexpression. The server evaluates it once, on its first use.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: &'static str,
    pub(super) comment: &'static str,
    pub(super) expression: String,
}

/// An expression that must be true, and the message if it is not.
#[derive(Clone, Debug)]
pub(super) struct Validation {
    /// The comment above it; empty for none.
    pub(super) comment: &'static str,
    pub(super) expression: String,
    pub(super) message: String,
    pub(super) message_expression: Option<String>,
}

/// Replaces the variables in an expression by their definitions. A variable may use those before it.
pub(super) fn inlined(expression: &str, variables: &[Variable]) -> String {
    let last_first = variables.iter().rev();
    last_first.fold(expression.to_owned(), |text, variable| {
        text.replace(
            &format!("variables.{}", variable.name),
            &format!("({})", variable.expression),
        )
    })
}

impl Policy {
    /// Writes the policy and its binding as two YAML documents.
    pub(super) fn to_yaml(&self) -> Result<String, CommandError> {
        let cannot = |error: &dyn std::fmt::Display| {
            CommandError::new(format!("cannot write the policy `{}`: {error}", self.name))
        };
        let text = self.written().map_err(|error| cannot(&error))?;
        let read = yaml::read(text.as_bytes(), yaml::Options::default());
        let values: Vec<Value> = read
            .documents
            .iter()
            .map(|document| document.root.to_json())
            .collect();
        // The expressions are not written by the YAML serializer, so the result is parsed again and compared.
        if values != [self.to_json(), self.binding()] {
            return Err(cannot(&"it would not read back as it is"));
        }
        Ok(text)
    }

    fn written(&self) -> Result<String, yaml::WriteError> {
        let mut text = String::new();
        comment(&self.purpose, "", &mut text);
        text.push_str(&yaml::to_string(&self.head())?);
        if !self.variables.is_empty() {
            text.push_str("  variables:\n");
        }
        for variable in &self.variables {
            comment(variable.comment, "  ", &mut text);
            text.push_str(&format!("  - name: {}\n", variable.name));
            block("expression", "    ", &variable.expression, &mut text);
        }
        text.push_str("  validations:\n");
        for validation in &self.validations {
            comment(validation.comment, "  ", &mut text);
            block("expression", "  - ", &validation.expression, &mut text);
            let message = yaml::to_string(&json!({"message": validation.message}))?;
            message
                .lines()
                .for_each(|line| text.push_str(&format!("    {line}\n")));
            if let Some(expression) = &validation.message_expression {
                block("messageExpression", "    ", expression, &mut text);
            }
        }
        text.push_str("---\n");
        text.push_str(&yaml::to_string(&self.binding())?);
        Ok(text)
    }

    /// Returns the policy without its expressions.
    fn head(&self) -> Value {
        let on_error = match self.on_error {
            FailurePolicy::Ignore => "Ignore",
            FailurePolicy::Fail => "Fail",
        };
        json!({
            "apiVersion": API_VERSION, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": self.name},
            "spec": {"failurePolicy": on_error, "matchConstraints": self.matches},
        })
    }

    /// Returns the policy as JSON, as the server reads it.
    fn to_json(&self) -> Value {
        let mut policy = self.head();
        let variables = self.variables.iter();
        let variables = variables.map(|one| json!({"name": one.name, "expression": one.expression}));
        let validations = self.validations.iter().map(|validation| {
            let mut members = Map::new();
            members.insert("expression".to_owned(), validation.expression.clone().into());
            members.insert("message".to_owned(), validation.message.clone().into());
            if let Some(expression) = &validation.message_expression {
                members.insert("messageExpression".to_owned(), expression.clone().into());
            }
            Value::Object(members)
        });
        if !self.variables.is_empty() {
            policy["spec"]["variables"] = variables.collect();
        }
        policy["spec"]["validations"] = validations.collect();
        policy
    }

    fn binding(&self) -> Value {
        json!({
            "apiVersion": API_VERSION, "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": self.name},
            "spec": {"policyName": self.name, "validationActions": self.actions},
        })
    }
}

/// Writes a comment, a `#` before each line.
fn comment(comment: &str, indent: &str, text: &mut String) {
    for line in comment.lines() {
        text.push_str(&format!("{indent}# {line}\n"));
    }
}

/// Writes a member with a literal block of an expression. The first line starts with `indent`, which may have a dash.
fn block(name: &str, indent: &str, expression: &str, text: &mut String) {
    text.push_str(&format!("{indent}{name}: |-\n"));
    for line in expression.lines() {
        text.push_str(&format!("{:1$}{line}\n", "", indent.len() + 2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(expression: &str) -> Policy {
        Policy {
            name: "a".to_owned(),
            purpose: "Refuses what is odd.".to_owned(),
            on_error: FailurePolicy::Fail,
            matches: json!({}),
            variables: vec![Variable {
                name: "odd",
                comment: "Whether it is odd.",
                expression: "object.odd".to_owned(),
            }],
            validations: vec![Validation {
                comment: "",
                expression: expression.to_owned(),
                message: "it is odd".to_owned(),
                message_expression: Some("'odd'".to_owned()),
            }],
            actions: &["Deny"],
        }
    }

    #[test]
    fn expressions_are_blocks_below_comments() {
        let text = policy("!variables.odd ||\n  false").to_yaml().unwrap();
        let spec = text.split("matchConstraints: {}\n").nth(1).unwrap();
        let expected = "  variables:\n  # Whether it is odd.\n  - name: odd\n    expression: |-\n      object.odd\n  validations:\n  \
                        - expression: |-\n      !variables.odd ||\n        false\n    message: it is odd\n    messageExpression: |-\n      \
                        'odd'\n---\n";
        assert!(spec.starts_with(expected), "{spec}");
    }

    #[test]
    fn what_would_not_read_back_is_an_error() {
        assert!(policy("  a\nb").to_yaml().is_err());
    }

    #[test]
    fn variables_are_replaced_by_what_they_stand_for() {
        let variable = |name, expression: &str| Variable {
            name,
            comment: "",
            expression: expression.to_owned(),
        };
        let variables = [variable("a", "x"), variable("b", "variables.a + 1")];
        assert_eq!(inlined("variables.b > 2", &variables), "((x) + 1) > 2");
    }
}
