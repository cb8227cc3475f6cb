//! A property of a schema, and paths to it.

use crd_core::cel::escape;

use crate::cel::in_version;
use crate::yaml::CursorStep;

/// A step from the values of a schema to those of a child schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PropertyStep {
    Property(String),
    /// The elements of a list.
    Items,
    /// The values of a map.
    Values,
}

/// A property: the steps to the object that has it, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedProperty {
    pub(super) object: Vec<PropertyStep>,
    pub(super) name: String,
}

impl NamedProperty {
    /// Returns the last property of some steps.
    pub(super) fn of(mut steps: Vec<PropertyStep>) -> Option<Self> {
        match steps.pop()? {
            PropertyStep::Property(name) => Some(NamedProperty { object: steps, name }),
            PropertyStep::Items | PropertyStep::Values => None,
        }
    }

    /// Returns the steps to its values.
    pub(super) fn steps(&self) -> Vec<PropertyStep> {
        let mut steps = self.object.clone();
        steps.push(PropertyStep::Property(self.name.clone()));
        steps
    }

    /// Returns the names of the object type and of the field in expressions at a node; `None` if they cannot access the property.
    pub(super) fn in_expressions(&self, node: &[PropertyStep]) -> Option<(String, String)> {
        let below = self.object.strip_prefix(node)?;
        let mut type_name = String::new();
        for step in below {
            type_name.push('.');
            match step {
                PropertyStep::Property(name) => type_name.push_str(&escape(name)?),
                PropertyStep::Items => type_name.push_str("@idx"),
                PropertyStep::Values => type_name.push_str("@elem"),
            }
        }
        Some((type_name, escape(&self.name)?))
    }
}

/// Returns the index of the version and the steps to the values of a schema, for the path of the schema in the text. Schemas below
/// `allOf`, `anyOf`, `oneOf` and `not` describe the values of the parent schema.
pub(super) fn schema_steps(path: &[CursorStep]) -> Option<(usize, Vec<PropertyStep>)> {
    let (version, below) = in_version(path)?;
    let mut steps = Vec::new();
    let mut rest = below.iter();
    while let Some(CursorStep::Member(keyword)) = rest.next() {
        match keyword.as_str() {
            "properties" => {
                let CursorStep::Member(name) = rest.next()? else {
                    return None;
                };
                steps.push(PropertyStep::Property(name.clone()));
            }
            "items" => steps.push(PropertyStep::Items),
            "additionalProperties" => steps.push(PropertyStep::Values),
            "allOf" | "anyOf" | "oneOf" => {
                rest.next()?;
            }
            "not" => {}
            _ => return None,
        }
    }
    Some((version, steps))
}

/// Converts the parts of a type's name to steps: `.listeners.@idx`.
pub(super) fn steps_of_type(
    type_name: &str,
    names: &dyn Fn(&[PropertyStep]) -> Vec<String>,
) -> Option<Vec<PropertyStep>> {
    let mut steps = Vec::new();
    for part in type_name.split('.').skip(1) {
        let step = match part {
            "@idx" => PropertyStep::Items,
            "@elem" => PropertyStep::Values,
            escaped => {
                let known = names(&steps);
                let name = known
                    .into_iter()
                    .find(|name| escape(name).as_deref() == Some(escaped))?;
                PropertyStep::Property(name)
            }
        };
        steps.push(step);
    }
    Some(steps)
}
