//! The position of a value in an object, in the spellings of the server.
//!
//! ```text
//! name()    a.b[0]                 in messages
//! field()   spec.a.b[0]            as the path of an error, below a prefix
//! ```

use serde_json::Value;

use crate::model::field::{FieldPath, Path, Segment};
use crate::model::map::json_object;

/// A position in the validated value, linked to its parent.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    parent: Option<&'a At<'a>>,
    step: ValueStep<'a>,
}

#[derive(Clone, Copy)]
enum ValueStep<'a> {
    Root,
    Property(&'a str),
    /// A member that is not a property; the server's spelling differs at the root.
    Member(&'a str),
    /// A member printed in brackets.
    Key(&'a str),
    Index(usize),
    /// A branch of a combination in the schema, which is not a step in the value.
    Branch(&'static str, Option<usize>),
}

impl<'a> At<'a> {
    pub(crate) const ROOT: At<'static> = At {
        parent: None,
        step: ValueStep::Root,
    };

    pub(crate) fn is_root(&self) -> bool {
        self.parent.is_none()
    }

    /// Returns the position of the parent.
    pub(crate) fn parent(&self) -> Option<&'a At<'a>> {
        self.parent
    }

    fn step(&'a self, step: ValueStep<'a>) -> At<'a> {
        At {
            parent: Some(self),
            step,
        }
    }

    pub(crate) fn property(&'a self, name: &'a str) -> At<'a> {
        self.step(ValueStep::Property(name))
    }

    pub(crate) fn member(&'a self, name: &'a str) -> At<'a> {
        self.step(ValueStep::Member(name))
    }

    pub(crate) fn key(&'a self, name: &'a str) -> At<'a> {
        self.step(ValueStep::Key(name))
    }

    pub(crate) fn index(&'a self, index: usize) -> At<'a> {
        self.step(ValueStep::Index(index))
    }

    /// Returns the same position, as checked by a branch of a combination.
    pub(crate) fn branch(&'a self, keyword: &'static str, position: Option<usize>) -> At<'a> {
        self.step(ValueStep::Branch(keyword, position))
    }

    /// Returns the path of the keyword that applies to this position, below the schema of the root.
    pub(crate) fn keyword(&self, keyword: &str) -> FieldPath {
        let mut path = FieldPath::default();
        path.segments.reserve(2 * self.depth() + 1);
        self.each(&mut |step| {
            let segments = &mut path.segments;
            match step {
                ValueStep::Root => {}
                ValueStep::Property(key) => {
                    segments.push(Segment::Field("properties".into()));
                    segments.push(Segment::Key(key.into()));
                }
                ValueStep::Member(_) | ValueStep::Key(_) => {
                    segments.push(Segment::Field("additionalProperties".into()));
                }
                ValueStep::Index(_) => segments.push(Segment::Field("items".into())),
                ValueStep::Branch(keyword, position) => {
                    segments.push(Segment::Field(keyword.into()));
                    segments.extend(position.map(Segment::Index));
                }
            }
        });
        path.child(keyword)
    }

    /// Returns the name in the server's messages: `a.b[0]`, or `.a` for a member of the root that is not a property.
    pub(crate) fn name(&self) -> String {
        let mut name = String::new();
        self.each(&mut |step| match step {
            ValueStep::Root | ValueStep::Branch(..) => {}
            ValueStep::Property(key) if name.is_empty() => name.push_str(key),
            ValueStep::Property(key) | ValueStep::Member(key) => {
                name.push('.');
                name.push_str(key);
            }
            ValueStep::Key(key) => name.push_str(&format!("[{key}]")),
            ValueStep::Index(index) => name.push_str(&format!("[{index}]")),
        });
        name
    }

    /// Returns the path of a field error here, below `prefix`.
    pub(crate) fn field(&self, prefix: Option<&Path<'_>>) -> FieldPath {
        let mut path = prefix.map(Path::to_field_path).unwrap_or_default();
        path.segments.reserve(self.depth());
        self.each(&mut |step| {
            path.segments.extend(match step {
                ValueStep::Root | ValueStep::Branch(..) => None,
                ValueStep::Property(key) | ValueStep::Member(key) => Some(Segment::Field(key.into())),
                ValueStep::Key(key) => Some(Segment::Key(key.into())),
                ValueStep::Index(index) => Some(Segment::Index(index)),
            });
        });
        path
    }

    /// Returns the path of a field error for which the server uses the whole name as one segment: it prints the
    /// same, except for a dot between the prefix and an index, and except for an empty key, which is not a name.
    pub(crate) fn field_of_name(&self, prefix: Option<&Path<'_>>) -> FieldPath {
        // Without a prefix the path is that of the value without its first segment.
        let mut path = prefix.map(Path::to_field_path).unwrap_or_default();
        let mut below = self.field(None).segments;
        let unnamed = below
            .iter()
            .take_while(|segment| matches!(segment, Segment::Field(name) if name.is_empty()))
            .count();
        below.drain(..unnamed);
        if let Some(first) = below.first_mut()
            && let Segment::Index(index) = first
        {
            *first = Segment::Field(format!("[{index}]").into());
        }
        if path.segments.is_empty() {
            path.segments = below;
        } else {
            path.segments.append(&mut below);
        }
        path
    }

    /// Creates an object with only `value`, at this position.
    pub(crate) fn surround(&self, value: Value) -> Value {
        self.steps()
            .into_iter()
            .rev()
            .fold(value, |value, step| match step {
                ValueStep::Root | ValueStep::Branch(..) => value,
                ValueStep::Property(key) | ValueStep::Member(key) | ValueStep::Key(key) => {
                    json_object(&mut std::iter::once((key.to_owned(), value)))
                }
                ValueStep::Index(_) => Value::Array(vec![value]),
            })
    }

    /// Returns the value at this position of an object that [`At::surround`] created.
    pub(crate) fn find<'v>(&self, object: &'v Value) -> Option<&'v Value> {
        self.steps()
            .into_iter()
            .try_fold(object, |value, step| match step {
                ValueStep::Root | ValueStep::Branch(..) => Some(value),
                ValueStep::Property(key) | ValueStep::Member(key) | ValueStep::Key(key) => value.get(key),
                ValueStep::Index(_) => value.get(0),
            })
    }

    /// Returns the number of steps to here.
    fn depth(&self) -> usize {
        std::iter::successors(self.parent, |at| at.parent).count()
    }

    /// Calls `step` with each step from the root to here. The depth of positions is limited by the readers of objects.
    fn each(&self, step: &mut impl FnMut(ValueStep<'a>)) {
        if let Some(parent) = self.parent {
            parent.each(step);
        }
        step(self.step);
    }

    fn steps(&self) -> Vec<ValueStep<'a>> {
        let mut steps = Vec::new();
        let mut here = Some(*self);
        while let Some(at) = here {
            steps.push(at.step);
            here = at.parent.copied();
        }
        steps.reverse();
        steps
    }
}
