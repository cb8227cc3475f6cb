//! The schema paths from which values come.
//!
//! The server keeps a path as a slice whose backing array may be shared: appending to a loop variable's path
//! twice overwrites the first name with the second. Estimates of existing rules depend on it, so paths here
//! share their storage in the same way.

use crate::ast::Text;

/// One step of a [`SlicePath`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SliceStep {
    /// A variable (first) or a field.
    Name(Text),
    /// An element of a list.
    Items,
    /// A key of a map.
    Keys,
    /// A value of a map.
    Values,
    /// An index into a list.
    Indices,
}

/// A path: the first `len` steps of a shared array. The empty path has no array.
#[derive(Clone, Copy, Default)]
pub(super) struct SlicePath {
    array: usize,
    len: usize,
}

impl SlicePath {
    pub(super) fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// The arrays of all paths of one estimate.
#[derive(Default)]
pub(super) struct Paths {
    arrays: Vec<BackingArray>,
}

struct BackingArray {
    steps: Vec<SliceStep>,
    capacity: usize,
}

impl Paths {
    /// Returns the path of a variable.
    pub(super) fn root(&mut self, name: Text) -> SlicePath {
        self.array(vec![SliceStep::Name(name)], 1)
    }

    /// Returns `path` with one more step.
    pub(super) fn append(&mut self, path: SlicePath, step: SliceStep) -> SlicePath {
        let array = if path.is_empty() {
            None
        } else {
            self.arrays.get_mut(path.array)
        };
        let Some(array) = array else {
            return self.array(vec![step], 1);
        };
        if path.len < array.capacity {
            match array.steps.get_mut(path.len) {
                Some(place) => *place = step,
                None => array.steps.push(step),
            }
            return SlicePath {
                len: path.len + 1,
                ..path
            };
        }
        let mut steps = array.steps.get(..path.len).unwrap_or_default().to_vec();
        let capacity = array.capacity * 2;
        steps.push(step);
        self.array(steps, capacity)
    }

    /// Copies the steps to an array of their own.
    pub(super) fn copy(&mut self, path: SlicePath) -> SlicePath {
        let steps = self.steps(path).to_vec();
        let capacity = steps.len();
        self.array(steps, capacity)
    }

    /// Returns the steps of a path.
    pub(super) fn steps(&self, path: SlicePath) -> &[SliceStep] {
        if path.is_empty() {
            return &[];
        }
        self.arrays
            .get(path.array)
            .and_then(|array| array.steps.get(..path.len))
            .unwrap_or_default()
    }

    fn array(&mut self, steps: Vec<SliceStep>, capacity: usize) -> SlicePath {
        let len = steps.len();
        self.arrays.push(BackingArray { steps, capacity });
        SlicePath {
            array: self.arrays.len() - 1,
            len,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Paths, SlicePath, SliceStep};

    #[test]
    fn a_second_step_is_written_over_the_first_where_the_array_has_room() {
        let mut paths = Paths::default();
        let list = paths.append(SlicePath::default(), SliceStep::Keys);
        let list = paths.append(list, SliceStep::Values);
        // Two steps fill an array of capacity two, so each third step has an array of its own.
        let left = paths.append(list, SliceStep::Items);
        let right = paths.append(list, SliceStep::Indices);
        assert_eq!(
            paths.steps(left),
            [SliceStep::Keys, SliceStep::Values, SliceStep::Items]
        );
        assert_eq!(
            paths.steps(right),
            [SliceStep::Keys, SliceStep::Values, SliceStep::Indices]
        );
        // Three steps are stored in an array of capacity four.
        let first = paths.append(left, SliceStep::Keys);
        assert_eq!(paths.steps(first).last(), Some(&SliceStep::Keys));
        let second = paths.append(left, SliceStep::Values);
        assert_eq!(paths.steps(second).last(), Some(&SliceStep::Values));
        assert_eq!(paths.steps(first).last(), Some(&SliceStep::Values));
    }
}
