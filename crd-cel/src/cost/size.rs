//! The sizes of values, as limited by a schema.

use std::fmt;

use crate::ast::NodeId;

/// One step from `self` to a value in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathSegment<'p> {
    /// A field, under its escaped name.
    Field(&'p str),
    /// An element of a list.
    Items,
    /// A key of a map.
    Keys,
    /// A value of a map.
    Values,
}

/// The largest size a schema allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Characters or bytes of a string, elements of a list, entries of a map; 0 for anything else.
    pub max: u64,
    /// Whether the schema limits the size, rather than only the maximum size of a request.
    pub bounded: bool,
}

/// Provides the maximum sizes of the values below `self`.
pub trait SizeSource {
    /// Returns the size of the value at `path` below `self`, or `None` if its type is not known. The path of
    /// `self` itself is empty.
    fn size_of(&self, path: &[PathSegment<'_>]) -> Option<Size>;
}

/// A size that the schema does not limit, for which the estimate therefore assumed the maximum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AssumedSize {
    /// Steps below `self`.
    pub path: Vec<OwnedPathSegment>,
    /// The assumed size.
    pub size: u64,
    /// The node that first used the size.
    pub node: NodeId,
}

/// An owned [`PathSegment`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnedPathSegment {
    /// A field, under its escaped name.
    Field(String),
    /// An element of a list.
    Items,
    /// A key of a map.
    Keys,
    /// A value of a map.
    Values,
}

impl OwnedPathSegment {
    /// Borrows the segment.
    pub fn as_path(&self) -> PathSegment<'_> {
        match self {
            Self::Field(name) => PathSegment::Field(name),
            Self::Items => PathSegment::Items,
            Self::Keys => PathSegment::Keys,
            Self::Values => PathSegment::Values,
        }
    }
}

impl AssumedSize {
    pub(super) fn new(path: &[PathSegment<'_>], size: u64, node: NodeId) -> Self {
        let owned = |segment: &PathSegment<'_>| match segment {
            PathSegment::Field(name) => OwnedPathSegment::Field((*name).to_owned()),
            PathSegment::Items => OwnedPathSegment::Items,
            PathSegment::Keys => OwnedPathSegment::Keys,
            PathSegment::Values => OwnedPathSegment::Values,
        };
        let mut steps = Vec::with_capacity(path.len());
        for segment in path {
            steps.push(owned(segment));
        }
        Self {
            path: steps,
            size,
            node,
        }
    }

    /// Checks whether this is the size of `path`.
    pub fn is_at(&self, path: &[PathSegment<'_>]) -> bool {
        self.path.len() == path.len()
            && self
                .path
                .iter()
                .zip(path)
                .all(|(own, other)| own.as_path() == *other)
    }
}

/// Formats the path in the syntax of expressions, with `[*]` for elements and values and `.keys()` for keys.
impl fmt::Display for AssumedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("self")?;
        for segment in &self.path {
            match segment {
                OwnedPathSegment::Field(name) => write!(f, ".{name}")?,
                OwnedPathSegment::Items | OwnedPathSegment::Values => f.write_str("[*]")?,
                OwnedPathSegment::Keys => f.write_str(".keys()")?,
            }
        }
        Ok(())
    }
}
