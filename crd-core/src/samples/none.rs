//! The error if no sample is found.

use std::fmt;

use super::SampledResource;
use super::repair::steps_to;
use crate::model::field::{FieldError, Segment};
use crate::values::node_at;

/// No accepted object was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SampleError {
    /// The kind and the version of objects: `Database of db.example.com/v1`.
    pub resource: String,
    /// The errors of the best object that was generated.
    pub unsatisfied: Vec<UnsatisfiedRestriction>,
}

/// A restriction for which no value was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnsatisfiedRestriction {
    /// The path in the object, empty for the whole object.
    pub path: String,
    /// The CEL rule, if the restriction is one.
    pub rule: Option<String>,
    /// The server's message.
    pub text: String,
}

impl SampledResource {
    /// Creates the error for missing samples.
    pub(super) fn no_sample(&self, errors: Vec<FieldError>) -> SampleError {
        let options = self.admission.options();
        SampleError {
            resource: format!("{} of {}", options.kind, options.api_version),
            unsatisfied: errors
                .into_iter()
                .map(|error| self.unsatisfied_restriction(&error))
                .collect(),
        }
    }

    fn unsatisfied_restriction(&self, error: &FieldError) -> UnsatisfiedRestriction {
        let value = error.value_path();
        let rule = error.origin.as_ref().and_then(|origin| {
            let steps = &origin.keyword.segments;
            let position = steps.windows(2).find_map(|pair| match pair {
                [rules, Segment::Index(index)] if rules.is_field("x-kubernetes-validations") => Some(*index),
                _ => None,
            })?;
            let node = node_at(self.admission.schema(), &steps_to(&value.segments))?;
            Some(node.rules.get(position)?.rule.to_string())
        });
        UnsatisfiedRestriction {
            path: if value.segments.is_empty() {
                String::new()
            } else {
                value.to_string()
            },
            rule,
            text: error.text(),
        }
    }
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no valid {} was found", self.resource)?;
        for restriction in &self.unsatisfied {
            let UnsatisfiedRestriction { path, rule, text } = restriction;
            let place = if path.is_empty() { "the object" } else { path };
            match rule {
                Some(rule) => write!(f, "; the rule `{rule}` of {place} was not satisfied: {text}")?,
                None => write!(f, "; {place}: {text}")?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for SampleError {}
