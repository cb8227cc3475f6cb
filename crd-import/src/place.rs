//! Places in the schemas of CRDs.

use std::fmt;

/// A place in the schema of a version, from its root.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SchemaPosition {
    /// The kind, which is the first word of names.
    pub(crate) kind: String,
    /// The indices of the CRD and the version.
    pub(crate) scope: Scope,
    pub(crate) steps: Vec<SchemaStep>,
}

/// A version of a CRD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Scope {
    pub(crate) crd: usize,
    pub(crate) version: usize,
}

/// A step to a child node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SchemaStep {
    Member(String),
    Element,
    Value,
}

impl SchemaPosition {
    pub(crate) fn below(&self, step: SchemaStep) -> SchemaPosition {
        let mut place = self.clone();
        place.steps.push(step);
        place
    }

    pub(crate) fn member(&self, name: &str) -> SchemaPosition {
        self.below(SchemaStep::Member(name.to_owned()))
    }

    /// Returns the place of the node that contains this one.
    pub(crate) fn parent(&self) -> SchemaPosition {
        let mut place = self.clone();
        place.steps.pop();
        place
    }

    /// Returns the nearest field that is or contains this place.
    pub(crate) fn nearest_field(&self) -> SchemaPosition {
        let mut place = self.clone();
        while place
            .steps
            .last()
            .is_some_and(|step| !matches!(step, SchemaStep::Member(_)))
        {
            place.steps.pop();
        }
        place
    }
}

/// Formats paths such as `spec.users[].name` and `spec.labels.*`.
impl fmt::Display for SchemaPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = relative(&self.steps);
        f.write_str(path.strip_prefix('.').unwrap_or(&path))
    }
}

/// Formats the steps from a place to one below it, such as `.name` and `[].name`.
pub(crate) fn relative(steps: &[SchemaStep]) -> String {
    let mut path = String::new();
    for step in steps {
        match step {
            SchemaStep::Member(name) => {
                path.push('.');
                path.push_str(name);
            }
            SchemaStep::Element => path.push_str("[]"),
            SchemaStep::Value => path.push_str(".*"),
        }
    }
    path
}
