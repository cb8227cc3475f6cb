//! Places in the schemas of CRDs.

use std::fmt;

/// A place in the schema of a version, from its root.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The kind, which is the first word of names.
    pub(crate) kind: String,
    /// The CRD and the version, by their positions.
    pub(crate) scope: Scope,
    pub(crate) steps: Vec<Step>,
}

/// A version of a CRD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scope {
    pub(crate) crd: usize,
    pub(crate) version: usize,
}

/// A step to a node below another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Member(String),
    Element,
    Value,
}

impl Place {
    pub(crate) fn below(&self, step: Step) -> Place {
        let mut place = self.clone();
        place.steps.push(step);
        place
    }

    pub(crate) fn member(&self, name: &str) -> Place {
        self.below(Step::Member(name.to_owned()))
    }
}

/// `spec.users[].name`, `spec.labels.*`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                Step::Member(name) if index == 0 => f.write_str(name)?,
                Step::Member(name) => write!(f, ".{name}")?,
                Step::Element => f.write_str("[]")?,
                Step::Value => f.write_str(".*")?,
            }
        }
        Ok(())
    }
}
